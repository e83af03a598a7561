"""Answers that change nothing: what one may decide, what stands on the table, what one could do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from debellis.battle.chance import Middling
from debellis.battle.rules import Nearest, Refused, Rules
from debellis.server import seats
from debellis.server.faults import Faulty
from debellis.server.guard import read_action, work_out
from debellis.server.limits import refuse_wild
from debellis.server.messages import Ask, Check, Ruled, Suggest, Suggested
from debellis.server.rooms import Room
from debellis.server.seats import Role
from debellis.table import writing
from debellis.table.pose import Pose
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion

#: Before the battle so many boards and deployments are thought of.
VARIETIES = 8


async def check(room: Room, role: Role, wanted: Check) -> Ruled:
    """The ruling on a decision of who must decide; nobody may try out what is not his to decide."""
    decider(room, role)
    rules, state = room.rules, room.state
    action = read_action(rules, wanted.action)
    also = [read_action(rules, one) for one in wanted.also]

    def ruled() -> Ruled:
        ruling = rules.check(state, action)
        refused = wanted.nearest and not ruling.answer["legal"]
        return Ruled(wanted.id, ruling, _nearest(rules, state, action, also) if refused else None)

    return await work_out("this decision", ruled)


def _nearest(rules: Rules, state: Any, action: Any, also: list[Any]) -> Nearest | None:
    """A legal action near a refused one: the one the rules find, or the first legal one of `also`."""
    found = rules.nearest(state, action)
    if found is None:
        legal = next((one for one in also if rules.allows(state, one)), None)
        found = None if legal is None else Nearest(legal, places_after(rules, state, legal))
    return None if found is None else replace(found, action=writing.plain(found.action))


def places_after(rules: Rules, state: Any, action: Any) -> dict[str, Pose]:
    """Where the bases that a move displaces stand after it; empty for an action that is no move."""
    if "end_moves" not in rules.pending(state).kinds:
        return {}
    before = {base.id: (base.front, base.facing, base.inside) for base in rules.position(state).bases}
    try:
        after, _ = rules.apply(state, action, Middling())
    except Refused:
        return {}
    if rules.pending(after).side != rules.pending(state).side or "end_moves" not in rules.pending(after).kinds:
        return {}
    return {
        base.id: Pose(base.front, base.facing)
        for base in rules.position(after).bases
        if before.get(base.id) != (base.front, base.facing, base.inside)
    }


async def question(room: Room, wanted: Ask) -> Ruled:
    """The ruling on a question about what stands on the table and has happened there, which everybody sees."""
    if room.frozen is not None:
        raise Faulty("frozen", room.frozen)
    refuse_wild(wanted.arguments, "question")
    rules, state = room.rules, room.state

    def asked() -> Ruled:
        try:
            return Ruled(wanted.id, rules.ask(state, wanted.question, wanted.arguments))
        except BadQuestion as bad:
            raise Faulty("bad_message", f"{bad}.") from None

    return await work_out("this question", asked)


async def suggestions(room: Room, role: Role, wanted: Suggest) -> Suggested:
    """Some legal decisions for who must decide."""
    decider(room, role)
    rules, state, setting_up = room.rules, room.state, room.pending.setting_up

    def found() -> Suggested:
        legal = (idea for idea in _ideas(rules, state, setting_up) if rules.allows(state, idea))
        return Suggested(wanted.id, tuple(writing.plain(idea) for idea in islice(legal, wanted.most)))

    return await work_out("these suggestions", found)


def _ideas(rules: Rules, state: Any, setting_up: bool) -> Iterator[Any]:
    """What one could do, each idea once: before the battle, boards and deployments of several kinds."""
    seen: list[Any] = []
    for number in range(VARIETIES if setting_up else 1):
        for idea in rules.ideas(rules.varied(state, number) if number else state):
            if idea not in seen:
                seen.append(idea)
                yield idea


def decider(room: Room, role: Role) -> None:
    """Faulty unless it is for this role to decide now."""
    if room.frozen is not None:
        raise Faulty("frozen", room.frozen)
    side = room.pending.side
    if not seats.decides_for(role, side):
        raise Faulty("not_yours", "The battle is over." if side is None else f"It is for {side} to decide.")
