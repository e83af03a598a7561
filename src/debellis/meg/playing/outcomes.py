"""The outcomes of a phase: tests, generals of the broken, the count of the armies, routs, pursuits, removal."""

from __future__ import annotations

from typing import Any

from debellis.battle.game import OVER
from debellis.battle.sides import SIDES, other
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import overlaps
from debellis.meg.charging.contact import REMOVED, fate_of
from debellis.meg.charging.turning import EDGE, GROUND
from debellis.meg.charging.way import is_free, slid
from debellis.meg.moving.nearness import nearest_tug
from debellis.meg.outcomes.pursuits import beaten
from debellis.meg.outcomes.routs import fights_two_ways, rout_of
from debellis.meg.playing.actions import HoldBack, Pass, Pursue, Respond
from debellis.meg.playing.course import Course
from debellis.meg.playing.going_back import evade, may_evade, settle
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.leading import of_the_broken
from debellis.meg.playing.losing import roll_tests, sweep_away, test_now
from debellis.meg.playing.paying import has_cards, judge_payment, needed_for, payment
from debellis.meg.playing.state import State, about
from debellis.meg.playing.whole import whole
from debellis.meg.troops import CAMP, SUG, has, is_flexible, is_foot, is_skirmishing
from debellis.meg.units import bases_of, bw, facing_of, outline, unit_of, units_of
from debellis.table.pose import Pose
from debellis.table.units import Charge, Unit
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

PURSUIT, LAST = "pursuit", "last"


def run(course: Course) -> bool:
    """Go on with the outcomes as far as possible; whether they are finished."""
    if course.state.stage == "":
        settle_broken(course)
        if course.state.phase == OVER:
            return True
        course.put(stage=PURSUIT, queue=_pursuers(course))
    while course.state.stage == PURSUIT and course.state.queue:
        name = course.state.queue[0]
        if not _may_pursue(course.state, name):
            course.put(queue=course.state.queue[1:])
            continue
        side = course.unit(name).side
        if must_pursue(course.state, course.unit(name)) and not (
            _can_be_held(course.state, name) and has_cards(course.state, side)
        ):
            pursue(course, name)
            if course.state.waiting:
                return False
            continue
        course.give_choice(side)
        return False
    remove_routers(course)
    return True


def settle_broken(course: Course) -> None:
    """Tests, generals, the count and the routs, until no new unit group breaks (MEG-B20.10)."""
    settled: set[str] = set()
    for _ in range(20):
        new = _all_broken(course, settled)
        count(course)
        if course.state.phase == OVER or not new:
            return
        for name in _in_order(course, new):
            rout(course, name)


def _all_broken(course: Course, settled: set[str]) -> tuple[str, ...]:
    """Roll the tests of friends and of generals until no more unit groups break. Returns those that broke."""
    found: list[str] = []
    for _ in range(20):
        roll_tests(course)
        new = tuple(name for name in course.state.fallen if name not in settled)
        if not new and not course.state.tests:
            break
        settled.update(new)
        found += new
        of_the_broken(course, new)
    return tuple(found)


def settle_at_once(course: Course) -> None:
    """Settle tests and routs at once in sub-phases that have no outcomes of their own (MEG-B19.9)."""
    if course.state.fallen or course.state.tests:
        settle_broken(course)
        if course.state.phase != OVER:
            remove_routers(course)


def _in_order(course: Course, names: tuple[str, ...]) -> list[str]:
    """Routers of the active side first, those farthest from enemy first."""
    found: list[tuple[bool, float, str]] = []
    for name in names:
        unit = course.unit(name)
        if unit.kind == CAMP:
            continue
        if not course.bases(name):
            _note_destroyed(course, name)
            continue
        near = nearest_tug(course.position, unit)
        found.append((unit.side != course.state.turn, -round(0.0 if near is None else near[0], 3), name))
    return [name for _, _, name in sorted(found)]


