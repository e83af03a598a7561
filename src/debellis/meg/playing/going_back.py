"""Unit groups that get away: evades, and the ends of straight moves that must find room."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point
from debellis.meg.charging.evading import evade_distance, judge_shift
from debellis.meg.charging.responding import way_of
from debellis.meg.charging.turning import EDGE, Flight, aside, fly, place_of, quarters_to, turned_towards
from debellis.meg.charging.way import is_free, slid
from debellis.meg.moving.passing import reach_of
from debellis.meg.playing.actions import Respond
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.losing import test_now
from debellis.meg.playing.staying import generals_along, judge_stays, stay_behind
from debellis.meg.setting_up.sizes import inward_from
from debellis.meg.troops import SUG, is_flexible
from debellis.meg.units import bases_of, bw, distance_between, facing_of, unit_of
from debellis.meg.words import EVADES
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict, permit

#: A straight move that would end on somebody is shortened in so many steps until there is room.
STEPS = 40
REAR = "rear"
SKIRMISH, RUN_AWAY, STAND, COUNTERCHARGE = "skirmish", "run_away", "stand", "countercharge"


def with_room(
    position: Position, name: str, bases: tuple[Base, ...], towards: Point, far: float
) -> tuple[Base, ...] | None:
    """Bases moved straight, as far as there is room for them to stand; None if there is none at all."""
    for i in range(STEPS + 1):
        moved = slid(bases, towards, far * (STEPS - i) / STEPS)
        if is_free(position, moved, (name,)):
            return moved
    return None


def may_evade(position: Position, unit: str, charger: str) -> tuple[str, ...]:
    """The ways in which a unit group may get away from a charger."""
    found: list[str] = []
    for response in EVADES:
        if allowed(position, "may_respond", unit=unit, charger=charger, response=response):
            found.append(response)
    return tuple(found)


def judge_answer(verdict: Verdict, position: Position, name: str, charger: str, action: Respond) -> None:
    """Refuse an answer to a charger or pursuer that is not open, or a shift, way or general that does not fit it."""
    if action.response not in (STAND, SKIRMISH, RUN_AWAY, COUNTERCHARGE):
        verdict.refuse(f"{action.response} is no answer: stand, skirmish or run away.", "MEG-B15.6")
        return
    ruling = judged(position, "may_respond", unit=name, charger=charger, response=action.response)
    take_over(verdict, ruling)
    if action.response == COUNTERCHARGE:
        verdict.refuse("Countercharges are made in SP 2.4.", "MEG-B15.17")
    if action.shift:
        judge_shift(verdict, position, action.shift, "MEG-33a")
        if not action.hand:
            verdict.refuse("Name the hand to which it shifts: left or right.", "MEG-33a")
    if action.stays and action.response == STAND:
        verdict.refuse("Who stands leaves nobody behind.", "MEG-09h")
    judge_stays(verdict, position, (name,), action.stays)
    if verdict.legal:
        judge_toward(verdict, position, unit_of(position, name), charger, action.response, action.toward)


def answers_to(position: Position, name: str, charger: str) -> list[Respond]:
    """Answers worth judging: all there are, but for the length of a shift; the last one is always legal."""
    ways = may_evade(position, name, charger)
    found = [Respond(way) for way in ways]
    half = bw(position, 0.5)
    shifted = [Respond(way, half, hand) for way in ways for hand in ("left", "right")]
    back = [Respond(way, toward=REAR) for way in ways if way == RUN_AWAY]
    staying = [Respond(way, stays=(one.id,)) for way in ways for one in generals_along(position, (name,))]
    if allowed(position, "may_respond", unit=name, charger=charger, response=STAND):
        return [*found, *shifted, *back, *staying, Respond(STAND)]
    return [*shifted, *back, *staying, *found]


def evade(
    course: Course,
    name: str,
    charger: str,
    response: str,
    shift: float,
    hand: str,
    toward: str = "",
    stays: tuple[str, ...] = (),
) -> None:
    """Move an evader: turned, straight, as far as its die and what is in the way let it (MEG-B15.23)."""
    stay_behind(course, stays)
    unit = course.unit(name)
    thrown = course.chance.roll(f"{name} evades: the variable distance")
    found = Finding()
    far = evade_distance(course.position, unit, response, thrown, found)
    flight = flight_of(course.position, unit, charger, response, far, shift, hand, toward)
    asked = {"unit": name, "charger": charger, "response": response, "die": thrown, "shift": shift}
    why = () if toward else judged(course.position, "evade", **asked, **({"hand": hand} if hand else {})).clauses
    course.did(name, response)
    course.note(name, evaded_from=charger, formation="" if unit.formation == "cantabrian" else unit.formation)
    says = f"{name} {'skirmishes' if response == SKIRMISH else 'runs away'} from {charger} (die {thrown})"
    course.tell(response, says, *found.reasons, *why)
    if flight.stopped_by == EDGE:
        if unit.kind == SUG and not is_flexible(unit):
            leave(course, name, flight.bases)
            return
        settle(course, unit, flight)
        test_now(course, name, "table_edge", 1, "it stops at the edge of the table")
        return
    settle(course, unit, flight)


def flight_of(
    position: Position, unit: Unit, charger: str, response: str, far: float, shift: float, hand: str, toward: str = ""
) -> Flight:
    """The straight flight of an evader from a charger, or to its own rear."""
    towards = way_of(position, charger).towards
    if toward == REAR:
        ahead, _ = inward_from(position, unit.side)
        towards = (-ahead[0], -ahead[1])
    wanted = (-towards[0], -towards[1]) if response == SKIRMISH else towards
    bases = turned_towards(position, unit, wanted)
    if shift:
        bases = aside(bases, towards, shift, hand)
    return fly(position, unit, bases, towards, far)


def judge_toward(verdict: Verdict, position: Position, unit: Unit, charger: str, response: str, toward: str) -> None:
    """Refuse a direction that is none, or a way to the own rear that leads nearer to the charger (MEG-B15.10)."""
    if not toward:
        return
    if toward != REAR or response != RUN_AWAY:
        verdict.refuse("Only those who run away may go to their own rear.", "MEG-B15.10")
        return
    far = reach_of(position, unit, RUN_AWAY)
    flight = flight_of(position, unit, charger, response, far, 0.0, "right", toward)
    theirs = bases_of(position, charger)
    before = distance_between(bases_of(position, unit.id), theirs)
    after = distance_between(flight.bases, theirs)
    verdict.measure("distance to the charger", after, "mm", before)
    if after < before - COINCIDE:
        verdict.refuse(f"{unit.id} would end nearer to {charger}.", "MEG-B15.10")
    else:
        permit(verdict, f"{unit.id} runs straight to its own rear.", "MEG-B15.10")


def settle(course: Course, unit: Unit, flight: Flight) -> None:
    """Set an evader or a router down where its flight ends, or short of it where there is no room."""
    bases = place_of(course.position, unit, flight)
    if bases is None:
        return
    before = facing_of(course.position, unit)
    course.place(bases)
    if unit.facing is not None:
        course.note(unit.id, facing=None)
    course.regroup(unit.id, bool(quarters_to(before, bases[0].facing) % 2))


def leave(course: Course, name: str, there: tuple[Base, ...]) -> None:
    """A SuG leaves the table and is lost (MEG-B14.7). A general with it halts at the edge, where it is `there`."""
    width, depth = course.position.size
    for he in generals_along(course.position, (name,)):
        x, y = next((base for base in there if base.id == he.file), there[0]).rectangle.centre
        place = (min(max(x, 0.0), width), min(max(y, 0.0), depth))
        course.note_general(he.id, unit="", file="", front=place, fighting=False)
        course.tell("halts", f"{he.id} halts at the edge of the table", "MEG-09d")
    course.tell("leaves", f"{name} leaves the table and is lost", "MEG-B14.7")
    course.note(name, broken=True, broken_by="kab")
    course.take_off(name)
    course.put(fallen=(*course.state.fallen, name))
