"""Storming works: who mans an assaulted section, how it is fought over, and who comes in over it."""
