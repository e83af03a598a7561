"""The run of one fleer: 200 paces straight, round obstacles by the least change, through them as a last resort."""

from __future__ import annotations

from debellis.dbm.aftermath.forks import FIRST, HAND, LEFT, RIGHT, Choices
from debellis.dbm.aftermath.friends import may_burst
from debellis.dbm.aftermath.obstructions import at_place, barring, beyond_edge, present
from debellis.dbm.aftermath.river_flow import ignore_flow, way_ahead
from debellis.dbm.measures import in_paces, paces
from debellis.geometry.plane import COINCIDE, Point, distance, same_direction
from debellis.geometry.polygon import OUTSIDE, Polygon, lies
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide, stages, until_in
from debellis.geometry.turning import Motion, free_share, turn_stages
from debellis.manoeuvre.least_change import Change, cut_short, least_change
from debellis.manoeuvre.least_turn import swept
from debellis.manoeuvre.stops import EDGE, ENEMY, FRIEND, edge_stops, nearest
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import EDGES
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding


class Obstacle(Value, frozen=True):
    """An obstacle to a fleer: its name, its kind, its outline, and its footprint if it is a base."""

    id: str
    what: str
    outline: Polygon
    place: Rectangle | None = None


class Run(Value, frozen=True):
    """The result of a run: where it ends, whether it is incomplete, whether it left the table, and the friends passed.

    It also gives the turn in degrees and the path length of the front corner that moved furthest.
    """

    place: Rectangle
    destroyed: bool = False
    off_table: bool = False
    through: tuple[str, ...] = ()
    turned: float = 0.0
    path: float = 0.0


class Course:
    """A fleer that has turned to run, with all obstacles. It cannot break through those in `solid`."""

    def __init__(
        self,
        position: Position,
        base: Base,
        *,
        no_obstacle: frozenset[str] = frozenset(),
        solid: frozenset[str] = frozenset(),
        open_edges: tuple[str, ...] = (),
        choices: Choices = FIRST,
    ) -> None:
        self.position = position
        self.base = base
        self.choices = choices
        self.hand = LEFT
        self.solid = solid
        self.far = paces(position, float(table(position, "move_special")["flee_distance"]))
        self.open_edges = open_edges
        self.obstacles = self._everything(no_obstacle)

    def _everything(self, no_obstacle: frozenset[str]) -> list[Obstacle]:
        found: list[Obstacle] = []
        for other in present(self.position):
            if other.id != self.base.id and other.id not in no_obstacle:
                what = FRIEND if other.side == self.base.side else ENEMY
                found.append(Obstacle(other.id, what, other.rectangle.corners, other.rectangle))
        found += [Obstacle(piece.id, what, piece.ground) for what, piece in barring(self.position, self.base)]
        closed = [edge for edge in EDGES if edge not in self.open_edges]
        return found + [Obstacle(edge, EDGE, beyond_edge(self.position, edge)) for edge in closed]

    def burstable(self, obstacle: Obstacle) -> bool:
        """Whether the fleer can break through an obstacle as a last resort."""
        if obstacle.what != FRIEND or obstacle.id in self.solid:
            return False
        return may_burst(self.position, self.base, self.position.base(obstacle.id))

    def free(self, place: Rectangle, far: float, obstacles: list[Obstacle]) -> float:
        """How far the fleer can run straight ahead; the whole distance if nothing stops it."""
        return min([far] + [_until(place, place.facing, far, one) for one in obstacles])

    def is_clear(self, strip: Rectangle, obstacles: list[Obstacle]) -> bool:
        """Whether a strip of ground is free of obstacles."""
        return not any(_in(strip, one) for one in obstacles)

    def change(self, place: Rectangle, most: float, obstacles: list[Obstacle]) -> Change | None:
        """The least change of direction that leaves 200 paces clear."""
        reach = self.far + 3.0 * place.radius
        near = [one for one in obstacles if one.what == EDGE or _near(place.centre, reach, one.outline)]
        return least_change(
            place,
            self.far,
            [one.outline for one in near],
            lambda strip: self.is_clear(strip, near),
            lambda motion: all(_swings(motion, one) for one in near),
            most,
            self.hand,
        )


