"""The army lists of DBM: what they cost, what they count for, and that their ready rosters may be fielded."""

from __future__ import annotations

import pytest

from debellis.dbm.armies.equivalents import army_breaks_at, command_breaks_at, equivalents_of
from debellis.dbm.armies.lists import ArmyList, armies, lines_of, read_list, ready_commands
from debellis.dbm.armies.points import NO_LIST, army_cost, cost
from debellis.dbm.troops import Troop
from debellis.mechanics.army_files import BadArmy
from debellis.mechanics.tables import load
from debellis.table.position import Position
from debellis.umpire.editions import edition
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding, Ruling

EDITIONS = ("dbm31", "dbm32")
LISTS = tuple(armies("dbm31"))


def table_of(name: str) -> Position:
    """An empty table of an edition."""
    return Position(edition=name, size=(1800.0, 1200.0))


def ask(name: str, question: str, **arguments: object) -> Ruling:
    return edition(name).questions[question].ask(table_of(name), arguments)


def test_there_are_sixteen_lists() -> None:
    assert len(LISTS) == 16
    assert tuple(armies("dbm32")) == LISTS


@pytest.mark.parametrize("name", LISTS)
def test_lines_cost_and_count_what_their_file_says(name: str) -> None:
    army = armies("dbm31")[name]
    lines = lines_of("dbm31", army)
    for entry in army.entry:
        element = lines[entry.key].element
        told = {"dbm31": entry.ap["3.1"], "dbm32": entry.ap["3.2"]}
        for rules in EDITIONS:
            assert cost(table_of(rules), element, NO_LIST, Finding()) == told[rules], entry.key
            assert equivalents_of(table_of(rules), (element,), Finding()) == entry.ee, entry.key


@pytest.mark.parametrize("name", LISTS)
def test_rosters_cost_what_their_file_says(name: str) -> None:
    army = armies("dbm31")[name]
    told = {"dbm31": army.roster_ap["3.1"], "dbm32": army.roster_ap["3.2"]}
    for rules in EDITIONS:
        found = [army_cost(table_of(rules), c, army, {}, Finding()) for c in ready_commands(rules, army)]
        assert sum(found) == told[rules]
        if rules == "dbm31":
            assert found == [roster.ap["3.1"] for roster in army.command]


@pytest.mark.parametrize("name", LISTS)
def test_rosters_break_where_their_file_says(name: str) -> None:
    army = armies("dbm31")[name]
    table = table_of("dbm31")
    commands = ready_commands("dbm31", army)
    strengths = [equivalents_of(table, command, Finding()) for command in commands]
    assert strengths == [roster.ee for roster in army.command]
    assert [command_breaks_at(table, strength) for strength in strengths] == [r.break_ee for r in army.command]
    assert [len(command) for command in commands] == [roster.elements_total for roster in army.command]
    assert sum(len(command) for command in commands) == army.roster_elements
    assert sum(strengths) == army.roster_ee
    assert army_breaks_at(table, sum(strengths)) == army.army_break_ee


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("name", LISTS)
def test_rosters_may_be_fielded(rules: str, name: str) -> None:
    army = armies(rules)[name]
    by_line = [dict(roster.elements) for roster in army.command]
    by_notation = [[element.notation for element in command] for command in ready_commands(rules, army)]
    for commands in (by_line, by_notation):
        ruling = ask(rules, "may_field", army=name, commands=commands, baggage=6)
        assert ruling.answer["faults"] == []


@pytest.mark.parametrize("name", LISTS)
def test_one_more_than_the_most_is_refused(name: str) -> None:
    army = armies("dbm31")[name]
    commands = [dict(roster.elements) for roster in army.command]
    line = max(army.entry, key=lambda entry: entry.max)
    taken = sum(command.get(line.key, 0) for command in commands)
    commands[0][line.key] = commands[0].get(line.key, 0) + 1 + line.max - taken
    ruling = ask("dbm31", "may_field", army=name, commands=commands, size=[0, 1000])
    assert ruling.answer["legal"] is same_troops_elsewhere(army, line.key)


