"""Many at once: keys make it safe to send twice, numbers let only one of two decide, battles are opened once."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from tests.server.servers import Nursery, Seat, Server, begin, checked, new_key

ROLL = {"do": "roll_pips"}


def _all_at_once(address: str, secret: str, said: list[dict[str, Any]]) -> list[httpx.Response]:
    async def send() -> list[httpx.Response]:
        headers = {"X-Seat": secret}
        async with httpx.AsyncClient(base_url=f"{address}/api/battles", headers=headers, timeout=60) as client:
            return await asyncio.gather(*(client.post(f"/{one['type']}", json=one) for one in said))

    return asyncio.run(send())


def _act(number: int, key: str) -> dict[str, Any]:
    return {"type": "act", "key": key, "number": number, "action": ROLL}


def test_of_many_decisions_at_once_one_is_taken(server: Server) -> None:
    both = Seat(server.address, begin(server.address, same_screen=True, automatic=True)["both"])
    number = both.shown["number"]
    answers = _all_at_once(server.address, both.secret, [_act(number, new_key()) for _ in range(12)])
    told = Counter(answer.json().get("kind", "done") for answer in answers)
    assert told == {"done": 1, "conflict": 11}
    assert {answer.json()["number"] for answer in answers} == {number + 1}
    assert both.shown["number"] == number + 1


def test_deciding_and_taking_back_at_once_is_one_or_the_other(server: Server) -> None:
    both = Seat(server.address, begin(server.address, same_screen=True, automatic=True)["both"])
    while not both.shown["can_undo"]:
        both.step()
    number, (action,) = both.shown["number"], both.suggest(1)
    said = [{**_act(number, new_key()), "action": action} for _ in range(6)]
    said += [{"type": "undo", "key": new_key(), "number": number} for _ in range(6)]
    told = Counter(answer.json().get("kind", "done") for answer in _all_at_once(server.address, both.secret, said))
    assert told == {"done": 1, "conflict": 11}
    assert both.shown["number"] == number + 1
    checked(both.log().content)


def test_the_same_decision_sent_often_is_taken_once(server: Server) -> None:
    both = Seat(server.address, begin(server.address, same_screen=True, automatic=True)["both"])
    number, key = both.shown["number"], new_key()
    answers = _all_at_once(server.address, both.secret, [_act(number, key)] * 12)
    assert {(answer.status_code, answer.json()["number"]) for answer in answers} == {(200, number + 1)}
    assert both.shown["number"] == number + 1
    checked(both.log().content)


def test_a_battle_opened_by_many_at_once_is_one_battle(nursery: Nursery, tmp_path: Path) -> None:
    database, log = f"sqlite:///{tmp_path / 'battles.sqlite3'}", tmp_path / "log"
    server = nursery.serve(database, log).wait()
    seats = begin(server.address, same_screen=True, automatic=True)
    number = Seat(server.address, seats["both"]).shown["number"]
    server.stop()
    server = nursery.serve(database, log).wait()
    answers = _all_at_once(server.address, seats["both"], [_act(number, new_key()) for _ in range(12)])
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 11
    assert Seat(server.address, seats["both"]).shown["number"] == number + 1
    server.stop()
    assert "Traceback" not in server.said


def test_rooms_nobody_is_in_are_closed_and_opened_again(nursery: Nursery, tmp_path: Path) -> None:
    database, log = f"sqlite:///{tmp_path / 'battles.sqlite3'}", tmp_path / "log"
    server = nursery.serve(database, log, battles=2).wait()
    battles = [begin(server.address, same_screen=True) for _ in range(5)]
    for _ in range(2):
        for seats in battles:
            Seat(server.address, seats["both"]).step()
    assert {Seat(server.address, seats["both"]).shown["number"] for seats in battles} == {2}
    server.stop()
    assert "Traceback" not in server.said
