"""The hall: every room that is open, who may enter it, and the beginning of battles."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict

import msgspec

from debellis.generals.players import CHARACTERS, LEVELS, mustered
from debellis.server import seats
from debellis.server.advising import Adviser
from debellis.server.computers import Computers
from debellis.server.faults import Faulty
from debellis.server.guard import work_out
from debellis.server.limits import Limits, refuse_wild
from debellis.server.messages import Branch, NewBattle, Seated
from debellis.server.opening import Stated, begin, begin_from, new_kept
from debellis.server.rooms import Room
from debellis.server.storage.records import Kept, Player
from debellis.server.storage.store import Store
from debellis.server.thinking import Heads
from debellis.umpire.editions import UnknownEdition

_SIDES = (seats.RED, seats.BLUE)
#: Whole numbers in a set-up, like those armies and terrain are chosen by, may be as large as a page can write them.
_LARGEST_CHOICE = 2**53
#: So many seats are remembered.
_MOST_KNOWN = 20_000


class Hall:
    """All battles of a server."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.heads = Heads()
        self.computers = Computers(self.heads, limits.legate_seconds)
        self.adviser = Adviser(self.heads, limits)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.opening: dict[str, asyncio.Task[None]] = {}
        self.known: OrderedDict[str, tuple[str, seats.Role]] = OrderedDict()
        self.sockets = 0

    async def new(self, wanted: NewBattle) -> Seated:
        """Begin a battle; Faulty if it cannot be."""
        players: dict[str, Player] = {seats.RED: wanted.red, seats.BLUE: wanted.blue}
        _check_players(players)
        if wanted.dice == "typed" and any(player.kind == "computer" for player in players.values()):
            raise Faulty("bad_message", "Dice are typed in where two people play; the computer has no dice to roll.")
        refuse_wild(wanted.setup, "set-up", _LARGEST_CHOICE)
        setup = {"variety": secrets.randbelow(1_000_000), **wanted.setup}
        kept = msgspec.structs.replace(new_kept(wanted.edition, setup, players, wanted.dice), hints=wanted.hints)
        kept, first = await work_out("this set-up", lambda: _begun(kept))
        seated = await self._seat(kept, [first], wanted.same_screen)
        if wanted.automatic:
            await self.computers.set_up(await self.room(seated.id))
        return seated

    async def branch(self, room: Room, wanted: Branch) -> Seated:
        """Begin a battle from a moment of another, with fresh dice from there on."""
        players: dict[str, Player] = {seats.RED: wanted.red, seats.BLUE: wanted.blue}
        _check_players(players)
        if room.frozen is not None:
            raise Faulty("frozen", room.frozen)
        standing = [item for item in room.line if item.number <= wanted.at]
        if wanted.at > room.number:
            raise Faulty("not_found", f"This battle has no event {wanted.at}.")
        computers = any(player.kind == "computer" for player in players.values())
        fresh = new_kept(room.kept.edition, room.kept.setup, players, "rolled" if computers else room.kept.dice)
        begun = {"began_from": room.kept.id, "began_at": len(standing) - 1, "hints": room.kept.hints}
        kept = msgspec.structs.replace(fresh, **begun)
        states = await self.store.states(room.kept.id, [item.number for item in standing])
        events = await work_out("this moment", lambda: begin_from(kept, standing, states))
        return await self._seat(kept, events, wanted.same_screen)

    async def _seat(self, kept: Kept, events: list[Stated], same_screen: bool) -> Seated:
        people = [side for side in _SIDES if kept.players[side].kind == "person"]
        roles = [seats.BOTH] if same_screen and len(people) == len(_SIDES) else people
        links: dict[str, str] = {role: seats.new_secret() for role in (*roles, seats.SPECTATOR)}
        await self.store.keep(kept, {role: seats.hashed(secret) for role, secret in links.items()}, events)
        return Seated(kept.id, links)

    async def seat_of(self, secret: str) -> tuple[Room, seats.Role]:
        """The room and role a secret opens; Faulty if it opens none."""
        found = await self._seat_of(seats.hashed(secret)) if 0 < len(secret) <= seats.LONGEST else None
        if found is None:
            raise Faulty("not_found", "This link opens no battle.")
        battle, role = found
        return await self.room(battle), role

    async def _seat_of(self, hashed: str) -> tuple[str, seats.Role] | None:
        """The battle and role of a secret's hash; those that open something are remembered, since they never change."""
        found = self.known.get(hashed) or await self.store.seat(hashed)
        if found is not None:
            self.known[hashed] = found
            self.known.move_to_end(hashed)
            if len(self.known) > _MOST_KNOWN:
                self.known.popitem(last=False)
        return found

    async def room(self, name: str) -> Room:
        """The room of a battle, opened if it is not; whoever comes while it is being opened waits for the same one."""
        while name not in self.rooms:
            task = self.opening.get(name)
            if task is None:
                task = self.opening[name] = asyncio.create_task(self._open(name))
                task.add_done_callback(lambda _done: self.opening.pop(name))
            await asyncio.shield(task)
        self.rooms.move_to_end(name)
        return self.rooms[name]

    async def _open(self, name: str) -> None:
        kept = await self.store.battle(name)
        if kept is None:
            raise Faulty("not_found", "There is no such battle.")
        room = await Room.open(self.store, kept, self.limits.events)
        self.rooms[name] = room
        self._make_place(name)
        if self.store.announce is not None:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        """Read what another server kept while this room was opened: the news of it found no room yet."""
        try:
            await room.refresh()
        except BaseException:
            self.rooms.pop(room.kept.id, None)
            raise

    def _make_place(self, wanted: str) -> None:
        """Close rooms nobody is in, those entered longest ago first."""
        for name, room in list(self.rooms.items()):
            if len(self.rooms) <= self.limits.rooms:
                return
            if name != wanted and not (room.listeners or room.lock.locked() or room.thinking):
                del self.rooms[name]

    def wake(self, room: Room, again: bool = False) -> None:
        """Let the computer play on if it is its turn."""
        self.computers.wake(room, again)

    async def close(self) -> None:
        await self.computers.close()
        await self.adviser.close()
        self.heads.close()
        await self.store.close()


def _begun(kept: Kept) -> tuple[Kept, Stated]:
    """A battle with what its computers choose to field, and its start."""
    computers = {side: (who.level, who.character) for side, who in kept.players.items() if who.kind == "computer"}
    try:
        kept = msgspec.structs.replace(kept, setup=mustered(kept.edition, kept.setup, computers))
        return kept, begin(kept)
    except UnknownEdition as wrong:
        raise Faulty("bad_message", f"{str(wrong)[0].upper()}{str(wrong)[1:]}.") from None
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise Faulty("bad_message", f"This battle cannot be set up: {wrong}.") from None


def _check_players(players: dict[str, Player]) -> None:
    for player in players.values():
        if player.level and player.level not in LEVELS:
            raise Faulty("bad_message", f"There is no general {player.level!r}; there are {', '.join(LEVELS)}.")
        if player.character and player.character not in CHARACTERS:
            raise Faulty("bad_message", f"No general is {player.character!r}; he can be {', '.join(CHARACTERS)}.")
