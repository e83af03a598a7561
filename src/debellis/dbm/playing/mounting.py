"""Mounting and dismounting in a battle: a tactical move of each element, which stays where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.dbm.armies.generals import general_foot
from debellis.dbm.commanding.orders import Done
from debellis.dbm.commanding.pips import Order, price, total
from debellis.dbm.demoralised import judge_no_step
from debellis.dbm.grouping.group_moves import judge_earlier
from debellis.dbm.grouping.groups import TACTICAL
from debellis.dbm.mounts.dismounting import DOUBLE, SINGLES, Exchanged, dismounted, mounted
from debellis.dbm.mounts.exchanged import after_exchange
from debellis.dbm.playing.actions import Action, Dismount, Mount
from debellis.dbm.playing.state import State
from debellis.dbm.troops import is_holder, troop, written
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict


class Changed(Value, frozen=True):
    """Elements that mount or dismount: the position after it, its price, and who gave way or closed up."""

    position: Position
    cost: int
    moved: tuple[str, ...] = ()


def judge(state: State, action: Mount | Dismount, verdict: Verdict) -> Changed | None:
    """Judge an order to mount or dismount and work out what comes of it; None where it is refused."""
    bases = tuple(state.position.base(name) for name in action.elements)
    judge_earlier(state.position, bases, TACTICAL, verdict)
    if not verdict.legal:
        return None
    if isinstance(action, Dismount):
        found = _dismounts(state, action, bases, verdict)
        foot, holders = None, action.holders is True
    else:
        into, foot = ridden_by(state, bases[0])
        found, holders = _mounts(state, action, bases, into, verdict), False
    if found is None:
        if verdict.legal:
            verdict.faults.append(f"{', '.join(action.elements)} cannot do so")
        return None
    for now in found.done.after.bases:
        if now.on_table and state.position.has_base(now.id):
            was = state.position.base(now.id)
            judge_no_step(state.position, was, was.rectangle, now.rectangle, verdict)
    if not verdict.legal:
        return None
    cost = 0
    for base in bases:
        sheet = price(state.position, (base,), Order(TACTICAL, Done(), mounting=True))
        verdict.add_sheet(sheet)
        both = isinstance(action, Dismount) and action.double_base == SINGLES and troop(base).rear is not None
        cost += total(sheet) * (2 if both else 1)
    moved = (*found.done.displaced, *found.done.closed_up)
    return Changed(after_exchange(found, foot, holders), cost, moved)


def _dismounts(state: State, action: Dismount, bases: tuple[Base, ...], verdict: Verdict) -> Exchanged | None:
    double = any(troop(base).rear is not None for base in bases)
    if double and action.double_base not in (SINGLES, DOUBLE):
        verdict.refuse("Say whether a double base becomes two single elements or stays one.", "DBM-B8.5")
        return None
    chosen = action.double_base if double else None
    holders = action.holders if isinstance(action.holders, bool) else None
    found = dismounted(
        state.position, action.elements, TACTICAL, action.close_up, holders, ((), ()), chosen, None, verdict
    )
    return found


def _mounts(
    state: State, action: Mount, bases: tuple[Base, ...], into: str | None, verdict: Verdict
) -> Exchanged | None:
    if into is None or any(ridden_by(state, base)[0] != into for base in bases):
        verdict.refuse(f"{', '.join(action.elements)} had no mounts of one kind.", "DBM-B7.1")
        return None
    return mounted(state.position, action.elements, into, TACTICAL, action.close_up, None, verdict)


def ridden_by(state: State, base: Base) -> tuple[str | None, str | None]:
    """What an element is when mounted, by the army it began with, and the foot it then may become; None if nothing."""
    first = next((one for one in state.forces[base.side].elements if one.id == base.id), None)
    if first is None:
        return None, None
    if first.dismounts is not None:
        return f"{written(troop(first))}//{first.dismounts}", first.dismounts
    if troop(first).on_mounts:
        return first.code, None
    foot = general_foot(state.position, first)
    return (None, None) if foot is None else (f"{written(troop(first))}//{foot}", None)


def ideas(state: State, bases: tuple[Base, ...]) -> Iterator[Action]:
    """Those who may leave their mounts, and those who left them, one by one."""
    for base in bases:
        if is_holder(base) or base.id in state.bound.acts:
            continue
        if base.dismounts is not None or troop(base).on_mounts or general_foot(state.position, base) is not None:
            double = troop(base).rear is not None
            yield Dismount((base.id,), True, double_base=SINGLES if double else None)
        elif ridden_by(state, base)[0] is not None:
            yield Mount((base.id,), True)
