"""The colour dice: their faces, and the row of colours along which a die is upgraded or downgraded."""

from __future__ import annotations

from typing import Any

from debellis.mechanics.tables import load
from debellis.meg.arguments import COLOUR, question
from debellis.meg.words import COLOURS
from debellis.table.position import Position
from debellis.umpire.ruling import Finding, Ruling

#: The faces in the order in which the scores of an ordinary die stand for them.
_KEYS = (("skull", "skull"), ("wound", "wound"), ("S", "s"), ("blank", "blank"))
SIDES = 6


def faces(edition: str, colour: str) -> dict[str, int]:
    """How many of its six faces show what."""
    row: dict[str, Any] = load(edition)["dice"][colour]
    return {face: int(row[key]) for face, key in _KEYS}


def faces_of(edition: str, colour: str | None) -> dict[str, int]:
    """The faces of a die; those of one that is not rolled are all blank."""
    return faces(edition, colour) if colour is not None else {"skull": 0, "wound": 0, "S": 0, "blank": SIDES}


def face_of(edition: str, colour: str, score: int) -> str:
    """The face that a score of an ordinary die stands for (MEG-B5.6)."""
    for face, count in faces(edition, colour).items():
        if score <= count:
            return face
        score -= count
    raise ValueError(f"a die has no face {score}")


def score_of(edition: str, colour: str, face: str) -> int | None:
    """The lowest score of an ordinary die that stands for a face; None if that die does not show it."""
    return next((score for score in range(1, SIDES + 1) if face_of(edition, colour, score) == face), None)


def moved(colour: str, steps: int) -> str | None:
    """A colour some steps up or down the row: nothing goes above red, and below black no die is rolled (MEG-B5.4)."""
    place = COLOURS.index(colour) + steps
    return None if place < 0 else COLOURS[min(place, len(COLOURS) - 1)]


def _die(position: Position, colour: str) -> Ruling:
    found = Finding()
    shown = faces(position.edition, colour)
    counted = ", ".join(f"{count} {face}" for face, count in shown.items())
    found.cite("MEG-B5.1", f"The {colour} die has these faces: {counted}.")
    return found.rule("die", shown)


QUESTIONS = (question("die", "the faces of a colour die", {"colour": COLOUR}, _die),)
