"""Moving a charge: where it goes, whom it reaches, and what stops it."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import COINCIDE, bearing
from debellis.mechanics.tables import table
from debellis.meg.arguments import STANDING, UNIT, question
from debellis.meg.charging.contact import REMOVED, fate_of
from debellis.meg.charging.declaring import judge_targets
from debellis.meg.charging.direction import course_to, has_moved, judge_direction, target_of
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.reaching import contractions_that_fit, judge_reach, reaches
from debellis.meg.charging.responding import ANSWERS, judge_meeter
from debellis.meg.charging.way import Way, charge_way, counts_as_sug, draw_reach, met_on, other_side, reached_at, slid
from debellis.meg.fighting.contacts import charges_of, in_combat
from debellis.meg.fighting.support import engaged_bases
from debellis.meg.losses import near_breaking
from debellis.meg.troops import SUG, TUG
from debellis.meg.units import bases_of, bw, distance_between, files_of, frame_of, on_table, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Charge, Unit
from debellis.table.value import replace
from debellis.umpire.questions import WHOLE, BadQuestion, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

NOBODY = "nobody"


class Arrival:
    """How a charge ends: how far it goes, whom it fights, before whom it halts, and who stops it."""

    def __init__(self, far: float) -> None:
        self.far = far
        self.contacts: list[str] = []
        self.short_of: str | None = None
        self.gap: float | None = None
        self.stopped_by = NOBODY


def _charge_move(
    position: Position,
    unit: str,
    direction: str | None = None,
    toward: str | None = None,
    drops_left: int | None = None,
) -> Ruling:
    found = Finding()
    group = unit_of(position, unit)
    charge = charge_of(position, unit)
    if charge is None:
        raise BadQuestion(f"{unit} has declared no charge", "unit")
    if len(charge.by) > 1:
        found.cite("MEG-32a", "A block charge is one charge: its unit groups move together.")
    answer: dict[str, Any] = {
        "moves": False,
        "cancelled": True,
        "together": list(charge.by),
        "target": None,
        "contacts": [],
        "short_of": None,
        "gap": None,
        "stopped_by": NOBODY,
    }
    if _is_cancelled(position, charge, group, found):
        place = frame_of(bases_of(position, unit), bases_of(position, unit)[0].facing)
        answer.update(front=list(place.front), facing=bearing(place.facing))
        return found.rule("charge_move", answer)
    target = target_of(position, charge, found)
    way = _fitting(position, charge, target, _way(position, charge, toward, found), found, drops_left)
    draw_reach(found, way)
    arrival = _arrival(position, charge, way, found)
    if charge.wheel and toward is None:
        found.cite("MEG-B15.18", f"{unit} wheels first, and the wheel is part of its distance.")
    if not arrival.contacts and arrival.short_of is None and arrival.stopped_by == NOBODY:
        found.cite("MEG-B15.20", f"{unit} reaches nobody and ends its move where it is.")
    own = tuple(base for base in slid(way.bases, way.towards, arrival.far) if unit_name(base) == unit)
    place = frame_of(own, way.towards)
    answer.update(
        moves=True,
        cancelled=False,
        target=None if target is None else target.id,
        contacts=arrival.contacts,
        short_of=arrival.short_of,
        gap=arrival.gap,
        stopped_by=arrival.stopped_by,
        front=list(place.front),
        facing=bearing(way.towards),
    )
    return found.rule("charge_move", answer)


def carried_out(
    position: Position, charge: Charge, toward: str | None, drops_left: int | None = None
) -> tuple[bool, Way, Arrival]:
    """How a charge ends, as a battle moves it: whether it is cancelled, its way, and where on it it stops."""
    found = Finding()
    lead = unit_of(position, charge.by[0])
    target = target_of(position, charge, found)
    way = _fitting(position, charge, target, _way(position, charge, toward, found), found, drops_left)
    return _is_cancelled(position, charge, lead, found), way, _arrival(position, charge, way, found)


def contractions_open(position: Position, charge: Charge, toward: str | None) -> list[tuple[int, Way]]:
    """How many of the files that have to drop back may be those of the left end, with the way; none if none drop."""
    found = Finding()
    return _contractions(position, charge, target_of(position, charge, found), _way(position, charge, toward, found))


def _contractions(position: Position, charge: Charge, target: Unit | None, way: Way) -> list[tuple[int, Way]]:
    """The contractions by which a unit group that charges alone reaches a target that it would miss otherwise."""
    if target is None or len(charge.by) > 1 or charge.kind == "forced" or reaches(position, way, target):
        return []
    return contractions_that_fit(position, unit_of(position, charge.by[0]), way, target)


def _is_cancelled(position: Position, charge: Charge, unit: Unit, found: Finding) -> bool:
    """Whether a charge is not moved: its unit group is broken, or an enemy charge has reached it first."""
    if unit.broken:
        if unit.broken_by == "shooting":
            found.cite("MEG-26a", f"{unit.id} was broken by shooting and does not complete its charge.")
            found.cite("MEG-26b", f"{unit.id} stays where it stands until its rout.")
        else:
            found.cite("MEG-57a", f"{unit.id} is broken.")
        return True
    if charge.kind not in ANSWERS and _was_illegal(position, charge, found):
        return True
    struck = any(
        other.moved and unit.id in other.on and any(_touch(position, unit.id, name) for name in other.by)
        for other in charges_of(position)
    )
    if struck:
        found.cite("MEG-B15.12", f"{unit.id} was contacted by an enemy charge before it moved.")
        found.cite("MEG-B15.21", "It still counts as charging if it was struck on its front, and fights.")
    return struck


def _was_illegal(position: Position, charge: Charge, found: Finding) -> bool:
    """Whether a charge should not have been declared, as far as what has happened since leaves no doubt (MEG-24b)."""
    units = [unit_of(position, name) for name in charge.by]
    targets = tuple(unit_of(position, name) for name in charge.on)
    verdict = QuietVerdict()
    for unit in units:
        judge_meeter(verdict, unit)
        judge_targets(verdict, position, unit, targets)
    answered = any(other.kind in ANSWERS for other in charges_of(position))
    still = not answered and not any(unit.slowed or unit.was for unit in units)
    if charge.kind in ("prompted", "free") and targets and still and not verdict.faults:
        if any(has_moved(position, target) or not on_table(position, target) for target in targets):
            return False
        way = charge_way(position, charge.by, charge.wheel, charge.pivot or "left")
        reached = [QuietVerdict() for _ in targets]
        for quiet, target in zip(reached, targets, strict=True):
            judge_reach(quiet, position, way, target, None)
        if all(quiet.faults for quiet in reached):
            verdict.absorb(reached[0])
            verdict.faults.extend(reached[0].faults)
    if verdict.faults:
        found.absorb(verdict)
        found.cite("MEG-24b", "The charge was not allowed and is struck out.")
    return bool(verdict.faults)


def _fitting(
    position: Position,
    charge: Charge,
    target: Unit | None,
    way: Way,
    found: Finding,
    drops_left: int | None = None,
) -> Way:
    """The way of a charge without the end files that have to drop back for it to reach its target (MEG-47b)."""
    ways = _contractions(position, charge, target, way)
    if target is None or not ways:
        return way
    found.cite("MEG-47b", f"{charge.by[0]} drops back files to reach {target.id}, which is free in a charge.")
    return next((narrow for left, narrow in ways if left == drops_left), ways[0][1])


def _touch(position: Position, one: str, other: str) -> bool:
    return distance_between(bases_of(position, one), bases_of(position, other)) <= COINCIDE


def _way(position: Position, charge: Charge, toward: str | None, found: Finding) -> Way:
    """The way of a charge: as declared, or after a target that has moved."""
    declared = charge_way(position, charge.by, charge.wheel, charge.pivot or "left")
    if toward is None:
        return declared
    verdict = Verdict()
    target = unit_of(position, toward)
    judge_direction(verdict, position, charge, target)
    found.absorb(verdict)
    course = course_to(position, charge.by, target) if verdict.legal else None
    return declared if course is None else course.way


def _arrival(position: Position, charge: Charge, way: Way, found: Finding) -> Arrival:
    """Follow the way of a charge until somebody stops it."""
    lead = unit_of(position, charge.by[0])
    end = Arrival(way.far)
    for reached, other in met_on(position, way):
        if reached > end.far + COINCIDE:
            break
        if other.side == lead.side:
            if _stops_friend(position, charge, way, other, end, found):
                break
        elif other.broken:
            found.cite("MEG-26b", f"{other.id} is broken where it stands and stays there.")
        elif _halts_before(position, charge, lead, other):
            break
        elif fate_of(position, lead, other, found) == REMOVED:
            found.cite("MEG-23b", f"{other.id} does not stop the charge, which goes on through its place.")
        else:
            end.contacts.append(other.id)
            end.far = min(end.far, reached)
    if not end.contacts:
        _judge_halt(position, charge, way, end, found)
    return end


def _judge_halt(position: Position, charge: Charge, way: Way, end: Arrival, found: Finding) -> None:
    """A charging SuG halts 1 BW from the first TuG that stands still on its way (MEG-35b)."""
    lead = unit_of(position, charge.by[0])
    gap = bw(position, float(table(position, "document")["sug_stop_before_tug_bw"]))
    longer = replace(way, far=end.far + gap)
    for _, other in met_on(position, longer, other_side(lead.side)):
        if _halts_before(position, charge, lead, other):
            _halt(position, way, other, end, found)
            return


def _halts_before(position: Position, charge: Charge, lead: Unit, other: Unit) -> bool:
    """Whether a SuG must halt before a TuG that it uncovers: one that stands still and is not near to breaking."""
    if not counts_as_sug(lead) or other.kind != TUG or counts_as_sug(other) or other.id in charge.on:
        return False
    return charge_of(position, other.id) is None and not near_breaking(position, other)


def _halt(position: Position, way: Way, other: Unit, end: Arrival, found: Finding) -> None:
    """Stop 1 BW short of a TuG."""
    gap = bw(position, float(table(position, "document")["sug_stop_before_tug_bw"]))
    theirs = bases_of(position, other.id)
    if distance_between(slid(way.bases, way.towards, end.far), theirs) >= gap:
        return
    low, high = 0.0, end.far
    for _ in range(60):
        half = (low + high) / 2.0
        if distance_between(slid(way.bases, way.towards, half), theirs) >= gap:
            low = half
        else:
            high = half
    end.far, end.short_of = low, other.id
    end.gap = distance_between(slid(way.bases, way.towards, low), theirs)
    found.cite("MEG-35b", f"A SuG halts 1 BW from {other.id}, which stands still.")


def _stops_friend(position: Position, charge: Charge, way: Way, friend: Unit, end: Arrival, found: Finding) -> bool:
    """Whether a friend stops a charge. Forced chargers burst through unengaged files (MEG-40a)."""
    lead = unit_of(position, charge.by[0])
    if lead.kind == SUG or (friend.kind == SUG and not in_combat(position, friend.id)):
        return False
    if charge.kind != "forced" or friend.kind != TUG:
        reached = reached_at(way, bases_of(position, friend.id))
        end.far, end.stopped_by = min(end.far, reached or 0.0), friend.id
        found.cite("MEG-B14.1", f"{friend.id} is in the way and may not be passed.")
        return True
    engaged = {base.id for base in engaged_bases(position, friend, Finding())}
    hit = [
        reached
        for file in files_of(position, friend.id)
        if any(base.id in engaged for base in file) and (reached := reached_at(way, file)) is not None
    ]
    if not hit:
        found.cite("MEG-B15.5", f"The chargers burst through unengaged files of {friend.id}.")
        return False
    end.far, end.stopped_by = min(end.far, min(hit)), friend.id
    found.cite("MEG-40a", f"Engaged files of {friend.id} stop the charge.")
    return True


QUESTIONS = (
    question(
        "charge_move",
        "where a charge goes and whom it reaches",
        {
            "unit": UNIT,
            "direction": one_of("declared").or_none(),
            "toward": STANDING.or_none(),
            "drops_left": WHOLE.or_none(),
        },
        _charge_move,
        apart={"direction": ("toward",)},
    ),
)
