"""The computer's generals by the name of their level, and the armies they field."""

from __future__ import annotations

from typing import Any

from debellis.battle.playable import rules_of
from debellis.battle.sides import SIDES
from debellis.generals.centurion import Centurion
from debellis.generals.character import ADVICE, CHARACTERS, character_of
from debellis.generals.decision import Decision, General
from debellis.generals.eager import EagerGeneral
from debellis.generals.legate import Legate
from debellis.generals.random_general import RandomGeneral
from debellis.generals.recruit import Recruit

#: The levels of the computer; the first is the default.
LEVELS = ("eager", "random", "recruit", "centurion", "legate")
#: The levels that choose what to field by the enemy's list. The others take the default.
_CHOOSE = ("centurion", "legate")


#: The level that decides as the one below it where nobody plans ahead.
_PLANS = "legate"


def levels_of(edition: str) -> tuple[str, ...]:
    """The levels that differ in an edition: no legate where he decides as a centurion does."""
    ahead = rules_of(edition).survey.plans_ahead
    return tuple(level for level in LEVELS if ahead or level != _PLANS)


def computer(
    level: str, seed: int, character: str = "steady", seconds: float = 1.0, work: int | None = None
) -> General:
    """The general of a level and character; ValueError if there is no such level or character.

    A legate thinks for `seconds` a bound, or over `work` positions; longer where commands pay for their own moves.
    """
    nature = character_of(character)
    if level in ("", "eager"):
        return EagerGeneral(seed)
    if level == "random":
        return RandomGeneral(seed)
    if level == "recruit":
        return Recruit(seed, nature)
    if level == "centurion":
        return Centurion(seed, nature)
    if level == "legate":
        return Legate(seed, nature, seconds, work)
    raise ValueError(f"there is no general {level!r}; there are {', '.join(LEVELS)}")


def adviser(seed: int) -> General:
    """The general that gives hints: a centurion with no wish to attack for its own sake."""
    return Centurion(seed, ADVICE)


def mustered(edition: str, setup: dict[str, Any], who: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """A set-up completed with the elements its generals choose to field. Elements already named stay.

    A level and a character are given for each side. A faulty set-up raises the same errors as `Rules.start`.
    """
    choosing = [side for side in SIDES if side in who and who[side][0] in _CHOOSE and not _named(setup.get(side))]
    if not choosing:
        return setup
    rules = rules_of(edition)
    begun = rules.start(setup)
    found = dict(setup)
    for side in choosing:
        by = character_of(who[side][1] or "steady")
        taken = rules.survey.fielded(begun, side, by.weights)
        if taken is not None:
            found[side] = {"army": taken.army, "elements": list(taken.elements)}
    return found


def _named(side: Any) -> bool:
    """Whether the elements of a side are named in a set-up."""
    return isinstance(side, dict) and bool(side.get("elements"))


__all__ = ["CHARACTERS", "LEVELS", "Decision", "General", "adviser", "computer", "levels_of", "mustered"]
