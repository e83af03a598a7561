"""Battles of DBM through the battle engine: nothing overlaps, nobody is off the table, a log replays to its end."""

from __future__ import annotations

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.game import Game
from debellis.battle.replay import replay
from debellis.battle.sides import SIDES
from debellis.battle.stream import seed_of
from debellis.dbm.armies.lists import armies
from debellis.dbm.playing.actions import AllotPips, EndMoves, Fight, MoveElements, RollPips
from debellis.dbm.playing.game import FAMILY
from debellis.dbm.playing.hidden import announced, orders_of
from debellis.dbm.playing.state import State
from debellis.dbm.troops import service
from debellis.generals.random_general import RandomGeneral
from debellis.geometry.contact import meetings
from debellis.geometry.rectangle import overlaps
from debellis.table.board import is_off


def check_standing(state: State) -> None:
    """Refuse a position no table could show."""
    bases = list(state.position.standing)
    rectangles = [base.rectangle for base in bases]
    for i, j in meetings(rectangles):
        assert not overlaps(rectangles[i], rectangles[j]), (bases[i].id, bases[j].id)
    assert not [base.id for base in bases if is_off(base.rectangle, state.position.size)]


def played(edition: str, red: str, blue: str, seed: int, limit: int) -> Battle:
    """A battle of random generals, looked at after every decision."""
    rules, general, secret = Game(edition, FAMILY), RandomGeneral(seed), seed_of(seed)
    setup = {"red": red, "blue": blue, "variety": seed, "limit": limit}
    battle = Battle(rules, setup, StreamOfDice(secret), secret)
    while battle.result is None:
        battle.play(general.choose(rules, battle.state))
        check_standing(battle.state)
    return battle


@pytest.mark.parametrize(
    ("edition", "red", "blue", "seed"),
    [
        ("dbm31", "alexandrian_macedonian", "seleucid", 1),
        ("dbm32", "early_imperial_roman", "parthian", 2),
        ("dbm31", "later_hoplite_greek", "hundred_years_war_english", 3),
    ],
)
def test_a_battle_is_played_and_replays(edition: str, red: str, blue: str, seed: int) -> None:
    battle = played(edition, red, blue, seed, 4)
    done = replay(battle.log(), Game(edition, FAMILY))
    assert done.state == battle.state
    counted = {one.id: one for one in battle.state.position.commands or ()}
    away = {name for side in SIDES for name in orders_of(battle.state, side).flank_marches} | {*announced(battle.state)}
    for name, command in counted.items():
        if name in away:
            continue
        left = [base for base in battle.state.position.bases if service(base).command == name]
        assert command.gone <= command.strength and (left or command.gone == command.strength)


@pytest.mark.parametrize(("number", "name"), [*enumerate(sorted(armies("dbm31")))])
def test_every_army_is_led_from_the_opening_to_a_result(number: int, name: str) -> None:
    others = sorted(armies("dbm31"))
    edition = ("dbm31", "dbm32")[number % 2]
    battle = played(edition, name, others[(number * 5 + 3) % len(others)], 100 + number, 1)
    assert battle.result is not None and "points" in battle.result.why
    assert sum(battle.state.score.values()) == 10.0
    assert replay(battle.log(), Game(edition, FAMILY)).state == battle.state


def test_each_command_has_its_die_and_regular_generals_share_theirs() -> None:
    battle = _at_first_bound("dbm31", "alexandrian_macedonian", "gallic")
    rules, state = Game("dbm31", FAMILY), battle.state
    while state.turn != "red":
        battle.play(RollPips())
        if battle.state.phase == "allot":
            battle.play(next(iter(rules.ideas(battle.state))))
        _through_the_bound(battle, rules)
        state = battle.state
    battle.play(RollPips())
    assert battle.state.phase == "allot" and battle.state.bound.thrown == (4, 3, 1)
    assert rules.check(battle.state, AllotPips({"RC": 4, "RL": 4, "RP": 4})).answer["legal"] is False
    assert rules.check(battle.state, AllotPips({"RC": 4, "RL": 3})).answer["legal"] is False
    assert rules.check(battle.state, Fight("R1", "B1")).answer["legal"] is False
    battle.play(AllotPips({"RC": 1, "RL": 4, "RP": 3}))
    assert battle.state.bound.pips == {"RC": 1, "RL": 4, "RP": 3}


def test_it_is_known_where_an_element_may_get_to() -> None:
    """In a first bound, with the armies apart: as far straight ahead as the idea of an advance goes."""
    battle = _at_first_bound("dbm31", "alexandrian_macedonian", "gallic")
    rules = Game("dbm31", FAMILY)
    battle.play(RollPips())
    if battle.state.phase == "allot":
        battle.play(next(iter(rules.ideas(battle.state))))
    moves = [idea for idea in rules.ideas(battle.state) if isinstance(idea, MoveElements) and not idea.march]
    ahead = next(idea for idea in moves if idea.steps and idea.steps[0].advance and rules.allows(battle.state, idea))
    areas = list(rules.reach(battle.state, ahead.elements))
    first = battle.state.position.base(ahead.elements[0]).rectangle
    most = max(first.local(corner)[1] for area in areas for corner in area)
    assert most >= ahead.steps[0].advance - 2.0


def _at_first_bound(edition: str, red: str, blue: str) -> Battle:
    rules, general, secret = Game(edition, FAMILY), RandomGeneral(5), seed_of(5)
    battle = Battle(rules, {"red": red, "blue": blue, "variety": 5}, StreamOfDice(secret), secret)
    while rules.pending(battle.state).setting_up:
        battle.play(general.choose(rules, battle.state))
    return battle


def _through_the_bound(battle: Battle, rules: Game) -> None:
    """Move nobody and let the rest of the bound take its course."""
    side = battle.state.turn
    while battle.state.turn == side and battle.state.phase != "over":
        ends = battle.state.phase == "moves"
        battle.play(EndMoves() if ends else next(iter(rules.ideas(battle.state))))


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({"red": "viking", "blue": "atlantean"}, "there is no army 'atlantean'"),
        ({"red": "viking"}, "blue needs an army"),
        ({"red": "viking", "blue": "viking", "scale": "54mm"}, "there is no scale '54mm'"),
        ({"red": "viking", "blue": "viking", "weather": "fine"}, "a set-up has no 'weather'"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_in_a_sentence(setup: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Game("dbm31", FAMILY).start(setup)
