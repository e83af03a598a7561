"""Generals by name, and that no clock decides for them."""

from __future__ import annotations

import time

import pytest

from debellis.generals.players import LEVELS
from debellis.simulation.commanders import commander
from debellis.simulation.fighting import fight
from debellis.simulation.plan import Meeting, Plan
from tests.simulation.plans import ARMIES


@pytest.mark.parametrize("name", [*LEVELS, "centurion:bold", "legate@50", "legate:cautious@50"])
def test_there_is_such_a_general(name: str) -> None:
    assert commander(name, 0)


@pytest.mark.parametrize("name", ["", ":bold", "nobody", "centurion:nobody"])
def test_there_is_no_such_general(name: str) -> None:
    with pytest.raises(ValueError, match=r"there is no|needs the name"):
        commander(name, 0)


@pytest.mark.parametrize("name", ["legate@much", "legate@0", "legate@-3"])
def test_work_is_a_number_of_positions(name: str) -> None:
    with pytest.raises(ValueError, match="number of positions"):
        commander(name, 0)


def test_a_general_who_searches_decides_the_same_on_a_slower_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("dba22", (Meeting(("legate@20", "random"), ARMIES),), 1, limit=1)
    quick = fight(plan, 1)
    ticks = iter(range(0, 10**9, 10))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    assert fight(plan, 1) == quick
