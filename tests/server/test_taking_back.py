"""Decisions are taken back freely until anything was rolled or shown, and after that if the other side agrees."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from debellis.battle.audit import audit
from debellis.battle.playable import rules_of
from debellis.battle.stream import number as number_of
from debellis.server.opening import still_plays
from debellis.server.storage.migrating import open_database
from debellis.server.storage.records import Player, StoredBattle, StoredEvent
from debellis.server.storage.store import Store
from debellis.server.taking_back import lines_after
from tests.server.kept import decided, fought, put
from tests.server.servers import END_MOVES, Listening, Nursery, Seat, Server, begin, checked, new_key

ROLL = {"do": "roll_pips"}


@pytest.fixture
def two(server: Server) -> tuple[Seat, Seat, Seat]:
    """Who decides first in a battle of two people, the other, and a spectator."""
    seats = begin(server.address, automatic=True)
    players = {side: Seat(server.address, seats[side]) for side in ("red", "blue")}
    side = players["red"].shown["pending"]["side"]
    other = "blue" if side == "red" else "red"
    return players[side], players[other], Seat(server.address, seats["spectator"])


def _kind(answer: Any) -> str:
    found: str = answer.json().get("kind", "done")
    return found


def _pips(seat: Seat) -> list[int]:
    found: list[int] = seat.says()["account"][-1]["dice"]
    return found


def test_a_roll_is_taken_back_when_the_other_agrees_and_the_next_is_a_new_one(two: tuple[Seat, Seat, Seat]) -> None:
    first, second, third = two
    assert not first.shown["can_ask_back"]
    before = first.shown["view"]
    first.act(ROLL)
    shown = first.shown
    assert (shown["can_undo"], shown["can_ask_back"], second.shown["can_ask_back"]) == (False, True, False)
    assert _kind(first.try_undo()) == "conflict"
    assert _kind(second.ask_back()) == "conflict"
    key = new_key()
    asked = first.ask_back(key=key)
    assert asked.status_code == 200
    assert first.ask_back(number=shown["number"], key=key).json() == asked.json()
    for seat in two:
        request = seat.shown["back_asked"]
        assert request["by"] == shown["pending"]["side"]
        assert request["says"].endswith("asks to take back its last decision; dice were rolled since then")
    assert _kind(first.ask_back()) == "conflict"
    assert _kind(first.answer_back(True)) == "not_yours"
    assert _kind(third.answer_back(True)) == "not_yours"
    number, key = second.shown["number"], new_key()
    agreed = second.answer_back(True, number, key)
    assert second.answer_back(True, number, key).json() == agreed.json()
    assert _kind(second.answer_back(False, number, key)) == "conflict"
    after = first.shown
    assert after["view"] == before
    assert (after["back_asked"], after["can_undo"], after["can_ask_back"]) == (None, False, False)
    told = first.says()["account"][-1]
    assert (told["kind"], told["takes_back"]) == ("take_back", 1)
    first.act(ROLL)
    rolls = _pips(first)
    first.act({"do": "resign"})
    _proven(first, 4)
    seed = first.shown["seed"]
    used = sum(len(item["dice"]) for item in first.says()["account"])
    assert rolls == [number_of(seed, used - 1, 6)]


def _proven(seat: Seat, at_least: int) -> None:
    """The log of a finished battle holds in every respect, with its take-back and the numbers used before it."""
    log = seat.log().content
    found = audit(log)
    assert found.audit.holds, found.audit
    assert found.replayed is not None and len(found.replayed.moments) > at_least
    assert b'"do":"take_back"' in log


def test_who_declines_lets_it_stand(two: tuple[Seat, Seat, Seat]) -> None:
    first, second, _ = two
    first.act(ROLL)
    rolled = first.shown["view"]
    first.ask_back()
    assert second.answer_back(False).status_code == 200
    assert second.shown["back_asked"] is None
    assert first.shown["view"] == rolled
    assert first.says()["account"][-1]["said"][0]["says"].endswith("does not agree to take anything back")
    assert first.shown["can_ask_back"]
    assert _kind(second.answer_back(True)) == "conflict"


def test_a_request_lapses_when_the_battle_goes_on(two: tuple[Seat, Seat, Seat]) -> None:
    first, second, _ = two
    first.act(ROLL)
    first.ask_back()
    first.step()
    assert second.shown["back_asked"] is None
    assert _kind(second.answer_back(True)) == "conflict"


def test_ones_own_last_decision_is_free_until_the_other_decides(two: tuple[Seat, Seat, Seat]) -> None:
    first, second, _ = two
    first.act(ROLL)
    moving = first.shown["view"]
    first.act(END_MOVES)
    assert second.shown["decides"] and not second.shown["can_undo"]
    assert first.shown["can_undo"]
    assert first.try_undo().status_code == 200
    assert first.shown["view"] == moving
    first.act(END_MOVES)
    second.act(ROLL)
    assert not first.shown["can_undo"]
    assert first.ask_back().status_code == 200
    assert "and all that came after it" in second.shown["back_asked"]["says"]
    second.answer_back(True)
    assert first.shown["view"] == moving
    assert first.says()["account"][-1]["takes_back"] == 2
    first.act({"do": "resign"})
    _proven(first, 4)


def test_two_at_one_screen_have_agreed(server: Server) -> None:
    both = Seat(server.address, begin(server.address, same_screen=True, automatic=True)["both"])
    at = both.act(ROLL)
    both.act(END_MOVES)
    both.act(ROLL)
    rolled = both.moment(at).json()["view"]
    assert both.shown["can_ask_back"]
    both.ask_back()
    assert both.shown["can_ask_back"]
    both.ask_back()
    assert both.shown["view"] == rolled
    assert [item["takes_back"] for item in both.says()["account"][-2:]] == [1, 1]
    number = both.shown["number"]
    assert both.moment(number).json()["view"] == rolled
    checked(both.log().content)
    branch = Seat(server.address, both.branch(at=number).json()["seats"]["both"])
    assert branch.shown["view"] == rolled
    branch.act(END_MOVES)
    checked(branch.log().content)


def test_the_computer_agrees(server: Server) -> None:
    seats = begin(server.address, blue={"kind": "computer"}, automatic=True)
    with Listening(server, seats["red"]) as red:
        red.next()
        while not red.shown["decides"]:
            red.next(60)
        before = red.shown["view"]
        number = red.act(ROLL)["number"]
        red.wait_for(number)
        assert red.say("ask_back", key=new_key(), number=number)["type"] == "done"
        red.wait_for(number + 2)
        assert [item["kind"] for item in red.account[-2:]] == ["ask_back", "take_back"]
        assert red.shown["view"] == before
        assert red.shown["decides"]


def test_the_computer_does_not_forget_what_was_hidden(nursery: Nursery, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    server = nursery.serve(database, tmp_path / "log").wait()
    file, number = decided(lambda action: action["do"] == "land")
    side = json.loads(file.read_bytes().splitlines()[number])["by"]
    players = {name: Player("person" if name == side else "computer") for name in ("red", "blue")}
    seat = Seat(server.address, put(database, fought(file, number), players=players)[side])
    stood = seat.shown["view"]
    assert not seat.shown["can_undo"]
    assert seat.ask_back().status_code == 200
    told = seat.says()["account"][-2:]
    assert [item["kind"] for item in told] == ["ask_back", "decline_back"]
    assert "something hidden was shown" in told[0]["said"][0]["says"]
    assert "cannot be forgotten" in told[1]["reason"]
    assert seat.shown["view"] == stood
    server.stop()
    assert "Traceback" not in server.said


def test_a_take_back_outlives_the_server_and_replays_to_its_hashes(nursery: Nursery, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    server = nursery.serve(database, tmp_path / "log").wait()
    secret = begin(server.address, same_screen=True, automatic=True)["both"]
    both = Seat(server.address, secret)
    both.act(ROLL)
    both.ask_back()
    both.act(ROLL)
    before, name = both.says(), both.shown["id"]
    server.stop()
    server = nursery.serve(database, tmp_path / "log").wait()
    assert Seat(server.address, secret).says() == before
    server.stop()
    assert "Traceback" not in server.said
    stored, events = asyncio.run(_stored(database, name))
    line = lines_after([], events)
    assert [item.kind for item in line[-3:]] == ["decision", "take_back", "decision"]
    assert still_plays(rules_of("dba22"), stored, line)
    changed = [*line[:-2], structs.replace(line[-2], action={**(line[-2].action or {}), "decisions": 2}), line[-1]]
    assert not still_plays(rules_of("dba22"), stored, changed)


async def _stored(database: str, name: str) -> tuple[StoredBattle, list[StoredEvent]]:
    engine = await open_database(database)
    store = Store(engine)
    stored = await store.battle(name)
    assert stored is not None
    events = await store.events(name)
    await engine.dispose()
    return stored, events
