"""The editions, as the umpire sees them: loaded by name when first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from msgspec import Struct

from debellis.table.scale import SCALES, Scale
from debellis.umpire.clauses import EDITIONS
from debellis.umpire.questions import Question


class Troops(Struct, frozen=True):
    """What a troop notation means in an edition: the fields of a Base that depend on it."""

    code: str
    kind: str
    width: float
    depth: float
    general: bool = False
    dismounts: str | None = None
    rank: str | None = None


class Commands(Struct, frozen=True):
    """How armies of several commands are written down: the words that may stand on a base and on a command."""

    base_notes: tuple[str, ...]
    command_notes: tuple[str, ...]


class Edition(Struct, frozen=True):
    """An edition of the rules: `read_troops` raises ValueError with one clear sentence for an unknown notation.

    `measures` are its scales where it measures otherwise than the others; `commands` is set where armies have several.
    """

    name: str
    title: str
    scales: tuple[str, ...]
    table_size: Callable[[Scale], tuple[float, float]]
    read_troops: Callable[[str, Scale], Troops]
    terrain_kinds: tuple[str, ...]
    options: dict[str, tuple[object, ...]]
    questions: dict[str, Question]
    unit: str = "paces"
    measures: tuple[Scale, ...] = ()
    commands: Commands | None = None

    def scale(self, name: str) -> Scale:
        """The scale of that name as this edition measures."""
        return next((scale for scale in self.measures if scale.name == name), SCALES[name])


class UnknownEdition(KeyError):
    """An edition that is not (yet) here."""

    def __str__(self) -> str:
        return f"there is no edition {self.args[0]!r}; there are {', '.join(available())}"


@cache
def edition(name: str) -> Edition:
    """The edition of that name."""
    if name not in EDITIONS:
        raise UnknownEdition(name)
    module = import_module(f"debellis.editions.{name}")
    found = getattr(module, "EDITION", None)
    if not isinstance(found, Edition):
        raise UnknownEdition(name)
    return found


@cache
def available() -> tuple[str, ...]:
    """The names of the editions that answer questions."""
    return tuple(n for n in EDITIONS if hasattr(import_module(f"debellis.editions.{n}"), "EDITION"))
