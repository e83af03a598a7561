"""Deployment: where a side may place its elements before the battle."""

from __future__ import annotations

from typing import Any

from debellis.dba.book import book, in_mm, table
from debellis.dba.commands import is_big
from debellis.dba.going import bad_going_under
from debellis.dba.setting_up.terrain_choice import name_of, own_clauses
from debellis.dba.troops import read_troops
from debellis.geometry.plane import COINCIDE, direction
from debellis.geometry.polygon import OUTSIDE, boundary_distance, inside, lies
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.table.bases import Base
from debellis.table.board import BESIDE, farthest_inward, is_off, nearest_inward
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.table.waterways import shore_along
from debellis.umpire.questions import NUMBER, POINT, TABLE, BadQuestion, Kind
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def may_deploy(
    position: Position,
    *,
    side: str,
    base_edge: str,
    troops: str,
    to: tuple[tuple[float, float], float] | None = None,
    as_foot: bool = False,
    **place: str,
) -> Ruling:
    """Whether a side with this base edge may deploy this element there: at a pose, or `in` a camp or town."""
    verdict = Verdict()
    base = read_base(position, side, troops, "troops")
    if as_foot:
        base = _on_foot(verdict, position, base, troops)
    within = place.get("in")
    if within is not None:
        _judge_place(verdict, position, base_edge, base, within)
    elif to is not None:
        standing = replace(base, front=to[0], facing=direction(to[1]))
        judge_zone(verdict, position, base_edge, standing)
        judge_ground(verdict, position, standing)
        judge_room(verdict, position, standing)
    elif not as_foot:
        raise BadQuestion("may_deploy needs a pose `to`, or `in` with a camp or town", "to")
    return verdict.decide("may_deploy")


def read_base(position: Position, side: str, troops: str, argument: str, name: str = "(new)") -> Base:
    """A base of a notation, not yet placed."""
    try:
        read = read_troops(book(position), troops, position.scale)
    except ValueError as error:
        raise BadQuestion(str(error), argument) from None
    return Base(
        id=name,
        side=side,
        code=read.code,
        kind=read.kind,
        width=read.width,
        depth=read.depth,
        general=read.general,
        dismounts=read.dismounts,
        moved=False,
        recoiled=False,
        sacking=False,
        dismounted_this_bound=False,
    )


def _on_foot(verdict: Verdict, position: Position, base: Base, troops: str) -> Base:
    """The foot element placed instead of a mounted one, in editions in which troops may dismount at deployment."""
    if base.dismounts is None:
        verdict.refuse(f"{troops} cannot dismount at all.", "DBA22-B3.5")
        return base
    if not table(position, "deployment")["dismounts_at_deployment"]:
        says = f"{troops} may dismount in play, but is deployed mounted."
        verdict.refuse(says, "BOB-MOV-10a", "DBA22-B3.5")
        return base
    says = f"{troops} may be deployed as {base.dismounts}, and only now."
    verdict.cite_all(own_clauses(position, "deployment", "dismounts_at_deployment"), says)
    return read_base(position, base.side, base.dismounts, "troops", base.id)


def judge_zone(verdict: Verdict, position: Position, base_edge: str, base: Base) -> None:
    """Report a base that is not wholly in its side's deployment zone."""
    depth = in_mm(position, table(position, "deployment")["depth"])
    margin = side_margin(position)
    reach = _out_from_edge(position, base_edge, base.rectangle)
    verdict.measure("from the base edge", reach, limit=depth)
    if reach > depth + COINCIDE:
        says = f"Troops deploy wholly within {depth:g} mm of their base edge or its shore; this reaches {reach:.2f} mm."
        verdict.refuse(says, "DBA22-B9.1", *own_clauses(position, "deployment", "depth"))
    for edge in BESIDE[base_edge]:
        gap = nearest_inward(base.rectangle.corners, edge, position.size)
        if gap < margin - COINCIDE:
            says = f"Troops deploy at least {margin:g} mm from the side edges, not {gap:.2f} mm from the {edge} edge."
            clause = "DBA22-B33.7" if is_big(position) else "DBA22-B9.1"
            verdict.refuse(says, clause, *own_clauses(position, "deployment", "side_margin"))


def side_margin(position: Position) -> float:
    """How far troops stay from the side edges when they deploy (mm): further in a big battle."""
    return in_mm(position, table(position, "big_battle" if is_big(position) else "deployment")["side_margin"])


