"""Armies of DBM: lists, points, contingents of allies, baggage, generals and what elements count when lost."""
