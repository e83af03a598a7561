"""Replays a log: plays every decision again with the numbers it used, and checks each hash.

A log may come from anywhere, so nothing in it is trusted. Any fault raises BadLog.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NoReturn

import msgspec
from msgspec import Struct

from debellis.battle.chance import Chance, Needed, OutOfRange, Throw
from debellis.battle.log import Closing, Entry, Header, Thrown, entry_of, first_hash, is_sealed, next_hash
from debellis.battle.log_lines import BadLine, read_header_line, read_line, unknown_key
from debellis.battle.rules import Event, Refused, Rules
from debellis.battle.sides import SIDES
from debellis.battle.stream import number as number_of
from debellis.battle.stream import published
from debellis.battle.taking_back import is_take_back, read, told
from debellis.battle.telling import tell_events
from debellis.table import writing

#: What a fault is about: the form of a line, the rules, a hash, a die, the seed, the result, or where the log ends.
Kind = Literal["form", "rules", "hash", "sealed", "dice", "seed", "result", "cut"]

_OVER = "the battle was over on the line before"


class BadLog(ValueError):
    """A log with a fault: one sentence with the number of the line. `last` is the battle up to there, if any."""

    def __init__(self, line: int, sentence: str, last: Replayed | None = None, kind: Kind = "form") -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence
        self.last = last
        self.kind = kind


class Moment(Struct, frozen=True):
    """The state after one decision, with what happened in it."""

    entry: Entry | None
    state: Any
    events: tuple[Event, ...]
    hash: str


class Replayed(Struct, frozen=True):
    """A replayed battle: every moment from the start, and the closing if there is one."""

    header: Header
    moments: tuple[Moment, ...]
    closing: Closing | None

    @property
    def state(self) -> Any:
        """The state it reached."""
        return self.moments[-1].state


def read_header(log: bytes) -> Header:
    """The header of a log; BadLog if there is none this program can read."""
    try:
        return read_header_line(log.partition(b"\n")[0])
    except BadLine as wrong:
        raise BadLog(1, str(wrong)) from None


def replay(log: bytes, rules: Rules, seed: str | None = None) -> Replayed:
    """Play a log again. BadLog at the first line that does not follow, with the last good state.

    The seed is needed only for an unfinished battle with secret throws; the closing of a finished one reveals it.
    """
    return follow(log, rules, _refuse, seed)


def follow(log: bytes, rules: Rules, tell: Callable[[BadLog], None], seed: str | None = None) -> Replayed:
    """Replay a log as far as it can be followed, and report every fault on the way.

    A wrong hash, for example, does not end the replay, but an action that is not allowed does. BadLog if it cannot
    begin.
    """
    header = read_header(log)
    try:
        start = Moment(None, state := rules.start(header.setup), (), first_hash(header, state))
    except Exception as wrong:
        raise BadLog(1, f"the set-up cannot be played: {_in_words(wrong)}") from None
    lines = log.split(b"\n")
    rest = lines.pop()
    follower = _Follower(rules, header, start, tell, seed or _revealed(lines))
    for number, text in enumerate(lines[1:], start=2):
        if not follower.follow_line(number, text):
            return follower.replayed
    if rest and follower.closing is not None:
        follower.fault(len(lines) + 1, _OVER, "form")
    elif rest:
        follower.fault(len(lines) + 1, "the log breaks off in the middle of this line", "cut")
    return follower.replayed


def _refuse(fault: BadLog) -> NoReturn:
    raise fault


def _revealed(lines: list[bytes]) -> str | None:
    """The seed that the last line reveals, if any."""
    try:
        last = read_line(lines[-1] if lines else b"")
    except BadLine:
        return None
    return last.seed if isinstance(last, Closing) else None


def _in_words(wrong: Exception) -> str:
    """An exception as a short sentence. Exceptions not meant for people are named."""
    words = " ".join(str(wrong).split())[:200]
    return words if type(wrong) is ValueError and words else f"{type(wrong).__name__} {words}".strip()


class _Follower:
    """Follows a log line by line. `broken_seal` is set from the first secret throw on: hashes then hold a nonce."""

    def __init__(
        self, rules: Rules, header: Header, start: Moment, tell: Callable[[BadLog], None], seed: str | None
    ) -> None:
        self.rules = rules
        self.header = header
        self.moments = [start]
        self.standing = [start]
        self.tell = tell
        self.seed = seed
        self.broken_seal = False
        self.closing: Closing | None = None
        self.thrown: list[tuple[Throw, int]] = []

    @property
    def replayed(self) -> Replayed:
        return Replayed(self.header, tuple(self.moments), self.closing)

    def fault(self, line: int, sentence: str, kind: Kind) -> None:
        self.tell(BadLog(line, sentence, self.replayed, kind))

    def follow_line(self, number: int, text: bytes) -> bool:
        """Follow one more line; returns whether the battle can be followed beyond it."""
        if self.closing is not None:
            self.fault(number, _OVER, "form")
            return False
        try:
            item = read_line(text)
        except BadLine as wrong:
            self.fault(number, str(wrong), "form")
            return False
        if isinstance(item, Closing):
            self._check_closing(number, item)
            self.closing = item
            return True
        return self._follow_entry(number, item)

    def _follow_entry(self, number: int, entry: Entry) -> bool:
        before = self.moments[-1]
        if entry.n != number - 1:
            self.fault(number, f"this is decision {entry.n}; decision {number - 1} should come here", "form")
        if is_take_back(entry.action):
            return self._take_back(number, entry)
        try:
            pending = self.rules.pending(before.state)
            if pending.side != entry.by:
                who = entry.by if entry.by in SIDES else f"{entry.by!r:.40}"
                said = f"{who} decides here, but it is for {pending.side or 'nobody'} to decide"
                self.fault(number, said, "rules")
            action = writing.convert(entry.action, self.rules.action_type)
            if (key := unknown_key(entry.action, writing.plain(action))) is not None:
                self.fault(number, f"this decision has a key that debellis does not know: {key!r:.60}", "form")
            chance = Chance(entry.dice)
            state, events = self.rules.apply(before.state, action, chance)
        except BadLog:
            raise
        except Exception as wrong:
            self.fault(number, *_why_not(wrong))
            return False
        self._check_dice(number, entry, chance)
        hash_ = self._check_hash(number, entry, state, chance)
        self.thrown.extend(chance.thrown)
        self._add(Moment(entry, state, tell_events(self.rules.position(state), events), hash_))
        return True

    def _add(self, moment: Moment) -> None:
        self.moments.append(moment)
        self.standing.append(moment)

    def _take_back(self, number: int, entry: Entry) -> bool:
        """Follow decisions taken back by agreement: the state is the one before them, and the hashes go on."""
        try:
            done = read(entry.action, entry.by, len(self.standing) - 1)
            if self.rules.result(self.moments[-1].state) is not None:
                raise ValueError("the battle was over, so nothing could be taken back")
        except (msgspec.ValidationError, ValueError) as wrong:
            self.fault(number, f"this take-back is not allowed: {_in_words(wrong)}", "rules")
            return False
        if entry.dice:
            self.fault(number, f"{len(entry.dice)} of its dice were not asked for", "dice")
        del self.standing[len(self.standing) - done.decisions :]
        state = self.standing[-1].state
        hash_ = self._check_hash(number, entry, state, Chance(()))
        moment = Moment(entry, state, (told(entry.by or "", done.decisions),), hash_)
        self.moments.append(moment)
        return True

    def _check_dice(self, number: int, entry: Entry, chance: Chance) -> None:
        if chance.left_over:
            self.fault(number, f"{chance.left_over} of its dice were not asked for", "dice")
        elif entry_of(entry.n, entry.by, entry.action, chance.thrown, entry.hash) != entry:
            self.fault(number, "the entry does not name the secret throws of this decision", "dice")

    def _check_hash(self, number: int, entry: Entry, state: Any, chance: Chance) -> str:
        """The running hash after an entry: the entry's own, which is checked unless its nonce needs an unknown seed."""
        secret = is_sealed(entry.action, self.rules.sealed) or any(t.secret is not None for t, _ in chance.thrown)
        self.broken_seal = self.broken_seal or secret
        nonce = self.broken_seal and self.header.seed_hash is not None
        if nonce and self.seed is None:
            says = "something secret was decided or thrown; only the seed, shown at the end, can prove the hash"
            self.fault(number, says, "sealed")
            return entry.hash
        before = self.moments[-1].hash
        if next_hash(before, entry.action, entry.dice, state, self.seed if nonce else None) != entry.hash:
            self.fault(number, "the hash does not follow from what went before; the log was changed", "hash")
        return entry.hash

    def _check_closing(self, number: int, closing: Closing) -> None:
        final = self.moments[-1]
        result = self.rules.result(final.state)
        if result is None or (result.winner, result.why) != (closing.winner, closing.why):
            self.fault(number, "the closing does not follow from the battle", "result")
        if closing.hash != final.hash:
            self.fault(number, "the last line does not fit the battle: it has another hash", "hash")
        if closing.seed is None:
            return
        if published(closing.seed) != self.header.seed_hash:
            self.fault(number, "the seed shown is not the one whose hash was published", "seed")
        elif not _are_of(closing.seed, self.thrown):
            self.fault(number, "the dice of this battle are not those of its seed", "seed")


def _why_not(wrong: Exception) -> tuple[str, Kind]:
    """Why a decision could not be played, and what kind of fault that is."""
    match wrong:
        case msgspec.ValidationError():
            return f"this decision cannot be read: {_in_words(wrong)}", "form"
        case Needed():
            return f"a die is missing: {wrong.throw.why}", "dice"
        case OutOfRange():
            return f"{wrong}", "dice"
        case Refused():
            return f"this decision is not allowed: {wrong}", "rules"
        case _:
            return f"this decision cannot be played: {_in_words(wrong)}", "rules"


def _are_of(seed: str, thrown: Thrown) -> bool:
    """Whether every number is that of the seed's stream."""
    return all(number_of(seed, i, throw.sides) == value for i, (throw, value) in enumerate(thrown))
