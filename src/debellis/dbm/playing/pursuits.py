"""Pursuit after a close combat: who wins to its front and is of the kind that follows goes after its opponent."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.aftermath.pursuit import must_pursue, pursue
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.fighting.outcome import NO_EFFECT
from debellis.dbm.playing.changes import OTHERWISE, lose
from debellis.dbm.playing.state import State
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.umpire.ruling import Finding


def pursue_after(
    state: State,
    before: Position,
    names: tuple[str, str],
    fates: dict[str, str],
    not_in_front: str | None,
    dice: Chance,
) -> Happened[State]:
    """Let the winner of a combat pursue, if its opponent left its front and nothing became of itself."""
    events: tuple[Event, ...] = ()
    for name, opponent in (names, names[::-1]):
        beaten = fates[opponent] != NO_EFFECT and _left(before, state.position, opponent)
        if fates[name] != NO_EFFECT or not beaten or name == not_in_front:
            continue
        if state.position.has_base(name) and must_pursue(state.position, state.position.base(name)):
            state, more = _pursue(state, name, dice)
            events += more
    return state, events


def _left(before: Position, after: Position, name: str) -> bool:
    """Whether an element no longer stands where it stood."""
    if not after.has_base(name):
        return True
    was, now = before.base(name), after.base(name)
    return was.front != now.front or was.facing != now.facing


def _pursue(state: State, name: str, dice: Chance) -> Happened[State]:
    finding = Finding()
    done = pursue(state.position, name, finding)
    movers = (name, *done.followed)
    off = [
        one
        for one in movers
        if done.position.has_base(one) and is_off(done.position.base(one).rectangle, done.position.size)
    ]
    lost = dict.fromkeys([name] if done.destroyed else off, OTHERWISE)
    says = f"{name} is used up in pursuit" if done.destroyed else f"{name} pursues {done.distance:g} mm"
    says += f" with {', '.join(done.followed)}" if done.followed else ""
    ruling = finding.rule("pursue", {"distance": done.distance, "followed": list(done.followed)})
    event = Event("pursue", says, ruling.clauses, movers, ruling)
    here = [one for one in movers if done.position.has_base(one)]
    state, more = lose(state, with_turn_notes(done.position, here, "pursuing"), lost, dice)
    return state, (event, *more)
