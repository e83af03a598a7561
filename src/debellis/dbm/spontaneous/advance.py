"""A proposed spontaneous advance, judged step by step: by what means, against whom, how far, and where it may end."""

from __future__ import annotations

from debellis.dbm.contacts import FIGHTING, position_of
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.moving.zones import straight_before
from debellis.dbm.spontaneous.advancing import (
    EXPENDABLE,
    SAME_SHARE,
    Advance,
    aim_of,
    can_wheel,
    ends_well,
    judge_end,
    moves_due,
)
from debellis.dbm.spontaneous.impetuous import judge_impetuous, known_near
from debellis.dbm.spontaneous.obstacles import (
    ROOM,
    is_hemmed_in,
    least_back,
    least_shifts,
    touched_ahead,
    until_obstacle,
)
from debellis.dbm.spontaneous.retargeting import change_in_wheel, cite_change, nearest_after_turn
from debellis.dbm.spontaneous.steps import (
    ADVANCE,
    BACK,
    PIVOT_BACK,
    SHIFT,
    STEPS,
    TURN,
    UNEVEN,
    WHEEL,
    Step,
    Stride,
    is_free,
    make,
)
from debellis.dbm.spontaneous.targets import target_of, turns_nearer
from debellis.dbm.spontaneous.ways import is_clear, plain_way
from debellis.geometry.plane import COINCIDE, bearing, same_direction, turn_between
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.manoeuvre.contact import meet
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.umpire.questions import BASE, TEXT, Question
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

#: The clause that keeps an advance on the table.
OFF_TABLE = "DBM32-GLOSS-table"

_JUDGED = Memory[Ruling]("advances on one's own, judged")


def may_advance_so(position: Position, *, element: str, steps: tuple[Step, ...], choice: str | None = None) -> Ruling:
    """Whether an element that advances on its own may, and must, do it by these steps."""
    return _JUDGED.of(position, (element, steps, choice), lambda p: _judge_advance(p, p.base(element), steps, choice))


def _judge_advance(position: Position, base: Base, steps: tuple[Step, ...], choice: str | None) -> Ruling:
    verdict = Verdict()
    element = base.id
    told = Finding()
    if not judge_impetuous(position, base, told)[1]:
        verdict.absorb(told)
        verdict.refuse(f"{element} does not advance on its own now")
        return verdict.decide("may_advance_so")
    found, chosen = target_of(position, base, choice)
    if found.enemy is None or found.choices:
        if found.refused:
            verdict.absorb(chosen)
        verdict.refuse(f"{element} has equal targets: {', '.join(found.choices)}", "IWF-15.2a")
        return verdict.decide("may_advance_so", choices=list(found.choices))
    strides: list[Stride] = []
    place = base.rectangle
    for step in steps:
        strides.append(make(step, place))
        place = strides[-1].end
    advance = Advance(position, base, tuple(strides), found)
    if is_hemmed_in(position, base):
        _judge_hemmed(advance, verdict)
    else:
        target = _judge_steps(advance, found.enemy, verdict)
        if verdict.legal:
            judge_end(advance, target, verdict)
    end = advance.end
    more = {"front": list(end.front), "facing": bearing(end.facing), "moves": advance.spent()}
    return verdict.decide("may_advance_so", **more)


def _judge_hemmed(advance: Advance, verdict: Verdict) -> None:
    """One shut in on every side stays, and turns about only if that brings its front nearer to its target."""
    base, enemy = advance.base, advance.target.enemy
    assert enemy is not None
    turns = turns_nearer(base.rectangle, enemy.rectangle)
    kinds = [stride.step.kind for stride in advance.strides]
    says = f"{base.id} is shut in on every side: it {'only turns about' if turns else 'stays where it is'}"
    if kinds == ([TURN] if turns else []):
        verdict.cite("IWF-15.4c", f"{says}, and counts as moved")
    else:
        verdict.refuse(says, "IWF-15.4c")


