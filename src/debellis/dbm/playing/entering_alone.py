"""Impetuous elements of a command that comes on over an edge: whoever is still off the table enters on his own.

The owner says where along the edge. An element comes on straight ahead by its full move, or sideways just inside the
edge if that is the only way for all of it to get on.
"""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.contacts import FRONT, position_of
from debellis.dbm.going import DIFFICULT, GOOD, ROUGH, going_at
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.actions import Arrive
from debellis.dbm.playing.arrivals import flights, judge_room, may_come, on_table, scared_by
from debellis.dbm.playing.entry_places import at_edge, places_along
from debellis.dbm.playing.provoking import provoked
from debellis.dbm.playing.state import Coming, State
from debellis.dbm.setting_up.zones import inward_of
from debellis.dbm.spontaneous.advancing import Advance, moves_due, share_of
from debellis.dbm.spontaneous.entering import FORWARD, NOT_AT_ALL, SIDEWAYS, spontaneous_entry
from debellis.dbm.spontaneous.impetuous import is_impetuous, known_enemies
from debellis.dbm.spontaneous.steps import ADVANCE, Step, make
from debellis.dbm.spontaneous.targets import ENEMY, Target
from debellis.dbm.spontaneous.ways import free_straight
from debellis.dbm.troops import MOVED, troop
from debellis.geometry.plane import COINCIDE, Point, coincide, same_direction
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import meet
from debellis.table.bases import Base
from debellis.table.board import sideways
from debellis.table.memory import Memory
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

ACT = "advance"
_DUE = Memory[tuple[tuple[str, Pose], ...]]("impetuous elements that enter on their own, each with a place")


def entering(state: State) -> dict[str, tuple[str, Coming, Base]]:
    """The impetuous elements that have still to enter on their own, wherever they can: with command and arrival."""
    position = state.position
    if not known_enemies(position, state.turn):
        return {}
    return {
        base.id: (name, one, base)
        for name, one in may_come(state).items()
        for base in state.forces[state.turn].elements
        if base.id in one.elements
        and is_impetuous(position, troop(base))
        and ACT not in state.bound.acts.get(base.id, ())
    }


def due(state: State) -> tuple[tuple[str, Pose], ...]:
    """Those of them who can enter somewhere, each with such a place."""
    return _DUE.of(state, None, _find_due)


def _find_due(state: State) -> tuple[tuple[str, Pose], ...]:
    found: list[tuple[str, Pose]] = []
    places: dict[str, Pose | None] = {}
    for name, (_, coming, base) in entering(state).items():
        if base.code not in places:
            places[base.code] = next(_legal_places(state, coming, base), None)
        place = places[base.code]
        if place is not None:
            found.append((name, place))
    return tuple(found)


def _legal_places(state: State, coming: Coming, base: Base) -> Iterator[Pose]:
    for along in places_along(state, coming, base):
        place = _place(state, coming, base, along)
        if place is not None and check(state, Arrive({base.id: place})).answer["legal"]:
            yield place


def _place(state: State, coming: Coming, base: Base, there: Pose) -> Pose | None:
    """Where an element ends that enters at the place along the edge that a pose gives."""
    after = flights(state, state.position, coming, (replace(base, front=there.front, facing=there.facing),)).position
    return _end(after, base, coming.edge, there, Finding())


def _end(position: Position, base: Base, edge: str, there: Pose, finding: Finding) -> Pose | None:
    """Where an element ends that enters on its own; None if all of it cannot get on there."""
    ahead = inward_of(edge)
    forward = same_direction(there.facing, ahead)
    along = sideways(there.front, edge)
    start = Rectangle(at_edge(position, edge, along, 0.0), ahead, base.width, base.depth)
    outside = replace(base, front=start.front, facing=ahead)
    edgeway = going_at(position, start.advanced(min(base.depth, base.width)), troop(base))[0]
    if edgeway not in (GOOD, ROUGH, DIFFICULT):
        return None
    once = allowance(position, base) or 0.0
    whole = make(Step(ADVANCE, 2.0 * once), start)
    moves = moves_due(Advance(position, outside, (whole,), Target(ENEMY, None)))
    ruling = spontaneous_entry(position, troops=base.code, double=moves > 1, going=edgeway)
    for reason in ruling.because:
        finding.cite(reason.clause, reason.says)
    how = ruling.answer["enters"]
    if how == NOT_AT_ALL or forward != (how == FORWARD):
        return None
    if how == SIDEWAYS:
        return _aside(position, base, edge, there)
    far = free_straight(position, outside, start, ahead, _far(position, outside, start, float(moves), 2.0 * once))
    return None if far < base.depth - COINCIDE else Pose(start.advanced(far).front, ahead)


