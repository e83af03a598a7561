"""Character shows: the bold attack at odds the cautious refuse, and nobody throws the general away."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.dba.book import book_of
from debellis.dba.playing.actions import MoveElements
from debellis.dba.survey.duels import Kind, duel_of_kinds
from debellis.dba.troops import read_troops
from debellis.generals.character import CHARACTERS, character_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import SCALES
from tests.generals.conftest import general

TROOPS = ("4Bd", "4Sp", "3Ax", "2Ps", "3Cv", "2LH", "3Kn", "4Wb")


def element(name: str, side: str, code: str, at: tuple[float, float], north: bool) -> Base:
    troops = read_troops(book_of("dba22"), code, SCALES["15mm"])
    facing = (0.0, 1.0 if north else -1.0)
    return Base(name, side, troops.code, troops.kind, troops.width, troops.depth, at, facing, general=troops.general)


def face_to_face(ours: str, theirs: str) -> Any:
    """A pair of ours straight before a pair of theirs, near enough to go into contact."""
    bases = (
        element("R1", "red", ours, (300.0, 300.0), True),
        element("R2", "red", ours, (340.0, 300.0), True),
        element("R3", "red", f"{ours} general", (300.0, 100.0), True),
        element("B1", "blue", theirs, (300.0, 345.0), False),
        element("B2", "blue", theirs, (340.0, 345.0), False),
        element("B3", "blue", f"{theirs} general", (300.0, 550.0), False),
    )
    position = Position("dba22", (600.0, 600.0), bases, active="red", bound=2)
    return rules_of("dba22").from_position(position, Opening("moves", 1))


def attacks(character: str, level: str) -> set[tuple[str, str]]:
    """The pairs of troops of which the first attacks the second."""
    rules = rules_of("dba22")
    found = set()
    for ours, theirs in product(TROOPS, TROOPS):
        state = face_to_face(ours, theirs)
        action = general(level, character=character).choose(rules, state)
        if isinstance(action, MoveElements):
            after, _ = rules.apply(state, action, _no_dice())
            if after.contacts:
                found.add((ours, theirs))
    return found


def _no_dice() -> Any:
    from debellis.battle.chance import Chance

    return Chance()


def expected(pair: tuple[str, str]) -> float:
    """What a fight of these two is worth to the first, by nobody's character in particular."""
    one, two = (Kind(code, False, False) for code in pair)
    return duel_of_kinds("dba22", (), one, two).worth(character_of("steady").weights)


@pytest.mark.parametrize("level", ["recruit", "centurion"])
def test_the_bold_attack_at_worse_odds(level: str) -> None:
    bold, cautious = attacks("bold", level), attacks("cautious", level)
    assert cautious < bold
    assert min(map(expected, bold)) < min(map(expected, cautious))


def test_there_is_no_such_character() -> None:
    with pytest.raises(ValueError, match="steady, bold, cautious"):
        character_of("mad")
    assert {character.name for character in CHARACTERS.values()} == set(CHARACTERS)
