"""Asks a question about a position. This is the only entry point to the editions."""

from __future__ import annotations

from typing import Any

from debellis.table.position import Position
from debellis.umpire.editions import edition
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Ruling
from debellis.umpire.telling import tell


def ask(position: Position, question: str, **arguments: Any) -> Ruling:
    """The ruling of the position's edition on a question; BadQuestion if the question or an argument is not valid."""
    questions = edition(position.edition).questions
    if question not in questions:
        known = ", ".join(sorted(questions))
        raise BadQuestion(f"{position.edition} has no question {question!r}; it has {known}", "question")
    return tell(position, questions[question].ask(position, arguments))
