"""Elements that others make flee: skirmishers close behind a fleer, friends burst through, psiloi pushed into."""

from __future__ import annotations

from debellis.dbm.aftermath.flight import Course, Run, run
from debellis.dbm.aftermath.flight_groups import Start
from debellis.dbm.aftermath.forks import FIRST, Choices, standing
from debellis.dbm.aftermath.friends import flees_when_passed, is_trampled, may_pass
from debellis.dbm.aftermath.obstructions import at_place, facing_towards, ground_stops, present
from debellis.dbm.moving.speeds import parts
from debellis.dbm.troops import is_skirmisher
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.pushing import clearing
from debellis.manoeuvre.stops import backwards, base_stops, edge_stops, slid, turned_about
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding


class Swept(Value, frozen=True):
    """The result: the position, who fled, who is lost, who was only passed through, and how each flight began."""

    position: Position
    fled: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    starts: tuple[Start, ...] = ()


def skirmishers_first(
    position: Position, base: Base, open_edges: tuple[str, ...], choices: Choices, finding: Finding
) -> Swept:
    """Make the skirmishers flee that stand within base depth behind an element, before that element flees.

    Their owner orders them where the order matters.
    """
    back = base.rectangle.advanced(-base.depth)
    zone = Rectangle(back.front, back.facing, base.width, base.depth + 2.0 * COINCIDE)
    near = [f for f in present(position) if f.side == base.side and f.id != base.id and _skirmishes(position, f)]
    near = [friend for friend in near if overlaps(zone, friend.rectangle)]
    near.sort(key=lambda friend: (round(base.rectangle.local(friend.rectangle.centre)[1], 3), friend.id))

    def outcome(order: tuple[str, ...]) -> object:
        return _ended(_flee_in(order, Swept(position), base, open_edges, FIRST, Finding()))

    order = choices.in_order(base.id, tuple([friend.id for friend in near]), outcome)
    return _flee_in(order, Swept(position), base, open_edges, choices, finding)


def _ended(done: Swept) -> object:
    """How it ends, to compare two orders."""
    return (standing(done.position), frozenset(done.lost))


def _flee_in(
    order: tuple[str, ...],
    done: Swept,
    base: Base,
    open_edges: tuple[str, ...],
    choices: Choices,
    finding: Finding,
) -> Swept:
    """The flights of skirmishers behind an element, one after the other."""
    for name in order:
        if name in done.fled or not done.position.has_base(name):
            continue
        friend = done.position.base(name)
        sentence = f"{friend.id} is a skirmisher within the base depth of {base.id}, which flees: it flees first"
        finding.cite("IWF-23.2a", sentence)
        ready = facing_towards(friend, backwards(base))
        ran = run(Course(done.position, ready, open_edges=open_edges, choices=choices), finding)
        done = _burst_too(_set_down(done, friend, ran), friend, ran, choices, open_edges, finding)
    return done


def _burst_too(
    after: Swept, friend: Base, ran: Run, choices: Choices, open_edges: tuple[str, ...], finding: Finding
) -> Swept:
    """What else happens where one that was made to flee burst through friends in turn."""
    if not ran.through or ran.destroyed:
        return after
    more = burst_through(after.position, at_place(friend, ran.place), ran, (), choices, open_edges, finding)
    return Swept(
        more.position,
        (*after.fled, *more.fled),
        (*after.lost, *more.lost),
        (*after.passed, *more.passed),
        (*after.starts, *more.starts),
    )


def _skirmishes(position: Position, base: Base) -> bool:
    return all(is_skirmisher(position.edition, part) for part in parts(base))


def _set_down(done: Swept, friend: Base, ran: Run) -> Swept:
    """The fleer placed where its run ended, or removed."""
    fled, starts = (*done.fled, friend.id), (*done.starts, Start(friend, induced=True))
    done = replace(done, fled=fled, starts=starts)
    if ran.destroyed or ran.off_table:
        return replace(done, position=done.position.without(friend.id), lost=(*done.lost, friend.id))
    return replace(done, position=done.position.with_base(at_place(friend, ran.place)))


