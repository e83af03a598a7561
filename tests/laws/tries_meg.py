"""Actions of Mortem et Gloriam to try where a sub-phase, or a side in it, was passed.

Here the game goes on by itself inside a decision, so what is passed there is watched where it happens.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any
from unittest.mock import patch

from debellis.battle.alternation import passed
from debellis.battle.sides import other
from debellis.geometry.plane import coincide, same_direction
from debellis.geometry.rectangle import Rectangle
from debellis.meg import playing
from debellis.meg.playing import answering, flow
from debellis.meg.playing.actions import (
    Aim,
    Align,
    BaseEnd,
    BreakOff,
    DeclareCharge,
    Discard,
    Gift,
    Give,
    Meet,
    Rearrange,
    Recover,
    Shoot,
    Step,
)
from debellis.meg.playing.alternating import CLOSED
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged
from debellis.meg.playing.meeting import MEETING
from debellis.meg.playing.paying import hand_of
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, files_of, generals_of, outline, unit_of, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.units import Unit
from debellis.table.value import replace

#: Unit groups further apart than this (mm) have nothing to do with each other.
FAR = 500.0
#: Bases nearer than this (mm) may touch.
TOUCH = 30.0
WHEELS = (0.0, 5.0, 10.0, 15.0, 20.0, 30.0, 45.0)
DISTANCES = (5.0, 15.0, 25.0, 35.0, 45.0, 55.0, 65.0, 80.0, 100.0, 120.0, 150.0)
SHIFTS = (0.0, 5.0, 10.0, 20.0)
HANDS = ("left", "right")


@contextmanager
def watched(record: Callable[[str, Any], None]) -> Iterator[None]:
    """Record every side that passes by itself, every charge nobody is asked about, and who is not asked to answer."""
    with ExitStack() as stack:
        for module in pkgutil.iter_modules(playing.__path__, f"{playing.__name__}."):
            there = import_module(module.name)
            goes_on = getattr(there, "goes_on", None)
            if goes_on is not None and there.__name__ != "debellis.meg.playing.alternating":
                stack.enter_context(patch.object(there, "goes_on", _watched(goes_on, record)))
        meeting = flow.RUNS["2.4"]
        stack.enter_context(patch.dict(flow.RUNS, {"2.4": _meeting(meeting, record)}))
        carry_out = answering._carry_out

        def carried_out(course: Course, lead: str) -> None:
            record("2.5", course.state)
            carry_out(course, lead)

        stack.enter_context(patch.object(answering, "_carry_out", carried_out))
        yield


def _watched(goes_on: Callable[..., bool], record: Callable[[str, Any], None]) -> Callable[..., bool]:
    def watching(course: Course, can: Callable[[State, str], bool]) -> bool:
        state = course.state
        while state.stage != CLOSED and not can(state, state.choice.side):
            record(state.phase, state)
            choice = passed(state.choice)
            if choice is None:
                break
            state = replace(state, choice=choice)
        return goes_on(course, can)

    return watching


def _meeting(run: Callable[[Course], bool], record: Callable[[str, Any], None]) -> Callable[[Course], bool]:
    def watching(course: Course) -> bool:
        put = course.put

        def noting(**changes: Any) -> None:
            state = course.state
            if state.stage and state.queue and set(changes) == {"queue"}:
                side = other(unit_of(state.position, state.queue[0]).side)
                record("2.4", replace(state, choice=replace(state.choice, side=side)))
            put(**changes)

        with patch.object(course, "put", noting):
            return run(course)

    return watching


def unasked(state: State) -> str | None:
    """A target of the present charge that could answer it and was not asked; None if there is none."""
    lead = state.queue[0]
    charge = next((one for one in state.position.charges or () if lead in one.by), None)
    said = {one.unit for one in state.answers if one.charger == lead}
    chargers = [] if charge is None else [name for name in charge.by if bases_of(state.position, name)]
    for name in charge.on if charge is not None and chargers else ():
        unit = unit_of(state.position, name)
        if name in said or unit.kind == CAMP or not bases_of(state.position, name):
            continue
        for response in ("skirmish", "run_away"):
            if judged(state.position, "may_respond", unit=name, charger=chargers[0], response=response).answer["legal"]:
                return f"{name} could {response} from {chargers[0]} and is not asked"
    return None


def tries(phase: str, state: State, random: Random) -> Iterator[Any]:
    """What the side to choose could do, legal or not."""
    found = _TRIED.get(phase)
    return iter(()) if found is None else found(state)


def _units(state: State, side: str) -> list[Unit]:
    return [unit for unit in units_of(state.position) if unit.side == side and bases_of(state.position, unit.id)]


def _gap(state: State, one: Unit, two: Unit) -> float:
    a, b = (bases_of(state.position, unit.id)[0].front for unit in (one, two))
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _pairs(state: State, far: float = FAR) -> Iterator[tuple[Unit, Unit]]:
    side = decider(state)
    for one in _units(state, side):
        for two in _units(state, other(side)):
            if _gap(state, one, two) <= far:
                yield one, two


def _payments(state: State, many: int = 1) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Generals of the side with cards of their hands."""
    for general in generals_of(state.position):
        if general.side == decider(state):
            hand = hand_of(state, general.id)
            for count in range(1, many + 1):
                yield from ((general.id, cards) for cards in sorted(set(combinations(hand, count))))


