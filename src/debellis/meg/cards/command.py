"""Command: whom a general reaches with his orders, and who is out of command."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.meg.arguments import GENERAL, UNIT, question
from debellis.meg.general_facts import ALLY, IDLE, apart, general_of, rank_row, reach_from
from debellis.meg.units import bases_of, bw, unit_of
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def judge_command(verdict: Verdict, position: Position, general: General, other: General | Unit) -> None:
    """Refuse command over a unit group or another general who is beyond a general's orders."""
    if general.state in IDLE:
        says = f"{general.id} is {general.state.replace('_', ' ')} and commands nobody."
        verdict.refuse(says, "MEG-B7.13")
        return
    if isinstance(other, Unit):
        _judge_contingent(verdict, general, other)
        if general.unit == other.id:
            return
    if general.fighting:
        verdict.refuse(f"{general.id} fights in the front rank: all others are out of command.", "MEG-10b")
        return
    away = (
        reach_from(position, general, bases_of(position, other.id))
        if isinstance(other, Unit)
        else apart(position, general, other)
    )
    reach = bw(position, float(rank_row(position, general)["command_range_bw"]))
    if away is None:
        verdict.refuse(f"{general.id} or {other.id} is not on the table.", "MEG-B7.4")
        return
    verdict.measure("distance", away, "mm", reach)
    if abs(away - reach) <= COINCIDE:
        verdict.cite("MEG-B1.2", "Within a distance means at that distance too.")
    if away > reach + COINCIDE:
        verdict.refuse(f"{other.id} is beyond the command range of {general.id}.", "MEG-B7.4")


def _judge_contingent(verdict: Verdict, general: General, unit: Unit) -> None:
    """Allies command their own contingent only, and nobody else commands it."""
    if general.side != unit.side:
        verdict.refuse(f"{unit.id} is not of the side of {general.id}.", "MEG-B7.9")
    elif (general.role == ALLY or unit.contingent) and general.contingent != unit.contingent:
        whose = f"the contingent {unit.contingent}" if unit.contingent else "the main army"
        verdict.refuse(f"{unit.id} belongs to {whose}, which {general.id} does not command.", "MEG-B7.8")


def _in_command(position: Position, general: str, unit: str | None = None, other: str | None = None) -> Ruling:
    verdict = Verdict()
    he = general_of(position, general)
    if unit is not None:
        whom: General | Unit = unit_of(position, unit)
    elif other is not None:
        whom = general_of(position, other)
    else:
        raise BadQuestion("in_command needs a unit or an other general", "unit")
    judge_command(verdict, position, he, whom)
    if verdict.legal:
        verdict.cite("MEG-B7.4", f"{whom.id} is in command of {he.id}.")
    return verdict.rule("in_command", verdict.legal)


QUESTIONS = (
    question(
        "in_command",
        "whether a unit group or another general is in command of a general",
        {"general": GENERAL, "unit": UNIT.or_none(), "other": GENERAL.or_none()},
        _in_command,
        apart={"unit": ("other",)},
    ),
)
