"""The umpire over HTTP: editions, armies, clauses, cases, and any question about any position."""

from __future__ import annotations

import asyncio
import threading
from functools import cached_property

from litestar import Controller, get, post
from msgspec import Struct

from debellis.casebook import enforcement
from debellis.db.setting_up import lists
from debellis.server.battles import FAULTS
from debellis.server.faults import Faulty
from debellis.server.guard import work_out
from debellis.server.limits import Limits
from debellis.server.seeing import CaseSeen, CaseTold, Written, casebook, see, shipped
from debellis.server.telling import EditionTold, TroopsTold, known, told_edition, told_troops
from debellis.umpire.clauses import Clause, Source, clauses, is_clause, sources
from debellis.umpire.editions import available


class StandingTold(Struct, frozen=True):
    """How a clause stands: what it lacks to be enforced, and how many questions prove it on either side."""

    id: str
    enforced: bool
    open: bool
    missing: tuple[str, ...]
    bites: int
    spares: int


class ClauseSeen(Struct, frozen=True):
    """A clause, the title of the document it stands in, and the cases that prove it."""

    clause: Clause
    source: str
    cases: tuple[CaseTold, ...]


class Desk:
    """Where cases are read: the casebook once, when somebody first wants it; those people write a few at a time."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._reading = threading.Lock()
        self._places = asyncio.Semaphore(limits.cases_at_once)
        self._queue = 0

    def casebook(self) -> tuple[CaseTold, ...]:
        """Every shipped case in brief."""
        with self._reading:
            return casebook()

    def standings(self) -> dict[str, enforcement.Standing]:
        """How every clause stands by the shipped casebook."""
        with self._reading:
            return self._standings

    @cached_property
    def _standings(self) -> dict[str, enforcement.Standing]:
        return enforcement.standings()

    async def see(self, text: str) -> CaseSeen:
        """A case somebody wrote, asked; Faulty when too many wait for theirs."""
        if self._queue >= self.limits.cases_waiting:
            raise Faulty("too_fast", "Many cases are being asked just now; try again in a moment.")
        self._queue += 1
        try:
            async with self._places:
                return await work_out("this case", lambda: see(text))
        finally:
            self._queue -= 1


class Umpire(Controller):
    """Rulings, clauses and the casebook."""

    path = "/api"
    tags = ("umpire",)

    @get("/editions", sync_to_thread=True)
    def editions(self) -> list[EditionTold]:
        """The editions that can be played."""
        return [told_edition(name) for name in available()]

    @get("/armies/{name:str}", sync_to_thread=True, responses=FAULTS)
    def armies(self, name: str) -> list[lists.Army]:
        """The army lists of an edition."""
        known(name)
        return list(lists.armies(name).values())

    @get("/troops/{name:str}", sync_to_thread=True, responses=FAULTS)
    def troops(self, name: str) -> TroopsTold:
        """The troops of an edition, its scales, questions and actions."""
        known(name)
        return told_troops(name)

    @get("/sources", sync_to_thread=True)
    def sources(self) -> list[Source]:
        """The documents clauses stand in."""
        return list(sources())

    @get("/clauses", sync_to_thread=True)
    def clauses(self, name: str | None = None) -> list[Clause]:
        """Every clause, or those of an edition."""
        return [clause for clause in clauses() if name in (None, clause.edition)]

    @get("/clauses/{name:str}", sync_to_thread=True, responses=FAULTS)
    def clause(self, name: str, desk: Desk) -> ClauseSeen:
        """One clause, with the cases that prove it."""
        if not is_clause(name):
            raise Faulty("not_found", f"There is no clause {name!r}.")
        found = next(clause for clause in clauses() if clause.id == name)
        title = next(source.title for source in sources() if source.prefix == found.source)
        return ClauseSeen(found, title, tuple(case for case in desk.casebook() if name in case.clauses))

    @get("/cases", sync_to_thread=True)
    def cases(self, desk: Desk) -> list[CaseTold]:
        """The casebook, in brief."""
        return list(desk.casebook())

    @get("/case", sync_to_thread=True, responses=FAULTS)
    def case(self, file: str, desk: Desk) -> CaseSeen:
        """One case of the casebook, asked."""
        desk.casebook()
        return shipped(file)

    @post("/case", status_code=200, responses=FAULTS)
    async def ask(self, data: Written, desk: Desk) -> CaseSeen:
        """A case somebody wrote, asked."""
        return await desk.see(data.text)

    @get("/summary", sync_to_thread=True)
    def summary(self, desk: Desk) -> list[enforcement.Tally]:
        """How much of each ledger is enforced, those of the base rules last."""
        found = desk.standings()
        return enforcement.tally(found) + enforcement.tally(found, base=True)

    @get("/standings", sync_to_thread=True)
    def standings(self, desk: Desk) -> list[StandingTold]:
        """How every clause stands."""
        return [
            StandingTold(name, one.enforced, one.open, one.missing, len(one.bites), len(one.spares))
            for name, one in desk.standings().items()
        ]