def _note_destroyed(course: Course, name: str) -> None:
    """A unit group that lost its last base is destroyed, and makes no rout move (MEG-B18.8)."""
    if all(event.kind != "destroyed" or name not in event.says for event in course.events):
        course.tell("destroyed", f"{name} has no base left and is destroyed", "MEG-B18.8", "MEG-B20.3")


def rout(course: Course, name: str) -> None:
    """The rout of one unit group, and what it does to friends in its way (MEG-B20.4)."""
    unit = course.unit(name)
    if not course.bases(name):
        return
    if fights_two_ways(course.position, unit):
        course.tell("destroyed", f"{name} is destroyed where it stands", "MEG-B20.3")
        return
    thrown = course.chance.roll(f"{name} routs: the variable distance")
    found = Finding()
    flight = rout_of(course.position, unit, thrown, found)
    course.did(name, "rout")
    course.tell("rout", f"{name} routs (die {thrown})", "MEG-B20.2", "MEG-B20.10", "MEG-B30.1", *found.reasons)
    settle(course, unit, flight)
    if flight.friend:
        _burst(course, unit, flight.stopped_by)
    if flight.friend or flight.stopped_by in (EDGE, GROUND):
        course.take_off(name)


def _burst(course: Course, unit: Unit, met: str) -> None:
    """Routers run into a friend whom they could not avoid."""
    friend = course.unit(met)
    if friend.broken or friend.kind == CAMP:
        return
    light = unit.kind == SUG and not is_flexible(unit)
    if light and is_foot(unit):
        return
    if not light and friend.kind == SUG and not is_flexible(friend):
        sweep_away(course, met, f"the rout of {unit.id}", "MEG-B20.4")
        return
    test_now(course, met, "burst_through", 1, f"{unit.id} bursts into it")


def count(course: Course) -> None:
    """Count the losses of both armies, and end the battle if one breaks (MEG-B27.1, MEG-B27.4)."""
    here = whole(course.state)
    tugs: dict[str, int] = {}
    lost: dict[str, int] = {}
    for side in SIDES:
        answer = judged(here, "army_count", side=side).answer
        tugs[side], lost[side] = int(answer["tugs"]), int(answer["lost"])
    ruling = judged(here, "victory", tugs=tugs, lost=lost)
    if ruling.answer == "none":
        return
    told = ", ".join(f"{side} has lost {lost[side]} of {tugs[side]}" for side in SIDES)
    if ruling.answer == "draw":
        end(course, None, f"both armies break: {told}", ruling, "MEG-B27.4", "MEG-B12.8")
    else:
        winner = str(ruling.answer)
        says = f"the army of {other(winner)} breaks: {told}"
        end(course, winner, says, ruling, "MEG-B27.4", "MEG-B12.8")


def end(course: Course, winner: str | None, why: str, ruling: Ruling, *clauses: str) -> None:
    """End the battle."""
    course.put(phase=OVER, winner=winner, why=why, waiting=())
    course.tell("over", why, *clauses, ruling=ruling)


def _pursuers(course: Course) -> tuple[str, ...]:
    """The unit groups whose opponents to the front have broken, active side first."""
    if not any(course.bases(name) for name in course.state.fallen):
        return ()
    found = [unit for unit in units_of(course.position) if unit.kind != CAMP and course.bases(unit.id)]
    found = [unit for unit in found if not unit.broken and _may_pursue(course.state, unit.id)]
    found.sort(key=lambda unit: unit.side != course.state.turn)
    return tuple(unit.id for unit in found)


def _may_pursue(state: State, name: str) -> bool:
    unit = unit_of(state.position, name)
    if unit.broken or not bases_of(state.position, name) or ("pursuit" in unit.did and state.stage == LAST):
        return False
    return allowed(state.position, "may_pursue", unit=name)


def is_bound(unit: Unit) -> bool:
    """Whether a unit group must pursue unless it is held back (MEG-B20.14)."""
    return (unit.kind != SUG or is_flexible(unit)) and not is_skirmishing(unit)


