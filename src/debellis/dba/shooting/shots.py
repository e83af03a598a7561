"""One shot: whether a shooter may shoot at a target, at which of its edges, and by which clauses."""

from __future__ import annotations

from typing import Final

from debellis.dba.book import book, table
from debellis.dba.fighting.fighters import Fighter, fighter
from debellis.dba.shooting.aiming import (
    OUT,
    SHUT,
    SQUARE,
    Aim,
    aims,
    can_aim,
    lowest,
    shared_wood,
)
from debellis.dba.shooting.area import could_reach, reach_of
from debellis.dba.shooting.shooters import (
    ANSWERS_ONLY,
    must_wait,
    never_shoots,
    only_answers,
    overlap_grounds,
    shooter_faults,
    shoots_all_round,
    target_faults,
    turn_faults,
)
from debellis.dba.troops import shoots, type_of
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import EDGES, LEFT, REAR, RIGHT
from debellis.geometry.sight import BLOCKED, HIDDEN, OPEN, UNREACHABLE, corridor, corridor_lines
from debellis.manoeuvre.field_of_fire import on_prolongation, runs_along
from debellis.mechanics.remarks import Remark
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.scale import SCALES
from debellis.table.terrain import HILLS, Terrain
from debellis.table.value import Value

#: The clauses that refuse an edge to which no lines of shot can be drawn.
_CLEAR: Final = ("BOB-SHO-5a", "DBA22-B20.5")


class Shot(Value, frozen=True):
    """The verdict on one shot: its faults, how each edge may be aimed at, and the edge aimed at.

    `barred` is an edge that may not be chosen although lines run to it. It is the rear edge, in editions in which a
    shooter must be wholly behind its line and this one is not.
    """

    shooter: str
    target: str
    faults: tuple[Remark, ...]
    aims: tuple[Aim, ...] = ()
    aim: Aim | None = None
    barred: int | None = None

    @property
    def legal(self) -> bool:
        return not self.faults

    @property
    def distance(self) -> float:
        """The distance from the shooting edge to the nearest part of the target."""
        return min((aim.nearest for aim in self.aims), default=0.0)

    @property
    def edges(self) -> tuple[int, ...]:
        """The edges of the target that are open."""
        open_edges = (aim.edge for aim in self.aims if aim.verdict == OPEN)
        return tuple(edge for edge in open_edges if edge is not None and edge != self.barred)

    @property
    def beside(self) -> bool:
        """Whether the shooter stands to the side: the edge it faces most squarely is a side edge."""
        natural = squarest(self.aims)
        return natural is not None and natural.edge in (LEFT, RIGHT)


_SHOTS = Memory[Shot]("shots judged")


def squarest(found: tuple[Aim, ...]) -> Aim | None:
    """The edge faced most squarely, of those in the area to which lines can be drawn, blocked or not.

    Of edges faced equally it is the nearest; of edges equally near, front or rear comes before a side.
    """
    candidates = [aim for aim in found if aim.verdict in (OPEN, BLOCKED, SHUT)]
    tied = lowest(lowest(candidates, lambda aim: -aim.squareness, SQUARE), lambda aim: aim.gap, COINCIDE)
    return min(tied, key=lambda aim: aim.edge in (LEFT, RIGHT), default=None)


def judge(
    position: Position,
    shooter: Base,
    target: Fighter | None,
    turn: str,
    shot_at_by: tuple[str, ...] = (),
    edge: int | None = None,
) -> Shot:
    """Whether a shooter may shoot at a target (at a given edge of it) in the bound of a side."""
    barred = never_shoots(position, shooter) or _no_target(shooter, target)
    if barred is not None or target is None:
        name = "" if target is None else target.id
        return Shot(shooter.id, name, (barred or Remark("there is nobody to shoot at"),))
    key = (shooter.id, target.id, edge, turn, target.id in shot_at_by)
    return _SHOTS.of(position, key, lambda p: _judge(p, shooter, target, turn, shot_at_by, edge))


