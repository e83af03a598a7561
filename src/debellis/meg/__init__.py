"""Mortem et Gloriam: unit groups in files and ranks, command cards, colour dice."""