def same_troops_elsewhere(army: ArmyList, key: str) -> bool:
    """Whether another line offers the same troops, so that one more of them may be its."""
    lines = lines_of("dbm31", army)
    own = lines[key]
    return any(
        other.what == own.what and other.rank == own.rank and other.mounts == own.mounts
        for name, other in lines.items()
        if name != key
    )


def test_every_price_names_troops_that_are() -> None:
    for row in load("dbm31")["cost"]:
        what = Troop(row["drill"], row["type"], row["grade"])
        text = f"{what.drill} {what.type} ({what.grade})"
        assert ask("dbm31", "points", elements=[text]).answer == row["ap"]["3.1"]
        assert ask("dbm32", "points", elements=[text]).answer == row["ap"]["3.2"]
        assert ask("dbm32", "equivalents", elements=[text]).answer == row["ee"]


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("points", {"elements": ["Reg Xx (O)"]}),
        ("points", {"elements": ["Irr Bts (F)"]}),
        ("points", {"elements": ["Irr Sp (O)"], "army": "nobody"}),
        ("points", {"elements": ["Irr Sp (O)"], "army": {"entry": [{"key": "a"}]}}),
        ("points", {"elements": ["Irr Sp (O)"], "army": {"entry": [{"key": "a", "max": 2, "troops": "Sp"}]}}),
        ("points", {"elements": ["Irr Sp (O)"], "fortifications": {"moat": 2}}),
        ("points", {"elements": ["Irr Sp (O)"], "fortifications": {"TF": -2}}),
        ("may_field", {"army": "gallic"}),
        ("may_field", {"army": "gallic", "elements": {"elephant": 1}}),
        ("may_field", {"commands": [{"cav": 2}]}),
        ("may_field_allies", {"army": "gallic", "contingent": {"cav": -1}}),
        ("may_field_allies", {"army": 7, "contingent": []}),
        ("may_assign_baggage", {"to": {"C": 6}}),
        ("may_assign_baggage", {"to": {"C": 6}, "commands": [{"id": "D", "general": "C-in-C"}]}),
        ("general_drill", {"general": "Irr El (O)", "use": "cost"}),
        ("victory", {"commands": [{"side": "green", "strength": 3}]}),
        ("victory", {"commands": [{"side": "red", "strength": -3}]}),
        ("victory", {"commands": [{"side": "red", "strength": 3}], "baggage": {"red": {"eaten": 2}}}),
        ("civil_war", {"parties": [{"army": "gallic"}, {"army": "gallic"}]}),
        ("changes_sides", {"command": "nobody"}),
        ("on_foot", {"command": "nobody"}),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(question: str, arguments: dict[str, object]) -> None:
    with pytest.raises(BadQuestion) as refusal:
        ask("dbm31", question, **arguments)
    assert refusal.value.sentence


@pytest.mark.parametrize(
    "entry",
    [
        [{"key": "a", "max": 1, "min": 2, "troops": "Irr Sp (O)"}],
        [{"key": "a", "max": 1, "troops": "Irr Sp (O)"}, {"key": "a", "max": 1, "troops": "Irr Ps (O)"}],
        [{"key": "a", "max": 1, "troops": "Irr Cv (S)", "in_front_of": "b"}],
        [{"key": "a", "max": 1, "troops": "Irr Sp (O)", "colour": "red"}],
    ],
)
def test_a_list_that_cannot_be_is_refused(entry: list[dict[str, object]]) -> None:
    with pytest.raises(BadArmy):
        read_list("dbm31", {"entry": entry})


def test_victory_without_commands_is_a_draw() -> None:
    answer = ask("dbm31", "victory").answer
    assert answer["defeated"] == []
    assert answer["points"] == {"red": 5.0, "blue": 5.0}
