"""What is in the way of a move: ground, table edges, friends, and enemy who give way or must be kept away from."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point, direction, distance, segments_meet
from debellis.geometry.polygon import OUTSIDE, partly_in
from debellis.geometry.rectangle import overlaps
from debellis.geometry.sweep import stages
from debellis.geometry.turning import Motion, free_share, turn_stages
from debellis.mechanics.tables import table
from debellis.meg.going import GRADES, IMPASSABLE, going_in
from debellis.meg.moving.acting_as import flexes, moves_as_sug, moves_as_tug
from debellis.meg.moving.passing import judge_displace
from debellis.meg.moving.pushing import judge_push, touched_by
from debellis.meg.moving.walking import Walk
from debellis.meg.nearby import can_come_within, circle_of, way_circle
from debellis.meg.troops import SUG
from debellis.meg.units import bases_of, least_gap, on_table, units_of
from debellis.meg.words import GOING
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.units import Unit
from debellis.umpire.verdict import Verdict, permit

LINES = ("obstacle", "barricade")
FIELD = "boundaried_field"


def enters(found: Walk, piece: Terrain) -> bool:
    """Whether any base is in a piece of terrain at any moment of a move."""
    for stride in found.strides:
        if any(_motion_enters(motion, piece) for motion in stride.motions):
            return True
    return any(partly_in(base.rectangle, piece.ground) for base in (*found.start, *found.end))


def _motion_enters(motion: Motion, piece: Terrain) -> bool:
    if motion.degrees:
        found = turn_stages(motion.start, motion.anchor, motion.degrees, piece.ground)
        return any(stage.lies != OUTSIDE for stage in found)
    far = distance((0.0, 0.0), motion.shift)
    if far <= COINCIDE:
        return False
    towards = (motion.shift[0] / far, motion.shift[1] / far)
    return any(stage.lies != OUTSIDE for stage in stages(motion.start, towards, far, piece.ground))


def worst_going(position: Position, unit: Unit, found: Walk) -> str:
    """The slowest going that any base is in during a move (MEG-B10.2)."""
    worst = GOING[0]
    for piece in position.terrain:
        if piece.kind in LINES:
            continue
        going = going_in(position, piece, unit.troops.type)[0]
        if GRADES.index(going) > GRADES.index(worst) and enters(found, piece):
            worst = going
    return worst


def lines_crossed(position: Position, found: Walk) -> tuple[str, ...]:
    """The obstacles, barricades and field edges that any base crosses."""
    crossed: list[str] = []
    for piece in position.terrain:
        if piece.kind == FIELD:
            line = (*piece.outline, piece.outline[0])
        elif piece.kind in LINES:
            line = piece.line
        else:
            continue
        if any(_crosses(motion, line) for stride in found.strides for motion in stride.motions):
            crossed.append(piece.id)
    return tuple(crossed)


def _crosses(motion: Motion, line: tuple[Point, ...]) -> bool:
    """Whether a base goes over a line: one of its corners does, or it ends astride."""
    start, end = motion.start.inset(COINCIDE), motion.end.inset(COINCIDE)
    for i in range(len(line) - 1):
        a, b = line[i], line[i + 1]
        if any(segments_meet(p, q, a, b) for p, q in zip(start.corners, end.corners, strict=True)):
            return True
        if any(segments_meet(*end.edge(edge), a, b) for edge in range(4)):
            return True
    return False


def judge_table(verdict: Verdict, position: Position, found: Walk, clause: str = "MEG-B13.29") -> None:
    """No base leaves the table, not even on the arc of a wheel."""
    width, depth = position.size
    points = [p for base in found.end for p in base.rectangle.corners]
    for stride in found.strides:
        for motion in stride.motions:
            points += _outermost(motion)
        points += [p for base in stride.after for p in base.rectangle.corners]
    if any(not (-COINCIDE <= x <= width + COINCIDE and -COINCIDE <= y <= depth + COINCIDE) for x, y in points):
        verdict.refuse("No base may leave the table.", clause)


def _outermost(motion: Motion) -> list[Point]:
    """Where the corners of a turning base come farthest north, east, south and west on their arcs."""
    if not motion.degrees:
        return []
    found: list[Point] = []
    for p in motion.start.corners:
        radius = distance(p, motion.anchor)
        for quarter in (0.0, 90.0, 180.0, 270.0):
            way = direction(quarter)
            spot = (motion.anchor[0] + way[0] * radius, motion.anchor[1] + way[1] * radius)
            if _on_arc(p, motion, spot):
                found.append(spot)
    return found


def _on_arc(p: Point, motion: Motion, spot: Point) -> bool:
    """Whether a point of the circle lies on the arc of a corner that turns by at most 90 degrees."""
    x, y = p[0] - motion.anchor[0], p[1] - motion.anchor[1]
    u, v = spot[0] - motion.anchor[0], spot[1] - motion.anchor[1]
    turn = direction(motion.degrees)
    ex, ey = x * turn[1] + y * turn[0], y * turn[1] - x * turn[0]
    sense = 1.0 if motion.degrees > 0 else -1.0
    after = sense * (y * u - x * v) >= 0.0
    before = sense * (v * ex - u * ey) >= 0.0
    return after and before and (x * u + y * v) >= 0.0 and (ex * u + ey * v) >= 0.0


def judge_friends(verdict: Verdict, position: Position, unit: Unit, movers: tuple[str, ...], found: Walk) -> None:
    """Friends in the way: SuGs are passed or moved aside, TuGs are not (MEG-B14.1)."""
    swept_over = way_circle(found)
    for friend in units_of(position):
        if friend.side != unit.side or friend.id in movers or not on_table(position, friend):
            continue
        if not can_come_within(swept_over, circle_of(position, friend.id), 0.0):
            continue
        places = [base.rectangle for base in bases_of(position, friend.id)]
        ends_on = any(overlaps(base.rectangle, place) for base in found.end for place in places)
        swept = any(
            free_share(motion, place) < 1.0 for stride in found.strides for motion in stride.motions for place in places
        )
        shaped = any(
            overlaps(base.rectangle, place)
            for stride in found.strides
            if not stride.motions
            for base in stride.after
            for place in places
        )
        if not (ends_on or swept or shaped):
            continue
        if moves_as_tug(unit) and not moves_as_sug(friend):
            verdict.refuse(f"{friend.id} is in the way of {unit.id}.", "MEG-B14.1")
        elif moves_as_tug(unit):
            judge_displace(verdict, position, unit, friend, found.end)
        elif ends_on:
            clauses = ("MEG-B14.1", "MEG-20o") if flexes(unit) and friend.kind == SUG else ("MEG-B14.1",)
            verdict.refuse(f"{unit.id} would end on {friend.id}.", *clauses)
        else:
            permit(verdict, f"{unit.id} passes through {friend.id}.", "MEG-B14.1")


def judge_enemies(verdict: Verdict, position: Position, unit: Unit, found: Walk, part: int) -> tuple[str, ...]:
    """Enemy in the way: who is pushed back; a move that would touch anybody else is refused."""
    pushed: list[str] = []
    near = float(table(position, "formation_change")["min_gap_to_enemy_mm"])
    swept_over = way_circle(found)
    for enemy in units_of(position):
        if enemy.side == unit.side or enemy.broken or not on_table(position, enemy):
            continue
        if not can_come_within(swept_over, circle_of(position, enemy.id), near):
            continue
        places = [base.rectangle for base in bases_of(position, enemy.id)]
        began = least_gap([base.rectangle for base in found.start], places)
        ends = least_gap([base.rectangle for base in found.end], places)
        shaped = any(overlaps(base.rectangle, place) for base in found.end for place in places)
        if touched_by(found, places) or shaped:
            if moves_as_sug(enemy) and judge_push(verdict, position, unit, enemy, part):
                pushed.append(enemy.id)
                if found.wheels:
                    permit(verdict, f"{unit.id} may wheel, for it pushes {enemy.id} back.", "MEG-23c")
            else:
                verdict.refuse(f"A move may not meet {enemy.id}; only a charge may.", "MEG-04a", "MEG-B14.5")
            continue
        bold = moves_as_sug(unit) and not moves_as_sug(enemy)
        if bold and ends > COINCIDE:
            if ends < near - COINCIDE:
                permit(verdict, f"{unit.id} may go as close to {enemy.id} as it likes.", "MEG-B14.3")
        elif ends < near - COINCIDE and (ends < began - COINCIDE or began >= near - COINCIDE):
            verdict.measure(f"distance to {enemy.id}", ends, "mm", near)
            verdict.refuse(f"{unit.id} stops at least {near:g} mm from {enemy.id}.", "MEG-B14.5")
    return tuple(pushed)


def judge_ground(verdict: Verdict, unit: Unit, going: str) -> None:
    if going == IMPASSABLE:
        verdict.refuse(f"{unit.id} may not enter impassable ground.", "MEG-B10.13")
