"""Groups and columns."""

from __future__ import annotations

from debellis.dba.book import table
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import partly_in
from debellis.manoeuvre.groups import face_alike, hold_together, is_bent_column, is_column, joined, joined_beside
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.questions import BASE, FEATURE, BadQuestion, Question, list_of
from debellis.umpire.ruling import Finding, Ruling


def group(position: Position, *, elements: tuple[str, ...], road: str | None = None) -> Ruling:
    """Whether these elements are one group. On a road a bent column is one too."""
    finding = Finding()
    bases = [position.base(name) for name in dict.fromkeys(elements)]
    way = None if road is None else _road(position, road)
    return finding.rule("group", is_group(position, bases, way, finding))


def column(position: Position, *, elements: tuple[str, ...], road: str | None = None) -> Ruling:
    """Whether these elements are a column, one base wide. On a road it may be bent."""
    finding = Finding()
    bases = [position.base(name) for name in dict.fromkeys(elements)]
    way = None if road is None else _road(position, road)
    together = is_group(position, bases, way, finding)
    if together and not face_alike([base.rectangle for base in bases]):
        return finding.rule("column", True)
    return finding.rule("column", together and is_column([base.rectangle for base in bases]))


def _road(position: Position, name: str) -> Terrain:
    feature = position.feature(name)
    if feature.kind != "road":
        raise BadQuestion(f"road must be a road, and {name} is {feature.kind}", "road")
    return feature


def is_group(position: Position, bases: list[Base], road: Terrain | None, finding: Finding) -> bool:
    """Judge and cite whether bases are one group."""
    if not all(base.on_table and base.side == bases[0].side for base in bases):
        return False
    least, most = table(position, "group")["size_min"], table(position, "group")["size_max"]
    if not least <= len(bases) <= most:
        limits = f"{least} to {most}"
        finding.cite("BOB-MOV-4a", f"a group has {limits} elements and these are {len(bases)}")
        return False
    rectangles = [base.rectangle for base in bases]
    if hold_together(rectangles, joined) and face_alike(rectangles):
        _cite_group(position, bases, finding)
        return True
    if road is not None and is_bent_column(rectangles) and all(partly_in(r, road.ground) for r in rectangles):
        finding.cite("BOB-MOV-7f", f"a column on {road.id} stays a group while each touches the next at least partly")
        return True
    return False


def _cite_group(position: Position, bases: list[Base], finding: Finding) -> None:
    """Cite what makes bases a group."""
    finding.cite("DBA22-B12.2.1", "they face exactly the same way and hold together edge to edge, corner to corner")
    if position.active is not None and position.active != bases[0].side:
        finding.cite("BOB-MOV-4a", f"{len(bases)} elements of the side not moving are a group too")
    for i, a in enumerate(bases):
        for b in bases[i + 1 :]:
            if abs(a.depth - b.depth) > COINCIDE and joined_beside(a.rectangle, b.rectangle):
                sentence = f"{a.id} and {b.id} differ in depth but stand level at front or rear corners"
                finding.cite("BOB-MOV-4b", sentence)


def grouped_with(position: Position, base: Base) -> tuple[Base, ...]:
    """The friends that form a group directly with a base; none for a lone element."""
    if not base.on_table:
        return ()
    friends = [friend for friend in position.friends(base.side) if friend.id != base.id]
    return tuple(friend for friend in friends if joined(base.rectangle, friend.rectangle))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "group",
        "whether some elements together are one group",
        {"elements": list_of(BASE), "road": FEATURE.or_none()},
        group,
    ),
    Question(
        "column",
        "whether some elements are a column, one element wide",
        {"elements": list_of(BASE), "road": FEATURE.or_none()},
        column,
    ),
)
