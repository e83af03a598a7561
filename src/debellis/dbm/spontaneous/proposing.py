"""A spontaneous advance worked out: one way an element may take, found by trying ways and judging each."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.dbm.contacts import position_of
from debellis.dbm.going import going
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.moving.starts import behind, beyond_flank
from debellis.dbm.moving.zones import straight_before
from debellis.dbm.spontaneous.advance import may_advance_so
from debellis.dbm.spontaneous.advancing import EXPENDABLE, SAME_SHARE, Advance, moves_due, share_of
from debellis.dbm.spontaneous.impetuous import judge_impetuous, known_near
from debellis.dbm.spontaneous.obstacles import ROOM, least_back, least_shifts, touched_ahead, until_obstacle
from debellis.dbm.spontaneous.retargeting import ahead_of, change_in_wheel
from debellis.dbm.spontaneous.steps import ADVANCE, BACK, INCLINE, SHIFT, TO, TURN, WHEEL, Step, Stride, make
from debellis.dbm.spontaneous.targets import Target, target_of
from debellis.dbm.spontaneous.ways import about, free_straight, free_wheel, plain_way
from debellis.geometry.plane import COINCIDE, bearing, same_direction
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, Rectangle
from debellis.geometry.turning import arc, arc_degrees, free_share, furthest_corner, wheel
from debellis.table.bases import Base
from debellis.table.placing import place as placed
from debellis.table.position import Position
from debellis.umpire.questions import BASE, TEXT, Question
from debellis.umpire.ruling import Finding, Ruling

#: A wheel goes so far beyond bringing the first bit of a target in front (degrees): as little as does so.
#: What goes less than a hundredth of a degree aside still faces as its friends do and stays in line with them.
_BEYOND = (0.001, 0.002, 0.003, 0.004, 0.006, 0.008, 0.01, 0.02, 0.05, 0.1)
#: How often one goes round something, or changes target, in one advance.
_MOST_CHANGES = 6
_HANDS = ("left", "right")


def spontaneous_advance(position: Position, *, element: str, choice: str | None = None) -> Ruling:
    """One way in which an element that advances on its own may do it, and where that takes it."""
    base = position.base(element)
    told = Finding()
    if not judge_impetuous(position, base, told)[1]:
        return told.rule("spontaneous_advance", {"legal": False, "steps": [], "choices": []})
    found, chosen = target_of(position, base, choice)
    told.absorb(chosen)
    if found.enemy is None or found.choices:
        return told.rule("spontaneous_advance", {"legal": False, "steps": [], "choices": list(found.choices)})
    for proposed in proposals(position, base, found):
        steps = fitted(position, base, found, proposed)
        ruling = may_advance_so(position, element=element, steps=steps, choice=choice)
        if ruling.answer["legal"]:
            return _told(position, base, steps, ruling)
    return told.rule("spontaneous_advance", {"legal": False, "steps": [], "choices": []})


def _told(position: Position, base: Base, steps: tuple[Step, ...], ruling: Ruling) -> Ruling:
    end = base.rectangle
    for step in steps:
        end = make(step, end).end
    touched = [e.id for e in known_near(position, base.side, end) if position_of(end, e.rectangle) is not None]
    answer = {
        "legal": True,
        "steps": [written(step) for step in steps],
        "front": list(end.front),
        "facing": bearing(end.facing),
        "in_contact": touched,
        "moves": ruling.answer["moves"],
        "choices": [],
    }
    return Ruling("spontaneous_advance", answer, ruling.because, ruling.measures)


def fitted(position: Position, base: Base, target: Target, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The same steps with the last straight one shortened to what the moves allow, where slower going makes it so."""
    if not steps or steps[-1].kind != ADVANCE:
        return steps
    strides: list[Stride] = []
    place = base.rectangle
    for step in steps:
        strides.append(make(step, place))
        place = strides[-1].end
    advance = Advance(position, base, tuple(strides), target)
    room = moves_due(advance) - advance.spent(len(strides) - 1)
    last = strides[-1]
    if share_of(position, base, last) <= room + SAME_SHARE or room <= 0.0:
        return steps
    low, high = 0.0, last.length
    while high - low > COINCIDE * COINCIDE:
        half = 0.5 * (low + high)
        if share_of(position, base, make(Step(ADVANCE, half), last.start)) <= room:
            low = half
        else:
            high = half
    return (*steps[:-1], Step(ADVANCE, low))


