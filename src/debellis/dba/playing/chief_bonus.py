"""Once in a big battle the commander-in-chief adds to the score of his element in a combat, after he has seen it."""

from __future__ import annotations

from msgspec import UNSET

from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dba.book import table
from debellis.dba.commands import is_big, is_chief
from debellis.dba.fighting.fighters import Fighter
from debellis.dba.playing.state import Rolled, State
from debellis.table.value import replace
from debellis.umpire.sheet import Line, Sheet

_CLAUSE = "DBA22-B33.4"


def sides_to_ask(state: State, fighters: tuple[Fighter, Fighter]) -> tuple[str, ...]:
    """The sides whose commander-in-chief is in this combat and may still add to his score; the active side first."""
    if not is_big(state.position):
        return ()
    used = () if state.added is UNSET else state.added
    bases = [who.base for who in fighters if who.base is not None]
    led = {base.side for base in bases if is_chief(state.position, base)}
    return tuple([side for side in (state.turn, other(state.turn)) if side in led and side not in used])


def waiting(state: State, rolled: Rolled) -> tuple[State, tuple[Event, ...]]:
    """The state in which the dice of a combat lie on the table and a commander-in-chief decides."""
    says = f"{rolled.one} throws {rolled.dice[0]} and {rolled.two} {rolled.dice[1]}: a commander-in-chief may add to it"
    return replace(state, phase="bonus", rolled=rolled), (Event("rolled", says, (_CLAUSE,), (rolled.one, rolled.two)),)


def bonus(state: State, who: Fighter) -> int:
    """What the commander-in-chief adds to the score of a fighter in the combat that is being decided."""
    rolled = state.rolled
    if (
        rolled is UNSET
        or who.base is None
        or who.base.side not in rolled.adds
        or not is_chief(state.position, who.base)
    ):
        return 0
    return int(table(state.position, "big_battle")["cinc_bonus_once"])


def with_bonus(state: State, who: Fighter, sheet: Sheet) -> Sheet:
    """The factors of a fighter with what its commander-in-chief adds."""
    more = bonus(state, who)
    if not more:
        return sheet
    line = Line(more, "its commander-in-chief adds to its score, once in a battle", (_CLAUSE,))
    return replace(sheet, lines=(*sheet.lines, line))


def settled(state: State, phase: str) -> State:
    """The state after the decision, back in the phase of the combat; the same state if nobody was asked."""
    rolled = state.rolled
    if rolled is UNSET:
        return state
    added = (*(() if state.added is UNSET else state.added), *rolled.adds)
    return replace(state, phase=phase, rolled=UNSET, added=added if added else state.added)
