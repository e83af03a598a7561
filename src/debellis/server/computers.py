"""The computer players: each decides in the background when it is its turn, in any room."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

from debellis.generals.players import computer
from debellis.server import seats
from debellis.server.faults import LOG, Faulty
from debellis.server.guard import work_out
from debellis.server.messages import Act
from debellis.server.rooms import Room
from debellis.server.storage.records import Player
from debellis.server.thinking import Heads, Order
from debellis.table import writing

#: So many quick generals decide at once; people at other tables come first.
THINKERS = max(1, (os.cpu_count() or 2) - 1)
#: These think so little that it is done in a thread.
QUICK = ("", "eager", "random")
#: Who has nothing to do but roll has no reason for it.
ROLLS = ("roll_pips", "roll_for_invader")
#: A general that fails is asked again so often, each time by other dice, before the battle waits for somebody.
ATTEMPTS = 4
STUCK = (
    "The computer found nothing it could do here; that is a fault of the program, and it has been noted. "
    "Open the battle again to let it try once more, or play on from an earlier moment."
)


class Computers:
    """Wakes the computer of a room when it must decide; what goes wrong there is told in the room.

    `seconds` is how long a legate may think for each bound.
    """

    def __init__(self, heads: Heads, seconds: float) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.quick = ThreadPoolExecutor(THINKERS, thread_name_prefix="general")
        self.heads = heads
        self.seconds = seconds

    def wake(self, room: Room, again: bool = False) -> None:
        """Let the computer play on if it is its turn; once it was stuck only when somebody asks for it `again`."""
        if room.thinking or (room.trouble is not None and not again) or _to_decide(room) is None:
            return
        room.thinking, room.trouble = True, None
        task = asyncio.create_task(self._play_on(room))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _play_on(self, room: Room) -> None:
        trouble: str | None = None
        try:
            while trouble is None and (player := _to_decide(room)) is not None:
                trouble = None if await self._decide(room, player) else STUCK
        except Exception:
            LOG.exception("the computer of battle %s failed", room.kept.id)
            trouble = STUCK
        finally:
            room.thinking, room.trouble = False, trouble
            room.tell()

    async def _decide(self, room: Room, player: Player) -> bool:
        """Take one decision of the computer; whether it found one that could be taken."""
        number = room.number
        for attempt in range(ATTEMPTS):
            level = player.level if attempt == 0 else "random"
            try:
                action, reason = await self._choice(room, level, player.character, attempt)
                await room.act(seats.BOTH, Act(f"computer:{number}", number, action), reason=reason)
                return True
            except Faulty as faulty:
                if room.number != number:
                    return True
                LOG.warning("battle %s: the computer's try %d failed: %s", room.kept.id, attempt + 1, faulty)
        return False

    async def _choice(self, room: Room, level: str, character: str, attempt: int) -> tuple[Any, str | None]:
        """What the computer decides, and why if it thought about it."""
        if level in QUICK:
            general = computer(level, _seed(room) + room.number + attempt)
            choose = partial(general.choose, room.rules, room.state)
            chosen: Any = await work_out("the computer's choice", choose, self.quick)
            return writing.plain(chosen), None
        side = room.pending.side
        assert side is not None
        order = Order(room.kept.id, room.kept.edition, room.state, side, level, character, _seed(room), self.seconds)
        thought = await self.heads.general(order)
        return thought.action, None if thought.action["do"] in ROLLS else thought.reason

    async def set_up(self, room: Room) -> None:
        """Take the decisions before the first bound for both sides, by the variety of the set-up.

        The dice for them are those of the seed; only where people roll their own they are rolled here too.
        """
        chance = Random(repr(room.kept.setup.get("variety")))
        while room.frozen is None and room.pending.setting_up:
            general = computer("", chance.getrandbits(32))
            choose = partial(general.choose, room.rules, room.state)
            action: Any = await work_out("the automatic set-up", choose)
            decision = Act(f"set-up:{room.number}", room.number, writing.plain(action))
            await room.act(seats.BOTH, decision, roller=lambda throw: chance.randint(1, throw.sides))

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.quick.shutdown(wait=False, cancel_futures=True)


def _to_decide(room: Room) -> Player | None:
    """The computer player that must decide now, if one must."""
    if room.frozen is not None or room.state is None:
        return None
    side = room.pending.side
    player = None if side is None else room.kept.players.get(side)
    return player if player is not None and player.kind == "computer" else None


def _seed(room: Room) -> int:
    return int(room.kept.id[:12], 16)
