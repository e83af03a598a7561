"""Battles over HTTP. The header `X-Seat` has the secret of a seat."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody

from debellis.battle.set_up_tasks import SetUpTask
from debellis.server import agreeing, answering, seats
from debellis.server.faults import STATUS, RequestError
from debellis.server.limits import RateLimiter
from debellis.server.messages import (
    Act,
    AnswerBack,
    Ask,
    AskBack,
    Branch,
    Check,
    Done,
    Fault,
    Hint,
    Hinted,
    NewBattle,
    Reach,
    Reached,
    Reckon,
    Reckoned,
    Ruled,
    Says,
    Seated,
    Shown,
    Suggest,
    Suggested,
    Undo,
)
from debellis.server.opening import written_log
from debellis.server.registry import BattleRegistry

Seat = Annotated[str, HeaderParameter(name="X-Seat", max_length=seats.LONGEST, description="The secret of a seat.")]
#: The faults of a request by HTTP status.
FAULTS = {
    status: ResponseSpec(
        Fault, description=", ".join(kind for kind in STATUS if STATUS[kind] == status), generate_examples=False
    )
    for status in sorted(set(STATUS.values()))
}


class Battles(Controller):
    """Battles of this server."""

    path = "/api/battles"
    tags = ("battles",)

    @post(responses=FAULTS)
    async def new(
        self,
        data: JSONBody[NewBattle],
        registry: NamedDependency[BattleRegistry],
        limiter: NamedDependency[RateLimiter],
    ) -> Seated:
        """Begin a battle. The answer has the secrets of its seats; they cannot be read again later."""
        limiter.count_battle()
        seated = await registry.new(data)
        registry.wake(await registry.battle(seated.id))
        return seated

    @get("/seat", responses=FAULTS)
    async def shown(self, seat: Seat, registry: NamedDependency[BattleRegistry], since: FromQuery[int] = -1) -> Says:
        """The battle as this seat sees it, and its account after an event."""
        battle, role = await registry.seat_of(seat)
        await battle.reach(since)
        registry.wake(battle, again=True)
        return Says(battle.shown(role), battle.since(since, role))

    @get("/moment/{number:int}", responses=FAULTS)
    async def moment(self, seat: Seat, number: FromPath[int], registry: NamedDependency[BattleRegistry]) -> Shown:
        """The battle after an event, as this seat saw it then."""
        battle, role = await registry.seat_of(seat)
        return await battle.moment(role, number)

    @post("/act", status_code=200, responses=FAULTS)
    async def act(self, seat: Seat, data: JSONBody[Act], registry: NamedDependency[BattleRegistry]) -> Done:
        """Apply a decision."""
        battle, role = await registry.seat_of(seat)
        done = Done(data.key, await battle.act(role, data))
        registry.wake(battle)
        return done

    @post("/undo", status_code=200, responses=FAULTS)
    async def undo(self, seat: Seat, data: JSONBody[Undo], registry: NamedDependency[BattleRegistry]) -> Done:
        """Take back one's own last decision, if it rolled and revealed nothing."""
        battle, role = await registry.seat_of(seat)
        return Done(data.key, await battle.undo(role, data))

    @post("/ask_back", status_code=200, responses=FAULTS)
    async def ask_back(self, seat: Seat, data: JSONBody[AskBack], registry: NamedDependency[BattleRegistry]) -> Done:
        """Ask the other side to take back one's own last decision, and all later ones."""
        battle, role = await registry.seat_of(seat)
        done = Done(data.key, await agreeing.ask_back(battle, role, data))
        registry.wake(battle)
        return done

    @post("/answer_back", status_code=200, responses=FAULTS)
    async def answer_back(
        self, seat: Seat, data: JSONBody[AnswerBack], registry: NamedDependency[BattleRegistry]
    ) -> Done:
        """Agree to a take-back that the other side asked for, or decline it."""
        battle, role = await registry.seat_of(seat)
        return Done(data.key, await agreeing.answer_back(battle, role, data))

    @post("/check", status_code=200, responses=FAULTS)
    async def check(self, seat: Seat, data: JSONBody[Check], registry: NamedDependency[BattleRegistry]) -> Ruled:
        """Whether a decision is allowed now, and a legal one near it if it is not."""
        battle, role = await registry.seat_of(seat)
        return await answering.check(battle, role, data)

    @get("/task", responses=FAULTS)
    async def task(self, seat: Seat, registry: NamedDependency[BattleRegistry]) -> SetUpTask | None:
        """What the side that must decide needs to know of its step before the battle; null if the view says all."""
        battle, role = await registry.seat_of(seat)
        return await answering.task(battle, role)

    @post("/ask", status_code=200, responses=FAULTS)
    async def ask(self, seat: Seat, data: JSONBody[Ask], registry: NamedDependency[BattleRegistry]) -> Ruled:
        """The ruling on a question about the table."""
        battle, _ = await registry.seat_of(seat)
        return await answering.question(battle, data)

    @post("/suggest", status_code=200, responses=FAULTS)
    async def suggest(
        self, seat: Seat, data: JSONBody[Suggest], registry: NamedDependency[BattleRegistry]
    ) -> Suggested:
        """Some legal decisions."""
        battle, role = await registry.seat_of(seat)
        return await answering.suggestions(battle, role, data)

    @post("/hint", status_code=200, responses=FAULTS)
    async def hint(self, seat: Seat, data: JSONBody[Hint], registry: NamedDependency[BattleRegistry]) -> Hinted:
        """The decision a computer would take now, and its reason."""
        battle, role = await registry.seat_of(seat)
        return await registry.adviser.hint(battle, role, data)

    @post("/reckon", status_code=200, responses=FAULTS)
    async def reckon(self, seat: Seat, data: JSONBody[Reckon], registry: NamedDependency[BattleRegistry]) -> Reckoned:
        """The odds of the pending shots or close combats, and the best order."""
        battle, role = await registry.seat_of(seat)
        return await registry.adviser.reckon(battle, role, data)

    @post("/reach", status_code=200, responses=FAULTS)
    async def reach(self, seat: Seat, data: JSONBody[Reach], registry: NamedDependency[BattleRegistry]) -> Reached:
        """Where some bases of the side that must decide may get to with one move."""
        battle, role = await registry.seat_of(seat)
        return await registry.adviser.reach(battle, role, data)

    @get("/log", responses=FAULTS)
    async def log(self, seat: Seat, registry: NamedDependency[BattleRegistry]) -> Response[bytes]:
        """The log, as `debellis replay --check` reads it: for all seats at the end, before that only for one screen."""
        battle, role = await registry.seat_of(seat)
        if role != seats.BOTH and battle.result is None and battle.frozen is None:
            raise RequestError("not_yours", "The log can be read when the battle is over.")
        named = f'attachment; filename="{battle.stored.edition}-{battle.stored.id}.jsonl"'
        log = written_log(battle.stored, battle.line, battle.result)
        return Response(log, media_type="application/jsonl", headers={"Content-Disposition": named})

    @post("/branch", responses=FAULTS)
    async def branch(
        self,
        seat: Seat,
        data: JSONBody[Branch],
        registry: NamedDependency[BattleRegistry],
        limiter: NamedDependency[RateLimiter],
    ) -> Seated:
        """Begin a battle from a moment of this one: at its end, or before it from a seat of both sides."""
        battle, role = await registry.seat_of(seat)
        await battle.reach(data.at)
        others = [player for side, player in battle.stored.players.items() if side != role]
        if battle.result is None and role != seats.BOTH and any(player.kind == "person" for player in others):
            raise RequestError("not_yours", "A battle against another person can be branched when it is over.")
        limiter.count_battle()
        seated = await registry.branch(battle, data)
        registry.wake(await registry.battle(seated.id))
        return seated
