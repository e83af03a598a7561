"""What must hold in every state of a battle of Mortem et Gloriam."""

from __future__ import annotations

from collections import Counter

from debellis.geometry.rectangle import overlaps
from debellis.meg.losses import breaks_at
from debellis.meg.playing.cards import full_deck
from debellis.meg.playing.state import State
from debellis.meg.units import bases_of, unit_name, units_of


def overlapping(state: State) -> list[tuple[str, str]]:
    """The pairs of bases that stand on each other."""
    found: list[tuple[str, str]] = []
    for base in state.position.standing:
        for other in state.position.near(base.rectangle):
            if base.id < other.id and overlaps(base.rectangle, other.rectangle):
                found.append((base.id, other.id))
    return found


def impossible(state: State) -> list[str]:
    """What cannot be in a state: bases on each other, cards or losses that do not add up."""
    wrong = [f"{one} stands on {other}" for one, other in overlapping(state)]
    cards = Counter(card for hand in state.hands.values() for card in hand.value)
    cards.update(state.pile)
    cards.update(card for pile in (*state.shown.values(), *state.laid.values()) for card in pile)
    if state.before is not None:
        cards.update(card for hand in state.before.hands.values() for card in hand.value)
    cards.update(state.deck.value.cards)
    if cards != Counter(full_deck("meg").cards):
        wrong.append(f"the cards are {dict(cards)}")
    for unit in units_of(state.position):
        standing = len(bases_of(state.position, unit.id))
        if standing > unit.original or unit.wounds not in (0, 1):
            wrong.append(f"{unit.id} has {standing} bases and {unit.wounds} wounds")
        if not unit.broken and breaks_at(state.position, unit, unit.original - standing):
            wrong.append(f"{unit.id} has lost {unit.original - standing} bases and is not broken")
    known = {unit.id for unit in units_of(state.position)}
    wrong += [f"{base.id} belongs to nobody" for base in state.position.bases if unit_name(base) not in known]
    wrong += [f"{one.id} has a hand in the open" for one in state.position.generals or () if one.hand is not None]
    return wrong


def assert_lawful(state: State) -> None:
    """Fail if anything impossible is in a state."""
    wrong = impossible(state)
    assert not wrong, wrong[:5]
