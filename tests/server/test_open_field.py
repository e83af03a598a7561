"""Automatic set-ups keep rivers out of the middle of the table."""

from __future__ import annotations

from random import Random

import pytest

from debellis.battle.battle import rolled
from debellis.battle.playable import rules_of
from debellis.server.open_field import automatic, has_central_river
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace


def _board(armies: tuple[str, str], variety: int) -> Position:
    """The table once the terrain lies."""
    rules, chance = rules_of("dba22"), Random(variety)
    state = rules.start({"red": armies[0], "blue": armies[1], "variety": variety})
    while state.phase in ("invader", "terrain", "modify"):
        action = automatic(rules, state, chance)
        state, _, _ = rolled(rules, state, action, lambda throw: chance.randint(1, throw.sides))
    found: Position = rules.position(state)
    return found


@pytest.mark.parametrize("variety", [0, 4 * 7919])
def test_no_river_parts_the_armies(variety: int) -> None:
    """Both varieties laid a river through the middle when the first board was taken."""
    for armies in (("III/71", "III/51"), ("IV/62", "IV/64b")):
        assert not has_central_river(_board(armies, variety))


def test_a_river_near_an_edge_is_not_central() -> None:
    position = _board(("III/71", "III/51"), 0)
    wide, deep = position.size
    for across, central in ((0.1, False), (0.5, True)):
        river = Terrain("river", "river", line=((wide * across, 0.0), (wide * across, deep)), width=40.0)
        assert has_central_river(replace(position, terrain=(river,))) is central
