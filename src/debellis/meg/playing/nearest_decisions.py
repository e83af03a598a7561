"""Legal alternatives near refused decisions other than moves: which parts are kept, and which are changed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from debellis.geometry.plane import Point
from debellis.mechanics.tables import table
from debellis.meg.cards.costs import DOUBLE
from debellis.meg.charging.reaching import targets_on
from debellis.meg.charging.way import charge_way, slid
from debellis.meg.general_facts import DEAD, point_to
from debellis.meg.moving.align_places import block_ends
from debellis.meg.places import moved_to
from debellis.meg.playing.actions import (
    Aim,
    Align,
    DeclareCharge,
    Discard,
    FreeMove,
    Give,
    GiveUp,
    Meet,
    Move,
    MoveCharge,
    MoveGeneral,
    PairUp,
    Pass,
    Shoot,
    Step,
)
from debellis.meg.playing.cards import excess, generals_in_order
from debellis.meg.playing.moving import walk_of
from debellis.meg.playing.paying import hand_of, is_able, needed_for, payments
from debellis.meg.playing.setting_up.nearest_steps import SET_UP_FINDERS, places_of_step
from debellis.meg.playing.shooting import aims_of
from debellis.meg.playing.state import State, about, decider
from debellis.meg.units import bases_of, generals_of, named_bases, unit_of, units_of
from debellis.meg.words import COLOURS
from debellis.table.pose import Pose
from debellis.table.value import replace

Allowed = Callable[[Any], bool]
#: Wheels of a charge that are tried, in degrees beside the one that was refused.
ASIDE = (0.0, 1.0, 2.0, 4.0, 7.0, 11.0, 16.0, 22.0, 30.0, 45.0, 60.0, 90.0)
#: Shares of a way that are tried, the longest first.
SHARES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.35, 0.2, 0.1)
#: At most so many ideas of a phase are judged to find one like a refused decision.
MOST = 60


def others_like(state: State, action: Any) -> Iterator[Any]:
    """Decisions near a refused one, the nearest first; none for kinds where the ideas of the phase are enough."""
    finder = _FINDERS.get(type(action)) or SET_UP_FINDERS.get(type(action))
    if finder is not None:
        yield from finder(state, action)


def likest(ideas: Iterable[Any], action: Any, allowed: Allowed) -> Any | None:
    """The legal idea of the same kind that has most in common with a refused decision; None if there is none."""
    same = [idea for idea in ideas if type(idea) is type(action)]
    same.sort(key=lambda idea: likeness(idea, action))
    return next((idea for idea in same[:MOST] if allowed(idea)), None)


def instead(ideas: list[Any], action: Any, allowed: Allowed) -> Any | None:
    """A legal decision of another kind: one about the same unit groups, then to pass, then any."""
    named = _subjects(action)
    others = [idea for idea in ideas if type(idea) is not type(action)]
    others.sort(key=lambda idea: (not named & _subjects(idea), not isinstance(idea, Pass)))
    return next((idea for idea in others[:MOST] if allowed(idea)), None)


def _subjects(action: Any) -> set[str]:
    """The unit groups of whom a decision speaks."""
    found = set(getattr(action, "units", ()))
    for name in ("unit", "file"):
        value = getattr(action, name, "")
        if isinstance(value, str) and value:
            found.add(value.split("/")[0])
    return found


def likeness(one: Any, other: Any) -> tuple[tuple[bool, ...], float]:
    """How far two decisions of one kind differ: in which fields, who acts first; and by how much in places."""
    different: list[bool] = []
    apart = 0.0
    for name in one.__struct_fields__:
        mine, theirs = getattr(one, name), getattr(other, name)
        different.append(mine != theirs)
        if mine == theirs:
            continue
        if isinstance(mine, Pose) and isinstance(theirs, Pose):
            apart += math.dist(mine.front, theirs.front)
        elif isinstance(mine, float) and isinstance(theirs, float):
            apart += abs(mine - theirs)
    return tuple(different), apart


def places_of(state: State, action: Any) -> dict[str, Pose]:
    """Where the bases of a decision would stand: a charge at its first contact, an align at its end."""
    position = state.position
    if isinstance(action, Align):
        ends = block_ends(position, (action.unit, *action.block), action.to)
        bases = tuple(base for end in ends for base in moved_to(position, unit_of(position, end.who), end.pose))
    elif isinstance(action, DeclareCharge) and not action.file:
        way = charge_way(position, action.units, action.wheel, action.pivot)
        met = targets_on(position, way)
        bases = slid(way.bases, way.towards, met[0][0] if met else way.far)
    elif isinstance(action, Move) and action.steps and action.action != DOUBLE:
        bases = walk_of(position, action, action.steps).end
    else:
        return places_of_step(action)
    return {base.id: Pose(base.front, base.facing) for base in bases}


def _paid(state: State, names: tuple[str, ...], code: str, now: tuple[str, tuple[str, ...]]) -> list[Any]:
    """The payment that was named, and those by which others could pay."""
    units = tuple(unit for unit in units_of(state.position) if unit.id in names)
    found = list(payments(state, units, needed_for(state.position, units, code))) if units else []
    return list(dict.fromkeys([now, *found]))


def _charges(state: State, action: DeclareCharge) -> Iterator[DeclareCharge]:
    """The same charge with another payment, direction, or target, or made free or forced."""
    known = {unit.id: unit for unit in units_of(state.position)}
    own = all(name in known and known[name].side == decider(state) for name in action.units)
    if not action.units or not own or not all(bases_of(state.position, name) for name in action.units):
        return
    paid = _paid(state, action.units, "C2", (action.general, action.cards))
    for general, cards in paid:
        for aside in ASIDE:
            for degrees, pivot in _wheels(action, aside):
                way = charge_way(state.position, action.units, degrees, pivot)
                met = tuple(unit.id for _, unit in targets_on(state.position, way))
                reached = tuple(name for name in action.on if name in met) or met[:1]
                if reached:
                    tried = replace(action, on=reached, wheel=degrees, pivot=pivot, general=general, cards=cards)
                    yield tried
                    if action.kind != "prompted":
                        yield replace(tried, kind="prompted")


def _wheels(action: DeclareCharge, aside: float) -> list[tuple[float, str]]:
    """Wheels that differ from that of a charge by so many degrees; a wheel to the left counts negative."""
    wheel = min(abs(action.wheel), 90.0)
    now = wheel if action.pivot == "right" else -wheel
    found: list[tuple[float, str]] = []
    for degrees in dict.fromkeys((now - aside, now + aside)):
        if abs(degrees) <= 90.0:
            found.append((round(abs(degrees), 2), "right" if degrees > 0.0 else "left"))
    return found


def _meetings(state: State, action: Meet) -> Iterator[Meet]:
    """The same way to meet a charge, shorter and shorter, with another payment."""
    if action.unit not in {unit.id for unit in units_of(state.position)}:
        return
    paid = _paid(state, (action.unit,), "C4", (action.general, (action.card,)))
    for share in SHARES:
        steps = tuple(Step(one.kind, round(one.amount * share, 2), one.hand, one.form) for one in action.steps)
        for general, cards in paid:
            yield replace(action, steps=steps, general=general, card=cards[0] if cards else action.card)
    if action.stays:
        yield from _meetings(state, replace(action, stays=()))


def _charge_moves(state: State, action: MoveCharge) -> Iterator[MoveCharge]:
    yield replace(action, general="", cards=())
    yield replace(action, toward=None)
    yield replace(action, stays=())
    yield MoveCharge(action.unit)


def _shots(state: State, action: Shoot) -> Iterator[Shoot]:
    """The same files, each at the legal target nearest to the one that was named."""
    known = {unit.id: unit for unit in units_of(state.position)}
    unit = known.get(action.unit)
    if unit is None or unit.side != decider(state) or not bases_of(state.position, unit.id):
        return
    wanted = {aim.file: aim.target for aim in action.aims}
    chosen: list[Aim] = []
    for aims in aims_of(state.position, unit.id):
        if not wanted or aims[0].file in wanted:
            chosen.append(_nearest_aim(state, aims, wanted.get(aims[0].file, "")))
    if chosen:
        yield Shoot(unit.id, tuple(chosen))
    yield Shoot(unit.id, tuple(aims[0] for aims in aims_of(state.position, unit.id)))


def _nearest_aim(state: State, aims: tuple[Aim, ...], wanted: str) -> Aim:
    if not state.position.has_base(wanted):
        return aims[0]
    there = state.position.base(wanted).rectangle.centre
    return min(aims, key=lambda aim: round(point_to(there, state.position.base(aim.target).rectangle), 3))


def _generals(state: State, action: MoveGeneral) -> Iterator[MoveGeneral]:
    """The same general, nearer and nearer on his way, or with the files of the unit group that was named."""
    own = {one.id: one for one in generals_of(state.position) if one.side == decider(state)}
    he = own.get(action.general)
    if he is None:
        return
    needed = str(table(state.position, "general_rules")["move_card"])
    payers = [action.payer, he.id, *(name for name, one in own.items() if is_able(one))]
    for to in _ways(state, he.unit, he.front, action.to):
        for payer in dict.fromkeys(payers):
            for card in dict.fromkeys((action.card, *hand_of(state, payer))):
                if card in hand_of(state, payer) and COLOURS.index(card) >= COLOURS.index(needed):
                    yield replace(action, to=to, payer=payer, card=card)


def _ways(state: State, unit: str, front: Point | None, to: str | Point) -> Iterator[str | Point]:
    """Places near the one a general wanted to reach: shorter ways to it, then the files nearest to it."""
    own = bases_of(state.position, unit) if unit else ()
    start = own[0].front if own else front
    if not isinstance(to, str) and start is not None:
        for share in SHARES:
            yield (start[0] + (to[0] - start[0]) * share, start[1] + (to[1] - start[1]) * share)
    there = to
    if isinstance(to, str):
        yield to
        bases = named_bases(state.position, to)
        there = bases[0].front if bases else (start or (0.0, 0.0))
    assert not isinstance(there, str)
    friends = [base for base in state.position.friends(decider(state)) if base.id.endswith(".1")]
    friends.sort(key=lambda base: round(math.dist(base.front, there), 3))
    for base in friends[:12]:
        yield base.id


def _free_moves(state: State, action: FreeMove) -> Iterator[FreeMove]:
    _, x, y = about(state)
    for to in _ways(state, "", (float(x), float(y)), action.to):
        yield FreeMove(to)


def _held(cards: tuple[str, ...], hand: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a selection that a hand really holds."""
    return tuple((Counter(cards) & Counter(hand)).elements())


