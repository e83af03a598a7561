"""Friends burst through by an advance: who flees never ends on another, and who stays is in the way of who flees."""

from __future__ import annotations

import pytest

from debellis.dbm.aftermath.bursting import burst
from debellis.geometry.rectangle import overlaps
from debellis.table.position import Position
from debellis.umpire.ruling import Finding
from tests.dbm.small import base, battle


def overlapping(position: Position) -> list[tuple[str, str]]:
    there = position.standing
    return [(a.id, b.id) for i, a in enumerate(there) for b in there[i + 1 :] if overlaps(a.rectangle, b.rectangle)]


@pytest.mark.parametrize(
    ("psiloi", "elephants"),
    [
        (((920.0, 660.0), (880.0, 640.0)), ((860.0, 540.0), (900.0, 480.0))),
        (((870.0, 625.0), (920.0, 630.0)), ((840.0, 540.0), (860.0, 500.0))),
        (((910.0, 650.0), (870.0, 640.0)), ((900.0, 500.0), (850.0, 530.0))),
    ],
)
def test_two_psiloi_ridden_through_do_not_end_on_each_other(
    psiloi: tuple[tuple[float, float], ...], elephants: tuple[tuple[float, float], ...]
) -> None:
    """One must turn aside from the elephants behind; the other runs straight, and both find room."""
    _, state = battle(
        base("K", "Irr Kn (O)", (900.0, 600.0, 0.0)),
        *(base(f"P{i}", "Irr Ps (O)", (*at, 0.0)) for i, at in enumerate(psiloi)),
        *(base(f"E{i}", "Irr El (O)", (*at, 0.0)) for i, at in enumerate(elephants)),
    )
    done = burst(state.position, "K", 80.0, Finding())
    assert done is not None
    assert set(done.fled) == {"P0", "P1"}
    assert done.position.base("K").front == (900.0, 680.0)
    assert overlapping(done.position) == []
