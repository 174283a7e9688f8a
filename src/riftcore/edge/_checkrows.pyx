"""Verdicts about rows of serialized states and integers of actions: no Python object a row, without the GIL, in threads."""

from libc.stdint cimport int64_t, uint16_t

from riftcore.cards._cards cimport CardTable, table_of
from riftcore.cards._clauses cimport Tables
from riftcore.edge._binary cimport MAX_NAMED, Fault, Sections, cards_find, position_read, sections_find
from riftcore.edge._blobs cimport Blob, Blobs, Numbers
from riftcore.edge._cardids cimport CardIds, CardIndex, card_ids
from riftcore.edge._judge cimport Answers, Judge, answer_invalid, answer_write
from riftcore.edge._state cimport default_policy
from riftcore.edge._threads cimport MAX_THREADS, run_in_threads, take_part, threads_init
from riftcore.ground._interrupt cimport NO_BUDGET, Watch, watch_begin, watch_end, watch_join, watch_leave, watch_look
from riftcore.payment._policy cimport Policy
from riftcore.position._position cimport NOBODY, Act, Position
from riftcore.rules._doing cimport Outcome
from riftcore.rules._perform cimport perform
from riftcore.search._actions cimport N_ACTIONS, action_read
from riftcore.search._ways cimport Desk, desk_set

from os import cpu_count


threads_init()

cdef enum:
    MOST_ROWS = 1 << 15     # asked at a time: between them Python may say why rows are bad
    PART = 64               # rows that a thread takes
    ROWS_A_THREAD = 1 << 10


cdef struct Job:
    const Tables *tables
    const CardIndex *index
    const Policy *policy
    const Blob *states
    const int64_t *numbers
    bint one                # there is one number for all rows
    Answers into
    Watch *watch            # of the call
    Py_ssize_t next         # the first row that no thread has taken
    Py_ssize_t end


cdef struct Room:           # what one thread works with
    Position pos
    Desk desk
    Outcome out
    uint16_t[MAX_NAMED + 1] cards


cdef bint check_row(const Job *job, Py_ssize_t i, Room *room) noexcept nogil:
    """Row i, if it can be judged here. False: Python says why not, or knows more cards."""
    cdef const Blob *state = &job.states[i]
    cdef int64_t number = job.numbers[0 if job.one else i]
    cdef Position *pos = &room.pos
    cdef Sections s
    cdef Fault fault
    cdef Act act
    cdef int seat
    if state.data is NULL or not 0 <= number < N_ACTIONS:
        return False
    if not sections_find(state.data, state.size, &s, &fault) or s.inline_size:
        return False
    if not cards_find(&s, job.index, room.cards):
        return False
    if not position_read(&s, room.cards, job.tables, pos, &fault):
        return False
    seat = pos.focus if pos.n_chain == 0 and pos.showdown and pos.focus != NOBODY else pos.priority
    desk_set(&room.desk, job.tables, pos, seat, default_policy(), NULL)
    if not action_read(&room.desk, number, &act):
        return False
    perform(job.tables, pos, room.desk.w, &act, job.policy, &room.out)
    answer_write(&job.into, i, &room.out)
    return True


cdef void check_part(void *what) noexcept nogil:
    """The work of one thread: parts of the rows, until there are none left."""
    cdef Job *job = <Job *>what
    cdef Room room
    cdef Watch watch
    cdef Py_ssize_t first, i
    watch_join(&watch, job.watch)
    while True:
        first = take_part(&job.next, PART)
        if first >= job.end or watch_look(0):
            break
        for i in range(first, min(first + PART, job.end)):
            if not check_row(job, i, &room):
                answer_invalid(&job.into, i)
    watch_leave(&watch)


def check_columns(Judge judge not None, Blobs states not None, Numbers numbers not None, catalog, int threads, again, on_bad):
    """Ask about all rows. ``again(i)`` judges one that is not for here; what it raises goes to ``on_bad(i, error)``.

    One number is for all states.
    """
    cdef CardTable table = table_of(catalog)
    cdef CardIds ids = card_ids(table)
    cdef Job job
    cdef Watch watch
    cdef Py_ssize_t i, first = 0
    cdef int n
    if judge.codes.n != states.n or numbers.n not in (1, states.n):
        raise ValueError(f"{states.n} states and {numbers.n} actions for {judge.codes.n} rows")
    if not 0 <= threads <= MAX_THREADS:
        raise ValueError(f"threads={threads}: expected 0 (all cores) to {MAX_THREADS}")
    if threads == 0:
        threads = min(cpu_count() or 1, MAX_THREADS)
    job.tables = &table.tables
    job.index = &ids.index
    job.policy = &judge.policy
    job.states = states.row
    job.numbers = numbers.row
    job.one = numbers.n == 1 and states.n != 1
    job.into = judge.into
    while first < states.n:
        job.next = first
        job.end = min(states.n, first + MOST_ROWS)
        n = min(threads, 1 + (job.end - first) // ROWS_A_THREAD)
        watch_begin(&watch, NO_BUDGET)
        job.watch = &watch
        with nogil:
            run_in_threads(check_part, &job, n, watch_look)
        watch_end(&watch)
        for i in range(first, job.end):
            if job.into.code[i] == 255:
                try:
                    again(i)
                except Exception as error:
                    on_bad(i, error)
        first = job.end
