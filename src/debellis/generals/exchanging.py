"""The defender's exchanges when both armies stand: pairs whose places suit the other of them better."""

from __future__ import annotations

from itertools import combinations

from debellis.battle.rules import Rules
from debellis.db.attached import is_own_element
from debellis.db.book import table
from debellis.db.playing.actions import Exchange
from debellis.db.playing.state import State
from debellis.db.setting_up.exchange import Pair, exchange
from debellis.db.verdict import Verdict
from debellis.generals.arrangement import arrangement_suits
from debellis.generals.character import Character
from debellis.generals.decision import Decision
from debellis.table.bases import Base
from debellis.table.position import Position

#: What an exchange must gain, in elements.
_WORTH_IT = 0.3


def next_exchange(rules: Rules, state: State, side: str, by: Character) -> Decision:
    """The pairs to exchange, each the best after those before it; none if nobody would stand better."""
    pairs: tuple[Pair, ...] = ()
    position = state.position
    most = int(table(position, "deployment")["swap_pairs"])
    while len(pairs) < most:
        found = _best_pair(rules, state, position, side, by, pairs)
        if found is None:
            break
        pairs = (*pairs, found)
        position, _ = exchange(Verdict(), position, *found)
    return Decision(Exchange(pairs), _why(state.position, pairs))


def _best_pair(
    rules: Rules, state: State, position: Position, side: str, by: Character, before: tuple[Pair, ...]
) -> Pair | None:
    """The pair that gains most of those the rules allow after the ones before."""
    now = arrangement_suits(position, side, by)
    gains: list[tuple[float, Pair]] = []
    for one, two in combinations(_in_line(position, side), 2):
        if (one.code, one.general) == (two.code, two.general):
            continue
        after, _ = exchange(Verdict(), position, one.id, two.id)
        gain = arrangement_suits(after, side, by) - now
        if gain > _WORTH_IT:
            gains.append((gain, (one.id, two.id)))
    for _, pair in sorted(gains, key=lambda one: -one[0]):
        if rules.allows(state, Exchange((*before, pair))):
            return pair
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
