"""Exchanging bases where they stand: fronts stay on their line, ranks behind close up, friends give way."""

from __future__ import annotations

from debellis.dbm.mounts.making_room import fits, make_room
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.manoeuvre.contact import directly_behind
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding


class Exchange(Value, frozen=True):
    """The result of an exchange: the position after it, and the elements that moved for it."""

    after: Position
    possible: bool
    closed_up: tuple[str, ...] = ()
    may_close_up: tuple[str, ...] = ()
    displaced: tuple[str, ...] = ()


def rank_behind(position: Position, base: Base) -> Base | None:
    """The friend directly behind an element, front edge on rear edge."""
    near = position.near_friends(base.side, base.rectangle)
    found = [f for f in near if f.id != base.id and directly_behind(f.rectangle, base.rectangle)]
    return found[0] if found else None


def rank_ahead(position: Position, base: Base) -> Base | None:
    """The friend directly in front of an element."""
    near = position.near_friends(base.side, base.rectangle)
    found = [f for f in near if f.id != base.id and directly_behind(base.rectangle, f.rectangle)]
    return found[0] if found else None


def file_behind(position: Position, base: Base) -> tuple[Base, ...]:
    """The ranks behind an element, in order."""
    found: list[Base] = []
    here = rank_behind(position, base)
    while here is not None and here not in found and here.id != base.id:
        found.append(here)
        here = rank_behind(position, here)
    return tuple(found)


def exchange(position: Position, depths: dict[str, float], close_up: bool, finding: Finding, does: str) -> Exchange:
    """Give some bases other depths, keep front ranks on their front edge lines, and move the others to fit.

    `does` is the verb for the exchange: "mounts" or "dismounts".
    """
    heads = [name for name in depths if not _led(position, name, depths)]
    files = {name: file_behind(position, position.base(name)) for name in heads}
    _cite_ranks(position, heads, finding, does)
    after = position
    for name, depth in depths.items():
        after = after.with_base(replace(after.base(name), depth=depth))
    displaced: dict[str, None] = {}
    for name in heads:
        head = after.base(name)
        why = fits(after, head, head.rectangle)
        if why is not None:
            finding.cite("IWF-3.1e", f"there is no room: {why}")
            return Exchange(position, False)
        back = (-head.facing[0], -head.facing[1])
        room = make_room(after, {n: after.base(n).rectangle for n in heads}, back)
        if room.why_not is not None:
            finding.cite("IWF-3.1e", f"there is no room, and friends cannot make it: {room.why_not}")
            if room.clause is not None:
                finding.cite(room.clause, room.why_not)
            return Exchange(position, False)
        for moved, where in room.places.items():
            after = after.with_base(replace(after.base(moved), front=where.front))
            displaced[moved] = None
    if displaced:
        finding.cite("IWF-3.1d", f"{' and '.join(displaced)} give way straight back, as far as needed")
    after, can, closed = close_ranks(after, files, close_up)
    cite_closing(can, closed, finding)
    return Exchange(after, True, closed, can, tuple(displaced))


def cite_closing(can: tuple[str, ...], closed: tuple[str, ...], finding: Finding) -> None:
    """Cite that ranks behind may close up, if any may."""
    if can:
        chosen = "close up" if closed else "may close up, or stay,"
        finding.cite("IWF-3.1b", f"{' and '.join(can)} {chosen} behind the rank ahead: its owner chooses now")


def _led(position: Position, name: str, depths: dict[str, float]) -> bool:
    """Whether an exchanged element stands ahead of an element in its file, rank on rank."""
    ahead = rank_ahead(position, position.base(name))
    while ahead is not None:
        if ahead.id in depths:
            return True
        ahead = rank_ahead(position, ahead)
    return False


def _cite_ranks(position: Position, heads: list[str], finding: Finding, does: str) -> None:
    for name in heads:
        ahead = rank_ahead(position, position.base(name))
        if ahead is None:
            finding.cite("IWF-3.1a", f"{name} {does} on the line of its front edge; only its rear edge moves")
        else:
            finding.cite("IWF-3.1c", f"{name} {does} apart from {ahead.id} before it: it too keeps its front edge")


def close_ranks(
    position: Position, files: dict[str, tuple[Base, ...]], wanted: bool
) -> tuple[Position, tuple[str, ...], tuple[str, ...]]:
    """Move ranks up behind those ahead of them, if wanted. Returns the position, who may close up, and who did."""
    can: list[str] = []
    closed: list[str] = []
    after = position
    for name, ranks in files.items():
        ahead = after.base(name)
        moving = after
        for rank in ranks:
            here = moving.base(rank.id)
            up = ahead.rectangle.advanced(-ahead.depth).front
            place = Rectangle(up, here.facing, here.width, here.depth)
            if distance(up, here.front) > COINCIDE and _is_free(moving, here, place):
                can.append(rank.id)
                moving = moving.with_base(replace(here, front=up))
            ahead = moving.base(rank.id)
        if wanted:
            after = moving
            closed += [rank.id for rank in ranks if rank.id in can]
    return after, tuple(can), tuple(closed)


def _is_free(position: Position, base: Base, place: Rectangle) -> bool:
    others = [b for b in position.standing if b.id != base.id]
    return fits(position, base, place) is None and not any(overlaps(place, b.rectangle) for b in others)
