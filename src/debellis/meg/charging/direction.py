"""Which way a charge goes when its targets have moved, and which of several targets it has to go for."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, distance, same_direction
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.turning import arc
from debellis.mechanics.tables import table
from debellis.meg.arguments import STANDING, UNIT, question
from debellis.meg.charging.projecting import charge_of, wheeled
from debellis.meg.charging.way import Way, body_of, charge_way, reached_at
from debellis.meg.nearby import Circle, circle_of
from debellis.meg.units import bases_of, bw, facing_of, frame_of, on_table, outline, unit_of
from debellis.meg.words import EVADES
from debellis.table.position import Position
from debellis.table.units import Charge, Unit
from debellis.table.value import Value
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: Wheels are tried in steps of so many degrees, and then narrowed down.
STRIDE = 0.5
#: Moves that take a target away from where it was.
MOVES = (*EVADES, "free_charge", "forced_charge", "C2", "countercharge", "intercept", "pushed_back")


class Course(Value, frozen=True):
    """A way to a target: the wheel it needs, the way after it, and the whole path to contact."""

    degrees: float
    hand: str
    way: Way
    path: float


def has_moved(position: Position, unit: Unit) -> bool:
    """Whether a target has moved since the charge on it was declared."""
    if unit.was is not None and on_table(position, unit):
        now = outline(position, unit)
        return distance(now.front, unit.was.front) > COINCIDE or not same_direction(now.facing, unit.was.facing)
    charge = charge_of(position, unit.id)
    return any(one in MOVES for one in unit.did) or (charge is not None and charge.moved)


def course_to(position: Position, names: tuple[str, ...], target: Unit) -> Course | None:
    """The way with the least wheel on which a target is reached; None if it cannot be reached."""
    bases = bases_of(position, target.id)
    place = frame_of(body_of(position, names), facing_of(position, unit_of(position, names[0])))
    wide, there = place.width, circle_of(position, target.id)
    farthest = charge_way(position, names).far + bw(position, 1.0)
    most = float(table(position, "charge")["wheel_max_deg"])
    best: Course | None = None
    for hand in ("left", "right"):
        degrees = 0.0
        while degrees <= most:
            if not _may_meet(place, degrees, hand, there, farthest):
                degrees += STRIDE
                continue
            way = charge_way(position, names, degrees, hand)
            reached = reached_at(way, bases)
            if reached is not None:
                degrees, way, reached = _narrowed(position, names, target, degrees, hand, way, reached)
                path = arc(wide, degrees) + reached
                if best is None or path < best.path - COINCIDE:
                    best = Course(degrees, hand, way, path)
                break
            if way.far <= 0.0:
                break
            degrees += STRIDE
    return best


def _may_meet(place: Rectangle, degrees: float, hand: str, there: Circle, far: float) -> bool:
    """Whether a body can meet something in a circle on its straight way after a wheel."""
    after = wheeled(place, place.corners[0 if hand == "left" else 1], degrees, hand)
    across, ahead = after.local(there.centre)
    near = there.radius + COINCIDE
    return abs(across) <= after.width / 2.0 + near and -after.depth - near <= ahead <= far + near


def _narrowed(
    position: Position, names: tuple[str, ...], target: Unit, degrees: float, hand: str, way: Way, reached: float
) -> tuple[float, Way, float]:
    """The least wheel, to a hundredth of a degree, by which a target is still reached."""
    low, high = max(0.0, degrees - STRIDE), degrees
    bases = bases_of(position, target.id)
    while high - low > 1e-4:
        half = (low + high) / 2.0
        other = charge_way(position, names, half, hand)
        found = reached_at(other, bases)
        if found is None:
            low = half
        else:
            high, way, reached = half, other, found
    return high, way, reached


def target_of(position: Position, charge: Charge, found: Finding) -> Unit | None:
    """The target a charge has to go for: one that stayed, else the one most easily reached (MEG-30b)."""
    targets = [unit_of(position, name) for name in charge.on]
    targets = [target for target in targets if on_table(position, target)]
    if not targets:
        return None
    stayed = [target for target in targets if not has_moved(position, target)]
    if stayed:
        way = charge_way(position, charge.by, charge.wheel, charge.pivot or "left")
        reached = [(reached_at(way, bases_of(position, target.id)), target) for target in stayed]
        near = [(far, target) for far, target in reached if far is not None]
        if len(targets) > len(stayed):
            found.cite("MEG-30b", "A target stayed where it was, and that one has to be charged.")
        return min(near, key=lambda pair: pair[0])[1] if near else stayed[0]
    if len(targets) == 1:
        return targets[0]
    courses = [(course_to(position, charge.by, target), target) for target in targets]
    open_ones = [(course.path, target) for course, target in courses if course is not None]
    found.cite("MEG-30b", "All targets have moved: the charge goes for the one most easily reached.")
    return min(open_ones, key=lambda pair: pair[0])[1] if open_ones else targets[0]


def judge_direction(verdict: Verdict, position: Position, charge: Charge, target: Unit) -> None:
    """Refuse another direction than the declared one unless it is after a target that has moved."""
    if target.id not in charge.on:
        verdict.refuse(f"{target.id} is no target of the charge, which keeps its direction.", "MEG-30a")
        return
    if not has_moved(position, target):
        verdict.refuse(f"{target.id} has not moved, so the charge keeps its direction.", "MEG-30a")
    due = target_of(position, charge, Finding())
    if due is not None and due.id != target.id:
        verdict.refuse(f"{due.id} is more easily reached and has to be charged.", "MEG-30b")
    if verdict.legal:
        permit(verdict, f"{target.id} has moved, and the charge may turn after it.", "MEG-30a")


def _may_change_direction(position: Position, unit: str, toward: str) -> Ruling:
    verdict = Verdict()
    charge = charge_of(position, unit)
    if charge is None:
        raise BadQuestion(f"{unit} has declared no charge", "unit")
    judge_direction(verdict, position, charge, unit_of(position, toward))
    return verdict.decide("may_change_direction")


QUESTIONS = (
    question(
        "may_change_direction",
        "whether a charge may turn after a target",
        {"unit": UNIT, "toward": STANDING},
        _may_change_direction,
    ),
)
