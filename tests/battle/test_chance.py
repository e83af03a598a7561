"""Chance as an explicit player: throws of any number of sides, coloured dice, cards, and numbers from a seed."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from debellis.battle.chance import MOST_SIDES, Chance, Deck, Middling, Needed, OutOfRange, Throw
from debellis.battle.stream import number

RED_DIE = ("blank", "blank", "wound", "wound", "kill", "special")
CARDS = Deck(("white", "green", "green", "red"))


def _six_sided(seed: str, index: int) -> int:
    """The die of format 1 of the log, as it was first written: the kept battles depend on it."""
    attempt = 0
    while True:
        for byte in hashlib.sha256(f"debellis die {seed} {index} {attempt}".encode()).digest():
            if byte < 252:
                return byte % 6 + 1
        attempt += 1


def test_dice_are_those_of_the_first_logs() -> None:
    assert all(number("a seed", i, 6) == _six_sided("a seed", i) for i in range(100_000))


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10, 52, 200, MOST_SIDES])
def test_every_number_of_a_throw_is_about_as_likely(sides: int) -> None:
    count = Counter(number("another seed", i, sides) for i in range(sides * 60))
    assert set(count) == set(range(1, sides + 1))
    assert max(count.values()) < 120


@pytest.mark.parametrize("sides", [0, -1, MOST_SIDES + 1])
def test_a_throw_has_sides_that_a_byte_can_decide(sides: int) -> None:
    with pytest.raises(ValueError, match="1 to 256 sides"):
        number("a seed", 0, sides)
    with pytest.raises(ValueError, match="1 to 256 sides"):
        Chance((1,)).roll("too many", sides)


def test_given_numbers_are_used_in_order() -> None:
    chance = Chance((5, 17, 2))
    assert chance.roll("PIPs") == 5
    assert chance.roll("how far", 20) == 17
    assert chance.left_over == 1
    assert chance.thrown == [(Throw(6, "PIPs"), 5), (Throw(20, "how far"), 17)]
    assert chance.numbers == (5, 17)


def test_a_missing_number_names_its_throw() -> None:
    chance = Chance((3,))
    chance.roll("PIPs")
    with pytest.raises(Needed, match="how far") as needed:
        chance.roll("how far", 20)
    assert needed.value.throw == Throw(20, "how far")
    assert chance.numbers == (3,)


@pytest.mark.parametrize(("sides", "wrong"), [(6, 7), (6, 0), (6, -1), (20, 21)])
def test_a_number_out_of_range_is_refused(sides: int, wrong: int) -> None:
    chance = Chance((wrong,))
    with pytest.raises(OutOfRange, match=f"from 1 to {sides} is needed, not {wrong}: how far"):
        chance.roll("how far", sides)
    assert not chance.thrown


def test_a_coloured_die_shows_the_face_of_its_number() -> None:
    chance = Chance((3, 6))
    assert [chance.colour(RED_DIE, "the charge") for _ in range(2)] == ["wound", "special"]
    assert chance.thrown[0][0] == Throw(6, "the charge", faces=RED_DIE)


def test_cards_are_drawn_from_those_left() -> None:
    chance = Chance((3, 1, 2, 1))
    deck, drawn = CARDS, []
    for side in ("red", "blue", "red", "blue"):
        card, deck = chance.draw(deck, f"a card for {side}", to=side)
        drawn.append(card)
    assert drawn == ["green", "white", "red", "green"]
    assert deck == Deck(())
    assert [(throw.sides, throw.secret) for throw, _ in chance.thrown] == [
        (4, "red"),
        (3, "blue"),
        (2, "red"),
        (1, "blue"),
    ]


def test_an_open_card_is_no_secret_and_an_empty_deck_has_none() -> None:
    chance = Chance((4,))
    assert chance.draw(CARDS, "an open card") == ("red", Deck(("white", "green", "green")))
    assert chance.thrown[0][0].secret is None
    with pytest.raises(ValueError, match="not 0: one more"):
        chance.draw(Deck(()), "one more")


def test_middling_numbers_never_run_out() -> None:
    chance = Middling()
    assert [chance.roll("a die", sides) for sides in (1, 2, 6, 10)] == [1, 2, 4, 6]
    assert chance.numbers == (1, 2, 4, 6)
