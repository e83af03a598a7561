"""The editions: the same file names for the same subjects in each."""
