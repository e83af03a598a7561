"""Distant shooting: who may shoot at whom, along which lines, together with whom, and with what result."""
