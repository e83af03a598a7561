"""Bodies of bases in motion: contact, groups, steps, marches, zones. It knows no numbers and no clauses."""
