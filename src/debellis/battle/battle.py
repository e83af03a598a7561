"""A battle in progress: applies decisions, asks for throws, keeps the log, undoes what neither threw nor revealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from debellis import __version__
from debellis.battle.chance import Chance, Throw
from debellis.battle.dice_supply import Supplied
from debellis.battle.log import FORMAT, Closing, Entry, Header, entry_of, first_hash, is_sealed, line, next_hash
from debellis.battle.rules import Event, Pending, Refused, Result, Rules
from debellis.battle.stream import number, published
from debellis.battle.telling import tell_events
from debellis.table import writing

#: Supplies the number of a throw.
Roller = Callable[[Throw], int]


class StreamOfDice:
    """Supplies the numbers of a seed's stream, in order."""

    def __init__(self, seed: str, used: int = 0) -> None:
        self.seed = seed
        self.used = used

    def __call__(self, throw: Throw) -> int:
        self.used += 1
        return number(self.seed, self.used - 1, throw.sides)


class AppliedDecision(Struct, frozen=True):
    """A decision that was applied: the written action, its throws and their numbers, what happened, the new state.

    `hash` is the running hash after it; `sealed` says that only the deciding side may see the action before the end.
    """

    by: str | None
    said: dict[str, Any]
    thrown: tuple[tuple[Throw, int], ...]
    events: tuple[Event, ...]
    state: Any
    hash: str
    sealed: bool = False

    @property
    def dice(self) -> tuple[int, ...]:
        """The numbers thrown, in order."""
        return tuple(number for _, number in self.thrown)

    @property
    def secret(self) -> bool:
        """Whether the action or a throw of it was secret."""
        return self.sealed or any(throw.secret is not None for throw, _ in self.thrown)


def rolled(rules: Rules, state: Any, action: Any, roller: Roller) -> tuple[Any, tuple[Event, ...], Chance]:
    """The state an action leads to, what happened, and the chance used, with every throw made by the roller."""
    chance = Supplied(roller)
    after, events = rules.apply(state, action, chance)
    return after, events, chance


def take(
    rules: Rules,
    state: Any,
    before: str,
    action: Any,
    roller: Roller,
    seed: str | None = None,
    sealed: bool = False,
) -> AppliedDecision:
    """Apply a decision of the pending side, with every throw made by the roller; Refused if it is not allowed.

    `before` is the running hash before it. `sealed` says that the battle has had a secret; then, and when this
    decision makes one, the hash contains a nonce made from the seed. Exceptions of the roller pass through.
    """
    by = rules.pending(state).side
    action = _as_written(rules, action)
    whole = rules.completed(state, action)
    action = action if whole is action else _as_written(rules, whole)
    after, events, chance = rolled(rules, state, action, roller)
    said = writing.plain(action)
    own = is_sealed(said, rules.sealed)
    sealed = sealed or own or any(throw.secret is not None for throw, _ in chance.thrown)
    hash_ = next_hash(before, said, chance.numbers, after, seed if sealed else None)
    told = tell_events(rules.position(after), events)
    return AppliedDecision(by, said, tuple(chance.thrown), told, after, hash_, own)


def _as_written(rules: Rules, action: Any) -> Any:
    """An action as a log gives it back."""
    return writing.convert(msgspec.json.decode(writing.encode(action)), rules.action_type)


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
        self._before: list[tuple[Any, str, int, bool]] = []
        self._sealed = False

    @property
    def pending(self) -> Pending:
        return self.rules.pending(self.state)

    @property
    def result(self) -> Result | None:
        return self.rules.result(self.state)

    @property
    def closing(self) -> Closing | None:
        """The last line of the log, if the battle is over; it shows the seed."""
        result = self.result
        return None if result is None else Closing(result.winner, result.why, self.hash, self.seed)

    def play(self, action: Any) -> tuple[Event, ...]:
        """Apply a decision of the pending side, with the throws it needs; Refused leaves everything as it was."""
        applied = take(self.rules, self.state, self.hash, action, self.roller, self.seed, self._sealed)
        self._before.append((self.state, self.hash, len(self.events), self._sealed))
        self.state, self.hash = applied.state, applied.hash
        self._sealed = self._sealed or applied.secret
        self.entries.append(entry_of(len(self.entries) + 1, applied.by, applied.said, applied.thrown, applied.hash))
        self.events.extend(applied.events)
        return applied.events

    def undo(self) -> bool:
        """Take back the last decision if it threw nothing and revealed nothing; whether it was taken back."""
        if not self.entries or self.entries[-1].dice or self.entries[-1].by != self.pending.side:
            return False
        self.state, self.hash, told, self._sealed = self._before.pop()
        self.entries.pop()
        del self.events[told:]
        return True

    def log(self) -> bytes:
        """The whole log so far."""
        lines = [line(self.header), *(line(entry) for entry in self.entries)]
        closing = self.closing
        if closing is not None:
            lines.append(line(closing))
        return b"\n".join(lines) + b"\n"


__all__ = ["AppliedDecision", "Battle", "Refused", "Roller", "StreamOfDice", "rolled", "take"]
