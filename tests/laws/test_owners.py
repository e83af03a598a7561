"""An action about an element belongs to its owner: a short sample; tools/laws.py looks at many battles."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from debellis.battle.playable import playable
from debellis.dba.playing.actions import Fight, Shoot
from debellis.umpire.editions import description
from tests.laws.battles import course, game_of
from tests.laws.owners import FOREIGN, foreign, watched

#: Decisions of each battle that are looked at.
MOST = {"dba": 150, "dbm": 50, "meg": 50}


@pytest.mark.parametrize("edition", playable())
def test_actions_name_only_whom_they_may(edition: str) -> None:
    tried, wrong = watched(edition, 1, MOST[description(edition).family or ""])
    assert tried and wrong == []


@pytest.mark.parametrize("edition", playable())
def test_every_listed_field_is_one_of_an_action(edition: str) -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(game_of(edition).action_type)}
    for (do, path), rows in FOREIGN[description(edition).family or ""].items():
        assert path.partition(".")[0] in kinds[do].__struct_fields__
        assert re.fullmatch(r"[ARDG]\d+(, [ARDG]\d+)*", rows)


def test_a_name_of_the_other_side_is_noticed() -> None:
    game = game_of("dba22")
    state = next(course("dba22", 1, 1)).state
    own = game.pending(state).side
    theirs = next(base.id for base in state.position.bases if base.side != own)
    ours = next(base.id for base in state.position.bases if base.side == own)
    assert foreign(game, state, Fight(ours, theirs)) == [("fight", "defender", theirs)]
    assert foreign(game, state, Shoot(theirs, (theirs, ours))) == [
        ("shoot", "target", theirs),
        ("shoot", "helpers", theirs),
    ]
