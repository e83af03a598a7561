"""Where a move must begin if it ends on an enemy's flank or rear: beyond the extended lines of its edges."""

from __future__ import annotations

from debellis.dbm.contacts import FLANK, REAR, Legal
from debellis.geometry import rectangle
from debellis.geometry.plane import COINCIDE, Point, Segment, offset_from_line
from debellis.geometry.rectangle import Rectangle
from debellis.table.position import Position
from debellis.umpire.ruling import Finding, Ruling

_SIDE = {"left": rectangle.LEFT, "right": rectangle.RIGHT}


def behind(start: Rectangle, enemy: Rectangle) -> bool:
    """Whether a whole footprint is on the rear side of the line of an enemy's rear edge."""
    line = enemy.edge(rectangle.REAR)
    return all(offset_from_line(corner, *line) >= -COINCIDE for corner in start.corners)


def beyond_flank(start: Rectangle, enemy: Rectangle, hand: str) -> bool:
    """Whether part of a footprint is beyond the line of an enemy's side edge, and the rest behind its rear line."""
    side, rear = enemy.edge(_SIDE[hand]), enemy.edge(rectangle.REAR)
    if max(offset_from_line(corner, *side) for corner in start.corners) <= COINCIDE:
        return False
    return all(offset_from_line(p, *rear) >= -COINCIDE for p in _not_beyond(start, side))


def _not_beyond(start: Rectangle, line: Segment) -> list[Point]:
    """The corners of the part of a footprint that is not beyond a line, within tolerance."""
    kept: list[Point] = []
    for i, here in enumerate(start.corners):
        before = start.corners[i - 1]
        over, over_before = (offset_from_line(p, *line) + COINCIDE for p in (here, before))
        if (over < 0.0) != (over_before < 0.0):
            share = over_before / (over_before - over)
            kept.append((before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])))
        if over < 0.0:
            kept.append(here)
    return kept


def why_not(start: Rectangle, enemy: Rectangle, legal: Legal) -> tuple[str, str] | None:
    """The clause that forbids a contact from this start, and the reason. None if the contact is allowed."""
    if legal.kind == REAR and not behind(start, enemy):
        return "DBM32-P18-para4-rear-start", f"it does not start wholly behind the line of the rear of {legal.enemy}"
    hand = legal.meeting.hand
    if legal.kind == FLANK and hand is not None and not beyond_flank(start, enemy, hand):
        says = f"it does not start beyond the line of the {hand} side of {legal.enemy} with the rest behind its rear"
        return "DBM32-P18-para4-flank-start", says
    return None


def may_reach(position: Position, *, element: str, enemy: str) -> Ruling:
    """Answers which flanks of an enemy, and whether its rear, an element may contact from where it stands."""
    finding = Finding()
    start, target = position.base(element).rectangle, position.base(enemy).rectangle
    open_to = {hand: beyond_flank(start, target, hand) for hand in _SIDE}
    rear = behind(start, target)
    finding.cite("DBM32-FIG5", f"the lines of the side and rear edges of {enemy} decide what {element} may reach")
    for hand, may in open_to.items():
        where = "starts beyond" if may else "does not start beyond"
        says = f"{element} {where} the line of the {hand} side of {enemy}, any other part behind its rear"
        finding.cite("DBM32-P18-para4-flank-start", says)
    where = "starts" if rear else "does not start"
    says = f"{element} {where} wholly behind the line of the rear edge of {enemy}"
    finding.cite("DBM32-P18-para4-rear-start", says)
    return finding.rule("may_reach", {**open_to, "rear": rear})
