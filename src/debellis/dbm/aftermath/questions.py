"""The questions about the results of a combat."""

from __future__ import annotations

from debellis.dbm.aftermath import bursting, destruction, flee, pressing, pursuit, recoil
from debellis.umpire.questions import Question

QUESTIONS: tuple[Question, ...] = (
    *destruction.QUESTIONS,
    *recoil.QUESTIONS,
    *flee.QUESTIONS,
    *bursting.QUESTIONS,
    *pursuit.QUESTIONS,
    *pressing.QUESTIONS,
)
