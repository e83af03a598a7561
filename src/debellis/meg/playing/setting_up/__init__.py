"""The steps before the first turn, by hand."""
