"""Vessels in a battle: who is aboard, what that means for their fights, and empty ones that enemy foot capture."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.moving.boarding import UNLADEN
from debellis.dbm.playing.changes import OTHERWISE, lose
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.shore import waters_of
from debellis.dbm.troops import among, arm, noted, service, troop
from debellis.manoeuvre.contact import meet
from debellis.mechanics.tables import table
from debellis.table.bases import Base, Service
from debellis.table.position import Position
from debellis.table.value import replace

CAPTURE = "DBM-B30.4"
FIGHTS_ABOARD = "laden_to_fight"


def vessels_on(position: Position) -> list[Base]:
    """The vessels that stand on the table."""
    return [base for base in position.standing if arm(position.edition, base.kind) == "naval"]


def laden_notes(position: Position, aboard: Base | None) -> tuple[str, ...]:
    """The notes of a vessel by whom it carries."""
    if aboard is None:
        return (UNLADEN,)
    fight = table(position, "vessels")["fight_aboard"]
    return (FIGHTS_ABOARD,) if among(position.edition, troop(aboard), fight) else ()


def with_lading(position: Position, vessel: Base, aboard: Base | None) -> Base:
    """A vessel with the notes of whom it carries."""
    serves = service(vessel)
    own = laden_notes(position, aboard)
    notes = (*(note for note in serves.notes if note not in (UNLADEN, FIGHTS_ABOARD)), *own)
    return replace(vessel, service=Service(serves.command, serves.rank, notes))


def is_defended(position: Position, vessel: Base) -> bool:
    """Whether a vessel is beached with troops aboard, who defend it as they would works."""
    return not noted(vessel, UNLADEN) and bool(waters_of(position, vessel, beached=True))


def captured_empty(state: State, dice: Chance) -> Happened[State]:
    """Take off beached vessels with nobody aboard that enemy foot touch."""
    events: tuple[Event, ...] = ()
    for vessel in vessels_on(state.position):
        if not noted(vessel, UNLADEN) or not waters_of(state.position, vessel, beached=True):
            continue
        by = next(
            (e for e in state.position.near_enemies(vessel.side, vessel.rectangle) if _takes(state, e, vessel)), None
        )
        if by is not None:
            state, more = lose(state, state.position, {vessel.id: OTHERWISE}, dice)
            says = f"{by.id} captures {vessel.id}, which lies on the beach with nobody aboard"
            events = (*events, Event("capture", says, (CAPTURE,), (by.id, vessel.id)), *more)
    return state, events


def _takes(state: State, enemy: Base, vessel: Base) -> bool:
    foot = arm(state.position.edition, enemy.kind) == "foot"
    return foot and meet(enemy.rectangle, vessel.rectangle).touching
