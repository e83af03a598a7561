"""Prompted actions: which are open, how far they go, and whether a move is allowed."""
