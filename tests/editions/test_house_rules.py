"""House rules: a tournament's battle does not start with them, a friendly one does."""

from __future__ import annotations

import pytest

from debellis.battle.playable import rules_of

RULES = rules_of("dba22")

ARMIES = {"red": "II/33", "blue": "II/32"}


def test_a_tournament_refuses_them() -> None:
    with pytest.raises(ValueError, match="published rules: 'knights_into_bows' stays 'this_bound'"):
        RULES.start({**ARMIES, "options": {"knights_into_bows": "whole_fight"}})


def test_friends_may_have_them() -> None:
    options = {"tournament": False, "knights_into_bows": "whole_fight"}
    assert RULES.start({**ARMIES, "options": options}).position.options == options


@pytest.mark.parametrize("options", [{"weather": "wet"}, {"tournament": False, "camp_moves_cost_extra": 1}])
def test_what_is_no_option_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="option"):
        RULES.start({**ARMIES, "options": options})
