"""Pursuits: who is held back before anybody pursues, who must go and who may, and whom they meet (MEG-B20.6)."""

from __future__ import annotations

from typing import Any

from debellis.battle.sides import other
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.meg.charging.contact import REMOVED, fate_of
from debellis.meg.charging.way import body_of, is_free, slid
from debellis.meg.general_facts import IDLE, point_to
from debellis.meg.moving.steps import HANDS
from debellis.meg.outcomes.pursuits import keil_mates, must_pursue
from debellis.meg.playing.actions import HoldBack, Pass, Pursue, Respond
from debellis.meg.playing.course import Course
from debellis.meg.playing.going_back import REAR, RUN_AWAY, STAND, evade, judge_answer, may_evade
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.losing import sweep_away
from debellis.meg.playing.paying import has_cards, judge_payment, needed_for, payment
from debellis.meg.playing.state import State, about, decider
from debellis.meg.troops import CAMP
from debellis.meg.units import (
    bases_of,
    bw,
    distance_between,
    facing_of,
    frame_of,
    generals_of,
    outline,
    unit_of,
    units_of,
)
from debellis.table.pose import Pose
from debellis.table.units import Charge, Unit
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: The stages of the outcomes: who is held back, and who pursues.
HOLDING, PURSUIT = "holding", "pursuit"
#: The sub-phases in which pursuers can be held back by F1.
HELD_IN = ("2.8", "5.3")


def begin(course: Course) -> None:
    """Find all who may pursue, active side first. Nobody is added to them later."""
    found = [unit for unit in units_of(course.position) if _may_pursue(course.state, unit.id)]
    found.sort(key=lambda unit: unit.side != course.state.turn)
    course.put(stage=HOLDING, queue=tuple(unit.id for unit in found), done=())


def run(course: Course) -> bool:
    """Ask who is held back, then make the pursuits, active side first; whether all is done (MEG-B20.10)."""
    if course.state.stage == HOLDING:
        for side in (course.state.turn, other(course.state.turn)):
            if side not in course.state.done and has_cards(course.state, side) and _held(course.state, side):
                course.give_choice(side)
                return False
        course.put(stage=PURSUIT)
    while course.state.stage == PURSUIT and (names := pursuers(course.state)):
        if not _go_alike(course.state, names):
            course.give_choice(course.unit(names[0]).side)
            return False
        pursue(course, names[0])
        if course.state.waiting:
            return False
    return True


def _may_pursue(state: State, name: str) -> bool:
    """Whether a unit group may pursue, and a pursuit that is no duty would lead it anywhere."""
    position = state.position
    unit = unit_of(position, name)
    if unit.broken or unit.kind == CAMP or not bases_of(position, name):
        return False
    if not allowed(position, "may_pursue", unit=name):
        return False
    answer = judged(position, "pursue", unit=name).answer
    met = [one for one in answer["contacts"] if not unit_of(position, one).broken]
    return must_pursue(position, unit) or bool(met) or float(answer["distance"]) > COINCIDE


def _held(state: State, side: str) -> tuple[str, ...]:
    """The unit groups of a side that would pursue and can be held back by F1 (MEG-B20.6)."""
    if state.phase not in HELD_IN:
        return ()
    named = [unit_of(state.position, name) for name in state.queue]
    own = [unit for unit in named if unit.side == side and _may_pursue(state, unit.id)]
    return tuple(unit.id for unit in own if needed_for(state.position, (unit,), "F1"))


def pursuers(state: State) -> tuple[str, ...]:
    """The unit groups whose pursuit is due now: those of the active side, then those of the other.

    A Keil is named by one of its unit groups.
    """
    found: list[str] = []
    for name in state.queue:
        unit = unit_of(state.position, name)
        if found and unit.side != unit_of(state.position, found[0]).side:
            break
        mates = {mate.id for mate in keil_mates(state.position, unit)}
        if _may_pursue(state, name) and not mates & set(found):
            found.append(name)
    return tuple(found)


def _go_alike(state: State, names: tuple[str, ...]) -> bool:
    """Whether all must pursue, and every order of their pursuits ends alike: nobody crosses the way of another."""
    position = state.position
    if not all(must_pursue(position, unit_of(position, name)) for name in names):
        return False
    if len(names) == 1:
        return True
    strips: list[Rectangle] = []
    for name in names:
        answer = judged(position, "pursue", unit=name).answer
        if any(not unit_of(position, one).broken for one in answer["contacts"]):
            return False
        unit, gone = unit_of(position, name), float(answer["distance"])
        body = body_of(position, tuple([mate.id for mate in keil_mates(position, unit)]) or (name,))
        place = frame_of(body, facing_of(position, unit))
        strip = Rectangle(place.advanced(gone).front, place.facing, place.width, place.depth + gone)
        alone = [he.front for he in generals_of(position) if he.front is not None and he.state not in IDLE]
        if any(overlaps(strip, one) for one in strips) or any(point_to(at, strip) <= COINCIDE for at in alone):
            return False
        strips.append(strip)
    return True