def _discards(state: State, action: Discard) -> Iterator[Discard]:
    """The same discards without cards that are not held and without generals who may not discard."""
    own = {one.id: one for one in generals_in_order(state, decider(state))}
    held = {name: _held(cards, hand_of(state, name)) for name, cards in action.cards.items() if name in own}
    yield Discard({name: cards for name, cards in held.items() if cards})
    for name in held:
        yield Discard({one: cards for one, cards in held.items() if cards and one != name})
    yield Discard()


def _gifts(state: State, action: Give) -> Iterator[Give]:
    """The gifts one by one, with what the givers hold."""
    gifts = tuple(replace(one, cards=_held(one.cards, hand_of(state, one.giver))) for one in action.gifts)
    full = tuple(one for one in gifts if one.cards)
    yield Give(full)
    for one in full:
        yield Give((one,))
    yield Give()


def _given_up(state: State, action: GiveUp) -> Iterator[GiveUp]:
    """As many cards as each has to give up: those that were named first, then the lowest."""
    found: dict[str, tuple[str, ...]] = {}
    for one in generals_in_order(state, decider(state)):
        due = 0 if one.state == DEAD else excess(state, one)
        if not due:
            continue
        hand = hand_of(state, one.id)
        named = _held(action.cards.get(one.id, ()), hand)[:due]
        rest = tuple((Counter(hand) - Counter(named)).elements())
        lowest = sorted(rest, key=COLOURS.index)[: due - len(named)]
        found[one.id] = (*named, *lowest)
    yield GiveUp(found)


def _pairs(state: State, action: PairUp) -> Iterator[PairUp]:
    for file in action.pairs:
        yield PairUp({one: against for one, against in action.pairs.items() if one != file})
    yield PairUp()


_FINDERS: dict[type[Any], Callable[[State, Any], Iterator[Any]]] = {
    DeclareCharge: _charges,
    Meet: _meetings,
    MoveCharge: _charge_moves,
    Shoot: _shots,
    MoveGeneral: _generals,
    FreeMove: _free_moves,
    Discard: _discards,
    Give: _gifts,
    GiveUp: _given_up,
    PairUp: _pairs,
}
