"""Demoralised commands: which of their elements must flee in spontaneous retreat, and that none advances."""

from __future__ import annotations

from debellis.dbm.commands import is_demoralised
from debellis.dbm.moving.lining_up import seen_enemies
from debellis.dbm.troops import is_holder, noted_now, troop
from debellis.dbm.works import circuit_round, ring_of
from debellis.geometry.contact import touches
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import OUTSIDE, WHOLLY, lies
from debellis.geometry.rectangle import FRONT, Rectangle, gap
from debellis.geometry.turning import Motion
from debellis.manoeuvre.nearing import comes_nearer
from debellis.mechanics.tables import load
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, FEATURE, FLAG, Question
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together

HALTED = "halted"
ADVANCE, RETREAT = "DBM-B29.3b", "DBM-B29.3c"
#: Which troops of a demoralised command flee, and which are exempt.
EXEMPT = "DBM32-P25-demoralised"
_IMMOBILE = ("Bge", "immobile")


def front_touches_enemy(position: Position, base: Base) -> bool:
    """Whether the front edge of an element touches an enemy. Any edge counts for an element that fronts every way."""
    if not base.on_table:
        return False
    any_edge = bool(load(position.edition)["type"][troop(base).type].get("any_edge_is_front", False))
    fronts = range(4) if any_edge else (FRONT,)
    return any(
        touch.mine in fronts
        for enemy in position.near_enemies(base.side, base.rectangle)
        for touch in touches(base.rectangle, enemy.rectangle)
    )


def must_flee(
    position: Position,
    *,
    element: str,
    tower: str | None = None,
    circuit: str | None = None,
    entered: bool = False,
) -> Ruling:
    """Whether an element must flee in spontaneous retreat because its command is demoralised.

    `tower` and `circuit` give works by their outlines. `entered` says that an enemy has been inside the circuit.
    """
    finding = Finding()
    base = position.base(element)
    if is_holder(base) or not is_demoralised(position, base):
        return finding.rule("must_flee", False)
    reason = _cannot_or_halted(position, base)
    exempt = _exempt(position, base, tower, circuit, entered)
    if reason is not None:
        finding.cite(RETREAT, f"{element} need not flee: {reason}")
        return finding.rule("must_flee", False)
    if exempt is not None:
        finding.cite_all((EXEMPT, RETREAT), f"{element} is exempt and need not flee: {exempt}")
        return finding.rule("must_flee", False)
    says = f"the command of {element} is demoralised, and nothing excuses it: it flees in spontaneous retreat"
    finding.cite_all((EXEMPT, RETREAT), says)
    return finding.rule("must_flee", True)


def judge_no_advance(position: Position, base: Base, motions: tuple[Motion, ...], verdict: Verdict) -> None:
    """Refuse a move by order of which some part brings an element of a demoralised command nearer to known enemy."""
    if not is_demoralised(position, base):
        return
    enemies = seen_enemies(position, base.side)
    _refuse_advance(base, [enemy.id for enemy in enemies if comes_nearer(motions, enemy.rectangle)], verdict)


def judge_no_step(position: Position, base: Base, start: Rectangle, end: Rectangle, verdict: Verdict) -> None:
    """The same of an element that steps from one place to another, as when it boards, lands or makes room."""
    if is_demoralised(position, base):
        enemies = [(enemy.id, enemy.rectangle) for enemy in seen_enemies(position, base.side)]
        nearer = [name for name, there in enemies if gap(end, there) < gap(start, there) - COINCIDE]
        _refuse_advance(base, nearer, verdict)


def _refuse_advance(base: Base, nearer: list[str], verdict: Verdict) -> None:
    if nearer:
        verdict.bar(base.id)
        says = f"{base.id} is of a demoralised command, and part of this move brings it nearer to {together(nearer)}"
        verdict.refuse(says, ADVANCE)


def _cannot_or_halted(position: Position, base: Base) -> str | None:
    """Why an element is not one of those that flee at all. None if it is."""
    what = troop(base)
    if (what.type, what.grade) == _IMMOBILE:
        return "it cannot move"
    return "it is halted" if noted_now(position, base, HALTED) else None


def _exempt(position: Position, base: Base, tower: str | None, circuit: str | None, entered: bool) -> str | None:
    """What exempts an element that would have to flee; None if nothing does."""
    if front_touches_enemy(position, base):
        return "its front edge touches enemy"
    if tower is not None and _inside(position, base, tower):
        return f"it is in the tower {tower}"
    if circuit is not None and not entered and _holds(position, base, circuit):
        return f"no enemy has entered {circuit}, and it is inside"
    return None if entered else _behind_works(position, base)


def _behind_works(position: Position, base: Base) -> str | None:
    """The circuit of works on the table that shelters an element: its own side's, with no enemy inside."""
    circuit = circuit_round(position, base)
    if circuit is None:
        return None
    ground = ring_of(circuit)
    if any(lies(enemy.rectangle, ground) != OUTSIDE for enemy in position.enemies(base.side)):
        return None
    return f"no enemy has entered the circuit of {circuit[0].id}, and it is inside"


def _holds(position: Position, base: Base, circuit: str) -> bool:
    """Whether an element is inside a circuit where no enemy is."""
    ground = position.feature(circuit).ground
    unharmed = all(lies(enemy.rectangle, ground) == OUTSIDE for enemy in position.enemies(base.side))
    return unharmed and _inside(position, base, circuit)


def _inside(position: Position, base: Base, place: str) -> bool:
    """Whether an element is wholly inside works."""
    if base.inside is not None:
        return base.inside == place
    return lies(base.rectangle, position.feature(place).ground) == WHOLLY


QUESTIONS: tuple[Question, ...] = (
    Question(
        "must_flee",
        "whether an element must flee because its command is demoralised",
        {
            "element": BASE,
            "tower": FEATURE.or_none(),
            "circuit": FEATURE.or_none(),
            "entered": FLAG.or_none(),
        },
        must_flee,
    ),
)
