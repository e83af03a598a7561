"""Prompted moves (SP 4.3) and what they cause: friends moved aside, enemy SuGs pushed back."""

from __future__ import annotations

from typing import Any

from debellis.meg.cards.costs import DOUBLE, pays_as_skirmishers
from debellis.meg.moving.dismounting import bases_on_foot, unit_on_foot
from debellis.meg.moving.move_questions import MovePart
from debellis.meg.moving.reforming import NORMAL
from debellis.meg.moving.steps import FORM, QUARTER, TURN
from debellis.meg.moving.walking import Walk, walk
from debellis.meg.playing.actions import GiveWay, Move, Step
from debellis.meg.playing.course import Course
from debellis.meg.playing.giving_way import check_give_way, give_way, give_way_ideas
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.losing import sweep_away
from debellis.meg.playing.making_room import make_room, stood_on
from debellis.meg.playing.meeting import unit_steps
from debellis.meg.playing.outcomes import settle_at_once
from debellis.meg.playing.paying import judge_payment, needed_for, refuse_camps
from debellis.meg.playing.redressing import redressed
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.staying import judge_stays, stay_behind, upgraded_by
from debellis.meg.units import bases_of, facing_of, unit_of, units_of
from debellis.meg.words import COLOURS, DISMOUNT
from debellis.table import writing
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

GREEN = "green"
#: What may be formed with a move, and "normal" for leaving it.
FORMATIONS = ("orb", "cantabrian", NORMAL)