def _out_from_edge(position: Position, base_edge: str, rectangle: Rectangle) -> float:
    """How far a rectangle reaches out from the base edge, or from the shore of the waterway along it."""
    water = shore_along(position, base_edge)
    if water is None:
        return farthest_inward(rectangle.corners, base_edge, position.size)
    return max(0.0 if inside(p, water.ground) else boundary_distance(p, water.ground) for p in rectangle.corners)


def judge_ground(verdict: Verdict, position: Position, base: Base) -> None:
    """Report a base in water, partly in a camp or town, or in bad going that is impassable to it."""
    kind = book(position).types[base.kind]
    if kind.move_bad == 0:
        for piece in bad_going_under(position, base):
            says = f"{kind.name} may not be deployed in bad going, and part of this is in {name_of(piece.kind)}."
            verdict.refuse(says, "BOB-RMV-2b", "DBA22-B9.2")
    for piece in position.features("waterway", "bua", "camp"):
        if lies(base.rectangle, piece.ground) == OUTSIDE:
            continue
        if piece.kind == "waterway":
            verdict.refuse("Troops are not deployed in a waterway.", "DBA22-B9.2")
        elif piece.kind == "bua":
            verdict.refuse("An element is in a town or outside it, never partly.", "BOB-CAP-4b", "DBA22-B8.5")
        else:
            verdict.refuse("An element is in a camp or outside it, never partly.", "DBA22-B7.4")


def judge_room(verdict: Verdict, position: Position, base: Base) -> None:
    """Report a base off the board or on top of another."""
    if is_off(base.rectangle, position.size):
        verdict.refuse("Part of it is off the battlefield.")
    for other in position.standing:
        if other.id != base.id and overlaps(base.rectangle, other.rectangle):
            verdict.refuse(f"{other.id} stands there.")


def _judge_place(verdict: Verdict, position: Position, base_edge: str, base: Base, within: str) -> None:
    """Report why an element may not be deployed in a camp or town."""
    piece = position.feature(within)
    holder = position.within(within)
    if piece.kind == "bua":
        if piece.owner is not None and piece.owner != base.side:
            verdict.refuse("Only the defender, whose town it is, may deploy in it.", "DBA22-B8.1")
        elif holder is not None:
            says = f"One element may be deployed in a town, and {holder.id} is in it."
            verdict.refuse(says, "BOB-SCH-6a", "DBA22-B8.5")
        elif not _wholly_in_zone(position, base_edge, piece.ground):
            says = "The defender may deploy one element in the town although it lies outside his zone."
            verdict.cite_all(("BOB-SCH-6a", "DBA22-B8.1"), says)
    elif piece.kind == "camp":
        if piece.owner is not None and piece.owner != base.side:
            verdict.refuse("That is not its own camp.", "DBA22-B7.3")
        if holder is not None:
            says = f"One element may be in a camp, and {holder.id} is in it."
            verdict.refuse(says, "BOB-TRN-3b", "DBA22-B7.3")
        elif piece.occupant == "followers":
            says = "A camp holds one element or its followers, not both."
            verdict.refuse(says, "BOB-TRN-3b", "DBA22-B7.3")
            verdict.cite("BOB-TRN-3c", "Declaring that the camp has followers is enough for them to be there.")
    else:
        raise BadQuestion(f"{within!r} is neither a camp nor a town", "in")


def _wholly_in_zone(position: Position, base_edge: str, ground: tuple[tuple[float, float], ...]) -> bool:
    depth = in_mm(position, table(position, "deployment")["depth"])
    margin = side_margin(position)
    deep = farthest_inward(ground, base_edge, position.size) <= depth + COINCIDE
    return deep and all(nearest_inward(ground, e, position.size) >= margin - COINCIDE for e in BESIDE[base_edge])


def _read_pose(value: Any, position: Position) -> tuple[tuple[float, float], float]:
    given = TABLE.check(value, position)
    for key in given:
        if key not in ("front", "facing"):
            raise BadQuestion(f"a pose has front and facing, not {key!r}", key)
    return (POINT.check(given.get("front"), position), NUMBER.check(given.get("facing"), position))


POSE = Kind("{ front = [x, y], facing = degrees }", _read_pose)