def must_pursue(state: State, unit: Unit) -> bool:
    """Whether the pursuit that is due must be made. Victors whose enemies were all destroyed need not (MEG-B20.14)."""
    routed = [name for name in beaten(state.position, unit) if "rout" in unit_of(state.position, name).did]
    return is_bound(unit) and bool(routed)


def _can_be_held(state: State, name: str) -> bool:
    unit = unit_of(state.position, name)
    return state.phase != "3.2" and bool(needed_for(state.position, (unit,), "F1"))


def check_pursuit(state: State, action: Any) -> Ruling:
    """Whether the pursuit that is due may be made, held back or left out."""
    verdict = Verdict()
    unit = unit_of(state.position, state.queue[0])
    if isinstance(action, Pursue):
        take_over(verdict, judged(state.position, "may_pursue", unit=unit.id))
    elif isinstance(action, HoldBack):
        needed = needed_for(state.position, (unit,), "F1")
        if not needed or not _can_be_held(state, unit.id):
            verdict.refuse(f"{unit.id} cannot be held back.", "MEG-B20.6")
        else:
            judge_payment(verdict, state, (unit,), action.general, (action.card,), needed)
        if action.advance:
            _judge_held(verdict, state, unit, action.advance)
    elif must_pursue(state, unit):
        verdict.refuse(f"{unit.id} must pursue unless a card holds it back.", "MEG-B20.14")
    return verdict.decide("pursuit")


def _judge_held(verdict: Verdict, state: State, unit: Unit, far: float) -> None:
    """Those who are held back stand, or move up to 1 BW ahead where there is room (MEG-B20.8)."""
    most = bw(state.position, 1.0)
    verdict.measure("advance", far, "mm", most)
    moved = slid(bases_of(state.position, unit.id), facing_of(state.position, unit), far)
    if far < 0.0 or far > most + COINCIDE:
        verdict.refuse(f"{unit.id} moves at most {most:g} mm when it is held back.", "MEG-B20.8")
    elif not is_free(state.position, moved, (unit.id,)):
        verdict.refuse(f"There is no room for {unit.id} {far:g} mm ahead.", "MEG-B20.8")


def do_pursuit(course: Course, action: Any) -> None:
    """Carry out the decision about the pursuit that is due."""
    name = course.state.queue[0]
    if isinstance(action, Pursue):
        pursue(course, name)
        return
    course.put(queue=course.state.queue[1:])
    if isinstance(action, HoldBack):
        course.pay(action.general, (action.card,))
        course.did(name, "F1")
        if action.advance:
            course.place(slid(course.bases(name), facing_of(course.position, course.unit(name)), action.advance))
        course.tell("held-back", f"{action.general} holds {name} back ({action.card})", "MEG-B20.8")
    else:
        course.tell("stays", f"{name} does not pursue", "MEG-B20.14")


def pursue(course: Course, name: str) -> None:
    """The pursuit of one unit group; whoever it meets may get out of its way first (MEG-B20.7)."""
    for _ in range(20):
        answer = judged(course.position, "pursue", unit=name).answer
        met = [one for one in answer["contacts"] if not course.unit(one).broken]
        asked = next((one for one in met if _gets_away(course.state, one, name)), None)
        if asked is not None:
            course.put(done=(*course.state.done, f"{asked} {name}"))
            course.wait(course.unit(asked).side, "chased", name, asked)
            return
        caught = next((one for one in met if _rides_down(course, name, one)), None)
        if caught is None:
            break
        sweep_away(course, caught, f"the pursuit of {name}", "MEG-B20.7", "MEG-B15.14")
    _run_after(course, name, float(answer["distance"]), met)
    course.put(queue=tuple(one for one in course.state.queue if one != name))


def _rides_down(course: Course, name: str, met: str) -> bool:
    return fate_of(course.position, course.unit(name), course.unit(met), Finding()) == REMOVED


def _gets_away(state: State, unit: str, pursuer: str) -> bool:
    """Whether a unit group that a pursuit meets has still to say whether it gets out of the way."""
    if f"{unit} {pursuer}" in state.done or unit_of(state.position, unit).kind == CAMP:
        return False
    return bool(may_evade(state.position, unit, pursuer))


