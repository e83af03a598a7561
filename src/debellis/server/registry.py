"""All battles of a server: the open ones, the roles their links give, and new battles."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict

import msgspec

from debellis.generals.players import CHARACTERS, LEVELS, mustered
from debellis.server import seats
from debellis.server.advising import Adviser
from debellis.server.computers import Computers
from debellis.server.faults import RequestError
from debellis.server.guard import work_out
from debellis.server.limits import Limits, refuse_wild
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import Branch, NewBattle, Seated
from debellis.server.opening import Stated, begin, begin_from, new_battle
from debellis.server.storage.records import Player, StoredBattle
from debellis.server.storage.store import Store
from debellis.server.taking_back import standing_of
from debellis.server.thinking import Heads
from debellis.umpire.editions import UnknownEdition

_SIDES = (seats.RED, seats.BLUE)
#: The largest whole number in a set-up: the largest that a page can write exactly.
_LARGEST_CHOICE = 2**53
#: How long after a viewer came the advisers are started (s).
SOON = 0.3
#: How many seats are remembered.
_MOST_KNOWN = 20_000


class BattleRegistry:
    """All battles of a server. Battles without viewers are closed when too many are open.

    With `ready`, the processes that give advice are started as soon as somebody can ask for it.
    """

    def __init__(self, store: Store, limits: Limits, ready: bool = False) -> None:
        self.store = store
        self.ready = ready
        self.limits = limits
        self.heads = Heads()
        self.computers = Computers(self.heads, limits.legate_seconds)
        self.adviser = Adviser(self.heads, limits)
        self.battles: OrderedDict[str, LiveBattle] = OrderedDict()
        self.opening: dict[str, asyncio.Task[None]] = {}
        self.known: OrderedDict[str, tuple[str, seats.Role]] = OrderedDict()
        self.sockets = 0
        self.closed = False

    async def new(self, wanted: NewBattle) -> Seated:
        """Begin a battle; RequestError if it cannot be set up."""
        players: dict[str, Player] = {seats.RED: wanted.red, seats.BLUE: wanted.blue}
        _check_players(players)
        if wanted.dice == "typed" and any(player.kind == "computer" for player in players.values()):
            raise RequestError("bad_message", "Typed dice need two people: the computer cannot roll real dice.")
        refuse_wild(wanted.setup, "set-up", _LARGEST_CHOICE)
        setup = {"variety": secrets.randbelow(1_000_000), **wanted.setup}
        stored = msgspec.structs.replace(new_battle(wanted.edition, setup, players, wanted.dice), hints=wanted.hints)
        stored, first = await work_out("this set-up", lambda: _begun(stored))
        seated = await self._seat(stored, [first], wanted.same_screen)
        if wanted.automatic:
            await self.computers.set_up(await self.battle(seated.id))
        return seated

    async def branch(self, battle: LiveBattle, wanted: Branch) -> Seated:
        """Begin a battle from a moment of another one, with new dice from then on."""
        players: dict[str, Player] = {seats.RED: wanted.red, seats.BLUE: wanted.blue}
        _check_players(players)
        if battle.frozen is not None:
            raise RequestError("frozen", battle.frozen)
        standing = standing_of([item for item in battle.line if item.number <= wanted.at])
        if wanted.at > battle.number:
            raise RequestError("not_found", f"This battle has no event {wanted.at}.")
        computers = any(player.kind == "computer" for player in players.values())
        fresh = new_battle(
            battle.stored.edition, battle.stored.setup, players, "rolled" if computers else battle.stored.dice
        )
        begun = {"began_from": battle.stored.id, "began_at": len(standing) - 1, "hints": battle.stored.hints}
        stored = msgspec.structs.replace(fresh, **begun)
        states = await self.store.states(battle.stored.id, [item.number for item in standing])
        events = await work_out("this moment", lambda: begin_from(stored, standing, states))
        return await self._seat(stored, events, wanted.same_screen)

    async def _seat(self, stored: StoredBattle, events: list[Stated], same_screen: bool) -> Seated:
        people = [side for side in _SIDES if stored.players[side].kind == "person"]
        roles = [seats.BOTH] if same_screen and len(people) == len(_SIDES) else people
        links: dict[str, str] = {role: seats.new_secret() for role in (*roles, seats.SPECTATOR)}
        await self.store.keep(stored, {role: seats.hashed(secret) for role, secret in links.items()}, events)
        return Seated(stored.id, links)

    async def seat_of(self, secret: str) -> tuple[LiveBattle, seats.Role]:
        """The battle and role of a secret; RequestError if there is none."""
        found = await self._seat_of(seats.hashed(secret)) if 0 < len(secret) <= seats.LONGEST else None
        if found is None:
            raise RequestError("not_found", "This link is not valid. Ask the person who sent it for a new one.")
        battle, role = found
        return await self.battle(battle), role

    async def _seat_of(self, hashed: str) -> tuple[str, seats.Role] | None:
        """The battle and role of a hashed secret. Valid ones are cached, since they never change."""
        found = self.known.get(hashed) or await self.store.seat(hashed)
        if found is not None:
            self.known[hashed] = found
            self.known.move_to_end(hashed)
            if len(self.known) > _MOST_KNOWN:
                self.known.popitem(last=False)
        return found

    async def battle(self, name: str) -> LiveBattle:
        """The battle of that name, opened if necessary. Callers that come meanwhile wait for the same one."""
        while name not in self.battles:
            task = self.opening.get(name)
            if task is None:
                task = self.opening[name] = asyncio.create_task(self._open(name))
                task.add_done_callback(lambda _done: self.opening.pop(name))
            await asyncio.shield(task)
        self.battles.move_to_end(name)
        return self.battles[name]

    async def _open(self, name: str) -> None:
        stored = await self.store.battle(name)
        if stored is None:
            raise RequestError("not_found", "This battle does not exist.")
        battle = await LiveBattle.open(self.store, stored, self.limits.events)
        self.battles[name] = battle
        self._make_place(name)
        if self.store.announce is not None:
            await self._catch_up(battle)

    async def _catch_up(self, battle: LiveBattle) -> None:
        """Read what another server stored while this battle was being opened: its notice found no open battle."""
        try:
            await battle.refresh()
        except BaseException:
            self.battles.pop(battle.stored.id, None)
            raise

    def _make_place(self, wanted: str) -> None:
        """Close battles that nobody watches, the least recently used first."""
        for name, battle in list(self.battles.items()):
            if len(self.battles) <= self.limits.battles:
                return
            if name != wanted and not (battle.listeners or battle.lock.locked() or battle.thinking):
                del self.battles[name]

    def wake(self, battle: LiveBattle, again: bool = False) -> None:
        """Let the computer decide, if it is its turn."""
        self.computers.wake(battle, again)

    def warm(self, battle: LiveBattle) -> None:
        """Prepare for questions about a battle that is being watched: soon, since it must be shown first."""
        if self.ready and battle.frozen is None:
            asyncio.get_running_loop().call_later(SOON, self._warm, battle.stored.edition)

    def _warm(self, edition: str) -> None:
        if not self.closed:
            self.heads.warm(edition)

    async def close(self) -> None:
        self.closed = True
        await self.computers.close()
        await self.adviser.close()
        self.heads.close()
        await self.store.close()


def _begun(stored: StoredBattle) -> tuple[StoredBattle, Stated]:
    """A battle with the armies its computer players choose, and its first event."""
    computers = {side: (who.level, who.character) for side, who in stored.players.items() if who.kind == "computer"}
    try:
        stored = msgspec.structs.replace(stored, setup=mustered(stored.edition, stored.setup, computers))
        return stored, begin(stored)
    except UnknownEdition as wrong:
        raise RequestError("bad_message", f"{str(wrong)[0].upper()}{str(wrong)[1:]}.") from None
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise RequestError("bad_message", f"This battle cannot be set up: {wrong}.") from None


def _check_players(players: dict[str, Player]) -> None:
    for player in players.values():
        if player.level and player.level not in LEVELS:
            raise RequestError("bad_message", f"Unknown general {player.level!r}: choose one of {', '.join(LEVELS)}.")
        if player.character and player.character not in CHARACTERS:
            raise RequestError(
                "bad_message", f"Unknown character {player.character!r}: choose one of {', '.join(CHARACTERS)}."
            )
