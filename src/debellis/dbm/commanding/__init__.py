"""Command in DBM: what moves and halts cost, who is within command, and marching."""
