"""The yardstick of the benchmarks: what a call into compiled code costs when nothing is done."""


def empty():
    """Nothing: one "empty call" of docs/performance.md."""


cdef class Empty:
    """Nothing, as a method: ``Empty().empty()``."""

    def empty(self):
        """Nothing."""
