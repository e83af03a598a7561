"""Sides that act by turns inside a phase, and decisions that wait for an answer.

A family keeps a `Choice` and a stack of `Waiting` in its state. The phase on top of the stack is decided first; when
the stack is empty, the side of the choice decides.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from debellis.battle.sides import other

T = TypeVar("T")
#: This many passes in a row end a sub-phase.
_ENOUGH = 2


class Choice(Struct, frozen=True):
    """The side that acts next, and how many passes in a row were made before it."""

    side: str
    passes: int = 0


def acted(choice: Choice) -> Choice:
    """The choice after an action: the other side is next, and earlier passes no longer count."""
    return Choice(other(choice.side))


def delayed(choice: Choice) -> Choice:
    """The choice after a delay, which gives the turn to the other side and is not a pass."""
    return acted(choice)


def passed(choice: Choice) -> Choice | None:
    """The choice after a pass; None when the other side passed just before, which ends the sub-phase."""
    passes = choice.passes + 1
    return Choice(other(choice.side), passes) if passes < _ENOUGH else None


class Waiting(Struct, Generic[T], frozen=True):
    """A response that is due: the side that must give it, the phase in which it is decided, and what it is about."""

    side: str
    phase: str
    about: T


def waiting_for(stack: tuple[Waiting[T], ...], *responses: Waiting[T]) -> tuple[Waiting[T], ...]:
    """The stack with more responses; the first of them is given first."""
    return (*stack, *reversed(responses))


def due(stack: tuple[Waiting[T], ...]) -> Waiting[T] | None:
    """The response that is due now; None when nobody waits."""
    return stack[-1] if stack else None


def answered(stack: tuple[Waiting[T], ...]) -> tuple[Waiting[T], ...]:
    """The stack without the response that was just given; ValueError if none was due."""
    if not stack:
        raise ValueError("No response is due.")
    return stack[:-1]
