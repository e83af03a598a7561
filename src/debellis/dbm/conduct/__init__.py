"""Conduct: the sources of rulings, the current issue of the clarifications, and guidelines of fair play."""
