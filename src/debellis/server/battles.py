"""Battles over HTTP: beginning, looking, deciding, branching. A seat is named by its secret in the header `X-Seat`."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from debellis.server import answering, seats
from debellis.server.faults import STATUS, Faulty
from debellis.server.hall import Hall
from debellis.server.limits import Doorkeeper
from debellis.server.opening import written_log
from debellis.server.wire import (
    Act,
    Ask,
    Branch,
    Check,
    Done,
    Fault,
    NewBattle,
    Ruled,
    Says,
    Seated,
    Shown,
    Suggest,
    Suggested,
    Undo,
)

Seat = Annotated[str, Parameter(header="X-Seat", max_length=seats.LONGEST, description="The secret of a seat.")]
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
    async def new(self, data: NewBattle, hall: Hall, door: Doorkeeper) -> Seated:
        """Begin a battle; the answer holds the secrets of its seats, and nobody is ever told them again."""
        door.let_begin()
        seated = await hall.new(data)
        hall.wake(await hall.room(seated.id))
        return seated

    @get("/seat", responses=FAULTS)
    async def shown(self, seat: Seat, hall: Hall, since: int = -1) -> Says:
        """The battle as this seat sees it, and its account after an event."""
        room, role = await hall.seat_of(seat)
        await room.reach(since)
        hall.wake(room, again=True)
        return Says(room.shown(role), room.since(since))

    @get("/moment/{number:int}", responses=FAULTS)
    async def moment(self, seat: Seat, number: int, hall: Hall) -> Shown:
        """The battle as it was after an event, as this seat saw it then."""
        room, role = await hall.seat_of(seat)
        return await room.moment(role, number)

    @post("/act", status_code=200, responses=FAULTS)
    async def act(self, seat: Seat, data: Act, hall: Hall) -> Done:
        """Decide."""
        room, role = await hall.seat_of(seat)
        done = Done(data.key, await room.act(role, data))
        hall.wake(room)
        return done

    @post("/undo", status_code=200, responses=FAULTS)
    async def undo(self, seat: Seat, data: Undo, hall: Hall) -> Done:
        """Take the last decision back."""
        room, role = await hall.seat_of(seat)
        return Done(data.key, await room.undo(role, data))

    @post("/check", status_code=200, responses=FAULTS)
    async def check(self, seat: Seat, data: Check, hall: Hall) -> Ruled:
        """Whether one may decide so now."""
        room, role = await hall.seat_of(seat)
        return Ruled(data.id, await answering.check(room, role, data.action))

    @post("/ask", status_code=200, responses=FAULTS)
    async def ask(self, seat: Seat, data: Ask, hall: Hall) -> Ruled:
        """A question about what stands on the table."""
        room, _ = await hall.seat_of(seat)
        return Ruled(data.id, await answering.question(room, data.question, data.arguments))

    @post("/suggest", status_code=200, responses=FAULTS)
    async def suggest(self, seat: Seat, data: Suggest, hall: Hall) -> Suggested:
        """Some legal decisions."""
        room, role = await hall.seat_of(seat)
        return Suggested(data.id, await answering.suggestions(room, role, data.most))

    @get("/log", responses=FAULTS)
    async def log(self, seat: Seat, hall: Hall) -> Response[bytes]:
        """The log, as `debellis replay --check` reads it: for everybody once it is over, before that for one screen."""
        room, role = await hall.seat_of(seat)
        if role != seats.BOTH and room.result is None and room.state is not None:
            raise Faulty("not_yours", "The log is open to all when the battle is over.")
        named = f'attachment; filename="{room.kept.edition}-{room.kept.id}.jsonl"'
        log = written_log(room.kept, room.line, room.result)
        return Response(log, media_type="application/jsonl", headers={"Content-Disposition": named})

    @post("/branch", responses=FAULTS)
    async def branch(self, seat: Seat, data: Branch, hall: Hall, door: Doorkeeper) -> Seated:
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
