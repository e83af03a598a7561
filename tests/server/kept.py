"""Battles put straight into a database: logs as they were fought, up to any decision."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from debellis import __version__
from debellis.battle.log import Closing, first_hash, next_hash
from debellis.battle.playable import rules_of
from debellis.battle.replay import Replayed, replay
from debellis.server import seats
from debellis.server.opening import header_of
from debellis.server.packing import pack
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import DECISION, START, Player, StoredBattle, StoredEvent
from debellis.server.storage.store import Store
from debellis.table import writing

BATTLES = Path(__file__).parent.parent / "battles"


class Fought(Struct, frozen=True):
    """A battle kept with the tests, up to a decision, and its seed."""

    battle: Replayed
    seed: str


def fought(file: Path, upto: int) -> Fought:
    """One of the kept battles, played again up to a decision."""
    lines = file.read_bytes().splitlines()
    assert len(lines) > upto + 1
    closing = writing.decode(lines[-1], Closing)
    assert closing.seed is not None
    log = b"\n".join(lines[: upto + 1]) + b"\n"
    return Fought(replay(log, rules_of(file.parent.name), closing.seed), closing.seed)


def decided(what: Callable[[dict[str, Any]], bool], edition: str = "dba22") -> tuple[Path, int]:
    """The first kept battle with a decision like that, and its number."""
    for file in sorted((BATTLES / edition).glob("*.jsonl")):
        for number, line in enumerate(file.read_bytes().splitlines()):
            action = msgspec.json.decode(line).get("action")
            if action is not None and what(action):
                return file, number
    raise AssertionError(f"no kept battle of {edition} has such a decision")


def put(database: str, fought: Fought, **changes: Any) -> dict[str, str]:
    """Keep a battle; its seats. `changes` are to how it is kept, `state` and `hash` to its last event."""
    state = changes.pop("state", None)
    hashes = changes.pop("hash", None)
    header = fought.battle.header
    players = {side: Player() for side in (seats.RED, seats.BLUE)}
    name = seats.new_name()
    kept = StoredBattle(name, header.edition, __version__, header.setup, players, "rolled", fought.seed, time.time())
    kept = msgspec.structs.replace(kept, **changes)
    events = _events(kept, fought.battle)
    if state is not None:
        events[-1] = (events[-1][0], state)
    if hashes is not None:
        events[-1] = (msgspec.structs.replace(events[-1][0], hash=hashes), events[-1][1])
    links = {role: seats.new_secret() for role in seats.ROLES}

    async def keep() -> None:
        engine = await open_database(database)
        await Store(engine).keep(kept, {role: seats.hashed(link) for role, link in links.items()}, events)
        await engine.dispose()

    asyncio.run(keep())
    return links


def _events(kept: StoredBattle, battle: Replayed) -> list[tuple[StoredEvent, bytes]]:
    hash_ = first_hash(header_of(kept), battle.moments[0].state)
    start = StoredEvent(0, START, "start", None, None, (), hash_, (), time.time())
    found = [(start, pack(battle.moments[0].state))]
    for n, moment in enumerate(battle.moments[1:], 1):
        entry = moment.entry
        assert entry is not None
        hash_ = next_hash(hash_, entry.action, entry.dice, moment.state)
        key = f"put-{n:05d}"
        happened = StoredEvent(n, DECISION, key, entry.by, entry.action, entry.dice, hash_, moment.events, time.time())
        found.append((happened, pack(moment.state)))
    return found
