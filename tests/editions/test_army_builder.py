"""Armies of DBA that players build: one command, choices and alternatives, and nothing that DBA does not have."""

from __future__ import annotations

import pytest

from debellis.battle.army_building import ChosenArmy, ChosenCommand, OfferedLine
from debellis.battle.playable import army_builder_of, rules_of
from debellis.mechanics.army_files import BadArmy
from debellis.table.value import replace

EDITIONS = ("dba22", "rrr")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_ready_army_of_every_list_begins_a_battle(edition: str) -> None:
    builder = army_builder_of(edition)
    for name in builder.armies():
        (ready,) = builder.offers(name).ready
        checked = builder.check(ready)
        assert checked.legal, (name, checked.faults)
        state = rules_of(edition).start({"red": checked.setup, "blue": checked.setup})
        assert len(state.forces["red"].elements) == checked.elements


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_block_of_alternatives_may_be_taken_but_not_two(edition: str) -> None:
    builder = army_builder_of(edition)
    for name, listed in builder.armies().items():
        lines = builder.offers(name).lines
        always = [line for line in lines if line.block is None]
        for block in range(len(listed.alternatives)):
            assert builder.check(first_of(name, [*always, *(line for line in lines if line.block == block)])).legal
        if len(listed.alternatives) > 1:
            assert not builder.check(
                first_of(name, [*always, *(line for line in lines if line.block is not None)])
            ).legal


def first_of(name: str, lines: list[OfferedLine]) -> ChosenArmy:
    """The first offer of each of these lines."""
    return ChosenArmy(name, (ChosenCommand({line.offers[0].id: line.least for line in lines}),))


def test_elements_may_be_named_by_notation_too() -> None:
    builder = army_builder_of("dba22")
    command = ChosenCommand({"3Cv general": 1, "3Cv": 1, "4Bd": 6, "4Sp": 2, "2Ps": 2})
    assert builder.check(ChosenArmy("II/33", (command,))).legal
    short = replace(command, elements={**command.elements, "4Bd": 5, "9Zz": 1})
    assert not builder.check(ChosenArmy("II/33", (short,))).legal


def test_what_dba_does_not_have_is_a_fault() -> None:
    builder = army_builder_of("dba22")
    (ready,) = builder.offers("II/33").ready
    (command,) = ready.commands
    said = {
        "one command": replace(ready, commands=(command, ChosenCommand({}))),
        "allied contingents": replace(ready, commands=(replace(command, ally="II/32"),)),
        "fortifications": replace(ready, works={"TF": 2}),
        "baggage": replace(ready, baggage=6),
    }
    for words, chosen in said.items():
        assert any(words in fault.says for fault in builder.check(chosen).faults), words


def test_faults_name_their_clauses() -> None:
    builder = army_builder_of("dba22")
    (ready,) = builder.offers("II/33").ready
    (command,) = ready.commands
    without = {key: count for key, count in command.elements.items() if "4Bd" not in key}
    faults = builder.check(replace(ready, commands=(replace(command, elements=without),))).faults
    assert any("BOB-GLO-5a" in fault.clauses for fault in faults)


def test_no_such_list_and_far_too_many() -> None:
    builder = army_builder_of("dba22")
    with pytest.raises(BadArmy, match="there is no army"):
        builder.offers("IX/99")
    with pytest.raises(BadArmy, match="too large"):
        builder.check(ChosenArmy("II/33", (ChosenCommand({"4Bd": 999, "4Sp": 999}),)))


def test_a_set_up_with_a_key_that_armies_do_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown key 'element'"):
        rules_of("dba22").start({"red": {"army": "II/33", "element": ["4Bd"]}, "blue": "II/32"})
