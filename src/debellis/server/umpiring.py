"""The umpire over HTTP: editions, clauses, cases, and any question about any position."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from debellis.battle.armies import SettingUpInfo
from debellis.battle.playable import on_page, rules_of
from debellis.casebook import enforcement
from debellis.server.battles import FAULTS
from debellis.server.case_views import CaseInfo, CaseSeen, Written, cases_of, shipped
from debellis.server.casebook_service import CasebookService
from debellis.server.catalogue import EditionInfo, TroopsInfo, edition_info, ground_kinds, known, troops_info
from debellis.server.faults import RequestError
from debellis.server.guard import work_out
from debellis.table.ground_kinds import GroundKind
from debellis.umpire.clauses import Clause, Source, clause, clauses, is_clause, sources


class StandingInfo(Struct, frozen=True):
    """Whether a clause is enforced, what is missing, and how many questions prove it on either side."""

    id: str
    enforced: bool
    open: bool
    missing: tuple[str, ...]
    bites: int
    spares: int


class ClauseSeen(Struct, frozen=True):
    """A clause, the title of its document, and the cases that prove it."""

    clause: Clause
    source: str
    cases: tuple[CaseInfo, ...]


class Umpire(Controller):
    """Rulings, clauses and the casebook."""

    path = "/api"
    tags = ("umpire",)

    @get("/editions", sync_to_thread=True)
    def editions(self) -> list[EditionInfo]:
        """The editions that can be played on the page."""
        return [edition_info(name) for name in on_page()]

    @get("/ground", sync_to_thread=True)
    def ground(self) -> dict[str, dict[str, GroundKind]]:
        """The kinds of ground of every edition, also of those that only answer questions: names and looks."""
        return ground_kinds()

    @get("/troops/{name:str}", sync_to_thread=True, responses=FAULTS)
    def troops(self, name: FromPath[str]) -> TroopsInfo:
        """The troops of an edition, its scales, questions and actions."""
        known(name)
        return troops_info(name)

    @get("/setting_up/{name:str}", sync_to_thread=True, responses=FAULTS)
    def setting_up(self, name: FromPath[str]) -> SettingUpInfo:
        """Topographies, numbers of features and deployment zones of an edition."""
        known(name)
        return rules_of(name).survey.setting_up()

    @get("/sources", sync_to_thread=True)
    def sources(self) -> list[Source]:
        """The documents clauses stand in."""
        return list(sources())

    @get("/clauses", sync_to_thread=True)
    def clauses(self, name: FromQuery[str | None] = None) -> list[Clause]:
        """Every clause, or those of an edition."""
        return [clause for clause in clauses() if name in (None, clause.edition)]

    @get("/clauses/{name:str}", responses=FAULTS)
    async def clause(self, name: FromPath[str]) -> ClauseSeen:
        """One clause, with the cases that prove it."""
        if not is_clause(name):
            raise RequestError("not_found", f"There is no clause {name!r}.")
        found = clause(name)
        title = next(source.title for source in sources() if source.prefix == found.source)
        return ClauseSeen(found, title, await work_out("the cases of this clause", lambda: cases_of(name)))

    @get("/cases")
    async def cases(self, casebook: NamedDependency[CasebookService]) -> list[CaseInfo]:
        """Summaries of the cases of the casebook."""
        return list(await casebook.cases())

    @get("/case", responses=FAULTS)
    async def case(self, file: FromQuery[str]) -> CaseSeen:
        """One case of the casebook with its rulings."""
        return await work_out("this case", lambda: shipped(file))

    @post("/case", status_code=200, responses=FAULTS)
    async def ask(self, data: JSONBody[Written], casebook: NamedDependency[CasebookService]) -> CaseSeen:
        """A case that a user wrote, with its rulings."""
        return await casebook.see(data.text)

    @get("/summary")
    async def summary(self, casebook: NamedDependency[CasebookService]) -> list[enforcement.Tally]:
        """How many clauses of each document are enforced, the base rules last."""
        found = await casebook.standings()
        return enforcement.tally(found) + enforcement.tally(found, base=True)

    @get("/standings")
    async def standings(self, casebook: NamedDependency[CasebookService]) -> list[StandingInfo]:
        """Which clauses are enforced, and what the others lack."""
        return [
            StandingInfo(name, one.enforced, one.open, one.missing, len(one.bites), len(one.spares))
            for name, one in (await casebook.standings()).items()
        ]
