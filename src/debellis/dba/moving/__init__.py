"""Tactical moves: zones, contacts, speeds, rivers, groups, columns, PIPs."""
