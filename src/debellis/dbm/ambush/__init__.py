"""Ambushes in play: what puts them on the table, whom they hinder before that, and what their discoverers may do."""