def may_shoot(
    position: Position, shooter: Base, target: Fighter | None, turn: str, shot_at_by: tuple[str, ...] = ()
) -> bool:
    """Whether `judge` finds no fault with a shot. It stops at the first fault."""
    if target is None or target.side == shooter.side or not shoots(position, shooter):
        return False
    if not could_reach(position, shooter, target) or turn_faults(position, shooter, target.id, turn, shot_at_by):
        return False
    if shooter_faults(position, shooter) or target_faults(position, target):
        return False
    return shared_wood(position, shooter, target) is None and can_aim(position, shooter, target)


def _no_target(shooter: Base, target: Fighter | None) -> Remark | None:
    if target is not None and target.side == shooter.side:
        return Remark(f"{target.id} is no enemy of {shooter.id}")
    return None


def _judge(
    position: Position, shooter: Base, target: Fighter, turn: str, shot_at_by: tuple[str, ...], edge: int | None
) -> Shot:
    found = aims(position, shooter, target)
    faults = shooter_faults(position, shooter) + target_faults(position, target)
    wood = shared_wood(position, shooter, target)
    if wood is not None:
        sentence = f"{shooter.id} and {target.id} both stand in {wood.id}: no shooting within it"
        faults.append(Remark(sentence, ("BOB-SHO-17a", "DBA22-B20.7")))
    barred = _barred(position, found)
    aim = _chosen(tuple(a for a in found if a.edge != barred), edge) or (_chosen(found, None) if edge is None else None)
    timing = turn_faults(position, shooter, target.id, turn, shot_at_by)
    if aim is None:
        faults += _aim_faults(position, shooter, target, found, edge)
        if must_wait(position, shooter, turn) and not timing:
            sentence = f"{shooter.id} cannot aim at {target.id}, so it cannot answer, nor shoot at anything else"
            timing = [Remark(sentence, ANSWERS_ONLY)]
    return Shot(shooter.id, target.id, (*faults, *timing), found, aim, barred)


def _barred(position: Position, found: tuple[Aim, ...]) -> int | None:
    """The rear edge if the shooter is not wholly behind its line, in editions that require this."""
    asked = bool(table(position, "shooting")["rear_wholly_behind"])
    return REAR if asked and any(aim.edge == REAR and aim.verdict == OPEN and aim.astride for aim in found) else None


def _chosen(found: tuple[Aim, ...], edge: int | None) -> Aim | None:
    """The open edge aimed at: the requested one, else the one faced most squarely."""
    return squarest(tuple(a for a in found if a.verdict == OPEN and edge in (None, a.edge)))


def _aim_faults(
    position: Position, shooter: Base, target: Fighter, found: tuple[Aim, ...], edge: int | None
) -> list[Remark]:
    """Why no edge, or not the requested edge, can be aimed at."""
    asked = found if edge is None else tuple(aim for aim in found if aim.edge == edge)
    if not any(aim.gap <= reach_of(position, shooter) + COINCIDE for aim in found):
        return _area_faults(position, shooter, target.id, found)
    if edge is None:
        asked = tuple(aim for aim in found if aim.verdict in (BLOCKED, SHUT)) or asked
    faults: list[Remark] = []
    for aim in asked:
        faults += _edge_faults(position, shooter, target, aim, edge is not None)
    return faults or [Remark(f"{target.id} has no such edge to aim at")]


def _area_faults(position: Position, shooter: Base, target: str, found: tuple[Aim, ...]) -> list[Remark]:
    """Why a target, or one edge of it, is not in the shooting area: too far, outside the strip, or both."""
    limit = reach_of(position, shooter)
    nearest = min(aim.nearest for aim in found)
    too_far = nearest > limit + COINCIDE
    faults = []
    if too_far:
        sentence = f"{target} is {nearest:.2f} mm off and the range is {limit:.2f} mm"
        own = type_of(position, shooter).range_clauses
        faults.append(Remark(sentence, ("BOB-SHO-3", "DBA22-B20.1", *own)))
    if not any(aim.ahead for aim in found) or not too_far:
        sentence = f"no part of {target} in range is ahead of {shooter.id} within a base width of either side"
        faults.append(Remark(sentence, ("BOB-SHO-4", "DBA22-B20.4")))
    elif any(aim.cut_off for aim in found):
        sentence = f"range is measured to the front edge of {shooter.id}: {target} is in the rounded corner of the area"
        faults.append(Remark(sentence, ("BOB-SHO-4", "DBA22-B20.4")))
    return faults


