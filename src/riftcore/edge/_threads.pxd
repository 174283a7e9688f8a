"""A job on several threads inside one call, without Python: the calling thread and n - 1 helpers do the same.

To start a thread takes as long as ten thousand rows, and on a busy machine much longer. So helpers wait a moment for the next call
before they end, and nobody waits for one that comes when all is done.
"""

cdef extern from *:
    """
    #if defined(__unix__) || defined(__APPLE__)
    #include <errno.h>
    #include <pthread.h>
    #include <sched.h>
    #include <signal.h>
    #include <time.h>
    #define MAX_THREADS 256
    #define LINGER_NS 20000000L     /* a helper without work ends after 20 ms */
    #define LOOK_NS 10000000L       /* who waits for helpers looks for Ctrl-C every 10 ms */
    #define FEW_YIELDS 50           /* others are nearly done when one is: longer waits are slept */

    typedef struct riftcore_call {  /* on the stack of who calls */
        void (*work)(void *);
        void *job;
        int wanted;                 /* helpers that may still join in */
        int working;                /* helpers that are at it */
        struct riftcore_call *next;
    } riftcore_call;

    /* All of this is changed under the lock only. */
    static pthread_mutex_t helpers_lock = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t helpers_wanted = PTHREAD_COND_INITIALIZER;
    static pthread_cond_t helpers_done = PTHREAD_COND_INITIALIZER;
    static riftcore_call *helpers_calls = NULL;
    static int helpers_waiting = 0;

    static void later_by(struct timespec *t, long ns)
    {
        clock_gettime(CLOCK_REALTIME, t);
        t->tv_nsec += ns;
        t->tv_sec += t->tv_nsec / 1000000000L;
        t->tv_nsec %= 1000000000L;
    }

    static void *riftcore_help(void *unused)
    {
        sigset_t all;
        struct timespec until;
        riftcore_call *call;
        int late = 0;
        (void)unused;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, NULL); /* signals are for Python's threads */
        pthread_mutex_lock(&helpers_lock);
        for (;;) {
            for (call = helpers_calls; call != NULL && call->wanted == 0; call = call->next)
                ;
            if (call != NULL) {
                call->wanted--;
                call->working++;
                pthread_mutex_unlock(&helpers_lock);
                call->work(call->job);
                pthread_mutex_lock(&helpers_lock);
                if (__atomic_sub_fetch(&call->working, 1, __ATOMIC_RELEASE) == 0)
                    pthread_cond_broadcast(&helpers_done);
                late = 0;
            } else if (late) {
                break;
            } else {
                later_by(&until, LINGER_NS);
                helpers_waiting++;
                late = pthread_cond_timedwait(&helpers_wanted, &helpers_lock, &until) == ETIMEDOUT;
                helpers_waiting--;
            }
        }
        pthread_mutex_unlock(&helpers_lock);
        return NULL;
    }

    /* A forked process has none of the helpers, and the lock as somebody held it. */
    static void riftcore_forked(void)
    {
        pthread_mutex_init(&helpers_lock, NULL);
        pthread_cond_init(&helpers_wanted, NULL);
        pthread_cond_init(&helpers_done, NULL);
        helpers_calls = NULL;
        helpers_waiting = 0;
    }

    static void threads_init(void) { pthread_atfork(NULL, NULL, riftcore_forked); }

    /* Where a thread cannot be had, the others do its part: work() shares the job out as it goes. While the caller waits
       for them, look(0) is called now and then: it may tell them to stop (riftcore.ground._interrupt). */
    static void run_in_threads(void (*work)(void *), void *job, int n, int (*look)(int))
    {
        struct timespec until;
        riftcore_call call = {work, job, n - 1, 0, NULL}, **at;
        pthread_t other;
        int i, to_start;
        pthread_mutex_lock(&helpers_lock);
        call.next = helpers_calls;
        helpers_calls = &call;
        to_start = n - 1 - helpers_waiting;
        for (i = 0; i < n - 1 && i < helpers_waiting; i++)
            pthread_cond_signal(&helpers_wanted);
        pthread_mutex_unlock(&helpers_lock);
        for (i = 0; i < to_start && pthread_create(&other, NULL, riftcore_help, NULL) == 0; i++)
            pthread_detach(other);
        work(job);
        pthread_mutex_lock(&helpers_lock);
        for (at = &helpers_calls; *at != &call; at = &(*at)->next)
            ;
        *at = call.next;
        pthread_mutex_unlock(&helpers_lock);
        for (i = 0; i < FEW_YIELDS && __atomic_load_n(&call.working, __ATOMIC_ACQUIRE); i++)
            sched_yield();
        pthread_mutex_lock(&helpers_lock);
        while (call.working) {
            later_by(&until, LOOK_NS);
            if (pthread_cond_timedwait(&helpers_done, &helpers_lock, &until) == ETIMEDOUT) {
                pthread_mutex_unlock(&helpers_lock);
                look(0);
                pthread_mutex_lock(&helpers_lock);
            }
        }
        pthread_mutex_unlock(&helpers_lock);
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
    static void threads_init(void) {}
    static void run_in_threads(void (*work)(void *), void *job, int n, int (*look)(int)) { work(job); }
    static Py_ssize_t take_part(Py_ssize_t *counter, Py_ssize_t n) { *counter += n; return *counter - n; }
    static void lower_to(Py_ssize_t *least, Py_ssize_t n) { if (n < *least) *least = n; }
    #endif
    """
    const int MAX_THREADS
    void threads_init() noexcept nogil
    void run_in_threads(
        void (*work)(void *) noexcept nogil, void *job, int n, int (*look)(int) noexcept nogil
    ) noexcept nogil
    Py_ssize_t take_part(Py_ssize_t *counter, Py_ssize_t n) noexcept nogil
    Py_ssize_t look(const Py_ssize_t *counter) noexcept nogil
    void lower_to(Py_ssize_t *least, Py_ssize_t n) noexcept nogil
