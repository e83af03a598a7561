"""Opening a combat with enemy that a unit group already touches, by a wheel or a turn on the spot."""

from __future__ import annotations

from debellis.geometry.contact import meet, touches
from debellis.geometry.plane import COINCIDE, turn_between
from debellis.geometry.rectangle import FRONT, overlaps
from debellis.mechanics.tables import table
from debellis.meg.arguments import STANDING, UNIT, question
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.actions import judge_act
from debellis.meg.moving.steps import TURN, WHEEL, UnitStep
from debellis.meg.moving.walking import Walk, walk
from debellis.meg.units import bases_of, facing_of, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion, one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

#: The action whose card each way costs.
COSTS = {WHEEL: "M3", TURN: "M9"}


def ways_to_conform(position: Position, unit: Unit, enemy: Unit, by: str) -> list[Walk]:
    """The turns, or the wheels up to 90 degrees, after which a front edge lies flat on an edge of the enemy."""
    bases, ahead = bases_of(position, unit.id), facing_of(position, unit)
    steps: list[UnitStep] = []
    if by == TURN:
        steps = [UnitStep(TURN, degrees) for degrees in (90.0, -90.0, 180.0)]
    else:
        most = float(table(position, "document")["charge_wheel_max_deg"])
        for base in bases_of(position, enemy.id):
            for edge in range(4):
                x, y = base.rectangle.outward(edge)
                degrees = turn_between(ahead, (-x, -y))
                hand = "right" if degrees > 0.0 else "left"
                if COINCIDE < abs(degrees) <= most + COINCIDE:
                    steps.append(UnitStep(WHEEL, abs(degrees), hand))
    found = [walk(unit, bases, ahead, (step,)) for step in steps]
    return [way for way in found if not way.fault and _lies_flat(position, way, enemy)]


def _lies_flat(position: Position, way: Walk, enemy: Unit) -> bool:
    """Whether the front edge lies on an edge of the enemy and nothing is overlapped."""
    own = {base.id for base in way.end}
    others = [base for base in position.standing if base.id not in own]
    if any(overlaps(a.rectangle, b.rectangle) for a in way.end for b in others):
        return False
    theirs = [base for base in others if unit_name(base) == enemy.id]
    return any(
        touch.mine == FRONT and touch.length > COINCIDE
        for a in way.end
        for b in theirs
        for touch in touches(a.rectangle, b.rectangle)
    )


def _may_engage(position: Position, unit: str, enemy: str, by: str) -> Ruling:
    verdict = Verdict()
    own, other = unit_of(position, unit), unit_of(position, enemy)
    if own.side == other.side:
        raise BadQuestion(f"{enemy} is of the same side", "enemy")
    touching = any(meet(a.rectangle, b.rectangle) for a in bases_of(position, unit) for b in bases_of(position, enemy))
    if not touching:
        verdict.refuse(f"{unit} does not touch {enemy}; it can only charge.", "MEG-04a")
    elif in_combat(position, unit):
        verdict.refuse(f"{unit} is in combat already.", "MEG-B14.6", "MEG-46a")
    else:
        judge_act(verdict, position, own, COSTS[by])
        if not ways_to_conform(position, own, other, by):
            verdict.refuse(f"No {by} brings the front edge of {unit} onto {enemy}.", "MEG-B14.6")
    if verdict.legal:
        says = f"{unit} already touches {enemy}, so it may {by} until its front edge lies on it."
        permit(verdict, says, "MEG-04f", "MEG-B14.6")
    return verdict.decide("may_engage")


QUESTIONS = (
    question(
        "may_engage",
        "whether a unit group may open a combat with enemy that it already touches",
        {"unit": UNIT, "enemy": STANDING, "by": one_of(WHEEL, TURN)},
        _may_engage,
    ),
)
