"""Flank marches that arrive in SP 4.3, and unit groups that found no place before and come on at their own edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.geometry.plane import Point
from debellis.geometry.rectangle import overlaps
from debellis.meg.general_facts import FLANK_MARCHING
from debellis.meg.moving.walking import Walk
from debellis.meg.playing.actions import GiveWay
from debellis.meg.playing.course import Course
from debellis.meg.playing.face_down import join, take_hand
from debellis.meg.playing.giving_way import check_give_way, give_way, give_way_ideas
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.outcomes import settle_at_once
from debellis.meg.playing.paying import hand_of, is_able, judge_payment, orders
from debellis.meg.playing.setting_up.actions import Arrive, ComeOn
from debellis.meg.playing.setting_up.deploy_steps import files_of as files_of_list
from debellis.meg.playing.setting_up.deploy_steps import with_unit
from debellis.meg.playing.setting_up.note_steps import mustered
from debellis.meg.playing.state import State, about, decider
from debellis.meg.setting_up.entering import LEFT, OWN, from_edge, inward, is_pushed, judge_entry, normal_move, way_on
from debellis.meg.setting_up.lists import drawn_up
from debellis.meg.setting_up.shapes import judge_shape
from debellis.meg.setting_up.sizes import corners_of, game_size
from debellis.meg.troops import is_flexible
from debellis.meg.units import bases_of, bw, files_of, frame_of, generals_of, unit_name, unit_of, units_of
from debellis.meg.words import COLOURS
from debellis.table import writing
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

ASIDE = "aside"
WHITE = "white"
KEPT = "coming"
#: Places at which unit groups are tried to come on lie so many BW apart.
STRIDE = 2.0


def can_arrive(state: State, side: str) -> bool:
    """Whether a side has a march that could arrive, as far as everybody may know: red cards lie by its marker."""
    return any(state.laid.get(one.id) for one in generals_of(state.position) if one.side == side)


def on_march(state: State, general: str) -> tuple[Unit, ...]:
    """The unit groups of a march that have not arrived."""
    noted = state.marches.get(general)
    if noted is None or noted.owner is None:
        return ()
    here = {unit.id for unit in units_of(state.position) if bases_of(state.position, unit.id)}
    own = state.forces[noted.owner].units.value
    return tuple(unit for unit in own if unit.id in noted.value and unit.id not in here)


def waiting_late(state: State, side: str) -> tuple[Unit, ...]:
    """The unit groups of a side that wait at its own edge for a place."""
    names = state.late[side].value if side in state.late else ()
    here = {unit.id for unit in units_of(state.position) if bases_of(state.position, unit.id)}
    return tuple(unit for unit in state.forces[side].units.value if unit.id in names and unit.id not in here)


def formed(unit: Unit, form: str) -> Unit:
    """A unit group in the form in which it comes on."""
    return replace(unit, form=form, hidden_in="") if is_flexible(unit) else replace(unit, hidden_in="")


# Flank marches


def check_arrival(state: State, action: Arrive) -> Ruling:
    """Whether parts of a march may arrive: the questions `may_arrive` and `may_enter` for each unit group."""
    verdict = Verdict()
    side = decider(state)
    he = next((one for one in generals_of(state.position) if one.id == action.general), None)
    if he is None or he.side != side or he.id not in state.flanks:
        verdict.refuse(f"{action.general} has no flank march of yours that is revealed.", "MEG-B11.9")
        return verdict.decide("arrive")
    coming = {unit.id: unit for unit in on_march(state, he.id)}
    if not action.places or any(name not in coming for name in action.places):
        verdict.refuse(f"With {he.id} march {', '.join(coming)}.", "MEG-B11.15")
        return verdict.decide("arrive")
    position = state.position
    red = len(state.laid.get(he.id, ()))
    for name, places in action.places.items():
        unit = formed(coming[name], action.forms.get(name, ""))
        ruling = judged(mustered(state, side), "may_arrive", units=(name,), red=red, form=action.forms.get(name))
        take_over(verdict, ruling)
        bases = judge_shape(verdict, position.edition, position.scale, unit, tuple(places.values()))
        if bases is None:
            continue
        judge_entry(verdict, position, unit, bases, state.flanks[he.id])
        position = with_unit(position, unit, bases)
    if verdict.legal and action.file and not _is_file(position, action):
        verdict.refuse(f"{he.id} joins a file of those who arrive.", "MEG-B11.15")
    return verdict.decide("arrive")


def _is_file(position: Position, action: Arrive) -> bool:
    return any(file[0].id == action.file for name in action.places for file in files_of(position, name))


def do_arrival(course: Course, action: Arrive) -> None:
    """Enemy SuGs in the way answer first, then the unit groups stand where they arrive (MEG-B11.15)."""
    for name in action.places:
        unit = next(one for one in on_march(course.state, action.general) if one.id == name)
        course.stand(with_unit(course.position, formed(unit, _form(action, name)), ()))
    _keep(course, action)
    _go_on(course)


def _form(action: Any, name: str) -> str:
    return str(action.forms.get(name, "")) if isinstance(action, Arrive) else str(action.form)


def _keep(course: Course, action: Any) -> None:
    course.put(halfway={**course.state.halfway, KEPT: writing.encode(action).decode()})


def _kept(state: State) -> Any:
    return writing.decode(state.halfway[KEPT], Arrive | ComeOn)


def _placed(position: Position, action: Any) -> list[tuple[Unit, tuple[Base, ...]]]:
    """Those who come on, with the bases at their places."""
    found: list[tuple[Unit, tuple[Base, ...]]] = []
    wanted = action.places if isinstance(action, Arrive) else {action.command: action.places}
    for name, places in wanted.items():
        unit = unit_of(position, name)
        bases = judge_shape(QuietVerdict(), position.edition, position.scale, unit, tuple(places.values()))
        assert bases is not None
        found.append((unit, bases))
    return found


def _edge(state: State, action: Any) -> str:
    return state.flanks[action.general] if isinstance(action, Arrive) else OWN


def _go_on(course: Course) -> None:
    """Ask the next enemy SuG in the way; when nobody is in it, place those who come on."""
    action = _kept(course.state)
    edge = _edge(course.state, action)
    for unit, bases in _placed(course.position, action):
        for name in _in_the_way(course.position, unit, bases, edge):
            course.wait(course.unit(name).side, ASIDE, name, unit.id)
            return
    for unit, bases in _placed(course.position, action):
        course.stand(replace(course.position, bases=(*course.position.bases, *bases)))
        course.did(unit.id, "arrived")
        over = "its own edge" if edge == OWN else f"the {edge} flank of {unit.side}"
        course.tell("arrives", f"{unit.id}, {unit.name}, comes on over {over}", "MEG-B11.15", "MEG-B11.7")
    course.put(halfway={key: value for key, value in course.state.halfway.items() if key != KEPT})
    if isinstance(action, Arrive):
        _end_march(course, action)
    course.chosen()
    settle_at_once(course)


def _in_the_way(position: Position, unit: Unit, bases: tuple[Base, ...], edge: str) -> list[str]:
    """The enemy SuGs on the ground that a unit group crosses or would stand on."""
    here = frame_of(bases, bases[0].facing)
    far = max(from_edge(position, unit.side, edge, corner) for corner in corners_of(bases))
    way = way_on(here, far)
    names = [
        unit_name(base)
        for base in position.standing
        if unit_of(position, unit_name(base)).side != unit.side
        and is_pushed(unit_of(position, unit_name(base)))
        and overlaps(way, base.rectangle)
    ]
    return list(dict.fromkeys(names))


def _end_march(course: Course, action: Arrive) -> None:
    """End a march when its last unit groups arrive.

    The general arrives with them, and the red cards are discarded (MEG-B11.14, MEG-B11.15).
    """
    if on_march(course.state, action.general):
        return
    laid = dict(course.state.laid)
    spent = laid.pop(action.general, ())
    flanks = {name: flank for name, flank in course.state.flanks.items() if name != action.general}
    course.put(laid=laid, flanks=flanks, pile=(*course.state.pile, *spent))
    take_hand(course, action.general)
    first = next(iter(action.places))
    files = files_of(course.position, first)
    join(course, action.general, action.file or files[(len(files) - 1) // 2][0].id)


def _coming_on(state: State) -> tuple[str, Walk, tuple[str, ...]]:
    """Who comes on, over which ground, and the enemy SuGs there."""
    by = about(state)[1]
    action = _kept(state)
    bases = next(bases for unit, bases in _placed(state.position, action) if unit.id == by)
    way = Walk(bases, bases, bases[0].facing, 0.0, (), len(bases))
    names = _in_the_way(state.position, unit_of(state.position, by), bases, _edge(state, action))
    return by, way, tuple(names)


def check_aside(state: State, action: GiveWay) -> Ruling:
    """Whether a SuG may give way so before those who come on (MEG-51a)."""
    _, way, names = _coming_on(state)
    return check_give_way(state.position, names, way, action)


def do_aside(course: Course, action: GiveWay) -> None:
    by, way, names = _coming_on(course.state)
    course.got_answer()
    give_way(course, action.unit or names[0], by, way, action)
    _go_on(course)


def aside_ideas(state: State) -> list[Any]:
    _, way, names = _coming_on(state)
    return give_way_ideas(state.position, names, way)


def arrivals(state: State) -> Iterator[Any]:
    """All unit groups of a march that can come, as near as can be to the middle of the edge allowed, or one alone."""
    side = decider(state)
    for he in generals_of(state.position):
        if he.side != side or he.state != FLANK_MARCHING or he.id not in state.flanks:
            continue
        found: dict[str, dict[str, Pose]] = {}
        forms: dict[str, str] = {}
        position = state.position
        for unit in on_march(state, he.id):
            for form in ("skirmisher", "loose") if is_flexible(unit) else ("",):
                red = len(state.laid.get(he.id, ()))
                bases = _first_entry(state, position, formed(unit, form), state.flanks[he.id], red)
                if bases is not None:
                    found[unit.id] = {base.id: Pose(base.front, base.facing) for base in bases}
                    forms |= {unit.id: form} if form else {}
                    position = with_unit(position, formed(unit, form), bases)
                    break
        if found:
            yield Arrive(he.id, found, forms)
        if len(found) > 1:
            name = next(iter(found))
            yield Arrive(he.id, {name: found[name]}, {name: forms[name]} if name in forms else {})


def _first_entry(state: State, position: Position, unit: Unit, edge: str, red: int | None) -> tuple[Base, ...] | None:
    """The first place at which a unit group may come on over an edge; None if there is none, or cards are missing."""
    if red is not None:
        ruling = judged(mustered(state, unit.side), "may_arrive", units=(unit.id,), red=red, form=unit.form or None)
        if not ruling.answer["legal"]:
            return None
    ahead = inward(position, unit.side, edge)
    files = files_of_list(state, unit)
    sample = drawn_up(position.edition, position.scale, unit, files, Pose((0.0, 0.0), ahead))
    here = frame_of(sample, ahead)
    far = max(here.depth, normal_move(position, unit, ()))
    for at in _along(position, unit.side, edge):
        for deep in (far, here.depth):
            front = _front(position, unit.side, edge, at, deep)
            bases = drawn_up(position.edition, position.scale, unit, files, Pose(front, ahead))
            verdict = QuietVerdict()
            judge_entry(verdict, position, unit, bases, edge)
            if verdict.legal:
                return bases
    return None


def _along(position: Position, side: str, edge: str) -> list[float]:
    """Places along an edge, from the middle of the part allowed outwards: mm from the own edge, or from the west."""
    whole = position.size[0]
    if edge != OWN:
        whole = bw(position, float(game_size(position)["arrival_max_from_own_edge_bw"]))
    step = bw(position, STRIDE)
    found = [whole / 2.0]
    for i in range(1, int(whole / 2.0 / step) + 1):
        found += [whole / 2.0 - i * step, whole / 2.0 + i * step]
    return found


def _front(position: Position, side: str, edge: str, at: float, deep: float) -> Point:
    """The point so far along an edge and so deep into the table."""
    width, depth = position.size
    south = side == "red"
    if edge == OWN:
        return (at, deep if south else depth - deep)
    y = at if south else depth - at
    west = (edge == LEFT) == south
    return (deep if west else width - deep, y)


# Those without a place


def check_come_on(state: State, action: ComeOn) -> Ruling:
    """Whether a unit group without a place comes on at its own edge, for a white card (MEG-B11.17)."""
    verdict = Verdict()
    found = {unit.id: unit for unit in waiting_late(state, decider(state))}
    if action.command not in found:
        verdict.refuse(f"{action.command} does not wait at your edge.", "MEG-B11.17")
        return verdict.decide("come_on")
    unit = formed(found[action.command], action.form)
    judge_payment(verdict, state, (unit,), action.general, (action.card,), (WHITE,), by=0)
    position = state.position
    bases = judge_shape(verdict, position.edition, position.scale, unit, tuple(action.places.values()))
    if bases is not None:
        judge_entry(verdict, position, unit, bases, OWN)
    return verdict.decide("come_on")


def do_come_on(course: Course, action: ComeOn) -> None:
    unit = next(one for one in waiting_late(course.state, course.state.choice.side) if one.id == action.command)
    course.pay(action.general, (action.card,))
    course.stand(with_unit(course.position, formed(unit, action.form), ()))
    _keep(course, action)
    _go_on(course)


def late_ideas(state: State) -> Iterator[Any]:
    """Each unit group that waits, at the first place on the own edge, paid with the lowest card that does."""
    for unit in waiting_late(state, decider(state)):
        bases = _first_entry(state, state.position, formed(unit, ""), OWN, None)
        if bases is None:
            continue
        places = {base.id: Pose(base.front, base.facing) for base in bases}
        for he in generals_of(state.position):
            cards = [card for card in hand_of(state, he.id) if COLOURS.index(card) >= COLOURS.index(WHITE)]
            if cards and is_able(he) and orders(he, unit):
                yield ComeOn(unit.id, places, he.id, min(cards, key=COLOURS.index))
