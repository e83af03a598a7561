"""Why a flight went as it did: what it had to avoid, whom it went through, and what destroyed it."""

from __future__ import annotations

from debellis.dba.aftermath.flight import Flight, avoided, ground_row, may_pass, passes_by_type
from debellis.dba.aftermath.straight import cite_zones_ignored
from debellis.dba.book import table
from debellis.dba.going import is_bad_for
from debellis.dba.troops import passing_rows
from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.pushing import until_ground
from debellis.manoeuvre.stops import Stop
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding


def cite_drowned(name: str, finding: Finding) -> None:
    sentence = f"{name} flees into a river that is not paltry and is destroyed"
    finding.cite_all(("BOB-FLEE-8a", "BOB-RIV-5e", "DBA22-B30.2"), sentence)


def cite_in_the_way(position: Position, flight: Flight, stops: list[Stop], finding: Finding) -> None:
    """Cite why what is straight ahead must be avoided."""
    for stop in stops:
        if stop.what == "place":
            finding.cite("BOB-FLEE-6a", f"{stop.id} is occupied and in the way of {flight.base.id}")
        elif stop.what == "bad_going":
            kind = flight.position.feature(stop.id).kind
            clauses = tuple(ground_row(position, flight.base)["avoid_clauses"])
            finding.cite_all(clauses, f"{flight.base.code} does not flee into {kind} ({stop.id})")
        elif stop.what == "friend":
            friend = flight.position.base(stop.id)
            if not passes_by_type(position, flight.base, friend):
                _cite_barred(position, flight.base, friend, finding)
            elif not may_pass(position, flight.base, friend):
                finding.cite("BOB-FLEE-5c", f"{friend.id} does not face along the line of {flight.base.id}")
            else:
                cite_no_room(flight, friend.id, finding)


def _cite_barred(position: Position, base: Base, friend: Base, finding: Finding) -> None:
    """Cite the rows that name who may pass through whom, because this pair is not among them."""
    says = f"{base.code} may not pass through {friend.code}"
    finding.cite_all(tuple(table(position, "passing")["type_clauses"]), says)


def cite_no_room(flight: Flight, name: str, finding: Finding) -> None:
    """Cite that a friend could be passed, but there is no room beyond it."""
    sentence = f"{flight.base.id} would end on top of {name}, which it could pass: no room beyond it within its move"
    finding.cite_all(tuple(table(flight.position, "flee")["room_clauses"]), sentence)


def cite_flight(
    position: Position,
    flight: Flight,
    base: Base,
    start: Base,
    far: float,
    passed: tuple[str, ...],
    returns: bool,
    finding: Finding,
) -> None:
    """Cite what decided a flight that the element survived."""
    full = flight.far
    sentence = f"{base.id} recoils, turns about and moves {far:.2f} mm of the {full:g} mm its going allows"
    finding.cite_all(("BOB-FLEE-2a", "DBA22-B30.1"), sentence)
    finding.measure(f"flight of {base.id}", far)
    if far > COINCIDE:
        finding.cite("BOB-FLEE-3", f"{base.id} flees to where its rear pointed, whichever table edge is its own")
    if not returns:
        finding.cite("BOB-FLEE-2b", f"{base.id} cannot return to its old place in one move")
    done = "the flight is this one move"
    finding.cite_all(("BOB-FLEE-4", "BOB-FLEE-1b", "DBA22-B30.3"), f"{base.id} is not weakened by it: {done}")
    for name in passed:
        friend = flight.position.base(name)
        for row in passing_rows(position, base, friend, "tactical_or_flee"):
            finding.cite_all(row.clauses, f"{base.code} passes through {friend.code} {name}")
    for piece in flight.position.terrain:
        allowed = is_bad_for(flight.position, piece, base) and avoided(flight.position, base, piece) is None
        if allowed and until_ground(base.rectangle, base.facing, far, piece.ground) < far:
            clauses = tuple(ground_row(position, base)["enter_clauses"])
            finding.cite_all(clauses, f"{base.code} may flee into {piece.kind} ({piece.id})")
    cite_zones_ignored(flight.position, base, base.facing, far, finding)