# Decisions


def open_to(state: State) -> tuple[str, ...]:
    """The unit groups of which one may be named now."""
    return _held(state, decider(state)) if state.stage == HOLDING else pursuers(state)


def named_in(state: State, action: Pursue | HoldBack) -> str:
    """The unit group that a decision names; if it names none, the only one there is. Empty if there are several."""
    found = open_to(state)
    return action.unit or (found[0] if len(found) == 1 else "")


def check(state: State, action: Any) -> Ruling:
    """Whether somebody may be held back, pursue, or stay."""
    verdict = Verdict()
    side = decider(state)
    if isinstance(action, Pass):
        bound = [] if state.stage == HOLDING else _bound(state)
        if bound:
            verdict.refuse(f"{bound[0]} must pursue.", "MEG-B20.14")
        else:
            permit(verdict, "Nobody more has to be held back, or has to pursue.", "MEG-B20.8", "MEG-B20.14")
        return verdict.decide("pursuit")
    name = named_in(state, action)
    known = {unit.id: unit for unit in units_of(state.position)}
    if not name:
        verdict.refuse(f"Name one of {', '.join(open_to(state))}.", "MEG-B20.10")
    elif name not in known or known[name].side != side or not bases_of(state.position, name):
        verdict.refuse(f"{name} is no own unit group on the table.", "MEG-B20.10")
    elif isinstance(action, HoldBack):
        _judge_hold(verdict, state, known[name], action)
    elif state.stage == HOLDING:
        verdict.refuse("Nobody pursues before both sides have said whom they hold back.", "MEG-B20.10")
    else:
        take_over(verdict, judged(state.position, "may_pursue", unit=name))
        mates = {name, *(mate.id for mate in keil_mates(state.position, known[name]))}
        if verdict.legal and not mates & set(pursuers(state)):
            verdict.refuse(f"{name} has no pursuit now.", "MEG-B20.14")
    return verdict.decide("pursuit")


def _bound(state: State) -> list[str]:
    return [name for name in pursuers(state) if must_pursue(state.position, unit_of(state.position, name))]


def _judge_hold(verdict: Verdict, state: State, unit: Unit, action: HoldBack) -> None:
    """Whether F1 holds a unit group back, and whether it may go on so far (MEG-B20.8)."""
    if state.stage != HOLDING:
        verdict.refuse("It is too late to hold anybody back: the pursuits are being made.", "MEG-B20.10")
    elif unit.id not in _held(state, unit.side):
        verdict.refuse(f"{unit.id} cannot be held back.", "MEG-B20.6")
    else:
        needed = needed_for(state.position, (unit,), "F1")
        judge_payment(verdict, state, (unit,), action.general, (action.card,), needed)
        if action.advance:
            _judge_advance(verdict, state, unit, action.advance)


def _judge_advance(verdict: Verdict, state: State, unit: Unit, far: float) -> None:
    """Those who are held back stand, or move up to 1 BW ahead where there is room (MEG-B20.8)."""
    most = bw(state.position, 1.0)
    verdict.measure("advance", far, "mm", most)
    moved = slid(bases_of(state.position, unit.id), facing_of(state.position, unit), far)
    if far < 0.0 or far > most + COINCIDE:
        verdict.refuse(f"{unit.id} moves at most {most:g} mm when it is held back.", "MEG-B20.8")
    elif not is_free(state.position, moved, (unit.id,)):
        verdict.refuse(f"There is no room for {unit.id} {far:g} mm ahead.", "MEG-B20.8")


def do(course: Course, action: Any) -> None:
    """Hold somebody back, let somebody pursue, or end the side's decisions of this kind."""
    if isinstance(action, Pursue):
        pursue(course, named_in(course.state, action))
    elif isinstance(action, HoldBack):
        name = named_in(course.state, action)
        course.put(queue=tuple(one for one in course.state.queue if one != name))
        course.pay(action.general, (action.card,))
        course.did(name, "F1")
        if action.advance:
            course.place(slid(course.bases(name), facing_of(course.position, course.unit(name)), action.advance))
        course.tell("held-back", f"{action.general} holds {name} back ({action.card})", "MEG-B20.8")
    elif course.state.stage == HOLDING:
        side = decider(course.state)
        course.put(done=(*course.state.done, side))
        course.tell("pass", f"{side} holds nobody more back", "MEG-B20.8")
    else:
        stay = pursuers(course.state)
        course.put(queue=tuple(one for one in course.state.queue if course.unit(one).side != decider(course.state)))
        course.tell("stays", f"{' and '.join(stay)} {'does' if len(stay) == 1 else 'do'} not pursue", "MEG-B20.14")


