"""Take-backs by agreement: one side asks, the other agrees or declines. Each step is an event of the battle."""

from __future__ import annotations

from typing import cast

import msgspec

from debellis.battle.log import next_hash
from debellis.server import seats
from debellis.server.faults import RequestError
from debellis.server.live_battle import LiveBattle
from debellis.server.messages import AnswerBack, AskBack
from debellis.server.packing import pack
from debellis.server.seats import Role
from debellis.server.storage.records import ASK_BACK, DECLINE_BACK, TAKE_BACK
from debellis.server.taking_back import Proposed, standing_of

#: Why a computer does not agree.
_NOT_FORGOTTEN = "Something hidden was shown since then, and it cannot be forgotten."


async def ask_back(battle: LiveBattle, role: Role, message: AskBack) -> int:
    """Ask the other side to take back the last decision of a role, with all later ones. Returns the event's number.

    Nobody is asked if the role may undo it by itself, or plays both sides. A computer answers at once.
    """
    async with battle.lock:
        done = await battle.done_already(role, message)
        if done is not None:
            return done
        battle.is_current(message.number)
        if battle.can_undo(role):
            return await battle.undo_last(role, message)
        wanted = battle.proposed(role)
        if wanted is None:
            raise RequestError("conflict", "There is no decision of yours that could be taken back.")
        if battle.asked is not None:
            raise RequestError("conflict", "A take-back has been asked for already, and waits for its answer.")
        if role == seats.BOTH:
            return await _take_back(battle, role, message, wanted)
        hidden = await battle.hidden_since(wanted)
        last = battle.line[-1].hash
        event = battle.next_event(ASK_BACK, message.key, wanted.by, None, (), last, wanted.asks(hidden))
        number = await battle.keep(role, message, event, pack(battle.state), battle.state, battle.revealed)
        if battle.stored.players[wanted.of].kind == "computer":
            await _computer_answers(battle, wanted, hidden)
        return number


async def answer_back(battle: LiveBattle, role: Role, message: AnswerBack) -> int:
    """Agree to the take-back that the other side asked for, or decline it. Returns the event's number."""
    async with battle.lock:
        done = await battle.done_already(role, message)
        if done is not None:
            return done
        battle.is_current(message.number)
        if battle.asked is None:
            raise RequestError("conflict", "No take-back waits for an answer.", number=battle.number)
        wanted = battle.proposed(cast(Role, battle.asked.by))
        if wanted is None or role != wanted.of:
            raise RequestError("not_yours", "Only the other side answers a request for a take-back.")
        if message.agrees:
            return await _take_back(battle, role, message, wanted)
        return await _decline(battle, role, message, wanted, None)


async def _computer_answers(battle: LiveBattle, wanted: Proposed, hidden: bool) -> None:
    """A computer agrees, unless something hidden was shown."""
    answer = AnswerBack(f"computer:{battle.number}", battle.number, not hidden)
    if hidden:
        await _decline(battle, seats.BOTH, answer, wanted, _NOT_FORGOTTEN)
    else:
        await _take_back(battle, seats.BOTH, answer, wanted)


async def _take_back(battle: LiveBattle, role: Role, message: AskBack | AnswerBack, wanted: Proposed) -> int:
    """Go back to the state before a decision. The log goes on, so that its numbers are not used again."""
    state, _, packed = await battle.look(standing_of(battle.line)[: -wanted.decisions])
    seed = battle.stored.seed if battle.sealed else None
    hash_ = next_hash(battle.line[-1].hash, wanted.action, (), state, seed)
    event = battle.next_event(TAKE_BACK, message.key, wanted.by, wanted.action, (), hash_, wanted.done())
    return await battle.keep(role, message, event, packed, state, False)


async def _decline(battle: LiveBattle, role: Role, message: AnswerBack, wanted: Proposed, reason: str | None) -> int:
    last = battle.line[-1].hash
    event = battle.next_event(DECLINE_BACK, message.key, wanted.of, None, (), last, wanted.declined())
    event = msgspec.structs.replace(event, reason=reason)
    return await battle.keep(role, message, event, pack(battle.state), battle.state, battle.revealed)
