"""Every sentence a person reads: the unit of the edition, names in place of keys, plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.game import Game
from debellis.battle.playable import playable, rules_of
from debellis.battle.rules import Rules
from debellis.battle.stream import seed_of
from debellis.casebook.case import Case
from debellis.casebook.playing import rulings
from debellis.cli.app import app
from debellis.dbm.playing.game import FAMILY
from debellis.generals.players import computer
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.umpire.editions import available, edition
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.telling import SENTENCES, say_length, tell, teller, terrain_name
from tests.shipped import case as shipped_case

ROOT = Path(__file__).parent.parent.parent
CASES = ROOT / "cases"
#: Turns of phrase that players stumbled over.
ODD = re.compile(
    r"so many|so much|a turn less|stand as they may|found in [A-Z]{3}\b|not to be decided|being thought about"
    r"|as good as new|may (?:not )?\w+ so\b|nobody asked for|is wanting",
    re.IGNORECASE,
)
#: A key of the program: words joined by underscores, or the key of a built-up area.
KEY = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\bbua\d*\b")
#: What a sentence quotes is meant to be typed.
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`")
LENGTH = re.compile(r"\d mm\b")


def faults(sentence: str, names: frozenset[str] = frozenset()) -> list[str]:
    """What is wrong with a sentence. `names` are ids that the author of a case chose."""
    said = QUOTED.sub("", sentence)
    keys = [key for key in KEY.findall(said) if key not in names]
    return [*keys, *ODD.findall(said), *LENGTH.findall(said)]


def sentences(ruling: Ruling) -> Iterator[str]:
    """The sentences of a ruling; the details, which are in millimetres, are not among them."""
    yield from (reason.says for reason in ruling.because)
    yield from (line.reason for sheet in ruling.sheets for line in sheet.lines)
    yield from (mark.label for mark in ruling.drawing)
    if isinstance(ruling.answer, dict):
        for key in SENTENCES & ruling.answer.keys():
            told = ruling.answer[key]
            yield from [told] if isinstance(told, str) else told


def names_of(case: Case) -> frozenset[str]:
    """The ids that the author of a case chose. An id that is the key of a kind of ground is no name."""
    kinds = edition(case.position.edition).ground
    found = re.findall(r'\bid\s*=\s*"([^"]+)"', case.case_text.text)
    return frozenset(name for name in found if name.rstrip("0123456789") not in kinds)


@pytest.mark.parametrize("name", available())
def test_no_ruling_of_the_casebook_shows_a_key_or_a_foreign_unit(name: str) -> None:
    wrong: dict[str, str] = {}
    read = 0
    for file in sorted((CASES / name).rglob("*.toml")):
        case = shipped_case(file)
        names = names_of(case)
        for step, ruling in rulings(case):
            for sentence in sentences(ruling):
                read += 1
                if found := faults(sentence, names):
                    wrong[sentence] = f"{file.name}, {step.question}: {found}"
    assert read > 10
    assert not wrong


def test_no_account_of_a_kept_battle_does() -> None:
    told = [
        line
        for file in sorted((ROOT / "tests" / "battles").rglob("*.txt"))
        for line in file.read_text("utf-8").splitlines()
    ]
    assert len(told) > 1000
    assert not {line: found for line in told if (found := faults(line))}


@pytest.mark.parametrize("rules", [*map(rules_of, playable()), Game("dbm31", FAMILY)], ids=lambda rules: rules.edition)
def test_no_account_of_a_new_battle_does(rules: Rules) -> None:
    general, secret = computer("random", 5), seed_of(5)
    first, second = list(rules.survey.armies())[:2]
    battle = Battle(rules, {"red": first, "blue": second, "variety": 5, "limit": 1}, StreamOfDice(secret), secret)
    while battle.result is None:
        battle.play(general.choose(rules, battle.state))
    told = [event.says for event in battle.events]
    told += [sentence for event in battle.events if event.ruling is not None for sentence in sentences(event.ruling)]
    assert len(told) > 20
    assert not {line: found for line in told if (found := faults(line))}


def helps(command: click.Command) -> Iterator[str]:
    """The help of a command, of its options and of its subcommands."""
    yield from (text for text in (command.help, command.short_help) if text)
    yield from (text for option in command.params if (text := getattr(option, "help", None)))
    for other in getattr(command, "commands", {}).values():
        yield from helps(other)


def test_no_help_of_the_command_line_does() -> None:
    told = list(helps(typer.main.get_command(app)))
    assert len(told) > 50
    assert not {text: found for text in told if (found := faults(text))}


@pytest.mark.parametrize(
    ("unit", "mm", "said"),
    [
        ("paces", 50.0, "200 paces"),
        ("paces", 0.25, "1 pace"),
        ("paces", 50.1, "200.4 paces"),
        ("paces", 0.002, "0.008 paces"),
        ("paces", 0.0, "0 paces"),
        ("MU", 47.0, "2.35 MU"),
        ("BW", 60.0, "1.5 BW"),
        ("inches", 25.4, "1 inch"),
    ],
)
def test_a_length_is_said_in_the_unit_of_the_edition(unit: str, mm: float, said: str) -> None:
    assert say_length(SCALES["15mm"], unit, mm) == said


def test_an_account_rounds() -> None:
    said = [say_length(SCALES["15mm"], unit, 47.03, roughly=True) for unit in ("paces", "MU", "BW")]
    assert said == ["188 paces", "2.4 MU", "1.2 BW"]
    assert say_length(SCALES["15mm"], "paces", 0.1, roughly=True) == "0.4 paces"


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "A goes 50.30 mm, 0.30 mm more than the 50 mm of Blades",
            "A goes 201.2 paces, 1.2 paces more than the 200 paces of Blades",
        ),
        ("it is 60.0 by 80.0 mm", "it is 240 by 320 paces"),
        ("4Bd is 15 millimetres deep in this scale", "4Bd is 15 millimetres deep in this scale"),
        ("steep_hill2 is bad going for A", "the second steep hill is bad going for A"),
        ("steep_hill and woods3 must lie apart.", "The steep hill and the third woods must lie apart."),
        ("a steep_hill is bad going, a river is not", "a steep hill is bad going, a river is not"),
        ("there is no option 'steep_hill'", "there is no option 'steep_hill'"),
    ],
)
def test_a_sentence_is_told_in_the_words_of_the_edition(sentence: str, told: str) -> None:
    say = teller(Position("dba22", (600.0, 600.0)))
    assert say(sentence) == told
    assert say(told) == told


def test_only_the_sentences_of_a_ruling_are_told_anew() -> None:
    finding = Finding()
    finding.cite("BOB-MOV-3c", "the gap is 40 mm")
    finding.measure("steep_hill to B", 40.0)
    finding.draw("line", ((0.0, 0.0), (40.0, 0.0)), "distance", "40.0 mm")
    says = "bua is 40 mm away"
    answer = {"legal": False, "faults": [says], "elements": {"R2": [says]}, "at": "steep_hill2", "distance": 40.0}
    told = tell(Position("dba22", (600.0, 600.0)), finding.rule("may_move", answer))
    assert told.because[0].says == "the gap is 160 paces"
    assert (told.measures[0].name, told.measures[0].value, told.measures[0].unit) == ("the steep hill to B", 40.0, "mm")
    assert told.drawing[0].label == "160 paces"
    plain = ["the town is 160 paces away"]
    assert told.answer == {**answer, "faults": plain, "elements": {"R2": plain}}


def test_a_piece_of_terrain_has_a_name() -> None:
    position = Position("dba22", (600.0, 600.0))
    called = [terrain_name(position, name) for name in ("woods", "rough2", "bua", "Teutoburg")]
    assert called == ["the woods", "the second rough ground", "the town", "Teutoburg"]
