"""Bursting through friends in a spontaneous advance: who can, where it ends, and how the friends react."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.flight import Course, Run, run
from debellis.dbm.aftermath.forks import FIRST, Choices
from debellis.dbm.aftermath.friends import flees_when_passed, gives_way, is_trampled
from debellis.dbm.aftermath.obstructions import at_place, ground_stops, present
from debellis.dbm.going import going
from debellis.dbm.moving.passing import AHEAD, may_pass
from debellis.dbm.moving.speeds import allowance
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import overlaps
from debellis.manoeuvre.pushing import clearing
from debellis.manoeuvre.stops import base_stops, edge_stops, facings_of, fronts_of, nearest, slid, turned_about
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, NUMBER, BadQuestion, Question
from debellis.umpire.ruling import Finding, Ruling


class Burst(Value, frozen=True):
    """The result of a burst: the position, and which elements were passed through, fled, made way or are lost."""

    position: Position
    through: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def may_burst(position: Position, base: Base, friend: Base) -> bool:
    """Whether an element in a spontaneous advance goes through a friend.

    It goes through foot that it rides down, and through any friend it may pass through.
    """
    return flees_when_passed(position, base, friend) or may_pass(position, base, friend, AHEAD)


def burst(position: Position, element: str, far: float, finding: Finding, choices: Choices = FIRST) -> Burst | None:
    """The result of an advance straight through friends, who react at once. None if the advance does not take place.

    `choices` are those of the owner of friends who flee.
    """
    base = position.base(element)
    others = [other for other in present(position) if other.id != element]
    friends = [other for other in others if other.side == base.side]
    stops = base_stops(friends, base, base.facing, far, COINCIDE)
    through = [position.base(stop.id) for stop in sorted(stops, key=lambda stop: (round(stop.at, 3), stop.id))]
    barred = [friend for friend in through if not may_burst(position, base, friend)]
    if barred:
        finding.cite("DBM-B21.3", f"{element} cannot go through {barred[0].id}")
        return None
    end = slid(base, base.facing, far)
    if any(overlaps(end.rectangle, friend.rectangle) for friend in through):
        sentence = f"{element} stops at the end of its {far:g} mm, in the middle of those it passes, and gets no more"
        finding.cite("IWF-16.2a", sentence)
    if len(through) > 1:
        names = " and ".join(friend.id for friend in through)
        finding.cite("IWF-16.2b", f"{names} were passed through and react at the same time, each as its type does")
    done: Burst | None = Burst(position.with_base(end), tuple(friend.id for friend in through))
    for friend in through:
        done = done and _react(done, base, end, friend, finding, choices)
    done = None if done is None or _on_another(done) else done
    if done is None:
        sentence = f"those passed through cannot react as they should: {element} does not go through them"
        finding.cite("IWF-16.3b", sentence)
    return done


def _on_another(done: Burst) -> bool:
    """Whether somebody who fled or made way would stand on another element."""
    names = dict.fromkeys((*done.fled, *done.moved))
    stand = [done.position.base(name) for name in names if done.position.has_base(name)]
    everybody = present(done.position)
    return any(one.id != other.id and overlaps(one.rectangle, other.rectangle) for one in stand for other in everybody)


def _react(done: Burst, base: Base, end: Base, friend: Base, finding: Finding, choices: Choices) -> Burst | None:
    """The reaction of a friend that is passed through. None if it cannot react."""
    position = done.position
    if is_trampled(position, base, friend):
        finding.cite("DBM32-P20-hordeI", f"{friend.id} is destroyed as {base.id} passes through it")
        return replace(done, position=position.without(friend.id), lost=(*done.lost, friend.id))
    if flees_when_passed(position, base, friend):
        return _flee(done, base, end, friend, finding, choices)
    back = (-base.facing[0], -base.facing[1])
    return _make_room(done, end, friend, back, finding)


def _flee(done: Burst, base: Base, end: Base, friend: Base, finding: Finding, choices: Choices) -> Burst | None:
    """The flight of foot that such horse passes through. It goes further if it would end where the horse stands.

    Others who have still to flee are not in its way; those who have fled already are.
    """
    ready = turned_about(friend)
    others = [done.position.base(n) for n in done.through if n not in done.fled and done.position.has_base(n)]
    fleeing = [other.id for other in others if flees_when_passed(done.position, base, other)]
    ran = run(Course(done.position, ready, no_obstacle=frozenset((end.id, *fleeing)), choices=choices), Finding())
    if ran.destroyed:
        return None
    finding.cite("DBM32-P20-foot-flee", f"{friend.id} is foot passed through by {base.id}: it flees")
    done = replace(done, fled=(*done.fled, friend.id))
    return _settle(done, end, friend, ran, finding)


def _settle(done: Burst, end: Base, friend: Base, ran: Run, finding: Finding) -> Burst | None:
    """Place a fleer where its run ended, or far enough beyond to leave space for the element that advanced."""
    there = at_place(friend, ran.place)
    done = replace(done, position=done.position.with_base(there))
    if not overlaps(there.rectangle, end.rectangle):
        return done
    return _make_room(done, end, there, there.facing, finding)


def _make_room(done: Burst, end: Base, friend: Base, towards: Point, finding: Finding) -> Burst | None:
    """Move a friend by the least distance that clears the whole advance, together with the friends it displaces."""
    if not overlaps(friend.rectangle, end.rectangle):
        return done
    clear = [end]
    queue = [friend]
    position, moved = done.position, list(done.moved)
    while queue:
        one = queue.pop(0)
        afar = 2.0 * sum(other.rectangle.radius for other in (*clear, one)) + COINCIDE
        far = clearing(one.rectangle, towards, [other.rectangle for other in clear], afar)
        there = slid(one, towards, far)
        enemies = [other for other in present(position) if other.side != one.side]
        stops = [*base_stops(enemies, one, towards, far, COINCIDE), *ground_stops(position, one, towards, far)]
        if nearest([*stops, *edge_stops(position.size, one, towards, far)]) < far:
            return None
        position = position.with_base(there)
        moved.append(one.id)
        clear.append(there)
        for other in present(position):
            taken = any(other.id == known.id for known in (*clear, *queue)) or other.side != one.side
            if not taken and overlaps(other.rectangle, there.rectangle):
                if not gives_way(position, one, other) or other.id in done.through:
                    return None
                queue.append(other)
    names = " and ".join(dict.fromkeys(moved))
    finding.cite("IWF-16.3a", f"{names} moves by the least that lets {end.id} stand where its full move ends")
    return replace(done, position=position, moved=tuple(dict.fromkeys(moved)))


def ask_burst_through(position: Position, *, element: str, distance: float | None = None) -> Ruling:
    """Answers what a spontaneous advance straight through friends does: where it ends and how the friends react."""
    finding = Finding()
    base = position.base(element)
    far = distance if distance is not None else allowance(position, base, going(position, base)) or 0.0
    if far <= 0.0:
        raise BadQuestion("distance must be more than 0 mm", "distance")
    done = burst(position, element, far, finding)
    if done is None:
        return finding.rule("burst_through", {"legal": False, "through": [], "fronts": fronts_of(position)})
    after = done.position.base(element)
    answer: dict[str, Any] = {
        "legal": True,
        "front": list(after.front),
        "through": list(done.through),
        "fled": list(done.fled),
        "moved": list(done.moved),
        "lost": list(done.lost),
        "fronts": fronts_of(done.position),
        "facings": facings_of(done.position),
    }
    return finding.rule("burst_through", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "burst_through",
        "what a spontaneous advance straight through friends does",
        {"element": BASE, "distance": NUMBER.or_none()},
        ask_burst_through,
    ),
)
