"""Spontaneous advances: who advances on its own, against whom, and by which way."""
