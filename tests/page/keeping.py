"""Battles put straight into the database of a running server: a fresh one whose dice are known, or a position."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from debellis import __version__
from debellis.battle.log import first_hash
from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.battle.stream import new_seed
from debellis.casebook.reading import read_case
from debellis.dba.playing.state import State
from debellis.server import seats
from debellis.server.opening import begin, header_of
from debellis.server.packing import pack, unpack
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import START, Player, StoredBattle, StoredEvent
from debellis.server.storage.store import Store

T = TypeVar("T")
ARMIES = {"red": "II/33", "blue": "II/32"}


def begun(database: Path, setup: dict[str, Any], seed: str, edition: str = "dba22") -> dict[str, str]:
    """A battle of two people at its very beginning, with dice from a seed of one's own; its seats."""
    return _keep(database, kept := _kept(setup, seed, edition), begin(kept))


def standing(database: Path, case: Path, pips: int) -> dict[str, str]:
    """A battle of two people that stands at the position of a case, its active side to move; its seats."""
    position = read_case(case).position
    return at(database, rules_of(position.edition).from_position(position, Opening("moves", pips)), new_seed())


def at(database: Path, state: Any, seed: str) -> dict[str, str]:
    """A battle of two people that stands at a state, with dice from a seed of one's own; its seats."""
    kept = _kept(ARMIES, seed, state.position.edition)
    first = StoredEvent(0, START, "start", None, None, (), first_hash(header_of(kept), state), (), time.time())
    return _keep(database, kept, (first, pack(state)))


def state_of(database: Path, battle: str, number: int) -> State:
    """What the server keeps of a battle after an event."""
    packed = _with_store(database, lambda store: store.states(battle, [number]))
    state: State = unpack(rules_of("dba22"), packed[number])
    return state


def _kept(setup: dict[str, Any], seed: str, edition: str = "dba22") -> StoredBattle:
    players = {side: Player() for side in (seats.RED, seats.BLUE)}
    return StoredBattle(seats.new_name(), edition, __version__, setup, players, "rolled", seed, time.time())


def _keep(database: Path, kept: StoredBattle, first: tuple[StoredEvent, bytes]) -> dict[str, str]:
    links = {role: seats.new_secret() for role in seats.ROLES}

    hashes = {role: seats.hashed(link) for role, link in links.items()}
    _with_store(database, lambda store: store.keep(kept, hashes, [first]))
    return links


def _with_store(database: Path, work: Callable[[Store], Awaitable[T]]) -> T:
    async def working() -> T:
        engine = await open_database(f"sqlite:///{database}")
        try:
            return await work(Store(engine))
        finally:
            await engine.dispose()

    # In a thread of its own, for Playwright has an event loop in this one.
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, working()).result()
