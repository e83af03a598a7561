"""Moves in combat: bases that make or deepen a file (MF1), and bases that turn to face enemy in contact (MF2)."""

from __future__ import annotations

from debellis.geometry.contact import CORNER, touches
from debellis.geometry.plane import COINCIDE, coincide, point_to_segment, same_direction, turn_between
from debellis.geometry.rectangle import FRONT, overlaps
from debellis.meg.fighting.contacts import fights_of_base, fights_of_unit, has_no_flanks
from debellis.meg.fighting.support import engaged_bases, stands_beside, why_engaged
from debellis.meg.moving.steps import End
from debellis.meg.units import file_name, file_of, files_of, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict, permit


def judge_ends(verdict: Verdict, position: Position, unit: Unit, action: str, ends: tuple[End, ...]) -> tuple[str, ...]:
    """Refuse ends of bases that the action does not allow; the enemy unit groups that it draws into combat."""
    moved = tuple(position.base(end.who) for end in ends)
    for base in moved:
        if unit_name(base) != unit.id:
            raise BadQuestion(f"{base.id} is not a base of {unit.id}", "ends")
    for base, end in zip(moved, ends, strict=True):
        if coincide(base.front, end.pose.front) and same_direction(base.facing, end.pose.facing):
            verdict.refuse(f"{base.id} would stand where it stands.", "MEG-B13.15" if action == "MF1" else "MEG-B13.16")
    after = position.placed({end.who: end.pose for end in ends})
    arrived = tuple(after.base(end.who) for end in ends)
    others = [base for base in after.standing if base.id not in {one.id for one in arrived}]
    crowd = [
        (a, b) for a in arrived for b in (*others, *arrived) if a.id != b.id and overlaps(a.rectangle, b.rectangle)
    ]
    if crowd:
        verdict.refuse(f"{crowd[0][0].id} would overlap {crowd[0][1].id}.", "MEG-B13.21")
        return ()
    if action == "MF1":
        _judge_file(verdict, position, after, unit, moved, arrived)
        if verdict.legal:
            _judge_contacts(verdict, position, after, unit, arrived)
    else:
        for base, turned in zip(moved, arrived, strict=True):
            _judge_facing(verdict, position, after, base, turned)
    return _drawn(position, after, unit) if verdict.legal else ()


def _judge_file(
    verdict: Verdict,
    position: Position,
    after: Position,
    unit: Unit,
    moved: tuple[Base, ...],
    arrived: tuple[Base, ...],
) -> None:
    """Unengaged bases make or deepen one file, side by side with another file of their own unit group."""
    engaged = {base.id for base in engaged_bases(position, unit, Finding())}
    for base in moved:
        if base.id in engaged:
            why = why_engaged(position, unit, base)
            verdict.refuse(f"{base.id} is engaged and stays.", "MEG-58a", *why, "MEG-B13.15")
    file = file_of(after, arrived[0])
    names = {base.id for base in file}
    if any(base.id not in names for base in arrived):
        verdict.refuse("The bases do not end in a single file.", "MEG-B13.15")
        return
    rest = [one for one in files_of(after, unit.id) if file_name(one) != file_name(file)]
    joined = any(stands_beside(file, one) for one in rest) or any(base.id not in {m.id for m in moved} for base in file)
    if not joined:
        verdict.refuse(f"The file stands beside no other file of {unit.id}.", "MEG-B13.15")
    elif not any(same_direction(file[0].facing, one[0].facing) for one in rest) and rest:
        verdict.refuse(f"The file faces another way than {unit.id}.", "MEG-B13.15")


def _judge_contacts(
    verdict: Verdict, position: Position, after: Position, unit: Unit, arrived: tuple[Base, ...]
) -> None:
    """New contacts: a frontal one opens a fight; one with a flank or rear alone is refused (MEG-04d)."""
    frontal: list[Base] = []
    aside: list[Base] = []
    for base in arrived:
        for enemy in after.enemies(unit.side):
            if unit_of(after, unit_name(enemy)).broken:
                continue
            free = has_no_flanks(unit_of(after, unit_name(enemy)))
            for touch in touches(base.rectangle, enemy.rectangle):
                if touch.mine >= CORNER or touch.theirs >= CORNER or touch.length <= COINCIDE:
                    continue
                if touch.mine == FRONT and (touch.theirs == FRONT or free):
                    frontal.append(enemy)
                else:
                    aside.append(enemy)
    if aside and not frontal:
        verdict.refuse(f"All it makes is a flank contact with {aside[0].id}.", "MEG-04d")
        return
    permit(verdict, f"Unengaged bases of {unit.id} make or deepen one file.", "MEG-B13.15")
    if frontal:
        permit(verdict, f"{arrived[0].id} comes to fight {frontal[0].id} on its front.", "MEG-04b")
        if aside:
            permit(verdict, f"It may, although {aside[0].id} then stands on its flank.", "MEG-04e")
        fought = {unit_name(fight.theirs) for fight in fights_of_unit(position, unit.id)}
        if any(unit_name(enemy) not in fought for enemy in frontal):
            permit(verdict, "The enemy so met is drawn into the combat.", "MEG-04c")


def _drawn(position: Position, after: Position, unit: Unit) -> tuple[str, ...]:
    """The enemy unit groups that fight a unit group after a move and did not before."""
    before = {unit_name(fight.theirs) for fight in fights_of_unit(position, unit.id)}
    now = [unit_name(fight.theirs) for fight in fights_of_unit(after, unit.id)]
    return tuple(dict.fromkeys(name for name in now if name not in before))


def _judge_facing(verdict: Verdict, position: Position, after: Position, base: Base, end: Base) -> None:
    """A base contacted in flank or rear turns by 90 or 180 degrees to face that enemy (MEG-B13.16)."""
    fights = fights_of_base(position, base)
    if any(fight.edge == FRONT for fight in fights):
        verdict.refuse(f"{base.id} has enemy on its front and does not turn.", "MEG-B13.16")
        return
    struck = [fight for fight in fights if fight.edge != FRONT]
    if not struck:
        verdict.refuse(f"{base.id} is not contacted in flank or rear.", "MEG-B13.16")
        return
    quarters = turn_between(base.facing, end.facing) / 90.0
    edge = next(
        (fight.edge for fight in struck if same_direction(base.rectangle.outward(fight.edge), end.facing)), None
    )
    if abs(quarters - round(quarters)) > COINCIDE or edge is None:
        verdict.refuse(f"{base.id} must turn to face the enemy in contact.", "MEG-B13.16")
        return
    a, b = base.rectangle.edge(edge)
    if point_to_segment(end.front, a, b) > COINCIDE and not _on_line(end, base, edge):
        verdict.refuse(f"The front edge of {base.id} must lie where its struck edge was.", "MEG-B13.16")
        return
    if not any(fight.edge == FRONT for fight in fights_of_base(after, end)):
        verdict.refuse(f"{base.id} would not face the enemy in contact.", "MEG-B13.16")
        return
    permit(verdict, f"{base.id} turns to face the enemy in contact.", "MEG-B13.16")
    permit(verdict, f"{base.id} is then a file of its own.", "MEG-03b")


def _on_line(end: Base, base: Base, edge: int) -> bool:
    """Whether a new front edge lies on the line of the old edge, at most half its width along it."""
    ahead = base.rectangle.outward(edge)
    a, _ = base.rectangle.edge(edge)
    off = (end.front[0] - a[0]) * ahead[0] + (end.front[1] - a[1]) * ahead[1]
    return abs(off) <= COINCIDE and abs(base.rectangle.local(end.front)[1]) <= end.width
