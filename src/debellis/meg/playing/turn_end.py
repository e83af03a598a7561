"""The end of a turn: wounds recovered, generals replaced, camps sacked, and the next turn or the end of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.battle.game import OVER
from debellis.battle.sides import SIDES, other
from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import load
from debellis.meg.cards.command import judge_command
from debellis.meg.fighting.contacts import combat_touch, fights_of
from debellis.meg.playing.actions import Appoint, Pass, Recover, Sack
from debellis.meg.playing.alternating import check_pass, do_pass, goes_on, passes
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.leading import companies, heirs_of, replace_general, to_replace
from debellis.meg.playing.losing import note_tests, test_now
from debellis.meg.playing.outcomes import end, settle_at_once
from debellis.meg.playing.paying import cheapest, hand_of, has_cards, is_able, pays
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.whole import whole
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, distance_between, files_of, generals_of, unit_name, unit_of, units_of
from debellis.table.units import General, Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

# Recovery


def run_recovery(course: Course) -> bool:
    return not goes_on(course, _can_recover)


def _can_recover(state: State, side: str) -> bool:
    return has_cards(state, side) and any(True for _ in wounded(state, side))


def wounded(state: State, side: str) -> Iterator[Unit]:
    """The unit groups of a side with a wound; camps do not recover (MEG-16c)."""
    for unit in units_of(state.position):
        hurt = unit.wounds and unit.kind != CAMP and not unit.broken
        if unit.side == side and hurt and bases_of(state.position, unit.id):
            yield unit


def recovery_card(state: State, general: General, unit: Unit) -> str:
    """What it costs a general to clear a wound: by how near he is to the unit group (MEG-B26.1)."""
    if general.unit == unit.id:
        return "green"
    quiet = QuietVerdict()
    judge_command(quiet, state.position, general, unit)
    return "red" if quiet.faults else "yellow"


def check_recovery(state: State, action: Any) -> Ruling:
    """Whether a general may clear a wound, and with which card: E1."""
    if passes(action):
        return check_pass(state, action)
    verdict = Verdict()
    side = decider(state)
    he = next((one for one in generals_of(state.position) if one.id == action.general), None)
    unit = next((one for one in wounded(state, side) if one.id == action.unit), None)
    if he is None or he.side != side or not is_able(he) or unit is None:
        camp = any(one.id == action.unit and one.kind == CAMP for one in units_of(state.position))
        clauses = ("MEG-B26.1", "MEG-16c") if camp else ("MEG-B26.1",)
        verdict.refuse(f"{action.general} cannot clear a wound of {action.unit}.", *clauses)
        return verdict.decide("recover")
    if he.contingent != unit.contingent:
        verdict.refuse(f"{unit.id} is not of the command of {he.id}.", "MEG-B7.13")
    ruling = judged(state.position, "may_act", unit=unit.id, action="E1")
    take_over(verdict, ruling)
    needed = recovery_card(state, he, unit)
    if action.card not in hand_of(state, he.id) or not pays((action.card,), (needed,), 0):
        verdict.refuse(f"This costs {needed}.", "MEG-B26.1")
    return verdict.decide("recover")


def do_recovery(course: Course, action: Any) -> None:
    if passes(action):
        do_pass(course, action)
        return
    course.pay(action.general, (action.card,))
    course.note(action.unit, wounds=0)
    course.did(action.unit, "E1")
    course.tell("recovers", f"{action.general} clears the wound of {action.unit} ({action.card})", "MEG-B26.1")
    course.chosen()


def recovery_ideas(state: State) -> Iterator[Any]:
    side = decider(state)
    for unit in wounded(state, side):
        for he in generals_of(state.position):
            if he.side == side and is_able(he) and he.contingent == unit.contingent:
                cards = cheapest(hand_of(state, he.id), (recovery_card(state, he, unit),), 0)
                if cards is not None:
                    yield Recover(unit.id, he.id, cards[0])
    yield Pass()


# Generals who are replaced


def run_replacing(course: Course) -> bool:
    """Replace the dead generals of a style: professional ones in SP 4.1, instinctive ones in SP 6.2."""
    due = to_replace(course, course.state.phase == "4.1")
    if not due:
        return True
    course.put(queue=due)
    course.give_choice(course.general(due[0]).side)
    return False


def _replaced(state: State) -> General:
    """The dead general who is replaced now."""
    return next(one for one in generals_of(state.position) if one.id == state.queue[0])


def check_appoint(state: State, action: Appoint) -> Ruling:
    """Whether a new general may begin there, and that sub-general become army commander (MEG-B22.6)."""
    verdict = Verdict()
    he = _replaced(state)
    if action.unit not in companies(state.position, he):
        verdict.refuse(f"The successor of {he.id} cannot begin with {action.unit}.", "MEG-B22.6")
    elif action.file and action.file not in _fronts(state, action.unit):
        verdict.refuse(f"{action.file} is no file of {action.unit}.", "MEG-B22.6")
    heirs = [one.id for one in heirs_of(state.position, he)]
    if action.heir and action.heir not in heirs:
        verdict.refuse(f"{action.heir} is not of those who may succeed {he.id}.", "MEG-B22.6")
    elif not action.heir and len(heirs) > 1:
        verdict.refuse(f"Name the army commander: {' or '.join(heirs)}.", "MEG-B22.6")
    return verdict.decide("appoint")


def _fronts(state: State, unit: str) -> list[str]:
    return [file[0].id for file in files_of(state.position, unit)]


def do_appoint(course: Course, action: Appoint) -> None:
    replace_general(course, course.state.queue[0], action.unit, action.file, action.heir)


def appoint_ideas(state: State) -> list[Any]:
    """Every unit group, each with the middle file or another one; the last idea is always legal."""
    he = _replaced(state)
    heirs = [one.id for one in heirs_of(state.position, he)]
    names = tuple(reversed(companies(state.position, he)))
    found: list[Any] = []
    for heir in reversed(heirs if len(heirs) > 1 else [""]):
        found += [Appoint(name, front, heir) for name in names for front in _fronts(state, name)]
        found += [Appoint(name, heir=heir) for name in names]
    return found


# Camps


def broken_camps(state: State) -> tuple[str, ...]:
    """The broken camps that still stand."""
    return tuple(
        unit.id
        for unit in units_of(state.position)
        if unit.kind == CAMP and unit.broken and bases_of(state.position, unit.id)
    )


def sackers(state: State, camp: str) -> tuple[str, ...]:
    """The enemy unit groups in contact with a camp, the largest first."""
    position = state.position
    here = bases_of(position, camp)
    found = [
        unit
        for unit in units_of(position)
        if unit.side != unit_of(position, camp).side and unit.kind != CAMP and not unit.broken
        if bases_of(position, unit.id) and distance_between(bases_of(position, unit.id), here) <= COINCIDE
    ]
    found.sort(key=lambda unit: -len(bases_of(position, unit.id)))
    return tuple(unit.id for unit in found)


def run_sacking(course: Course) -> bool:
    """Broken camps are sacked and removed (MEG-B23.6)."""
    while camps := broken_camps(course.state):
        found = sackers(course.state, camps[0])
        if len(found) > 1:
            course.put(queue=camps)
            course.give_choice(course.unit(found[0]).side)
            return False
        sack(course, camps[0], found[0] if found else None)
        if course.state.phase == OVER:
            return True
        if course.state.waiting:
            return False
    return True


def sack(course: Course, camp: str, by: str | None) -> None:
    """A camp is sacked by a unit group, or just removed; those near it and the sackers test (MEG-B19.6)."""
    unit = course.unit(camp)
    note_tests(course, unit, "camp_broken", camp)
    says = f"{camp} is sacked by {by}" if by else f"{camp} is abandoned"
    course.tell(
        "sacked", says, "MEG-B23.2", "MEG-B23.6", "MEG-B26.2", bases=tuple(base.id for base in course.bases(camp))
    )
    course.take_off(camp)
    if by is not None:
        tests = judged(course.position, "kab", unit=by, cause="sacked_camp").answer["tests"]
        test_now(course, by, "sacked_camp", int(tests), "it has sacked a camp")
    settle_at_once(course)


def check_sack(state: State, action: Sack) -> Ruling:
    verdict = Verdict()
    if action.unit not in sackers(state, state.queue[0]):
        verdict.refuse(f"{action.unit} does not touch {state.queue[0]}.", "MEG-B23.2")
    return verdict.decide("sack")


def do_sack(course: Course, action: Sack) -> None:
    sack(course, course.state.queue[0], action.unit)


def sack_ideas(state: State) -> list[Any]:
    return [Sack(name) for name in reversed(sackers(state, state.queue[0]))]


# The next turn


def next_turn(course: Course) -> None:
    """What is noted of this turn ends, and the other side becomes active (MEG-B26.3)."""
    for unit in units_of(course.position):
        if unit.did or unit.slowed or unit.was is not None or unit.evaded_from:
            defends = "" if any(one not in ("shot", "shield_cover", "E1") for one in unit.did) else unit.defends
            course.note(unit.id, did=(), slowed=0.0, was=None, evaded_from="", defends=defends)
    for general in generals_of(course.position):
        if general.moved or general.fighting:
            course.note_general(general.id, moved=(), fighting=general.fighting and _still_fights(course, general))
    _keep_corner_charges(course)
    chased = {frozenset(pair) for pair in course.state.chased}
    fights = [
        fight
        for fight in fights_of(course.position)
        if frozenset((unit_name(fight.mine), unit_name(fight.theirs))) not in chased
    ]
    pursuers = tuple(dict.fromkeys(name for name, _ in course.state.chased if course.bases(name)))
    course.put(
        old=tuple((fight.mine.id, fight.theirs.id) for fight in fights),
        charging=pursuers,
        chased=(),
        fired=(),
        rolled=(),
        lying={},
        answers=(),
        prompted=(),
        offered=UNSET,
        files=UNSET,
        holding=UNSET,
        pledged=UNSET,
    )
    if course.state.number >= course.state.limit:
        by_time(course)
        return
    side = other(course.state.turn)
    begin_turn(course, side, "MEG-B26.3")


def _still_fights(course: Course, general: General) -> bool:
    return any(fight.mine.id == general.file for fight in fights_of(course.position))


def _keep_corner_charges(course: Course) -> None:
    """Keep the charges by which a front corner alone stands in combat, and drop all others (MEG-B17.19)."""
    kept = []
    bare = replace(course.position, charges=())
    for charge in course.charges():
        touching = any(
            combat_touch(course.position, a, b) is not None and combat_touch(bare, a, b) is None
            for name in charge.by
            for target in charge.on
            if charge.moved
            for a in course.bases(name)
            for b in course.bases(target)
        )
        if touching:
            kept.append(charge)
    course.set_charges(tuple(kept))


def begin_turn(course: Course, side: str, *clauses: str) -> None:
    """A turn begins with a side as the active one."""
    number = course.state.number + 1
    bounds = {**course.state.bounds, side: course.state.bounds.get(side, 0) + 1}
    course.put(turn=side, number=number, bounds=bounds)
    course.stand(replace(course.position, active=side, bound=bounds[side]))
    course.tell("turn", f"turn {number}: {side} is active", "MEG-B12.1", *clauses)


def by_time(course: Course) -> None:
    """The last turn is over: the smaller share of losses wins if it is smaller by enough (MEG-B27.5)."""
    here = whole(course.state)
    shares: dict[str, float] = {}
    for side in SIDES:
        answer = judged(here, "army_count", side=side).answer
        shares[side] = 100.0 * int(answer["lost"]) / max(1, int(answer["tugs"]))
    margin = float(load(here.edition)["game"]["win_margin_percentage_points_at_limit"])
    better = min(SIDES, key=lambda side: shares[side])
    told = ", ".join(f"{side} has lost {shares[side]:.0f} %" for side in SIDES)
    found = Finding()
    found.cite("MEG-B12.8", "The last turn is over.")
    found.cite("MEG-B27.5", "At the turn limit the shares that are lost decide.")
    found.cite("MEG-B27.2", f"A difference of at least {margin:g} percentage points wins.")
    if shares[other(better)] - shares[better] >= margin:
        end(course, better, f"time is up, and {better} is ahead: {told}", found.rule("victory", better))
    else:
        end(course, None, f"time is up: {told}", found.rule("victory", "draw"))
