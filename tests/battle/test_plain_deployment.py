"""The plainest deployment, for ground on which no line of an army fits."""

from __future__ import annotations

from debellis.battle.game import Game
from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.dba.playing.actions import Deploy
from debellis.dba.playing.midgame import state_of
from debellis.dba.setting_up.auto_plain import plain_deployment
from debellis.dba.setting_up.deployment import read_base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace

RULES = rules_of("dba22")
assert isinstance(RULES, Game)
#: A shore so crooked that only small corners lie near enough to it.
SHORE = Terrain(
    "sea",
    "waterway",
    ((0.0, 0.0), (600.0, 0.0), (600.0, 80.0), (400.0, 30.0), (300.0, 120.0), (150.0, 30.0), (0.0, 90.0)),
)
HERE = Position("dba22", (600.0, 600.0), terrain=(SHORE,))
ARMY = tuple(read_base(HERE, "red", troops, "troops", f"R{i}") for i, troops in enumerate(("4Sp",) * 8 + ("El",) * 4))


def test_every_element_has_a_place_that_the_rules_allow() -> None:
    places, left = plain_deployment(HERE, "red", "south", ARMY)
    assert not left
    state = state_of(replace(HERE, active="red"), Opening("deploy", waiting=ARMY))
    assert RULES.allows(state, Deploy(places))


def test_who_finds_no_place_is_told() -> None:
    wall = Terrain("sea", "waterway", ((0.0, 0.0), (600.0, 0.0), (600.0, 600.0), (0.0, 600.0)))
    places, left = plain_deployment(replace(HERE, terrain=(wall,)), "red", "south", ARMY[:2])
    assert not places and {base.id for base in left} == {"R0", "R1"}
