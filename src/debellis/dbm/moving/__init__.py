"""Moves of DBM: how far, by which way, through whose zones, into contact, through gaps and friends."""
