"""Ctrl-C and budgets in long calls: one mechanism for all of them.

A call that may take long opens a Watch on its stack, at the boundary to Python, and closes it there. The loops deep
below know nothing of it: they count their steps with `tick`, and end when it says so. What they return then is
nobody's answer: `watch_end` raises at the boundary.

    cdef Watch watch
    watch_begin(&watch, NO_BUDGET)          # with the GIL
    try:
        with nogil:                         # or with the GIL: both are fine
            found = ...                     # deep below: if tick(&pace): return (anything)
    finally:
        watch_end(&watch)                   # with the GIL; raises KeyboardInterrupt or BudgetError

A function that is `except -1 nogil` may stop at once, in place of an answer that nobody wants:

    if tick(&pace):
        return watch_raise()                # -1, with the exception set; watch_end is silent then

The handler of a signal is Python code that may do anything, so whoever ticks works on copies of what callers can change.
Ticks outside of any Watch cost the same and never stop. A tick looks up every STRIDE steps, which are to take a few
microseconds at most; where a step takes longer, call `watch_look(1)` instead. Signals are looked at every LOOK_MS at
most. Budgets are charged when a tick looks up.

Threads that work for a call (riftcore.edge._threads) bracket their part with `watch_join` and `watch_leave`; they see that
the call was stopped, and never look at signals. The calling thread looks on while it waits for them.
"""

cdef enum:
    NO_BUDGET = -1
    STRIDE = 64             # steps between two looks
    LOOK_MS = 20            # signals are looked at no more often than this: it takes the GIL

cdef enum:  # Stop
    GOES_ON
    INTERRUPTED             # the handler of a signal raised the error
    OUT_OF_BUDGET
    WITH_OTHERS             # the call that this thread works for was stopped

cdef struct Watch:
    Watch *outer            # of the call that this one is made from
    Watch *call             # of the thread that this one works for; NULL: the thread's own call
    long long steps         # that may still be made; below 0: no bound
    unsigned long long looked   # at signals, in milliseconds
    int stopped             # Stop; read by other threads
    bint told               # raised already
    void *error[3]          # what a handler raised


cdef void watch_begin(Watch *w, long long steps) noexcept nogil
cdef int watch_end(Watch *w) except -1 nogil
cdef int watch_raise() except -1 nogil
cdef void watch_join(Watch *w, Watch *call) noexcept nogil
cdef void watch_leave(Watch *w) noexcept nogil
cdef int watch_look(int steps) noexcept nogil
cdef long long budget_of(object budget) except? -2


cdef inline bint tick(int *pace) noexcept nogil:
    """One step of a loop that may be long. True: the call is to end. *pace starts at STRIDE."""
    pace[0] -= 1
    if pace[0] > 0:
        return False
    if watch_look(STRIDE):
        pace[0] = 0     # and the next tick says so at once
        return True
    pace[0] = STRIDE
    return False
