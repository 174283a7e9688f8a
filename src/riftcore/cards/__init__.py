"""What is printed: the cards as numbers, and what a clause does."""