def run(course: Course, finding: Finding) -> Run:
    """The run of a fleer. The clauses that decide its path are cited.

    Its owner chooses the hand where the least changes to both hands are equal and end differently.
    """
    if course.choices.is_plain:
        return _run(course, finding)
    ends = []
    for hand in (LEFT, RIGHT):
        course.hand = hand
        ends.append(_run(course, Finding()))
    differ = not _alike(ends[0], ends[1])
    course.hand = course.choices.pick(HAND, course.base.id, (LEFT, RIGHT)) if differ else LEFT
    return _run(course, finding)


def _alike(one: Run, two: Run) -> bool:
    """Whether two runs end in the same way."""
    if (one.destroyed, one.off_table, one.through) != (two.destroyed, two.off_table, two.through):
        return False
    if one.destroyed or one.off_table:
        return True
    return distance(one.place.front, two.place.front) <= COINCIDE and same_direction(one.place.facing, two.place.facing)


def _run(course: Course, finding: Finding) -> Run:
    """The run with the hand that the course has for equal changes."""
    base, far = course.base, course.far
    place = base.rectangle
    free = course.free(place, far, course.obstacles)
    if free >= far - COINCIDE or _leaves_at(course, place, far) <= free:
        return _finish(course, place, 0.0, 0.0, (), finding)
    limits = table(course.position, "outcome_moves")
    names = _names(course, place, free)
    sentence = f"only {in_paces(course.position, free):.0f} paces are clear before {base.id}, up to {names}"
    finding.cite("IWF-23.1b", f"{sentence}: it changes direction at once, if another way is clear for 200")
    change = course.change(place, float(limits["start_turn_degrees"]), course.obstacles)
    if change is not None:
        return _changed(course, place, change, 0.0, names, finding)
    there = place.advanced(free)
    change = course.change(there, float(limits["later_turn_degrees"]), course.obstacles)
    if change is not None:
        sentence = f"{base.id} comes to {names} after {free:.2f} mm and finds another 200 paces clear"
        finding.cite("IWF-23.1c", f"{sentence} within 90 degrees")
        return _changed(course, there, change, free, names, finding)
    return _burst(course, place, float(limits["later_turn_degrees"]), finding)


def _changed(course: Course, place: Rectangle, change: Change, gone: float, past: str, finding: Finding) -> Run:
    """The rest of a run after a change of direction."""
    name = course.base.id
    sentence = f"{name} makes the least {change.how} that gets it past {past}: {abs(change.degrees):.2f} degrees"
    finding.cite("IWF-23.1a", sentence)
    sentence = f"the outer front corner of {name} goes {change.length:.2f} mm in the {change.how}, which counts"
    finding.cite("IWF-23.1d", sentence)
    left = course.far - gone
    if change.length >= left:
        end = cut_short(place, change, left)
        return _ended(course, end, end, change.degrees, (), finding)
    done = _finish(course, change.place, gone + change.length, change.degrees, (), finding)
    _cite_no_return(course, place.facing, done, finding)
    return done


def _burst(course: Course, place: Rectangle, most: float, finding: Finding) -> Run:
    """The last resort: through friends, straight ahead or by the least change. Otherwise the fleer is destroyed."""
    base = course.base
    solid = [one for one in course.obstacles if not course.burstable(one)]
    friends = [one for one in course.obstacles if course.burstable(one)]
    change: Change | None = None
    here, gone = place, 0.0
    if course.free(place, course.far, solid) < course.far - COINCIDE:
        change = course.change(place, most, solid)
        if change is None or change.length >= course.far:
            says = f"{base.id} cannot complete a flight of {in_paces(course.position, course.far):.0f} paces"
            finding.cite("IWF-23.1f", f"{says}: it is destroyed")
            return Run(place, destroyed=True)
        here, gone = change.place, change.length
        finding.cite("IWF-23.1a", f"{base.id} makes the least {change.how}: {abs(change.degrees):.2f} degrees")
    met = [one for one in friends if _until(here, here.facing, course.far - gone, one) < course.far - gone - COINCIDE]
    through = tuple(one.id for one in met)
    names = " and ".join(through)
    finding.cite("IWF-23.1e", f"no way is clear for 200 paces: as a last resort {base.id} bursts through {names}")
    return _finish(course, here, gone, 0.0 if change is None else change.degrees, through, finding)


