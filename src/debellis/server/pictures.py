"""A battle as a seat sees it: built from what is open to that seat, from one state of the battle."""

from __future__ import annotations

from typing import Any

from debellis.battle.log import shown_to
from debellis.battle.rules import Pending, Rules
from debellis.battle.stream import published
from debellis.server import seats
from debellis.server.messages import Account, Shown
from debellis.server.seats import Role
from debellis.server.storage.records import Happened, Kept


def picture(kept: Kept, rules: Rules | None, state: Any, role: Role, number: int, frozen: str | None) -> Shown:
    """The battle after one of its events; nobody decides in it. Without a state only its account is left."""
    pending, result, view = Pending(None, "look at the account"), None, None
    if rules is not None and state is not None:
        pending, result = rules.pending(state), rules.result(state)
        view = rules.view(state, pending.side if role == seats.BOTH else seats.sees(role))
    return Shown(
        id=kept.id,
        edition=kept.edition,
        version=kept.version,
        role=role,
        number=number,
        view=view,
        pending=pending,
        decides=False,
        can_undo=False,
        players=kept.players,
        dice=kept.dice,
        seed_hash=None if kept.seed is None else published(kept.seed),
        seed=kept.seed if result is not None else None,
        result=result,
        thinking=False,
        frozen=frozen,
        hints=may_have_hints(kept, role),
    )


def may_have_hints(kept: Kept, role: Role) -> bool:
    """Whether a seat may ask for hints: against the computer, on one screen, or where both agreed at the start."""
    if role == seats.SPECTATOR:
        return False
    alone = role == seats.BOTH or any(player.kind == "computer" for player in kept.players.values())
    return alone or kept.hints


def account(past: list[Happened], since: int, side: str | None, over: bool) -> tuple[Account, ...]:
    """The account of a battle after an event, without the secret numbers that a side may not see before the end."""
    return tuple(
        Account(
            item.number,
            item.kind,
            item.by,
            item.dice if over else shown_to(item.entry(item.number), side).dice,
            item.said,
            item.reason,
        )
        for item in past[max(0, since + 1) :]
    )
