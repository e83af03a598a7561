"""Laws of the geometry, most of them checked on random positions."""
