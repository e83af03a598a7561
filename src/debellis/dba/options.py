"""Switches of a game, for clauses that players read in different ways."""

from __future__ import annotations

from typing import Any

from debellis.dba.book import book
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict


def option(position: Position, name: str) -> object:
    """The value of a switch in this position's game."""
    return position.options.get(name, book(position).options[name][0])


#: Switches that a tournament may set freely: they describe the event or its organiser's choices, not how to play.
_OF_THE_EVENT = ("tournament", "army_options_vary")


def judge_options(verdict: Verdict, known: dict[str, tuple[object, ...]], options: dict[str, Any]) -> None:
    """Report every switch of a game that is unknown or that a tournament does not allow."""
    tournament = bool(options.get("tournament", known["tournament"][0]))
    for name, value in options.items():
        if name not in known:
            verdict.refuse(f"There is no option {name!r}; there are {', '.join(map(repr, known))}.")
        elif not any(value == choice and type(value) is type(choice) for choice in known[name]):
            values = ", ".join(map(_written, known[name]))
            verdict.refuse(f"The option {name!r} is one of {values}, not {_written(value)}.")
        elif tournament and name not in _OF_THE_EVENT and value != known[name][0]:
            says = f"A tournament plays by the published rules: {name!r} stays {_written(known[name][0])}."
            verdict.refuse(says, "BOB-AUT-2")


def _written(value: object) -> str:
    """A value of a switch as players write it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)
