"""A battle as a role sees it, built only from what that role may know."""

from __future__ import annotations

from typing import Any

from debellis.battle.deciding import deciding
from debellis.battle.log import shown_to
from debellis.battle.rules import Pending, Rules
from debellis.battle.stream import published
from debellis.server import seats
from debellis.server.messages import Account, Shown
from debellis.server.move_forms import MoveForm, move_form, orders
from debellis.server.seats import Role
from debellis.server.storage.records import TAKE_BACK, UNDO, StoredBattle, StoredEvent


def picture(
    stored: StoredBattle, rules: Rules | None, state: Any, role: Role, number: int, frozen: str | None
) -> Shown:
    """The battle after an event, with nobody to decide. Without a state only the account can be read."""
    pending, result, view = Pending(None, "look at the account"), None, None
    if rules is not None and state is not None:
        pending, result = rules.pending(state), rules.result(state)
        view = rules.view(state, pending.side if role == seats.BOTH else seats.sees(role))
    return Shown(
        id=stored.id,
        edition=stored.edition,
        version=stored.version,
        role=role,
        number=number,
        view=view,
        pending=pending,
        decides=False,
        can_undo=False,
        players=stored.players,
        dice=stored.dice,
        seed_hash=None if stored.seed is None else published(stored.seed),
        seed=stored.seed if result is not None else None,
        result=result,
        thinking=False,
        frozen=frozen,
        hints=may_have_hints(stored, role),
        moves=MoveForm() if rules is None else move_form(stored.edition),
        orders=() if rules is None else orders(stored.edition),
    )


def may_have_hints(stored: StoredBattle, role: Role) -> bool:
    """Whether a role may ask for hints: against the computer, on one screen, or if the battle allows them."""
    if role == seats.SPECTATOR:
        return False
    alone = role == seats.BOTH or any(player.kind == "computer" for player in stored.players.values())
    return alone or stored.hints


def _takes_back(item: StoredEvent) -> int:
    if item.kind == TAKE_BACK and item.action is not None:
        return int(item.action["decisions"])
    return 1 if item.kind == UNDO else 0


def account(past: list[StoredEvent], since: int, side: str | None, over: bool) -> tuple[Account, ...]:
    """The account of a battle after an event, without the secret numbers that a side may not see before the end."""
    return tuple(
        Account(
            item.number,
            item.kind,
            item.by,
            item.dice if over else shown_to(item.entry(item.number), side).dice,
            item.said,
            item.reason,
            tuple(deciding(event) for event in item.said),
            _takes_back(item),
        )
        for item in past[max(0, since + 1) :]
    )
