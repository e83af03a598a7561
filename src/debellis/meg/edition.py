"""Mortem et Gloriam as an edition: its words, scales, kinds of ground and questions."""

from __future__ import annotations

from functools import partial

from debellis.mechanics.tables import load
from debellis.meg import (
    chances,
    characteristics,
    consequences,
    dice,
    going,
    losses,
    measuring,
    removing,
    tests_of_nerve,
    victory,
)
from debellis.meg.cards import command, costs, hands
from debellis.meg.charging import contact, declaring, direction, evading, forced, meeting, responding
from debellis.meg.charging import moving as charge_moves
from debellis.meg.fighting import combat, contacts, effects, rolling, support
from debellis.meg.leading import danger
from debellis.meg.leading import fighting as generals_fighting
from debellis.meg.leading import moving as generals_moving
from debellis.meg.moving import (
    actions,
    align_places,
    engaging,
    limits,
    move_questions,
    passing,
    pushing,
    reforming,
)
from debellis.meg.outcomes import break_offs, pursuits, routs
from debellis.meg.setting_up import (
    armies,
    camps,
    choosing,
    entering,
    hidden_generals,
    items,
    marches,
    placing,
    pre_battle,
    scouting,
)
from debellis.meg.shooting import chances as shooting_chances
from debellis.meg.shooting import dice as shooting_dice
from debellis.meg.shooting import judging, targets
from debellis.meg.troops import base_size, code, default_files
from debellis.meg.unit_faults import fault_of
from debellis.meg.words import camp_words, case_words, charge_words, general_words, unit_words
from debellis.table.scale import Scale
from debellis.umpire.editions import Description, Edition, Troops, UnitWords

_SUBJECTS = (
    dice,
    going,
    measuring,
    hands,
    command,
    costs,
    generals_moving,
    danger,
    contacts,
    combat,
    effects,
    losses,
    support,
    rolling,
    removing,
    tests_of_nerve,
    chances,
    consequences,
    characteristics,
    victory,
    targets,
    judging,
    shooting_dice,
    shooting_chances,
    scouting,
    pre_battle,
    placing,
    items,
    marches,
    entering,
    hidden_generals,
    actions,
    limits,
    forced,
    declaring,
    responding,
    contact,
    evading,
    meeting,
    direction,
    charge_moves,
    generals_fighting,
    armies,
    choosing,
    camps,
    move_questions,
    reforming,
    engaging,
    passing,
    pushing,
    align_places,
    routs,
    pursuits,
    break_offs,
)


def _scales(edition: str) -> tuple[Scale, ...]:
    """Both scales. Everything is measured in base widths, so paces have no meaning here."""
    rows = load(edition)["scale"]
    return (
        Scale("15mm", float(rows["bw_mm_15mm_figures"]), 25.0),
        Scale("28mm", float(rows["bw_mm_28mm_figures"]), 40.0),
    )


def table_size(edition: str, scale: Scale) -> tuple[float, float]:
    """The table of the full game (Maximus), which has the same size for both scales."""
    width, depth = load(edition)["game_size"][0]["table_mm"]
    return (float(width), float(depth))


def _no_notation(notation: str, scale: Scale) -> Troops:
    """Unit groups are described by words, not by a notation."""
    raise ValueError(f"Mortem et Gloriam has no notation for single bases; write {notation!r} as a [[unit]]")


def make_edition(name: str, told: Description) -> Edition:
    """The edition with that name, from its description and its tables."""
    words = UnitWords(
        unit=unit_words(name),
        camp=camp_words(),
        general=general_words(name),
        charge=charge_words(),
        case=case_words(name),
        size=partial(base_size, name),
        code=code,
        files=partial(default_files, name),
        fault=partial(fault_of, name),
    )
    return Edition(
        name=name,
        title=told.title,
        scales=("15mm", "28mm"),
        table_size=partial(table_size, name),
        read_troops=_no_notation,
        ground=told.ground,
        options=told.options,
        questions={question.name: question for subject in _SUBJECTS for question in subject.QUESTIONS},
        unit=told.unit,
        measures=_scales(name),
        units=words,
    )
