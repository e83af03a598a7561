"""What the page must know of an edition: its scales, troops, questions and actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from msgspec import Struct

from debellis.battle.armies import ListedUnits, TroopInfo
from debellis.battle.playable import playable, rules_of
from debellis.casebook.unit_shapes import CAMP
from debellis.generals.players import CHARACTERS, levels_of
from debellis.server.faults import RequestError
from debellis.table.ground_kinds import GroundKind
from debellis.table.scale import SCALES, Scale
from debellis.table.units import TroopDescription
from debellis.umpire.editions import OptionWords, UnitWords, available, description, edition
from debellis.umpire.questions import Kind


class EditionInfo(Struct, frozen=True):
    """A playable edition: its scales, kinds of ground, options with words for them, and questions.

    `singly` says whether single bases fight each other, so that the odds of two troop types can be told. Unit groups
    fight file by file; their odds are questions about a position.
    """

    name: str
    title: str
    about: str
    scales: tuple[str, ...]
    ground: dict[str, GroundKind]
    options: dict[str, tuple[Any, ...]]
    option_words: dict[str, OptionWords]
    questions: dict[str, str]
    levels: tuple[str, ...]
    characters: tuple[str, ...]
    table: tuple[float, float]
    unit: str
    singly: bool


class BaseInfo(Struct, frozen=True):
    """One base of troops of a type and order, `mounted` or not: its short sign, width and depth in mm by scale."""

    type: str
    order: str
    mounted: bool
    code: str
    sizes: dict[str, tuple[float, float]]


class UnitsInfo(Struct, frozen=True):
    """How armies of units are written: the words allowed under each key of a unit, camp, general, charge and case.

    `bases` has the sizes of single bases, and `lists` the units of the army lists.
    """

    unit: dict[str, tuple[str, ...]]
    camp: dict[str, tuple[str, ...]]
    general: dict[str, tuple[str, ...]]
    charge: dict[str, tuple[str, ...]]
    case: dict[str, tuple[str, ...]]
    bases: tuple[BaseInfo, ...]
    lists: tuple[ListedUnits, ...]


class ScaleInfo(Struct, frozen=True):
    """A scale of an edition, with the size of its table in mm."""

    name: str
    base_width: float
    mm_per_100_paces: float
    table: tuple[float, float]


class ArgumentInfo(Struct, frozen=True):
    """The kind of an argument in words, and whether it may be left out. `choices` has all values, if they are few."""

    kind: str
    optional: bool
    choices: tuple[str, ...] = ()


class QuestionInfo(Struct, frozen=True):
    """A question or an action: its subject and its arguments."""

    name: str
    about: str
    arguments: dict[str, ArgumentInfo]


class TroopsInfo(Struct, frozen=True):
    """What is needed to set up a position of an edition and ask about it.

    `general` says whether a general is a remark on a notation ("4Bd general"); otherwise he is an element of his own.
    Troops are laid base by base, by `codes`, or as `units`.
    """

    edition: str
    unit: str
    general: bool
    scales: tuple[ScaleInfo, ...]
    codes: tuple[TroopInfo, ...]
    questions: tuple[QuestionInfo, ...]
    actions: tuple[QuestionInfo, ...]
    units: UnitsInfo | None = None


def known(name: str) -> None:
    """Raise RequestError for an edition that cannot be played."""
    if name not in playable():
        raise RequestError("not_found", f"There is no edition {name!r}; there are {', '.join(playable())}.")


def edition_info(name: str) -> EditionInfo:
    """Summary of an edition."""
    found = edition(name)
    return EditionInfo(
        name=name,
        title=found.title,
        about=description(name).about,
        scales=found.scales,
        ground=found.ground,
        options=found.options,
        option_words=description(name).option_words,
        questions={key: question.about for key, question in found.questions.items()},
        levels=levels_of(name),
        characters=tuple(CHARACTERS),
        table=found.table_size(SCALES[found.scales[0]]),
        unit=found.unit,
        singly=bool(rules_of(name).survey.troops()),
    )


def ground_kinds() -> dict[str, dict[str, GroundKind]]:
    """The kinds of ground of every edition that answers questions."""
    return {name: edition(name).ground for name in available()}


def troops_info(name: str) -> TroopsInfo:
    """The troops of an edition, with its scales, questions and actions."""
    found, rules = edition(name), rules_of(name)
    troops = rules.survey.troops()
    asked = sorted(found.questions.values(), key=lambda question: question.name)
    return TroopsInfo(
        edition=name,
        unit=found.unit,
        general=not any(one.general for one in troops.values()),
        scales=tuple(_scale(name, one) for one in _measures(name)),
        codes=tuple(troops.values()),
        questions=tuple(_question(name, one.name, one.about, one.arguments) for one in asked),
        actions=tuple(_question(name, one.name, one.about, one.arguments) for one in rules.action_forms.values()),
        units=None if found.units is None else _units_info(name, found.units),
    )


def _units_info(name: str, words: UnitWords) -> UnitsInfo:
    return UnitsInfo(
        unit=words.unit,
        camp=words.camp,
        general=words.general,
        charge=words.charge,
        case=words.case,
        bases=tuple(_base_infos(name, words)),
        lists=rules_of(name).survey.listed_units(),
    )


def _base_infos(name: str, words: UnitWords) -> Iterator[BaseInfo]:
    """The bases of every type in every order; of camps too, which have neither order nor horses."""
    for type_, order, mounted in product((*words.unit["type"], CAMP), ("", *words.unit["order"]), (False, True)):
        troops = TroopDescription(type=type_, order=order)
        sizes = {scale.name: words.size(troops, mounted, scale) for scale in _measures(name)}
        yield BaseInfo(type_, order, mounted, words.code(troops), sizes)


def _measures(name: str) -> tuple[Scale, ...]:
    """The scales of an edition: its own, or those that all share."""
    found = edition(name)
    return found.measures or tuple(SCALES[scale] for scale in found.scales)


def _scale(name: str, scale: Scale) -> ScaleInfo:
    return ScaleInfo(scale.name, scale.base_width, scale.mm_per_100_paces, edition(name).table_size(scale))


def _question(edition_name: str, name: str, about: str, arguments: Mapping[str, Kind]) -> QuestionInfo:
    told = {
        key: ArgumentInfo(kind.name, kind.optional, _choices(edition_name, kind)) for key, kind in arguments.items()
    }
    return QuestionInfo(name, about, told)


def _choices(name: str, kind: Kind) -> tuple[str, ...]:
    """All values of an argument, if the page cannot know them from its kind."""
    if kind.choices is not None:
        return kind.choices(name)
    return tuple(rules_of(name).survey.setting_up().topographies) if kind.name == "topography" else ()
