"""The end of a bound: demoralised commands, defeated armies, and whose bound is next."""

from __future__ import annotations

from typing import Any

from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import SIDES, other
from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.commands import DEMORALISED
from debellis.dbm.playing.changes import CLOSE, OTHERWISE, note_command
from debellis.dbm.playing.pip_phase import generals
from debellis.dbm.playing.state import State
from debellis.dbm.troops import CINC, service, troop
from debellis.dbm.victory import demoralised, victory
from debellis.table.position import Command
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.wording import several

#: Phases in which the losses of the last bound have been counted.
_COUNTED = ("pips", "over")


def finish(state: State) -> Happened[State]:
    """End the bound: judge losses, and hand over to the other side unless the battle is over."""
    events: tuple[Event, ...] = ()
    state = replace(state, baggage=_baggage(state))
    ruling = judged(state)
    position = state.position
    for command in position.commands or ():
        name = command.id
        broken = name in ruling.answer["demoralised"] or _turncoats_break(state, command)
        if broken and DEMORALISED not in command.notes:
            position = note_command(position, name, DEMORALISED)
            events += (Event("demoralised", f"{name} is demoralised", ruling.clauses, (), ruling),)
    before = state.score
    state = replace(state, position=position, score=ruling.answer["points"])
    done = _over(state, ruling)
    if done is not None:
        return done[0], (*events, *done[1])
    says = f"the bound passes to {other(state.turn)}"
    clauses: tuple[str, ...] = ("DBM-B13.1",)
    if state.score != before and any(state.score.values()):
        says += "; the points are " + ", ".join(f"{side} {state.score[side]:g}" for side in SIDES)
        clauses = (*clauses, *ruling.clauses)
    return replace(state, phase="pips", turn=other(state.turn)), (*events, Event("turn", says, clauses))


def _baggage(state: State) -> dict[str, dict[str, int]]:
    """The baggage each side has lost, by how."""
    found = {side: dict(state.baggage.get(side, {})) for side in SIDES}
    for side in SIDES:
        for base in state.forces[side].elements:
            cause = state.bound.lost.get(base.id)
            if cause is not None and troop(base).type == BAGGAGE:
                found[side][cause] = found[side].get(cause, 0) + 1
    return found


def judged(state: State) -> Ruling:
    """How the commands stand, who is defeated, and the victory points."""
    return victory(state.position, commands=told_commands(state), baggage=_told_lost(state.baggage))


def told_commands(state: State) -> tuple[dict[str, Any], ...]:
    """The commands of both sides with their generals and losses, as a question about victory tells them.

    Where a general imagines the battle, he may not know who leads a command of the enemy. If he does not know the
    commander-in-chief either, the first such command is taken for his.
    """
    ranks: dict[str, str | None] = {}
    for side in SIDES:
        known = {name: service(base).rank for name, base in generals(state, side).items()}
        ranks.update(known)
        unknown = [one.id for one in state.position.commands or () if one.side == side and one.id not in known]
        if known and unknown and CINC not in known.values():
            ranks[unknown[0]] = CINC
    return tuple(_told(state, one, ranks[one.id]) for one in state.position.commands or () if one.id in ranks)


def told_baggage(state: State) -> dict[str, dict[str, int]]:
    """The baggage lost so far, also in a bound that is not over, as a question about victory tells it."""
    return _told_lost(state.baggage if state.phase in _COUNTED else _baggage(state))


def _told_lost(baggage: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {side: {how: n for how, n in found.items() if how in (CLOSE, OTHERWISE)} for side, found in baggage.items()}


def _told(state: State, one: Command, rank: str | None) -> dict[str, Any]:
    """A command as the question about victory wants it: one that changed sides is lost to the side it began on."""
    began = (state.deserted or {}).get(one.id)
    if began is not None:
        row = {"id": f"{one.id} of {began}", "side": began, "gone": one.strength, "demoralised": False}
    else:
        row = {"id": one.id, "side": one.side, "gone": one.gone, "demoralised": DEMORALISED in one.notes}
    return {**row, "general": rank, "strength": one.strength}


def _turncoats_break(state: State, command: Command) -> bool:
    """Whether a command that changed sides is demoralised by its losses; they count for no army any more."""
    if command.id not in (state.deserted or {}):
        return False
    return bool(demoralised(state.position, strength=command.strength, gone=command.gone).answer)


def _over(state: State, ruling: Ruling) -> Happened[State] | None:
    """The end of the battle, if it is one."""
    points = ruling.answer["points"]
    score = f"red {points['red']:g} points, blue {points['blue']:g}"
    defeated = ruling.answer["defeated"]
    if defeated:
        winner = ruling.answer["winner"]
        why = f"the army of {' and '.join(defeated)} is defeated: {score}"
        event = Event("victory", why, ruling.clauses, (), ruling)
        return replace(state, phase="over", winner=winner, why=why), (event,)
    if state.sky and sum(state.bounds.values()) >= state.sky.dark:
        says = f"it is dark: {score}"
        event = Event("dark", says, ("DBM-B11.2", "DBM-B29.6", *ruling.clauses), (), ruling)
        return replace(state, phase="over", winner=_leader(points), why=says), (event,)
    if min(state.bounds.get(side, 0) for side in SIDES) >= state.limit:
        says = f"the agreed {several(state.limit, 'bound is', 'bounds are')} over: {score}"
        event = Event("limit", says, ("DBM-B29.6", *ruling.clauses), (), ruling)
        return replace(state, phase="over", winner=_leader(points), why=says), (event,)
    return None


def _leader(points: dict[str, float]) -> str | None:
    """The side with more points; None if both have as many."""
    return None if points["red"] == points["blue"] else max(SIDES, key=lambda side: points[side])