def written(step: Step) -> dict[str, object]:
    """A step in the form used in cases."""
    if step.kind == INCLINE:
        return {INCLINE: list(step.aside)}
    if step.kind == TO:
        assert step.place is not None
        return {TO: {"front": list(step.place[0]), "facing": step.place[1]}}
    if step.hand:
        return {step.kind: step.amount, "pivot": step.hand}
    return {step.kind: step.amount}


def proposals(position: Position, base: Base, target: Target) -> Iterator[tuple[Step, ...]]:
    """Ways to try, the better first: into contact or the place sought, then towards the target, then staying."""
    far = allowance(position, base, going(position, base)) or 0.0
    for there in _contacts(base, target):
        yield from _into(base, there)
    enemy = target.enemy
    assert enemy is not None
    aim = target.help.place if target.help is not None else enemy.rectangle
    for turned in (False, True):
        for limit in (2.0 * far, far):
            for avoids in (True, False):
                yield _towards(position, base, enemy, aim, turned, limit, avoids)
    yield ()
    yield (Step(TURN, 180.0),)


def _contacts(base: Base, target: Target) -> list[Rectangle]:
    """The places sought: the one that helps, or those in legal contact with the target, nearest first."""
    if target.help is not None:
        return [target.help.place]
    assert target.enemy is not None
    start, enemy = base.rectangle, target.enemy.rectangle
    names = ["against"]
    names += ["on_rear_of"] if behind(start, enemy) else []
    names += [f"on_{hand}_flank_of" for hand in _HANDS if beyond_flank(start, enemy, hand)]
    found = [placed(name, enemy, base.width, base.depth) for name in names]
    return sorted(found, key=lambda there: furthest_corner(start, there)[1])


def _into(base: Base, there: Rectangle) -> Iterator[tuple[Step, ...]]:
    """Ways into a place: by plain movement, else by an incline or a pivot."""
    start = base.rectangle
    way = plain_way(start, there)
    if way is not None:
        steps = [] if same_direction(way.start.facing, start.facing) else [Step(TURN, 180.0)]
        steps += [Step(ADVANCE, way.ahead)] if way.ahead > COINCIDE else []
        if way.degrees:
            steps.append(Step(WHEEL, way.degrees, "right" if way.corner == FRONT_RIGHT else "left"))
        steps += [Step(ADVANCE, way.on)] if way.on > COINCIDE else []
        yield tuple(steps)
    if base.kind != EXPENDABLE:
        if same_direction(start.facing, there.facing):
            yield (Step(INCLINE, aside=start.local(there.front)),)
        yield (Step(TO, place=(there.front, bearing(there.facing))),)


def _towards(
    position: Position, base: Base, enemy: Base, aim: Rectangle, turned: bool, limit: float, avoids: bool
) -> tuple[Step, ...]:
    """A way towards a target for so far: wheels until some of it lies ahead, then on, past what is in the way.

    One that `avoids` goes round difficult going as well as round friends. Who is stopped and has some of his move left
    wheels again.
    """
    going = _Way(about(base.rectangle) if turned else base.rectangle, limit, enemy, aim)
    going.steps = [Step(TURN, 180.0)] if turned else []
    for _ in range(_MOST_CHANGES):
        before = going.left
        _wheel_on(position, base, going)
        _go_on(position, base, going, avoids and base.kind != EXPENDABLE)
        if going.left <= COINCIDE or going.left >= before:
            break
    return tuple(going.steps)


