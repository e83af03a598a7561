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
from debellis.server.messages import Account, Act, AnswerBack, AskBack, BackAsked, Shown, Undo
from debellis.server.opening import still_plays
from debellis.server.packing import pack, unpack
from debellis.server.pictures import account, picture
from debellis.server.seats import Role
from debellis.server.storage.records import (
    ASK_BACK,
    DECISION,
    TAKE_BACK,
    UNDO,
    EventConflict,
    KeyUsed,
    StoredBattle,
    StoredEvent,
)
from debellis.server.storage.store import Store
from debellis.server.taking_back import Proposed, by_hand, is_answer_to, lines_after, proposed_by, standing_of
from debellis.table import writing
from debellis.umpire.editions import UnknownEdition

#: What a player does with a key that makes it safe to send twice.
Deed = Act | Undo | AskBack | AnswerBack
#: Called with a battle that changed.
Listener = Callable[["LiveBattle"], None]


class MissingDie(Exception):
    """A throw the players must make on their own table and type in."""

    def __init__(self, throw: Throw) -> None:
        super().__init__(throw.why)
        self.throw = throw


class LiveBattle:
    """One battle. Nothing changes here before the database has stored it.

    `past` has every event, `line` the lines of the log: every decision that was not undone, and take-backs. `state` is
    None if this version cannot read it. `revealed` says whether the last decision showed something new to the other
    side. `asked` is a request for a take-back that waits for its answer. `present` counts viewers by role.
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
        self.asked: StoredEvent | None = None
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
    def sealed(self) -> bool:
        """Whether there was a secret throw or a sealed action: from then on, hashes contain a nonce."""
        return any(self._is_secret(item) for item in self.line)

    def _is_secret(self, item: StoredEvent) -> bool:
        return bool(item.secret) or is_sealed(item.action, self.rules.sealed)

    @property
    def pending(self) -> Pending:
        """The decision to be made now; nobody decides in a battle that cannot be read."""
        return Pending(None, "look at the account") if self.state is None else self.rules.pending(self.state)

    @property
    def result(self) -> Result | None:
        return None if self.state is None else self.rules.result(self.state)

    def can_undo(self, role: Role) -> bool:
        """Whether a role may take back the last decision by itself: it is its own, and rolled and revealed nothing."""
        last = self.line[-1]
        if self.frozen is not None or self.result is not None or not by_hand(self.stored, last) or last.dice:
            return False
        return not self.revealed and seats.decides_for(role, last.by)

    def proposed(self, role: Role) -> Proposed | None:
        """What a role may ask to take back now, if anything."""
        if self.frozen is not None or self.result is not None:
            return None
        return proposed_by(self.stored, self.line, role)

    async def act(self, role: Role, message: Act, roller: Roller | None = None, reason: str | None = None) -> int:
        """Apply a decision and store it, with the reason a computer gave. Returns its number.

        RequestError if it cannot be applied; then nothing changed. `roller` makes the throws that come neither from the
        seed nor from the players: it sets up a real table automatically.
        """
        async with self.lock:
            done = await self.done_already(role, message)
            if done is not None:
                return done
            self._may_decide(role, message.number)
            action = read_action(self.rules, message.action)
            taken, packed = await work_out("this decision", lambda: self._take(action, message.dice, roller))
            revealed = _reveals(self.rules, self.state, taken.state)
            event = self.next_event(DECISION, message.key, taken.by, taken.said, taken.dice, taken.hash, taken.events)
            secrets = secrets_of(throw for throw, _ in taken.thrown)
            event = msgspec.structs.replace(
                event, reason=reason, secret=tuple(secrets), seen_by=tuple(secrets.values())
            )
            return await self.keep(role, message, event, packed, taken.state, revealed)

    async def undo(self, role: Role, message: Undo) -> int:
        """Take back the last decision, if it rolled and revealed nothing and is the role's own."""
        async with self.lock:
            done = await self.done_already(role, message)
            if done is not None:
                return done
            self.is_current(message.number)
            if not self.can_undo(role):
                self._may_decide(role, message.number)
                raise RequestError(
                    "conflict",
                    "The last decision cannot be taken back: it rolled dice, revealed something, or was not yours.",
                )
            return await self.undo_last(role, message)

    async def undo_last(self, role: Role, message: Undo | AskBack) -> int:
        last, before = self.line[-1], self.line[-2]
        state, revealed, packed = await self.look(self.line[:-1])
        event = self.next_event(UNDO, message.key, last.by, None, (), before.hash, ())
        return await self.keep(role, message, event, packed, state, revealed)

    async def hidden_since(self, wanted: Proposed) -> bool:
        """Whether something hidden was shown, or thrown in secret, since the decision that is to be taken back."""
        standing = standing_of(self.line)
        if any(self._is_secret(item) for item in standing[-wanted.decisions :]):
            return True
        state, _, _ = await self.look(standing[: -wanted.decisions])
        return state is None or _reveals(self.rules, state, self.state)

    async def done_already(self, role: Role, message: Deed) -> int | None:
        """The number of the event with this key, if it is already stored."""
        if role == seats.SPECTATOR:
            raise RequestError("not_yours", "A spectator cannot decide.")
        if self._behind or message.number > self.number:
            await self._catch_up()
        if self._rules is None:
            raise RequestError("frozen", self.frozen or "This battle can only be watched.")
        return self._again(role, message) if message.key in self.keys else None

    def _again(self, role: Role, message: Deed) -> int:
        """The number of the event with a key; RequestError if it was another decision or another side's."""
        done = self.keys[message.key]
        answers = isinstance(message, AnswerBack)
        if not (answers and done.kind == TAKE_BACK) and not seats.decides_for(role, done.by):
            raise RequestError("not_yours", "This key belongs to the other side.")
        if isinstance(message, Act):
            same = done.kind == DECISION and done.action is not None
            same = same and _same(done.action or {}, read_action(self.rules, message.action))
        else:
            same = is_answer_to(message, role, done)
        if not same:
            raise RequestError("conflict", "This key was already used for another decision.", number=self.number)
        return done.number

    def _may_decide(self, role: Role, number: int) -> None:
        self.is_current(number)
        if not seats.decides_for(role, self.pending.side):
            raise RequestError("not_yours", f"It is not your turn: {self.pending.side} decides now.")

    def is_current(self, number: int) -> None:
        """Raise RequestError unless the battle goes on and is still at an event that the sender has seen."""
        if self.frozen is not None:
            raise RequestError("frozen", self.frozen)
        if self.pending.side is None:
            raise RequestError("conflict", "The battle is over.", number=self.number)
        if number != self.number:
            says = f"The battle has gone on to event {self.number} since you saw event {number}."
            raise RequestError("conflict", says, number=self.number)
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
            taken = take(self.rules, self.state, self.line[-1].hash, action, roll, self.stored.seed, self.sealed)
        except Refused as refused:
            raise RequestError("refused", f"{refused}", refused.ruling) from None
        except MissingDie as missing:
            raise RequestError("dice_needed", missing.throw.why, number=len(typed), sides=missing.throw.sides) from None
        except OutOfRange as wrong:
            raise RequestError("bad_message", f"One of these dice does not fit: {wrong}.") from None
        if given:
            raise RequestError("bad_message", f"This decision needs fewer dice: {len(given)} of these are left over.")
        return taken, pack(taken.state)

    def next_event(self, kind: str, key: str, by: Any, said: Any, dice: Any, hash_: str, events: Any) -> StoredEvent:
        return StoredEvent(self.number + 1, kind, key, by, said, dice, hash_, events, time.time())

    async def keep(
        self, role: Role, message: Deed, event: StoredEvent, packed: bytes, state: Any, revealed: bool
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
            state, revealed, _ = await self.look(lines_after(self.line, news))
            self._follow(news, state, revealed)
        self._behind = False

    async def look(self, line: list[StoredEvent]) -> tuple[Any, bool, bytes]:
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
        self.line = lines_after(self.line, news)
        self.asked = news[-1] if news[-1].kind == ASK_BACK else None
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
            can_undo=self.can_undo(role),
            can_ask_back=self.asked is None and not self.can_undo(role) and self.proposed(role) is not None,
            back_asked=None if self.asked is None else BackAsked(self.asked.by or "", self.asked.said[0].says),
            thinking=self.thinking,
            trouble=self.trouble,
        )

    async def moment(self, role: Role, number: int) -> Shown:
        """The battle as a role saw it after an event that was not taken back."""
        await self.reach(number)
        upto = [item for item in self.line if item.number <= number]
        if not upto or upto[-1].number != number:
            raise RequestError("not_found", f"This battle has no event {number}, or it was taken back.")
        state, _, _ = await self.look(upto)
        if state is None:
            raise RequestError(
                "frozen", f"{self._begun_with}, which stored battles in another form. This moment cannot be shown."
            )
        return picture(self.stored, self._rules, state, role, number, self.frozen)

    def since(self, number: int, role: Role) -> tuple[Account, ...]:
        """The account after an event, as a role may read it."""
        side = self.pending.side if role == seats.BOTH else seats.sees(role)
        return account(self.past, number, side, self.result is not None)


def _same(stored: dict[str, Any], action: Any) -> bool:
    """Whether a stored action equals this one."""
    return writing.encode(stored, order="sorted") == writing.encode(writing.plain(action), order="sorted")


def _reveals(rules: Rules, before: Any, after: Any) -> bool:
    """Whether a base appeared on the table that was not there before."""
    seen = {base.id for base in rules.position(before).bases}
    return any(base.id not in seen for base in rules.position(after).bases)
