"""Sight: what hides one element from another, and who sees whom."""

from __future__ import annotations

import math
from typing import Final

from debellis.dbm.measures import paces
from debellis.dbm.shooting.engaged import in_combat
from debellis.dbm.troops import noted, troop
from debellis.dbm.weather import CLAUSE as WEATHER
from debellis.dbm.weather import sight_ends_at
from debellis.geometry.plane import COINCIDE, Point, Segment
from debellis.geometry.polygon import OUTSIDE, WHOLLY, Polygon, area, box, clip, lies, polygon_gap, segment_gap
from debellis.geometry.rectangle import Rectangle, gap
from debellis.manoeuvre.sight_lines import Veil, clear_line
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling

#: Sight lines start just inside an outline, so that a line along a border shows nothing.
_JUST_INSIDE = 2.0 * COINCIDE
PSILOI = "Ps"
#: The note on psiloi whose movement was observed.
SEEN = "seen"


_LINES: Final = "lines of sight"


class View(Value, frozen=True):
    """Whether one element sees another, the clauses with a sentence each, and the line of sight."""

    seen: bool
    reasons: tuple[tuple[str, str], ...] = ()
    line: Segment | None = None

    def cite(self, finding: Finding) -> None:
        for clause, sentence in self.reasons:
            finding.cite(clause, sentence)


def sees(position: Position, viewer: Base, target: Base, within: Rectangle | None = None) -> View:
    """Whether an element sees part of another. With an area, only the part within it counts."""
    limit = sight_ends_at(position)
    if limit is not None and gap(viewer.rectangle, target.rectangle) > limit + COINCIDE:
        return View(False, ((WEATHER, f"{target.id} is too far from {viewer.id} to be seen in fog"),))
    line = _line_to(position, viewer, target, within)
    if line is None:
        return View(False, _hidden_by(position, viewer, target, _lone_veil(position, viewer, target, within)))
    low = _in_gully(position, viewer, target)
    if low is not None:
        sentence = f"{target.id} is down in {low.id}, and {viewer.id} is neither in it nor on its edge"
        return View(False, (("DBM-B10.5", sentence),), line)
    hidden, reasons = _psiloi_in_cover(position, viewer, target)
    if hidden:
        return View(False, reasons, line)
    return View(True, (*reasons, *_half_in(position, target), *_hill_to_hill(position, viewer, target)), line)


def can_see(position: Position, viewer: Base, target: Base, within: Rectangle | None = None) -> bool:
    """Whether an element sees part of another, as `sees` judges it, without the reasons."""
    limit = sight_ends_at(position)
    if limit is not None and gap(viewer.rectangle, target.rectangle) > limit + COINCIDE:
        return False
    if _line_to(position, viewer, target, within) is None or _in_gully(position, viewer, target) is not None:
        return False
    return not _psiloi_in_cover(position, viewer, target)[0]


def _line_to(position: Position, viewer: Base, target: Base, within: Rectangle | None = None) -> Segment | None:
    """A clear line from one element to another, or None.

    It depends on both places and the ground alone, so it is stored with the viewer.
    """
    part = None if within is None else (within.front, within.facing, within.width, within.depth)
    where = (_LINES, position.edition, position.scale, target.rectangle, part)
    known = viewer.kept.get(where)
    if known is None or known[0] is not position.terrain:
        outlines = _outlines(viewer, target, within)
        line = None if outlines is None else clear_line(*outlines, _veils_between(position, viewer, target))
        known = viewer.kept[where] = (position.terrain, line)
    found: Segment | None = known[1]
    return found


def _outlines(viewer: Base, target: Base, within: Rectangle | None) -> tuple[Polygon, Polygon] | None:
    """The outlines between which lines of sight run; None if no part of the target is within the area."""
    theirs: Polygon = target.rectangle.inset(_JUST_INSIDE).corners
    if within is not None:
        theirs = clip(theirs, within)
    return None if len(theirs) < 3 else (viewer.rectangle.inset(_JUST_INSIDE).corners, theirs)


def _lone_veil(position: Position, viewer: Base, target: Base, within: Rectangle | None) -> str | None:
    """The one feature that alone hides an element from another, or None."""
    outlines = _outlines(viewer, target, within)
    if outlines is None:
        return None
    for veil in _veils_between(position, viewer, target):
        if clear_line(*outlines, [veil]) is None:
            return veil.id
    return None


def _veils_between(position: Position, viewer: Base, target: Base) -> list[Veil]:
    return [veil for piece in position.terrain for veil in _veils(position, piece, viewer, target)]


