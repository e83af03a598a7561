"""One shot judged: may this shooter shoot at this target from this edge, the choice between targets apart."""

from __future__ import annotations

from debellis.dbm.shooting.barred import combat_faults
from debellis.dbm.shooting.engaged import AMBUSH
from debellis.dbm.shooting.gaps import Gap, narrow_gaps
from debellis.dbm.shooting.overhead import is_shot_over, near_the_way, shot_over
from debellis.dbm.shooting.shooters import (
    ARC,
    WHO,
    area_faults,
    in_area,
    range_of,
    reach_strip,
    shooter_faults,
    shooting_distance,
    turn_faults,
)
from debellis.dbm.shooting.traces import (
    BLOCKED,
    CROSSING,
    IN_GAP,
    PAIRS,
    Trace,
    best,
    is_open,
    lines_clear,
    trace,
    traces,
)
from debellis.dbm.sight import can_see, sees
from debellis.dbm.troops import is_holder, noted, troop
from debellis.geometry.contact import meet
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import CORNERS, FRONT, Rectangle
from debellis.mechanics.remarks import Remark
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value

Corners = tuple[int, int]


class Shot(Value, frozen=True):
    """A shot from one edge at a target: what forbids it, what else decided, and the lines it goes along.

    `covered_by` names the riderless mounts without whom no line would run free, if they shielded anybody.
    """

    shooter: str
    target: str
    edge: int
    faults: tuple[Remark, ...]
    grounds: tuple[Remark, ...] = ()
    trace: Trace | None = None
    covered_by: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.faults


def judge(
    position: Position,
    shooter: Base,
    target: Base,
    edge: int = FRONT,
    shot_at_by: tuple[str, ...] = (),
    corners: Corners | None = None,
) -> Shot:
    """A shot from one edge of a shooter at a target; to two given corners of it, if they are named."""
    faults = _plain_faults(position, shooter, target, shot_at_by)
    place = shooter.rectangle.fronting(edge)
    faults = faults or area_faults(position, shooter, place, target)
    if faults:
        return Shot(shooter.id, target.id, edge, tuple(faults))
    view = sees(position, shooter, target, reach_strip(position, place, target.rectangle))
    seen = [Remark(says, (clause,)) for clause, says in view.reasons]
    if not view.seen:
        says = f"{shooter.id} sees no part of {target.id} in the strip ahead of it"
        return Shot(shooter.id, target.id, edge, (Remark(says, ("IWF-17.4a",)), *seen))
    lines = _Lines(position, shooter, place, target, corners)
    if lines.found is None:
        return Shot(shooter.id, target.id, edge, tuple(lines.faults()))
    grounds = [*_usual(position, shooter, place, target), *seen, *lines.grounds()]
    return Shot(shooter.id, target.id, edge, (), tuple(grounds), lines.found, lines.covering())


def free_shot(
    position: Position, shooter: Base, target: Base, edge: int = FRONT, shot_at_by: tuple[str, ...] = ()
) -> Shot | None:
    """A shot as `judge` finds it, but without its grounds and lines; None if something forbids it."""
    place = shooter.rectangle.fronting(edge)
    if not in_area(position, shooter, place, target) or _plain_faults(position, shooter, target, shot_at_by):
        return None
    if not can_see(position, shooter, target, reach_strip(position, place, target.rectangle)):
        return None
    near = near_the_way(position, shooter, place, target)
    others: list[Base] = []
    mounts: list[Base] = []
    for other in near:
        if not is_shot_over(position, shooter, target, other):
            others.append(other)
        elif is_holder(other):
            mounts.append(other)
    if not _is_free(place, target, others, []):
        return None
    gaps = _told_apart(narrow_gaps(position, [shooter, target, *others]), position, shooter, target)[0]
    if gaps and not _is_free(place, target, others, gaps):
        return None
    return Shot(shooter.id, target.id, edge, (), covered_by=_covering(place, target, others, mounts, gaps))


