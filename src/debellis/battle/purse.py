"""What a side pays with for its actions: PIPs, or cards in the hands of its generals.

A price is a value of the same kind. The rules of each family say how a purse is filled and spent.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct


class Pips(Struct, frozen=True, tag_field="kind", tag="pips"):
    """PIPs left, by side or by command."""

    left: dict[str, int]


class Cards(Struct, frozen=True, tag_field="kind", tag="cards"):
    """Cards by general: their colours, or only their number where a hand is hidden; and the open pile of discards."""

    hands: dict[str, tuple[str, ...] | int]
    discards: tuple[str, ...] = ()


Purse = Pips | Cards


def pays(purse: Purse, price: Purse, order: tuple[str, ...] = ()) -> bool:
    """Whether a purse is enough for a price, with every part paid by the side, command or general it names.

    `order` has the colours of cards from the lowest to the highest; a card then also pays for a lower colour. A hand of
    which only the number of cards is known is enough if it has that many. ValueError if the two are of different kinds.
    """
    if isinstance(purse, Pips) and isinstance(price, Pips):
        return all(purse.left.get(who, 0) >= asked for who, asked in price.left.items())
    if isinstance(purse, Cards) and isinstance(price, Cards):
        return all(_hand_pays(purse.hands.get(who, ()), asked, order) for who, asked in price.hands.items())
    raise ValueError(f"A price in {_kind(price)} cannot be paid with {_kind(purse)}.")


def _hand_pays(hand: tuple[str, ...] | int, asked: tuple[str, ...] | int, order: tuple[str, ...]) -> bool:
    """Whether a hand has a different card for each one asked."""
    if isinstance(hand, int) or isinstance(asked, int):
        return _number(hand) >= _number(asked)
    if not order:
        return Counter(asked) <= Counter(hand)
    held, wanted = (sorted(map(order.index, cards), reverse=True) for cards in (hand, asked))
    return len(held) >= len(wanted) and all(mine >= theirs for mine, theirs in zip(held, wanted, strict=False))


def _number(hand: tuple[str, ...] | int) -> int:
    return hand if isinstance(hand, int) else len(hand)


def _kind(purse: Purse) -> str:
    return "PIPs" if isinstance(purse, Pips) else "cards"
