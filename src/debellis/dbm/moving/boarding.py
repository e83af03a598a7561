"""Going aboard and landing: a beached vessel takes one element of land troops, or lets it step off."""

from __future__ import annotations

from debellis.dbm.contacts import legal_contacts
from debellis.dbm.demoralised import judge_no_step
from debellis.dbm.going import WATER, going_of
from debellis.dbm.moving.speeds import allowance, is_naval
from debellis.dbm.moving.zones import front_engaged
from debellis.dbm.setting_up.shore import waters_of
from debellis.dbm.troops import noted, read_troops, troop
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import boundary_distance, partly_in
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.manoeuvre.contact import meet
from debellis.mechanics.move_arguments import POSE
from debellis.table.bases import Base, Service
from debellis.table.board import is_off
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import BASE, TEXT, BadQuestion, Question
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

LANDING, UNLADEN = "DBM-B30.3", "unladen"


def judge_vessel(position: Position, vessel: Base, verdict: Verdict) -> None:
    """Judge that an element is a vessel that is beached."""
    if not is_naval(position, troop(vessel)):
        verdict.refuse(f"{vessel.id} is no vessel", "DBM-B30.1")
    elif not waters_of(position, vessel, beached=True):
        verdict.refuse(f"{vessel.id} does not touch the beach", LANDING)


def reach(vessel: Base, place: Rectangle) -> float:
    """How far from a vessel the furthest corner of a place is."""
    return max(boundary_distance(corner, vessel.rectangle.corners) for corner in place.corners)


def judge_reach(position: Position, base: Base, vessel: Base, place: Rectangle, verdict: Verdict) -> None:
    """Judge that an element has the move to go between a vessel and a place ashore."""
    far, limit = reach(vessel, place), allowance(position, base) or 0.0
    verdict.measure(f"{base.id} goes", far, limit=limit)
    if far > limit + COINCIDE:
        verdict.refuse(f"{base.id} would go {far:.2f} mm between {vessel.id} and the shore, of {limit:g}", LANDING)


def judge_landing(position: Position, vessel: Base, base: Base, end: Rectangle, verdict: Verdict) -> None:
    """Judge that an element aboard a vessel steps off to a place ashore."""
    judge_vessel(position, vessel, verdict)
    if noted(vessel, UNLADEN):
        verdict.refuse(f"{vessel.id} carries nobody", "DBM-B30.1")
    judge_reach(position, base, vessel, end, verdict)
    wet = [p.id for p in position.terrain if going_of(position, p, troop(base)) == WATER and partly_in(end, p.ground)]
    if wet:
        verdict.refuse(f"{base.id} would land in {wet[0]}", LANDING)
    for other in position.standing:
        if other.id != base.id and overlaps(end, other.rectangle):
            verdict.refuse(f"{base.id} would land on {other.id}", LANDING)
    if is_off(end, position.size):
        verdict.refuse(f"{base.id} would land off the table", LANDING)
    touched = [e.id for e in position.enemies(base.side) if meet(end, e.rectangle).touching]
    if touched and not legal_contacts(position, base, end):
        verdict.refuse(f"{base.id} would touch {touched[0]} in none of the positions of legal contact", "IWF-1.1")
    judge_no_step(position, base, vessel.rectangle, end, verdict)
    if verdict.legal:
        verdict.cite(LANDING, f"{base.id} steps off {vessel.id} by a move of its own")


def judge_boarding(position: Position, base: Base, vessel: Base, verdict: Verdict) -> None:
    """Judge that an element ashore goes aboard a vessel."""
    judge_vessel(position, vessel, verdict)
    if base.side != vessel.side or is_naval(position, troop(base)) or not base.on_table:
        verdict.refuse(f"{base.id} is not of the land troops that {vessel.id} may carry", "DBM-B30.1")
        return
    if not noted(vessel, UNLADEN):
        verdict.refuse(f"{vessel.id} carries somebody already", "DBM-B30.1")
    if front_engaged(position, base):
        verdict.refuse(f"{base.id} is engaged to its front and cannot go aboard", LANDING)
    judge_reach(position, base, vessel, base.rectangle, verdict)
    judge_no_step(position, base, base.rectangle, vessel.rectangle, verdict)
    if verdict.legal:
        verdict.cite(LANDING, f"{base.id} goes aboard {vessel.id} by a move of its own")


def may_land(position: Position, *, vessel: str, troops: str, to: Pose) -> Ruling:
    """Answers whether troops aboard a vessel may step off to a place ashore."""
    verdict = Verdict()
    ship = position.base(vessel)
    try:
        found = read_troops(position.edition, troops, position.scale)
    except ValueError as error:
        raise BadQuestion(str(error), "troops") from None
    serving = ship.service if isinstance(ship.service, Service) else Service(ship.side)
    size = (found.width, found.depth)
    base = Base(f"{vessel} troops", ship.side, found.code, found.kind, *size, to.front, to.facing, service=serving)
    judge_landing(position, ship, base, base.rectangle, verdict)
    return verdict.decide("may_land", distance=reach(ship, base.rectangle))


def may_board(position: Position, *, element: str, vessel: str) -> Ruling:
    """Answers whether an element may go aboard a vessel."""
    verdict = Verdict()
    base, ship = position.base(element), position.base(vessel)
    judge_boarding(position, base, ship, verdict)
    return verdict.decide("may_board", distance=reach(ship, base.rectangle))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_land",
        "whether troops aboard a vessel may step off to a place ashore",
        {"vessel": BASE, "troops": TEXT, "to": POSE},
        may_land,
    ),
    Question("may_board", "whether an element may go aboard a vessel", {"element": BASE, "vessel": BASE}, may_board),
)