def _judge_steps(advance: Advance, target: Base, verdict: Verdict) -> Base:
    """Judge every step, up to the first that cannot be made; the target at the end, which may have changed."""
    position, base = advance.position, advance.base
    for i, stride in enumerate(advance.strides):
        if base.kind == EXPENDABLE and stride.step.kind not in (ADVANCE, WHEEL):
            says = f"{base.id} is expendables: it advances only straight ahead and by wheels"
            verdict.refuse(says, "IWF-13.10b")
        elif _in_contact(position, base, stride.start):
            how = "pivot back to align with friends" if stride.step.kind == PIVOT_BACK else "move on"
            verdict.refuse(f"{base.id} is in legal contact, which ends its move: it may not {how}", "IWF-15.5")
        elif stride.step.kind == PIVOT_BACK:
            _judge_pivot_back(advance, i, verdict)
        elif stride.step.kind == BACK:
            _judge_back(advance, stride, verdict)
        elif stride.step.kind in UNEVEN:
            _judge_uneven(advance, i, verdict)
        elif stride.step.kind == WHEEL:
            target = _judge_wheel(advance, stride, target, verdict)
        elif stride.step.kind == ADVANCE:
            _judge_heading(advance, i, target, verdict)
        elif stride.step.kind == TURN:
            target = nearest_after_turn(position, base, stride.start, target)
            if not turns_nearer(stride.start, target.rectangle):
                verdict.refuse(f"turning about takes {base.id} away from {target.id}", "DBM-B19.7")
        if verdict.legal and not is_free(position, base, stride):
            verdict.refuse(f"the way of {base.id} is barred by what it can neither pass nor burst through", "IWF-15.4a")
        if verdict.legal and is_off(stride.end, position.size):
            verdict.refuse(f"{base.id} would leave the table, the playing area itself", OFF_TABLE)
        if not verdict.legal:
            break
    return target


def _in_contact(position: Position, base: Base, place: Rectangle) -> bool:
    """Whether an element at a place is in legal contact with its front edge on an enemy."""
    return any(position_of(place, e.rectangle) in FIGHTING for e in known_near(position, base.side, place))


def _judge_wheel(advance: Advance, stride: Stride, target: Base, verdict: Verdict) -> Base:
    """A wheel goes towards the target; the target may change on the way."""
    base = advance.base
    aim = aim_of(advance, target).centre
    x, y = stride.start.front
    off = turn_between(stride.start.facing, (aim[0] - x, aim[1] - y))
    if (off > 0.0) != (stride.step.hand == "right") or abs(off) <= COINCIDE:
        verdict.refuse(f"a wheel to the {stride.step.hand} takes {base.id} away from {target.id}", "DBM-B19.7")
        return target
    corner = FRONT_RIGHT if stride.step.hand == "right" else FRONT_LEFT
    change = change_in_wheel(advance.position, base, stride.start, target, corner, stride.step.amount)
    if change is None:
        return target
    cite_change(target.id, change, verdict)
    return change.enemy


def _judge_heading(advance: Advance, i: int, target: Base, verdict: Verdict) -> None:
    """Straight ahead is towards a target that lies ahead at least in part; else one wheels, unless it cannot.

    One that has just gone aside or back round an obstacle passes it first.
    """
    position, base, place = advance.position, advance.base, advance.strides[i].start
    aside = any(stride.step.kind in UNEVEN or stride.step.kind == BACK for stride in advance.strides)
    aim = aim_of(advance, target)
    if aside or straight_before(place, aim) or ends_well(advance):
        return
    if can_wheel(position, base, place, aim):
        verdict.refuse(f"no part of the target {target.id} lies straight ahead: {base.id} wheels first", "DBM-B19.7")


