"""Mechanics that several families of rules share."""
