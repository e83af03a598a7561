"""Odds against brute force through the battle engine, against icepool, and sampled against exact."""
