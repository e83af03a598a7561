"""Ambushes in play: what puts them on the table, whom they hinder till then, and what their discoverers may do."""
