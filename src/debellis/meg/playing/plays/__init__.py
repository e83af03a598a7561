"""Questions turned into the battles that decide the same."""
