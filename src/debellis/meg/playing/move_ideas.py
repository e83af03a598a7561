"""Moves worth judging: towards the enemy, to a flank, back, and changes of shape, each paid as cheaply as possible."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from debellis.geometry.plane import COINCIDE, same_direction, turn_between
from debellis.meg.cards.costs import DOUBLE, cards_of
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.actions import hindered
from debellis.meg.moving.limits import move_limit
from debellis.meg.moving.nearness import directly_ahead
from debellis.meg.moving.steps import ADVANCE, BACK, CONTRACT, EXPAND, FORM, SHIFT, TURN, WHEEL
from debellis.meg.playing.actions import Move, Step
from debellis.meg.playing.judging import allowed
from debellis.meg.playing.moving import price_of
from debellis.meg.playing.paying import needed_for, payments
from debellis.meg.playing.state import State, decider
from debellis.meg.troops import (
    ARTILLERY,
    CAMP,
    HORSE,
    INFANTRY,
    SKIRMISHER,
    SUG,
    TUG,
    has,
    is_flexible,
    is_foot,
    is_skirmishing,
)
from debellis.meg.units import bases_of, bw, enemies_of, front_rank, outline, units_of
from debellis.meg.words import DISMOUNT, EVADES
from debellis.table.units import Unit
from debellis.umpire.ruling import Finding

#: Wheels tried beside the one towards the enemy (degrees).
WHEELS = (15.0, 45.0)
#: What is kept free before an enemy (mm): a little more than has to be.
CLEAR = 6.0
#: No block has more unit groups.
MOST = 5
Steps = tuple[Step, ...]


def movers(state: State) -> Iterator[Unit]:
    """The unit groups of the deciding side that may still make a move."""
    side = decider(state)
    for unit in units_of(state.position):
        if unit.side != side or unit.kind == CAMP or unit.broken or not bases_of(state.position, unit.id):
            continue
        if in_combat(state.position, unit.id):
            continue
        acted = [one for one in unit.did if one not in ("shot", "pushed_back", "C3", "shield_cover", "pursuit")]
        if all(one in EVADES for one in acted):
            yield unit


def moves(state: State) -> list[Iterable[Move]]:
    """The moves of all who may move: blocks first, then unit group by unit group.

    None is worked out before it is asked for.
    """
    found = list(movers(state))
    return [block_moves(state, found), *(moves_of(state, unit) for unit in found)]


def clearing(state: State) -> Iterator[Move]:
    """Moves of SuGs out of the way of a friend's charge, in SP 2.1 (C1)."""
    side = decider(state)
    for unit in units_of(state.position):
        if unit.side != side or unit.kind != SUG or unit.broken or unit.did or not bases_of(state.position, unit.id):
            continue
        if not hindered(state.position, unit):
            continue
        limit = round(move_limit(state.position, unit, Finding(), "C1"), 2)
        wheels = [(Step(WHEEL, 90.0, hand),) for hand in ("left", "right")]
        about = (Step(TURN, 180.0), Step(ADVANCE, limit))
        for general, cards in payments(state, (unit,), needed_for(state.position, (unit,), "C1")):
            for steps in ((Step(BACK, limit),), (Step(ADVANCE, limit),), about, *wheels):
                yield Move((unit.id,), "C1", steps, general, cards)


def block_moves(state: State, found: list[Unit]) -> Iterator[Move]:
    """Advances of blocks: unit groups side by side with level fronts, as many as somebody can lead (MEG-B13.18)."""
    position = state.position
    for units in lines(state, found):
        limit = min(move_limit(position, unit, Finding(), "M2") for unit in units)
        ahead = [one for unit in units for one in directly_ahead(position, unit, limit + CLEAR, (TUG, SUG))]
        straight = min([limit, *(apart - CLEAR for apart, _ in ahead)])
        if straight <= 1.0:
            continue
        paid = next(payments(state, units, needed_for(position, units, "M2")), None)
        if paid is not None:
            yield Move(tuple(unit.id for unit in units), "M2", (Step(ADVANCE, round(straight, 2)),), *paid)


