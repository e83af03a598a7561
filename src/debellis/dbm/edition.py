"""DBM as an edition: its notation, scales, kinds of ground and the questions its rooms answer."""

from __future__ import annotations

from functools import partial

from debellis.dbm import contacts, going
from debellis.dbm.rulebook import measures, tables
from debellis.dbm.troops import read_troops
from debellis.table.scale import Scale
from debellis.umpire.editions import Commands, Edition

#: What may be noted of an element, and of a command.
BASE_NOTES = (
    "marched",
    "fled",
    "halted",
    "straight",
    "pursuing",
    "ambush",
    "seen",
    "shot_at",
    "never_moved",
    "list_double_base",
    "list_support",
)
COMMAND_NOTES = ("demoralised", "unreliable", "straggling", "general_lost", "flank_march")
_SUBJECTS = (contacts, going)


def table_size(edition: str, scale: Scale) -> tuple[float, float]:
    """The table of a scale."""
    width, depth = tables(edition)["scale"][scale.name]["table_mm"]
    return (float(width), float(depth))


def make_edition(name: str, title: str, options: dict[str, tuple[object, ...]]) -> Edition:
    """The edition of a version of DBM."""
    scales = measures(name)
    return Edition(
        name=name,
        title=title,
        scales=tuple(scale.name for scale in scales),
        table_size=partial(table_size, name),
        read_troops=partial(read_troops, name),
        terrain_kinds=tuple(tables(name)["ground"]),
        options=options,
        questions={question.name: question for subject in _SUBJECTS for question in subject.QUESTIONS},
        measures=scales,
        commands=Commands(BASE_NOTES, COMMAND_NOTES),
    )
