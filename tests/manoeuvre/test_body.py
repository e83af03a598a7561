"""Bodies of bases: files and ranks, blocks, the corner of a wheel, and how much of a march is free."""

from __future__ import annotations

import pytest

from debellis.geometry.plane import direction
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.body import Body, block_of, body_of, free_share, front_corner, marched
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base


def base(name: str, across: float, back: float, degrees: float = 0.0, width: float = 40.0, depth: float = 20.0) -> Base:
    """A base whose place is told in the frame of a body at (300, 300) that faces so many degrees."""
    facing = direction(degrees)
    front = (
        300.0 + facing[1] * across - facing[0] * back,
        300.0 - facing[0] * across - facing[1] * back,
    )
    return Base(name, "red", "4Sp", "spears", width, depth, front, facing)


def block(files: int, ranks: int, short: int = 0, degrees: float = 0.0, left: float = 0.0) -> tuple[Base, ...]:
    """Bases in files and ranks, with so many missing at the right of the last rank."""
    cells = [(file, rank) for rank in range(ranks) for file in range(files)]
    kept = cells[: len(cells) - short]
    return tuple(base(f"{f}.{r}", left + 40.0 * f, 20.0 * r, degrees) for f, r in kept)


@pytest.mark.parametrize("degrees", [0.0, 37.0, 213.5])
def test_files_and_ranks_whatever_the_order_and_the_angle(degrees: float) -> None:
    found = body_of(tuple(reversed(block(3, 2, short=1, degrees=degrees))))
    assert found is not None
    names = [[found.members[i].id for i in file] for file in found.files]
    assert names == [["0.0", "0.1"], ["1.0", "1.1"], ["2.0"]]
    assert (found.ranks, found.width, found.bends) == (2, 120.0, False)
    assert [one.id for one in found.front_rank] == ["0.0", "1.0", "2.0"]


def test_one_base_is_a_body() -> None:
    found = body_of((base("A", 0.0, 0.0),))
    assert found is not None and found.files == ((0,),)
    assert body_of(()) is None


@pytest.mark.parametrize(
    "bases",
    [
        (base("A", 0.0, 0.0), base("B", 40.1, 0.0)),  # a gap between the files
        (base("A", 0.0, 0.0), base("B", 40.0, 0.1)),  # not level
        (base("A", 0.0, 0.0), base("B", 0.0, 20.1)),  # a gap between the ranks
        (base("A", 0.0, 0.0), base("B", 40.0, 0.0, degrees=0.1)),  # facing differently
        (*block(3, 1), base("D", 40.0, 20.0)),  # a short rank in the middle
        (*block(2, 1), base("C", 0.0, 20.0), base("D", 0.0, 40.0)),  # one file two ranks deeper
    ],
)
def test_what_is_no_body(bases: tuple[Base, ...]) -> None:
    assert body_of(bases) is None


def test_a_bent_column_is_a_body_from_head_to_tail() -> None:
    head = base("head", 0.0, 0.0)
    facing = direction(20.0)
    # Its left front corner is on the left rear corner of the head, at (280, 280).
    front = (280.0 + 20.0 * facing[1], 280.0 - 20.0 * facing[0])
    second = Base("second", "red", "4Sp", "spears", 40.0, 20.0, front, facing)
    found = body_of((second, head))
    assert found is not None and found.bends
    assert [found.members[i].id for i in found.files[0]] == ["head", "second"]
    away = Base("second", "red", "4Sp", "spears", 40.0, 20.0, (front[0], front[1] - 0.1), facing)
    assert body_of((away, head)) is None


def bodies(*found: Body | None) -> tuple[Body, ...]:
    assert all(one is not None for one in found)
    return tuple(one for one in found if one is not None)


def test_bodies_side_by_side_are_a_block_though_their_depths_differ() -> None:
    deep, shallow = bodies(body_of(block(2, 3)), body_of(block(2, 1, left=80.0)))
    found = block_of((shallow, deep))
    assert found is not None and [len(file) for file in found.files] == [3, 3, 1, 1]
    apart = body_of(block(2, 1, left=80.1))
    assert apart is not None and block_of((deep, apart)) is None
    behind = body_of(tuple(base(f"b{f}", 40.0 * f, 60.0) for f in range(2)))
    assert behind is not None and block_of((deep, behind)) is None


def test_a_wheel_turns_about_the_front_corner_and_the_outer_file_goes_furthest() -> None:
    (body,) = bodies(body_of(block(3, 2)))
    assert front_corner(body, "left") == pytest.approx((280.0, 300.0))
    assert front_corner(body, "right") == pytest.approx((400.0, 300.0))
    found = marched(body, (Step(wheel=30.0, pivot="left"),))
    # 120 mm of front edge by 30 degrees: 120 * pi / 6
    assert max(found.measured) == pytest.approx(62.832, abs=0.001)
    ends = body_of(found.arrived)
    assert ends is not None and ends.files == body.files
    assert front_corner(ends, "left") == pytest.approx((280.0, 300.0))


def test_the_least_free_share_of_any_member_counts_for_all() -> None:
    (body,) = bodies(body_of(block(2, 1)))
    found = marched(body, (Step(advance=100.0),))
    before_the_right = Rectangle((340.0, 345.0), (0.0, 1.0), 40.0, 20.0)
    assert free_share(found, 0, before_the_right) == pytest.approx(0.25, abs=1e-6)
    aside = Rectangle((500.0, 345.0), (0.0, 1.0), 40.0, 20.0)
    assert free_share(found, 0, aside) == 1.0
