"""Answers that change nothing: rulings on decisions and questions, and suggestions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from debellis.battle.chance import Middling
from debellis.battle.rules import Nearest, Refused, Rules
from debellis.battle.set_up_tasks import SetUpTask
from debellis.server import seats
from debellis.server.faults import RequestError
from debellis.server.guard import read_action, work_out
from debellis.server.limits import refuse_wild
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import Ask, Check, Ruled, Suggest, Suggested
from debellis.server.seats import Role
from debellis.table import writing
from debellis.table.pose import Pose
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion

#: How many boards and deployments are considered before the battle.
VARIETIES = 8


async def check(battle: LiveBattle, role: Role, wanted: Check) -> Ruled:
    """The ruling on a decision, for the side that must decide now."""
    decider(battle, role)
    rules, state = battle.rules, battle.state
    action = read_action(rules, wanted.action)
    also = [read_action(rules, one) for one in wanted.also]

    def ruled() -> Ruled:
        ruling = rules.check(state, action)
        refused = wanted.nearest and not ruling.answer["legal"]
        return Ruled(wanted.id, ruling, _nearest(rules, state, action, also) if refused else None)

    return await work_out("this decision", ruled)


def _nearest(rules: Rules, state: Any, action: Any, also: list[Any]) -> Nearest | None:
    """A legal action near a refused one: the one of its kind that the rules find, or the first legal one of `also`.

    An action of another kind comes last.
    """
    found = rules.nearest(state, action)
    if found is None or type(found.action) is not type(action):
        legal = next((one for one in also if rules.allows(state, one)), None)
        found = found if legal is None else Nearest(legal, places_after(rules, state, legal))
    return None if found is None else replace(found, action=writing.plain(found.action))


def as_known(rules: Rules, state: Any) -> Any:
    """The state with nothing that the side that decides cannot know: previews must not find hidden enemies."""
    side = rules.pending(state).side
    return state if side is None else rules.survey.imagined(state, side, Random(0))


def places_after(rules: Rules, state: Any, action: Any) -> dict[str, Pose]:
    """Where the bases that a move displaces stand after it, as far as the mover can know; empty for other actions."""
    if "end_moves" not in rules.pending(state).kinds:
        return {}
    state = as_known(rules, state)
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


async def question(battle: LiveBattle, wanted: Ask) -> Ruled:
    """The ruling on a question about the open state of the battle. Every role may ask."""
    if battle.frozen is not None:
        raise RequestError("frozen", battle.frozen)
    refuse_wild(wanted.arguments, "question")
    rules, state = battle.rules, battle.state

    def asked() -> Ruled:
        try:
            return Ruled(wanted.id, rules.ask(state, wanted.question, wanted.arguments))
        except BadQuestion as bad:
            raise RequestError("bad_message", f"{bad}.") from None

    return await work_out("this question", asked)


async def task(battle: LiveBattle, role: Role) -> SetUpTask | None:
    """What the side that must decide now needs to know of its step before the battle."""
    decider(battle, role)
    rules, state = battle.rules, battle.state
    return await work_out("this step", lambda: rules.task(state))


async def suggestions(battle: LiveBattle, role: Role, wanted: Suggest) -> Suggested:
    """Some legal decisions, for the side that must decide now."""
    decider(battle, role)
    rules, state, setting_up = battle.rules, battle.state, battle.pending.setting_up

    def found() -> Suggested:
        asked_for = (idea for idea in _ideas(rules, state, setting_up) if wanted.kind in (None, tag_of(idea)))
        legal = (idea for idea in asked_for if rules.allows(state, idea))
        return Suggested(wanted.id, tuple(writing.plain(idea) for idea in islice(legal, wanted.most)))

    return await work_out("these suggestions", found)


def tag_of(action: Any) -> str:
    """The name of the kind of a decision."""
    return str(action.__struct_config__.tag)


def _ideas(rules: Rules, state: Any, setting_up: bool) -> Iterator[Any]:
    """Ideas without repetition; before the battle, several boards and deployments."""
    seen: list[Any] = []
    for number in range(VARIETIES if setting_up else 1):
        for idea in rules.ideas(rules.varied(state, number) if number else state):
            if idea not in seen:
                seen.append(idea)
                yield idea


def decider(battle: LiveBattle, role: Role) -> None:
    """Raise RequestError unless this role must decide now."""
    if battle.frozen is not None:
        raise RequestError("frozen", battle.frozen)
    side = battle.pending.side
    if not seats.decides_for(role, side):
        raise RequestError(
            "not_yours", "The battle is over." if side is None else f"It is not your turn: {side} decides now."
        )
