"""The moment of a battle at which a question is decided: the sub-phase, who has the choice, and who pays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.alternation import Choice
from debellis.battle.asked import Playing
from debellis.battle.chance import Chance, Needed
from debellis.battle.rules import Opening
from debellis.meg.playing.course import Course
from debellis.meg.playing.flow import RUNS, enter
from debellis.meg.playing.midgame import standing
from debellis.meg.playing.state import State
from debellis.meg.units import bases_of, generals_of, moment, outline, unit_of, units_of
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.table.value import replace

#: The arguments of a question.
Given = dict[str, Any]
#: How a question is turned into a battle; None where no battle comes to it.
Plays = Callable[[Position, Given], Playing | None]
#: The general who pays where a question takes it that the cards are there.
PAYER = "payer"
#: What is asked to be paid for where an action is closed and has no price.
ANY_CARD = ("red",)


def phase_in(position: Position, given: Given, usual: str) -> str:
    """The sub-phase in which a question is asked."""
    return str(given.get("phase") or moment(position).phase or usual)


def at(position: Position, phase: str, side: str, **changes: Any) -> tuple[State, ...]:
    """The battle in a sub-phase in which a side has the choice: as it waits for a decision, and as it stands before.

    No cards are dealt: generals hold what is said of them, or none.
    """
    generals = tuple([one if one.hand is not None else replace(one, hand=()) for one in generals_of(position)])
    here = replace(position, generals=generals, active=position.active or side)
    course = Course(standing(here, phase), Chance())
    enter(course, phase)
    course.put(choice=Choice(side), **changes)
    begun = course.state
    try:
        waits = not RUNS[phase](course)
    except Needed:
        waits = False
    return (course.state, begun) if waits else (begun, begun)


def after(states: tuple[State, ...], side: str, phase: str, *what: str) -> tuple[State, ...]:
    """The same moment, at which a side must first answer something."""
    course = Course(states[-1], Chance())
    course.wait(side, phase, *what)
    return (course.state,)


def judged(states: tuple[State, ...], action: str, **arguments: Any) -> Playing:
    """A decision that is only judged."""
    return Playing(Opening(), ((action, _named(arguments)),), states=states, carried=False)


def carried(states: tuple[State, ...], action: str, dice: tuple[int, ...] = (), **arguments: Any) -> Playing:
    """A decision that is carried out, with these dice and whatever must be thrown after them."""
    return Playing(Opening(), ((action, _named(arguments)),), dice, states=states, goes_on=True)


def _named(arguments: Given) -> Given:
    return {key: value for key, value in arguments.items() if value is not None}


def paid(position: Position, units: tuple[Unit, ...], needed: tuple[str, ...]) -> Position:
    """The position with a general in command of some unit groups who holds just the cards that they need."""
    if not bases_of(position, units[0].id):
        return position
    contingent = units[0].contingent
    he = General(
        PAYER,
        units[0].side,
        role="ally" if contingent else "sub",
        rank="legendary",
        style="professional",
        hand=needed,
        front=outline(position, units[0]).centre,
        contingent=contingent,
    )
    return replace(position, generals=(*generals_of(position), he))


def holding(position: Position, name: str, cards: tuple[str, ...]) -> Position:
    """The position in which a general holds the cards that are played, where nothing is said of his hand."""
    generals = [
        replace(one, hand=cards) if one.id == name and one.hand is None else one for one in generals_of(position)
    ]
    return replace(position, generals=tuple(generals))


def named_units(position: Position, given: Given) -> tuple[Unit, ...]:
    """The unit groups that a question names, alone or as a block."""
    if given.get("unit") is not None:
        return (unit_of(position, given["unit"]),)
    named = given.get("block")
    if isinstance(named, str):
        return tuple([one for one in units_of(position) if one.block == named])
    return tuple([unit_of(position, name) for name in named or ()])
