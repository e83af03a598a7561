"""How a verdict is made and cited: clauses, rulings, factor sheets, questions."""

from debellis.umpire.asking import ask
from debellis.umpire.ruling import Finding, Reason, Ruling

__all__ = ["Finding", "Reason", "Ruling", "ask"]
