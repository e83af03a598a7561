"""Coming on over a table edge: a group of a command that is announced there, and the enemies who flee from it."""

from __future__ import annotations

from functools import partial

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.aftermath.flee import How, flee
from debellis.dbm.aftermath.forks import FIRST, Choices, standing
from debellis.dbm.aftermath.obstructions import facing_towards
from debellis.dbm.ambush.placing import AMBUSH
from debellis.dbm.commanding.march_limits import limit_of
from debellis.dbm.commands import DEMORALISED, UNRELIABLE, with_turn_notes
from debellis.dbm.going import IMPASSABLE, WATER, going_at
from debellis.dbm.grouping.groups import MARCH
from debellis.dbm.moving.passing import AHEAD, may_pass
from debellis.dbm.moving.speeds import bars
from debellis.dbm.playing.actions import Arrive
from debellis.dbm.playing.changes import NEVER_MOVED, OTHERWISE, commands_of, lose, without_notes
from debellis.dbm.playing.choosing import choices_of
from debellis.dbm.playing.hidden import announced, revealed, with_bases, with_lurking
from debellis.dbm.playing.state import Coming, State
from debellis.dbm.setting_up.arriving import may_arrive
from debellis.dbm.setting_up.scaring import scares
from debellis.dbm.setting_up.zones import inward_of
from debellis.dbm.spontaneous.impetuous import known_enemies
from debellis.dbm.troops import service, troop
from debellis.geometry.outline import hull, share_ground
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Polygon
from debellis.geometry.rectangle import gap, overlaps
from debellis.manoeuvre.legs import shared_depth
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import inward, is_off, length_of, sideways
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict


class Flights(Value, frozen=True):
    """Who fled from arrivals: the position afterwards, those who fled and those lost by it, and the ruling."""

    position: Position
    fled: tuple[str, ...]
    lost: tuple[str, ...]
    ruling: Ruling
    told: Ruling


def may_come(state: State) -> dict[str, Coming]:
    """The commands of the side in its bound of which somebody may come on now."""
    own = {service(base).command for base in state.forces[state.turn].elements}
    return {
        name: one
        for name, one in announced(state).items()
        if name in own
        and one.elements
        and one.bound <= state.bound.number
        and not {UNRELIABLE, DEMORALISED} & set(commands_of(state.position)[name].notes)
    }


def arriving(state: State, action: Arrive) -> tuple[str, Coming, tuple[Base, ...]] | None:
    """The command that comes on, how, and its elements where they will stand; None if they are not of one command."""
    for name, one in may_come(state).items():
        if action.places and set(action.places) <= set(one.elements):
            found = {base.id: base for base in state.forces[state.turn].elements if base.id in action.places}
            bases = tuple(replace(found[n], front=p.front, facing=p.facing) for n, p in action.places.items())
            return name, one, bases
    return None


def check(state: State, action: Arrive) -> Ruling:
    """Whether these elements may come on so, by what everybody can see."""
    verdict = Verdict()
    found = arriving(state, action)
    if found is None:
        verdict.refuse("Who comes on together is of one command that may come on in this bound.", "DBM-B12.5")
        return verdict.decide("arrive")
    name, coming, bases = found
    ruling = may_arrive(
        state.position,
        edge=coming.edge,
        ends=bases,
        pips=max(0, state.bound.pips.get(name, 0)),
        entered=(state.bound.entered or {}).get(name, 0),
    )
    for reason in ruling.because:
        verdict.cite(reason.clause, reason.says)
    verdict.measures.extend(ruling.measures)
    verdict.faults.extend(ruling.answer["faults"])
    if verdict.legal:
        judge_room(verdict, flights(state, state.position, coming, bases).position, bases, coming.edge)
    return verdict.decide("arrive", cost=_cost(state))


def _cost(state: State) -> int:
    cost: int = table(state.position, "pip")["base_march"]
    return cost


