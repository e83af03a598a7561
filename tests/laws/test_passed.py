"""No phase is passed while an action of it is legal: a short sample; tools/laws.py looks at many battles."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.phase import Phase
from debellis.battle.playable import playable
from debellis.dba.playing.game import FAMILY
from debellis.table.value import replace
from debellis.umpire.editions import description
from tests.laws.battles import game_of
from tests.laws.passed import searched

#: Decisions of each battle that are looked at, and actions tried at each passed phase.
MOST, EACH = {"dba": 120, "dbm": 40, "meg": 40}, 60


@pytest.mark.parametrize("edition", playable())
def test_nothing_is_legal_at_a_passed_phase(edition: str) -> None:
    tried, found = searched(edition, 1, MOST[description(edition).family or ""], EACH)
    assert tried
    assert found == []


def test_a_phase_that_passes_too_soon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself: a phase of close combats that passes whenever it can is noticed."""
    melee = FAMILY.phases["melee"]
    broken: dict[str, Phase] = {**FAMILY.phases, "melee": replace(melee, passes=_always(melee))}
    game = game_of("dba22")
    monkeypatch.setattr(game, "family", replace(FAMILY, phases=broken))
    found = searched("dba22", 1, MOST["dba"], EACH)[1]
    assert found and {one.phase for one in found} == {"melee"}


def _always(phase: Phase) -> Any:
    def passes(state: Any) -> Any:
        nothing_left = replace(state, melees=())
        return phase.passes(nothing_left)

    return passes
