"""What the page must know of an edition: its scales, troops, questions and actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from debellis.battle.armies import TroopInfo
from debellis.battle.playable import playable, rules_of
from debellis.generals.players import CHARACTERS, levels_of
from debellis.server.faults import RequestError
from debellis.table.ground_kinds import GroundKind
from debellis.table.scale import SCALES, Scale
from debellis.umpire.editions import OptionWords, available, description, edition
from debellis.umpire.questions import Kind


class EditionInfo(Struct, frozen=True):
    """A playable edition: its scales, kinds of ground, options with words for them, and questions.

    `singly` says whether its troops are laid on the umpire's table base by base.
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
    """

    edition: str
    unit: str
    general: bool
    scales: tuple[ScaleInfo, ...]
    codes: tuple[TroopInfo, ...]
    questions: tuple[QuestionInfo, ...]
    actions: tuple[QuestionInfo, ...]


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
    )


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
    if kind.name != "topography":
        return ()
    return tuple(rules_of(name).survey.setting_up().topographies)
