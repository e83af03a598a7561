"""Builds an edition from its book and the shared subjects. The umpire loads editions by name."""

from __future__ import annotations

from functools import partial

from debellis.dba import element_card, going, victory
from debellis.dba.aftermath import flee, pursuit, recoil_ruling, turning
from debellis.dba.book import Book, book_of
from debellis.dba.commands import NOTES
from debellis.dba.fighting import combat, given_scores
from debellis.dba.moving import command, contact, groups, movement, tactical_moves, zone
from debellis.dba.playing import questions
from debellis.dba.setting_up import armies, modification, setup
from debellis.dba.shooting import shooting
from debellis.dba.troops import read_troops
from debellis.table.scale import Scale
from debellis.umpire.citing import own_question
from debellis.umpire.editions import Commands, Description, Edition

_SUBJECTS = (
    element_card,
    contact,
    going,
    groups,
    zone,
    movement,
    combat,
    given_scores,
    shooting,
    command,
    victory,
    armies,
    setup,
    modification,
    tactical_moves,
    recoil_ruling,
    flee,
    pursuit,
    turning,
    questions,
)


def table_size(book: Book, scale: Scale) -> tuple[float, float]:
    """The size of the square board at a scale."""
    units = book.tables.other["units"]
    side = float(units["board_mm_large"] if scale.large else units["board_mm_small"])
    return (side, side)


def make_edition(name: str, told: Description) -> Edition:
    """The edition with this name, from its description and its book."""
    book = book_of(name)
    return Edition(
        name=name,
        title=told.title,
        scales=told.scales,
        table_size=partial(table_size, book),
        read_troops=partial(read_troops, book),
        ground=told.ground,
        options=told.options,
        questions={q.name: own_question(book.cites, q) for subject in _SUBJECTS for q in subject.QUESTIONS},
        unit=told.unit,
        commands=Commands((), NOTES, optional=True) if "big_battle" in book.tables.other else None,
    )
