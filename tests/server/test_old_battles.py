"""A battle is pinned to the version it was begun with; an old one still opens."""

from __future__ import annotations

import gzip
import sqlite3
import zlib
from pathlib import Path

import pytest

from tests.server.kept import BATTLES, Fought, fought, put
from tests.server.servers import Listening, Nursery, Seat, Server, checked

#: A database that debellis 0.3.0 wrote: one battle on one screen, after 14 decisions, and the secret of its seat.
OLD = Path(__file__).parent / "old"
OLD_SEAT = "-ZSYv_lwurWoesN6BFN4UQbJA2UKSHXR"


@pytest.fixture(scope="module")
def old(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Server]:
    place = tmp_path_factory.mktemp("old")
    database = f"sqlite:///{place / 'battles.sqlite3'}"
    return database, nursery.serve(database, place / "log").wait()


@pytest.fixture(scope="module")
def battle() -> Fought:
    return fought(BATTLES / "dba22" / "battle-0014.jsonl", 20)


def test_a_state_that_cannot_be_read_leaves_the_account(old: tuple[str, Server], battle: Fought) -> None:
    database, server = old
    for state in (b"rubbish", zlib.compress(b'{"phase":"siege"}'), zlib.compress(b"[[[")):
        seats = put(database, battle, state=state, version="0.0.1")
        for role in ("red", "spectator", "both"):
            seat = Seat(server.address, seats[role])
            says = seat.says()
            assert "0.0.1" in says["shown"]["frozen"]
            assert says["shown"]["view"] is None
            assert not says["shown"]["decides"]
            assert len(says["account"]) == 21
        both = Seat(server.address, seats["both"])
        for answer in (both.try_act({"do": "roll_pips"}, 20), both.try_undo(20), both.ask("melees"), both.branch(at=3)):
            assert (answer.status_code, answer.json()["kind"]) == (409, "frozen")
        assert both.moment(20).json()["kind"] == "frozen"
        assert both.moment(5).json()["view"]["phase"]
        assert both.log().content.count(b"\n") == 21
        with Listening(server, seats["red"]) as red:
            assert red.next()["shown"]["frozen"]


def test_an_old_battle_this_version_plays_alike_goes_on(old: tuple[str, Server], battle: Fought) -> None:
    database, server = old
    both = Seat(server.address, put(database, battle, version="0.0.1")["both"])
    assert both.shown["frozen"] is None
    assert both.shown["version"] == "0.0.1"
    both.step()
    checked(both.log().content)


def test_an_old_battle_played_by_other_rules_can_be_looked_at(old: tuple[str, Server], battle: Fought) -> None:
    database, server = old
    both = Seat(server.address, put(database, battle, version="0.0.1", hash="0" * 64)["both"])
    shown = both.shown
    assert "0.0.1" in shown["frozen"]
    assert shown["view"]["position"]["bases"]
    assert both.try_act({"do": "end_moves"}, 20).json()["kind"] == "frozen"


def test_the_log_of_a_battle_nobody_can_play_on_is_open_to_all(old: tuple[str, Server], battle: Fought) -> None:
    database, server = old
    seats = put(database, battle, version="0.0.1", hash="0" * 64)
    for role in ("red", "spectator"):
        log = Seat(server.address, seats[role]).log()
        assert log.content.count(b"\n") == 21
        assert battle.seed not in log.text


def test_an_edition_that_is_gone_leaves_the_account(old: tuple[str, Server], battle: Fought) -> None:
    database, server = old
    both = Seat(server.address, put(database, battle, edition="lost")["both"])
    assert both.shown["frozen"]
    assert len(both.says()["account"]) == 21
    assert both.try_act({"do": "end_moves"}, 20, "put-00003").json()["kind"] == "frozen"


def test_a_database_of_a_later_version_is_refused_in_one_sentence(nursery: Nursery, tmp_path: Path) -> None:
    file = tmp_path / "later.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    server = nursery.serve(f"sqlite:///{file}", tmp_path / "log")
    with pytest.raises(AssertionError):
        server.wait()
    assert "another version of debellis" in server.said
    assert "Traceback" not in server.said


def test_a_database_of_version_0_3_0_opens_and_its_battle_goes_on(nursery: Nursery, tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite3"
    file.write_bytes(gzip.decompress((OLD / "battles-0.3.0.sqlite3.gz").read_bytes()))
    server = nursery.serve(f"sqlite:///{file}", tmp_path / "log").wait()
    both = Seat(server.address, OLD_SEAT)
    says = both.says()
    assert (says["shown"]["number"], says["shown"]["version"], says["shown"]["frozen"]) == (14, "0.3.0", None)
    assert len(says["account"]) == 15
    assert both.moment(5).json()["view"]["phase"]
    both.step()
    checked(both.log().content)
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT COUNT(*) FROM events").fetchone() == (16,)