def check_chased(state: State, action: Respond) -> Ruling:
    """Whether a unit group that a pursuit meets may answer so; nobody shoots at pursuers."""
    verdict = Verdict()
    pursuer, name = about(state)
    take_over(verdict, judged(state.position, "may_respond", unit=name, charger=pursuer, response=action.response))
    if action.shift or action.toward:
        verdict.refuse("It goes straight out of the way.", "MEG-33a")
    return verdict.decide("respond")


def do_chased(course: Course, action: Respond) -> None:
    pursuer, name = course.got_answer()
    if action.response in ("skirmish", "run_away"):
        evade(course, name, pursuer, action.response, 0.0, "right")
    else:
        course.tell("stand", f"{name} stands before {pursuer}", "MEG-B20.7")
    if course.bases(pursuer) and not course.unit(pursuer).broken:
        pursue(course, pursuer)


def _run_after(course: Course, name: str, gone: float, met: list[str]) -> None:
    """Move a pursuer straight ahead, and note whom it runs into."""
    unit = course.unit(name)
    ahead = facing_of(course.position, unit)
    start = outline(course.position, unit)
    moved = slid(course.bases(name), ahead, gone)
    for enemy in units_of(course.position):
        if enemy.broken and enemy.kind != CAMP and enemy.id != name:
            theirs = course.bases(enemy.id)
            if any(overlaps(a.rectangle, b.rectangle) for a in moved for b in theirs):
                course.take_off(enemy.id)
    course.place(moved)
    course.did(name, "pursuit")
    far = gone / bw(course.position, 1.0)
    into = f" into {met[0]}" if met else ""
    course.tell("pursuit", f"{name} pursues {far:.1f} BW{into}", "MEG-B20.6", "MEG-B20.13")
    for enemy_name in met:
        course.put(chased=(*course.state.chased, (name, enemy_name)))
        origin = Pose(start.front, start.facing)
        course.set_charges((*course.charges(), Charge((name,), (enemy_name,), "free", origin=origin, moved=True)))


def remove_routers(course: Course) -> None:
    """Routers, and expendables after their charge combat, are taken off the table (MEG-B20.5, MEG-B25.14)."""
    for unit in units_of(course.position):
        bases = course.bases(unit.id)
        if unit.broken and unit.kind != CAMP and bases:
            course.tell("removed", f"{unit.id} is gone", "MEG-B20.5", bases=tuple(base.id for base in bases))
            course.take_off(unit.id)
        elif course.state.phase == "2.8" and bases and has(unit, "expendable") and unit.id in course.state.charging:
            fought = any(base.id in course.state.rolled for base in bases)
            if fought:
                course.note(unit.id, broken=True, broken_by="combat")
                course.tell("removed", f"{unit.id} are spent", "MEG-B25.14")
                course.take_off(unit.id)
    course.put(fallen=(), queue=(), stage=LAST)


def pursuit_of(state: State) -> Unit:
    """The unit group whose pursuit is to be decided."""
    return unit_of(state.position, state.queue[0])


def pursuits(state: State) -> list[Any]:
    """Decisions about the pursuit that is due; the last one is always legal."""
    unit = pursuit_of(state)
    paid = payment(state, unit.id, "F1") if _can_be_held(state, unit.id) else None
    held = [] if paid is None else [HoldBack(paid[0], paid[1][0])]
    return [Pursue(), *held] if must_pursue(state, unit) else [Pursue(), *held, Pass()]


def answers(state: State) -> list[Any]:
    """Answers to a pursuit; the last one is always legal."""
    pursuer, name = about(state)
    found: list[Any] = [Respond(way) for way in may_evade(state.position, name, pursuer)]
    stands = allowed(state.position, "may_respond", unit=name, charger=pursuer, response="stand")
    return [Respond("stand"), *found] if stands and found else [*found, *([Respond("stand")] if stands else [])]
