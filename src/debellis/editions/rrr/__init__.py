"""An edition of the rules."""
