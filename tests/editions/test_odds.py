"""Exact odds: every pair of troop types in the open, against brute force through `combat` and against icepool."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest

from debellis.geometry.plane import direction
from debellis.mechanics.odds_answer import ExactChance
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.umpire.asking import ask
from debellis.umpire.editions import edition

EDITION = edition("dba22")

CODES = ("El", "3Kn", "3Cv", "2LH", "SCh", "3Cm", "4Sp", "4Pk", "4Bd", "4Ax", "4Bw", "2Ps", "4Wb", "7Hd", "Art", "WWg")
HARM = ("recoil", "flee", "destroyed")
SCALE = SCALES["15mm"]


def facing_off(attacker: str, defender: str) -> Position:
    one = EDITION.read_troops(attacker, SCALE)
    two = EDITION.read_troops(defender, SCALE)
    a = Base("A", "red", one.code, one.kind, one.width, one.depth, (300.0, 300.0), direction(17.0))
    there = place("against", a.rectangle, two.width, two.depth)
    b = Base("B", "blue", two.code, two.kind, two.width, two.depth, there.front, there.facing)
    return Position("dba22", (600.0, 600.0), (a, b))


def enumerated(position: Position) -> dict[str, Counter[str]]:
    """The fates of both over all 36 rolls, asked one by one."""
    fates = {"A": Counter[str](), "B": Counter[str]()}
    for dice in product(range(1, 7), repeat=2):
        answer = ask(position, "combat", attacker="A", defender="B", dice=list(dice)).answer
        hit = answer.get("lost") or ([answer["loser"]] if "loser" in answer else [])
        for name in hit:
            fates[name][answer["outcome"]] += 1
    return fates


@pytest.mark.parametrize(("attacker", "defender"), list(product(CODES, repeat=2)))
def test_every_pair_agrees_with_all_36_rolls(attacker: str, defender: str) -> None:
    position = facing_off(attacker, defender)
    odds = ask(position, "odds", attacker="A", defender="B").answer
    counted = enumerated(position)
    for role, name in (("attacker", "A"), ("defender", "B")):
        for fate in ("recoil", "flee", "destroyed"):
            assert odds[role][fate].value * 36 == pytest.approx(counted[name][fate], abs=1e-9)


@pytest.mark.parametrize(("attacker", "defender"), list(product(CODES, repeat=2)))
def test_comparisons_agree_with_icepool(attacker: str, defender: str) -> None:
    position = facing_off(attacker, defender)
    mine, theirs = ask(position, "combat", attacker="A", defender="B").answer["factors"]
    odds = ask(position, "odds", attacker="A", defender="B").answer

    def outcome(a: int, b: int) -> str:
        if a == b:
            return "equal"
        if a > b:
            return "doubles" if a >= 2 * b else "beats"
        return "doubled" if b >= 2 * a else "beaten"

    table = icepool.map(outcome, icepool.d6 + mine, icepool.d6 + theirs)
    chance = {how: float(table.probability(how)) for how in ("equal", "beats", "doubles", "beaten", "doubled")}
    assert odds["equal"].value == pytest.approx(chance["equal"], abs=1e-12)
    for role, lost in (("attacker", ("beaten", "doubled")), ("defender", ("beats", "doubles"))):
        assert sum(Fraction(one.fraction) for one in odds[role].values()) == 1
        harmed = sum(odds[role][fate].value for fate in HARM)
        assert harmed <= chance["equal"] + sum(chance[how] for how in lost) + 1e-12


def test_knights_against_spears() -> None:
    odds = ask(facing_off("3Kn", "4Sp"), "odds", attacker="A", defender="B").answer
    assert odds["defender"]["destroyed"] == ExactChance(10 / 36, "5/18")
    assert odds["attacker"]["destroyed"] == ExactChance(4 / 36, "1/9")