def lines(state: State, found: list[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Unit groups that stand side by side, two to five of them, from the left."""
    places = {unit.id: outline(state.position, unit) for unit in found if unit.troops.type != ARTILLERY}
    following: dict[str, Unit] = {}
    for unit in found:
        for other in found:
            if unit.id in places and other.id in places and unit.id != other.id:
                here, there = places[unit.id], places[other.id]
                across, level = here.local(there.front)
                beside = abs(across - (here.width + there.width) / 2.0) <= COINCIDE and abs(level) <= COINCIDE
                if beside and same_direction(here.facing, there.facing) and is_foot(unit) == is_foot(other):
                    following[unit.id] = other
    led = {other.id for other in following.values()}
    for unit in found:
        if unit.id in led or unit.id not in following:
            continue
        line = [unit]
        while line[-1].id in following and len(line) < MOST:
            line.append(following[line[-1].id])
        for count in range(len(line), 1, -1):
            yield tuple(line[:count])


def moves_of(state: State, unit: Unit) -> Iterator[Move]:
    """The moves of one unit group."""
    if unit.troops.type == ARTILLERY:
        yield from _guns(state, unit)
        return
    paid: dict[str, tuple[str, tuple[str, ...]] | None] = {}
    for action, steps in _single(state, unit):
        if action not in paid:
            price = cards_of(state.position, unit, action)
            paid[action] = next(payments(state, (unit,), price), None) if price else None
        found = paid[action]
        if found is not None:
            yield Move((unit.id,), action, steps, *found)
    yield from _formations(state, unit)
    yield from _double(state, unit)


def _formations(state: State, unit: Unit) -> Iterator[Move]:
    """The orb and the Cantabrian circle, and how the orb is left."""
    position = state.position
    if unit.formation == "orb" or has(unit, "orb"):
        to = "normal" if unit.formation == "orb" else "orb"
        for general, cards in payments(state, (unit,), needed_for(position, (unit,), "M1")):
            yield Move((unit.id,), "M1", (), general, cards, formation=to)
    if has(unit, "cantabrian") and not unit.formation:
        far = round(move_limit(position, unit, Finding(), "M2") / 2.0, 2)
        for general, cards in payments(state, (unit,), needed_for(position, (unit,), "M2")):
            yield Move((unit.id,), "M2", (Step(ADVANCE, far),), general, cards, formation="cantabrian")


def _guns(state: State, unit: Unit) -> Iterator[Move]:
    """Artillery moves by M15: ahead, or by a small wheel."""
    limit = move_limit(state.position, unit, Finding(), "M15")
    for general, cards in payments(state, (unit,), needed_for(state.position, (unit,), "M15")):
        for step in (Step(ADVANCE, round(limit, 2)), Step(WHEEL, 15.0, "left"), Step(WHEEL, 15.0, "right")):
            yield Move((unit.id,), "M15", (step,), general, cards)


def _single(state: State, unit: Unit) -> Iterator[tuple[str, Steps]]:
    position = state.position
    limit = move_limit(position, unit, Finding(), "M2")
    ahead = directly_ahead(position, unit, limit + CLEAR, (TUG, SUG))
    straight = min(limit, ahead[0][0] - CLEAR) if ahead else limit
    if straight > 1.0:
        yield "M2", (Step(ADVANCE, round(straight, 2)),)
        yield "M2", (Step(ADVANCE, round(straight / 2.0, 2)),)
    through = min([limit, *(apart - CLEAR for apart, one in ahead if one.kind == TUG)])
    if unit.kind == TUG and through > max(straight, 1.0) + 1.0:
        yield "M2", (Step(ADVANCE, round(through, 2)),)
    yield from _wheels(state, unit, limit)
    if straight >= limit:
        for shift in (1.0, -1.0):
            yield "M5", (Step(ADVANCE, limit), Step(SHIFT, bw(position, shift)))
    back = "M12" if unit.troops.type in HORSE or is_skirmishing(unit) else "M13"
    far = min(limit, bw(position, 3.0 if back == "M12" else 2.0))
    yield back, (Step(BACK, round(far, 2)),)
    yield "M9", (Step(TURN, 180.0),)
    yield "M9", (Step(TURN, 90.0),)
    yield "M9", (Step(TURN, -90.0),)
    yield "M10", (Step(TURN, 180.0), Step(ADVANCE, round(limit, 2)))
    if len(front_rank(position, unit)) > 1:
        yield "M8", (Step(CONTRACT, 1.0, "left"),)
    if len(bases_of(position, unit.id)) > len(front_rank(position, unit)):
        for hand in ("left", "right"):
            yield "M7", (Step(EXPAND, 1.0, hand),)
    if unit.troops.type in (*HORSE, INFANTRY) and allowed(position, "may_act", unit=unit.id, action=DISMOUNT):
        yield DISMOUNT, ()
    if is_flexible(unit):
        yield "M1", (Step(FORM, form="loose" if is_skirmishing(unit) else SKIRMISHER),)
    yield "M1", ()


def _wheels(state: State, unit: Unit, limit: float) -> Iterator[tuple[str, Steps]]:
    """A wheel towards the nearest enemy and some others, with the rest of the move straight ahead."""
    here = outline(state.position, unit)
    turns: list[float] = []
    enemies = [one for one in enemies_of(state.position, unit.side) if one.kind != CAMP]
    if enemies:
        centres = [outline(state.position, one).centre for one in enemies]
        x, y = min(centres, key=lambda at: math.dist(at, here.front))
        turn = turn_between(here.facing, (x - here.front[0], y - here.front[1]))
        if 3.0 < abs(turn) <= 90.0:
            turns.append(turn)
    turns += [sign * degrees for degrees in WHEELS for sign in (1.0, -1.0)]
    for turn in turns:
        degrees = round(min(abs(turn), math.degrees(limit / here.width)), 1) - 0.1
        if degrees < 1.0:
            continue
        rest = limit - math.radians(degrees) * here.width
        wheel = Step(WHEEL, round(degrees, 1), "right" if turn > 0.0 else "left")
        steps = (wheel, Step(ADVANCE, round(max(0.0, rest - 0.1), 1))) if rest > 1.0 else (wheel,)
        yield "M3", steps


def _double(state: State, unit: Unit) -> Iterator[Move]:
    """Two advances one after the other, far from the enemy."""
    position = state.position
    limit = move_limit(position, unit, Finding(), "M2")
    if directly_ahead(position, unit, 2.0 * limit + bw(position, 4.0), (TUG,)):
        return
    for general, cards in payments(state, (unit,), price_of(position, (unit,), DOUBLE, ("M2", "M2"))):
        step = (Step(ADVANCE, round(limit, 2)),)
        yield Move((unit.id,), DOUBLE, step, general, cards, None, "M2", "M2", step)
        return
