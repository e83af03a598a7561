"""debellis: the umpire for tabletop battles."""

__version__ = "0.3.0"
