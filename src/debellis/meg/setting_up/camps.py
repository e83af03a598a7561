"""Where a camp may be placed."""

from __future__ import annotations

from typing import Any

from debellis.geometry.contact import meet
from debellis.geometry.plane import COINCIDE, coincide
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import REAR, Rectangle, overlaps
from debellis.meg.arguments import SIDE, question
from debellis.meg.going import IMPASSABLE, terrain_row
from debellis.meg.places import PLACE, moved_to
from debellis.meg.setting_up.sizes import from_flank, from_own_edge, game_size
from debellis.meg.troops import CAMP, base_size
from debellis.meg.units import bw, units_of
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import TroopDescription, Unit
from debellis.umpire.questions import Kind, list_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit


def _element(value: Any, position: Position) -> Pose:
    """The place of an element, which may be named."""
    if isinstance(value, dict):
        value = {name: item for name, item in value.items() if name != "base"}
    found: Pose = PLACE.check(value, position)
    return found


ELEMENT = Kind("place of an element", _element)
#: The going in which a camp may stand.
FIT = ("good", "rough")


def camp_of(position: Position, side: str) -> Unit | None:
    """The camp of a side; None if it has none."""
    return next((unit for unit in units_of(position) if unit.side == side and unit.kind == CAMP), None)


def _elements(position: Position, side: str, ends: tuple[Pose, ...]) -> list[Rectangle]:
    """The footprints of the elements: one for each place, or those of the camp carried to the only place."""
    camp = camp_of(position, side)
    if camp is not None and len(ends) == 1:
        moved = moved_to(position, camp, ends[0])
        if moved:
            return [base.rectangle for base in moved]
    width, depth = base_size(position.edition, TroopDescription(type=CAMP), False, position.scale)
    return [end.rectangle(width, depth) for end in ends]


def _may_place_camp(position: Position, side: str, ends: tuple[Pose, ...]) -> Ruling:
    verdict = Verdict()
    places = _elements(position, side, ends)
    sizes = game_size(position)
    if len(places) != int(sizes["camp_elements"]):
        verdict.refuse(f"A camp has {sizes['camp_elements']} elements, not {len(places)}.", "MEG-B2.3")
    _judge_rows(verdict, position, side, places)
    if any(overlaps(a, b) for i, a in enumerate(places) for b in places[i + 1 :]):
        verdict.refuse("Two elements overlap.", "MEG-B11.2")
    if not _joined(places):
        verdict.refuse("The elements must touch one another.", "MEG-B11.2")
    zone = bw(position, float(sizes["side_zone_bw"]))
    for hand in ("left", "right"):
        if any(from_flank(position, side, p, hand) < zone - COINCIDE for one in places for p in one.corners):
            verdict.refuse(f"A camp stays out of the outer {sizes['side_zone_bw']} BW on the {hand}.", "MEG-B11.2")
    _judge_ground(verdict, position, side, places)
    if verdict.legal:
        permit(verdict, "The camp stands on its own edge.", "MEG-B23.5")
    return verdict.decide("may_place_camp")


def _judge_rows(verdict: Verdict, position: Position, side: str, places: list[Rectangle]) -> None:
    """One or two rows, the rear one with its rear edges on the own table edge."""
    behind = [one for one in places if all(abs(from_own_edge(position, side, p)) <= COINCIDE for p in one.edge(REAR))]
    second = [one for one in places if one not in behind and any(_stands_before(one, other) for other in behind)]
    if not behind:
        verdict.refuse("The rear row has its rear edges on the own table edge.", "MEG-B23.5")
    elif len(behind) + len(second) != len(places):
        verdict.refuse("The elements form one or two rows.", "MEG-B23.5")


def _stands_before(one: Rectangle, other: Rectangle) -> bool:
    """Whether the rear edge of an element lies on the front edge of another, corner on corner."""
    return coincide(one.corners[3], other.corners[0]) and coincide(one.corners[2], other.corners[1])


def _joined(places: list[Rectangle]) -> bool:
    """Whether one comes from any element to any other from one to the next that it touches."""
    if not places:
        return True
    reached, left = [places[0]], list(places[1:])
    while True:
        more = [one for one in left if any(meet(one, other) for other in reached)]
        if not more:
            return not left
        reached += more
        left = [one for one in left if one not in more]


def _judge_ground(verdict: Verdict, position: Position, side: str, places: list[Rectangle]) -> None:
    """Good or rough going, off impassable ground, and clear of troops."""
    for piece in position.terrain:
        row = terrain_row(position, piece.kind)
        going = "good" if row is None else str(row["going"])
        if going not in FIT and any(partly_in(one, piece.ground) for one in places):
            what = "impassable ground" if going == IMPASSABLE else f"{going} going"
            verdict.refuse(f"{piece.id} is {what}.", "MEG-B23.5")
    camp = camp_of(position, side)
    own = "" if camp is None else camp.id
    others = [base for base in position.standing if base.id.partition("/")[0] != own]
    if any(overlaps(one, base.rectangle) for one in places for base in others):
        verdict.refuse("The camp would overlap troops.", "MEG-B11.17")


QUESTIONS = (
    question(
        "may_place_camp",
        "whether a camp may be placed there",
        {"side": SIDE, "ends": list_of(ELEMENT)},
        _may_place_camp,
        tied_to_table=True,
    ),
)
