"""The computer's generals by the name of their level."""

from __future__ import annotations

from debellis.generals.centurion import Centurion
from debellis.generals.character import CHARACTERS, character_of
from debellis.generals.decision import Decision, General
from debellis.generals.eager import EagerGeneral
from debellis.generals.legate import Legate
from debellis.generals.random_general import RandomGeneral
from debellis.generals.recruit import Recruit

#: Levels of the computer, the one that one gets without a choice first.
LEVELS = ("eager", "random", "recruit", "centurion", "legate")


def computer(
    level: str, seed: int, character: str = "steady", seconds: float = 1.0, work: int | None = None
) -> General:
    """The general of a level and character; ValueError if there is no such level or character.

    A legate thinks for `seconds` a bound, or over `work` positions.
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


__all__ = ["CHARACTERS", "LEVELS", "Decision", "General", "computer"]
