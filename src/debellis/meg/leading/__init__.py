"""Generals on the table: their moves, whom they go with, and when they are in danger."""