class _Way:
    """A way being found: its steps so far, where they lead, how much of the move is left, and the target by now."""

    def __init__(self, place: Rectangle, left: float, enemy: Base, aim: Rectangle) -> None:
        self.steps: list[Step] = []
        self.place = place
        self.left = left
        self.enemy = enemy
        self.aim = aim


def _wheel_on(position: Position, base: Base, going: _Way) -> None:
    """Wheels until some of the target lies ahead, which may change on the way, or something stops them."""
    for _ in range(_MOST_CHANGES):
        place, aim = going.place, going.aim
        if straight_before(place, aim) or going.left <= COINCIDE:
            break
        hand = "right" if place.local(aim.centre)[0] > 0.0 else "left"
        corner = FRONT_RIGHT if hand == "right" else FRONT_LEFT
        most = arc_degrees(place.width, going.left)
        degrees = min(_just_ahead(place, aim, corner, _until_ahead(place, aim, corner)), most)
        change = change_in_wheel(position, base, place, going.enemy, corner, degrees)
        if change is not None and change.degrees + _BEYOND[-1] < degrees:
            going.enemy, going.aim = change.enemy, change.enemy.rectangle
            degrees = _just_ahead(place, going.aim, corner, change.degrees)
        free = free_wheel(position, base, place, corner, degrees)
        stopped, degrees = free < degrees, min(free, degrees)
        if stopped and degrees <= _BEYOND[-1]:
            break
        going.steps.append(Step(WHEEL, degrees, hand))
        going.place = wheel(place, corner, degrees).end
        going.left -= arc(place.width, degrees)
        if stopped:
            break


def _just_ahead(place: Rectangle, aim: Rectangle, corner: int, degrees: float) -> float:
    """A wheel that goes as little beyond some degrees as brings part of something straight ahead."""
    tries = (degrees + more for more in _BEYOND[:-1])
    found = (one for one in tries if straight_before(wheel(place, corner, one).end, aim))
    return next(found, degrees + _BEYOND[-1])


def _until_ahead(place: Rectangle, aim: Rectangle, corner: int) -> float:
    """How many degrees of a wheel bring the first bit of something straight ahead; half a circle if none does."""
    strip = ahead_of(place, aim)
    about_which = REAR_RIGHT if corner == FRONT_RIGHT else REAR_LEFT
    return 180.0 * free_share(wheel(strip, about_which, 180.0), aim)


def _go_on(position: Position, base: Base, going: _Way, avoids: bool) -> None:
    """Straight on for what is left of a move, going round obstacles by the least shifts."""
    for _ in range(_MOST_CHANGES):
        place, left = going.place, going.left
        if left <= COINCIDE:
            break
        solid = free_straight(position, base, place, place.facing, left)
        free = min(solid, until_obstacle(position, base, place, left)[0]) if avoids else solid
        if free > COINCIDE:
            going.steps.append(Step(ADVANCE, free))
            place, left = place.advanced(free), left - free
            going.place, going.left = place, left
        if left <= COINCIDE or touched_ahead(position, base, place) is None or base.kind == EXPENDABLE:
            break
        shifts = least_shifts(position, base, place)
        back = None if shifts else least_back(position, base, place, left)
        if back is not None:
            going.steps.append(Step(BACK, back))
            place, left = place.advanced(-back), left - back
            going.place, going.left = place, left
            shifts = least_shifts(position, base, place, back + ROOM)
        if not shifts or abs(shifts[0]) >= left - COINCIDE:
            break
        going.steps.append(Step(SHIFT, shifts[0]))
        going.place, going.left = make(going.steps[-1], place).end, left - abs(shifts[0])


QUESTIONS: tuple[Question, ...] = (
    Question(
        "spontaneous_advance",
        "one way in which an element that advances on its own may do it",
        {"element": BASE, "choice": TEXT.or_none()},
        spontaneous_advance,
    ),
)
