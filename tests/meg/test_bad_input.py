"""What is written wrong in a case of Mortem et Gloriam: one clear sentence each, with the line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from debellis.casebook import CaseError, reading, run_case
from debellis.casebook.case_text import CaseText
from debellis.casebook.reading import read_case
from debellis.casebook.shipped import cases_directory
from debellis.table.position import Position
from debellis.umpire import ask
from debellis.umpire.editions import edition
from debellis.umpire.questions import BadQuestion, Kind

CASE = """title = "Pikes and spears"
edition = "meg"

[[unit]]
id = "A"
side = "red"
kind = "TuG"
type = "infantry"
order = "close"
training = "formed"
quality = "average"
melee = "pike"
bases = 8
files = 2
front = [600, 400]
facing = 0

[[unit]]
id = "B"
side = "blue"
kind = "TuG"
type = "infantry"
order = "close"
bases = 6
files = 3
against = "A"

[[general]]
id = "G"
side = "red"
with = "A/1"

[[ask]]
question = "file"
base = "A/1.1"
answer = ["A/1.1", "A/1.2", "A/1.3", "A/1.4"]
"""

WRONG = (
    ("bases = 8", "bases = 0", 13, "bases is 0 but must be a whole number, 1 or more"),
    ("bases = 8\n", "", 4, "unit A has no bases; give the number of its bases"),
    ("files = 2", "files = 9", 14, "unit A has only 8 bases and cannot stand 9 files wide"),
    ("bases = 8", "bases = 16", 14, "unit A cannot be so: 16 bases in 2 files are 8 ranks deep, and at most 6"),
    ("bases = 8", "bases = 8\noriginal = 4", 14, "unit A has 8 bases but began with only 4"),
    ('melee = "pike"', 'melee = "club"', 12, "melee of unit A is 'club'; known are short spear"),
    ('melee = "pike"', 'traits = ["flying"]', 12, "traits of unit A is 'flying'; known are melee expert"),
    ('melee = "pike"', 'form = "skirmisher"', 12, "unit A cannot be so: form is for flexible troops"),
    ('melee = "pike"', "mounted = true", 12, "unit A cannot be so: mounted is for infantry with"),
    ('melee = "pike"', 'formation = "cantabrian"', 12, "unit A cannot be so: the Cantabrian formation is for mounted"),
    ('melee = "pike"', 'horse = "ArmHrs"', 12, "unit A cannot be so: only cavalry, camelry and chariots have"),
    ('melee = "pike"', "slowed = -1", 12, "unit A cannot be so: slowed is 0 or more base widths"),
    ('melee = "pike"', "wounds = 2", 12, "wounds is 2 but must be 0 or 1: a second wound takes a base"),
    ('order = "close"', 'order = "skirmisher"', 9, "unit A cannot be so: skirmishers are a SuG"),
    ('kind = "TuG"', 'kind = "SuG"\nformation = "orb"', 8, "unit A cannot be so: only a TuG forms orb"),
    ('with = "A/1"', 'with = "A/5"', 31, "unit A has no file 'A/5'"),
    ('with = "A/1"', 'with = "B/1"', 31, "general G cannot be with B, which is of the other side"),
    ('base = "A/1.1"', 'base = "A/7.1"', 35, "base must be a base on the table, as in \"A/2.1\", and 'A/7.1' is none"),
    ('against = "A"', 'against = "Z"', 26, "against names 'Z', but there is no such unit; there are A, B"),
)


@pytest.mark.parametrize(("written", "instead", "line", "sentence"), WRONG)
def test_one_sentence_with_its_line(written: str, instead: str, line: int, sentence: str) -> None:
    assert CASE.count(written) >= 1
    text = CASE.replace(written, instead, 1)
    try:
        results, _ = run_case(reading.case_from(CaseText("case.toml", text)))
    except CaseError as error:
        assert sentence in str(error)
        assert error.line == line
        return
    assert [sentence in (result.error or "") for result in results] == [True]
    assert [result.line for result in results] == [line]


def test_a_charge_on_friends_is_refused() -> None:
    text = CASE + '\n[[charge]]\nby = "A"\non = "A"\n'
    with pytest.raises(CaseError, match="line 40: A cannot charge A, which is of the same side"):
        reading.case_from(CaseText("case.toml", text))


def test_nobody_off_the_table_is_asked_about() -> None:
    text = CASE.replace('against = "A"', "undeployed = true")
    position = reading.case_from(CaseText("case.toml", text)).position
    with pytest.raises(BadQuestion, match="B is not there"):
        ask(position, "engaged", unit="B")
    assert ask(position, "points", unit="B").answer > 0


def test_armies_without_bases_are_refused() -> None:
    position = reading.case_from(CaseText("case.toml", CASE)).position
    with pytest.raises(BadQuestion, match="must have bases"):
        ask(position, "may_field", army={"ug": [{"kind": "TuG", "type": "infantry"}]})


def _positions() -> Iterator[Position]:
    for file in sorted((cases_directory() / "meg").rglob("*.toml")):
        yield read_case(file, answered=False).position


def _guess(kind: str, position: Position, dice: random.Random) -> Any:
    """Some value that might be of a kind: mostly right in form, often wrong in meaning."""
    units = [unit.id for unit in position.units or ()]
    bases = [base.id for base in position.bases]
    place = {"front": [dice.randint(0, 1800), dice.randint(0, 1200)], "facing": dice.randint(0, 359)}
    if kind.startswith("list of "):
        return [_guess(kind[8:], position, dice) for _ in range(dice.randint(1, 2))]
    if kind.startswith("table of "):
        return {side: _guess(kind[9:], position, dice) for side in ("red", "blue")}
    if " | " in kind:
        return dice.choice(kind.split(" | "))
    ready: dict[str, Any] = {
        "base": dice.choice(bases or [""]),
        "file": dice.choice(bases or [""]).removesuffix(".1"),
        "general": dice.choice([general.id for general in position.generals or ()] or [""]),
        "feature": dice.choice([piece.id for piece in position.terrain] or [""]),
        "prompted action": dice.choice(["M1", "M2", "M9", "MF1", "MF2", "F1", "F2", "C2", "C4", "E1"]),
        "prompted action or move": dice.choice(["M2", "charge", "rout"]),
        "sub-phase": dice.choice(["2.1", "2.6", "4.3", "5.2"]),
        "die": dice.randint(1, 6),
        "whole number": dice.randint(0, 9),
        "number": dice.randint(-50, 90),
        "true or false": dice.random() < 0.5,
        "place": place,
        "point": place["front"],
        "wheel": {"degrees": dice.randint(-10, 100), "pivot": "left"},
        "contraction": {"files": dice.randint(1, 3), "drop": "right"},
        "step": dice.choice(
            [{"advance": 40}, {"back": 9}, {"wheel": 400, "pivot": "left"}, {"turn": 90}, {"shift": 20}]
        ),
        "end of a base": {"base": dice.choice(bases or [""]), **place},
        "end of a unit group": {"unit": dice.choice(units or [""]), **place},
        "part of a double move": {"action": "M2", "steps": [{"advance": 40}]},
        "place of an element": {"element": 1, **place},
        "table": dice.choice([{}, {"ug": [{"kind": "TuG", "bases": 4}]}, {"ug": 3}]),
        "text": dice.choice([*units, "woods", "legendary", "nobody"]),
        "unit group, file or place": dice.choice([place, *units, *bases]),
    }
    return ready.get(kind, dice.choice(units or [""]))


def _arguments(kinds: dict[str, Kind], position: Position, dice: random.Random) -> dict[str, Any]:
    asked = (name for name, kind in kinds.items() if not kind.optional or dice.random() < 0.4)
    return {name: _guess(kinds[name].name, position, dice) for name in asked}


def test_every_question_answers_or_refuses_in_a_sentence() -> None:
    dice = random.Random(19)
    positions = list(_positions())
    answered: set[str] = set()
    for question in edition("meg").questions.values():
        for _ in range(40):
            position = dice.choice(positions)
            try:
                ask(position, question.name, **_arguments(question.arguments, position, dice))
                answered.add(question.name)
            except BadQuestion as bad:
                assert str(bad)
                assert "\n" not in str(bad)
    assert len(answered) > 70
