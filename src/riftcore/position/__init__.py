"""What is there: the position, its zones, conditions and amounts read from it."""
