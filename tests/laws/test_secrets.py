"""No view of any edition can hold a secret: its type has no place for one."""

from __future__ import annotations

import pytest

from debellis.battle.playable import playable, rules_of
from debellis.battle.secrets import secret_fields
from debellis.battle.sides import SIDES

#: Armies with which a battle of each edition can begin.
ARMIES = {
    "dba22": ("II/33", "II/32"),
    "rrr": ("dutch", "ming"),
    "dbm31": ("alexandrian_macedonian", "seleucid"),
    "dbm32": ("early_imperial_roman", "parthian"),
}


@pytest.mark.parametrize("edition", playable())
def test_no_view_type_contains_a_secret(edition: str) -> None:
    rules = rules_of(edition)
    state = rules.start(dict(zip(SIDES, ARMIES[edition], strict=True)))
    for side in (*SIDES, None):
        assert secret_fields(type(rules.view(state, side))) == ()
