"""Mounting and dismounting: exchanging mounted and foot elements, horse holders, double bases."""
