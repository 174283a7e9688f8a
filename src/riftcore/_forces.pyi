# Nothing for Python: the core's other modules use this one.