def _charges(state: State) -> Iterator[Any]:
    for one, two in _pairs(state):
        for wheel in WHEELS:
            for pivot in HANDS if wheel else HANDS[:1]:
                yield from (DeclareCharge((one.id,), (two.id,), kind, wheel, pivot) for kind in ("free", "forced"))
                for general, cards in _payments(state, 2):
                    yield DeclareCharge((one.id,), (two.id,), "prompted", wheel, pivot, general, cards)
        for mate in _units(state, one.side):
            if mate.id != one.id and _gap(state, one, mate) < 200.0:
                yield DeclareCharge((one.id, mate.id), (two.id,), "free")
        for file in files_of(state.position, one.id):
            for general, cards in _payments(state, 2):
                yield DeclareCharge((one.id,), (two.id,), "prompted", 0.0, "left", general, cards, file[0].id)


def _meetings(state: State) -> Iterator[Any]:
    for unit in _units(state, decider(state)):
        if _gap(state, unit, unit_of(state.position, state.queue[0])) > FAR:
            continue
        for how in MEETING:
            for general, cards in _payments(state):
                for far in DISTANCES:
                    ahead = Step("advance", far)
                    yield Meet(unit.id, how, (ahead,), general, cards[0])
                    for degrees in WHEELS[1:]:
                        yield from (
                            Meet(unit.id, how, (Step("wheel", degrees, hand), ahead), general, cards[0])
                            for hand in HANDS
                        )


def _shots(state: State) -> Iterator[Any]:
    for one, two in _pairs(state):
        for file in files_of(state.position, one.id):
            for target in bases_of(state.position, two.id):
                yield Shoot(one.id, (Aim(file[0].id, target.id),))


def _alignments(state: State) -> Iterator[Any]:
    for one, two in _pairs(state):
        body = outline(state.position, unit_of(state.position, one.id))
        for base in bases_of(state.position, two.id):
            if _near(state, one, base):
                for pose in _against(base, body.width):
                    if not (coincide(pose.front, body.front) and same_direction(pose.facing, body.facing)):
                        yield Align(one.id, pose)


def _near(state: State, unit: Unit, base: Base) -> bool:
    """Whether a base is so near a unit group that they may touch."""
    for own in bases_of(state.position, unit.id):
        apart = ((own.front[0] - base.front[0]) ** 2 + (own.front[1] - base.front[1]) ** 2) ** 0.5
        if apart < TOUCH + own.width + base.width:
            return True
    return False


def _against(base: Base, width: float) -> Iterator[Pose]:
    """A front of some width against each edge of a base, with corners level: the aligns of MEG-B14.10."""
    corners: tuple[Any, ...] = Rectangle(base.front, base.facing, base.width, base.depth).corners
    for i in range(4):
        (x, y), (u, v) = corners[i], corners[(i + 1) % 4]
        length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
        along = ((u - x) / length, (v - y) / length)
        for sign in (1.0, -1.0):
            facing = (along[1] * sign, -along[0] * sign)
            for at in (0.5 * width, length - 0.5 * width):
                yield Pose((x + along[0] * at, y + along[1] * at), facing)


def _breaks(state: State) -> Iterator[Any]:
    for unit in _units(state, decider(state)):
        for general, cards in _payments(state):
            for action in ("F2", "F3", "F4"):
                for shift in SHIFTS:
                    yield from (BreakOff(unit.id, action, general, cards[0], shift, hand) for hand in HANDS)


def _rearrangements(state: State) -> Iterator[Any]:
    """Each base beside either end of its front rank (MF1), and turned where it stands (MF2)."""
    for unit in _units(state, decider(state)):
        bases = bases_of(state.position, unit.id)
        for base in bases:
            ends = [("MF1", Pose(_beside(mate, sign), mate.facing)) for mate in bases for sign in (1, -1)]
            ends += [("MF2", pose) for pose in _turned(base)]
            for action, pose in ends:
                for general, cards in _payments(state):
                    yield Rearrange(unit.id, action, (BaseEnd(base.id, pose),), general, cards[0])


def _beside(base: Base, sign: int) -> tuple[float, float]:
    right = (base.facing[1], -base.facing[0])
    return (base.front[0] + right[0] * base.width * sign, base.front[1] + right[1] * base.width * sign)


def _turned(base: Base) -> Iterator[Pose]:
    """A base turned by quarters about its middle."""
    x, y = base.front[0] - base.facing[0] * base.depth * 0.5, base.front[1] - base.facing[1] * base.depth * 0.5
    facing = base.facing
    for _ in range(3):
        facing = (facing[1], -facing[0])
        yield Pose((x + facing[0] * base.depth * 0.5, y + facing[1] * base.depth * 0.5), facing)


def _recoveries(state: State) -> Iterator[Any]:
    for unit in _units(state, decider(state)):
        yield from (Recover(unit.id, general, cards[0]) for general, cards in _payments(state))


def _gifts(state: State) -> Iterator[Any]:
    own = [general.id for general in generals_of(state.position) if general.side == decider(state)]
    for giver, cards in _payments(state, 2):
        yield from (Give((Gift(giver, to, cards),)) for to in own if to != giver)


def _discards(state: State) -> Iterator[Any]:
    yield from (Discard({general: cards}) for general, cards in _payments(state))


_TRIED: dict[str, Callable[[State], Iterator[Any]]] = {
    "1.1": _discards,
    "1.3": _gifts,
    "2.2": _charges,
    "2.4": _meetings,
    "3.1": _shots,
    "4.2": _alignments,
    "5.1": _alignments,
    "5.4": _breaks,
    "5.5": _rearrangements,
    "6.1": _recoveries,
}