def _judge_uneven(advance: Advance, i: int, verdict: Verdict) -> None:
    """A shift, incline or pivot serves to get past an obstacle touched, or into contact not to be had otherwise."""
    position, base, stride = advance.position, advance.base, advance.strides[i]
    if ends_well(advance):
        _judge_contact_move(advance, verdict)
        return
    touched = touched_ahead(position, base, stride.start)
    back = advance.strides[i - 1].length if i and advance.strides[i - 1].step.kind == BACK else 0.0
    if stride.step.kind == SHIFT and (touched is not None or back > 0.0):
        least = least_shifts(position, base, stride.start, back + ROOM)
        what = touched or "what it backed out of"
        if _is_least(advance, i, least):
            verdict.cite("IWF-15.3a", f"{base.id} has come up against {what} and shifts by the least that clears it")
        else:
            need = " or ".join(f"{abs(s):g} mm to the {'right' if s > 0 else 'left'}" for s in least) or "none"
            verdict.refuse(f"the least shift past {what} is {need}", "IWF-15.3a")
        return
    far = 2.0 * (allowance(position, base) or 0.0)
    before = until_obstacle(position, base, stride.start, far)[1]
    if stride.step.kind == SHIFT and before is not None:
        verdict.refuse(f"{base.id} has not come up against {before} yet: it shifts only then", "IWF-15.3b")
        return
    says = f"{base.id} may shift, incline or pivot only into legal contact or a place that helps"
    verdict.refuse(says, "IWF-15.1d")


def _is_least(advance: Advance, i: int, least: list[float]) -> bool:
    """Whether a shift is the least that clears an obstacle, or as much of it as the move has left."""
    amount = advance.strides[i].step.amount
    if any(abs(amount - shift) <= COINCIDE for shift in least):
        return True
    last = i + 1 == len(advance.strides) and advance.spent() >= moves_due(advance) - SAME_SHARE
    return last and any(amount * shift > 0.0 and abs(amount) < abs(shift) for shift in least)


def _judge_contact_move(advance: Advance, verdict: Verdict) -> None:
    """Uneven steps into contact are for contact that plain movement cannot make."""
    position, base = advance.position, advance.base
    way = plain_way(base.rectangle, advance.end)
    limit = (allowance(position, base) or 0.0) * moves_due(advance)
    if way is not None and way.length <= limit + COINCIDE and is_clear(position, base, way):
        says = f"{base.id} gets there by straight movement, wheels and turns about: it may not shift, incline or pivot"
        verdict.refuse(says, "IWF-15.1d")
        return
    verdict.cite("IWF-15.1d", f"{base.id} cannot get there by straight movement and wheels: it may go aside")
    helped = advance.target.help
    if helped is not None and helped.kind == "rear_support":
        verdict.cite("IWF-15.1f", f"{base.id} goes to the place behind the friend it can support")


def _judge_back(advance: Advance, stride: Stride, verdict: Verdict) -> None:
    """Backward only out of a pocket, and no further than its mouth."""
    position, base, start = advance.position, advance.base, stride.start
    if touched_ahead(position, base, start) is None or least_shifts(position, base, start):
        verdict.refuse(f"{base.id} has a way ahead or aside and may not go back", "IWF-15.3c")
        return
    need = least_back(position, base, start)
    if need is None or abs(stride.step.amount - need) > COINCIDE:
        told = "no distance back helps it" if need is None else f"it goes back {need:g} mm, to get clear, and no more"
        verdict.refuse(f"{base.id} is stopped ahead and on both sides: {told}", "IWF-15.3c")
        return
    verdict.cite("IWF-15.3c", f"{base.id} is stopped ahead and on both sides: it goes back {need:g} mm to get clear")


def _judge_pivot_back(advance: Advance, i: int, verdict: Verdict) -> None:
    """The pivot back ends a move without contact and lines the element up with friends."""
    position, base, end = advance.position, advance.base, advance.strides[i].end
    lined = [
        friend.id
        for friend in position.friends(base.side)
        if friend.id != base.id and same_direction(friend.facing, end.facing) and meet(end, friend.rectangle).touching
    ]
    if i + 1 < len(advance.strides) or not lined:
        verdict.refuse(f"{base.id} may pivot back only to end its move lined up with friends", "IWF-15.4b")
        return
    verdict.cite("IWF-15.4b", f"{base.id} pivots back to end its move in line with {' and '.join(lined)}")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_advance_so",
        "whether an element that advances on its own may do it by these steps",
        {"element": BASE, "steps": STEPS, "choice": TEXT.or_none()},
        may_advance_so,
    ),
)
