"""Lists of actions and perft. They ask the rules and have none of their own."""
