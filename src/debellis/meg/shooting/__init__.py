"""Shooting: who may shoot at whom, with which die, and what it does."""
