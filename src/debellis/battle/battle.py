"""A battle in progress: applies decisions, asks for dice, keeps the log, can undo what neither rolled nor revealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from debellis import __version__
from debellis.battle.chance import Dice, DieNeeded
from debellis.battle.log import FORMAT, Closing, Entry, Header, first_hash, line, next_hash
from debellis.battle.rules import Event, Pending, Refused, Result, Rules
from debellis.battle.stream import die, published
from debellis.table import writing

#: Somebody who hands in a die when asked for one, with the reason in words.
Roller = Callable[[str], int]


class StreamOfDice:
    """Dice from a seed, in order."""

    def __init__(self, seed: str, used: int = 0) -> None:
        self.seed = seed
        self.used = used

    def __call__(self, why: str) -> int:
        self.used += 1
        return die(self.seed, self.used - 1)


class Taken(Struct, frozen=True):
    """One decision, taken: what was said, the dice it used, what happened and the state and hash it led to."""

    by: str | None
    said: dict[str, Any]
    dice: tuple[int, ...]
    events: tuple[Event, ...]
    state: Any
    hash: str


def rolled(rules: Rules, state: Any, action: Any, roller: Roller) -> tuple[Any, tuple[Event, ...], tuple[int, ...]]:
    """What an action leads to when whatever it asks for is rolled: the state, what happened, and the dice."""
    dice: tuple[int, ...] = ()
    while True:
        try:
            after, events = rules.apply(state, action, Dice(dice))
            return after, events, dice
        except DieNeeded as need:
            dice = (*dice, roller(need.why))


def take(rules: Rules, state: Any, before: str, action: Any, roller: Roller) -> Taken:
    """Take a decision of the pending side, rolling what it needs; Refused if the rules do not allow it.

    `before` is the running hash before it. The roller's own exceptions pass: then nothing was decided.
    """
    by = rules.pending(state).side
    action = writing.convert(msgspec.json.decode(writing.encode(action)), rules.action_type)
    after, events, dice = rolled(rules, state, action, roller)
    said = writing.plain(action)
    return Taken(by, said, dice, events, after, next_hash(before, said, dice, after))


class Battle:
    """One battle. The state only changes by `play`; everything that happened is in `entries` and `events`."""

    def __init__(self, rules: Rules, setup: dict[str, Any], roller: Roller, seed: str | None = None) -> None:
        self.rules = rules
        self.roller = roller
        self.seed = seed
        self.state = rules.start(setup)
        self.header = Header(__version__, FORMAT, rules.edition, setup, None if seed is None else published(seed))
        self.hash = first_hash(self.header, self.state)
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self._before: list[tuple[Any, str, int]] = []

    @property
    def pending(self) -> Pending:
        return self.rules.pending(self.state)

    @property
    def result(self) -> Result | None:
        return self.rules.result(self.state)

    def play(self, action: Any) -> tuple[Event, ...]:
        """Apply a decision of the pending side, rolling what it needs; Refused leaves everything as it was."""
        taken = take(self.rules, self.state, self.hash, action, self.roller)
        self._before.append((self.state, self.hash, len(self.events)))
        self.state, self.hash = taken.state, taken.hash
        self.entries.append(Entry(len(self.entries) + 1, taken.by, taken.said, taken.dice, taken.hash))
        self.events.extend(taken.events)
        return taken.events

    def undo(self) -> bool:
        """Take back the last decision if it rolled nothing and revealed nothing; whether it was taken back."""
        if not self.entries or self.entries[-1].dice or self.entries[-1].by != self.pending.side:
            return False
        self.state, self.hash, told = self._before.pop()
        self.entries.pop()
        del self.events[told:]
        return True

    def log(self) -> bytes:
        """The whole log so far."""
        lines = [line(self.header), *(line(entry) for entry in self.entries)]
        result = self.result
        if result is not None:
            lines.append(line(Closing(result.winner, result.why, self.hash, self.seed)))
        return b"\n".join(lines) + b"\n"


__all__ = ["Battle", "Refused", "Roller", "StreamOfDice", "Taken", "rolled", "take"]
