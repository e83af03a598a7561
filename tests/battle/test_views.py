"""Views are built from what is open, so nothing hidden is in them: every view of every state of the kept battles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.sides import SIDES, other
from debellis.meg.units import generals_of, units_of
from debellis.table import writing
from debellis.table.position import Position
from tests.kept import BATTLES, edition_of, named, replayed

#: Editions whose dice for terrain stay on the table for all to see.
THROWN_IN_THE_OPEN = ("dbm31", "dbm32")
KEPT = sorted(BATTLES.glob("*/battle-*.jsonl"))


def pieces(force: Any) -> tuple[Any, ...]:
    """The elements of an army; or, where it has unit groups, these and its generals."""
    return force.elements if hasattr(force, "elements") else (*force.units.value, *force.leaders.value)


def standing(position: Position) -> tuple[Any, ...]:
    """What of it is on the table."""
    return (*position.bases, *units_of(position), *generals_of(position))


@pytest.mark.parametrize("file", KEPT, ids=named)
def test_no_view_shows_the_seed_or_hidden_elements(file: Path) -> None:
    rules = rules_of(edition_of(file))
    done = replayed(file)
    assert done.closing is not None
    assert done.closing.seed is not None
    for moment in done.moments:
        state = moment.state
        shown = {one.id for one in standing(state.position)}
        for side in (*SIDES, None):
            text = writing.encode(rules.view(state, side)).decode()
            assert done.closing.seed not in text
            assert "seed" not in text
            assert "dice" not in text or edition_of(file) in THROWN_IN_THE_OPEN
            for enemy in SIDES if side is None else (other(side),):
                for one in pieces(state.forces[enemy]):
                    if one.id not in shown:
                        assert f'"id":"{one.id}"' not in text
