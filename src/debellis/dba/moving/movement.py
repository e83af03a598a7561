"""Passing through friends, gaps, and (with the battle engine) tactical moves."""

from __future__ import annotations

from typing import Any

from debellis.dba.book import table
from debellis.dba.passing import narrowest_gap, on_one_line, recoil_result
from debellis.dba.troops import is_mounted, passing_rows
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Polygon, between_polygons
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, TEXT, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

EDGES = ("north", "east", "south", "west")


def gap(position: Position, *, a: str, b: str, element: str | None = None) -> Ruling:
    """The shortest gap between two bases, features or table edges, and whether an element can go through it."""
    finding = Finding()
    here, there, wide = between_polygons(_outline(position, a, "a"), _outline(position, b, "b"))
    finding.measure(f"{a} to {b}", wide)
    finding.draw("line", (here, there), "distance", f"{wide:.2f} mm")
    answer: dict[str, Any] = {"distance": wide}
    if element is not None:
        base = position.base(element)
        needed = narrowest_gap(base.rectangle)
        answer["passes"] = wide >= needed - COINCIDE
        if not answer["passes"]:
            finding.cite("BOB-MOV-3c", f"the gap is {wide:.2f} mm and {base.id}, short edge ahead, needs {needed:g} mm")
    return finding.rule("gap", answer)


def _outline(position: Position, name: str, argument: str) -> Polygon:
    """The outline of a base, feature or table edge. A base inside a place has the outline of that place."""
    if position.has_base(name):
        base = position.base(name)
        return base.rectangle.corners if base.inside is None else position.feature(base.inside).ground
    if position.has_feature(name):
        return position.feature(name).ground
    east, north = position.size
    corners = ((0.0, north), (east, north), (east, 0.0), (0.0, 0.0))
    if name not in EDGES:
        what = f"a base, a feature or a table edge ({', '.join(EDGES)})"
        raise BadQuestion(f"{argument} must be {what}, and nothing is called {name!r}", argument)
    which = EDGES.index(name)
    return (corners[which], corners[(which + 1) % 4])


def may_pass_through(position: Position, *, mover: str, friend: str, move: str) -> Ruling:
    """Whether one element may pass through another in a tactical move or a recoil, by type and facing alone."""
    return passing(position, position.base(mover), position.base(friend), move)


def passing(position: Position, passer: Base, other: Base, move: str = "tactical") -> Ruling:
    """The same for an element that may stand elsewhere than in the position."""
    finding = Finding()
    answer = False
    if passer.id != other.id and passer.side == other.side and passer.on_table and other.on_table:
        judge = _passes_tactically if move == "tactical" else _passes_recoiling
        answer = judge(position, passer, other, finding)
    return finding.rule("may_pass_through", answer)


def _passes_tactically(position: Position, passer: Base, friend: Base, finding: Finding) -> bool:
    """Whether one type may pass through another in a tactical move, facing the same or the opposite way."""
    rows = passing_rows(position, passer, friend, "tactical_or_flee")
    by_type = bool(rows)
    by_facing = on_one_line(passer.rectangle, friend.rectangle, True)
    if not by_type:
        says = f"{passer.code} may not pass through {friend.code} in a tactical move"
        finding.cite_all(tuple(table(position, "passing")["type_clauses"]), says)
    elif by_facing:
        for row in rows:
            finding.cite_all(row.clauses, f"{passer.code} may pass through {friend.code} in a tactical move")
    if not by_facing:
        says = f"{passer.id} and {friend.id} do not face along exactly the same line"
        finding.cite_all(tuple(table(position, "passing")["facing_clauses"]), says)
    return by_type and by_facing


def _passes_recoiling(position: Position, passer: Base, friend: Base, finding: Finding) -> bool:
    """Whether the recoil table allows one to pass through the other. Both must face exactly the same way."""
    if not on_one_line(passer.rectangle, friend.rectangle, False):
        says = f"{passer.id} and {friend.id} do not face exactly the same way"
        finding.cite_all(tuple(table(position, "passing")["recoil_facing_clauses"]), says)
        return False
    result = recoil_into(position, passer, friend)
    _cite_recoil(position, passer, friend, result, finding)
    return result == "pass"


def recoil_into(position: Position, recoiler: Base, friend: Base) -> str:
    """The result in the recoil table for a friend that faces exactly the same way. Space is not considered."""
    return recoil_result(
        recoiler.kind,
        is_mounted(position, recoiler.kind),
        friend.kind,
        table(position, "recoil_into")["columns"],
        table(position, "recoil_into")["rows"],
    )


def _cite_recoil(position: Position, recoiler: Base, friend: Base, result: str, finding: Finding) -> None:
    """Cite the table's result for the friend met, and the rows that allow the recoiler to pass."""
    what = f"{recoiler.code} recoiling into {friend.code}: {result.replace('_', ' ')}"
    for row in passing_rows(position, recoiler, friend, "recoil") if result == "pass" else ():
        finding.cite_all(row.clauses, what)
    cells = table(position, "recoil_into")
    finding.cite_all(tuple(cells.get(f"{result}_clauses", ())), what)
    if result in ("pass", "push", "destroyed"):
        finding.cite_all(tuple(cells.get(f"into_{friend.kind}_clauses", ())), what)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "gap",
        "the shortest gap between two of: bases, features, table edges; and whether an element can go through",
        {"a": TEXT, "b": TEXT, "element": BASE.or_none()},
        gap,
    ),
    Question(
        "may_pass_through",
        "whether an element may pass through a friend, by type and facing (room is given)",
        {"mover": BASE, "friend": BASE, "move": one_of("tactical", "recoil")},
        may_pass_through,
    ),
)