def judge_room(verdict: Verdict, position: Position, bases: tuple[Base, ...], edge: str, marching: bool = True) -> None:
    """Report places that are taken, or that no march may reach, when those have fled who do."""
    known = known_enemies(position, bases[0].side)
    for base in bases:
        if is_off(base.rectangle, position.size):
            verdict.refuse(f"{base.id} would not be wholly on the table.", "DBM32-GLOSS-table")
        on = next((one for one in position.standing if overlaps(one.rectangle, base.rectangle)), None)
        if on is not None:
            verdict.refuse(f"There is no room for {base.id} beside {on.id}.", "DBM-B12.5")
        elif going_at(position, base.rectangle, troop(base))[0] in (WATER, IMPASSABLE):
            verdict.refuse(f"{base.id} cannot come on through water or impassable ground.", "DBM-B12.5")
        else:
            _judge_way_in(verdict, position, base, edge)
        for enemy in known if marching else ():
            away = gap(base.rectangle, enemy.rectangle)
            if away < limit_of(position) - COINCIDE:
                says = f"{base.id} would march to {away:.1f} mm from {enemy.id}, nearer than any march may."
                verdict.refuse(says, "DBM-B18.1")
                break


def _judge_way_in(verdict: Verdict, position: Position, base: Base, edge: str) -> None:
    """Report what an element cannot pass between the edge and its place."""
    way = way_in(position, base, edge)
    others = [one for one in position.standing if shared_depth(way, one.rectangle.corners) > COINCIDE]
    met = [one.id for one in others if one.side != base.side or not may_pass(position, base, one, AHEAD)]
    met += [piece.id for piece in position.terrain if bars(position, base, piece) and share_ground(way, piece.ground)]
    if met:
        verdict.refuse(f"{met[0]} is in the way of {base.id} on its march from the edge.", "DBM-B12.5")


def way_in(position: Position, base: Base, edge: str) -> Polygon:
    """The ground that an element uses from the edge to its place, straight in."""
    x, y = inward_of(edge)
    corners = base.rectangle.corners
    back = [(p, inward(p, edge, position.size)) for p in corners]
    return hull((*corners, *((px - x * deep, py - y * deep) for (px, py), deep in back)))


def flights(state: State, position: Position, coming: Coming, bases: tuple[Base, ...]) -> Flights:
    """Make those flee who must, away from the edge, in the order their owner says."""
    edge, side = coming.edge, bases[0].side
    ways = [sideways(corner, edge) for base in bases for corner in base.rectangle.corners]
    length = length_of(edge, position.size)
    ranks = {round(base.rectangle.centre[0 if edge in ("west", "east") else 1]) for base in bases}
    ruling = scares(
        position,
        side=side,
        edge=edge,
        group=tuple(base.id for base in bases),
        entry=(max(0.0, min(ways)), min(length, max(ways))),
        formation="single" if len(bases) == 1 else "line" if len(ranks) == 1 else "block",
        fled=tuple(name for name in state.bound.scared or () if position.has_base(name)),
        stragglers=coming.late,
    )
    position = without_notes(position, (AMBUSH,), ruling.answer["revealed"])
    finding = Finding()
    names = sorted(
        ruling.answer["flees"], key=lambda n: (-inward(position.base(n).rectangle.centre, edge, position.size), n)
    )
    choices = choices_of(state)
    order = tuple(names)
    if len(order) > 1:
        order = choices.in_order(order[0], order, partial(_end_of_flights, position, edge, state.edges))
    after, fled, lost = _fled(position, edge, state.edges, order, choices, finding)
    return Flights(after, fled, lost, ruling, finding.rule("flee", {"lost": list(lost)}))


def _end_of_flights(position: Position, edge: str, edges: dict[str, str], order: tuple[str, ...]) -> object:
    """How the flights end in an order, to compare it with others."""
    after, _, lost = _fled(position, edge, edges, order, FIRST, Finding())
    return standing(after), frozenset(lost)


def _fled(
    position: Position, edge: str, edges: dict[str, str], order: tuple[str, ...], choices: Choices, finding: Finding
) -> tuple[Position, tuple[str, ...], tuple[str, ...]]:
    """The flights straight away from an edge, one after the other: where all stand then, who fled and who is lost."""
    x, y = inward_of(edge)
    fled: list[str] = []
    lost: list[str] = []
    for name in order:
        if name in lost or name in fled or not position.has_base(name):
            continue
        base = position.base(name)
        if (base.facing[0] * x + base.facing[1] * y) > COINCIDE - 1.0:
            position = position.with_base(facing_towards(base, (-x, -y)))
        done = flee(position, name, How(open_edges=(edges[base.side], edge), choices=choices), finding)
        position = done.position
        fled += [name, *done.fled]
        lost += list(done.lost)
    return position, tuple(dict.fromkeys(fled)), tuple(dict.fromkeys(lost))


