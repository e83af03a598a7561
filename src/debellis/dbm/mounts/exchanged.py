"""The table after elements have mounted or dismounted: other bases in their places, and horse holders behind them."""

from __future__ import annotations

from debellis.dbm.mounts.dismounting import Exchanged
from debellis.dbm.mounts.doubles import REAR
from debellis.dbm.mounts.holders import holder_depth, holders_of
from debellis.dbm.troops import HOLDERS, Troop, depth_of, service, troop, written
from debellis.geometry.rectangle import overlaps
from debellis.table.bases import Base, Service
from debellis.table.board import is_off
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.value import replace

MOUNTS = " mounts"


def after_exchange(found: Exchanged, foot: str | None, holders: bool) -> Position:
    """The position after an exchange. `foot` is what those who mounted may dismount as."""
    position = found.done.after
    for name, what in found.plan.becomes.items():
        old = position.base(name)
        new = replace(old, code=_code(position, old, what, found), kind=what.type, depth=found.plan.depths[name])
        new = replace(new, dismounts=foot)
        if name.endswith(REAR):
            new = replace(new, service=Service(service(old).command, None, service(old).notes))
        position = position.with_base(new)
        if holders:
            position = replace(position, bases=(*position.bases, _holders(position, new, what)))
    return position


def _code(position: Position, old: Base, what: Troop, found: Exchanged) -> str:
    """The notation of an exchanged element. A double base that stays one has two halves of the same troops."""
    single = depth_of(position.edition, what, position.scale)
    double = troop(old).rear is not None and found.plan.depths[old.id] > single
    return f"{written(what)} + {written(what)}" if double else written(what)


def _holders(position: Position, base: Base, what: Troop) -> Base:
    """The horse holders behind a dismounted element."""
    ridden = Troop(what.drill, what.type, what.grade, on_mounts=True)
    return Base(
        base.id + MOUNTS,
        base.side,
        written(ridden),
        what.type,
        base.width,
        holder_depth(position, what),
        base.rectangle.advanced(-base.depth).front,
        base.facing,
        attached=base.id,
        service=Service(service(base).command, None, (HOLDERS,)),
    )


def with_holders(before: Position, after: Position, names: tuple[str, ...]) -> Position:
    """The position after a move in which horse holders are put behind their elements again, or left if they cannot."""
    for name in names:
        found = holders_of(before, name) if before.has_base(name) and after.has_base(name) else None
        if found is None or not after.has_base(found.id):
            continue
        where = place("behind", after.base(name).rectangle, found.width, found.depth)
        others = [base for base in after.standing if base.id != found.id]
        if is_off(where, after.size) or any(overlaps(where, base.rectangle) for base in others):
            after = after.without(found.id)
        else:
            after = after.placed({found.id: where})
    return after
