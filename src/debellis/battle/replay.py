"""Replaying a log: playing every decision again with the numbers it used, and checking each hash on the way."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from debellis.battle.chance import Chance, Needed, OutOfRange, Throw
from debellis.battle.log import FORMAT, Closing, Entry, Header, Thrown, entry_of, first_hash, next_hash
from debellis.battle.rules import Event, Refused, Rules
from debellis.battle.stream import number as number_of
from debellis.battle.stream import published
from debellis.table import writing


class BadLog(ValueError):
    """A log with a fault: one sentence with the number of the line. `last` is the battle up to there, if any."""

    def __init__(self, line: int, sentence: str, last: Replayed | None = None) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence
        self.last = last


class Moment(Struct, frozen=True):
    """The state after one decision, with what happened in it."""

    entry: Entry | None
    state: Any
    events: tuple[Event, ...]
    hash: str


class Replayed(Struct, frozen=True):
    """A battle played again: every moment from the start, and how it closed if it did."""

    header: Header
    moments: tuple[Moment, ...]
    closing: Closing | None

    @property
    def state(self) -> Any:
        """The state it reached."""
        return self.moments[-1].state


def read_header(log: bytes) -> Header:
    """The header of a log; BadLog if there is none this program can read."""
    first = log.partition(b"\n")[0]
    try:
        header = writing.decode(first, Header)
    except msgspec.MsgspecError:
        raise BadLog(1, "this is not the header of a debellis log") from None
    if header.format > FORMAT:
        raise BadLog(1, f"the log is of format {header.format}; this debellis reads up to {FORMAT}: use a newer one")
    return header


def replay(log: bytes, rules: Rules, seed: str | None = None) -> Replayed:
    """Play a log again. BadLog at the first line that does not follow, with the last good state.

    The seed is needed only for an unfinished battle with secret throws; the closing of a finished one reveals it.
    """
    header = read_header(log)
    try:
        state = rules.start(header.setup)
    except (ValueError, KeyError, TypeError) as wrong:
        raise BadLog(1, f"the set-up cannot be played: {wrong}") from None
    moments = [Moment(None, state, (), first_hash(header, state))]
    closing: Closing | None = None
    lines = log.split(b"\n")
    whole = lines.pop() == b""
    thrown: list[tuple[Throw, int]] = []
    seals = _Seals(header, seed or _revealed(lines))
    for number, text in enumerate(lines[1:], start=2):
        last = Replayed(header, tuple(moments), None)
        if closing is not None:
            raise BadLog(number, "the battle was over on the line before", last)
        item = _read(text, number, last)
        if isinstance(item, Closing):
            closing = item
            _check_closing(rules, header, moments[-1], closing, thrown, number, last)
        else:
            chance = Chance(item.dice)
            moments.append(_step(rules, moments[-1], item, chance, seals, number, last))
            thrown.extend(chance.thrown)
    done = Replayed(header, tuple(moments), closing)
    if not whole:
        raise BadLog(len(lines) + 1, "the log breaks off in the middle of this line", done)
    return done


def _read(text: bytes, number: int, last: Replayed) -> Entry | Closing:
    try:
        raw = msgspec.json.decode(text)
        if isinstance(raw, dict) and "winner" in raw:
            return writing.convert(raw, Closing)
        return writing.convert(raw, Entry)
    except msgspec.MsgspecError:
        raise BadLog(number, "this is not a line of a debellis log; it was cut or changed", last) from None


def _revealed(lines: list[bytes]) -> str | None:
    """The seed that the last line reveals, if it does."""
    try:
        return writing.decode(lines[-1] if lines else b"", Closing).seed
    except msgspec.MsgspecError:
        return None


class _Seals:
    """Knows whether the hash of an entry contains a nonce: from the first secret throw of a battle with a seed on."""

    def __init__(self, header: Header, seed: str | None) -> None:
        self.with_seed = header.seed_hash is not None
        self.seed = seed
        self.broken = False

    def seed_for(self, chance: Chance, number: int, last: Replayed) -> str | None:
        """The seed for the nonce of this entry, None if it has no nonce; BadLog if the seed is not known."""
        self.broken = self.broken or any(throw.secret is not None for throw, _ in chance.thrown)
        if not self.broken or not self.with_seed:
            return None
        if self.seed is None:
            raise BadLog(number, "a secret throw was made; only the seed, shown at the end, can prove the hash", last)
        return self.seed


def _step(
    rules: Rules, before: Moment, entry: Entry, chance: Chance, seals: _Seals, number: int, last: Replayed
) -> Moment:
    if entry.n != number - 1:
        raise BadLog(number, f"this is decision {entry.n}; decision {number - 1} should come here", last)
    pending = rules.pending(before.state)
    if pending.side != entry.by:
        raise BadLog(number, f"{entry.by} decides here, but it is for {pending.side} to decide", last)
    try:
        action = writing.convert(entry.action, rules.action_type)
        state, events = rules.apply(before.state, action, chance)
    except msgspec.ValidationError as wrong:
        raise BadLog(number, f"this decision cannot be read: {wrong}", last) from None
    except Needed as need:
        raise BadLog(number, f"a die is missing: {need.throw.why}", last) from None
    except OutOfRange as wrong:
        raise BadLog(number, f"{wrong}", last) from None
    except Refused as refused:
        raise BadLog(number, f"this decision is not allowed: {refused}", last) from None
    if chance.left_over:
        raise BadLog(number, f"{chance.left_over} of its dice were not asked for", last)
    if entry_of(entry.n, entry.by, entry.action, chance.thrown, entry.hash) != entry:
        raise BadLog(number, "the entry does not name the secret throws of this decision", last)
    expected = next_hash(before.hash, entry.action, entry.dice, state, seals.seed_for(chance, number, last))
    if expected != entry.hash:
        raise BadLog(number, "the hash does not follow from what went before; the log was changed", last)
    return Moment(entry, state, events, expected)


def _check_closing(
    rules: Rules, header: Header, final: Moment, closing: Closing, thrown: Thrown, number: int, last: Replayed
) -> None:
    result = rules.result(final.state)
    if result is None or (result.winner, result.why) != (closing.winner, closing.why) or closing.hash != final.hash:
        raise BadLog(number, "the closing does not follow from the battle", last)
    if closing.seed is None:
        return
    if published(closing.seed) != header.seed_hash:
        raise BadLog(number, "the seed shown is not the one whose hash was published", last)
    if any(number_of(closing.seed, i, throw.sides) != value for i, (throw, value) in enumerate(thrown)):
        raise BadLog(number, "the dice of this battle are not those of its seed", last)
