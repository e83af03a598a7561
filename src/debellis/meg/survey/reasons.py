"""Sentences by which a general explains a decision."""

from __future__ import annotations

from debellis.meg.survey.clash import Course


def percent(share: float) -> str:
    """A chance in words."""
    return f"{round(100.0 * share)} %"


def odds_of(own: str, enemy: str, course: Course) -> str:
    """The chances of a fight over the rounds a general looks ahead."""
    return (
        f"in this turn and the next two, {enemy} breaks in {percent(course.broken)} "
        f"and {own} in {percent(course.breaks)} of all cases"
    )
