"""What Python sees: the only floor that knows Python objects."""
