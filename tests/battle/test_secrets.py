"""What only one side may know stays hidden: in views, in the log of a battle that goes on, and in its hashes."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.chance import Chance, Deck
from debellis.battle.log import Entry, first_hash, next_hash, shown_to
from debellis.battle.replay import BadLog, replay
from debellis.battle.secrets import Hidden, Secret, leaks, secret_fields, shown
from debellis.battle.sides import SIDES
from debellis.battle.stream import seed_of
from tests.battle.toy import DECK, LEAKY, TOY, Deal, Delay, Parry, Pass, State, Strike, View

SEED = seed_of(11)


def _begun(seed: str | None = SEED) -> Battle:
    """A battle in which the cards were dealt and red delayed."""
    battle = Battle(TOY, {}, StreamOfDice(SEED), seed)
    battle.play(Deal())
    battle.play(Delay(_hand(battle, "red")[0]))
    return battle


def _ended() -> Battle:
    battle = _begun()
    battle.play(Strike(_hand(battle, "blue")[0]))
    battle.play(Parry(_hand(battle, "red")[0]))
    battle.play(Pass())
    battle.play(Pass())
    assert battle.result is not None
    return battle


def _hand(battle: Battle, side: str) -> tuple[str, ...]:
    hand: tuple[str, ...] = battle.state.hands[side].value
    return hand


def _dealt(red: tuple[str, ...], blue: tuple[str, ...]) -> State:
    """The state after these hands were dealt and before anything else."""
    left = list(DECK.cards)
    for card in (*red, *blue):
        left.remove(card)
    start = TOY.start({})
    hands = {"red": Secret("red", red), "blue": Secret("blue", blue)}
    dealt: State = replace(start, deck=Secret(None, Deck(tuple(left))), hands=hands, dealt=True)
    return dealt


def test_a_secret_is_shown_to_its_owner_alone() -> None:
    hand = Secret("red", ("green", "white"))
    assert shown(hand, "red") == ("green", "white")
    assert shown(hand, "blue") == shown(hand, None) == Hidden(2)
    assert shown(Secret(None, "a word"), None) == Hidden(1)


class Careless(Struct):
    """A view with a secret in every kind of place where one can be."""

    plain: int
    one: Secret[int]
    maybe: Secret[str] | None
    many: dict[str, tuple[Secret[int], ...]]
    pair: tuple[int, Secret[int]]
    below: list[Careless]
    other: State


def test_secrets_in_a_type_are_found_wherever_they_are() -> None:
    assert secret_fields(View) == ()
    assert secret_fields(Careless) == (
        "Careless.one",
        "Careless.maybe",
        "Careless.many[][]",
        "Careless.pair[1]",
        "Careless.other.deck",
        "Careless.other.hands[]",
    )


def test_a_view_does_not_tell_the_secrets_of_others() -> None:
    one, two = _dealt(("red", "white"), ("green", "green")), _dealt(("red", "white"), ("red", "white"))
    for side in ("red", None):
        assert leaks(TOY, one, two, side) == ()
        assert leaks(LEAKY, one, two, side) == ("left",)


def test_states_that_differ_in_more_prove_nothing() -> None:
    one, two = _dealt(("red", "white"), ("green", "green")), _dealt(("green", "white"), ("red", "red"))
    with pytest.raises(ValueError, match="red may know"):
        leaks(TOY, one, two, "red")
    with pytest.raises(ValueError, match="None may know"):
        leaks(TOY, one, replace(one, hits={"red": 1, "blue": 0}), None)


def test_only_entries_with_secret_throws_say_so() -> None:
    lines = [msgspec.json.decode(text) for text in _ended().log().splitlines()[1:-1]]
    assert (lines[0]["secret"], lines[0]["seen_by"]) == ([0, 1, 2, 3], ["red", "blue", "red", "blue"])
    assert all(set(line) == {"n", "by", "action", "dice", "hash"} for line in lines[1:])
    assert [len(line["dice"]) for line in lines[2:4]] == [0, 2]


def test_an_entry_is_shown_without_the_secrets_of_others() -> None:
    entry = Entry(1, "red", {"do": "deal"}, (4, 2, 6, 1), "hash", (1, 2, 3), ("red", "blue", "red"))
    assert shown_to(entry, "red").dice == (4, 2, 1)
    assert shown_to(entry, "blue").dice == (4, 6)
    assert shown_to(entry, None).dice == (4,)
    assert shown_to(entry, None).secret == (1, 2, 3)
    open_entry = Entry(2, "red", {"do": "pass"}, (3,), "hash")
    assert shown_to(open_entry, "blue") is open_entry


def test_no_hash_can_be_matched_by_trying_every_hand() -> None:
    """Also not the hash of a later decision without throws, after which the hands are still secret."""
    battle = _begun()
    deal, delay = battle.entries
    before = first_hash(battle.header, TOY.start({}))
    tried = set()
    for red, blue in product(set(permutations(DECK.cards, 2)), repeat=2):
        if Counter((*red, *blue)) <= Counter(DECK.cards):
            dealt = _dealt(red, blue)
            tried |= {next_hash(before, deal.action, dice, dealt) for dice in product(*map(range, (7, 6, 5, 4)))}
            tried |= {next_hash(deal.hash, delay.action, (), _without(dealt, card)) for card in set(red)}
    assert not tried & {deal.hash, delay.hash}
    assert next_hash(deal.hash, delay.action, (), battle.state) in tried
    assert next_hash(deal.hash, delay.action, (), battle.state, SEED) == delay.hash


def _without(state: State, card: str) -> State:
    """The state after red delays with that card."""
    after: State = TOY.apply(state, Delay(card), Chance())[0]
    return after


def test_a_battle_without_a_seed_has_no_nonce() -> None:
    """Players who type in their own numbers hold their own cards."""
    battle = _begun(seed=None)
    deal, delay = battle.entries
    assert delay.hash == next_hash(deal.hash, delay.action, (), battle.state)
    assert replay(battle.log(), TOY).state == battle.state


def test_a_finished_battle_replays_and_reveals_everything() -> None:
    battle = _ended()
    done = replay(battle.log(), TOY)
    assert done.state == battle.state
    assert done.closing is not None
    assert done.closing.seed == SEED


def test_a_battle_that_goes_on_replays_only_with_its_seed() -> None:
    battle = _begun()
    assert replay(battle.log(), TOY, SEED).state == battle.state
    with pytest.raises(BadLog, match=r"line 2: .* only the seed"):
        replay(battle.log(), TOY)
    with pytest.raises(BadLog, match="the hash does not follow"):
        replay(battle.log(), TOY, seed_of(12))


def _changed(battle: Battle, line: int, **fields: Any) -> bytes:
    """The log with one line changed; a field of None is left out."""
    lines = battle.log().split(b"\n")
    entry = {**msgspec.json.decode(lines[line - 1]), **fields}
    lines[line - 1] = msgspec.json.encode({key: value for key, value in entry.items() if value is not None})
    return b"\n".join(lines)


@pytest.mark.parametrize(
    ("line", "fields", "says"),
    [
        (2, {"dice": [1, 1, 1]}, "a die is missing: a card for blue"),
        (2, {"dice": [1, 1, 1, 1, 1]}, "1 of its dice were not asked for"),
        (2, {"dice": [1, 1, 1, 4]}, "a number from 1 to 3 is needed, not 4: a card for blue"),
        (2, {"secret": None, "seen_by": None}, "does not name the secret throws"),
        (2, {"seen_by": ["red", "red", "red", "blue"]}, "does not name the secret throws"),
        (3, {"secret": [0], "seen_by": ["red"]}, "does not name the secret throws"),
        (5, {"dice": [1, 11]}, "a number from 1 to 10 is needed, not 11: the parry"),
    ],
)
def test_a_changed_log_is_refused_in_one_sentence(line: int, fields: dict[str, Any], says: str) -> None:
    with pytest.raises(BadLog, match=f"^line {line}: .*{says}"):
        replay(_changed(_ended(), line, **fields), TOY)


def test_the_seed_shown_at_the_end_proves_throws_of_every_kind() -> None:
    battle = Battle(TOY, {}, StreamOfDice(seed_of(12)), SEED)
    battle.play(Deal())
    for _ in SIDES:
        battle.play(Pass())
    with pytest.raises(BadLog, match="are not those of its seed"):
        replay(battle.log(), TOY)
