"""How moves and orders are written in an edition, so that the page can write them without knowing the family."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from debellis.battle.playable import rules_of

#: The name of the action that is a move, in every edition that has one.
MOVE = "move"
_ELEMENTS = "elements"


class MoveForm(Struct, frozen=True):
    """The fields of a move, and the field of the action that holds them: None if the action itself has them."""

    within: str | None = None
    fields: tuple[str, ...] = ()


@cache
def move_form(edition: str) -> MoveForm:
    """The form of the moves of a playable edition. It has no fields if the edition does not move single bases."""
    for action in get_args(rules_of(edition).action_type):
        if action.__struct_config__.tag == MOVE:
            return _form(action)
    return MoveForm()


@cache
def orders(edition: str) -> tuple[str, ...]:
    """The actions of an edition that need nothing but the bases they are for, apart from moves."""
    return tuple(
        action.__struct_config__.tag
        for action in get_args(rules_of(edition).action_type)
        if action.__struct_config__.tag != MOVE and _required(action) == (_ELEMENTS,)
    )


def _required(action: type[Any]) -> tuple[str, ...]:
    """The fields that an action must have."""
    fields: tuple[str, ...] = action.__struct_fields__
    return fields[: len(fields) - len(action.__struct_defaults__)]


def _form(action: type[Any]) -> MoveForm:
    fields = action.__struct_fields__
    if _ELEMENTS in fields:
        return MoveForm(None, fields)
    hints = get_type_hints(action)
    within = next((name for name in fields if _ELEMENTS in getattr(hints[name], "__struct_fields__", ())), None)
    return MoveForm() if within is None else MoveForm(within, hints[within].__struct_fields__)
