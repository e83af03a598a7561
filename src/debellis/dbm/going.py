"""Going: good, rough or difficult, and what an element that lies in several counts as being in."""

from __future__ import annotations

from functools import cache

from debellis.dbm.troops import Troop, depth_of, troop
from debellis.dbm.weather import CLAUSE as WEATHER_CLAUSE
from debellis.dbm.weather import is_soft, weather_of
from debellis.geometry.polygon import OUTSIDE, WHOLLY, lies
from debellis.geometry.rectangle import Rectangle
from debellis.mechanics.tables import load
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.questions import BASE, Question
from debellis.umpire.ruling import Finding, Ruling

GOOD, ROUGH, DIFFICULT, WATER, IMPASSABLE = "good", "rough", "difficult", "water", "impassable"
#: Ordered from what slows cavalry least to what slows it most.
SLOWER = (GOOD, ROUGH, DIFFICULT, WATER, IMPASSABLE)


@cache
def _ground(edition: str, kind: str, camels: bool) -> str:
    row = load(edition)["ground"][kind]
    found: str = row.get("camelry", row["going"]) if camels else row["going"]
    return found


def going_of(position: Position, piece: Terrain, what: Troop) -> str:
    """The going of a feature for an element. Rivers and roads count as good here; other modules handle them."""
    return _ground(position.edition, piece.kind, what.type == "Cm")


def halves(position: Position, base: Base) -> tuple[tuple[Rectangle, Troop], ...]:
    """The elements on a base with their footprints. For a double base: the front half, then the rear half."""
    whole, what = base.rectangle, troop(base)
    if what.rear is None:
        return ((whole, what),)
    one, two = (depth_of(position.edition, half, position.scale) for half in (what, what.rear))
    depth = whole.depth * one / (one + two)
    back = whole.advanced(-depth)
    return (
        (Rectangle(whole.front, whole.facing, whole.width, depth), what),
        (Rectangle(back.front, back.facing, back.width, whole.depth - depth), what.rear),
    )


def going_at(position: Position, where: Rectangle, what: Troop) -> tuple[str, tuple[Terrain, ...]]:
    """The going an element counts as being in at a place, and the features that cause it."""
    worst = GOOD
    made: tuple[Terrain, ...] = ()
    for piece in position.terrain:
        found = going_of(position, piece, what)
        if found == GOOD or lies(where, piece.ground) == OUTSIDE:
            continue
        if SLOWER.index(found) > SLOWER.index(worst):
            worst, made = found, (piece,)
        elif found == worst:
            made = (*made, piece)
    if worst == GOOD and position.options and is_soft(position, what):
        return ROUGH, ()
    return worst, made


def going(position: Position, base: Base) -> str:
    """The going of an element for moving and fighting. A double base has the going of its front half."""
    return going_at(position, *halves(position, base)[0])[0]


def counts_good(position: Position, base: Base) -> bool:
    """Whether an element is in going that counts as good for it."""
    return going(position, base) == GOOD


def ask_going(position: Position, *, element: str) -> Ruling:
    """The going of an element. For a double base, the going of each half where they differ."""
    finding = Finding()
    base = position.base(element)
    found = [going_at(position, part, half) for part, half in halves(position, base)]
    for answer, features in found:
        names = " and ".join(piece.id for piece in features)
        if features:
            finding.cite("DBM-B10.1", f"{names} is {answer} going")
        elif answer != GOOD:
            finding.cite(WEATHER_CLAUSE, f"good going counts as {answer} in {weather_of(position)}")
        if any(lies(base.rectangle, piece.ground) != WHOLLY for piece in features):
            finding.cite("DBM32-P12-going-move", f"{element} lies partly in {names}: it counts as in {answer} going")
    if len(found) == 1:
        return finding.rule("going", found[0][0])
    if found[0][0] != found[1][0]:
        finding.cite("IWF-4.2a", f"the halves of {element} are judged apart: {found[0][0]} and {found[1][0]}")
    return finding.rule("going", {"front": found[0][0], "rear": found[1][0]})


QUESTIONS: tuple[Question, ...] = (Question("going", "the going an element stands in", {"element": BASE}, ask_going),)