def ideas(state: State) -> list[Any]:
    """Whom a side may hold back or let pursue; the last idea is always legal."""
    if state.stage == HOLDING:
        held: list[Any] = []
        for name in _held(state, decider(state)):
            paid = payment(state, name, "F1")
            if paid is not None:
                held.append(HoldBack(paid[0], paid[1][0], unit=name))
        return [*held, Pass()]
    found: list[Any] = [Pursue(name) for name in pursuers(state)]
    return found if _bound(state) else [*found, Pass()]


# A pursuit


def pursue(course: Course, name: str) -> None:
    """The pursuit of a unit group, or of its whole Keil; whoever it meets may get out of its way first (MEG-B20.7)."""
    body = tuple([mate.id for mate in keil_mates(course.position, course.unit(name))]) or (name,)
    for _ in range(20):
        answer = judged(course.position, "pursue", unit=name).answer
        met = [one for one in answer["contacts"] if not course.unit(one).broken]
        asked = next((one for one in met if _gets_away(course.state, one, name)), None)
        if asked is not None:
            course.put(done=(*course.state.done, _meeting(asked, name)))
            course.wait(course.unit(asked).side, "chased", name, asked)
            return
        caught = next((one for one in met if _rides_down(course, name, one)), None)
        if caught is None:
            break
        sweep_away(course, caught, f"the pursuit of {name}", "MEG-B20.7", "MEG-B15.14")
    _run_after(course, body, float(answer["distance"]), met)
    course.put(queue=tuple(one for one in course.state.queue if one not in body))


def _rides_down(course: Course, name: str, met: str) -> bool:
    return fate_of(course.position, course.unit(name), course.unit(met), Finding()) == REMOVED


def _meeting(unit: str, pursuer: str) -> str:
    return f"{unit} before {pursuer}"


def _gets_away(state: State, unit: str, pursuer: str) -> bool:
    """Whether a unit group that a pursuit meets has still to say whether it gets out of the way."""
    if _meeting(unit, pursuer) in state.done or unit_of(state.position, unit).kind == CAMP:
        return False
    return bool(may_evade(state.position, unit, pursuer))


def _run_after(course: Course, names: tuple[str, ...], gone: float, met: list[str]) -> None:
    """Move pursuers straight ahead, and note whom they run into."""
    ahead = facing_of(course.position, course.unit(names[0]))
    starts = {name: outline(course.position, course.unit(name)) for name in names}
    moved = slid(body_of(course.position, names), ahead, gone)
    for enemy in units_of(course.position):
        if enemy.broken and enemy.kind != CAMP and enemy.id not in names:
            theirs = course.bases(enemy.id)
            if any(overlaps(a.rectangle, b.rectangle) for a in moved for b in theirs):
                course.take_off(enemy.id)
    course.place(moved)
    far = gone / bw(course.position, 1.0)
    into = f" into {met[0]}" if met else ""
    for name in names:
        course.did(name, "pursuit")
        course.tell("pursuit", f"{name} pursues {far:.1f} BW{into}", "MEG-B20.6", "MEG-B20.13")
        for enemy_name in met:
            if len(names) > 1 and distance_between(course.bases(name), course.bases(enemy_name)) > COINCIDE:
                continue
            course.put(chased=(*course.state.chased, (name, enemy_name)))
            origin = Pose(starts[name].front, starts[name].facing)
            course.set_charges((*course.charges(), Charge((name,), (enemy_name,), "free", origin=origin, moved=True)))


# Answers to a pursuit


def check_chased(state: State, action: Respond) -> Ruling:
    """Whether a unit group that a pursuit meets may answer so; nobody shoots at pursuers."""
    verdict = Verdict()
    pursuer, name = about(state)
    judge_answer(verdict, state.position, name, pursuer, action)
    return verdict.decide("respond")


def do_chased(course: Course, action: Respond) -> None:
    pursuer, name = course.got_answer()
    if action.response == STAND:
        course.tell("stand", f"{name} stands before {pursuer}", "MEG-B20.7")
    else:
        evade(course, name, pursuer, action.response, action.shift, action.hand, action.toward, action.stays)
    if course.bases(pursuer) and not course.unit(pursuer).broken:
        pursue(course, pursuer)


def answers(state: State) -> list[Any]:
    """Answers to a pursuit, the simplest first."""
    pursuer, name = about(state)
    found: list[Any] = [Respond(way) for way in may_evade(state.position, name, pursuer)]
    half = bw(state.position, 0.5)
    more: list[Any] = [Respond(one.response, half, hand) for one in found for hand in HANDS]
    more += [Respond(RUN_AWAY, toward=REAR) for one in found if one.response == RUN_AWAY]
    stands = allowed(state.position, "may_respond", unit=name, charger=pursuer, response=STAND)
    return [*([Respond(STAND)] if stands else []), *found, *more]
