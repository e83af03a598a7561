"""Mounting and dismounting: exchange of mounted and foot elements, horse holders, double bases."""
