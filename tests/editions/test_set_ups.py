"""A set-up that is not written as it should be is refused in one sentence that names what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.game import Game
from debellis.battle.playable import playable, rules_of
from debellis.battle.rules import Rules
from debellis.dbm.playing.game import FAMILY

RULES = [*map(rules_of, playable()), Game("dbm31", FAMILY)]


def refusal(rules: Rules, **changes: Any) -> str:
    """Why a battle of two armies cannot begin with these changes to its set-up."""
    red, blue = list(rules.survey.armies())[:2]
    setup = {"red": {"army": red}, "blue": blue}
    for key, value in changes.items():
        setup[key] = {"army": red, **value} if key == "red" and isinstance(value, dict) else value
    with pytest.raises(ValueError) as caught:
        rules.start(setup)
    return str(caught.value)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.edition)
@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"red": {"elephants": 4}}, "elephants"),
        ({"red": {"elements": 4}}, "elements"),
        ({"red": ["II/33"]}, "red needs an army"),
        ({"red": None}, "red needs an army"),
        ({"weather": "rain"}, "weather"),
        ({"scale": "1:72"}, "scale"),
    ],
)
def test_a_set_up_is_refused_by_what_is_wrong_in_it(rules: Rules, changes: dict[str, Any], named: str) -> None:
    assert named in refusal(rules, **changes)


@pytest.mark.parametrize("edition", playable())
@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"limit": "ten"}, "`limit`"),
        ({"variety": 1.5}, "`variety`"),
        ({"options": ["tournament"]}, "`options`"),
        ({"scale": ["15mm"]}, "scale"),
        ({"red": {"elements": [4]}}, "`elements`"),
    ],
)
def test_values_of_the_wrong_kind_are_refused_by_name(edition: str, changes: dict[str, Any], named: str) -> None:
    assert named in refusal(rules_of(edition), **changes)
