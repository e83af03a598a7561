"""Two servers on one PostgreSQL: what one keeps the other tells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import make_database
from tests.server.servers import Listening, Nursery, Seat, Server, begin, checked, new_key

ROLL = {"do": "roll_pips"}


@pytest.fixture(scope="module")
def pair(nursery: Nursery, postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers that started at the same moment on an empty database."""
    place: Path = tmp_path_factory.mktemp("pair")
    database = make_database(postgres, "pair")
    servers = [nursery.serve(database, place / f"log-{n}") for n in range(2)]
    yield servers[0].wait(), servers[1].wait()
    for server in servers:
        server.stop()
        assert "Traceback" not in server.said


def test_a_battle_goes_on_at_two_servers(pair: tuple[Server, Server]) -> None:
    one, two = pair
    seats = begin(one.address, automatic=True)
    with Listening(one, seats["red"]) as red, Listening(two, seats["blue"]) as blue:
        red.next()
        blue.next()
        assert red.shown["view"]["position"] == blue.shown["view"]["position"]
        for _ in range(4):
            player, other = (red, blue) if red.shown["decides"] else (blue, red)
            done = player.act(player.say("suggest", id=1, most=1)["actions"][0])
            assert done["type"] == "done", done
            other.wait_for(done["number"])
        assert red.shown["number"] == blue.shown["number"]


def test_the_same_key_at_two_servers_is_one_decision(pair: tuple[Server, Server]) -> None:
    one, two = pair
    secret = begin(one.address, same_screen=True, automatic=True)["both"]
    here, there = Seat(one.address, secret), Seat(two.address, secret)
    number, key = here.shown["number"], new_key()
    assert there.shown["number"] == number
    assert here.act(ROLL, number, key) == number + 1
    assert there.act(ROLL, number, key) == number + 1
    late = there.try_act(ROLL, number)
    assert (late.status_code, late.json()["number"]) == (409, number + 1)
    assert there.act({"do": "resign"}, number + 1) == number + 2
    assert here.says(since=number + 2)["shown"]["result"] is not None
    checked(here.log().content)


def test_the_computer_plays_once_though_two_servers_watch(pair: tuple[Server, Server]) -> None:
    one, two = pair
    computers = {"red": {"kind": "computer"}, "blue": {"kind": "computer"}}
    seats = begin(one.address, **computers, setup={"limit": 1})
    with Listening(one, seats["spectator"]) as here, Listening(two, seats["spectator"]) as there:
        for watching in (here, there):
            while not watching.shown or watching.shown["result"] is None:
                watching.next(60)
        assert here.account == there.account
        assert here.shown["trouble"] is there.shown["trouble"] is None
    checked(Seat(two.address, seats["spectator"]).log().content)
