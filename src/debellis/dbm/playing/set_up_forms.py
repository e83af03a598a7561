"""The actions before a battle of DBM as people write them: terrain, works, orders, deployment and baggage."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.battle.action_forms import ActionForm
from debellis.dbm.playing.actions import (
    Choice,
    ChooseSeason,
    ChooseTerrain,
    Deploy,
    LayWorks,
    PlaceBaggage,
    PlaceTerrain,
    RollForInvader,
    RollWeather,
    WorksSection,
    WriteOrders,
)
from debellis.mechanics.move_arguments import ARRIVAL, POSE
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.umpire.questions import (
    FEATURE,
    NUMBER,
    POINT,
    TABLE,
    TEXT,
    Kind,
    checked,
    list_of,
    one_of,
    table_of,
)

#: The edges over which flank marches come on.
SHORT_EDGES = ("west", "east")
_ENDS = list_of(ARRIVAL)
_CHOICE = {"kind": TEXT, "size": NUMBER.or_none()}
_PIECE = {
    "id": TEXT.or_none(),
    "kind": TEXT,
    "outline": list_of(POINT).or_none(),
    "line": list_of(POINT).or_none(),
    "width": NUMBER.or_none(),
    "crest": list_of(POINT).or_none(),
}
_SECTION = {"id": TEXT, "kind": TEXT, "inside": list_of(POINT, 2), "outside": list_of(POINT, 2)}


def _choice(value: Any, position: Position) -> Choice:
    found = checked("a feature", _CHOICE, TABLE.check(value, position), position)
    return Choice(found["kind"], found.get("size", 1.0))


def _piece(value: Any, position: Position) -> Terrain:
    found = checked("a piece", _PIECE, TABLE.check(value, position), position)
    return Terrain(found.pop("id", found["kind"]), found.pop("kind"), **found)


def _section(value: Any, position: Position) -> WorksSection:
    return WorksSection(**checked("a section", _SECTION, TABLE.check(value, position), position))


def _deploy(
    position: Position, *, command: str, ends: tuple[tuple[str, Pose], ...], aboard: dict[str, str] | None = None
) -> Deploy:
    return Deploy(command, dict(ends), UNSET if aboard is None else aboard)


def _orders(
    position: Position,
    *,
    relations: tuple[tuple[str, str, str], ...] = (),
    ambushes: dict[str, Pose] | None = None,
    flank_marches: dict[str, str] | None = None,
) -> WriteOrders:
    return WriteOrders(relations, ambushes or {}, flank_marches or {})


SET_UP_FORMS = (
    ActionForm("roll_for_invader", "throw the dice of aggression", {}, lambda position: RollForInvader()),
    ActionForm(
        "choose_season",
        "the invader's choice of the season; the time of day is thrown for",
        {"season": TEXT},
        lambda position, season: ChooseSeason(season),
    ),
    ActionForm("roll_weather", "throw for the weather", {}, lambda position: RollWeather()),
    ActionForm(
        "choose_terrain",
        "the features a side wants in this step, or none",
        {"features": list_of(Kind("feature { kind, size }", _choice)).or_none()},
        lambda position, features=(): ChooseTerrain(features),
    ),
    ActionForm(
        "place_terrain",
        "where the chosen features lie, each under its kind, from the second of a kind on with a number",
        {"pieces": list_of(Kind("piece { id, kind, outline, line, width, crest }", _piece)).or_none()},
        lambda position, pieces=(): PlaceTerrain(pieces),
    ),
    ActionForm(
        "lay_works",
        "the works of a side in sections, round a town or not; none is a choice too",
        {
            "sections": list_of(Kind("section { id, kind, inside, outside }", _section)).or_none(),
            "bua": FEATURE.or_none(),
        },
        lambda position, sections=(), bua=None: LayWorks(sections, bua),
    ),
    ActionForm(
        "write_orders",
        "how the commands stand to one another, who hides where, and who marches round which flank",
        {
            "relations": list_of(list_of(TEXT, 3)).or_none(),
            "ambushes": table_of(POSE).or_none(),
            "flank_marches": table_of(one_of(*SHORT_EDGES)).or_none(),
        },
        _orders,
    ),
    ActionForm(
        "deploy",
        "where the elements of a whole command stand, without baggage; `aboard` names the vessels of those aboard",
        {"command": TEXT, "ends": _ENDS, "aboard": table_of(TEXT).or_none()},
        _deploy,
    ),
    ActionForm(
        "place_baggage",
        "where all the baggage of a side stands, and the command it goes to",
        {"command": TEXT, "ends": _ENDS},
        lambda position, command, ends: PlaceBaggage(command, dict(ends)),
    ),
)
