"""Numbers that only one side may see: kept with the battle, hidden in the account and the log until it is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from debellis import __version__
from debellis.battle.replay import BadLog, replay
from debellis.battle.sides import SIDES
from debellis.battle.stream import seed_of
from debellis.server import opening, seats
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import Act
from debellis.server.opening import begin, begin_from, still_plays, written_log
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import Player, StoredBattle
from debellis.server.storage.store import Store
from debellis.table import writing
from tests.battle.toy import TOY, Deal, Pass

KEPT = StoredBattle(
    "toy-battle",
    "toy",
    __version__,
    {},
    dict.fromkeys(SIDES, Player()),
    "rolled",
    seed_of(11),
    time.time(),
)


@pytest.fixture(autouse=True)
def toy_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "rules_of", lambda name: TOY)


def _on(folder: Path, test: Callable[[LiveBattle, Store], Awaitable[None]]) -> None:
    """Run a test in the battle of a battle in which the cards were just dealt."""

    async def run() -> None:
        engine = await open_database(f"sqlite:///{folder / 'battles.db'}")
        store = Store(engine)
        await store.keep(KEPT, {role: seats.hashed(role) for role in seats.ROLES}, [begin(KEPT)])
        battle = LiveBattle(store, KEPT, TOY, 100)
        await battle.refresh()
        await _act(battle, seats.RED, Deal())
        await test(battle, store)
        await engine.dispose()

    asyncio.run(run())


async def _act(battle: LiveBattle, role: seats.Role, action: Any) -> None:
    await battle.act(role, Act(f"key-{battle.number:05d}", battle.number, writing.plain(action)))


async def _end(battle: LiveBattle) -> None:
    await _act(battle, seats.RED, Pass())
    await _act(battle, seats.BLUE, Pass())
    assert battle.result is not None


def test_the_account_hides_the_numbers_of_the_other_side_until_the_end(tmp_path: Path) -> None:
    async def test(battle: LiveBattle, store: Store) -> None:
        red, blue, both, nobody = (battle.since(0, role)[0].dice for role in ("red", "blue", "both", "spectator"))
        every = battle.line[1].dice
        assert (red, blue, nobody) == (every[::2], every[1::2], ())
        assert both == red  # on one screen, as the side that decides
        await _end(battle)
        assert all(battle.since(0, role)[0].dice == every for role in seats.ROLES)

    _on(tmp_path, test)


def test_the_secret_places_are_kept(tmp_path: Path) -> None:
    async def test(battle: LiveBattle, store: Store) -> None:
        again = LiveBattle(store, KEPT, TOY, 100)
        await again.refresh()
        assert (again.line[1].secret, again.line[1].seen_by) == ((0, 1, 2, 3), ("red", "blue", "red", "blue"))
        assert not again.line[0].secret
        await _end(again)
        assert replay(written_log(KEPT, again.line, again.result), TOY).state == again.state

    _on(tmp_path, test)


def test_the_log_of_a_battle_that_goes_on_has_no_secret_number(tmp_path: Path) -> None:
    async def test(battle: LiveBattle, store: Store) -> None:
        log = written_log(KEPT, battle.line, None)
        assert msgspec.json.decode(log.splitlines()[1])["dice"] == []
        with pytest.raises(BadLog, match="a die is missing"):
            replay(log, TOY)

    _on(tmp_path, test)


def test_a_battle_with_secrets_still_plays_and_can_be_taken_on(tmp_path: Path) -> None:
    async def test(battle: LiveBattle, store: Store) -> None:
        await _act(battle, seats.RED, Pass())
        assert still_plays(TOY, KEPT, battle.line)
        assert not still_plays(TOY, msgspec.structs.replace(KEPT, seed=seed_of(12)), battle.line)
        fresh = msgspec.structs.replace(KEPT, id="another", seed=seed_of(13))
        states = await store.states(KEPT.id, [item.number for item in battle.line])
        taken = [item for item, _ in begin_from(fresh, battle.line, states)]
        assert still_plays(TOY, fresh, taken)
        assert [item.dice for item in taken] == [item.dice for item in battle.line]

    _on(tmp_path, test)
