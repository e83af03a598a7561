"""Seats are secrets: without the right one nothing changes and nothing leaks."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from debellis.server import seats as roles
from tests.server.kept import Fought, decided, fought, put
from tests.server.servers import Listening, Nursery, Seat, Server, begin, new_key

ROLL = {"do": "roll_pips"}


@pytest.fixture
def battle(server: Server) -> dict[str, str]:
    """A battle between two people, ready for the first PIPs."""
    return begin(server.address, automatic=True)


def _whose(server: Server, seats: dict[str, str]) -> tuple[str, str]:
    side = Seat(server.address, seats["red"]).shown["pending"]["side"]
    return side, "blue" if side == "red" else "red"


def test_nobody_acts_from_a_seat_that_is_not_his(server: Server, battle: dict[str, str]) -> None:
    turn, waits = _whose(server, battle)
    foreign = begin(server.address, same_screen=True, automatic=True)
    before = Seat(server.address, battle["spectator"]).says()
    told = {battle[waits]: "not_yours", battle["spectator"]: "not_yours", "guessed-seat": "not_found"}
    for secret, kind in told.items():
        seat = Seat(server.address, secret)
        number = before["shown"]["number"]
        for answer in (seat.try_act(ROLL, number), seat.try_undo(number), seat.check(ROLL)):
            assert answer.json()["kind"] == kind
            assert answer.status_code in (403, 404)
    other = Seat(server.address, foreign["both"])
    assert other.act(ROLL)
    assert Seat(server.address, battle["spectator"]).says() == before
    assert Seat(server.address, battle[turn]).act(ROLL)


def test_a_spectator_says_much_over_a_socket_and_changes_nothing(server: Server, battle: dict[str, str]) -> None:
    with Listening(server, battle["spectator"]) as third:
        third.next()
        before = third.shown
        messages: list[tuple[str, dict[str, Any]]] = [
            ("act", {"key": new_key(), "number": before["number"], "action": ROLL}),
            ("undo", {"key": new_key(), "number": before["number"]}),
            ("check", {"id": 1, "action": ROLL}),
            ("suggest", {"id": 2}),
        ]
        for kind, rest in messages:
            answer = third.say(kind, **rest)
            assert (answer["type"], answer["kind"]) == ("fault", "not_yours")
        assert third.say("ask", id=3, question="melees")["type"] == "ruled"
    assert Seat(server.address, battle["spectator"]).shown == before


def test_a_key_works_once_and_only_for_who_used_it(server: Server, battle: dict[str, str]) -> None:
    turn, waits = _whose(server, battle)
    player, key = Seat(server.address, battle[turn]), new_key()
    number = player.act(ROLL, key=key)
    after = player.says()
    assert player.act(ROLL, number=number - 1, key=key) == number
    assert player.act(ROLL, number=number, key=key) == number
    something_else = player.try_act({"do": "end_moves"}, number, key)
    assert (something_else.status_code, something_else.json()["kind"]) == (409, "conflict")
    assert player.try_undo(number, key).json()["kind"] == "conflict"
    for role in (waits, "spectator"):
        answer = Seat(server.address, battle[role]).try_act(ROLL, number - 1, key)
        assert answer.json()["kind"] == "not_yours"
        assert answer.json()["number"] is None
    assert player.says() == after


def test_the_keys_of_the_computer_cannot_be_used(server: Server, battle: dict[str, str]) -> None:
    turn, _ = _whose(server, battle)
    answer = Seat(server.address, battle[turn]).try_act(ROLL, key="computer:9")
    assert (answer.status_code, answer.json()["kind"]) == (400, "bad_message")


@pytest.mark.parametrize("secret", ["", "short", "x" * 64, "x" * 65, "'; DROP TABLE seats; --", "naïve"])
def test_a_guess_opens_nothing(server: Server, secret: str) -> None:
    headers = {"X-Seat": secret.encode()}
    for path in ("seat", "moment/0", "log"):
        answer = httpx.get(f"{server.address}/api/battles/{path}", headers=headers, timeout=60)
        assert answer.status_code in (400, 404), answer.text
        assert answer.json()["type"] == "fault"
    with Listening(server, secret) as nobody:
        assert nobody.next()["kind"] == "not_found"


def test_without_a_seat_there_is_no_answer(server: Server) -> None:
    answer = httpx.get(f"{server.address}/api/battles/seat", timeout=60)
    assert answer.status_code == 400
    assert answer.json()["type"] == "fault"


def test_only_hashes_of_the_secrets_are_kept(nursery: Nursery, tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite3"
    server = nursery.serve(f"sqlite:///{file}", tmp_path / "log").wait()
    seats = begin(server.address)
    for role in seats:
        with Listening(server, seats[role]) as seat:
            seat.next()
            seat.say("act", key=new_key(), number=99, action={"do": "dance"})
        Seat(server.address, seats[role]).log()
    server.stop()
    with sqlite3.connect(file) as database:
        text = "\n".join(database.iterdump())
    for role, secret in seats.items():
        assert secret not in text
        assert secret not in server.said
        assert roles.hashed(secret) in text, role


def _hidden(fought: Fought, role: str) -> list[str]:
    """The elements that only their own side may know of."""
    state = fought.battle.state
    shown = {base.id for base in state.position.bases}
    enemies = [name for name in ("red", "blue") if name != role]
    return [base.id for name in enemies for base in state.forces[name].elements if base.id not in shown]


@pytest.fixture(scope="module")
def kept_server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Server]:
    place = tmp_path_factory.mktemp("kept")
    database = f"sqlite:///{place / 'battles.sqlite3'}"
    return database, nursery.serve(database, place / "log").wait()


def _everything(server: Server, secret: str) -> str:
    """All a seat is told, by every way there is."""
    seat = Seat(server.address, secret)
    says = seat.client.get("/seat").text
    moments = [seat.moment(number).text for number in range(seat.shown["number"] + 1)]
    asked = [seat.ask("seen_by", side="red").text, seat.ask("seen_by", side="blue").text, seat.ask("pending").text]
    with Listening(server, secret) as listening:
        told = str(listening.socket.recv(timeout=60))
    return "\n".join([says, told, *moments, *asked, seat.log().text])


def _moments() -> dict[str, tuple[Path, int]]:
    """Moments of kept battles at which something is hidden."""
    file, deployed = decided(lambda action: action["do"] == "deploy")
    return {
        "nobody has deployed": (file, deployed - 1),
        "one side has deployed": (file, deployed),
        "some are held back": decided(lambda action: bool(action.get("held_back"))),
    }


@pytest.mark.parametrize("when", _moments())
def test_hidden_elements_and_the_seed_are_told_to_nobody(kept_server: tuple[str, Server], when: str) -> None:
    database, server = kept_server
    battle = fought(*_moments()[when])
    seats = put(database, battle)
    assert _hidden(battle, "spectator")
    for role in ("red", "blue", "spectator"):
        text = _everything(server, seats[role])
        assert battle.seed not in text
        assert '"seed":null' in text
        for name in _hidden(battle, role):
            assert f'"id":"{name}"' not in text


def test_a_landing_cannot_be_taken_back(kept_server: tuple[str, Server]) -> None:
    database, server = kept_server
    battle = fought(*decided(lambda action: action["do"] == "land"))
    shown = Seat(server.address, put(database, battle)["both"]).shown
    assert shown["decides"]
    assert not shown["can_undo"]
