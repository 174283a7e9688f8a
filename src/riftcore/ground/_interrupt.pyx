"""Ctrl-C and budgets in long calls: see _interrupt.pxd."""

from operator import index

from riftcore.errors import BudgetError, RiftcoreError, shown

_MOST_STEPS = 1 << 62

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #define RIFTCORE_THREAD __declspec(thread)
    #else
    #define RIFTCORE_THREAD __thread
    #endif
    #if defined(_WIN32)
    #include <windows.h>
    static unsigned long long now_ms(void) { return GetTickCount64(); }
    #else
    #include <time.h>
    static unsigned long long now_ms(void)
    {
        struct timespec t;
    #if defined(CLOCK_MONOTONIC_COARSE)
        clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    #else
        clock_gettime(CLOCK_MONOTONIC, &t);
    #endif
        return (unsigned long long)t.tv_sec * 1000 + (unsigned long long)t.tv_nsec / 1000000;
    }
    #endif
    #if defined(__GNUC__)
    #define flag_set(flag, value) __atomic_store_n(flag, value, __ATOMIC_RELAXED)
    #define flag_get(flag) __atomic_load_n(flag, __ATOMIC_RELAXED)
    #else
    #define flag_set(flag, value) (*(volatile int *)(flag) = (value))
    #define flag_get(flag) (*(volatile const int *)(flag))
    #endif

    /* The watch of the innermost call of this thread. */
    static RIFTCORE_THREAD void *watch_here;
    """
    void *watch_here
    unsigned long long now_ms() noexcept nogil
    void flag_set(int *flag, int value) noexcept nogil
    int flag_get(const int *flag) noexcept nogil

cdef extern from "Python.h":
    ctypedef int PyGILState_STATE
    PyGILState_STATE PyGILState_Ensure() noexcept nogil
    void PyGILState_Release(PyGILState_STATE) noexcept nogil
    int PyGILState_Check() noexcept nogil
    int PyErr_CheckSignals() noexcept nogil
    ctypedef struct PyObject:
        pass
    void PyErr_Fetch(PyObject **, PyObject **, PyObject **) noexcept nogil
    void PyErr_Restore(PyObject *, PyObject *, PyObject *) noexcept nogil
    bint PyIndex_Check(object value)
    void *PyEval_SaveThread() noexcept nogil
    void PyEval_RestoreThread(void *) noexcept nogil


cdef void watch_begin(Watch *w, long long steps) noexcept nogil:
    """From here on this thread's ticks count for w, until `watch_end`. `steps`: a budget, or NO_BUDGET."""
    global watch_here
    w.outer = <Watch *>watch_here
    w.call = NULL
    w.steps = steps
    w.looked = 0
    w.stopped = GOES_ON
    w.told = False
    watch_here = w


cdef int watch_end(Watch *w) except -1 nogil:
    """Close the watch; raises what stopped it, if anything did and nobody has raised it."""
    global watch_here
    watch_here = w.outer
    return stop_raise(w)


cdef int watch_raise() except -1 nogil:
    """Raise what stopped the watch of this thread; it stays open."""
    return stop_raise(<Watch *>watch_here)


cdef int stop_raise(Watch *w) except -1 nogil:
    if w.stopped == GOES_ON or w.told:
        return 0
    w.told = True
    with gil:
        if w.stopped == OUT_OF_BUDGET:
            raise BudgetError("the budget was used up before the answer was known: give a larger one, or none")
        PyErr_Restore(<PyObject *>w.error[0], <PyObject *>w.error[1], <PyObject *>w.error[2])
    return -1


cdef void watch_join(Watch *w, Watch *call) noexcept nogil:
    """This thread works for that call now: it stops when the call does."""
    global watch_here
    w.outer = <Watch *>watch_here
    if w.outer is call:
        w.call = NULL
        return  # the calling thread: its own watch looks at signals
    w.call = call
    w.steps = NO_BUDGET
    w.stopped = GOES_ON
    watch_here = w


cdef void watch_leave(Watch *w) noexcept nogil:
    global watch_here
    watch_here = w.outer


cdef int watch_look(int steps) noexcept nogil:
    """So many steps were made: is the call of this thread to end? (See `tick`.)"""
    cdef Watch *w = <Watch *>watch_here
    cdef unsigned long long now
    if w is NULL:
        return 0
    if w.stopped:
        return 1
    if w.call is not NULL:
        if flag_get(&w.call.stopped):
            w.stopped = WITH_OTHERS
            return 1
        return 0
    if w.steps >= 0:
        w.steps -= steps
        if w.steps < 0:
            flag_set(&w.stopped, OUT_OF_BUDGET)
            return 1
    now = now_ms()
    if w.looked == 0:
        w.looked = now
    if now - w.looked < LOOK_MS:
        return 0
    if signals_raise(w):
        flag_set(&w.stopped, INTERRUPTED)
        return 1
    w.looked = now_ms()
    return 0


cdef bint signals_raise(Watch *w) noexcept nogil:
    """Let the handlers of signals run that came, in the main thread. True: one has raised an error, which is kept.

    A thread that holds the GIL lets others have it for a moment: the main thread may have a signal to handle.
    """
    cdef PyGILState_STATE state
    cdef bint raised
    if PyGILState_Check():
        PyEval_RestoreThread(PyEval_SaveThread())
    state = PyGILState_Ensure()
    raised = PyErr_CheckSignals() != 0
    if raised:
        PyErr_Fetch(<PyObject **>&w.error[0], <PyObject **>&w.error[1], <PyObject **>&w.error[2])
    PyGILState_Release(state)
    return raised


cdef long long budget_of(object budget) except? -2:
    """A budget as the caller gives it: a whole number of steps, None for no bound."""
    if budget is None:
        return NO_BUDGET
    if isinstance(budget, bool) or not PyIndex_Check(budget) or not 1 <= index(budget) <= _MOST_STEPS:
        raise RiftcoreError(f"budget is {shown(budget)}: expected a whole number of steps, 1 or more")
    return index(budget)
