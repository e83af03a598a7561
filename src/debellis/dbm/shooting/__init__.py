"""Distant shooting: who may shoot at whom, along which lines, with which helpers, and with what result."""
