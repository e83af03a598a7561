"""Shooting: who may shoot at what, together with whom, and with what result."""