def burst_through(
    position: Position,
    fleer: Base,
    ran: Run,
    already: tuple[str, ...],
    choices: Choices,
    open_edges: tuple[str, ...],
    finding: Finding,
) -> Swept:
    """The results for the friends a fleer went through. Friends that fled before it do not flee again.

    Their owner orders them where the order matters; else the nearest is first.
    """
    done = Swept(position)
    for name in already:
        if done.position.has_base(name) and overlaps(_way(fleer.rectangle, ran.path), position.base(name).rectangle):
            finding.cite("IWF-23.2a", f"{fleer.id} catches {name}, which fled first: it does not flee a second time")
            done = _ease(replace(done, passed=(*done.passed, name)), name, fleer, ran, finding)
    names = sorted(ran.through, key=lambda name: (-round(fleer.rectangle.local(position.base(name).front)[1], 3), name))

    def outcome(order: tuple[str, ...]) -> object:
        return _ended(_through(order, done, fleer, ran, already, FIRST, open_edges, Finding()))

    order = choices.in_order(fleer.id, tuple(names), outcome)
    return _through(order, done, fleer, ran, already, choices, open_edges, finding)


def _through(
    order: tuple[str, ...],
    done: Swept,
    fleer: Base,
    ran: Run,
    already: tuple[str, ...],
    choices: Choices,
    open_edges: tuple[str, ...],
    finding: Finding,
) -> Swept:
    """What happens to the friends a fleer went through, one after the other."""
    position = done.position
    for name in order:
        if name in done.fled or not done.position.has_base(name):
            continue
        friend = position.base(name)
        if is_trampled(position, fleer, friend):
            finding.cite("DBM32-P20-hordeI", f"{name} is destroyed as {fleer.id} passes through it")
            done = replace(done, position=done.position.without(name), lost=(*done.lost, name))
        elif may_pass(position, fleer, friend) and not flees_when_passed(position, fleer, friend):
            finding.cite("DBM-B21.2", f"{fleer.id} passes through {name}, which stays")
            done = _ease(done, name, fleer, ran, finding)
        else:
            if flees_when_passed(position, fleer, friend):
                finding.cite("DBM32-P20-foot-flee", f"{name} is foot passed through by {fleer.id}: it flees")
            finding.cite("IWF-23.2b", f"{name}, burst through, flees after {fleer.id} has gone through it")
            done = _follow(done, friend, fleer, ran, already, choices, open_edges, finding)
    return done


def _way(end: Rectangle, far: float) -> Rectangle:
    """The straight path that ends at a place."""
    return Rectangle(end.front, end.facing, end.width, end.depth + far)


def _ease(done: Swept, name: str, fleer: Base, ran: Run, finding: Finding) -> Swept:
    """Clear a friend from under a fleer's end place: ahead of the fleer if possible, otherwise behind it."""
    friend = done.position.base(name)
    if ran.off_table or not overlaps(friend.rectangle, fleer.rectangle):
        return done
    ahead = fleer.facing
    for towards in (ahead, (-ahead[0], -ahead[1])):
        moved = _clear_of(done.position, friend, fleer, towards)
        if moved is not None:
            return replace(done, position=done.position.with_base(moved))
    finding.cite("IWF-23.1f", f"there is no room for {fleer.id} where its flight ends: it is destroyed")
    return replace(done, position=done.position.without(fleer.id), lost=(*done.lost, fleer.id))


def _clear_of(position: Position, friend: Base, fleer: Base, towards: Point) -> Base | None:
    """A friend moved by the least distance that clears a fleer's place. None if something stops it."""
    afar = 2.0 * (friend.rectangle.radius + fleer.rectangle.radius) + COINCIDE
    far = clearing(friend.rectangle, towards, [fleer.rectangle], afar)
    others = [base for base in present(position) if base.id not in (friend.id, fleer.id)]
    blocked = base_stops(others, friend, towards, far, COINCIDE) or ground_stops(position, friend, towards, far)
    if blocked or edge_stops(position.size, friend, towards, far):
        return None
    return slid(friend, towards, far)


