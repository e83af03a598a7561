"""Pairs whose places suit the other of them better, and the defender's exchanges when both armies stand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from debellis.battle.rules import Rules
from debellis.dba.attached import is_own_element
from debellis.dba.book import table
from debellis.dba.playing.actions import Exchange
from debellis.dba.playing.state import State
from debellis.dba.setting_up.exchange import Pair, exchange
from debellis.generals.arrangement import arrangement_suits
from debellis.generals.character import Character
from debellis.generals.decision import Decision
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict

#: What an exchange must gain, in elements.
_WORTH_IT = 0.3


def next_exchange(rules: Rules, state: State, side: str, by: Character) -> Decision:
    """The pairs to exchange, each the best after those before it; none if nobody would stand better."""
    pairs: tuple[Pair, ...] = ()
    position = state.position
    most = int(table(position, "deployment")["swap_pairs"])
    while len(pairs) < most:
        found = best_pair(position, side, by, _after(rules, state, pairs))
        if found is None:
            break
        pair, position = found
        pairs = (*pairs, pair)
    return Decision(Exchange(pairs), _why(state.position, pairs))


def _after(rules: Rules, state: State, before: tuple[Pair, ...]) -> Callable[[Pair, Position], bool]:
    """Whether the rules allow a pair after those before it."""
    return lambda pair, _: rules.allows(state, Exchange((*before, pair)))


def best_pair(
    position: Position, side: str, by: Character, allowed: Callable[[Pair, Position], bool]
) -> tuple[Pair, Position] | None:
    """The pair of those allowed that gains most by changing places, and how everybody stands then."""
    now = arrangement_suits(position, side, by)
    gains: list[tuple[float, Pair, Position]] = []
    for one, two in combinations(_in_line(position, side), 2):
        if (one.code, one.general) == (two.code, two.general):
            continue
        after, _ = exchange(Verdict(), position, one.id, two.id)
        gain = arrangement_suits(after, side, by) - now
        if gain > _WORTH_IT:
            gains.append((gain, (one.id, two.id), after))
    for _, pair, after in sorted(gains, key=lambda one: -one[0]):
        if allowed(pair, after):
            return pair, after
    return None


def _in_line(position: Position, side: str) -> list[Base]:
    """Those who may change places: not a garrison, and not a general who goes with another element."""
    return [base for base in position.friends(side) if not is_own_element(base)]


def _why(position: Position, pairs: tuple[Pair, ...]) -> str:
    if not pairs:
        return "Nobody would stand better in another's place."
    told = " and ".join(f"{_told(position, one)} with {_told(position, two)}" for one, two in pairs)
    return f"{told}: so each faces what it fights better."


def _told(position: Position, name: str) -> str:
    return f"{position.base(name).code} {name}"
