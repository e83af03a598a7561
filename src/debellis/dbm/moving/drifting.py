"""Drift: in strong wind ships that are not halted go down wind, as far as water and others let them."""

from __future__ import annotations

from debellis.dbm.measures import paces
from debellis.dbm.moving.speeds import is_naval
from debellis.dbm.setting_up.shore import waters_of
from debellis.dbm.troops import arm, noted_now, troop
from debellis.dbm.weather import down_wind
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import WHOLLY, Polygon, lies
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.sweep import stages
from debellis.manoeuvre.stops import base_stops, edge_stops, nearest
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling

CLAUSE = "DBM-B30.5"
DRIFT = "drift"


def drifts(position: Position, base: Base, finding: Finding) -> bool:
    """Whether an element drifts in this bound unless it has done so: a ship afloat in strong wind, not halted."""
    if not base.on_table or down_wind(position) is None or arm(position.edition, base.kind) != "naval":
        return False
    if troop(base).type not in table(position, "weather")["drift"]:
        finding.cite(CLAUSE, f"{base.id} has oars and does not drift")
        return False
    if noted_now(position, base, "halted"):
        finding.cite_all(("DBM-B19.1", CLAUSE), f"{base.id} is halted and does not drift")
        return False
    afloat = any(lies(base.rectangle, water.ground) == WHOLLY for water in waters_of(position, base))
    if not afloat or waters_of(position, base, beached=True):
        finding.cite(CLAUSE, f"{base.id} is beached and does not drift")
        return False
    return True


def drifted(position: Position, base: Base, finding: Finding) -> Rectangle:
    """Where a drifting ship comes to: down wind, up to the bank, the table edge or the first element in its way."""
    towards = down_wind(position)
    assert towards is not None
    far = paces(position, float(table(position, "weather")["drift_distance"]))
    others = [other for other in position.standing if other.id != base.id]
    stops = [*base_stops(others, base, towards, far, COINCIDE), *edge_stops(position.size, base, towards, far)]
    gone = min(far, nearest(stops), until_bank(position, base, towards, far))
    finding.cite(CLAUSE, f"{base.id} drifts {gone:.2f} mm down wind")
    finding.measure("drifts", gone, limit=far)
    return base.rectangle.moved(towards[0] * gone, towards[1] * gone)


def until_bank(position: Position, base: Base, towards: Point, far: float) -> float:
    """How far a vessel goes in a direction until it touches the bank of a water it is wholly on."""
    return max((_afloat(base, far, towards, water.ground) for water in waters_of(position, base)), default=0.0)


def _afloat(base: Base, far: float, towards: Point, ground: Polygon) -> float:
    found = stages(base.rectangle, towards, far, ground)
    return next((stage.start for stage in found if stage.lies != WHOLLY), far)


def ask_drift(position: Position, *, element: str) -> Ruling:
    """Answers whether an element drifts now, and where it comes to."""
    finding = Finding()
    base = position.base(element)
    if not is_naval(position, troop(base)):
        finding.cite(CLAUSE, f"{element} is no vessel")
        return finding.rule("drift", {"drifts": False})
    if not drifts(position, base, finding):
        return finding.rule("drift", {"drifts": False})
    place = drifted(position, base, finding)
    return finding.rule("drift", {"drifts": True, "front": list(place.front)})


QUESTIONS: tuple[Question, ...] = (
    Question("drift", "whether a ship drifts in strong wind, and where it comes to", {"element": BASE}, ask_drift),
)
