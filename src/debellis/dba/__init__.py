"""Mechanics shared by the De Bellis family, with explicit parameters."""
