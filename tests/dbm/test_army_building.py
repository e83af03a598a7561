"""Armies of DBM that players choose: what lists offer, all faults at once, and the battle that begins with them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from debellis.battle.army_building import CheckedArmy, ChosenArmy, ChosenCommand
from debellis.battle.game import Game
from debellis.battle.playable import army_builder_of
from debellis.dbm.armies.chosen import ready_army
from debellis.dbm.armies.lists import armies, read_list
from debellis.dbm.armies.offers import offers_of
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.setting_up.start import begin
from debellis.dbm.troops import service, troop
from debellis.mechanics.army_files import BadArmy, read_chosen
from debellis.table.position import Position
from debellis.table.value import replace
from tests.dbm.test_armies import ask

EDITIONS = ("dbm31", "dbm32")
LISTS = tuple(armies("dbm31"))

#: Carthaginians with a contingent of Gauls, whose list asks for 4 to 12 cavalry, 40 to 84 warriors, 2 to 8
#: skirmishers: a contingent has 1 to 4, 10 to 28 and 1 to 2 of them. It costs 136 + 118 + 58 points.
WITH_GAULS = ChosenArmy(
    "later_carthaginian",
    (
        ChosenCommand({"cinc": 1, "african": 12, "numidian": 4, "elephant": 2}, "C"),
        ChosenCommand({"sub": 1, "scutari": 8, "punic_cav": 3, "caetrati": 2, "gaul": 8, "balear": 2}, "L"),
        ChosenCommand({"cinc": 1, "cav": 2, "warrior": 10, "skirm": 1}, "G", "gallic"),
    ),
)


def check(chosen: ChosenArmy, edition: str = "dbm31") -> CheckedArmy:
    return army_builder_of(edition).check(chosen)


def said(checked: CheckedArmy) -> str:
    return " ".join(fault.says for fault in checked.faults)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", LISTS)
def test_the_ready_army_of_every_list_may_be_fielded(edition: str, name: str) -> None:
    builder = army_builder_of(edition)
    (ready,) = builder.offers(name).ready
    checked = builder.check(ready)
    told = armies(edition)[name].roster_ap["3.1" if edition == "dbm31" else "3.2"]
    assert checked.legal, checked.faults
    assert checked.size == told == sum(one.points for one in checked.commands)
    assert checked.strength == armies(edition)[name].roster_ee
    assert checked.breaks_at == armies(edition)[name].army_break_ee


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", LISTS)
def test_every_offer_can_be_chosen_at_its_price(edition: str, name: str) -> None:
    builder = army_builder_of(edition)
    offers = builder.offers(name)
    empty = builder.check(ChosenArmy(name, (ChosenCommand({}, "C"),)))
    for line in offers.lines:
        for offer in line.offers:
            checked = builder.check(ChosenArmy(name, (ChosenCommand({offer.id: 1}, "C"),)))
            assert checked.size - empty.size == offer.points
            assert "nothing the list offers" not in said(checked)
            assert "No line of the list" not in said(checked)


def test_all_faults_are_told_at_once_with_clause_line_and_points() -> None:
    """A Gallic army without its chief, with one cavalry too many (13 of 12), of 300 points at most."""
    (ready,) = army_builder_of("dbm31").offers("gallic").ready
    first, *others = ready.commands
    entry = {line.key: line for line in army_builder_of("dbm31").offers("gallic").lines}
    cavalry = next(key for key in first.elements if "cav" in key)
    taken = sum(one.elements.get(cavalry, 0) for one in ready.commands)
    elements = dict(first.elements)
    elements.pop("cinc")
    elements[cavalry] += entry[cavalry].most - taken + 1
    wrong = replace(ready, commands=(replace(first, elements=elements), *others), points=300.0)
    faults = check(wrong).faults
    by_line = {fault.line: fault for fault in faults}
    assert by_line["cinc"].clauses == ("DBM-B31.1",)
    assert by_line["cinc"].points == entry["cinc"].offers[0].points
    assert by_line[cavalry].points == entry[cavalry].offers[0].points
    over = next(fault for fault in faults if "points" in fault.says)
    assert over.clauses == ("DBM-B5.1",)
    assert over.points == check(wrong).size - 300.0
    assert any("C-in-C" in fault.says for fault in faults)
    assert any("led by one general" in fault.says for fault in faults)


def test_elements_nobody_knows_are_faults_and_the_rest_is_still_checked() -> None:
    chosen = ChosenArmy("gallic", (ChosenCommand({"cinc": 1, "dragons": 2, "Reg Kn (F)": 1}, "C"),), works={"moat": 2})
    text = said(check(chosen))
    assert "Command C: dragons = 2 is nothing the list offers" in text
    assert "No line of the list offers Reg Kn (F)" in text
    assert "no fortifications 'moat'" in text
    assert "at least" in text


def test_names_of_commands_are_short_and_differ() -> None:
    (ready,) = army_builder_of("dbm31").offers("viking").ready
    one, two, three = ready.commands
    twice = replace(ready, commands=(one, replace(two, name=one.name), replace(three, name="the right wing")))
    assert "Two commands are named C" in said(check(twice))
    assert "up to 12 letters" in said(check(twice))


@pytest.mark.parametrize("points", [249.0, 601.0])
def test_points_out_of_range_are_refused(points: float) -> None:
    with pytest.raises(BadArmy, match="250 to 600 points"):
        check(ChosenArmy("gallic", (ChosenCommand({}),), points=points))


def test_the_ends_of_the_range_of_points_are_allowed() -> None:
    for points in (250.0, 600.0):
        assert check(ChosenArmy("gallic", (ChosenCommand({}),), points=points)).most == points


def test_no_such_list() -> None:
    with pytest.raises(BadArmy, match="there is no army 'martian'"):
        army_builder_of("dbm31").offers("martian")
    with pytest.raises(BadArmy, match="there is no army 'martian'"):
        check(ChosenArmy("martian", ()))


def test_upgrades_are_offered_and_counted() -> None:
    """Half of the Seleucid missile troops may be Irr Bw (I), and no more."""
    line = next(line for line in army_builder_of("dbm31").offers("seleucid").lines if line.key == "missile")
    plain, better = (offer.id for offer in line.offers)
    assert better == "missile: Irr Bw (I)"
    for upgraded, legal in ((2, True), (3, False)):
        command = ChosenCommand({plain: 4 - upgraded, better: upgraded}, "C")
        faults = check(ChosenArmy("seleucid", (command,))).faults
        assert any("may be Irr Bw (I)" in fault.says for fault in faults) is not legal


def test_stakes_are_bought_and_taken_into_battle() -> None:
    """The English may have 24 widths of stakes at 2 points each."""
    builder = army_builder_of("dbm31")
    (works,) = builder.offers("hundred_years_war_english").works
    assert (works.kind, works.most, works.points) == ("TF", 24, 2.0)
    (ready,) = builder.offers("hundred_years_war_english").ready
    plain = builder.check(ready)
    staked = replace(ready, works={"TF": 3}, points=450.0)
    checked = builder.check(staked)
    assert checked.legal, checked.faults
    assert checked.size == plain.size + 6.0
    assert checked.works == 6.0
    state = begin("dbm31", {"red": checked.setup, "blue": "gallic", "points": 450})
    assert state.forces["red"].works == {"TF": 3}
    assert not state.forces["blue"].works
    assert "at most 24 TF" in said(builder.check(replace(ready, works={"TF": 25}, points=500.0)))
    assert "at most 0 TF" in said(builder.check(replace(builder.offers("gallic").ready[0], works={"TF": 1})))


def test_an_allied_contingent_has_its_own_numbers_and_an_ally_general() -> None:
    checked = check(WITH_GAULS)
    assert checked.legal, checked.faults
    assert [one.points for one in checked.commands] == [136.0, 118.0, 58.0]
    gauls = checked.commands[2]
    assert gauls.general is not None
    assert gauls.general.endswith("ally-general")
    state = begin("dbm31", {"red": checked.setup, "blue": "viking"})
    assert state.forces["red"].foreign == ("RG",)
    assert state.forces["blue"].foreign is UNSET
    leaders = {service(base).command: service(base).rank for base in state.forces["red"].elements if base.general}
    assert leaders == {"RC": "C-in-C", "RL": "sub-general", "RG": "ally-general"}


def test_a_contingent_of_a_list_that_is_not_named_is_refused() -> None:
    *own, gauls = WITH_GAULS.commands
    vikings = replace(gauls, ally="viking", elements={"cinc": 1})
    text = said(check(replace(WITH_GAULS, commands=(*own, vikings))))
    assert "may have allies from gallic, not from viking" in text


def test_a_contingent_too_small_or_too_large_is_refused() -> None:
    offered = army_builder_of("dbm31").offers("later_carthaginian").allies[0]
    line = next(line for line in offered.lines if line.key == "warrior")
    assert (line.least, line.most) == (10, 28)
    *own, gauls = WITH_GAULS.commands
    for count, legal in ((10, True), (9, False), (28, True), (29, False)):
        chosen = replace(gauls, elements={**gauls.elements, "warrior": count})
        faults = check(replace(WITH_GAULS, commands=(*own, chosen), points=600.0)).faults
        assert any(fault.line == "warrior" and fault.command == "G" for fault in faults) is not legal


def test_baggage_is_as_much_as_it_must_be() -> None:
    (ready,) = army_builder_of("dbm31").offers("gallic").ready
    assert check(ready).baggage == 6
    assert check(replace(ready, baggage=6)).legal
    assert "has 6 baggage elements, not 7" in said(check(replace(ready, baggage=7)))


def test_a_double_base_that_the_list_wants_is_one_offer() -> None:
    listed = read_list(
        "dbm31",
        {
            "entry": [
                {"key": "cinc", "troops": "Reg Cv (O)", "general": "cinc", "min": 1, "max": 1},
                {"key": "shields", "troops": "Reg Bd (X)", "max": 8, "in_front_of": "bows"},
                {"key": "bows", "troops": "Reg Bw (O)", "max": 8, "behind": "shields"},
            ]
        },
    )
    lines = {line.key: line for line in offers_of(Position("dbm31", (1800.0, 1200.0)), listed).lines}
    (double,) = lines["shields"].offers
    assert (double.id, double.bases) == ("shields: Reg Bd (X) + Reg Bw (O)", 2)
    assert lines["bows"].offers == ()


def test_a_double_base_chosen_by_the_player_plays_as_one() -> None:
    (ready,) = army_builder_of("dbm31").offers("gallic").ready
    first, *others = ready.commands
    elements = dict(first.elements)
    elements["warrior"] -= 2
    doubled = replace(first, elements={**elements, "Irr Wb (O) + Irr Wb (O)": 1})
    checked = check(replace(ready, commands=(doubled, *others)))
    assert checked.legal, checked.faults
    assert checked.size == check(ready).size
    state = begin("dbm31", {"red": checked.setup, "blue": "viking"})
    assert sum(troop(base).rear is not None for base in state.forces["red"].elements) == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_ready_army_begins_the_same_battle_by_name_and_by_commands(edition: str) -> None:
    rules = Game(edition, FAMILY)
    chosen = check(ready_army(armies(edition)["parthian"]), edition).setup
    assert rules.start({"red": "parthian", "blue": "gallic"}) == rules.start({"red": chosen, "blue": "gallic"})


@pytest.mark.parametrize(
    ("red", "sentence"),
    [
        ({"army": "gallic", "elements": ["Irr Wb (O)"]}, "given by its commands"),
        ({"army": "gallic", "works": {"TF": 3}}, "no commands"),
        ({"army": "gallic", "commands": [{"elements": {"cinc": 1}}]}, "An army has 2 to 4 generals, not 1"),
        ({"army": "gallic", "commands": [{"element": {"cinc": 1}}]}, "not written as it should be"),
        ({"army": "gallic", "commands": [], "colour": "red"}, "not written as it should be"),
        ({"army": "atlantis"}, "there is no army 'atlantis'"),
        (None, "needs an army"),
    ],
)
def test_an_army_that_cannot_be_is_refused_in_a_sentence(red: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        begin("dbm31", {"red": red, "blue": "viking"})


def test_armies_keep_to_the_points_agreed_on() -> None:
    with pytest.raises(ValueError, match="at most 300 points"):
        begin("dbm31", {"red": "gallic", "blue": "viking", "points": 300})
    with pytest.raises(ValueError, match="must be a number"):
        begin("dbm31", {"red": "gallic", "blue": "viking", "points": "many"})


def test_a_file_by_lines_and_by_notations() -> None:
    by_lines = read_chosen('army = "gallic"\n[[command]]\nname = "C"\nelements = { cinc = 1, warrior = 12 }\n')
    assert by_lines.commands == (ChosenCommand({"cinc": 1, "warrior": 12}, "C"),)
    by_notation = read_chosen('army = "gallic"\n[[command]]\nelements = ["Irr Cv (O) C-in-C", "12 x Irr Wb (O)"]\n')
    assert by_notation.commands == (ChosenCommand({"Irr Cv (O) C-in-C": 1, "Irr Wb (O)": 12}),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("army = ", "not a TOML file"),
        ('army = "gallic"', "at least one"),
        ('army = "gallic"\n[[command]]\nelements = { cinc = -1 }', "this is no army"),
        ('army = "gallic"\n[[command]]\nelement = { cinc = 1 }', "this is no army"),
        ("[[command]]\nelements = {}", "army"),
    ],
)
def test_a_file_that_is_no_army_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadArmy, match=sentence):
        read_chosen(text)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", LISTS)
def test_an_army_is_legal_exactly_when_the_question_says_so_and_a_battle_begins(edition: str, name: str) -> None:
    """Random changes of the ready army, judged in three ways."""
    builder = army_builder_of(edition)
    (ready,) = builder.offers(name).ready
    lines = builder.offers(name).lines
    chance = Random(name)
    for _ in range(6):
        commands = list(ready.commands)
        for _ in range(chance.randint(1, 3)):
            at, offer = chance.randrange(len(commands)), chance.choice(chance.choice(lines).offers)
            count = max(0, commands[at].elements.get(offer.id, 0) + chance.choice((-2, -1, 1, 2)))
            commands[at] = replace(commands[at], elements={**commands[at].elements, offer.id: count})
        chosen = replace(ready, commands=tuple(commands), points=float(chance.choice((380, 400, 420))))
        checked = builder.check(chosen)
        taken = [dict(one.elements) for one in commands]
        ruling = ask(edition, "may_field", army=name, commands=taken, size=[0, chosen.points])
        assert checked.legal is ruling.answer["legal"]
        assert [fault.says for fault in checked.faults] == ruling.answer["faults"]
        assert checked.size == ruling.answer["points"]
        setup = {"red": checked.setup, "blue": name, "points": 500}
        if checked.legal:
            assert len(begin(edition, setup).forces["red"].elements) == checked.elements + (checked.baggage or 0)
