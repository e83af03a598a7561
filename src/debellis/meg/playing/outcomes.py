"""The outcomes of a phase: tests, generals of the broken, the count of the armies, routs, pursuits, removal."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.battle.game import OVER
from debellis.battle.sides import SIDES, other
from debellis.meg.charging.evading import judge_shift
from debellis.meg.charging.turning import EDGE, GROUND
from debellis.meg.moving.nearness import nearest_tug
from debellis.meg.outcomes.pursuits import DESTROYED, fought_to_the_front
from debellis.meg.outcomes.routs import OUTCOMES, fights_two_ways, rout_of, shifts_past
from debellis.meg.playing import pursuing
from debellis.meg.playing.actions import Rout
from debellis.meg.playing.course import Course
from debellis.meg.playing.going_back import settle
from debellis.meg.playing.judging import judged
from debellis.meg.playing.leading import of_the_broken
from debellis.meg.playing.losing import roll_tests, sweep_away, test_now
from debellis.meg.playing.state import Routs, State, about
from debellis.meg.playing.whole import whole
from debellis.meg.troops import CAMP, SUG, has, is_flexible, is_foot
from debellis.meg.units import bases_of, moment, unit_of, units_of
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

LAST = "last"
#: The phase in which the owner of a router says with which shift it runs.
SHIFT = "rout"
#: More rounds of tests and routs than there are unit groups.
MOST = 200


def run(course: Course) -> bool:
    """Go on with the outcomes as far as possible; whether they are finished."""
    if course.state.stage == "":
        if not settle_broken(course):
            return False
        if course.state.phase == OVER:
            return True
        pursuing.begin(course)
    if not pursuing.run(course):
        return False
    remove_routers(course)
    forget_opponents(course)
    return True


def settle_broken(course: Course) -> bool:
    """Tests, generals, the count and the routs, until no new unit group breaks (MEG-B20.10).

    Whether all is settled. If not, the owner of a router has to say how it goes past those in its way.
    """
    for _ in range(MOST):
        now = _routs(course.state)
        if now.due:
            name = now.due[0]
            if shifts_of(course.state, name):
                course.wait(course.unit(name).side, SHIFT, name)
                return False
            next_rout(course, None)
            continue
        new = _all_broken(course)
        count(course)
        if course.state.phase == OVER or not new:
            break
        course.put(routs=Routs(tuple(_in_order(course, new)), _routs(course.state).settled))
    course.put(routs=UNSET)
    return True


def _routs(state: State) -> Routs:
    return Routs() if state.routs is UNSET else state.routs


def _all_broken(course: Course) -> tuple[str, ...]:
    """Roll the tests of friends and of generals until no more unit groups break. Returns those that broke."""
    found: list[str] = []
    for _ in range(MOST):
        roll_tests(course)
        now = _routs(course.state)
        new = tuple(name for name in course.state.fallen if name not in now.settled)
        if not new and not course.state.tests:
            break
        course.put(routs=replace(now, settled=(*now.settled, *new)))
        found += new
        of_the_broken(course, new)
    return tuple(found)


def settle_at_once(course: Course) -> None:
    """Settle tests and routs at once in sub-phases that have no outcomes of their own (MEG-B19.9)."""
    if any(one.phase == SHIFT for one in course.state.waiting):
        return
    unsettled = course.state.fallen or course.state.tests or course.state.routs is not UNSET
    if unsettled and settle_broken(course) and course.state.phase != OVER:
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


def shifts_of(state: State, name: str) -> tuple[tuple[float, str], ...]:
    """The shifts by which a router can pass those in its way; none if it has no choice."""
    position, unit = state.position, unit_of(state.position, name)
    if not bases_of(position, name) or fights_two_ways(position, unit):
        return ()
    return shifts_past(position, unit)


def next_rout(course: Course, shift: tuple[float, str] | None) -> None:
    """Make the rout that is due, perhaps with a shift."""
    now = _routs(course.state)
    course.put(routs=replace(now, due=now.due[1:]))
    rout(course, now.due[0], shift or (0.0, "right"))


def rout(course: Course, name: str, shift: tuple[float, str]) -> None:
    """The rout of one unit group, and what it does to friends in its way (MEG-B20.4)."""
    unit = course.unit(name)
    if not course.bases(name):
        return
    if fights_two_ways(course.position, unit):
        course.did(name, DESTROYED)
        course.tell("destroyed", f"{name} is destroyed where it stands", "MEG-B20.3")
        return
    thrown = course.chance.roll(f"{name} routs: the variable distance")
    found = Finding()
    flight = rout_of(course.position, unit, thrown, found, shift)
    why = judged(course.position, "rout", unit=name, die=thrown, shift=shift[0], hand=shift[1]).clauses
    course.did(name, "rout")
    course.tell("rout", f"{name} routs (die {thrown})", "MEG-B20.2", "MEG-B20.10", "MEG-B30.1", *why)
    settle(course, unit, flight)
    if flight.friend:
        _burst(course, unit, flight.stopped_by)
    if flight.friend or flight.stopped_by in (EDGE, GROUND):
        course.take_off(name)


def check_shift(state: State, action: Rout) -> Ruling:
    """Whether a router may shift so: by up to half a base (MEG-B20.12)."""
    verdict = Verdict()
    judge_shift(verdict, state.position, action.shift, "MEG-B20.12")
    if verdict.legal:
        permit(verdict, f"{about(state)[0]} may shift once to pass those in its way.", "MEG-B20.12")
    return verdict.decide("rout_shift")


def do_shift(course: Course, action: Rout) -> None:
    """Make the rout with the shift that its owner has named, and go on with what is still to be settled."""
    course.got_answer()
    next_rout(course, (action.shift, action.hand))
    if course.state.phase not in OUTCOMES.values():
        settle_at_once(course)


def shift_ideas(state: State) -> list[Any]:
    """The least shifts that lead past those in the way, and to run into them."""
    return [*(Rout(shift, hand) for shift, hand in shifts_of(state, about(state)[0])), Rout()]


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


def note_opponents(course: Course) -> None:
    """Note who fights whom to his front, on which the pursuits of the phase depend (MEG-B20.6).

    Whom a pursuit met in this turn is fought in the next one.
    """
    chased = {frozenset(pair) for pair in course.state.chased} if course.state.phase != "2.7" else set()
    found: dict[str, tuple[str, ...]] = {}
    for name, enemies in fought_to_the_front(course.position).items():
        kept = tuple(enemy for enemy in enemies if frozenset((name, enemy)) not in chased)
        if kept:
            found[name] = kept
    course.stand(replace(course.position, moment=replace(moment(course.position), fought=found)))


def forget_opponents(course: Course) -> None:
    """The combats of the phase are over with its outcomes."""
    course.stand(replace(course.position, moment=replace(moment(course.position), fought=UNSET)))
