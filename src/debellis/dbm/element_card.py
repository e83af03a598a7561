"""The card of one element: its troops, how far it moves and shoots, its zone and its group, for a user who points at
it."""

from __future__ import annotations

from typing import Any

from debellis.dbm.fighting.factors import factors_of
from debellis.dbm.going import DIFFICULT, GOOD, going_at
from debellis.dbm.measures import in_paces
from debellis.dbm.moving.conforming import group_of
from debellis.dbm.moving.speeds import allowance, road_limit
from debellis.dbm.moving.zones import exerts, zone_of
from debellis.dbm.shooting.shooters import edges_of, range_of, strip
from debellis.dbm.troops import arm, troop
from debellis.geometry.rectangle import Rectangle
from debellis.mechanics.tables import load
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling

_DRILL = {"Reg": "Regular", "Irr": "Irregular"}


def about(position: Position, *, element: str) -> Ruling:
    """Facts about an element where it stands. Its zone, its reach straight ahead and its field of fire are drawn."""
    finding = Finding()
    base = position.base(element)
    what = troop(base)
    good, bad = allowance(position, base) or 0.0, allowance(position, base, DIFFICULT) or 0.0
    mounted, foot = factors_of(position, what.type)
    row = load(position.edition)["type"][what.type]
    answer: dict[str, Any] = {
        "name": f"{_DRILL[what.drill]} {row['name']} ({what.grade})",
        "class": arm(position.edition, what.type),
        "unit": "p",
        "move": {
            "good": round(in_paces(position, good)),
            "bad": round(in_paces(position, bad)),
            "road": round(in_paces(position, road_limit(position, base))),
        },
        "mm": {"good": good, "bad": bad},
        "range": round(in_paces(position, range_of(position, base))),
        "factors": {"foot": foot, "mounted": mounted},
        "going": going_at(position, base.rectangle, what)[0] if base.on_table else GOOD,
        "group": [friend.id for friend in group_of(position, base) if friend.id != base.id],
    }
    _draw(position, base, good, finding)
    return finding.rule("about", answer)


def _draw(position: Position, base: Base, far: float, finding: Finding) -> None:
    if exerts(position, base):
        finding.draw("area", zone_of(position, base).corners, "zone", "zone")
    if far > 0.0:
        finding.draw("area", _ahead(base.rectangle, far), "reach", f"{in_paces(position, far):g}")
    reach = range_of(position, base)
    if reach > 0.0:
        for edge in edges_of(position, base):
            field = strip(position, base.rectangle.fronting(edge), reach)
            finding.draw("area", field.corners, "range", f"{reach:g} mm")


def _ahead(place: Rectangle, far: float) -> tuple[tuple[float, float], ...]:
    """The ground before a front edge, so far ahead."""
    (lx, ly), (rx, ry) = place.corners[0], place.corners[1]
    fx, fy = place.facing
    return ((lx, ly), (lx + fx * far, ly + fy * far), (rx + fx * far, ry + fy * far), (rx, ry))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "about", "what an element is, how far it goes and shoots, its zone and its group", {"element": BASE}, about
    ),
)
