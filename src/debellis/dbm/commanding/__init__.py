"""Command in DBM: the cost of moves and halts, who is within command, and marching."""