def _veils(position: Position, piece: Terrain, viewer: Base, target: Base) -> list[Veil]:
    """What a feature hides of one element from another: by its crest, and by its cover."""
    rows = table(position, "sight")
    found: list[Veil] = []
    if piece.kind in rows["crests"] and not any(_on_top(position, base.rectangle, piece) for base in (viewer, target)):
        if len(piece.crest) > 1:
            found.append(Veil(piece.id, crest=piece.crest))
        else:
            found.append(Veil(piece.id, ground=piece.ground, top=_top(position, piece)))
    if piece.kind in rows["screens"]:
        depth = depth_seen(position, piece) + 2.0 * _JUST_INSIDE
        found.append(Veil(piece.id, ground=piece.ground, depth=depth))
    return found


def depth_seen(position: Position, piece: Terrain) -> float:
    """How deep inside a feature an element is still seen, in millimetres."""
    code = table(position, "sight")["cover"].get(piece.kind)
    for row in table(position, "terrain")["kind"]:
        if row["code"] == code and "visible_within" in row:
            return paces(position, float(row["visible_within"]))
    return math.inf


def _on_top(position: Position, where: Rectangle, hill: Terrain) -> bool:
    """Whether an element stands on the crest of a hill: it touches the crest line, or the top if none is marked."""
    if len(hill.crest) < 2:
        return polygon_gap(where, _top(position, hill)) <= COINCIDE
    west, south, east, north = box(hill.crest)
    (x, y), far = where.centre, where.radius + 2.0 * COINCIDE
    if x + far < west or x - far > east or y + far < south or y - far > north:
        return False
    stretches = [(hill.crest[i], hill.crest[i + 1]) for i in range(len(hill.crest) - 1)]
    return any(segment_gap(*stretch, where.corners) <= COINCIDE for stretch in stretches)


def _top(position: Position, hill: Terrain) -> Polygon:
    """The top of a hill without a crest line: its outline shrunk towards its middle."""
    share = float(table(position, "sight")["top_share"])
    x, y = hill.crest[0] if hill.crest else _centroid(hill.ground)
    return tuple((x + (px - x) * share, y + (py - y) * share) for px, py in hill.ground)


def _centroid(outline: Polygon) -> Point:
    x = y = 0.0
    for i in range(len(outline)):
        (ax, ay), (bx, by) = outline[i - 1], outline[i]
        x += (ax + bx) * (ax * by - bx * ay)
        y += (ay + by) * (ax * by - bx * ay)
    whole = 6.0 * area(outline)
    return (x / whole, y / whole)


def _hidden_by(position: Position, viewer: Base, target: Base, veil: str | None) -> tuple[tuple[str, str], ...]:
    """Why there is no clear line."""
    if veil is None:
        return (("DBM-B10.5", f"the ground between hides {target.id} from {viewer.id}"),)
    reasons = [("DBM-B10.5", f"{veil} hides {target.id} from {viewer.id}")]
    if position.feature(veil).kind in table(position, "sight")["crests"]:
        for base in (viewer, target):
            other = next((hill for hill in _hills_under(position, base) if hill.id != veil), None)
            if other is not None:
                sentence = f"{base.id} on {other.id} is no higher than {veil}: all hills are equally high"
                reasons.append(("IWF-G5.2", sentence))
    return tuple(reasons)


def _hills_under(position: Position, base: Base) -> list[Terrain]:
    hills = position.features(*table(position, "sight")["crests"])
    return [hill for hill in hills if lies(base.rectangle, hill.ground) != OUTSIDE]


def _hill_to_hill(position: Position, viewer: Base, target: Base) -> tuple[tuple[str, str], ...]:
    """The reason why two elements on different hills are level, whatever the hills look like. Empty if they are not."""
    mine, theirs = _hills_under(position, viewer), _hills_under(position, target)
    if not mine or not theirs or any(hill in mine for hill in theirs):
        return ()
    return (("IWF-G5.2", f"{mine[0].id} and {theirs[0].id} are equally high: neither hides the other's side of it"),)


def _in_gully(position: Position, viewer: Base, target: Base) -> Terrain | None:
    """The gully that an element is wholly in, if the other is neither in it nor on its edge."""
    for piece in position.features(*table(position, "sight")["sunken"]):
        if lies(target.rectangle, piece.ground) == WHOLLY and polygon_gap(viewer.rectangle, piece.ground) > COINCIDE:
            return piece
    return None


