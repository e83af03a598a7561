"""What a side pays with: PIPs by side or command, cards by general."""

from __future__ import annotations

import pytest

from debellis.battle.purse import Cards, Pips, Purse, pays
from debellis.table import writing

ORDER = ("black", "white", "green", "yellow", "red")
HANDS = Cards({"Marius": ("red", "white"), "Sulla": ("green", "green", "black")}, ("yellow",))


@pytest.mark.parametrize(
    ("price", "enough"),
    [({"first": 3}, True), ({"first": 4}, False), ({"second": 1}, False), ({"first": 2, "third": 1}, True), ({}, True)],
)
def test_pips_pay_for_their_own_command(price: dict[str, int], enough: bool) -> None:
    assert pays(Pips({"first": 3, "second": 0, "third": 1}), Pips(price)) is enough


@pytest.mark.parametrize(
    ("hand", "enough"),
    [
        ({"Marius": ("red",)}, True),
        ({"Marius": ("green",)}, True),
        ({"Marius": ("white", "yellow")}, True),
        ({"Marius": ("green", "green")}, False),
        ({"Sulla": ("red",)}, False),
        ({"Sulla": ("green", "white")}, True),
        ({"Sulla": ("green", "white", "white")}, False),
        ({"Marius": ("black", "black", "black")}, False),
        ({"Marius": ("red",), "Sulla": ("green",)}, True),
        ({"Cinna": ("black",)}, False),
    ],
)
def test_a_card_pays_for_its_colour_and_lower_ones(hand: dict[str, tuple[str, ...] | int], enough: bool) -> None:
    assert pays(HANDS, Cards(hand), ORDER) is enough


def test_without_an_order_of_colours_the_colour_must_be_the_same() -> None:
    assert pays(HANDS, Cards({"Sulla": ("green", "green")}))
    assert not pays(HANDS, Cards({"Marius": ("green",)}))
    assert not pays(HANDS, Cards({"Marius": ("red", "red")}))


def test_a_hidden_hand_is_known_by_its_number() -> None:
    assert pays(Cards({"Marius": 2}), Cards({"Marius": ("red", "red")}), ORDER)
    assert not pays(Cards({"Marius": 1}), Cards({"Marius": ("black", "black")}), ORDER)
    assert not pays(HANDS, Cards({"Marius": 3}))


def test_a_price_of_another_kind_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="A price in PIPs cannot be paid with cards"):
        pays(HANDS, Pips({"first": 1}))


@pytest.mark.parametrize("purse", [HANDS, Cards({"Marius": 2}), Pips({"red": 4})])
def test_purses_are_told_apart_when_they_are_read(purse: Purse) -> None:
    assert writing.decode(writing.encode(purse), Purse) == purse