def _is_free(
    place: Rectangle, target: Base, others: list[Base], gaps: list[Gap], corners: Corners | None = None
) -> bool:
    """Whether nothing blocks one of the pairs of lines: any pair, or only the pair to two given corners."""
    for pair in PAIRS if corners is None else (corners,):
        if is_open(place, target.rectangle, pair, others, gaps):
            return True
    return False


def _covering(
    place: Rectangle,
    target: Base,
    others: list[Base],
    mounts: list[Base],
    gaps: list[Gap],
    corners: Corners | None = None,
) -> tuple[str, ...]:
    """The riderless mounts in the way of every pair of lines: each alone, or else all of them together."""
    if not mounts or _is_free(place, target, [*others, *mounts], gaps, corners):
        return ()
    alone = [one for one in mounts if not _is_free(place, target, [*others, one], gaps, corners)]
    return tuple(one.id for one in alone or mounts)


def _plain_faults(position: Position, shooter: Base, target: Base, shot_at_by: tuple[str, ...]) -> list[Remark]:
    """What forbids a shot wherever the two stand."""
    faults = shooter_faults(position, shooter)
    if not faults and target.side == shooter.side:
        faults = [Remark(f"{target.id} is no enemy of {shooter.id}", (WHO,))]
    faults = faults or turn_faults(position, shooter, target, shot_at_by)
    faults = faults or combat_faults(position, shooter, target)
    if not faults and noted(target, AMBUSH):
        return [Remark(f"{target.id} is still in ambush: {shooter.id} does not see it", ("IWF-17.4a", "IWF-17.4b"))]
    return faults


def _usual(position: Position, shooter: Base, place: Rectangle, target: Base) -> list[Remark]:
    """What allows a shot: that the shooter is one, and that the target is in its range and strip."""
    far, limit = shooting_distance(place, target.rectangle), range_of(position, shooter)
    found = [
        Remark(f"{troop(shooter).name} {shooter.id} may shoot and neither marched nor fled", (WHO,)),
        Remark(f"{target.id} is in range and at least partly in the strip ahead of {shooter.id}", ARC),
    ]
    if far >= limit - COINCIDE:
        found.append(
            Remark(f"{target.id} is just within range: at the limit is within it", ("DBM32-GLOSS-within-paces",))
        )
    if is_holder(target):
        found.append(Remark(f"{target.id} is riderless mounts: shot at, it is taken off", ("IWF-3.3d",)))
    return found


