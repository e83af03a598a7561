"""The card of one element: its type, how far it moves and shoots, its zone and its group, for a user who points at
it."""

from __future__ import annotations

from typing import Any

from debellis.dba.book import book, in_mm, table
from debellis.dba.going import going
from debellis.dba.moving.general import command_over, general_over
from debellis.dba.moving.groups import grouped_with
from debellis.dba.moving.speeds import bad_limit, good_limit
from debellis.dba.moving.zone import faces_of, zone_size
from debellis.dba.shooting.area import reach_of
from debellis.dba.shooting.shooters import shoots_all_round
from debellis.dba.troops import shoots, type_of
from debellis.geometry.plane import Point
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.zones import square
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling


def about(position: Position, *, element: str) -> Ruling:
    """Facts about an element where it stands. Its reach, zone and field of fire are drawn."""
    finding = Finding()
    base = position.base(element)
    row = type_of(position, base)
    answer: dict[str, Any] = {
        "name": row.name,
        "class": row.arm,
        "unit": book(position).unit,
        "move": {"good": row.move_good, "bad": row.move_bad, "road": row.move_road},
        "mm": {"good": good_limit(position, base.kind), "bad": bad_limit(position, base.kind)},
        "range": row.range if shoots(position, base) else 0,
        "factors": {"foot": row.factor_vs_foot, "mounted": row.factor_vs_mounted},
        "going": going(position, base),
        "group": [],
    }
    if base.on_table:
        answer["group"] = [friend.id for friend in grouped_with(position, base)]
        answer["command"] = _command(position, base)
        _draw(position, base, finding)
    return finding.rule("about", answer)


def _command(position: Position, base: Base) -> dict[str, Any] | None:
    general = general_over(position, base)
    if general is None or general.id == base.id:
        return None
    found = command_over(position, general, base)
    away = book(position).in_units(position.scale, found.distance)
    return {"distance": away, "held": found.held}


def _draw(position: Position, base: Base, finding: Finding) -> None:
    for face in faces_of(position, base):
        finding.draw("area", square(face, *zone_size(position)).corners, "zone", "zone")
    far = good_limit(position, base.kind)
    if far > 0.0:
        finding.draw("area", _ahead(base.rectangle, far), "reach", f"{type_of(position, base).move_good}")
    if shoots(position, base):
        wing = position.scale.base_widths(float(table(position, "shooting")["arc_side_bw"]))
        sides = range(4) if shoots_all_round(position, base) else range(1)
        for which in sides:
            field = _ahead(base.rectangle.fronting(which), reach_of(position, base), wing)
            finding.draw("area", field, "range", f"{in_mm(position, type_of(position, base).range):g} mm")


def _ahead(rectangle: Rectangle, far: float, wing: float = 0.0) -> tuple[Point, ...]:
    """The area before a front edge, `far` deep and wider by `wing` on each side."""
    (lx, ly), (rx, ry) = rectangle.corners[0], rectangle.corners[1]
    fx, fy = rectangle.facing
    hx, hy = fy * wing, -fx * wing
    left, right = (lx - hx, ly - hy), (rx + hx, ry + hy)
    return (left, (left[0] + fx * far, left[1] + fy * far), (right[0] + fx * far, right[1] + fy * far), right)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "about", "what an element is, how far it goes and shoots, its zone and its group", {"element": BASE}, about
    ),
)
