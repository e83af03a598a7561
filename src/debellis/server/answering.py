"""Answers that change nothing: what one may decide, what stands on the table, what one could do."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from debellis.server import seats
from debellis.server.faults import Faulty
from debellis.server.guard import read_action, work_out
from debellis.server.limits import refuse_wild
from debellis.server.rooms import Room
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Ruling


async def check(room: Room, role: str, said: dict[str, Any]) -> Ruling:
    """The ruling on a decision of who must decide; nobody may try out what is not his to decide."""
    _decider(room, role)
    rules, state = room.rules, room.state
    action = read_action(rules, said)
    return await work_out("this decision", lambda: rules.check(state, action))


async def question(room: Room, name: str, arguments: dict[str, Any]) -> Ruling:
    """The ruling on a question about what stands on the table and has happened there, which everybody sees."""
    if room.frozen is not None:
        raise Faulty("frozen", room.frozen)
    refuse_wild(arguments, "question")
    rules, state = room.rules, room.state

    def asked() -> Ruling:
        try:
            return rules.ask(state, name, arguments)
        except BadQuestion as bad:
            raise Faulty("bad_message", f"{bad}.") from None

    return await work_out("this question", asked)


async def suggestions(room: Room, role: str, most: int) -> tuple[dict[str, Any], ...]:
    """Some legal decisions for who must decide."""
    _decider(room, role)
    rules, state = room.rules, room.state

    def found() -> tuple[dict[str, Any], ...]:
        legal = (idea for idea in rules.ideas(state) if rules.allows(state, idea))
        return tuple(msgspec.to_builtins(idea) for idea in islice(legal, most))

    return await work_out("these suggestions", found)


def _decider(room: Room, role: str) -> None:
    if room.frozen is not None:
        raise Faulty("frozen", room.frozen)
    side = room.pending.side
    if not seats.decides_for(role, side):
        raise Faulty("not_yours", "The battle is over." if side is None else f"It is for {side} to decide.")
