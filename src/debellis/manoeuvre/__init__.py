"""Bases in motion: contact, groups, steps, marches, zones. It contains no numbers and no clauses of the rules."""
