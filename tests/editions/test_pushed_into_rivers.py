"""A friend pushed back to a difficult river throws for it once, whichever way everybody faces."""

from __future__ import annotations

import math

import pytest

from debellis.battle.chance import Chance
from debellis.dba.aftermath.pushback import Pushback, push_back
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.ruling import Finding

FAR = 15.0
GAP = 5.1
BANK = 7.3


def _pushed(bearing: float, die: int) -> tuple[Pushback, int]:
    """R1 goes back into R2, which stands `GAP` behind it and `BANK` before a river; and how many dice were thrown."""
    fx, fy = math.sin(math.radians(bearing)), math.cos(math.radians(bearing))

    def behind(far: float, aside: float = 0.0) -> tuple[float, float]:
        return (300.0 - fx * far + fy * aside, 300.0 - fy * far - fx * aside)

    one = Base("R1", "red", "4Pk", "pikes", 40.0, 15.0, behind(0.0), (fx, fy))
    two = Base("R2", "red", "4Pk", "pikes", 40.0, 15.0, behind(15.0 + GAP), (fx, fy))
    near = 30.0 + GAP + BANK
    bank = (behind(near, -90.0), behind(near, 90.0), behind(near + 25.0, 90.0), behind(near + 25.0, -90.0))
    river = Terrain("river", "river", outline=bank, nature="difficult")
    position = Position("dba22", (600.0, 600.0), (one, two), (river,), active="red", bound=2)
    dice = Chance((die,))
    return push_back(position, one, (-fx, -fy), FAR, dice, frozenset(), Finding()), len(dice.thrown)


@pytest.mark.parametrize("bearing", [0.0, 17.3, 48.4, 90.0, 123.4, 200.1, 270.0, 311.7])
def test_refused_it_stops_at_the_bank_and_holds_up_the_recoiler(bearing: float) -> None:
    found, thrown = _pushed(bearing, 1)
    assert thrown == 1
    assert found.moved["R2"] == pytest.approx(BANK)
    assert found.got == pytest.approx(GAP + BANK)
    assert [(name, stop.id) for name, stop in found.blocked] == [("R2", "river")]
    assert found.closed == {"river"}


@pytest.mark.parametrize("bearing", [0.0, 48.4, 123.4])
def test_let_in_it_goes_on(bearing: float) -> None:
    found, thrown = _pushed(bearing, 6)
    assert thrown == 1
    assert found.moved == pytest.approx({"R1": FAR, "R2": FAR - GAP})
    assert found.blocked == () and found.closed == frozenset()