def arrive(state: State, action: Arrive, dice: Chance) -> Happened[State]:
    """Enemies near the edge flee, hidden ones too; then the group comes on."""
    found = arriving(state, action)
    assert found is not None
    name, coming, bases = found
    state, events = scared_by(state, coming, bases, dice)
    pips = {**state.bound.pips, name: state.bound.pips.get(name, 0) - _cost(state)}
    count = {**(state.bound.entered or {}), name: (state.bound.entered or {}).get(name, 0) + 1}
    state = replace(state, bound=replace(state.bound, pips=pips, entered=count))
    if any(overlaps(one.rectangle, base.rectangle) for one in state.position.standing for base in bases):
        says = f"{', '.join(action.places)} cannot come on: somebody stands there now"
        return state, (*events, Event("arrive", says, ("DBM-B12.5",), tuple(action.places)))
    acts = {**state.bound.acts, **dict.fromkeys(action.places, (MARCH,))}
    state = replace(state, bound=replace(state.bound, acts=acts))
    ruling = may_arrive(state.position, edge=coming.edge, ends=bases)
    return on_table(state, name, coming, bases, "marched", ruling.clauses, events)


def scared_by(state: State, coming: Coming, bases: tuple[Base, ...], dice: Chance) -> Happened[State]:
    """The flights of all who must flee from some who come on; those in ambush are revealed."""
    found = flights(state, with_lurking(state, other(state.turn)), coming, bases)
    hidden = tuple(found.ruling.answer["revealed"])
    return _scared(revealed(state, hidden), found, hidden, dice)


def _scared(state: State, flights: Flights, hidden: tuple[str, ...], dice: Chance) -> Happened[State]:
    if not flights.fled:
        return state, ()
    here = [name for name in flights.fled if name in flights.ruling.answer["flees"]]
    says = f"{', '.join(here)} {'flees' if len(here) == 1 else 'flee'} from those who come on"
    says += f"; {', '.join(hidden)} had been in ambush" if hidden else ""
    says += f"; {', '.join(flights.lost)} lost" if flights.lost else ""
    clauses = tuple(dict.fromkeys((*flights.ruling.clauses, *flights.told.clauses)))
    event = Event("scared", says, clauses, tuple(here), flights.ruling)
    shown = {base.id for base in state.position.bases}
    left = tuple(name for name in flights.fled if flights.position.has_base(name))
    after = replace(flights.position, bases=tuple(b for b in flights.position.bases if b.id in shown))
    after = _plain(after, state.position)
    state, more = lose(state, with_turn_notes(after, left, "fled"), dict.fromkeys(flights.lost, OTHERWISE), dice)
    bound = replace(
        state.bound,
        fled=(*state.bound.fled, *left),
        scared=tuple(dict.fromkeys((*(state.bound.scared or ()), *flights.fled))),
    )
    return replace(state, bound=bound), (event, *more)


def _plain(after: Position, before: Position) -> Position:
    """The position with everybody serving as before: who was hidden is not any more."""
    bases = tuple(
        replace(base, service=before.base(base.id).service) if before.has_base(base.id) else base
        for base in after.bases
    )
    return replace(after, bases=bases, commands=before.commands)


def on_table(
    state: State,
    name: str,
    coming: Coming,
    bases: tuple[Base, ...],
    note: str,
    clauses: tuple[str, ...],
    events: tuple[Event, ...],
) -> Happened[State]:
    """The state with some elements of a command on the table, who have moved in the way that the note says."""
    names = tuple(base.id for base in bases)
    position = with_turn_notes(with_bases(state.position, bases), names, note)
    position = without_notes(position, (NEVER_MOVED,), names)
    left = tuple(one for one in coming.elements if one not in names)
    coming = replace(coming, elements=left, late=True)
    waiting = {one: how for one, how in announced(state).items() if one != name}
    if left:
        waiting[name] = coming
    says = f"{', '.join(names)} of {name} {'comes' if len(names) == 1 else 'come'} on over the {coming.edge} edge"
    event = Event("arrive", says, tuple(dict.fromkeys(("DBM-B12.5", *clauses))), names)
    return replace(state, position=position, coming=waiting), (*events, event)
