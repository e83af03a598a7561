"""A battle in progress: it takes one decision at a time, and stores each before anybody sees it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from debellis import __version__
from debellis.battle.battle import AppliedDecision, Roller, take
from debellis.battle.chance import OutOfRange, Throw
from debellis.battle.log import is_sealed, secrets_of
from debellis.battle.playable import rules_of
from debellis.battle.rules import Pending, Refused, Result, Rules
from debellis.battle.stream import number as number_of
from debellis.server import seats
from debellis.server.faults import RequestError, broken
from debellis.server.guard import read_action, work_out
from debellis.server.messages import Account, Act, Shown, Undo
from debellis.server.opening import still_plays
from debellis.server.packing import pack, unpack
from debellis.server.pictures import account, picture
from debellis.server.seats import Role
from debellis.server.storage.records import DECISION, START, UNDO, EventConflict, KeyUsed, StoredBattle, StoredEvent
from debellis.server.storage.store import Store
from debellis.table import writing
from debellis.umpire.editions import UnknownEdition

#: Called with a battle that changed.
Listener = Callable[["LiveBattle"], None]


class MissingDie(Exception):
    """A throw the players must make on their own table and type in."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.why)
        self.throw = throw


class LiveBattle:
    """One battle. Nothing changes here before the database has stored it.

    `past` has every event, `line` the decisions that were not taken back. `state` is None if this version cannot read
    it. `revealed` says whether the last decision showed something new to the other side. `present` counts viewers by
    role.
    """

    def __init__(self, store: Store, stored: StoredBattle, rules: Rules | None, most_events: int) -> None:
        self.store = store
        self.stored = stored
        self._rules = rules
        self.most_events = most_events
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.present: Counter[str] = Counter()
        self.thinking = False
        self.trouble: str | None = None
        self.frozen: str | None = None
        self.past: list[StoredEvent] = []
        self.line: list[StoredEvent] = []
        self.keys: dict[str, StoredEvent] = {}
        self.state: Any = None
        self.revealed = False
        self._behind = False

    @classmethod
    async def open(cls, store: Store, stored: StoredBattle, most_events: int) -> LiveBattle:
        """Open a stored battle. One of another version can be played on if it replays to the same hashes."""
        try:
            rules = rules_of(stored.edition)
        except UnknownEdition:
            rules = None
        battle = cls(store, stored, rules, most_events)
        await battle._catch_up()
        if rules is not None and stored.version != __version__ and battle.frozen is None:
            same = await asyncio.to_thread(still_plays, rules, stored, list(battle.line))
            look = "whose rules were different. It can be watched, but not played on."
            battle.frozen = None if same else f"{battle._begun_with}, {look}"
        return battle

    @property
    def rules(self) -> Rules:
        """The rules of its edition. Every battle that is not frozen has them."""
        assert self._rules is not None
        return self._rules

    @property
    def _begun_with(self) -> str:
        return f"This battle was begun with debellis {self.stored.version}"

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.past) - 1

    @property
    def rolled(self) -> int:
        """How many numbers of the seed were used, without those of decisions taken over from another battle."""
        return sum(len(item.dice) for item in self.line if item.number > self.stored.began_at)

    @property
    def pending(self) -> Pending:
        """The decision to be made now; nobody decides in a battle that cannot be read."""
        return Pending(None, "look at the account") if self.state is None else self.rules.pending(self.state)

    @property
    def result(self) -> Result | None:
        return None if self.state is None else self.rules.result(self.state)

    @property
    def can_undo(self) -> bool:
        """Whether the side that decides next may take back the last decision."""
        last = self.line[-1]
        if self.frozen is not None or last.kind == START or last.dice or last.number <= self.stored.began_at:
            return False
        return not self.revealed and last.by == self.pending.side

    async def act(self, role: Role, message: Act, roller: Roller | None = None, reason: str | None = None) -> int:
        """Apply a decision and store it, with the reason a computer gave. Returns its number.

        RequestError if it cannot be applied; then nothing changed. `roller` makes the throws that come neither from the
        seed nor from the players: it sets up a real table automatically.
        """
        async with self.lock:
            done = await self._done_already(role, message)
            if done is not None:
                return done
            self._may_decide(role, message.number)
            action = read_action(self.rules, message.action)
            taken, packed = await work_out("this decision", lambda: self._take(action, message.dice, roller))
            revealed = _reveals(self.rules, self.state, taken.state)
            event = self._next(DECISION, message.key, taken.by, taken.said, taken.dice, taken.hash, taken.events)
            secrets = secrets_of(throw for throw, _ in taken.thrown)
            event = msgspec.structs.replace(
                event, reason=reason, secret=tuple(secrets), seen_by=tuple(secrets.values())
            )
            return await self._keep(role, message, event, packed, taken.state, revealed)

    async def undo(self, role: Role, message: Undo) -> int:
        """Take back the last decision, if it rolled and revealed nothing and its side still decides."""
        async with self.lock:
            done = await self._done_already(role, message)
            if done is not None:
                return done
            self._may_decide(role, message.number)
            if not self.can_undo:
                raise RequestError(
                    "conflict",
                    "The last decision cannot be taken back: it rolled dice, revealed something, or was not yours.",
                )
            last, before = self.line[-1], self.line[-2]
            state, revealed, packed = await self._look(self.line[:-1])
            event = self._next(UNDO, message.key, last.by, None, (), before.hash, ())
            return await self._keep(role, message, event, packed, state, revealed)

    async def _done_already(self, role: Role, message: Act | Undo) -> int | None:
        """The number of the event with this key, if it is already stored."""
        if role == seats.SPECTATOR:
            raise RequestError("not_yours", "A spectator cannot decide.")
        if self._behind or message.number > self.number:
            await self._catch_up()
        if self._rules is None:
            raise RequestError("frozen", self.frozen or "This battle can only be watched.")
        return self._again(role, message) if message.key in self.keys else None

    def _again(self, role: Role, message: Act | Undo) -> int:
        """The number of the event with a key; RequestError if it was another decision or another side's."""
        done = self.keys[message.key]
        if not seats.decides_for(role, done.by):
            raise RequestError("not_yours", "This key belongs to the other side.")
        if isinstance(message, Act):
            same = done.action is not None and _same(done.action, read_action(self.rules, message.action))
        else:
            same = done.kind == UNDO
        if not same:
            raise RequestError("conflict", "This key was already used for another decision.", number=self.number)
        return done.number

    def _may_decide(self, role: Role, number: int) -> None:
        if self.frozen is not None:
            raise RequestError("frozen", self.frozen)
        side = self.pending.side
        if side is None:
            raise RequestError("conflict", "The battle is over.", number=self.number)
        if number != self.number:
            says = f"The battle has gone on to event {self.number} since you saw event {number}."
            raise RequestError("conflict", says, number=self.number)
        if not seats.decides_for(role, side):
            raise RequestError("not_yours", f"It is not your turn: {side} decides now.")
        if self.number >= self.most_events:
            raise RequestError("too_large", f"This battle has {self.number} events, the most that are allowed.")

    def _take(self, action: Any, typed: tuple[int, ...], roller: Roller | None) -> tuple[AppliedDecision, bytes]:
        given = list(typed)
        used = self.rolled

        def roll(throw: Throw) -> int:
            nonlocal used
            if self.stored.seed is not None:
                used += 1
                return number_of(self.stored.seed, used - 1, throw.sides)
            if roller is not None:
                return roller(throw)
            if not given:
                raise MissingDie(throw)
            return given.pop(0)

        try:
            sealed = any(item.secret or is_sealed(item.action, self.rules.sealed) for item in self.line)
            taken = take(self.rules, self.state, self.line[-1].hash, action, roll, self.stored.seed, sealed)
        except Refused as refused:
            raise RequestError("refused", f"{refused}", refused.ruling) from None
        except MissingDie as missing:
            raise RequestError("dice_needed", missing.throw.why, number=len(typed), sides=missing.throw.sides) from None
        except OutOfRange as wrong:
            raise RequestError("bad_message", f"One of these dice does not fit: {wrong}.") from None
        if given:
            raise RequestError("bad_message", f"This decision needs fewer dice: {len(given)} of these are left over.")
        return taken, pack(taken.state)

    def _next(self, kind: str, key: str, by: Any, said: Any, dice: Any, hash_: str, events: Any) -> StoredEvent:
        return StoredEvent(self.number + 1, kind, key, by, said, dice, hash_, events, time.time())

    async def _keep(
        self, role: Role, message: Act | Undo, event: StoredEvent, packed: bytes, state: Any, revealed: bool
    ) -> int:
        """Store an event, and only then change the state."""
        self._behind = True  # until the database has answered: the next caller then reads what was stored
        try:
            await self.store.append(self.stored.id, event, packed)
        except KeyUsed:
            await self._catch_up()
            return self._again(role, message)
        except EventConflict:
            await self._catch_up()
            raise RequestError("conflict", "Another decision was stored first.", number=self.number) from None
        except Exception:
            raise broken("keeping this decision") from None
        self._behind = False
        self._follow([event], state, revealed)
        return event.number

    async def refresh(self) -> None:
        """Read what another server stored."""
        async with self.lock:
            await self._catch_up()

    async def reach(self, number: int) -> None:
        """Read on to an event that a client has seen, if this server does not know it yet."""
        if number > self.number:
            await self.refresh()

    async def _catch_up(self) -> None:
        news = await self.store.events(self.stored.id, len(self.past))
        if news:
            state, revealed, _ = await self._look(_standing(self.line, news))
            self._follow(news, state, revealed)
        self._behind = False

    async def _look(self, line: list[StoredEvent]) -> tuple[Any, bool, bytes]:
        """The state after some decisions, whether the last one revealed something, and the packed state."""
        numbers = [item.number for item in line[-2:]]
        packed = await self.store.states(self.stored.id, numbers)
        last = packed[numbers[-1]]
        try:
            if self._rules is None:
                raise ValueError(f"there is no edition {self.stored.edition}")
            states = [unpack(self._rules, packed[number]) for number in numbers]
        except ValueError:
            return None, False, last
        return states[-1], len(states) > 1 and _reveals(self._rules, states[0], states[1]), last

    def _follow(self, news: list[StoredEvent], state: Any, revealed: bool) -> None:
        """Apply stored events and notify the viewers."""
        self.line = _standing(self.line, news)
        self.past.extend(news)
        self.keys.update((item.key, item) for item in news)
        self.state, self.revealed, self.trouble = state, revealed, None
        if state is None:
            self.frozen = f"{self._begun_with}, which stored battles in another form. Only its account can be read."
        self.tell()

    def tell(self) -> None:
        """Notify every viewer that something changed."""
        for listener in list(self.listeners):
            listener(self)

    def shown(self, role: Role) -> Shown:
        """The battle as a role sees it."""
        decides = self.frozen is None and seats.decides_for(role, self.pending.side)
        return msgspec.structs.replace(
            picture(self.stored, self._rules, self.state, role, self.number, self.frozen),
            decides=decides,
            can_undo=decides and self.can_undo,
            thinking=self.thinking,
            trouble=self.trouble,
        )

    async def moment(self, role: Role, number: int) -> Shown:
        """The battle as a role saw it after an event that was not taken back."""
        await self.reach(number)
        upto = [item for item in self.line if item.number <= number]
        if not upto or upto[-1].number != number:
            raise RequestError("not_found", f"This battle has no event {number}, or it was taken back.")
        state, _, _ = await self._look(upto)
        if state is None:
            raise RequestError(
                "frozen", f"{self._begun_with}, which stored battles in another form. This moment cannot be shown."
            )
        return picture(self.stored, self._rules, state, role, number, self.frozen)

    def since(self, number: int, role: Role) -> tuple[Account, ...]:
        """The account after an event, as a role may read it."""
        side = self.pending.side if role == seats.BOTH else seats.sees(role)
        return account(self.past, number, side, self.result is not None)


def _standing(line: list[StoredEvent], news: list[StoredEvent]) -> list[StoredEvent]:
    """The decisions in force after some more events. An undo removes the last one."""
    line = list(line)
    for item in news:
        if item.kind == UNDO:
            line.pop()
        else:
            line.append(item)
    return line


def _same(stored: dict[str, Any], action: Any) -> bool:
    """Whether a stored action equals this one."""
    return writing.encode(stored, order="sorted") == writing.encode(writing.plain(action), order="sorted")


def _reveals(rules: Rules, before: Any, after: Any) -> bool:
    """Whether a base appeared on the table that was not there before."""
    seen = {base.id for base in rules.position(before).bases}
    return any(base.id not in seen for base in rules.position(after).bases)
