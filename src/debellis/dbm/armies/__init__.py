"""Armies of DBM: lists, points, contingents of allies, baggage, generals, and what lost elements count for."""
