"""Element equivalents: what elements count for in strength and losses, and when an army breaks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from debellis.dbm.armies.elements import Element, read_elements
from debellis.dbm.troops import Troop, among
from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.questions import TEXT, Question, list_of
from debellis.umpire.ruling import Finding, Ruling


def equivalent(position: Position, what: Troop, finding: Finding) -> float:
    """The equivalents of one element."""
    values = table(position, "ee")
    for row in table(position, "ee_exception"):
        for i, name in enumerate(row["names"]):
            if among(position.edition, what, (row.get("meant", row["names"])[i],)):
                finding.cite_all(row["clauses"], f"{what.drill} {what.name} count {values[name]:g} each")
                return float(values[name])
    finding.cite("DBM32-P25-ee-use", f"{what.drill} {what.name}, like most troops, count {values['default']:g} each")
    return float(values["default"])


def equivalents_of(position: Position, elements: Sequence[Element], finding: Finding) -> float:
    """The equivalents of some elements together. Each half of a double base counts separately."""
    return sum(equivalent(position, half, finding) for element in elements for half in element.halves)


def command_breaks_at(position: Position, strength: float) -> float:
    """The losses at which a command of the given strength is demoralised."""
    return _threshold(position, strength, "command_fraction")


def army_breaks_at(position: Position, strength: float) -> float:
    """The losses at which an army of the given strength is defeated."""
    return _threshold(position, strength, "army_fraction")


def _threshold(position: Position, strength: float, which: str) -> float:
    row = table(position, "break_points")
    step: float = row["round_up_to"]
    return step * math.ceil(strength * float(row[which]) / step - COINCIDE)


def equivalents(position: Position, *, elements: tuple[str, ...]) -> Ruling:
    """The total of some elements, in element equivalents."""
    finding = Finding()
    return finding.rule("equivalents", equivalents_of(position, read_elements(position, elements, "elements"), finding))


def break_points(position: Position, *, commands: tuple[tuple[str, ...], ...]) -> Ruling:
    """The strength of each command and of the army, and the losses at which each breaks."""
    finding = Finding()
    counted = [equivalents_of(position, read_elements(position, texts, "commands"), finding) for texts in commands]
    finding.cite("DBM-B29.2", "a command is demoralised by the loss of a third, rounded up to the next half")
    finding.cite("DBM-B29.4", "an army is defeated by the loss of half")
    answer = {
        "equivalents": counted,
        "commands": [command_breaks_at(position, strength) for strength in counted],
        "army": army_breaks_at(position, sum(counted)),
    }
    return finding.rule("break_points", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "equivalents",
        "what elements count for, in element equivalents",
        {"elements": list_of(TEXT)},
        equivalents,
    ),
    Question(
        "break_points",
        "the strength of commands and army, and the losses that break them",
        {"commands": list_of(list_of(TEXT))},
        break_points,
    ),
)
