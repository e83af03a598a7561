"""Rooms are opened once however many come, even if that fails at first, and miss nothing kept meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from debellis.server.limits import Limits
from debellis.server.messages import Act, NewBattle
from debellis.server.opening import begin, new_battle
from debellis.server.registry import BattleRegistry
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import Player
from debellis.server.storage.store import Store

SETUP = {"red": "II/33", "blue": "II/32"}
WANTED = NewBattle("dba22", SETUP, Player(), Player(), same_screen=True)


async def _hall(place: Path) -> BattleRegistry:
    return BattleRegistry(Store(await open_database(f"sqlite:///{place / 'battles.sqlite3'}")), Limits())


def test_a_room_that_could_not_be_opened_at_first_is_still_one_room(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_often() -> None:
        registry = await _hall(place)
        name = (await registry.new(WANTED)).id
        gates = [asyncio.Event() for _ in range(4)]
        calls: list[int] = []
        battle = registry.store.battle

        async def slowly(wanted: str) -> Any:
            number = len(calls)
            calls.append(number)
            await gates[number].wait()
            if number == 0:
                raise OSError("the line is dead")
            return await battle(wanted)

        monkeypatch.setattr(registry.store, "battle", slowly)
        early = [asyncio.create_task(registry.battle(name)) for _ in range(3)]
        await asyncio.sleep(0)
        gates[0].set()
        while not early[0].done():
            await asyncio.sleep(0)
        late = [asyncio.create_task(registry.battle(name)) for _ in range(3)]
        await asyncio.sleep(0)
        for gate in gates:
            gate.set()
        found = await asyncio.gather(*early, *late, return_exceptions=True)
        battles = [battle for battle in found if not isinstance(battle, OSError)]
        assert len(battles) >= 3
        assert {id(battle) for battle in battles} == {id(await registry.battle(name))}
        assert not registry.opening
        await registry.close()

    asyncio.run(open_often())


def test_what_another_server_keeps_while_a_room_is_opened_is_not_missed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_late() -> None:
        one, two = await _hall(place), await _hall(place)
        for registry in (one, two):
            registry.store.announce = text("SELECT :news")
        name = (await one.new(WANTED)).id
        there = await one.battle(name)
        events = two.store.events

        async def decided_meanwhile(battle: str, since: int = 0) -> Any:
            found = await events(battle, since)
            if there.number == 0:
                await there.act("both", Act("a-key-of-mine", 0, {"do": "roll_for_invader"}))
            return found

        monkeypatch.setattr(two.store, "events", decided_meanwhile)
        here = await two.battle(name)
        assert here.number == there.number == 1
        await one.close()
        await two.close()

    asyncio.run(open_late())


def test_a_database_that_complains_does_not_tell_the_seed(place: Path) -> None:
    async def keep_twice() -> None:
        registry = await _hall(place)
        kept = new_battle("dba22", {**SETUP, "variety": 1}, {"red": Player(), "blue": Player()}, "rolled")
        await registry.store.keep(kept, {}, [begin(kept)])
        with pytest.raises(IntegrityError) as told:
            await registry.store.keep(kept, {}, [begin(kept)])
        assert kept.seed is not None
        assert kept.seed not in str(told.value)
        await registry.close()

    asyncio.run(keep_twice())