class _Lines:
    """The lines of one shot: who stands in their way, which gaps are too narrow, and the pair that runs free."""

    def __init__(
        self, position: Position, shooter: Base, place: Rectangle, target: Base, corners: Corners | None
    ) -> None:
        self._place, self._target, self._corners = place, target, corners
        self._shooter = shooter
        near = near_the_way(position, shooter, place, target)
        remarks = {other.id: shot_over(position, shooter, target, other) for other in near}
        self._over = [(other, remark) for other in near if (remark := remarks[other.id]) is not None]
        self._others = [other for other in near if remarks[other.id] is None]
        sides = [shooter, target, *self._others]
        self._gaps, self._spared = _told_apart(narrow_gaps(position, sides), position, shooter, target)
        self._all = self._try(self._others, self._gaps)
        self.found = best(self._all)

    def _try(self, others: list[Base], gaps: list[Gap]) -> list[Trace]:
        if self._corners is not None:
            return [trace(self._place, self._target.rectangle, self._corners, others, gaps)]
        return traces(self._place, self._target.rectangle, others, gaps)

    def _free(self, others: list[Base], gaps: list[Gap]) -> bool:
        return _is_free(self._place, self._target, others, gaps, self._corners)

    def covering(self) -> tuple[str, ...]:
        """The riderless mounts in the way of every pair of lines."""
        mounts = [other for other, _ in self._over if is_holder(other)]
        return _covering(self._place, self._target, self._others, mounts, self._gaps, self._corners)

    def faults(self) -> list[Remark]:
        """Why no pair of lines runs free."""
        if self._corners is not None:
            return [self._fault_of(self._all[0]), *self._between()]
        gap = next((one for one in self._all if one.verdict == IN_GAP), None)
        if gap is not None and self._free(self._others, []):
            says = f"every free pair of lines to {self._target.id} runs into a gap under an element wide, as {gap.by}"
            return [Remark(says, ("IWF-17.5b",))]
        blocked = next(one for one in self._all if one.verdict != CROSSING)
        found = [
            Remark(f"no two lines run free to corners of {self._target.id}: {blocked.by} is in the way", ("IWF-17.1a",))
        ]
        found += self._between()
        hidden = [base for base in self._others if base.side == self._shooter.side and noted(base, AMBUSH)]
        rest = [base for base in self._others if base not in hidden]
        if hidden and self._free(rest, self._gaps):
            says = f"{hidden[0].id}, though still in ambush, stops the shooting of its own side"
            found.append(Remark(says, ("IWF-9.1c",)))
        return found

    def _between(self) -> list[Remark]:
        """What forbids a shot along lines that nobody stands on: one wholly between two of them is in the way too."""
        aside = next((one for one in self._all if one.verdict == BLOCKED and lines_clear(one, self._others)), None)
        if aside is None or any(gap.bars(*line) for gap in self._gaps for line in aside.lines):
            return []
        says = f"{aside.by} stands between two lines, if on neither: {self._shooter.id} does not shoot over it"
        return [Remark(says, ("DBM-B23.4",))]

    def _fault_of(self, found: Trace) -> Remark:
        names = _corners_in_words(found)
        if found.verdict == BLOCKED:
            return Remark(f"{found.by} is in the way of the lines to the {names}", ("IWF-17.1a",))
        if found.verdict == IN_GAP:
            return Remark(f"a line to the {names} runs into the gap between {found.by}", ("IWF-17.5b",))
        return Remark(f"the lines to the {names} cross", ("IWF-17.1a",))

    def grounds(self) -> list[Remark]:
        """What decided about the lines of a legal shot."""
        assert self.found is not None
        names = _corners_in_words(self.found)
        found = [Remark(f"two lines run free to the {names} of {self._target.id} and do not cross", ("IWF-17.1a",))]
        if self.found.through:
            found.append(Remark(f"a line runs through {self._target.id} itself, which is no hindrance", ("IWF-17.1b",)))
        for clause in dict.fromkeys(clause for _, remark in self._over for clause in remark.clauses[:1]):
            group = [(other, remark) for other, remark in self._over if remark.clauses[0] == clause]
            if not self._free([*self._others, *(other for other, _ in group)], self._gaps):
                found += [remark for _, remark in group]
        if self._spared and not self._free(self._others, [*self._gaps, *self._spared]):
            says = "a gap does not count if a side of it is the shooter, the target or one that touches either"
            found.append(Remark(says, ("IWF-17.5a",)))
        if self._gaps and not self._corners and any(one.verdict == IN_GAP for one in self._all):
            says = f"the lines end at corners of {self._target.id} outside every gap under an element wide"
            found.append(Remark(says, ("IWF-17.5b",)))
        return found


def _told_apart(gaps: list[Gap], position: Position, shooter: Base, target: Base) -> tuple[list[Gap], list[Gap]]:
    """The gaps that count, and those that do not for who their sides are."""
    counted: list[Gap] = []
    spared: list[Gap] = []
    for gap in gaps:
        mine = any(
            _belongs(position.base(name), shooter) or _belongs(position.base(name), target) for name in gap.sides
        )
        (spared if mine else counted).append(gap)
    return counted, spared


def _belongs(side: Base, base: Base) -> bool:
    """Whether a side of a gap is an element or touches it."""
    return side.id == base.id or meet(side.rectangle, base.rectangle)


def _corners_in_words(found: Trace) -> str:
    """The corners that a pair of lines runs to: "front left and rear left corners"."""
    names = dict.fromkeys(CORNERS[corner].replace("_", " ") for corner in found.corners)
    return f"{' and '.join(names)} corner{'s' if len(names) > 1 else ''}"
