"""Moves of DBM: how far, by which way, through which zones, into contact, through gaps and friends."""
