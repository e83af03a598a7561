"""Exact odds of shots against all 36 rolls asked one by one: every target, from before and behind, alone and helped."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from debellis.geometry.plane import direction
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.umpire.asking import ask
from debellis.umpire.editions import edition

SCALE = SCALES["15mm"]
SHOOTERS = {"dba22": ("4Bw", "Art", "WWg"), "rrr": ("Sh", "Gun", "Can", "WWg")}
HELPER = {"dba22": "4Bw", "rrr": "Sh"}
FOOT = ("4Sp", "4Pk", "4Bd", "4Ax", "4Bw", "2Ps", "4Wb", "7Hd", "Art", "WWg")
MOUNTED = ("El", "3Kn", "3Cv", "2LH", "SCh", "3Cm")
LATER_FOOT = ("Pk", "Bd", "Ax", "Bw", "Sk", "Wb", "Hd", "Sh", "Gun", "WWg", "Dr", "Rd")
LATER_MOUNTED = ("El", "Kn", "Cv", "LH", "Cm", "Pi")
TARGETS = {"dba22": (*MOUNTED, *FOOT), "rrr": (*LATER_MOUNTED, *LATER_FOOT)}
FATES = ("recoil", "flee", "destroyed", "change_sides")
PAIRS = [(name, *pair) for name in SHOOTERS for pair in product(SHOOTERS[name], TARGETS[name])]


def standing(rules: str, name: str, side: str, code: str, front: tuple[float, float], facing: float) -> Base:
    found = edition(rules).read_troops(code, SCALE)
    return Base(name, side, found.code, found.kind, found.width, found.depth, front, direction(facing))


def shooting_range(rules: str, shooter: str, target: str, behind: bool) -> Position:
    """A target with a shooter 40 mm before or behind it and a friend of that beside it."""
    hit = standing(rules, "T", "blue", target, (300.0, 300.0), 0.0)
    if behind:
        first = standing(rules, "S", "red", shooter, (300.0, 300.0 - hit.depth - 40.0), 0.0)
    else:
        first = standing(rules, "S", "red", shooter, (300.0, 340.0), 180.0)
    friend = standing(
        rules, "H", "red", HELPER[rules], (first.front[0] + 40.0, first.front[1]), 0.0 if behind else 180.0
    )
    return Position(rules, (600.0, 600.0), (hit, first, friend), active="red")


def enumerated(position: Position, shooters: list[str]) -> dict[str, Counter[str]]:
    """The fates of both over all 36 rolls."""
    fates: dict[str, Counter[str]] = {"T": Counter(), "S": Counter(), "H": Counter()}
    for dice in product(range(1, 7), repeat=2):
        answer: dict[str, Any] = ask(position, "shooting", shooters=shooters, target="T", dice=list(dice)).answer
        if "loser" in answer and answer["outcome"] != "no_effect":
            fates[answer["loser"]][answer["outcome"]] += 1
    return fates


@pytest.mark.parametrize("shooters", [["S"], ["S", "H"]], ids=["alone", "helped"])
@pytest.mark.parametrize("behind", [False, True], ids=["before", "behind"])
@pytest.mark.parametrize(("rules", "shooter", "target"), PAIRS)
def test_every_shot_agrees_with_all_36_rolls(
    rules: str, shooter: str, target: str, behind: bool, shooters: list[str]
) -> None:
    position = shooting_range(rules, shooter, target, behind)
    odds = ask(position, "odds_of_shot", shooters=shooters, target="T").answer
    assert odds["legal"] == ask(position, "shooting", shooters=shooters, target="T").answer["legal"]
    assert odds["legal"]
    counted = enumerated(position, shooters)
    suffers = odds["answered"] or odds["principal"]
    for role, name in (("target", "T"), ("shooter", suffers)):
        for fate in FATES:
            assert odds[role][fate].value * 36 == pytest.approx(counted[name][fate], abs=1e-9)
        harmed = sum(odds[role][fate].value for fate in FATES)
        assert odds[role]["no_effect"].value == pytest.approx(1 - harmed)
    assert not any(counted[name] for name in ("S", "H") if name != suffers)
