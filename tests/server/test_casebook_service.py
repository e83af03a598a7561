"""The casebook is read once for all, at leisure from the start, and whoever waits for it stops nobody else."""

from __future__ import annotations

import asyncio
import threading
import warnings

import pytest

from debellis.server import casebook_service
from debellis.server.app import create_app
from debellis.server.casebook_service import CasebookService
from debellis.server.faults import RequestError
from debellis.server.guard import work_out
from debellis.server.limits import Limits
from debellis.server.storage.store import open_engine

MANY = 60


def test_many_wait_for_the_casebook_and_the_battles_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    read, go_on = [], threading.Event()

    def slowly() -> tuple[str, ...]:
        read.append(1)
        assert go_on.wait(60)
        return ("a case",)

    async def ask() -> None:
        casebook = CasebookService(Limits())
        monkeypatch.setattr(casebook_service, "casebook", slowly)
        waiting = [asyncio.create_task(casebook.cases()) for _ in range(MANY)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(work_out("a decision", lambda: "done"), 60) == "done"
        assert not any(task.done() for task in waiting)
        go_on.set()
        assert await asyncio.gather(*waiting) == [("a case",)] * MANY
        casebook.close()

    asyncio.run(ask())
    assert len(read) == 1


def test_a_casebook_that_could_not_be_read_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([OSError("the disk is gone"), ("a case",)])

    def read() -> object:
        one = next(found)
        if isinstance(one, OSError):
            raise one
        return one

    async def ask() -> None:
        casebook = CasebookService(Limits())
        monkeypatch.setattr(casebook_service, "casebook", read)
        with pytest.raises(RequestError, match="failed on the casebook"):
            await casebook.cases()
        assert await casebook.cases() == ("a case",)
        casebook.close()

    asyncio.run(ask())


def test_the_casebook_is_read_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    names, read, all_read = tuple("abcde"), list[str](), threading.Event()

    def tell(name: str) -> None:
        read.append(name)
        if len(read) == len(names):
            all_read.set()

    monkeypatch.setattr(casebook_service, "REST", 0.01)
    monkeypatch.setattr(casebook_service, "case_names", lambda: names)
    monkeypatch.setattr(casebook_service, "case_info", tell)
    casebook = CasebookService(Limits())
    casebook.warm()
    assert all_read.wait(60)
    casebook.close()
    assert tuple(read) == names


def test_a_server_that_stops_does_not_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    read, begun = list[int](), threading.Event()

    def tell(number: int) -> None:
        read.append(number)
        begun.set()

    monkeypatch.setattr(casebook_service, "REST", 0.01)
    monkeypatch.setattr(casebook_service, "case_names", lambda: range(10**9))
    monkeypatch.setattr(casebook_service, "case_info", tell)
    casebook = CasebookService(Limits())
    casebook.warm()
    assert begun.wait(60)
    casebook.close()
    casebook._reader.shutdown(wait=True)
    assert read


def test_the_application_is_built_as_its_libraries_want_it_today() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        app = create_app(open_engine("sqlite://"))
    assert app.openapi_schema.paths is not None
    assert "/api/battles/act" in app.openapi_schema.paths
