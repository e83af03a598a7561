"""A captured town that its troops have left may revolt: its first owner spends all of a score of six PIPs on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dba.book import book
from debellis.dba.commands import is_big
from debellis.dba.moving.moves import Pips
from debellis.dba.playing.actions import Revolt
from debellis.dba.playing.state import State
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together

_CLAUSES: Final = ("BOB-VIC-2c", "DBA22-B8.2")


def may_revolt(position: Position, side: str, pips: Pips) -> tuple[str, ...]:
    """The towns that a side may have back for all the PIPs of a score: taken from it, and left by everybody."""
    towns = [town for town in position.features("bua") if town.home == side and town.owner not in (None, side)]
    if not towns or not payers(position, pips):
        return ()
    return tuple([town.id for town in towns if town.occupant == "none" and position.within(town.id) is None])


def payers(position: Position, pips: Pips) -> tuple[str | None, ...]:
    """The commands whose PIP score is high enough, or only None where an army has one score; none if it is lower."""
    score = int(book(position).tables.other.get("revolt", {}).get("score", 0))
    if isinstance(pips, dict):
        return tuple([name for name, left in pips.items() if left == score])
    return (None,) if pips == score else ()


def begin_moves(state: State) -> State:
    """The state after the choice of a revolt, or without one: the moves begin, or the holding in a big battle."""
    return replace(state, phase="hold" if is_big(state.position) else "moves", revolt=UNSET)


def check_revolt(state: State, action: Revolt) -> Ruling:
    """Whether that town may revolt, and that command pay for it. No town need revolt."""
    verdict = Verdict()
    towns = () if state.revolt is UNSET else state.revolt
    able = payers(state.position, state.bound.pips)
    if action.place is None:
        if action.command is not None:
            verdict.refuse("A command pays only for a town that revolts.", *_CLAUSES)
    elif action.place not in towns:
        verdict.refuse(f"Only {together(list(towns))} may revolt now.", *_CLAUSES)
    elif action.command not in able:
        known = together([name for name in able if name is not None])
        says = f"One of these commands pays: {known}." if known else "The side pays, not a command."
        verdict.refuse(says, *_CLAUSES)
    return verdict.decide("revolt")


def revolt(state: State, action: Revolt, dice: Chance) -> Happened[State]:
    """Give the town back to the denizens of its first owner, for all the PIPs of the score; or go on."""
    if action.place is None:
        return begin_moves(state), (Event("revolt", f"{state.turn} lets no town revolt"),)
    town = replace(state.position.feature(action.place), owner=state.turn, occupant="denizens")
    terrain = tuple(town if piece.id == town.id else piece for piece in state.position.terrain)
    left = state.bound.pips
    after: Pips = {**left, action.command: 0} if isinstance(left, dict) and action.command is not None else 0
    kept = sum(after.values()) if isinstance(after, dict) else 0
    spent = state.pips - kept
    says = f"{town.id} revolts for all {spent} PIPs: its denizens side with {state.turn} again"
    done = replace(
        state,
        position=replace(state.position, terrain=terrain),
        pips=kept,
        bound=replace(state.bound, pips=after),
    )
    return begin_moves(done), (Event("revolt", says, _CLAUSES, ()),)


def revolts(state: State) -> Iterator[Revolt]:
    """Every town that may revolt, by every command that can pay, and none."""
    for town in () if state.revolt is UNSET else state.revolt:
        for command in payers(state.position, state.bound.pips):
            yield Revolt(town, command)
    yield Revolt()
