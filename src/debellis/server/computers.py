"""The computer players. Each decides in the background when it is its turn."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

from debellis.generals.players import computer
from debellis.server import seats
from debellis.server.faults import LOG, RequestError
from debellis.server.guard import work_out
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import Act
from debellis.server.open_field import automatic
from debellis.server.storage.outages import DATABASE_AWAY, DISK_FULL
from debellis.server.storage.records import Player
from debellis.server.thinking import Heads
from debellis.server.thoughts import Order
from debellis.table import writing

#: How many quick generals decide at once. Requests of people come first.
THINKERS = max(1, (os.cpu_count() or 2) - 1)
#: Levels quick enough for a thread.
QUICK = ("", "eager", "random")
#: Decisions without a reason: there is nothing to choose.
ROLLS = ("roll_pips", "roll_for_invader")
#: How often a general that failed is asked again, each time with another seed, before the battle waits.
ATTEMPTS = 4
STUCK = (
    "The computer found no decision it could take. This is a fault in the program; it has been logged. "
    "Open the battle again to let it try once more, or play on from an earlier moment."
)


class Computers:
    """Wakes the computer of a battle when it must decide; what goes wrong there is told in the battle.

    `seconds` is how long a legate may think for each bound.
    """

    def __init__(self, heads: Heads, seconds: float) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.quick = ThreadPoolExecutor(THINKERS, thread_name_prefix="general")
        self.heads = heads
        self.seconds = seconds

    def wake(self, battle: LiveBattle, again: bool = False) -> None:
        """Let the computer decide if it is its turn. After a failure it tries only when called with `again`."""
        if battle.thinking or (battle.trouble is not None and not again) or _to_decide(battle) is None:
            return
        battle.thinking, battle.trouble = True, None
        task = asyncio.create_task(self._play_on(battle))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _play_on(self, battle: LiveBattle) -> None:
        trouble: str | None = None
        try:
            while trouble is None and (player := _to_decide(battle)) is not None:
                trouble = await self._decide(battle, player)
        except Exception:
            LOG.exception("the computer of battle %s failed", battle.stored.id)
            trouble = STUCK
        finally:
            battle.thinking, battle.trouble = False, trouble
            battle.tell()

    async def _decide(self, battle: LiveBattle, player: Player) -> str | None:
        """Take one decision of the computer. Returns None if one was taken, otherwise what the table is told."""
        number, trouble = battle.number, STUCK
        for attempt in range(ATTEMPTS):
            level = player.level if attempt == 0 else "random"
            try:
                action, reason = await self._choice(battle, level, player.character, attempt)
                await battle.act(seats.BOTH, Act(f"computer:{number}", number, action), reason=reason)
                return None
            except RequestError as error:
                if battle.number != number:
                    return None
                trouble = error.fault.says if error.fault.kind in (DISK_FULL, DATABASE_AWAY) else STUCK
                LOG.warning("battle %s: the computer's try %d failed: %s", battle.stored.id, attempt + 1, error)
        return trouble

    async def _choice(self, battle: LiveBattle, level: str, character: str, attempt: int) -> tuple[Any, str | None]:
        """The decision of the computer, and its reason if it has one."""
        if level in QUICK:
            general = computer(level, _seed(battle) + battle.number + attempt)
            choose = partial(general.choose, battle.rules, battle.state)
            chosen: Any = await work_out("the computer's choice", choose, self.quick)
            return writing.plain(chosen), None
        side = battle.pending.side
        assert side is not None
        order = Order(
            battle.stored.id, battle.stored.edition, battle.state, side, level, character, _seed(battle), self.seconds
        )
        thought = await self.heads.general(order)
        return thought.action, None if thought.action["do"] in ROLLS else thought.reason

    async def set_up(self, battle: LiveBattle) -> None:
        """Take the decisions before the first bound for both sides, by the variety of the set-up.

        The dice for them are those of the seed; only where people roll their own they are rolled here too.
        """
        chance = Random(repr(battle.stored.setup.get("variety")))
        while battle.frozen is None and battle.pending.setting_up:
            choose = partial(automatic, battle.rules, battle.state, chance)
            action: Any = await work_out("the automatic set-up", choose)
            decision = Act(f"set-up:{battle.number}", battle.number, writing.plain(action))
            await battle.act(seats.BOTH, decision, roller=lambda throw: chance.randint(1, throw.sides))

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.quick.shutdown(wait=False, cancel_futures=True)


def _to_decide(battle: LiveBattle) -> Player | None:
    """The computer player that must decide now, if one must."""
    if battle.frozen is not None or battle.state is None:
        return None
    side = battle.pending.side
    player = None if side is None else battle.stored.players.get(side)
    return player if player is not None and player.kind == "computer" else None


def _seed(battle: LiveBattle) -> int:
    return int(battle.stored.id[:12], 16)
