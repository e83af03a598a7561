"""Conduct: what rulings rest on, which issue of the clarifications is in force, and guidelines of fair play."""
