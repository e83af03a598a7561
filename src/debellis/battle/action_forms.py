"""Actions as people write them: a name and arguments, checked before the rules see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.table.position import Position
from debellis.umpire.questions import Kind, checked


class ActionForm:
    """One kind of action of an edition: its name, what it does, its arguments, and how they make the action."""

    def __init__(self, name: str, about: str, arguments: dict[str, Kind], make: Callable[..., Any]) -> None:
        self.name = name
        self.about = about
        self.arguments = arguments
        self.make = make

    def read(self, position: Position, given: dict[str, Any]) -> Any:
        """The action; BadQuestion for an unknown, missing or malformed argument."""
        return self.make(position, **checked(self.name, self.arguments, given, position))