def _finish(
    course: Course, here: Rectangle, gone: float, degrees: float, through: tuple[str, ...], finding: Finding
) -> Run:
    """Run the remaining distance straight ahead."""
    return _ended(course, here, here.advanced(course.far - gone), degrees, through, finding)


def _ended(
    course: Course, here: Rectangle, end: Rectangle, degrees: float, through: tuple[str, ...], finding: Finding
) -> Run:
    """The end of a run: off the table over an open edge, or facing the direction of movement."""
    far = here.local(end.front)[1]
    name = course.base.id
    ignore_flow(course.position, course.base, way_ahead(here, end), "the flight", finding)
    if far > COINCIDE and _leaves_at(course, here, far) < far:
        sentence = f"{name} flees over the edge it may leave by, and does not change direction to avoid that"
        finding.cite("IWF-23.1h", sentence)
        return Run(end, off_table=True, through=through, turned=degrees, path=course.far)
    finding.cite("IWF-23.1g", f"{name} ends facing the way it moved and does not turn about")
    return Run(end, through=through, turned=degrees, path=course.far)


def _cite_no_return(course: Course, first: Point, done: Run, finding: Finding) -> None:
    """Cite that a fleer keeps its new heading even if its first heading would be clear again."""
    if done.off_table:
        return
    back = at_place(course.base, Rectangle(done.place.front, first, done.place.width, done.place.depth)).rectangle
    if all(not _in(swept(back, course.far), one) for one in course.obstacles):
        finding.cite("IWF-23.1j", f"{course.base.id} is past what was in its way, yet keeps its new heading")


def _leaves_at(course: Course, place: Rectangle, far: float) -> float:
    """The distance of a straight run at which an element crosses an open table edge; infinite if it does not."""
    stops = edge_stops(course.position.size, at_place(course.base, place), place.facing, far)
    return nearest([stop for stop in stops if stop.id in course.open_edges])


def _names(course: Course, place: Rectangle, free: float) -> str:
    """The names of the obstacles that stop a straight run at a given distance."""
    met = [one.id for one in course.obstacles if _until(place, place.facing, course.far, one) <= free + COINCIDE]
    return " and ".join(dict.fromkeys(met))


def _until(place: Rectangle, towards: Point, far: float, obstacle: Obstacle) -> float:
    """How far a straight run is clear of an obstacle."""
    if obstacle.place is not None:
        return free_slide(place, towards, far, obstacle.place)
    return min(far, until_in(stages(place, towards, far, obstacle.outline)))


def _in(strip: Rectangle, obstacle: Obstacle) -> bool:
    """Whether part of an obstacle is in a strip of ground."""
    if obstacle.place is not None:
        return overlaps(strip, obstacle.place)
    return lies(strip, obstacle.outline) != OUTSIDE


def _swings(motion: Motion, obstacle: Obstacle) -> bool:
    """Whether an element can make a turn without meeting an obstacle."""
    if obstacle.place is not None:
        return free_share(motion, obstacle.place) >= 1.0
    turned = turn_stages(motion.start, motion.anchor, motion.degrees, obstacle.outline)
    return all(stage.lies == OUTSIDE for stage in turned)


def _near(centre: Point, reach: float, outline: Polygon) -> bool:
    """Whether the bounding box of an outline is near enough to matter."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    return (
        min(xs) <= centre[0] + reach
        and max(xs) >= centre[0] - reach
        and min(ys) <= centre[1] + reach
        and max(ys) >= centre[1] - reach
    )