def price_of(position: Position, units: tuple[Unit, ...], action: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    """The cards a move costs; each part of a double move at least its own colour (MEG-B13.13)."""
    if action != DOUBLE:
        return needed_for(position, units, action)
    each: list[str] = []
    for part in parts:
        own = needed_for(position, units, part)
        if not own:
            return ()
        each.append(max((GREEN, own[0]), key=COLOURS.index))
    return tuple(each)


def check(state: State, action: Move) -> Ruling:
    """Whether a move may be made and is paid for: the question `may_move`."""
    verdict = Verdict()
    position, side = state.position, decider(state)
    known = {unit.id: unit for unit in units_of(position)}
    if not action.units or any(name not in known or known[name].side != side for name in action.units):
        verdict.refuse(f"It is {side} who has the choice, and moves only own unit groups.", "MEG-B13.1", "MEG-B12.3")
        return verdict.decide("move")
    if any(not bases_of(position, name) for name in action.units):
        off = next(name for name in action.units if not bases_of(position, name))
        verdict.refuse(f"{off} is not on the table.", "MEG-B13.1")
        return verdict.decide("move")
    if refuse_camps(verdict, tuple(known[name] for name in action.units), "MEG-B13.1"):
        return verdict.decide("move")
    units = tuple(known[name] for name in action.units)
    if action.pulls is not None and (action.pulls not in known or not bases_of(position, action.pulls)):
        verdict.refuse(f"There is no {action.pulls} to take along.", "MEG-B13.20")
        return verdict.decide("move")
    try:
        needed = price_of(position, units, action.action, (action.first, action.second))
    except StopIteration:
        codes = (action.first, action.second) if action.action == DOUBLE else (action.action,)
        verdict.refuse(f"There is no such move: {' and '.join(codes)}. Moves are named M1, M8 and so on.", "MEG-B13.1")
        return verdict.decide("move")
    if not needed:
        verdict.refuse(f"{action.action} is closed to {action.units[0]}.", "MEG-B13.1")
        return verdict.decide("move")
    judge_payment(verdict, state, units, action.general, action.cards, needed)
    for unit in units:
        if action.action != DOUBLE and pays_as_skirmishers(position, unit, action.action):
            verdict.cite("MEG-20c", f"{unit.id} is in skirmisher form and uses the skirmishers' column.")
    bound = upgraded_by(position, action.general, action.units, action.cards, needed)
    judge_stays(verdict, position, _movers(action), action.stays, (bound,))
    if verdict.legal:
        try:
            take_over(verdict, judged(position, "may_move", looks=False, **_asked(action)))
            _judge_formation(verdict, position, action)
        except BadQuestion as bad:
            verdict.refuse(f"{bad.sentence[:1].upper()}{bad.sentence[1:]}.", "MEG-B13.27")
    return verdict.decide("move")


def _movers(action: Move) -> tuple[str, ...]:
    """All who move: the unit group or block, and those whom it takes along."""
    return action.units if action.pulls is None else (*action.units, action.pulls)


def _judge_formation(verdict: Verdict, position: Position, action: Move) -> None:
    """The orb or the Cantabrian circle that is formed with a move: the question `may_reform`."""
    if not action.formation:
        return
    if action.formation not in FORMATIONS or len(action.units) > 1:
        verdict.refuse("One unit group alone forms orb or a Cantabrian circle.", "MEG-B25.6")
        return
    arguments = {"unit": action.units[0], "action": action.action, "formation": action.formation}
    take_over(verdict, judged(position, "may_reform", **arguments))


def _asked(action: Move) -> dict[str, Any]:
    """A move as the arguments of the question."""
    found: dict[str, Any] = {"action": action.action, "pulls": action.pulls}
    if len(action.units) == 1:
        found["unit"] = action.units[0]
    else:
        found["block"] = action.units
    if action.action == DOUBLE:
        parts = (
            MovePart(action.first, unit_steps(action.steps)),
            MovePart(action.second, unit_steps(action.then)),
        )
        found["parts"] = parts
    else:
        found["steps"] = unit_steps(action.steps)
    return found


def do(course: Course, action: Move) -> None:
    """Pay for a move and make it, after the enemy SuGs that it pushes have answered (MEG-51a)."""
    ruling = judged(course.position, "may_move", **_asked(action))
    course.pay(action.general, action.cards)
    course.put(queue=tuple(ruling.answer.get("pushes", ())))
    course.put(halfway={**course.state.halfway, "moving": _written(action)})
    go_on(course, action)


def _written(action: Move) -> str:
    """A move as text, kept while enemy SuGs answer it."""
    return writing.encode(action).decode()


def _read(text: str) -> Move:
    found: Move = writing.decode(text, Move)
    return found


def go_on(course: Course, action: Move) -> None:
    """Ask the next SuG that is pushed back; when all have answered, make the move."""
    if course.state.queue:
        name = course.state.queue[0]
        course.wait(course.unit(name).side, "push", name, action.units[0])
        return
    halfway = {key: value for key, value in course.state.halfway.items() if key != "moving"}
    course.put(halfway=halfway)
    stay_behind(course, action.stays)
    for part, steps in _parts(action):
        _make(course, action, part, steps)
    _take_formation(course, action)
    turned = any(step.kind == TURN and abs(step.amount) == QUARTER for _, steps in _parts(action) for step in steps)
    for name in _movers(action):
        course.did(name, action.action)
        course.regroup(name, turned and name != action.pulls)
    who = " and ".join(action.units)
    says = f"{who} {'makes' if len(action.units) == 1 else 'make'} {action.action} ({', '.join(action.cards)})"
    course.tell("move", says, "MEG-B13.27", "MEG-B6.8")
    course.chosen()
    settle_at_once(course)


def _take_formation(course: Course, action: Move) -> None:
    """Note the formation that a move forms or leaves."""
    if not action.formation:
        return
    name = action.units[0]
    now = "" if action.formation == NORMAL else action.formation
    clauses = ("MEG-B25.6",) if "cantabrian" in (now, course.unit(name).formation) else ("MEG-B25.10", "MEG-B25.17")
    course.note(name, formation=now)
    course.tell("formation", f"{name} forms {now}" if now else f"{name} leaves its formation", *clauses)


def _parts(action: Move) -> tuple[tuple[str, tuple[Step, ...]], ...]:
    if action.action == DOUBLE:
        return ((action.first, action.steps), (action.second, action.then))
    return ((action.action, action.steps),)


def _make(course: Course, action: Move, part: str, steps: tuple[Step, ...]) -> None:
    """Make one move: the bases, those taken along, and the friends moved aside."""
    position = course.position
    unit = course.unit(action.units[0])
    if part == DISMOUNT:
        on_foot = unit_on_foot(position, unit)
        course.place(bases_on_foot(position, unit))
        course.note(unit.id, troops=on_foot.troops, parts=on_foot.parts, mounted=False, form="", formation="")
        course.tell("dismount", f"{unit.id} dismounts", "MEG-B25.8", "MEG-B25.16")
        return
    if part == "M1" and not steps:
        if action.formation:
            return
        bases = redressed(position, unit)
        if bases is not None:
            course.place(bases)
        course.note(unit.id, facing=None)
        return
    way = walk_of(position, action, steps)
    for name in stood_on(position, way.end):
        if make_room(course, way.end, way.facing) is not None:
            sweep_away(course, name, unit.id, "MEG-B14.1")
    course.place(way.end)
    for name in action.units:
        if course.unit(name).facing is not None:
            course.note(name, facing=way.facing)
    form = next((step.form for step in steps if step.kind == FORM), "")
    if form:
        course.note(unit.id, form=form)


def walk_of(position: Position, action: Move, steps: tuple[Step, ...]) -> Walk:
    """The way of a move."""
    unit = unit_of(position, action.units[0])
    bases = tuple(base for name in action.units for base in bases_of(position, name))
    along = () if action.pulls is None else bases_of(position, action.pulls)
    return walk(unit, bases, facing_of(position, unit), unit_steps(steps), along)


# Push backs


def _pushing(state: State) -> tuple[Move, Walk]:
    """The move that waits for the SuGs it pushes back, and its way."""
    move = _read(state.halfway["moving"])
    return move, walk_of(state.position, move, _parts(move)[0][1])


def check_push(state: State, action: GiveWay) -> Ruling:
    """Whether a pushed SuG may give way so (MEG-51a)."""
    return check_give_way(state.position, state.queue, _pushing(state)[1], action)


def do_push(course: Course, action: GiveWay) -> None:
    """Move a pushed SuG out of the way, then go on with the move that pushed it."""
    name = action.unit or course.state.queue[0]
    move, way = _pushing(course.state)
    course.got_answer()
    course.put(queue=tuple(one for one in course.state.queue if one != name))
    give_way(course, name, move.units[0], way, action)
    go_on(course, move)


def push_ideas(state: State) -> list[Any]:
    return give_way_ideas(state.position, state.queue, _pushing(state)[1])
