"""A job on several threads inside one call, without Python: the calling thread and n - 1 others do the same."""

cdef extern from *:
    """
    #if defined(__unix__) || defined(__APPLE__)
    #include <pthread.h>
    #define MAX_THREADS 256
    typedef struct { void (*work)(void *); void *job; } riftcore_task;

    static void *riftcore_task_run(void *task)
    {
        ((riftcore_task *)task)->work(((riftcore_task *)task)->job);
        return NULL;
    }

    /* Where a thread cannot be had, the others do its part: work() shares the job out as it goes. */
    static void run_in_threads(void (*work)(void *), void *job, int n)
    {
        pthread_t other[MAX_THREADS];
        riftcore_task task;
        int i, started = 0;
        task.work = work;
        task.job = job;
        for (i = 1; i < n && i < MAX_THREADS; i++)
            if (pthread_create(&other[started], NULL, riftcore_task_run, &task) == 0)
                started++;
        work(job);
        for (i = 0; i < started; i++)
            pthread_join(other[i], NULL);
    }

    /* The next part of what threads share: the counter before n was added. */
    #define take_part(counter, n) __atomic_fetch_add(counter, n, __ATOMIC_RELAXED)
    #define look(counter) __atomic_load_n(counter, __ATOMIC_RELAXED)
    static void lower_to(Py_ssize_t *least, Py_ssize_t n)
    {
        Py_ssize_t before = look(least);
        while (n < before && !__atomic_compare_exchange_n(least, &before, n, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ;
    }
    #else
    /* One thread only. */
    #define MAX_THREADS 1
    #define look(counter) (*(counter))
    static void run_in_threads(void (*work)(void *), void *job, int n) { work(job); }
    static Py_ssize_t take_part(Py_ssize_t *counter, Py_ssize_t n) { *counter += n; return *counter - n; }
    static void lower_to(Py_ssize_t *least, Py_ssize_t n) { if (n < *least) *least = n; }
    #endif
    """
    const int MAX_THREADS
    void run_in_threads(void (*work)(void *) noexcept nogil, void *job, int n) noexcept nogil
    Py_ssize_t take_part(Py_ssize_t *counter, Py_ssize_t n) noexcept nogil
    Py_ssize_t look(const Py_ssize_t *counter) noexcept nogil
    void lower_to(Py_ssize_t *least, Py_ssize_t n) noexcept nogil
