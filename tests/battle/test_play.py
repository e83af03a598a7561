"""Whole battles: nothing illegal ever stands on the table, and nothing illegal is ever let through."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from debellis.battle.chance import Chance, Needed
from debellis.battle.playable import rules_of
from debellis.battle.replay import replay
from debellis.battle.rules import Refused
from debellis.battle.sides import SIDES
from debellis.dba.playing.state import State
from debellis.geometry.rectangle import overlaps
from debellis.table import writing
from tests.battle.conftest import EDITIONS, fought

BATTLES = {"dba22": range(100), "rrr": range(40)}
#: How many bounds each side gets: armies of the Renaissance have further to go before they meet.
LIMITS = {"dba22": 3, "rrr": 7}


def assert_lawful(state: State) -> None:
    """Nothing overlaps, PIPs are not negative, and every base is on the table, inside, held back, lost or unlanded."""
    position = state.position
    standing = position.standing
    for i, a in enumerate(standing):
        for b in standing[i + 1 :]:
            assert not overlaps(a.rectangle, b.rectangle), (a.id, b.id)
    assert state.pips >= 0
    if len(state.deployed) == len(SIDES):
        for side in SIDES:
            alive = sum(base.side == side for base in position.bases)
            held = len(state.held_back.get(side, ()))
            gone = len(position.lost.get(side, ())) + position.unlanded.get(side, 0)
            assert alive + held + gone == len(state.forces[side].elements), side


@pytest.mark.parametrize(("edition", "number"), [(name, i) for name in EDITIONS for i in BATTLES[name]])
def test_random_battles_are_lawful_and_replay(edition: str, number: int) -> None:
    battle = fought(number, LIMITS[edition], edition)
    done = replay(battle.log(), battle.rules)
    for moment in done.moments:
        assert_lawful(moment.state)
    assert done.state == battle.state


def mutated(action: dict[str, Any], random: Random) -> dict[str, Any]:
    """An action with one of its parts changed to something it should not be."""
    changed = msgspec.json.decode(writing.encode(action))
    kind = changed["do"]
    if kind == "move":
        move = changed["move"]
        what = random.choice(("far", "enemy", "nobody"))
        if what == "far" and move["path"]:
            move["path"][-1]["front"][0] += random.choice((-1, 1)) * random.uniform(400, 900)
        elif what == "far" and move["steps"]:
            move["steps"][0]["advance"] = random.uniform(400, 900)
        elif what == "enemy":
            move["elements"] = ["R1", "B1"]
        else:
            move["elements"] = ["X9"]
    elif kind == "fight":
        changed["defender"], changed["attacker"] = changed["attacker"], "nobody"
    elif kind == "shoot":
        changed["target"] = random.choice(("nobody", "R1", "B1", "red camp")) + "?"
    elif kind == "pick_shooter":
        changed["shooter"] = "nobody"
    elif kind == "deploy":
        name = random.choice(sorted(changed["places"]))
        changed["places"][name]["front"][1] = 300.0
        changed["places"][name]["front"][0] = 300.0
    elif kind == "number_edges":
        changed["north"], changed["south"] = [4, 5], [6]
    elif kind == "place_terrain":
        changed["pieces"] = changed["pieces"][:1]
    elif kind == "place_camp":
        changed["outline"] = [[x + 55.0, y + 55.0] for x, y in changed["outline"]]
    else:
        changed = {"do": "fight", "attacker": "R1", "defender": "B1"}
    return dict(changed)


@pytest.mark.parametrize(("edition", "enough"), [("dba22", 1000), ("rrr", 500)])
def test_mutated_actions_are_refused_with_a_clause(edition: str, enough: int) -> None:
    rules = rules_of(edition)
    random = Random(11)
    refused = 0
    for number in range(40):
        done = replay(fought(number, LIMITS[edition] - 1, edition).log(), rules)
        for before, after in zip(done.moments, done.moments[1:], strict=False):
            assert after.entry is not None
            wrong = writing.convert(mutated(after.entry.action, random), rules.action_type)
            ruling = rules.check(before.state, wrong)
            if ruling.answer["legal"]:
                continue
            assert ruling.because, wrong
            with pytest.raises(Refused):
                rules.apply(before.state, wrong, Chance())
            refused += 1
        if refused >= enough:
            return
    raise AssertionError(f"only {refused} mutated actions came up")


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_suggested_is_legal(edition: str) -> None:
    rules = rules_of(edition)
    done = replay(fought(3, 1, edition).log(), rules)
    for moment in done.moments[:40:4]:
        if rules.result(moment.state) is None:
            suggested = rules.suggest(moment.state)
            assert suggested
            for action in suggested[:10]:
                with suppress(Needed):
                    rules.apply(moment.state, action, Chance((3, 4)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_piece_of_terrain_without_any_ground_is_refused(edition: str) -> None:
    rules = rules_of(edition)
    done = replay(fought(3, 1, edition).log(), rules)
    before, after = next(
        (before, after)
        for before, after in zip(done.moments, done.moments[1:], strict=False)
        if before.state.phase == "terrain"
    )
    assert after.entry is not None
    action = msgspec.convert(after.entry.action, rules.action_type)
    first, *others = action.pieces
    wrong = replace(action, pieces=(replace(first, outline=(), line=()), *others))
    assert rules.check(before.state, wrong).answer["faults"]
