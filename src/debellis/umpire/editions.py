"""The editions, loaded by name on first use. `edition.toml` describes each; its family of rules makes it.

The import of a family by name is the only import from a higher layer. It happens at run time.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import import_module, resources
from typing import Any, cast

from msgspec import Struct

from debellis.table.ground_kinds import GroundKind
from debellis.table.scale import SCALES, Scale
from debellis.table.units import TroopDescription, Unit
from debellis.table.writing import convert
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
    """How armies of several commands are written: the words allowed on a base and on a command.

    `turn_notes` are the words that stay on a base until the next turn begins. Where commands are `optional`, an army
    may be one body without any.
    """

    base_notes: tuple[str, ...]
    command_notes: tuple[str, ...]
    turn_notes: tuple[str, ...] = ()
    optional: bool = False


class UnitWords(Struct, frozen=True):
    """How armies of units are written: the words allowed under each key of a unit, camp, general, charge and case.

    `size` gives width and depth of one base of some troops, mounted or not; `code` a short sign for them. `files` is
    how wide a unit of so many bases stands if nothing else is said. `fault` gives the key of a unit that cannot be as
    it is written, and why: by the files it stands wide (0 where it is placed base by base) and its bases.
    """

    unit: dict[str, tuple[str, ...]]
    camp: dict[str, tuple[str, ...]]
    general: dict[str, tuple[str, ...]]
    charge: dict[str, tuple[str, ...]]
    case: dict[str, tuple[str, ...]]
    size: Callable[[TroopDescription, bool, Scale], tuple[float, float]]
    code: Callable[[TroopDescription], str]
    files: Callable[[TroopDescription, str, int], int]
    fault: Callable[[Unit, int, int], tuple[str, str] | None]


class OptionWords(Struct, frozen=True, forbid_unknown_fields=True):
    """An option in words for people: what it asks, and each of its values, by the value as text.

    `agreed` says that players agree on it before a battle, and that it is no reading of a rule. One that is `idle`
    changes nothing in a single battle.
    """

    asks: str
    values: dict[str, str] = {}
    agreed: bool = False
    idle: bool = False


class Description(Struct, frozen=True, forbid_unknown_fields=True):
    """The `edition.toml` of an edition. Without a `family` it is a ledger of clauses and answers no questions.

    `about` is one sentence for people who choose between editions, and `on_page` says that the page can show its
    battles. `unit` is what it measures in. A family may read `scales` from
    its tables instead. `stands_on` names the edition whose tables, army lists and kinds of ground it shares. `options`
    are the switches of a game, each with its possible values, the default first, and `option_words` what people read.
    """

    title: str
    about: str = ""
    family: str | None = None
    playable: bool = False
    on_page: bool = False
    unit: str = "paces"
    scales: tuple[str, ...] = ()
    ground: dict[str, GroundKind] = {}
    stands_on: str | None = None
    options: dict[str, tuple[Any, ...]] = {}
    option_words: dict[str, OptionWords] = {}


class Edition(Struct, frozen=True):
    """An edition of the rules. `read_troops` raises ValueError with one clear sentence for an unknown notation.

    `ground` has its kinds of ground by key, with their names and looks. `measures` are its own scales, if they differ
    from the common ones. `commands` is set where armies have several commands, `units` where they consist of units.
    """

    name: str
    title: str
    scales: tuple[str, ...]
    table_size: Callable[[Scale], tuple[float, float]]
    read_troops: Callable[[str, Scale], Troops]
    ground: dict[str, GroundKind]
    options: dict[str, tuple[object, ...]]
    questions: dict[str, Question]
    unit: str = "paces"
    measures: tuple[Scale, ...] = ()
    commands: Commands | None = None
    units: UnitWords | None = None

    @property
    def terrain_kinds(self) -> tuple[str, ...]:
        """The keys of the edition's kinds of ground."""
        return tuple(self.ground)

    def scale(self, name: str) -> Scale:
        """The scale of that name, as this edition measures it."""
        own = next((scale for scale in self.measures if scale.name == name), None)
        return SCALES[name] if own is None else own


class UnknownEdition(KeyError):
    """The edition does not exist."""

    def __str__(self) -> str:
        return f"there is no edition {self.args[0]!r}; there are {', '.join(available())}"


@cache
def description(name: str) -> Description:
    """The description of an edition; UnknownEdition if there is none of that name."""
    if name not in EDITIONS:
        raise UnknownEdition(name)
    text = resources.files("debellis.editions").joinpath(name, "edition.toml").read_text("utf-8")
    return convert(tomllib.loads(text), Description)


@cache
def ground_of(name: str) -> dict[str, GroundKind]:
    """The kinds of ground of an edition, or of the edition it stands on. No family is loaded for it."""
    told = description(name)
    return ground_of(told.stands_on) if told.stands_on is not None and not told.ground else told.ground


@cache
def edition(name: str) -> Edition:
    """The edition of that name, made by its family; UnknownEdition if it has none."""
    told = description(name)
    if told.family is None:
        raise UnknownEdition(name)
    return cast(Edition, import_module(f"debellis.{told.family}.edition").make_edition(name, told))


@cache
def available() -> tuple[str, ...]:
    """The names of the editions that answer questions."""
    return tuple(name for name in EDITIONS if description(name).family is not None)
