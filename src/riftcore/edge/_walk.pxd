"""What the readers of the scenario form share: plain values, the names of cards, and where a fault is."""

cimport cython
from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.object cimport PyObject

from riftcore.cards._cards cimport CardTable

cdef enum:
    OTHER = 0xFFFFFF        # no number: a card that the catalogue does not have in its own table
    MAX_STEPS = 12          # objects and lists in each other, in a value that a reader looks into


cdef struct Step:
    PyObject *key           # of an object, borrowed: whoever walks holds it. NULL: a list
    Py_ssize_t at           # the place in a list


cdef class KnownCards:
    cdef CardTable table
    cdef dict numbers       # of cards, by their names as written
    cdef dict given         # (Card, folded name) of inline cards, by their marshalled facts
    cdef dict folded        # names as inline cards are found by, by the names as written

    cdef int named(self, str name) except -1
    cdef tuple inlined(self, dict facts)
    cdef tuple inline_card(self, dict facts)
    cdef dict brought(self, inline)
    cdef str fold(self, str name)


@cython.no_gc  # for the classes that continue it; none holds itself
cdef class Walk:
    cdef str root           # the path of the value that is walked
    cdef int depth          # steps[0 .. depth] lead to the value that is looked at
    cdef Step[MAX_STEPS] steps
    cdef KnownCards cards
    cdef dict inline        # the facts of inline cards, by id
    cdef dict brought       # their numbers, by folded name; None: there are none

    cdef int fail(self, object value, str expected, str hint=*) except -1
    cdef int reject(self, str message) except -1
    cdef int unknown(self, dict known, object key, int n) except -1
    cdef int odd(self) except -1
    cdef int missing(self, str key) except -1
    cdef int no_count(self, object value, int high, int low, str what) except -1
    cdef int no_word(self, dict known, object value, str what) except -1
    cdef int no_text(self, object value, str what) except -1
    cdef int no_list(self, object value, Py_ssize_t most, str what) except -1
    cdef str path(self)
    cdef bint flag(self, object value) except -1
    cdef int word(self, dict known, object value, str what=*) except -1
    cdef int text(self, object value, str what=*) except -1
    cdef int id(self, object value) except -1
    cdef int number(self, object card) except -1
    cdef int find_card(self, object value) except -1
    cdef int named(self, str name) except -1
    cdef int inline_card(self, dict facts) except -1
    cdef int no_card(self, object value, str slot) except -1


cdef KnownCards cards_of(CardTable table)
cdef dict numbered(object names)
cdef int word(dict known, object value) except -2
cdef int flag(object value) noexcept
cdef bint is_text(object value) except -1
cdef bint is_id(object value) except -1


cdef extern from *:
    """
    #include <stdint.h>
    /* Keys that were found before, by where they are: readers of JSON give the same objects again and again. Each is
       held, so that nothing else can be there. Only where the GIL guards the table. */
    #define SEEN_KEYS 1024
    #ifndef Py_GIL_DISABLED
    static struct { PyObject *known, *key; int slot; } seen_keys[SEEN_KEYS];
    #define SEEN(known, key) (&seen_keys[((uintptr_t)key >> 4 ^ (uintptr_t)known >> 5) % SEEN_KEYS])
    static inline int key_seen(PyObject *known, PyObject *key)
    {
        return SEEN(known, key)->key == key && SEEN(known, key)->known == known ? SEEN(known, key)->slot : -1;
    }
    static void key_keep(PyObject *known, PyObject *key, int slot)
    {
        PyObject *old = SEEN(known, key)->key;
        Py_INCREF(key);
        SEEN(known, key)->known = known;
        SEEN(known, key)->key = key;
        SEEN(known, key)->slot = slot;
        Py_XDECREF(old);
    }
    #else
    static inline int key_seen(PyObject *known, PyObject *key) { return -1; }
    static void key_keep(PyObject *known, PyObject *key, int slot) {}
    #endif
    /* The number of a key in a table that stays; -1: it is none of them. */
    static int key_find(PyObject *known, PyObject *key)
    {
        PyObject *found = PyDict_GetItemWithError(known, key);
        int slot;
        if (!found) {
            PyErr_Clear();  /* of a key that cannot be compared */
            return -1;
        }
        slot = (int)PyLong_AsLong(found);
        if (PyUnicode_CheckExact(key))
            key_keep(known, key, slot);
        return slot;
    }
    """
    int key_seen(object, object) noexcept
    int key_find(object, object) noexcept


cdef inline int slot(dict known, object key) noexcept:
    """The number of a key; -1: it is none of them. The table of keys is one that stays."""
    cdef int number = key_seen(known, key)
    return number if number >= 0 else key_find(known, key)


cdef inline int count(object value, int high) noexcept:
    """A whole number from 0 to high; -1: it is none. True and 1.0 are none."""
    cdef int overflow = 0
    cdef long n
    if type(value) is not int:
        return -1
    n = PyLong_AsLongAndOverflow(value, &overflow)
    return <int>n if not overflow and 0 <= n <= high else -1


# ------------------------------------------------------------------------------------------------ a step of the way


cdef inline void at_key(Walk walk, object key) noexcept:
    walk.steps[walk.depth].key = <PyObject *>key


cdef inline void at_item(Walk walk, Py_ssize_t i) noexcept:
    walk.steps[walk.depth].key = NULL
    walk.steps[walk.depth].at = i


cdef inline int key_at(Walk walk, dict known, object key, int n) except -1:
    """The number of a key, one of the first n that are known: the step that is taken."""
    cdef int number = slot(known, key)
    walk.steps[walk.depth].key = <PyObject *>key
    if not 0 <= number < n:
        walk.unknown(known, key, n)
    return number


cdef inline int count_at(Walk walk, object value, int high, int low=0, str what="a whole number") except -1:
    """A whole number in low..high; true and 1.0 are none."""
    cdef int n = count(value, high)
    if n < low:
        walk.no_count(value, high, low, what)
    return n


cdef inline dict mapping_at(Walk walk, object value, str what="an object"):
    if type(value) is not dict:
        walk.fail(value, what)
    return <dict>value


cdef inline list items_at(Walk walk, object value, Py_ssize_t most, str what="a list"):
    if type(value) is not list or len(<list>value) > most:
        walk.no_list(value, most, what)
    return <list>value
