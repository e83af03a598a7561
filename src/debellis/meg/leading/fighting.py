"""Generals who fight: by choice when their file fights, one in a file."""

from __future__ import annotations

from debellis.meg.arguments import FILE, GENERAL, question
from debellis.meg.fighting.contacts import opponents
from debellis.meg.general_facts import IDLE, general_of
from debellis.meg.units import file_name, file_of, files_of, generals_of, named_file, unit_name
from debellis.table.position import Position
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit


def _may_fight(position: Position, general: str, file: str) -> Ruling:
    verdict = Verdict()
    he = general_of(position, general)
    mine = named_file(position, file)
    name, unit = file_name(mine), unit_name(mine[0])
    others = [other for other in generals_of(position) if other.id != he.id and other.unit == unit]
    if he.state in IDLE:
        verdict.refuse(f"{he.id} is {he.state.replace('_', ' ')} and cannot fight.", "MEG-B7.13")
    if he.unit != unit:
        verdict.refuse(f"{he.id} is not with {unit}.", "MEG-B22.1")
    if not opponents(position, mine):
        verdict.refuse(f"{name} does not fight.", "MEG-B22.1")
    taken = next((other for other in others if other.fighting and _is_with(position, other.file, mine[0].id)), None)
    if taken is not None:
        verdict.refuse(f"{taken.id} already fights in {name}, and only one general fights in a file.", "MEG-11b")
    elif he.unit == unit and he.file and not _is_with(position, he.file, mine[0].id):
        shares = any(_shares(position, other.file, he.file) for other in others)
        if not shares:
            verdict.refuse(f"{he.id} is with another file of {unit}.", "MEG-B7.11")
    if verdict.legal:
        permit(verdict, f"{name} fights now, and {he.id} may choose to fight in its front rank.", "MEG-10a")
        if "free" in he.moved:
            permit(verdict, f"{he.id} came to {unit} by a free move and may fight with it.", "MEG-09c")
        if others and len(files_of(position, unit)) > 1:
            permit(verdict, f"Every general with {unit} may fight, one in a file.", "MEG-11b")
    return verdict.decide("may_fight")


def _is_with(position: Position, file: str, front: str) -> bool:
    """Whether a general's file, named by its front base, is the file with that front base."""
    return bool(file) and position.has_base(file) and file_of(position, position.base(file))[0].id == front


def _shares(position: Position, file: str, other: str) -> bool:
    """Whether two generals are with the same file, so that one of them may fight in another."""
    return position.has_base(other) and _is_with(position, file, file_of(position, position.base(other))[0].id)


QUESTIONS = (
    question(
        "may_fight",
        "whether a general may fight in the front rank of a file",
        {"general": GENERAL, "file": FILE},
        _may_fight,
    ),
)
