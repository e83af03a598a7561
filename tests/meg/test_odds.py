"""Exact odds against an enumeration of every score of every die, written anew, and against icepool."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import icepool
import pytest
from typer.testing import CliRunner

from debellis.cli.app import app
from debellis.meg.chances import odds_in_words, odds_of_test
from debellis.meg.units import unit_of
from debellis.umpire import ask
from debellis.umpire.questions import BadQuestion
from tests.meg.scenes import scene, unit, written

#: The faces of the dice, as the rules print them.
DICE = {
    "black": "wSbbbb",
    "white": "wwSbbb",
    "green": "kwwSbb",
    "yellow": "kwwwSb",
    "red": "kkwwwS",
}
LADDER = (("green", "green"), ("yellow", "green"), ("yellow", "white"), ("red", "white"), ("red", "black"))


def _dice(net: int) -> tuple[str, str]:
    better, worse = LADDER[min(abs(net), 4)]
    return (better, worse) if net >= 0 else (worse, better)


def _shares(told: dict[str, Any]) -> dict[str, Fraction]:
    return {name: Fraction(chance.fraction) for name, chance in told.items()}


class Side:
    """One side of an engagement that is played out with numbers alone: bases, wounds and what breaks it."""

    def __init__(self, bases: int, limit: int, wounds: int = 0) -> None:
        self.bases, self.limit, self.wounds, self.lost = bases, limit, wounds, 0

    def hit(self, face: str) -> None:
        if face == "w":
            self.wounds += 1
        self.lost += (face == "k") + self.wounds // 2
        self.wounds %= 2

    @property
    def broken(self) -> bool:
        return self.lost >= self.limit


def _played(nets: list[int], limits: tuple[int, int], wounds: tuple[int, int], shatters: bool) -> Iterator[Any]:
    """Every way in which pairs of files may roll one after the other, the left side shattering or not."""
    for scores in product(range(6), repeat=2 * len(nets)):
        one, other = Side(6, limits[0], wounds[0]), Side(6, limits[1], wounds[1])
        lying = [0] * len(nets)
        # Red picks its leftmost, then blue its own leftmost, which is red's rightmost, and so on.
        order = [i // 2 if i % 2 == 0 else len(nets) - 1 - i // 2 for i in range(len(nets))]
        done: set[int] = set()
        for at, i in enumerate(order):
            if one.broken or other.broken:
                break
            mine, theirs = _dice(nets[i] + lying[i])
            face, reply = DICE[mine][scores[2 * at]], DICE[theirs][scores[2 * at + 1]]
            done.add(i)
            other.hit(face)
            one.hit(reply)
            if shatters and face in "kS":
                for near in (i - 1, i + 1):
                    if 0 <= near < len(nets) and near not in done:
                        lying[near] = 2
        yield (one.lost, other.lost), (one.broken, other.broken)


def _brute(nets: list[int], limits: tuple[int, int], wounds: tuple[int, int] = (0, 0), shatters: bool = False) -> Any:
    counted = Counter(_played(nets, limits, wounds, shatters))
    total = sum(counted.values())
    return {key: Fraction(times, total) for key, times in counted.items()}


def _lost(count: int, colour: str, wounds: int) -> Any:
    """The bases lost by some dice of a colour by icepool: a skull counts ten and a wound one, until all have rolled."""
    die = icepool.Die([{"k": 10, "w": 1}.get(face, 0) for face in DICE[colour]])
    return (count @ die).map(lambda sum_of: sum_of // 10 + (sum_of % 10 + wounds) // 2)


def _compare(told: dict[str, Any], chances: dict[Any, Fraction]) -> None:
    for i, side in enumerate(("red", "blue")):
        lost: dict[str, Fraction] = {}
        for (counts, _), share in chances.items():
            lost[str(counts[i])] = lost.get(str(counts[i]), Fraction(0)) + share
        assert _shares(told["bases"][side]) == lost
        mean = sum((counts[i] * share for (counts, _), share in chances.items()), Fraction(0))
        assert Fraction(told["expected"][side].fraction) == mean
        broken = sum((share for (_, fallen), share in chances.items() if fallen[i]), Fraction(0))
        assert Fraction(told["broken"][side].fraction) == broken
    both = sum((share for (_, fallen), share in chances.items() if all(fallen)), Fraction(0))
    assert Fraction(told["both_broken"].fraction) == both


def test_three_even_files_in_melee_agree_with_icepool() -> None:
    position = scene(unit("A", "red", front=[600, 500], facing=20), unit("B", "blue", against="A"))
    told = ask(position, "odds_of_engagement", unit="A", enemy="B").answer
    lost = _lost(3, "green", 0)
    assert _shares(told["bases"]["red"]) == {str(n): lost.probability(n) for n in lost.outcomes()}
    _compare(told, _brute([0, 0, 0], (4, 4)))


def test_an_engagement_ends_when_somebody_breaks() -> None:
    position = scene(
        unit("A", "red", front=[600, 500], facing=0, bases=3, files=3, original=6, wounds=1),
        unit("B", "blue", against="A", bases=3, files=3, original=6, quality="superior"),
    )
    told = ask(position, "odds_of_engagement", unit="A", enemy="B").answer
    _compare(told, _brute([-1, -1, -1], (1, 1), (1, 0)))
    assert told["broken"]["red"].value > told["broken"]["blue"].value > 0


def test_a_shatter_helps_the_files_that_have_not_rolled() -> None:
    position = scene(
        unit("A", "red", front=[600, 500], facing=90, type="cavalry", melee="charging lancer", bases=6),
        unit("B", "blue", against="A"),
        phase="2.7",
        charges=({"by": "A", "on": ["B"], "moved": True},),
    )
    assert ask(position, "claims", file="A/1", against="B/3", combat="charge").answer["net"] == 2
    told = ask(position, "odds_of_engagement", unit="A", enemy="B").answer
    _compare(told, _brute([2, 2, 2], (4, 4), shatters=True))


def test_a_file_that_touches_two_is_answered_by_one() -> None:
    position = scene(
        unit("A", "red", front=[600, 500], facing=0, bases=2, files=1, original=4),
        unit("B", "blue", against="A", shift=-20, bases=4, files=2),
        phase="2.7",
    )
    told = ask(position, "odds_of_engagement", unit="A", enemy="B").answer
    dice = {"own": DICE["green"], "alone": DICE["green"]}
    lost: Counter[int] = Counter()
    for one, two in product(dice["own"], dice["alone"]):
        side = Side(2, 1)
        side.hit(one)
        side.hit(two)
        lost[side.lost] += 1
    # It has lost two of four already, and the next breaks it; then the other file rolls no more.
    assert Fraction(told["broken"]["red"].fraction) == Fraction(sum(lost[n] for n in lost if n), 36)


def test_supporting_files_roll_one_colour_lower() -> None:
    position = scene(
        unit("A", "red", front=[600, 500], facing=0, bases=6, files=3),
        unit("B", "blue", against="A", shift=40, bases=2, files=1, original=2, quality="average"),
    )
    told = ask(position, "odds_of_engagement", unit="A", enemy="B").answer
    survived = Fraction(0)
    # One green die, then two white ones as long as B stands; one base of two lost does not break it, two do.
    for faces in product(DICE["green"], DICE["white"], DICE["white"]):
        side = Side(2, 2)
        for face in faces:
            if not side.broken:
                side.hit(face)
        survived += Fraction(not side.broken, 216)
    assert Fraction(told["broken"]["blue"].fraction) == 1 - survived


@pytest.mark.parametrize(("tests", "files"), [(1, 3), (2, 4)])
def test_tests_of_nerve_agree_with_icepool(tests: int, files: int) -> None:
    position = scene(
        unit("A", "red", front=[600, 500], facing=0, bases=2 * files, files=files, wounds=1, quality="poor")
    )
    told = ask(position, "odds_of_kab", unit="A", cause="burst_through").answer
    assert (told["tests"], told["die"]) == (tests, "green")
    lost = _lost(tests, "green", 1)
    assert _shares(told["bases"]) == {str(n): lost.probability(n) for n in lost.outcomes()}
    assert told["broken"].fraction == "0"


def test_the_fates_of_a_general() -> None:
    general = {"id": "G", "side": "red", "rank": "talented", "with": "A/1", "fighting": True}
    position = scene(unit("A", "red", front=[600, 500], facing=0), generals=(general,))
    told = ask(position, "odds_of_kab", general="G").answer
    # Four cards: the green die has one skull, two wounds, one S and two blanks.
    fates = {fate: Fraction(told[fate].fraction) for fate in ("killed", "wounded", "stunned", "unhurt")}
    sixth = Fraction(1, 6)
    assert fates == {"killed": sixth, "wounded": 2 * sixth, "stunned": sixth, "unhurt": 2 * sixth}


def test_a_test_needs_somebody() -> None:
    with pytest.raises(BadQuestion, match="needs a unit or a general"):
        ask(scene(unit("A", "red", front=[600, 500], facing=0)), "odds_of_kab", cause="fighting")


def test_who_does_not_fight_has_no_engagement() -> None:
    position = scene(unit("A", "red", front=[600, 500], facing=0), unit("B", "blue", front=[600, 700], facing=180))
    with pytest.raises(BadQuestion, match="A and B do not fight each other"):
        ask(position, "odds_of_engagement", unit="A", enemy="B")
    assert ask(position, "odds_of_engagement").answer == {"engagements": []}


def test_the_command_tells_engagements(tmp_path: Path) -> None:
    file = tmp_path / "lines.toml"
    file.write_text(written(unit("A", "red", front=[600, 500], facing=0), unit("B", "blue", against="A")))
    told = json.loads(CliRunner().invoke(app, ["odds", str(file), "--json"]).stdout)
    assert told["engagements"][0]["who"] == {"red": "A", "blue": "B"}
    assert Fraction(told["engagements"][0]["bases"]["red"]["0"]["fraction"]) == Fraction(3, 8)
    shown = CliRunner().invoke(app, ["odds", str(file)]).stdout
    assert "A and B" in shown
    assert "37.5 %" in shown


def test_the_command_refuses_a_position_without_fights(tmp_path: Path) -> None:
    file = tmp_path / "alone.toml"
    file.write_text(written(unit("A", "red", front=[600, 500], facing=0)))
    result = CliRunner().invoke(app, ["odds", str(file)])
    assert result.exit_code != 0
    assert "nobody fights" in result.stderr


@pytest.mark.parametrize(
    ("wounds", "says"),
    [
        # White: two wounds, an S and three blanks. A first wound marks, a second takes a base.
        (0, "(odds: left with a wound 1/3)"),
        (1, "(odds: a base lost 1/3, left with a wound 2/3)"),
    ],
)
def test_a_test_that_is_rolled_without_a_decision_tells_its_odds(wounds: int, says: str) -> None:
    position = scene(unit("A", "red", front=[600, 400], facing=0, bases=8, files=4, wounds=wounds))
    assert odds_in_words(odds_of_test(position, unit_of(position, "A"), "white")) == says


def test_doomed_bases_count_for_the_break() -> None:
    """Of eight bases five are left, and the fifth that goes breaks it. Red: two skulls, three wounds, an S."""
    position = scene(unit("A", "red", front=[600, 400], facing=0, bases=5, files=3, wounds=1, original=8))
    one = unit_of(position, "A")
    assert odds_in_words(odds_of_test(position, one, "red")) == "(odds: a base lost 5/6, left with a wound 1/2)"
    doomed = odds_of_test(position, one, "red", doomed=1)
    assert odds_in_words(doomed) == "(odds: a base lost 5/6, left with a wound 1/6, broken 5/6)"
