"""Bases found by squares of the table are those found by measuring all of them; local results last until a change."""

from __future__ import annotations

from random import Random

import pytest

from debellis.geometry.plane import direction
from debellis.geometry.rectangle import Rectangle, gap
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.surroundings import LocalMemory
from debellis.table.value import replace


def scattered(count: int, seed: int) -> Position:
    random = Random(seed)
    bases = [
        Base(
            f"{'RB'[i % 2]}{i}",
            ("red", "blue")[i % 2],
            "4Bd",
            "blades",
            random.choice((40.0, 60.0)),
            random.choice((15.0, 30.0, 80.0)),
            (random.uniform(-50.0, 1850.0), random.uniform(-50.0, 1250.0)),
            direction(random.uniform(0.0, 360.0)),
        )
        for i in range(count)
    ]
    return Position("dbm31", (1800.0, 1200.0), tuple(bases))


@pytest.mark.parametrize("count", [3, 14, 130])
def test_every_base_near_a_place_is_found_in_order_and_none_that_is_far(count: int) -> None:
    position, random = scattered(count, count), Random(1)
    for _ in range(60):
        front = (random.uniform(0.0, 1800.0), random.uniform(0.0, 1200.0))
        place = Rectangle(front, direction(random.uniform(0.0, 360.0)), 40.0, 30.0)
        by = random.choice((0.0, 1.0, 80.0, 400.0))
        for side in ("red", "blue"):
            for found, among in (
                (position.near_friends(side, place, by), position.friends(side)),
                (position.near_enemies(side, place, by), position.enemies(side)),
                (position.near(place, by), position.standing),
            ):
                names = [base.id for base in found]
                assert names == [base.id for base in among if base.id in names]
                assert {base.id for base in among if gap(place, base.rectangle) <= by} <= set(names)
                most = by + 2.0 * place.radius + 0.2
                assert all(gap(place, base.rectangle) <= most + 2.0 * base.rectangle.radius for base in found)


def test_a_local_result_lasts_until_something_near_changes() -> None:
    position = scattered(130, 5)
    base = position.bases[0]
    near = position.near(base.rectangle, 200.0)
    far_away = next(one for one in position.bases if one not in position.near(base.rectangle, 600.0))
    asked: list[Position] = []
    memory = LocalMemory[int]("how often it was asked", ignored=("shot_at",))

    def count(now: Position) -> int:
        asked.append(now)
        return len(asked)

    def found(now: Position) -> int:
        return memory.of(now, base, None, 200.0, count)

    assert found(position) == found(position) == 1
    assert found(position.without(far_away.id)) == 1
    assert found(replace(position, bound=3)) == 2
    noted = replace(position, bound=3, turn_notes={near[-1].id: ("moved",)})
    assert found(noted) == 3
    assert found(replace(noted, turn_notes={near[-1].id: ("moved", "shot_at")})) == 3
    assert found(replace(noted, turn_notes={**(noted.turn_notes or {}), far_away.id: ("moved",)})) == 3
    moved = replace(near[-1] if near[-1] is not base else near[0], front=(base.front[0] + 60.0, base.front[1]))
    assert found(noted.with_base(moved)) == 4
