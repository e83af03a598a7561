"""Halts: which elements may halt, and the cost of holding back irregulars."""

from __future__ import annotations

import math

from debellis.dbm.commanding.orders import Mover
from debellis.dbm.commanding.surcharges import modifier_row
from debellis.dbm.commands import is_unreliable, without_turn_notes
from debellis.dbm.demoralised import HALTED, must_flee
from debellis.dbm.grouping.groups import HALT, elements_of, judge_commands, judge_group, names_each_once
from debellis.dbm.spontaneous.impetuous import is_impetuous, judge_impetuous
from debellis.dbm.troops import has_moved, noted, noted_now, troop
from debellis.geometry.rectangle import gap
from debellis.manoeuvre.hills import is_uphill
from debellis.table.position import Position
from debellis.umpire.questions import BASE, BadQuestion, Question, list_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Line
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together

EXCLUSIVE = "DBM32-HALT-exclusive"


def halting_line(position: Position, movers: tuple[Mover, ...], sheltered: bool) -> list[Line]:
    """The cost of halting irregulars that would advance or retreat on their own. It is 0 if all are sheltered."""
    row = modifier_row(position, "halting")
    eager = [one for one in movers if one.irregular and _would_go(position, one)]
    if not eager or sheltered or all(_is_sheltered(position, one, row["hills"], row["notes"]) for one in eager):
        return []
    says = f"{eager[0].base.id} is irregular and would go of its own accord"
    return [Line(int(row["value"]), says, ("DBM-B14.10",))]


def _would_go(position: Position, one: Mover) -> bool:
    """Whether an element would now advance or retreat spontaneously. Enemies that are not given may be anywhere."""
    base, position = one.base, without_turn_notes(position, (HALTED,), (one.base.id,))
    if must_flee(position.with_base(base), element=base.id).answer:
        return True
    if not position.enemies(base.side):
        return is_impetuous(position, troop(base))
    return judge_impetuous(position, base, Finding())[1]


def _is_sheltered(position: Position, one: Mover, hills: list[str], notes: list[str]) -> bool:
    """Whether an element is in ambush, behind works, or on a hill above the nearest enemy."""
    if any(noted(one.base, note) for note in notes):
        return True
    enemies = position.enemies(one.base.side)
    nearest = min(enemies, key=lambda e: gap(one.base.rectangle, e.rectangle), default=None)
    if nearest is None or math.isinf(gap(one.base.rectangle, nearest.rectangle)):
        return False
    slopes = position.features(*hills)
    return any(is_uphill(one.base.rectangle, nearest.rectangle, hill) for hill in slopes)


def may_halt(position: Position, *, element: str | None = None, group: tuple[str, ...] = ()) -> Ruling:
    """Whether an element or a group may be halted. None of its elements may have moved this bound."""
    verdict = Verdict()
    names = group if element is None else (element,)
    bases = elements_of(position, names)
    if not bases or (element is not None and group):
        raise BadQuestion("may_halt needs element or group, and not both", "element")
    names_each_once(names, verdict)
    if len(bases) > 1:
        if judge_group(position, bases, verdict) is None:
            verdict.faults.append(f"{together(names)} are not one group")
        elif not judge_commands(bases, HALT, verdict):
            verdict.faults.append(f"{together(names)} serve in different commands")
    idle = [base.id for base in bases if is_unreliable(position, base)]
    if idle:
        verdict.refuse(f"{', '.join(idle)} get no orders yet: their ally-general is unreliable", "DBM-B15.1")
    moved = [base.id for base in bases if has_moved(position, base) or noted_now(position, base, "marched")]
    if moved:
        verdict.refuse(f"{', '.join(moved)} moved this bound and cannot take part in a halt", EXCLUSIVE)
    return verdict.decide("may_halt")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_halt",
        "whether an element or a group may be halted",
        {"element": BASE.or_none(), "group": list_of(BASE).or_none()},
        may_halt,
    ),
)
