"""An advance as it is made: what it has used of its moves, how many it has, and whether it may end where it does."""

from __future__ import annotations

from debellis.dbm.contacts import position_of
from debellis.dbm.measures import paces
from debellis.dbm.moving.speeds import allowance, spend
from debellis.dbm.moving.zones import straight_before
from debellis.dbm.spontaneous.impetuous import known_near
from debellis.dbm.spontaneous.obstacles import least_shifts
from debellis.dbm.spontaneous.steps import PIVOT_BACK, Stride
from debellis.dbm.spontaneous.targets import Target
from debellis.dbm.spontaneous.ways import free_straight, free_turn
from debellis.geometry.plane import COINCIDE, coincide, distance
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle, gap
from debellis.geometry.turning import wheel
from debellis.manoeuvre.legs import gap_to_area, leg
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict

EXPENDABLE = "Exp"
#: Shares of a move this close are the same.
SAME_SHARE = 1e-3
#: A wheel that shows whether one can wheel at all (degrees).
_SLIGHT_WHEEL = 1.0


class Advance(Value, frozen=True):
    """An advance being judged: who, from where, by which strides, and against what at the start."""

    position: Position
    base: Base
    strides: tuple[Stride, ...]
    target: Target

    @property
    def end(self) -> Rectangle:
        return self.strides[-1].end if self.strides else self.base.rectangle

    def spent(self, count: int | None = None) -> float:
        """What the first so many strides, or all, take of a single move."""
        return sum(share_of(self.position, self.base, stride) for stride in self.strides[:count])


def share_of(position: Position, base: Base, stride: Stride) -> float:
    if stride.length <= 0.0:
        return 0.0
    return spend(position, base, (leg(stride.start, stride.end, stride.length),), stride.length).share


def _touches_legally(position: Position, base: Base, place: Rectangle) -> bool:
    return any(position_of(place, e.rectangle) is not None for e in known_near(position, base.side, place))


def aim_of(advance: Advance, target: Base) -> Rectangle:
    """Where an advance against a target goes: to the place that helps against it, or to itself."""
    helped = advance.target.help
    return helped.place if helped is not None and target is advance.target.enemy else target.rectangle


def ends_well(advance: Advance) -> bool:
    """Whether the advance ends in legal contact, or in the place that is its target."""
    helped = advance.target.help
    there = helped is not None and coincide(helped.place.front, advance.end.front)
    return there or _touches_legally(advance.position, advance.base, advance.end)


def moves_due(advance: Advance) -> int:
    """How many moves an element makes: two if no known enemy is within 200 paces before or during the first."""
    position, base = advance.position, advance.base
    near = paces(position, table(position, "distances")["march_limit"])
    close = known_near(position, base.side, base.rectangle, near + COINCIDE)
    if any(gap(base.rectangle, e.rectangle) <= near + COINCIDE for e in close):
        return 1
    left = 1.0
    for stride in advance.strides:
        share = share_of(position, base, stride)
        part = stride
        if share > left and stride.motion is None and stride.length > 0.0:
            kept = left / share
            (x, y), (u, v) = stride.start.front, stride.end.front
            short = stride.start.moved((u - x) * kept, (v - y) * kept)
            part = Stride(stride.step, stride.start, short, stride.length * kept)
        way = leg(part.start, part.end, part.length)
        far = distance(part.start.centre, part.end.centre) + part.end.radius + near + COINCIDE
        close = known_near(position, base.side, part.start, far)
        if any(gap_to_area(way, e.rectangle.corners) <= near + COINCIDE for e in close):
            return 1
        left -= share
        if left <= SAME_SHARE:
            break
    return 2


def _is_barred(advance: Advance, place: Rectangle, target: Base, left: float) -> bool:
    """Whether an element can go no further: neither ahead nor by a wheel to its target, nor round what stops it."""
    position, base, aim = advance.position, advance.base, aim_of(advance, target)
    if free_straight(position, base, place, place.facing, 1.0) > 2.0 * COINCIDE:
        return False
    if not straight_before(place, aim) and can_wheel(position, base, place, aim):
        return False
    if base.kind == EXPENDABLE:
        return True
    return not any(abs(shift) < left - COINCIDE for shift in least_shifts(position, base, place))


def can_wheel(position: Position, base: Base, place: Rectangle, aim: Rectangle) -> bool:
    """Whether an element can begin to wheel towards something."""
    corner = FRONT_RIGHT if place.local(aim.centre)[0] > 0.0 else FRONT_LEFT
    return free_turn(position, base, wheel(place, corner, _SLIGHT_WHEEL))


def judge_end(advance: Advance, target: Base, verdict: Verdict) -> None:
    """The whole distance is used, unless the advance ends in contact, in the place sought, or is barred."""
    position, base, end = advance.position, advance.base, advance.end
    due, spent = moves_due(advance), advance.spent()
    verdict.measure("share of its moves", spent, "", float(due))
    if spent > due + SAME_SHARE:
        verdict.refuse(f"{base.id} has {due} move{'s' if due > 1 else ''} and this takes more", "DBM-B19.7")
        return
    if ends_well(advance) or spent >= due - SAME_SHARE:
        return
    last = advance.strides[-1].start if advance.strides and advance.strides[-1].step.kind == PIVOT_BACK else end
    left = (due - spent) * (allowance(position, base) or 0.0)
    if _is_barred(advance, last, target, left):
        verdict.cite("IWF-15.4a", f"the way of {base.id} is barred and it has no way round: its move ends there")
        return
    verdict.refuse(f"{base.id} must go its full distance: it is neither in contact nor barred", "DBM-B19.7")
