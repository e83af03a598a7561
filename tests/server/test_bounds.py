"""Sizes, rates and counts are bounded, and every refusal is a typed body with one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.server.servers import Listening, Nursery, Seat, Server, begin

ARMIES = {"red": "II/33", "blue": "II/32"}
DEEP = "[" * 5000 + "]" * 5000


def _new(server: Server, **wanted: Any) -> httpx.Response:
    body, headers = json.dumps({"setup": ARMIES, **wanted}), {"Content-Type": "application/json"}
    return httpx.post(f"{server.address}/api/battles", content=body, headers=headers, timeout=60)


@pytest.mark.parametrize(
    "wanted",
    [
        {"edition": "chess"},
        {"edition": "meg"},
        {"setup": {}},
        {"setup": {"red": "II/33"}},
        {"setup": {**ARMIES, "red": "nobody"}},
        {"setup": {**ARMIES, "red": 3}},
        {"setup": {**ARMIES, "red": {"army": "II/33", "elements": [1, {}, None]}}},
        {"setup": {**ARMIES, "red": {"army": "II/33", "elements": {"a": 1}}}},
        {"setup": {**ARMIES, "red": {"army": "II/33", "elements": ["4Bd"] * 300}}},
        {"setup": {**ARMIES, "scale": "1mm"}},
        {"setup": {**ARMIES, "scale": []}},
        {"setup": {**ARMIES, "variety": "much"}},
        {"setup": {**ARMIES, "variety": 1e300}},
        {"setup": {**ARMIES, "limit": {}}},
        {"setup": {**ARMIES, "options": [1]}},
        {"setup": {**ARMIES, "options": {"nothing": True}}},
        {"setup": {**ARMIES, "options": {"x" * 500: True}}},
        {"setup": {**ARMIES, "options": {str(n): n for n in range(500)}}},
        {"dice": "loaded"},
        {"red": {"kind": "god"}},
        {"red": {"kind": "computer", "level": "divine"}},
        {"red": {"name": "x" * 41}},
        {"red": {"name": "\ud800"}},
        {"surprise": 1},
    ],
    ids=lambda wanted: json.dumps(wanted)[:40],
)
def test_a_battle_that_cannot_be_is_refused_in_a_sentence(server: Server, wanted: dict[str, Any]) -> None:
    answer = _new(server, **wanted)
    assert 400 <= answer.status_code < 500, answer.text
    fault = answer.json()
    assert fault["type"] == "fault"
    assert fault["says"].endswith(".")


@pytest.mark.parametrize("body", ["", "{", "null", "[]", '{"setup":' + DEEP + "}", '{"red":' * 500, b"\xff\xfe"])
def test_what_is_not_a_request_is_refused(server: Server, body: str | bytes) -> None:
    answer = httpx.post(
        f"{server.address}/api/battles", content=body, headers={"Content-Type": "application/json"}, timeout=60
    )
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["type"] == "fault"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_another_site_cannot_begin_battles_in_a_visitors_browser(server: Server, kind: str) -> None:
    answer = httpx.post(
        f"{server.address}/api/battles",
        content=json.dumps({"setup": ARMIES}),
        headers={"Content-Type": kind},
        timeout=60,
    )
    assert (answer.status_code, answer.json()["kind"]) == (400, "bad_message")


def test_a_request_is_not_longer_than_it_may_be(server: Server) -> None:
    answer = httpx.post(f"{server.address}/api/case", json={"text": "x" * 400_000}, timeout=60)
    assert answer.status_code == 413
    assert answer.json()["kind"] == "too_large"


def test_unknown_paths_and_methods_are_faults_too(server: Server) -> None:
    for answer in (
        httpx.get(f"{server.address}/api/nothing", timeout=60),
        httpx.put(f"{server.address}/api/battles", timeout=60),
    ):
        assert answer.status_code in (404, 405)
        assert answer.json()["type"] == "fault"


def test_wild_decisions_are_refused_unread(server: Server) -> None:
    both = Seat(server.address, begin(server.address, same_screen=True, automatic=True)["both"])
    both.act({"do": "roll_pips"})
    before = both.says()
    far = {"front": [1e7, 0], "facing": [0, 1]}
    wild: list[dict[str, Any]] = [
        {"do": "move", "move": {"elements": ["R1"], "path": [far]}},
        {"do": "move", "move": {"elements": ["R1"] * 500}},
        {"do": "move", "move": {"elements": ["R" * 500]}},
        {"do": "move", "move": {"elements": ["R1"], "ends": {"R1": [[[[[[[[[[[[[[]]]]]]]]]]]]]]}}},
        {"do": "move", "move": {"elements": ["R1"], "steps": [{"advance": 10**400}]}},
        {"do": "dance"},
        {"do": ["move"]},
        {},
    ]
    for action in wild:
        for answer in (both.try_act(action), both.check(action)):
            assert answer.status_code in (400, 413), answer.text
            assert answer.json()["kind"] in ("bad_message", "too_large")
    assert both.says() == before


def test_messages_are_bounded(nursery: Nursery, tmp_path: Path) -> None:
    bounds = {"messages": 0.5, "message_burst": 4.0, "viewers": 2, "sockets": 4, "message": 2000}
    server = nursery.serve(f"sqlite:///{tmp_path / 'b.sqlite3'}", tmp_path / "log", **bounds).wait()
    secret = begin(server.address, same_screen=True, automatic=True)["both"]
    with Listening(server, secret) as seat:
        seat.next()
        assert seat.say("ask", id=1, question="x" * 60, arguments={"y": "z" * 2000})["kind"] == "too_large"
        told = (seat.say("ask", id=1, question="pending").get("kind", "fine") for _ in range(100))
        assert next(told) == "fine"
        assert "too_fast" in told
        with Listening(server, secret) as second, Listening(server, secret) as third:
            assert second.next()["type"] == "shown"
            assert third.next()["kind"] == "too_fast"
    server.stop()
    assert "Traceback" not in server.said


def test_spectators_take_no_players_place(nursery: Nursery, tmp_path: Path) -> None:
    bounds = {"spectators": 2, "viewers": 1}
    server = nursery.serve(f"sqlite:///{tmp_path / 'b.sqlite3'}", tmp_path / "log", **bounds).wait()
    seats = begin(server.address)
    with Listening(server, seats["spectator"]) as one, Listening(server, seats["spectator"]) as two:
        assert one.next()["type"] == two.next()["type"] == "shown"
        with Listening(server, seats["spectator"]) as third:
            assert third.next()["kind"] == "too_fast"
        for side in ("red", "blue"):
            with Listening(server, seats[side]) as player:
                assert player.next()["type"] == "shown"
                with Listening(server, seats[side]) as second:
                    assert second.next()["kind"] == "too_fast"
    server.stop()


def test_sitting_down_is_bounded_like_any_request(nursery: Nursery, tmp_path: Path) -> None:
    bounds = {"requests": 0.001, "request_burst": 6.0}
    server = nursery.serve(f"sqlite:///{tmp_path / 'b.sqlite3'}", tmp_path / "log", **bounds).wait()
    for _ in range(6):
        with Listening(server, "a-guess") as nobody:
            assert nobody.next()["kind"] == "not_found"
    for _ in range(2):
        with connect(server.live) as socket:
            assert json.loads(socket.recv(timeout=60))["kind"] == "too_fast"
    server.stop()


def test_requests_are_bounded(nursery: Nursery, tmp_path: Path) -> None:
    bounds = {"requests": 0.001, "request_burst": 10.0, "new_a_minute": 1}
    server = nursery.serve(f"sqlite:///{tmp_path / 'b.sqlite3'}", tmp_path / "log", **bounds).wait()
    assert [_new(server).status_code for _ in range(2)] == [201, 429]
    told = [httpx.get(f"{server.address}/api/health", timeout=60).status_code for _ in range(12)]
    assert told == [200] * 8 + [429] * 4
    server.stop()


def test_a_battle_does_not_go_on_for_ever(nursery: Nursery, tmp_path: Path) -> None:
    server = nursery.serve(f"sqlite:///{tmp_path / 'b.sqlite3'}", tmp_path / "log", events=3).wait()
    both = Seat(server.address, begin(server.address, same_screen=True)["both"])
    for _ in range(3):
        both.step()
    refused = both.try_act(both.suggest()[0])
    assert (refused.status_code, refused.json()["kind"]) == (413, "too_large")
    server.stop()
