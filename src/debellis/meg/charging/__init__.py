"""Charges: declaring them, answering them, moving them, and what they meet."""
