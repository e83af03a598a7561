"""Battles in progress: each in a room of its own, where one decision is taken at a time and kept before it is told."""

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
from debellis.battle.log import secrets_of
from debellis.battle.playable import rules_of
from debellis.battle.rules import Pending, Refused, Result, Rules
from debellis.battle.stream import number as number_of
from debellis.server import seats
from debellis.server.faults import Faulty, broken
from debellis.server.guard import read_action, work_out
from debellis.server.messages import Account, Act, Shown, Undo
from debellis.server.opening import still_plays
from debellis.server.packing import pack, unpack
from debellis.server.pictures import account, picture
from debellis.server.seats import Role
from debellis.server.storage.records import DECISION, START, UNDO, Clash, Happened, Kept, KeyUsed
from debellis.server.storage.store import Store
from debellis.table import writing
from debellis.umpire.editions import UnknownEdition

#: Told of a room that changed.
Listener = Callable[["Room"], None]


class MissingDie(Exception):
    """A throw the players must make on their own table and type in."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.why)
        self.throw = throw


class Room:
    """One battle, as far as it has come. Nothing changes here before the database has kept it.

    `past` is every event and `line` the decisions that stand; `state` is None if this version cannot read it, and
    `revealed` whether the last decision showed something nobody else had seen. `present` counts viewers by role.
    """

    def __init__(self, store: Store, kept: Kept, rules: Rules | None, most_events: int) -> None:
        self.store = store
        self.kept = kept
        self._rules = rules
        self.most_events = most_events
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.present: Counter[str] = Counter()
        self.thinking = False
        self.trouble: str | None = None
        self.frozen: str | None = None
        self.past: list[Happened] = []
        self.line: list[Happened] = []
        self.keys: dict[str, Happened] = {}
        self.state: Any = None
        self.revealed = False
        self._behind = False

    @classmethod
    async def open(cls, store: Store, kept: Kept, most_events: int) -> Room:
        """The room of a kept battle; one of an older version goes on if this version plays it just the same."""
        try:
            rules = rules_of(kept.edition)
        except UnknownEdition:
            rules = None
        room = cls(store, kept, rules, most_events)
        await room._catch_up()
        if rules is not None and kept.version != __version__ and room.frozen is None:
            same = await asyncio.to_thread(still_plays, rules, kept, list(room.line))
            look = "whose rules were not the same; it can be looked at, but not played on."
            room.frozen = None if same else f"{room._begun_with}, {look}"
        return room

    @property
    def rules(self) -> Rules:
        """The rules it is played by; every battle that is not frozen has them."""
        assert self._rules is not None
        return self._rules

    @property
    def _begun_with(self) -> str:
        return f"This battle was begun with debellis {self.kept.version}"

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.past) - 1

    @property
    def rolled(self) -> int:
        """How many dice of the seed were used, those of decisions taken over from another battle left out."""
        return sum(len(item.dice) for item in self.line if item.number > self.kept.began_at)

    @property
    def pending(self) -> Pending:
        """Who must decide what; nobody in a battle that cannot be read."""
        return Pending(None, "look at the account") if self.state is None else self.rules.pending(self.state)

    @property
    def result(self) -> Result | None:
        return None if self.state is None else self.rules.result(self.state)

    @property
    def can_undo(self) -> bool:
        """Whether the last decision may be taken back by who decides next."""
        last = self.line[-1]
        if self.frozen is not None or last.kind == START or last.dice or last.number <= self.kept.began_at:
            return False
        return not self.revealed and last.by == self.pending.side

    async def act(self, role: Role, message: Act, roller: Roller | None = None, reason: str | None = None) -> int:
        """Take a decision and keep it, with the reason a computer gave; its number.

        Faulty if it cannot be taken, and then nothing changed. The roller sets up a real table automatically: it makes
        the throws that are neither of the seed nor typed in.
        """
        async with self.lock:
            done = await self._done_already(role, message)
            if done is not None:
                return done
            self._may_decide(role, message.number)
            action = read_action(self.rules, message.action)
            taken, packed = await work_out("this decision", lambda: self._take(action, message.dice, roller))
            revealed = _reveals(self.rules, self.state, taken.state)
            happened = self._next(DECISION, message.key, taken.by, taken.said, taken.dice, taken.hash, taken.events)
            secrets = secrets_of(throw for throw, _ in taken.thrown)
            happened = msgspec.structs.replace(
                happened, reason=reason, secret=tuple(secrets), seen_by=tuple(secrets.values())
            )
            return await self._keep(role, message, happened, packed, taken.state, revealed)

    async def undo(self, role: Role, message: Undo) -> int:
        """Take the last decision back, if it neither rolled nor revealed and the next is still its side's."""
        async with self.lock:
            done = await self._done_already(role, message)
            if done is not None:
                return done
            self._may_decide(role, message.number)
            if not self.can_undo:
                raise Faulty("conflict", "The last decision rolled or revealed something, or was not yours.")
            last, before = self.line[-1], self.line[-2]
            state, revealed, packed = await self._look(self.line[:-1])
            happened = self._next(UNDO, message.key, last.by, None, (), before.hash, ())
            return await self._keep(role, message, happened, packed, state, revealed)

    async def _done_already(self, role: Role, message: Act | Undo) -> int | None:
        """The number of what was decided with this key before, if anything was."""
        if role == seats.SPECTATOR:
            raise Faulty("not_yours", "A spectator only looks on.")
        if self._behind or message.number > self.number:
            await self._catch_up()
        if self._rules is None:
            raise Faulty("frozen", self.frozen or "This battle can only be looked at.")
        return self._again(role, message) if message.key in self.keys else None

    def _again(self, role: Role, message: Act | Undo) -> int:
        """The number of what was decided with a key; Faulty if that was something else, or somebody else."""
        done = self.keys[message.key]
        if not seats.decides_for(role, done.by):
            raise Faulty("not_yours", "This key is not yours.")
        if isinstance(message, Act):
            same = done.action is not None and _same(done.action, read_action(self.rules, message.action))
        else:
            same = done.kind == UNDO
        if not same:
            raise Faulty("conflict", "This key was used for something else.", number=self.number)
        return done.number

    def _may_decide(self, role: Role, number: int) -> None:
        if self.frozen is not None:
            raise Faulty("frozen", self.frozen)
        side = self.pending.side
        if side is None:
            raise Faulty("conflict", "The battle is over.", number=self.number)
        if number != self.number:
            says = f"The battle has gone on to event {self.number} since you saw event {number}."
            raise Faulty("conflict", says, number=self.number)
        if not seats.decides_for(role, side):
            raise Faulty("not_yours", f"It is for {side} to decide.")
        if self.number >= self.most_events:
            raise Faulty("too_large", f"This battle has {self.number} events, and no battle has more.")

    def _take(self, action: Any, typed: tuple[int, ...], roller: Roller | None) -> tuple[AppliedDecision, bytes]:
        given = list(typed)
        used = self.rolled

        def roll(throw: Throw) -> int:
            nonlocal used
            if self.kept.seed is not None:
                used += 1
                return number_of(self.kept.seed, used - 1, throw.sides)
            if roller is not None:
                return roller(throw)
            if not given:
                raise MissingDie(throw)
            return given.pop(0)

        try:
            sealed = any(item.secret for item in self.line)
            taken = take(self.rules, self.state, self.line[-1].hash, action, roll, self.kept.seed, sealed)
        except Refused as refused:
            raise Faulty("refused", f"{refused}", refused.ruling) from None
        except MissingDie as missing:
            raise Faulty("dice_needed", missing.throw.why, number=len(typed), sides=missing.throw.sides) from None
        except OutOfRange as wrong:
            raise Faulty("bad_message", f"One of these dice does not fit: {wrong}.") from None
        if given:
            raise Faulty("bad_message", f"{len(given)} of these dice are not needed.")
        return taken, pack(taken.state)

    def _next(self, kind: str, key: str, by: Any, said: Any, dice: Any, hash_: str, events: Any) -> Happened:
        return Happened(self.number + 1, kind, key, by, said, dice, hash_, events, time.time())

    async def _keep(
        self, role: Role, message: Act | Undo, happened: Happened, packed: bytes, state: Any, revealed: bool
    ) -> int:
        """Keep an event, and only then follow it to the state it led to."""
        self._behind = True  # until we know better: whoever comes next reads what was kept
        try:
            await self.store.append(self.kept.id, happened, packed)
        except KeyUsed:
            await self._catch_up()
            return self._again(role, message)
        except Clash:
            await self._catch_up()
            raise Faulty("conflict", "Somebody else decided first.", number=self.number) from None
        except Exception:
            raise broken("keeping this decision") from None
        self._behind = False
        self._follow([happened], state, revealed)
        return happened.number

    async def refresh(self) -> None:
        """Take note of what another server kept."""
        async with self.lock:
            await self._catch_up()

    async def reach(self, number: int) -> None:
        """Catch up with an event somebody has seen, if this server has not heard of it yet."""
        if number > self.number:
            await self.refresh()

    async def _catch_up(self) -> None:
        news = await self.store.events(self.kept.id, len(self.past))
        if news:
            state, revealed, _ = await self._look(_standing(self.line, news))
            self._follow(news, state, revealed)
        self._behind = False

    async def _look(self, line: list[Happened]) -> tuple[Any, bool, bytes]:
        """The state a line of decisions led to, whether the last of them revealed something, and the state packed."""
        numbers = [item.number for item in line[-2:]]
        packed = await self.store.states(self.kept.id, numbers)
        last = packed[numbers[-1]]
        try:
            if self._rules is None:
                raise ValueError(f"there is no edition {self.kept.edition}")
            states = [unpack(self._rules, packed[number]) for number in numbers]
        except ValueError:
            return None, False, last
        return states[-1], len(states) > 1 and _reveals(self._rules, states[0], states[1]), last

    def _follow(self, news: list[Happened], state: Any, revealed: bool) -> None:
        """Take note of kept events and tell everybody."""
        self.line = _standing(self.line, news)
        self.past.extend(news)
        self.keys.update((item.key, item) for item in news)
        self.state, self.revealed, self.trouble = state, revealed, None
        if state is None:
            self.frozen = f"{self._begun_with}, which kept battles otherwise; only its account can be read."
        self.tell()

    def tell(self) -> None:
        """Tell everybody in the room that something changed."""
        for listener in list(self.listeners):
            listener(self)

    def shown(self, role: Role) -> Shown:
        """The battle as a role sees it."""
        decides = self.frozen is None and seats.decides_for(role, self.pending.side)
        return msgspec.structs.replace(
            picture(self.kept, self._rules, self.state, role, self.number, self.frozen),
            decides=decides,
            can_undo=decides and self.can_undo,
            thinking=self.thinking,
            trouble=self.trouble,
        )

    async def moment(self, role: Role, number: int) -> Shown:
        """The battle as a role saw it after an event that stands."""
        await self.reach(number)
        upto = [item for item in self.line if item.number <= number]
        if not upto or upto[-1].number != number:
            raise Faulty("not_found", f"This battle has no event {number}, or it was taken back.")
        state, _, _ = await self._look(upto)
        if state is None:
            raise Faulty("frozen", f"{self._begun_with}, which kept battles otherwise; this moment cannot be read.")
        return picture(self.kept, self._rules, state, role, number, self.frozen)

    def since(self, number: int, role: Role) -> tuple[Account, ...]:
        """The account after an event, as a role may read it."""
        side = self.pending.side if role == seats.BOTH else seats.sees(role)
        return account(self.past, number, side, self.result is not None)


def _standing(line: list[Happened], news: list[Happened]) -> list[Happened]:
    """The decisions that stand after some more events: one taken back takes the last of them away."""
    line = list(line)
    for item in news:
        if item.kind == UNDO:
            line.pop()
        else:
            line.append(item)
    return line


def _same(kept: dict[str, Any], action: Any) -> bool:
    """Whether a kept action is this one."""
    return writing.encode(kept, order="sorted") == writing.encode(writing.plain(action), order="sorted")


def _reveals(rules: Rules, before: Any, after: Any) -> bool:
    """Whether something stands on the table that nobody else had seen before."""
    seen = {base.id for base in rules.position(before).bases}
    return any(base.id not in seen for base in rules.position(after).bases)
