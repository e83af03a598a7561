"""Aid: elements that shoot with a main shooter, and the second rank of bowmen that shoots through the first."""

from __future__ import annotations

from debellis.dbm.going import DIFFICULT, going_at, halves
from debellis.dbm.shooting.shooters import shooter_faults
from debellis.dbm.shooting.targets import allowed_targets, why_not
from debellis.dbm.troops import Troop, service
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import directly_behind
from debellis.mechanics.remarks import Remark
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value

BOWMEN, BOW = "Bw", "bow"
WHAT, CONDITIONS = "DBM32-P21-aid-what", "DBM32-P21-aid-cond"
_REAR_OF_X = ("S", "O")


class Aid(Value, frozen=True):
    """Whether one aids a shot, as which rank, and why."""

    gives: bool
    rank: int
    grounds: tuple[Remark, ...]


def aid(
    position: Position, helper: Base, main: Base, target: Base, others: tuple[Base, ...] = (), told: bool = True
) -> Aid:
    """Whether one aids the shot of a main shooter at a target: by shooting itself, or from the second rank.

    The second rank of the main shooter aids it, and that of one of `others` who aid it too. Naming the main shooter
    itself as helper asks for the rear half of a double base. If not `told`, it is left out why a helper may not shoot.
    """
    if helper.id == main.id:
        return _second_rank(position, helper, helper)
    if target.id in allowed_targets(position, helper):
        says = f"{helper.id} may shoot at {target.id} itself and aids {main.id}"
        return Aid(True, 1, (Remark(says, ("DBM-B23.5",)),))
    fronts = [main, *(other for other in others if target.id in allowed_targets(position, other))]
    fronts = [front for front in fronts if front.id != helper.id]
    near = [front for front in fronts if _follows(helper, front)]
    ahead = min(near, key=lambda front: abs(front.rectangle.local(helper.rectangle.front)[0]), default=None)
    if ahead is None:
        says = f"{helper.id} neither may shoot at {target.id} nor stands behind one who does"
        return Aid(False, 0, (Remark(says, (WHAT,)), *(why_not(position, [helper], target) if told else ())))
    found = _second_rank(position, ahead, helper)
    if found.gives and ahead.id != main.id:
        says = f"{helper.id} is the second rank of {ahead.id}, which aids {main.id}: it aids {main.id} too"
        return Aid(True, 2, (Remark(says, (WHAT,)), *found.grounds))
    return found


def _follows(helper: Base, front: Base) -> bool:
    """Whether an element is the next behind another, even if it is not lined up."""
    right, ahead = front.rectangle.local(helper.rectangle.front)
    return abs(right) < front.width * 0.5 and abs(ahead + front.depth) < helper.depth * 0.5


def _second_rank(position: Position, front: Base, rear: Base) -> Aid:
    """Whether a second rank aids the first: all the conditions must hold."""
    one, two = _ranks(position, front, rear)
    if two is None:
        return Aid(False, 0, (Remark(f"{_named(front, rear)} is no second rank of {front.id}", (WHAT,)),))
    fault = _amiss(position, front, rear, one, two)
    if fault is not None:
        return Aid(False, 2, (Remark(fault, (CONDITIONS,)),))
    marched = shooter_faults(position, rear)
    if marched:
        return Aid(False, 2, tuple(marched))
    says = f"{_named(front, rear)} shoots over the heads of the first rank of {front.id} and aids it"
    return Aid(
        True, 2, (Remark(says, (WHAT,)), Remark(f"all the conditions hold for {_named(front, rear)}", (CONDITIONS,)))
    )


def _named(front: Base, rear: Base) -> str:
    return rear.id if rear.id != front.id else f"the rear half of {rear.id}"


Rank = tuple[Rectangle, Troop]


def _ranks(position: Position, front: Base, rear: Base) -> tuple[Rank, Rank | None]:
    """The two ranks: the halves of one double base, or a base and another behind; a third rank is none."""
    ahead = halves(position, front)
    if front.id == rear.id:
        return ahead[0], ahead[1] if len(ahead) > 1 else None
    return ahead[0], halves(position, rear)[0] if len(ahead) == 1 else None


def _amiss(position: Position, front: Base, rear: Base, one: Rank, two: Rank) -> str | None:
    """Which condition of a second rank does not hold."""
    first, second = one[1], two[1]
    name = _named(front, rear)
    same_base = front.id == rear.id
    if (first.type, second.type) != (BOWMEN, BOWMEN):
        return f"{front.id} and {name} are not both bowmen"
    if (first.weapon or BOW) != (second.weapon or BOW):
        return f"{front.id} has {first.weapon or BOW}, {name} has {second.weapon or BOW}: not the same type of bow"
    if service(front).command != service(rear).command:
        return f"{front.id} and {name} belong to different commands"
    if not same_base and not directly_behind(rear.rectangle, front.rectangle):
        return f"the front edge of {name} does not lie on all the rear edge of {front.id}"
    special = same_base and first.grade == "X" and second.grade in _REAR_OF_X
    if first.grade != second.grade and not special:
        return f"{first.name} and {second.name} are not of the same grade"
    for (where, what), who in ((one, front.id), (two, name)):
        if going_at(position, where, what)[0] == DIFFICULT:
            return f"{who} is in difficult going"
    return None