def _edge_faults(position: Position, shooter: Base, target: Fighter, aim: Aim, asked: bool) -> list[Remark]:
    """Why one edge cannot be aimed at."""
    name = f"the outline of {target.id}" if aim.edge is None else f"the {EDGES[aim.edge]} edge of {target.id}"
    rear = tuple(table(position, "shooting")["rear_clauses"]) if asked and aim.edge == REAR else ()
    if aim.verdict == BLOCKED:
        places = shooter.inside is not None or target.place is not None
        clear = tuple(table(position, "shooting")["blocked_clauses"])
        clauses = ("BOB-SHO-5e", *clear) if places else clear
        blocker = aim.obstacle or "something"
        return [Remark(f"{blocker} lies between the lines from {shooter.id} to {name}", clauses)]
    if aim.verdict == SHUT:
        piece = position.feature(aim.obstacle or "")
        return [Remark(f"{piece.id} lies across every line from {shooter.id} to {name}", _shut_by(position, piece))]
    if aim.verdict in (HIDDEN, UNREACHABLE):
        why = "faces away" if aim.verdict == HIDDEN else "can be reached only through the target itself"
        return [Remark(f"{name} {why}", (*_CLEAR, *rear))]
    if aim.verdict == OPEN:
        return [Remark(f"{shooter.id} is not wholly behind the line of {name}", rear)]
    if aim.verdict == OUT and asked:
        sentence = f"{name} is not in the shooting area of {shooter.id}"
        return [Remark(sentence, ("BOB-SHO-5b", "DBA22-B20.5")), *_area_faults(position, shooter, name, (aim,))]
    return []


def _shut_by(position: Position, piece: Terrain) -> tuple[str, ...]:
    """The clauses for a shot blocked by terrain: a wood or oasis, a crest, or a camp or town between."""
    if piece.kind in table(position, "shooting")["hides"]:
        return ("BOB-SHO-17a", "DBA22-B20.7")
    if piece.kind in HILLS:
        return tuple(table(position, "shooting")["crest_clauses"])
    return ("DBA22-B5.4", "DBA22-B20.7")


def grounds(position: Position, shot: Shot, edge: int | None) -> list[Remark]:
    """The reasons that allow a legal shot despite an apparent obstacle, or an edge that is not the usual choice."""
    shooter = position.base(shot.shooter)
    target = fighter(position, shot.target)
    aim = shot.aim
    if target is None or aim is None:
        return []
    allowed = range_grounds(position, shooter, target.id) + overlap_grounds(position, shooter, target)
    allowed += _edge_choice(shooter, target, shot, aim) + _rear_edge(shooter, target, shot, edge)
    for base in position.standing:
        if base.id in (shooter.id, target.id):
            continue
        if any(runs_along(line, base.rectangle) for line in corridor_lines(corridor(aim.start, aim.end))):
            sentence = f"a line from {shooter.id} to {target.id} runs exactly along {base.id}, which does not block it"
            allowed.append(Remark(sentence, ("BOB-SHO-5d", "DBA22-B20.5")))
            break
    if shooter.inside is not None:
        sentence = f"{shooter.id} shoots all round, measured from the edge of {shooter.inside}"
        allowed.append(Remark(sentence, ("BOB-SHO-6", "BOB-SHO-15", "DBA22-B20.4")))
    elif (
        shoots_all_round(position, shooter) and _chosen(aims(position, shooter, target, front_only=True), edge) is None
    ):
        sentence = f"{shooter.id} shoots all round, from any of its edges"
        allowed.append(Remark(sentence, ("BOB-SHO-6", "DBA22-B20.4")))
    rules, far = book(position), type_of(position, shooter).range
    if aim.gap > min(rules.in_mm(scale, far) for scale in SCALES.values()) + COINCIDE:
        here = f"{far} {rules.unit} are {reach_of(position, shooter):g} millimetres in this scale"
        allowed.append(Remark(f"{here}, so {target.id} is in range", ("DBA22-B1.4",)))
    return allowed + _timing_grounds(position, shooter)


