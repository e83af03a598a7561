"""Battles over HTTP: beginning, looking, deciding, branching. A seat is named by its secret in the header `X-Seat`."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody

from debellis.server import answering, seats
from debellis.server.faults import STATUS, Faulty
from debellis.server.hall import Hall
from debellis.server.limits import Doorkeeper
from debellis.server.messages import (
    Act,
    Ask,
    Branch,
    Check,
    Done,
    Fault,
    Hint,
    Hinted,
    NewBattle,
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

Seat = Annotated[str, HeaderParameter(name="X-Seat", max_length=seats.LONGEST, description="The secret of a seat.")]
#: What is not done is told by a fault, whose kind goes with the status.
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
        self, data: JSONBody[NewBattle], hall: NamedDependency[Hall], door: NamedDependency[Doorkeeper]
    ) -> Seated:
        """Begin a battle; the answer holds the secrets of its seats, and nobody is ever told them again."""
        door.let_begin()
        seated = await hall.new(data)
        hall.wake(await hall.room(seated.id))
        return seated

    @get("/seat", responses=FAULTS)
    async def shown(self, seat: Seat, hall: NamedDependency[Hall], since: FromQuery[int] = -1) -> Says:
        """The battle as this seat sees it, and its account after an event."""
        room, role = await hall.seat_of(seat)
        await room.reach(since)
        hall.wake(room, again=True)
        return Says(room.shown(role), room.since(since, role))

    @get("/moment/{number:int}", responses=FAULTS)
    async def moment(self, seat: Seat, number: FromPath[int], hall: NamedDependency[Hall]) -> Shown:
        """The battle as it was after an event, as this seat saw it then."""
        room, role = await hall.seat_of(seat)
        return await room.moment(role, number)

    @post("/act", status_code=200, responses=FAULTS)
    async def act(self, seat: Seat, data: JSONBody[Act], hall: NamedDependency[Hall]) -> Done:
        """Decide."""
        room, role = await hall.seat_of(seat)
        done = Done(data.key, await room.act(role, data))
        hall.wake(room)
        return done

    @post("/undo", status_code=200, responses=FAULTS)
    async def undo(self, seat: Seat, data: JSONBody[Undo], hall: NamedDependency[Hall]) -> Done:
        """Take the last decision back."""
        room, role = await hall.seat_of(seat)
        return Done(data.key, await room.undo(role, data))

    @post("/check", status_code=200, responses=FAULTS)
    async def check(self, seat: Seat, data: JSONBody[Check], hall: NamedDependency[Hall]) -> Ruled:
        """Whether one may decide so now, and what is nearest to it if not."""
        room, role = await hall.seat_of(seat)
        return await answering.check(room, role, data)

    @post("/ask", status_code=200, responses=FAULTS)
    async def ask(self, seat: Seat, data: JSONBody[Ask], hall: NamedDependency[Hall]) -> Ruled:
        """A question about what stands on the table."""
        room, _ = await hall.seat_of(seat)
        return await answering.question(room, data)

    @post("/suggest", status_code=200, responses=FAULTS)
    async def suggest(self, seat: Seat, data: JSONBody[Suggest], hall: NamedDependency[Hall]) -> Suggested:
        """Some legal decisions."""
        room, role = await hall.seat_of(seat)
        return await answering.suggestions(room, role, data)

    @post("/hint", status_code=200, responses=FAULTS)
    async def hint(self, seat: Seat, data: JSONBody[Hint], hall: NamedDependency[Hall]) -> Hinted:
        """What the computer would do in one's place, and why."""
        room, role = await hall.seat_of(seat)
        return await hall.adviser.hint(room, role, data)

    @post("/reckon", status_code=200, responses=FAULTS)
    async def reckon(self, seat: Seat, data: JSONBody[Reckon], hall: NamedDependency[Hall]) -> Reckoned:
        """What may come of the shots or close combats, and in which order to fight."""
        room, role = await hall.seat_of(seat)
        return await hall.adviser.reckon(room, role, data)

    @get("/log", responses=FAULTS)
    async def log(self, seat: Seat, hall: NamedDependency[Hall]) -> Response[bytes]:
        """The log, as `debellis replay --check` reads it: for everybody once it is over, before that for one screen."""
        room, role = await hall.seat_of(seat)
        if role != seats.BOTH and room.result is None and room.frozen is None:
            raise Faulty("not_yours", "The log is open to all when the battle is over.")
        named = f'attachment; filename="{room.kept.edition}-{room.kept.id}.jsonl"'
        log = written_log(room.kept, room.line, room.result)
        return Response(log, media_type="application/jsonl", headers={"Content-Disposition": named})

    @post("/branch", responses=FAULTS)
    async def branch(
        self, seat: Seat, data: JSONBody[Branch], hall: NamedDependency[Hall], door: NamedDependency[Doorkeeper]
    ) -> Seated:
        """Begin a battle from a moment of this one, once it is over or if one sits on both sides of it."""
        room, role = await hall.seat_of(seat)
        await room.reach(data.at)
        others = [player for side, player in room.kept.players.items() if side != role]
        if room.result is None and role != seats.BOTH and any(player.kind == "person" for player in others):
            raise Faulty("not_yours", "A battle against another person can be branched when it is over.")
        door.let_begin()
        seated = await hall.branch(room, data)
        hall.wake(await hall.room(seated.id))
        return seated
