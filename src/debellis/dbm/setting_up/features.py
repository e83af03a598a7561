"""Features as they are chosen: their list code, size in feature equivalents (FE), slopes, and who may have them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from debellis.dbm.setting_up.hills import HILL, Slope, hill_class, read_slopes
from debellis.mechanics.tables import load, table
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import NUMBER, TEXT, BadQuestion, Kind, checked, list_of

WATERWAY, RIVER, ROAD, TOWN, FIELDS = "WW", "Rv", "Rd", "BUA", "E"
GENTLE_HILL, STEEP_HILL = "H(G)", "H(S)"
HILLS = (GENTLE_HILL, STEEP_HILL)


class Feature(Value, frozen=True):
    """One feature chosen: `fe` is its own size, `hill_fe` that of the hill a town incorporates."""

    name: str
    code: str
    fe: float
    hill_fe: float | None = None
    slopes: tuple[Slope, ...] = ()

    @property
    def size(self) -> float:
        """Its whole size in feature equivalents."""
        return self.fe + (self.hill_fe or 0.0)


def code_of(edition: str, word: str) -> str | None:
    """The list code a word means: a code itself or a kind of ground; None for any other word."""
    ground = load(edition)["ground"]
    if word in ground:
        found: str = ground[word]["code"]
        return found or None
    return word if word and any(row["code"] == word for row in ground.values()) else None


def is_area(position: Position, code: str) -> bool:
    """Whether a feature covers an area: all but waterways, rivers and roads."""
    return code not in table(position, "setup")["terrain"]["linear"]


def sizes(position: Position) -> tuple[float, ...]:
    """The sizes an area feature may have, in feature equivalents."""
    row = table(position, "terrain")["fe"]
    return (row["small"], row["medium"], row["large"])


def lacks(allowed: Collection[str] | None, code: str) -> bool:
    """Whether a list (None: any list) does not have a code."""
    return allowed is not None and code not in allowed


def _read_code(value: Any, position: Position) -> str:
    word = TEXT.check(value, position)
    found = code_of(position.edition, word)
    if found is None:
        known = ", ".join(sorted({row["code"] for row in table(position, "ground").values()}))
        raise BadQuestion(f"{word!r} is no terrain; list codes are {known}", "pieces")
    return found


def _read_piece(value: Any, position: Position) -> Feature:
    if isinstance(value, str):
        value = {"kind": value}
    if not isinstance(value, dict):
        raise BadQuestion("a piece is written as a kind of terrain or as a table with kind and fe", "pieces")
    found = checked("a piece", _PIECE, value, position)
    slopes: tuple[Slope, ...] = found.get("slopes", ())
    code = hill_class(slopes) if found["kind"] == HILL and slopes else found["kind"]
    if code == HILL:
        raise BadQuestion("a hill needs slopes, or is written H(G) or H(S)", "pieces")
    sizes_of = table(position, "terrain")["fe"]
    linear = {WATERWAY: sizes_of["waterway"], RIVER: sizes_of["river"], ROAD: sizes_of["road"]}
    if code not in linear and "fe" not in found:
        raise BadQuestion(f"{code} needs its size in feature equivalents (fe)", "pieces")
    if "hill" in found and code != TOWN:
        raise BadQuestion("only a BUA incorporates a hill", "pieces")
    return Feature(found.get("id", code), code, linear.get(code, found.get("fe", 0.0)), found.get("hill"), slopes)


def _kind_or_hill(value: Any, position: Position) -> str:
    return HILL if value == HILL else _read_code(value, position)


CODE = Kind("terrain", _read_code)
_PIECE = {
    "id": TEXT.or_none(),
    "kind": Kind("terrain", _kind_or_hill),
    "fe": NUMBER.or_none(),
    "hill": NUMBER.or_none(),
    "slopes": Kind("list of slopes", read_slopes).or_none(),
}
PIECES = list_of(Kind("terrain piece", _read_piece))
