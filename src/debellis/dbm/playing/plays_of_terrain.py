"""Questions about terrain turned into the step before the battle in which it is chosen or placed."""

from __future__ import annotations

from itertools import product
from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.rules import Opening
from debellis.dbm.playing.actions import Choice
from debellis.dbm.playing.plays_of_moves import Plays
from debellis.dbm.playing.setting_up.auto_terrain import USUAL_KINDS
from debellis.dbm.playing.setting_up.terrain_laying import Wanted, judge
from debellis.dbm.playing.state import Drawn
from debellis.dbm.setting_up.features import PIECES, RIVER, TOWN, WATERWAY, Feature, code_of, is_area, sizes
from debellis.dbm.setting_up.room import across, longest
from debellis.dbm.troops import read_troops
from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.table.bases import Base, Service
from debellis.table.board import OPPOSITE
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict

_PHASES = {"invader_option": "option", "defender": "features", "invader_late": "late"}
_INVADER, _DEFENDER = "blue", "red"
_WATER = {"waterway": WATERWAY, "river": RIVER}
_VESSEL = "Irr Bts (O)"
#: Where what the invader has placed lies while the defender chooses: nothing about it matters but its kind.
_ASIDE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
_LOW = (1,) * 30


def _kind(piece: Feature) -> str | None:
    """The kind of ground that a feature is chosen as; None where no kind is like it."""
    if piece.hill_fe is not None or piece.slopes:
        return None
    return USUAL_KINDS.get(piece.code)


def _choose(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The choice of features by the side whose step it is, after these throws for water."""
    pieces: tuple[Feature, ...] = PIECES.check(arguments["pieces"], position)
    there: tuple[Feature, ...] = PIECES.check(arguments.get("invader_placed", []), position)
    kinds, theirs = [_kind(piece) for piece in pieces], [_kind(piece) for piece in there]
    dice: dict[str, int] = arguments.get("dice", {})
    compulsory = tuple(code_of(position.edition, word) for word in arguments.get("compulsory", ()))
    wet = [word for word, code in _WATER.items() if any(piece.code == code for piece in pieces)]
    thrown = all(word in dice or _WATER[word] in compulsory for word in wet)
    if None in kinds or None in theirs or "order" in arguments or set(dice) - set(_WATER) or not thrown:
        return None
    every = tuple(dict.fromkeys(row["code"] for row in table(position, "ground").values() if row["code"]))
    allowed = arguments.get("allowed")
    told: dict[str, Any] = {
        "terrain": every if allowed is None else tuple(code_of(position.edition, word) for word in allowed),
        "compulsory": compulsory,
        "drawn": tuple(Drawn(Choice(word, 1.0), (die,)) for word, die in dice.items()),
        "placed": {_INVADER: tuple(f"theirs {i}" for i in range(len(there)))},
    }
    laid = tuple(Terrain(f"theirs {i}", str(kind), _ASIDE) for i, kind in enumerate(theirs))
    who = _DEFENDER if arguments["who"] == "defender" else _INVADER
    here = replace(position, active=who, terrain=(*position.terrain, *laid))
    read = read_troops(position.edition, _VESSEL, position.scale)
    fleet = tuple(
        Base(f"vessel {i}", _INVADER, read.code, read.kind, read.width, read.depth, service=Service("fleet"))
        for i in range(arguments.get("naval", 0))
    )
    features = [{"kind": kind, "size": piece.fe} for kind, piece in zip(kinds, pieces, strict=True)]
    opening = Opening(_PHASES[arguments["who"]], waiting=fleet, told=told)
    return Playing(opening, (("choose_terrain", {"features": features}),), _LOW, here)


def _place(position: Position, arguments: dict[str, Any]) -> Playing | None:
    """The feature placed by the side that drew it, with dice that say so."""
    if {"hill", "fields", "gateways", "fortified"} & set(arguments):
        return None
    piece = position.feature(arguments["piece"])
    by, edge = arguments.get("by", "defender"), arguments.get("base_edge", "south")
    code = code_of(position.edition, piece.kind)
    if code is None:
        return None
    who = _DEFENDER if by == "defender" else _INVADER
    rest = tuple(one for one in position.terrain if one.id != piece.id)
    count = sum(one.kind == piece.kind for one in rest) + 1
    name = piece.kind if count == 1 else f"{piece.kind}{count}"
    if any(one.id == name for one in rest):
        return None
    theirs = tuple(arguments.get("invader_placed", ()))
    size = float(arguments.get("fe", _size_of(position, piece)))
    choice = Choice(piece.kind, size, bool(arguments.get("compulsory", False)))
    here = replace(position, active=who, terrain=rest)
    named = replace(piece, id=name)
    dice = _dice(here, named, choice, by, edge, theirs, arguments)
    if dice is None:
        return None
    area = is_area(position, code) and code != TOWN
    phase = "place_features" if by == "defender" else "place_late" if area else "place_option"
    told = {
        "drawn": (Drawn(choice, dice),),
        "placed": {_INVADER: theirs},
        "edges": {_DEFENDER: edge, _INVADER: OPPOSITE[edge]},
    }
    lies = {"outline": list(piece.outline), "line": list(piece.line), "crest": list(piece.crest), "width": piece.width}
    action = {"pieces": [{"id": name, "kind": piece.kind, **{key: value for key, value in lies.items() if value}}]}
    return Playing(Opening(phase, told=told), (("place_terrain", action),), position=here)


def _size_of(position: Position, piece: Terrain) -> float:
    """The feature equivalents that an area is as large as; 1 for all else."""
    for size in sizes(position):
        least, most = across(position, size)
        if least - COINCIDE <= longest(piece.ground) <= most + COINCIDE:
            return size
    return 1.0


def _dice(
    position: Position,
    piece: Terrain,
    choice: Choice,
    by: str,
    edge: str,
    theirs: tuple[str, ...],
    arguments: dict[str, Any],
) -> tuple[int, ...] | None:
    """The dice of a feature: as told, or else such that nothing hangs on them. None for a town with both."""
    one = [arguments[key] for key in ("die",) if key in arguments]
    two = [arguments.get(key) for key in ("sector", "place")]
    code = code_of(position.edition, piece.kind) or ""
    if one:
        return None if two != [None, None] else (one[0],)
    if not is_area(position, code) or code == TOWN:
        return () if two == [None, None] else None
    found: tuple[int, tuple[int, ...]] | None = None
    for dice in product(range(1, 7), repeat=2):
        if any(told is not None and told != die for told, die in zip(two, dice, strict=True)):
            continue
        verdict = Verdict()
        judge(verdict, position, Wanted(piece.id, Drawn(choice, dice), by, edge, theirs), piece)
        faults = len(verdict.faults)
        if found is None or faults < found[0]:
            found = (faults, dice)
    return None if found is None else found[1]


PLAYED: dict[str, Plays] = {"may_choose_terrain": _choose, "may_place_terrain": _place}