def _follow(
    done: Swept,
    friend: Base,
    fleer: Base,
    ran: Run,
    already: tuple[str, ...],
    choices: Choices,
    open_edges: tuple[str, ...],
    finding: Finding,
) -> Swept:
    """Make a friend that was burst through follow the fleer.

    It turns parallel to the fleer and moves 200 paces, or until it touches the fleer's rear.
    """
    ready = facing_towards(friend, fleer.facing)
    ahead = [done.position.base(name) for name in done.fled if name not in done.lost]
    ahead += [] if ran.off_table else [fleer]
    if not ran.off_table and overlaps(ready.rectangle, fleer.rectangle):
        return _stop_at_once(done, ready, friend, fleer, finding)
    before = frozenset(other.id for other in ahead)
    course = Course(done.position, ready, no_obstacle=before, open_edges=open_edges)
    until = min([course.far] + [_gap(ready, course.far, other) for other in ahead])
    stop = f"until it comes up behind {fleer.id}" if until < course.far - COINCIDE else "its whole 200 paces"
    if course.free(ready.rectangle, until, course.obstacles) >= until - COINCIDE:
        finding.cite("IWF-23.2c", f"{friend.id} turns to run as {fleer.id} does and follows it {stop}")
        end = ready.rectangle.advanced(until)
        if edge_stops(done.position.size, ready, ready.facing, until):
            return _set_down(done, friend, Run(end, off_table=True, path=until))
        room = _with_room(done.position, friend, end)
        if room is None:
            finding.cite("IWF-23.1f", f"there is no room for {friend.id} to turn where it stands: it is destroyed")
            return _set_down(done, friend, Run(end, destroyed=True))
        return _set_down(done, friend, Run(room, path=until))
    finding.cite("IWF-23.2c", f"{friend.id} turns to run as {fleer.id} does")
    solid = before | frozenset(already)
    ran_on = run(Course(done.position, ready, solid=solid, open_edges=open_edges, choices=choices), finding)
    return _burst_too(_set_down(done, friend, ran_on), friend, ran_on, choices, open_edges, finding)


def _with_room(position: Position, friend: Base, end: Rectangle) -> Rectangle | None:
    """Where a friend that turned parallel to a fleer can stand: there, a little behind it, or turned about in place.

    None if it would stand on somebody everywhere.
    """
    others = [base.rectangle for base in present(position) if base.id != friend.id]
    in_the_way = [other for other in others if overlaps(end, other)]
    if not in_the_way:
        return end
    towards = (-end.facing[0], -end.facing[1])
    there = at_place(friend, end)
    afar = 2.0 * (end.radius + max(other.radius for other in in_the_way)) + COINCIDE
    back = slid(there, towards, clearing(end, towards, in_the_way, afar))
    blocked = ground_stops(position, there, towards, afar) or edge_stops(position.size, there, towards, afar)
    for place in (() if blocked else (back.rectangle,)) + (turned_about(friend).rectangle,):
        if not any(overlaps(place, other) for other in others):
            return place
    return None


def _gap(base: Base, far: float, other: Base) -> float:
    return free_slide(base.rectangle, base.facing, far, other.rectangle)


def _stop_at_once(done: Swept, ready: Base, friend: Base, fleer: Base, finding: Finding) -> Swept:
    """The result if a fleer ends where a friend stood: the friend turns about and stands directly behind it."""
    moved = _clear_of(done.position, ready, fleer, (-fleer.facing[0], -fleer.facing[1]))
    if moved is None:
        finding.cite("IWF-23.1f", f"there is no room for {fleer.id} where its flight ends: it is destroyed")
        return replace(done, position=done.position.without(fleer.id), lost=(*done.lost, fleer.id))
    finding.cite("IWF-23.2c", f"{friend.id} turns about behind {fleer.id} and touches its rear: it stops at once")
    return _set_down(done, friend, Run(moved.rectangle))


def psiloi_make_way(
    position: Position, psiloi: Base, pushed: Base, towards: Point, finding: Finding, choices: Choices = FIRST
) -> Swept:
    """Psiloi flee straight away from elements pushed into them, with all whom they burst through."""
    sentence = f"{psiloi.id} is met on side or rear by {pushed.id}, pushed back: it flees and does not block"
    finding.cite("DBM32-P24-pushback-enemy", sentence)
    ready = facing_towards(psiloi, towards)
    ran = run(Course(position.with_base(ready), ready, choices=choices), finding)
    return _burst_too(_set_down(Swept(position), psiloi, ran), psiloi, ran, choices, (), finding)