def _psiloi_in_cover(position: Position, viewer: Base, target: Base) -> tuple[bool, tuple[tuple[str, str], ...]]:
    """Whether low cover hides psiloi from their enemies, and why it does or does not."""
    if troop(target).type != PSILOI or viewer.side == target.side:
        return (False, ())
    pieces = _low_cover(position, target)
    if not pieces or not _covered(target.rectangle, pieces):
        return (False, ())
    name = " and ".join(piece.id for piece in pieces)
    if in_combat(position, target) is not None:
        return (False, (("IWF-17.4c", f"psiloi {target.id} are in {name} but fighting"),))
    if noted(target, SEEN):
        return (False, (("IWF-17.4c", f"psiloi {target.id} are in {name} but were seen to move"),))
    limit = paces(position, float(table(position, "distances")["psiloi_hidden_beyond"]))
    for enemy in position.enemies(target.side):
        near = gap(enemy.rectangle, target.rectangle) <= limit + COINCIDE
        if near and (enemy.id == viewer.id or _line_to(position, enemy, target) is not None):
            return (False, (("IWF-17.4c", f"{enemy.id} is near enough to see psiloi {target.id} in {name}"),))
    return (True, (("IWF-17.4c", f"psiloi {target.id} are out of sight in {name}: no enemy is near enough"),))


def _low_cover(position: Position, target: Base) -> list[Terrain]:
    low = position.features(*table(position, "sight")["hides_psiloi"])
    return [piece for piece in low if lies(target.rectangle, piece.ground) != OUTSIDE]


def _covered(where: Rectangle, pieces: list[Terrain]) -> bool:
    """Whether all of a base lies in some features."""
    if any(lies(where, piece.ground) == WHOLLY for piece in pieces):
        return True
    shared = sum(abs(area(clip(piece.ground, where))) for piece in pieces if len(clip(piece.ground, where)) > 2)
    return shared >= where.width * where.depth - COINCIDE * (where.width + where.depth)


def _half_in(position: Position, target: Base) -> tuple[tuple[str, str], ...]:
    """The reason why an element partly in hiding ground counts as where it is hidden less. Empty if it is not."""
    pieces = _hiding(position, target)
    if not pieces or _covered(target.rectangle, pieces):
        return ()
    sentence = f"{target.id} is only partly in {pieces[0].id}: it counts as where it is hidden less"
    return (("DBM32-P12-going-vis", sentence),)


def _hiding(position: Position, target: Base) -> list[Terrain]:
    """The hiding ground that an element is at least partly in. Low cover counts for psiloi only."""
    rows = table(position, "sight")
    kinds = [*rows["cover"], *rows["sunken"]]
    if troop(target).type == PSILOI:
        kinds += rows["hides_psiloi"]
    return [piece for piece in position.features(*kinds) if lies(target.rectangle, piece.ground) != OUTSIDE]


def may_see(position: Position, *, viewer: str, target: str) -> Ruling:
    """Whether one element sees another across the ground between them."""
    finding = Finding()
    one, other = position.base(viewer), position.base(target)
    view = sees(position, one, other)
    view.cite(finding)
    finding.measure(f"distance from {viewer} to {target}", gap(one.rectangle, other.rectangle))
    if view.line is not None:
        finding.draw("line", view.line, "open" if view.seen else "blocked", "sight")
    return finding.rule("may_see", {"legal": view.seen})


def seen_as_in(position: Position, *, element: str) -> Ruling:
    """The ground an element counts as being in for sight. Of several kinds, the one that hides it least; or none."""
    finding = Finding()
    base = position.base(element)
    pieces = _hiding(position, base)
    if not _covered(base.rectangle, pieces):
        for clause, sentence in _half_in(position, base):
            finding.cite(clause, sentence)
        return finding.rule("seen_as_in", {"ground": "open", "feature": None})
    wholly = [piece for piece in pieces if lies(base.rectangle, piece.ground) == WHOLLY]
    least = max(wholly or pieces, key=lambda piece: depth_seen(position, piece))
    if len({piece.kind for piece in pieces}) > 1:
        sentence = f"{element} lies in {' and '.join(piece.id for piece in pieces)}: {least.id} hides it least"
        finding.cite("DBM32-P12-going-vis", sentence)
    return finding.rule("seen_as_in", {"ground": least.kind, "feature": least.id})


QUESTIONS: tuple[Question, ...] = (
    Question("seen_as_in", "which ground an element counts as in for being seen", {"element": BASE}, seen_as_in),
    Question("may_see", "whether one element sees another", {"viewer": BASE, "target": BASE}, may_see),
)
