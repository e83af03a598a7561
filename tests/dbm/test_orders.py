"""Secret orders in battles of DBM: who may see them, what the log shows of them, and what may not be ordered."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Chance
from debellis.battle.game import Game
from debellis.battle.log import first_hash, next_hash, shown_to
from debellis.battle.replay import replay
from debellis.battle.secrets import Secret, leaks, secret_fields
from debellis.battle.sides import other
from debellis.battle.stream import seed_of
from debellis.dbm.playing.actions import Deploy, WriteOrders
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.hidden import orders_of
from debellis.dbm.playing.setting_up.auto_orders import relations_of
from debellis.dbm.playing.state import Orders
from debellis.dbm.playing.views import View
from debellis.generals.random_general import RandomGeneral
from debellis.table.pose import Pose
from debellis.table.value import replace
from debellis.table.writing import plain

RULES = Game("dbm31", FAMILY)


def at_orders(seed: int = 3, red: str = "hussite", blue: str = "gallic") -> Battle:
    """A battle in which the defender is to write his orders."""
    secret = seed_of(seed)
    battle = Battle(RULES, {"red": red, "blue": blue, "variety": seed, "limit": 3}, StreamOfDice(secret), secret)
    general = RandomGeneral(seed)
    while battle.state.phase != "orders":
        battle.play(general.choose(RULES, battle.state))
    return battle


def marching(state: Any) -> WriteOrders:
    """Orders by which a command of the deciding side marches round the west flank."""
    side = state.turn
    name = f"{side[0].upper()}L"
    return WriteOrders(relations_of(state, side, (name,)), {}, {name: "west"})


def test_no_view_has_a_place_for_a_secret() -> None:
    assert secret_fields(View) == ()


def test_nobody_else_sees_written_orders() -> None:
    battle = at_orders()
    side = battle.state.turn
    orders = marching(battle.state)
    battle.play(orders)
    state = battle.state
    assert orders_of(state, side).flank_marches == orders.flank_marches
    assert RULES.view(state, side).orders == orders_of(state, side)
    for viewer in (other(side), None):
        view = RULES.view(state, viewer)
        assert view.orders is None and view.written == (side,)
        changed = replace(state, orders={**state.orders, side: Secret(side, Orders())})
        assert leaks(RULES, state, changed, viewer) == ()
    assert not any("west" in event.says or event.bases for event in battle.events if event.kind == "orders")
    imagined = RULES.survey.imagined(state, other(side), Random(1))
    assert orders_of(imagined, side) == Orders()
    assert orders_of(RULES.survey.imagined(state, side, Random(1)), side) == orders_of(state, side)


def test_the_log_shows_orders_to_their_writer_alone_and_no_hash_gives_them_away() -> None:
    battle = at_orders()
    side = battle.state.turn
    before = battle.hash
    orders = marching(battle.state)
    battle.play(orders)
    entry = battle.entries[-1]
    assert RULES.sealed == {"write_orders"}
    assert shown_to(entry, side, RULES.sealed) == entry
    for viewer in (other(side), None):
        assert shown_to(entry, viewer, RULES.sealed).action == {"do": "write_orders"}
    guessed = next_hash(before, plain(orders), (), battle.state)
    assert entry.hash != guessed
    assert entry.hash == next_hash(before, plain(orders), (), battle.state, seed_of(3))
    assert first_hash(battle.header, RULES.start(battle.header.setup)) != before


def test_the_battle_with_a_flank_march_replays_and_its_command_stays_off_the_table() -> None:
    battle = at_orders()
    side = battle.state.turn
    battle.play(marching(battle.state))
    general = RandomGeneral(1)
    while battle.state.bounds.get(side, 0) < 1:
        battle.play(general.choose(RULES, battle.state))
    name = f"{side[0].upper()}L"
    assert name not in battle.state.deployed
    assert not any(base.service.command == name for base in battle.state.position.bases)
    while battle.result is None:
        battle.play(general.choose(RULES, battle.state))
    assert replay(battle.log(), RULES).state == battle.state


@pytest.mark.parametrize(
    ("change", "says", "clause"),
    [
        ({"flank_marches": {"?C": "west"}}, "C-in-C cannot flank march", "DBM32-P15-flank-who"),
        ({"flank_marches": {"?L": "north"}}, "over a short edge", "DBM-B12.5"),
        ({"flank_marches": {"?X": "west"}}, "has no command", "DBM-B12.5"),
        ({"ambushes": {"nobody": Pose((900.0, 100.0), (0.0, 1.0))}}, "has no element nobody", "DBM-B12.4"),
        ({"relations": ()}, "do not say how", "IWF-G6.1a"),
        ({"relations": (("?L", "left_of", "?C"), ("?C", "left_of", "?L"))}, "contradict", "IWF-G6.1a"),
        ({"relations": (("?L", "beside", "?C"),)}, "left_of, right_of", "DBM-B12.1"),
    ],
)
def test_orders_that_cannot_be_are_refused(change: dict[str, Any], says: str, clause: str) -> None:
    state = at_orders().state
    letter = state.turn[0].upper()
    orders = WriteOrders(relations_of(state, state.turn))
    written = msgspec.json.decode(msgspec.json.encode(change).replace(b"?", letter.encode()))
    orders = msgspec.convert({**plain(orders), **written}, WriteOrders, strict=False)
    if "flank_marches" in change:
        names = tuple(orders.flank_marches)
        orders = replace(orders, relations=relations_of(state, state.turn, names))
    ruling = RULES.check(state, orders)
    assert not ruling.answer["legal"]
    assert any(says in fault for fault in ruling.answer["faults"]), ruling.answer
    assert clause in ruling.clauses


def test_an_ambush_in_the_open_is_seen() -> None:
    state = at_orders().state
    side = state.turn
    base = next(b for b in state.forces[side].elements if not b.general and b.service.command.endswith("C"))
    y = 300.0 if state.edges[side] == "south" else state.position.size[1] - 300.0
    place = Pose((900.0, y), (0.0, 1.0 if y == 300.0 else -1.0))
    bare = replace(state, position=replace(state.position, terrain=()))
    ruling = RULES.check(bare, WriteOrders(relations_of(bare, side), {base.id: place}))
    assert not ruling.answer["legal"] and "IWF-7.2a" in ruling.clauses


def test_a_command_deploys_as_it_was_ordered() -> None:
    battle = at_orders()
    side = battle.state.turn
    order = [name for name, _, _ in relations_of(battle.state, side)]
    order.append(relations_of(battle.state, side)[-1][2])
    turned = tuple((one, "right_of", two) for one, two in pairwise(order))
    plainly, otherwise = Game("dbm31", FAMILY), WriteOrders(turned)
    as_usual = [WriteOrders(relations_of(battle.state, side)), otherwise]
    found: list[bool] = []
    for orders in as_usual:
        state = plainly.apply(battle.state, orders, Chance())[0]
        while state.phase == "orders":
            state = plainly.apply(state, WriteOrders(relations_of(state, state.turn)), Chance())[0]
        assert state.turn == side
        for _ in range(3):
            idea = next(i for i in plainly.ideas(state) if plainly.allows(state, i))
            assert isinstance(idea, Deploy)
            state = plainly.apply(state, idea, Chance())[0]
        xs = {name: _middle(state, name) for name in order if name in state.deployed}
        names = [name for name in order if name in xs]
        found.append(xs[names[0]] < xs[names[1]])
    assert found[0] != found[1]


def _middle(state: Any, name: str) -> float:
    members = [base.front[0] for base in state.position.bases if base.service.command == name]
    return sum(members) / len(members)