def _aside(position: Position, base: Base, edge: str, there: Pose) -> Pose | None:
    """The place of an element that comes on sideways, just inside the edge."""
    x, y = inward_of(edge)
    if abs(there.facing[0] * x + there.facing[1] * y) > COINCIDE:
        return None
    front: Point = at_edge(position, edge, sideways(there.front, edge), base.width * 0.5)
    return Pose(front, there.facing)


def _far(position: Position, base: Base, start: Rectangle, moves: float, most: float) -> float:
    """How far straight ahead an element goes in its moves, over the ground that it comes to."""
    low, high = 0.0, most
    if share_of(position, base, make(Step(ADVANCE, most), start)) <= moves:
        return most
    while high - low > COINCIDE * COINCIDE:
        half = 0.5 * (low + high)
        if share_of(position, base, make(Step(ADVANCE, half), start)) <= moves:
            low = half
        else:
            high = half
    return low


def check(state: State, action: Arrive) -> Ruling:
    """Whether an impetuous element enters on its own now, and may do it there."""
    verdict = Verdict()
    found = entering(state)
    if len(action.places) != 1 or not set(action.places) <= set(found):
        verdict.refuse("Impetuous elements that are still off the table enter one by one now.", "DBM-B19.3")
        return verdict.decide("arrive")
    ((name, there),) = action.places.items()
    _, coming, base = found[name]
    here = replace(base, front=there.front, facing=there.facing)
    after = flights(state, state.position, coming, (here,)).position
    told = Finding()
    end = _end(after, base, coming.edge, there, told)
    for reason in told.reasons.values():
        verdict.cite(reason.clause, reason.says)
    if end is None:
        verdict.refuse(f"{name} cannot get wholly on there, facing so.", "DBM-B19.7")
    elif not coincide(end.front, there.front):
        verdict.refuse(f"{name} goes its full move straight ahead, no less and no more.", "DBM-B19.7")
    if verdict.legal:
        judge_room(verdict, after, (here,), coming.edge, marching=False)
    return verdict.decide("arrive")


def enter(state: State, action: Arrive, dice: Chance) -> Happened[State]:
    """Enemies near the edge flee; then the element comes on as far as it gets."""
    ((name, there),) = action.places.items()
    command, coming, base = entering(state)[name]
    here = replace(base, front=there.front, facing=there.facing)
    state, events = scared_by(state, coming, (here,), dice)
    acts = {**state.bound.acts, name: (*state.bound.acts.get(name, ()), ACT)}
    state = replace(state, bound=replace(state.bound, acts=acts))
    told, room = Finding(), Verdict()
    end = _end(state.position, base, coming.edge, there, told)
    if end is not None:
        here = replace(base, front=end.front, facing=end.facing)
        judge_room(room, state.position, (here,), coming.edge, marching=False)
    if end is None or not room.legal:
        says = f"{name} cannot come on: somebody stands there now"
        return state, (*events, Event("arrive", says, ("DBM-B12.5",), (name,)))
    clauses = ("DBM-B19.3", *told.rule("spontaneous_entry", {}).clauses)
    state, events = on_table(state, command, coming, (here,), MOVED, clauses, events)
    touched = [
        enemy.id
        for enemy in state.position.near_enemies(base.side, here.rectangle)
        if meet(here.rectangle, enemy.rectangle).touching
    ]
    front = [one for one in touched if position_of(here.rectangle, state.position.base(one).rectangle) == FRONT]
    bound = replace(
        state.bound,
        contacts=(*state.bound.contacts, *((name, enemy) for enemy in touched)),
        into_front=(*state.bound.into_front, *((name,) if front else ())),
    )
    state, woken = provoked(replace(state, bound=bound), tuple(touched))
    return state, (*events, *woken)
