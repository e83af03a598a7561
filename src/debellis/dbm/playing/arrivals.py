"""Coming on over a table edge: a group of a command that is announced there, and the enemies who flee from it."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.aftermath.flee import How, flee
from debellis.dbm.aftermath.obstructions import facing_towards
from debellis.dbm.ambush.placing import AMBUSH
from debellis.dbm.commanding.march_limits import limit_of
from debellis.dbm.commands import UNRELIABLE, with_turn_notes
from debellis.dbm.going import IMPASSABLE, WATER, going_at
from debellis.dbm.grouping.groups import MARCH
from debellis.dbm.moving.speeds import allowance, is_immobile
from debellis.dbm.playing.actions import Action, Arrive
from debellis.dbm.playing.changes import NEVER_MOVED, OTHERWISE, commands_of, lose, without_notes
from debellis.dbm.playing.hidden import announced, revealed, with_bases, with_lurking
from debellis.dbm.playing.setting_up.drawing_up import pose_from
from debellis.dbm.playing.state import Coming, State
from debellis.dbm.setting_up.arriving import may_arrive
from debellis.dbm.setting_up.flank_marches import may_delay_arrival
from debellis.dbm.setting_up.scaring import scares
from debellis.dbm.setting_up.zones import inward_of
from debellis.dbm.spontaneous.impetuous import known_enemies
from debellis.dbm.troops import service, troop
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import gap, overlaps
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.board import inward, length_of, sideways
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough

#: So many elements come on side by side at most in a suggestion, and at so many places along the edge.
_ABREAST = (8, 4, 2, 1)
_PLACES = 6


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
        and UNRELIABLE not in commands_of(state.position)[name].notes
    }


def _arriving(state: State, action: Arrive) -> tuple[str, Coming, tuple[Base, ...]] | None:
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
    found = _arriving(state, action)
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
        _judge_room(verdict, _flights(state, state.position, coming, bases).position, bases)
    return verdict.decide("arrive", cost=_cost(state))


def _cost(state: State) -> int:
    cost: int = table(state.position, "pip")["base_march"]
    return cost


def _judge_room(verdict: Verdict, position: Position, bases: tuple[Base, ...]) -> None:
    """Report places that are taken, or that no march may reach, when those have fled who do."""
    known = known_enemies(position, bases[0].side)
    for base in bases:
        on = next((one for one in position.standing if overlaps(one.rectangle, base.rectangle)), None)
        if on is not None:
            verdict.refuse(f"There is no room for {base.id} beside {on.id}.", "DBM-B12.5")
        elif going_at(position, base.rectangle, troop(base))[0] in (WATER, IMPASSABLE):
            verdict.refuse(f"{base.id} cannot come on through water or impassable ground.", "DBM-B12.5")
        for enemy in known:
            away = gap(base.rectangle, enemy.rectangle)
            if away < limit_of(position) - COINCIDE:
                says = f"{base.id} would march to {away:.1f} mm from {enemy.id}, nearer than any march may."
                verdict.refuse(says, "DBM-B18.1")
                break


def _flights(state: State, position: Position, coming: Coming, bases: tuple[Base, ...]) -> Flights:
    """Make those flee who must, away from the edge, the furthest from it first."""
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
    x, y = inward_of(edge)
    names = sorted(
        ruling.answer["flees"], key=lambda n: (-inward(position.base(n).rectangle.centre, edge, position.size), n)
    )
    fled: list[str] = []
    lost: list[str] = []
    for name in names:
        if name in lost or name in fled or not position.has_base(name):
            continue
        base = position.base(name)
        if (base.facing[0] * x + base.facing[1] * y) > COINCIDE - 1.0:
            position = position.with_base(facing_towards(base, (-x, -y)))
        done = flee(position, name, How(False, None, open_edges=(state.edges[base.side], edge)), finding)
        position = done.position
        fled += [name, *done.fled]
        lost += list(done.lost)
    told = finding.rule("flee", {"lost": list(lost)})
    return Flights(position, tuple(dict.fromkeys(fled)), tuple(dict.fromkeys(lost)), ruling, told)


def arrive(state: State, action: Arrive, dice: Chance) -> Happened[State]:
    """Enemies near the edge flee, hidden ones too; then the group comes on."""
    found = _arriving(state, action)
    assert found is not None
    name, coming, bases = found
    enemy = other(state.turn)
    flights = _flights(state, with_lurking(state, enemy), coming, bases)
    hidden = tuple(flights.ruling.answer["revealed"])
    state, events = _scared(revealed(state, hidden), flights, hidden, dice)
    pips = {**state.bound.pips, name: state.bound.pips.get(name, 0) - _cost(state)}
    count = {**(state.bound.entered or {}), name: (state.bound.entered or {}).get(name, 0) + 1}
    state = replace(state, bound=replace(state.bound, pips=pips, entered=count))
    if any(overlaps(one.rectangle, base.rectangle) for one in state.position.standing for base in bases):
        says = f"{', '.join(action.places)} cannot come on: enemies were hidden there"
        return state, (*events, Event("arrive", says, ("DBM-B12.5",), tuple(action.places)))
    return _on_table(state, name, coming, bases, events)


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


def _on_table(
    state: State, name: str, coming: Coming, bases: tuple[Base, ...], events: tuple[Event, ...]
) -> Happened[State]:
    names = tuple(base.id for base in bases)
    ruling = may_arrive(state.position, edge=coming.edge, ends=bases)
    position = with_turn_notes(with_bases(state.position, bases), names, "marched")
    position = without_notes(position, (NEVER_MOVED,), names)
    acts = {**state.bound.acts, **dict.fromkeys(names, (MARCH,))}
    left = tuple(one for one in coming.elements if one not in names)
    coming = replace(coming, elements=left, late=True)
    waiting = {one: how for one, how in announced(state).items() if one != name}
    if left:
        waiting[name] = coming
    says = f"{', '.join(names)} of {name} {'comes' if len(names) == 1 else 'come'} on over the {coming.edge} edge"
    event = Event("arrive", says, tuple(dict.fromkeys(("DBM-B12.5", *ruling.clauses))), names, ruling)
    state = replace(state, position=position, coming=waiting, bound=replace(state.bound, acts=acts))
    return state, (*events, event)


def judge_delay(verdict: Verdict, state: State) -> None:
    """Report commands that could come on and have not."""
    for name, one in may_come(state).items():
        if one.late:
            continue
        pips = max(0, state.bound.pips.get(name, 0))
        can = pips > 0 and any(_allowed(state, idea) for idea in ideas_of(state, name, one))
        ruling = may_delay_arrival(state.position, due=True, arrived=0, pips=pips, can_enter=can)
        for reason in ruling.because:
            verdict.cite(reason.clause, reason.says)
        verdict.faults.extend(ruling.answer["faults"])


def _allowed(state: State, idea: Arrive) -> bool:
    """Whether a group may come on so, found out as soon as possible."""
    try:
        with first_fault_is_enough():
            return bool(check(state, idea).answer["legal"])
    except FirstFault:
        return False


def ideas(state: State) -> Iterator[Action]:
    """Groups that may be worth bringing on now."""
    for name, one in may_come(state).items():
        if state.bound.pips.get(name, 0) > 0:
            yield from ideas_of(state, name, one)


def overdue(state: State) -> Iterator[Action]:
    """Groups of commands of which somebody must come on now if anybody can."""
    for name, one in may_come(state).items():
        if not one.late and state.bound.pips.get(name, 0) > 0:
            yield from ideas_of(state, name, one)


def ideas_of(state: State, name: str, coming: Coming) -> Iterator[Arrive]:
    """Lines of like elements side by side, many first, at places along the edge, those in the own half first."""
    position = state.position
    kinds: dict[str, list[Base]] = {}
    for base in state.forces[state.turn].elements:
        if base.id in coming.elements and not is_immobile(base):
            kinds.setdefault(base.code, []).append(base)
    lines = sorted(kinds.values(), key=lambda line: (-len(line), line[0].id))
    for many in _ABREAST:
        for line in lines:
            if len(line) < many:
                continue
            members = line[:many]
            far = min(allowance(position, base) or 0.0 for base in members)
            deep = max(base.depth for base in members)
            for along in _alongs(state, coming.edge, many):
                for reach in dict.fromkeys((far, deep)):
                    yield Arrive(
                        {
                            base.id: pose_from(position, coming.edge, along + i * base.width, reach)
                            for i, base in enumerate(members)
                        }
                    )


def _alongs(state: State, edge: str, many: int) -> list[float]:
    """Places along an edge for the first of some elements side by side."""
    width = state.position.scale.base_width
    room = length_of(edge, state.position.size) - many * width
    if room < 0.0:
        return []
    found = [(0.5 * width + room * i / (_PLACES - 1)) for i in range(_PLACES)]
    own, size = state.edges[state.turn], state.position.size
    places = {along: inward(pose_from(state.position, edge, along, 0.0).front, own, size) for along in found}
    return sorted(found, key=places.__getitem__)
