"""A decision and the questions that ask for the same judgement: what a battle does and what `ask` answers are one."""

from __future__ import annotations

from math import isclose
from typing import Any, Final

from debellis.battle.rules import Event, Opening
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Ruling

#: Numbers that differ by no more are the same, calculated in another order.
_LOST: Final = 1e-9


class Decided(Value, frozen=True):
    """A decision: the state it was taken in and the verdict on it.

    A decision that was carried out also has the state after it, the numbers of chance and the events.
    """

    state: Any
    action: Any
    verdict: Ruling
    after: Any = None
    numbers: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()

    def told(self, kind: str) -> tuple[Event, ...]:
        """The events of one kind."""
        return tuple([event for event in self.events if event.kind == kind])


class Asked(Value, frozen=True):
    """A question asked in the state of a decision, and what its answer holds by the battle.

    `answer` gives values by the keys of the answer; where the answer is one value, that value itself.
    """

    question: str
    arguments: dict[str, Any]
    answer: Any


class Playing(Value, frozen=True):
    """The battle that decides what a question asks: where it is taken up, and what is then done with which dice.

    `actions` are written as in a `[[do]]`, each with its arguments. Those before the last only lead to it, without
    dice; the first of them that is refused decides. `choices` are what owners then choose, each where it is asked for:
    what follows belongs to the decision. `position` is where the battle begins if not exactly in that of the question,
    because the question names the bound or the phase itself. `states` are given where the family takes it up itself: as
    it waits for the decision, if it does, and as it stands before anything is passed over. `carried` is false
    where the verdict alone answers the question, and `goes_on` true where more may be thrown than `dice` tells: each
    such throw then shows its highest number.
    """

    opening: Opening
    actions: tuple[tuple[str, dict[str, Any]], ...]
    dice: tuple[int, ...] = ()
    position: Position | None = None
    states: tuple[Any, ...] = ()
    carried: bool = True
    goes_on: bool = False
    choices: tuple[tuple[str, dict[str, Any]], ...] = ()


def plays_nothing(position: Position, question: str, arguments: dict[str, Any]) -> Playing | None:
    """No question is turned into a battle."""
    return None


def asks_nothing(decided: Decided) -> tuple[Asked, ...]:
    """No question asks for the same."""
    return ()


def differences(asked: Asked, ruling: Ruling) -> tuple[str, ...]:
    """How the answer to a question differs from what the battle says; empty if it does not."""
    found, wanted = ruling.answer, asked.answer
    if not isinstance(wanted, dict) or not isinstance(found, dict):
        return () if _same(found, wanted) else (f"{asked.question}: {found!r}, not {wanted!r}",)
    return tuple(
        f"{asked.question}: {key} is {found.get(key)!r}, not {value!r}"
        for key, value in wanted.items()
        if key not in found or not _same(found[key], value)
    )


def _same(found: Any, wanted: Any) -> bool:
    """Whether two values are the same, but for what is lost in calculating numbers."""
    if isinstance(found, float) and isinstance(wanted, float):
        return isclose(found, wanted, rel_tol=0.0, abs_tol=_LOST)
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(_same(found[key], value) for key, value in wanted.items())
    if isinstance(found, list | tuple) and type(found) is type(wanted) and len(found) == len(wanted):
        return all(map(_same, found, wanted))
    return bool(found == wanted)
