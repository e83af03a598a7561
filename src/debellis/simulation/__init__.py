"""Many battles between computer generals: planned, played on any number of workers, counted and shown."""