def range_grounds(position: Position, shooter: Base, target: str) -> list[Remark]:
    """The row of the range table that allows this type to shoot, in editions with a row for each type."""
    row = type_of(position, shooter)
    if not row.range_clauses:
        return []
    sentence = f"{row.name} shoot up to {row.range} {book(position).unit}, and {target} is within that of {shooter.id}"
    return [Remark(sentence, row.range_clauses)]


def _timing_grounds(position: Position, shooter: Base) -> list[Remark]:
    """The reasons that allow it to shoot in this bound: types that shoot in both, guns that only recoiled or only
    answer."""
    own = position.active in (None, shooter.side)
    if not only_answers(position, shooter):
        sentence = f"{shooter.id} shoots in the enemy's bounds too"
        return [] if own else [Remark(sentence, tuple(table(position, "shooting")["both_bounds_clauses"]))]
    if shooter.moved:
        sentence = f"{shooter.id} made a tactical move but answers one that shoots at it"
        return [Remark(sentence, tuple(table(position, "shooting")["answers_clauses"]))]
    if shooter.recoiled:
        sentence = f"{shooter.id} recoiled but made no tactical move, so it may shoot"
        return [Remark(sentence, ("BOB-SHO-13c", "DBA22-B20.2"))]
    return []


def _edge_choice(shooter: Base, target: Fighter, shot: Shot, aim: Aim) -> list[Remark]:
    """The reason for an edge other than the one faced most squarely, or for a choice of several from the side."""
    natural = squarest(shot.aims)
    if natural is None or natural.edge is None or aim.edge is None:
        return []
    grounds = []
    if aim.edge != natural.edge:
        sentence = f"any edge in the area may be aimed at: {shooter.id} takes the {EDGES[aim.edge]} edge of {target.id}"
        grounds.append(Remark(sentence, ("BOB-SHO-5b", "DBA22-B20.5")))
    if shot.beside and len(shot.edges) > 1:
        names = ", ".join(EDGES[edge] for edge in shot.edges)
        sentence = f"{shooter.id} stands to the side of {target.id} and may choose among: {names}"
        grounds.append(Remark(sentence, ("BOB-SHO-5c", "DBA22-B20.5")))
    return grounds


def _rear_edge(shooter: Base, target: Fighter, shot: Shot, edge: int | None) -> list[Remark]:
    """The reason why the rear edge is among those that may be chosen."""
    if edge not in (None, REAR) or REAR not in shot.edges:
        return []
    rear = next(aim for aim in shot.aims if aim.edge == REAR)
    sentence = f"the lines from {shooter.id} reach both rear corners of {target.id} without crossing it"
    return [Remark(sentence, ("BOB-SHO-18d",)), *rear_grounds(shooter, target, shot, rear)]


def rear_grounds(shooter: Base, target: Fighter, shot: Shot, rear: Aim) -> list[Remark]:
    """The reason why a shooter that is not behind may aim at the rear edge."""
    grounds = []
    if shot.beside:
        sentence = f"{shooter.id} stands to the side but aims at the rear edge of {target.id}: that is what matters"
        grounds.append(Remark(sentence, ("BOB-SHO-18b", "BOB-AUT-5")))
    if any(on_prolongation(end, rear.end) for end in rear.start):
        sentence = f"a corner of {shooter.id} is exactly on the line of the rear edge, along which it may aim"
        grounds.append(Remark(sentence, ("BOB-SHO-18c",)))
    return grounds
