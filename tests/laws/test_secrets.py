"""No view of any edition can hold a secret: its type has no place for one."""

from __future__ import annotations

import pytest

from debellis.battle.playable import playable, rules_of
from debellis.battle.secrets import secret_fields


@pytest.mark.parametrize("edition", playable())
def test_no_view_type_contains_a_secret(edition: str) -> None:
    assert secret_fields(rules_of(edition).view_type) == ()
