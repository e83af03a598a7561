"""The shore at set-up: troops that are to land start aboard, and a beach runs along the water."""

from __future__ import annotations

from debellis.dbm.going import GOOD, going_at
from debellis.dbm.measures import paces
from debellis.dbm.setting_up.deployment import BOATS
from debellis.dbm.troops import arm, troop
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import OUTSIDE, boundary_distance, lies, segment_gap
from debellis.geometry.rectangle import Rectangle
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import EDGES, inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.questions import BASE, FEATURE, FLAG, BadQuestion, Question, list_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

_HILLS = ("gentle_hill", "rough_hill", "steep_hill", "wooded_hill")


def may_start_ashore(position: Position, *, vessel: str, aboard: bool) -> Ruling:
    """Whether troops that are to land may start so; `vessel` stands where it would be deployed."""
    verdict = Verdict()
    base = position.base(vessel)
    what = troop(base)
    if arm(position.edition, what.type) != "naval":
        raise BadQuestion(f"{vessel} is no vessel", "vessel")
    deployable = bool(waters_of(position, base))
    if deployable and not aboard:
        says = f"{vessel} can be deployed: those it is to land must start aboard."
        verdict.refuse(says, "IWF-7.5a")
    beached = aboard and bool(waters_of(position, base, beached=True))
    if beached:
        verdict.cite("IWF-7.5b", f"{vessel} may start beached with its troops aboard.")
    return verdict.decide("may_start_ashore", deployable=deployable, beached=beached)


def waters_of(position: Position, vessel: Base, *, beached: bool = False) -> list[Terrain]:
    """The waters that a vessel is on: rivers carry boats alone. With `beached`, those whose bank it touches."""
    kinds = ("waterway", "river") if troop(vessel).type == BOATS else ("waterway",)
    found = [piece for piece in position.features(*kinds) if lies(vessel.rectangle, piece.ground) != OUTSIDE]
    return [water for water in found if not beached or _at_bank(position, vessel.rectangle, water)]


def _at_bank(position: Position, where: Rectangle, water: Terrain) -> bool:
    """Whether a vessel touches or overlaps a bank, which is an edge of the water inside the table."""
    points = water.ground
    for i in range(len(points)):
        a, b = points[i - 1], points[i]
        on_edge = any(max(inward(p, edge, position.size) for p in (a, b)) <= COINCIDE for edge in EDGES)
        if not on_edge and segment_gap(a, b, where.corners) <= COINCIDE:
            return True
    return False


def shore_going(position: Position, *, element: str, promontories: tuple[str, ...] = ()) -> Ruling:
    """The going of an element by the water: a hill leaves the beach, a strip of good going, unless a promontory."""
    finding = Finding()
    base = position.base(element)
    width = paces(position, table(position, "setup")["water"]["beach"])
    on_beach = any(_on_beach(base, water, width) for water in position.features("waterway"))
    plain = going_at(position, base.rectangle, troop(base))[0]
    hills = [
        piece
        for piece in position.features(*_HILLS)
        if piece.id not in promontories and lies(base.rectangle, piece.ground) != OUTSIDE
    ]
    found = plain
    if on_beach and hills:
        names = [piece.id for piece in hills]
        kept = tuple(piece for piece in position.terrain if piece.id not in names)
        found = going_at(replace(position, terrain=kept), base.rectangle, troop(base))[0]
        says = f"{element} is on the beach, {width:g} mm wide, which {names[0]} does not remove."
        finding.cite("IWF-5.8", says)
    elif on_beach and found == GOOD:
        finding.cite("DBM-B9.9", f"{element} is on the beach.")
    return finding.rule("shore_going", {"beach": on_beach and found == GOOD, "going": found})


def _on_beach(base: Base, water: Terrain, width: float) -> bool:
    """Whether all of an element lies out of the water and within the width of the beach along it."""
    if lies(base.rectangle, water.ground) != OUTSIDE:
        return False
    return all(boundary_distance(p, water.ground) <= width + COINCIDE for p in base.rectangle.corners)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_start_ashore",
        "whether troops that are to land may start ashore or aboard",
        {"vessel": BASE, "aboard": FLAG},
        may_start_ashore,
    ),
    Question(
        "shore_going",
        "the going of an element by a waterway",
        {"element": BASE, "promontories": list_of(FEATURE).or_none()},
        shore_going,
    ),
)
