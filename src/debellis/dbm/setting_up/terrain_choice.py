"""Choosing terrain: what the defender must and may have, and what is added after him."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from debellis.db.verdict import Verdict
from debellis.dbm.rulebook import V32, table, version
from debellis.dbm.setting_up.features import (
    CODE,
    HILLS,
    PIECES,
    RIVER,
    ROAD,
    TOWN,
    WATERWAY,
    Piece,
    is_area,
    lacks,
    sizes,
)
from debellis.dbm.setting_up.hills import BARE, codes_needed, judge_cover
from debellis.dbm.setting_up.invader_choice import judge_late, judge_option
from debellis.table.position import Position
from debellis.umpire.questions import DIE, TEXT, WHOLE, BadQuestion, Kind, Question, list_of, one_of, table_of
from debellis.umpire.ruling import Ruling

_SLIGHT = 1e-9
_THROWS = ("waterway", "river", "bua")


def may_choose_terrain(
    position: Position,
    *,
    who: str,
    pieces: tuple[Piece, ...],
    compulsory: tuple[str, ...] = (),
    allowed: tuple[str, ...] | None = None,
    dice: dict[str, int] | None = None,
    naval: int = 0,
    invader_placed: tuple[Piece, ...] = (),
    order: tuple[str, ...] | None = None,
) -> Ruling:
    """Whether a step of choosing terrain may bring these features, with these throws."""
    verdict = Verdict()
    throws = dice or {}
    if who == "invader_option":
        judge_option(verdict, position, pieces, compulsory, allowed, throws, naval)
        return verdict.decide("may_choose_terrain")
    judge_list(verdict, position, pieces, allowed)
    if who == "invader_late":
        judge_late(verdict, position, pieces, invader_placed)
        return verdict.decide("may_choose_terrain", total=sum(piece.size for piece in pieces))
    musts = compulsory_pieces(verdict, position, pieces, compulsory, invader_placed)
    beside_water = any(pieces[i].code == WATERWAY for i in musts)
    counted = [_counted(verdict, position, piece, i in musts, beside_water) for i, piece in enumerate(pieces)]
    total = sum(counted)
    row = table(position, "terrain")["totals"]
    verdict.measure("feature equivalents", total, "", row["defender_max"])
    if not row["defender_min"] - _SLIGHT <= total <= row["defender_max"] + _SLIGHT:
        says = f"The defender brings {row['defender_min']} to {row['defender_max']} FE, and this counts {total:g}."
        verdict.refuse(says, "DBM32-P12-def-total")
    _judge_water(verdict, position, pieces, compulsory, allowed, throws, invader_placed)
    _judge_town_and_roads(verdict, position, pieces, compulsory, throws, invader_placed)
    if order is not None:
        _judge_order(verdict, position, pieces, musts, order)
    return verdict.decide("may_choose_terrain", total=total, counted=counted)


def judge_list(
    verdict: Verdict, position: Position, pieces: Collection[Piece], allowed: Collection[str] | None
) -> None:
    """Report features that are not in the defender's list, or of a size there is not."""
    small = Counter(piece.code for piece in pieces if piece.fe == sizes(position)[0] and is_area(position, piece.code))
    most = table(position, "terrain")["fe"]["max_small_per_type"]
    for code, count in small.items():
        if count > most:
            verdict.refuse(f"At most {most} small features of one type, not {count} of {code}.", "DBM-B9.8")
    for piece in pieces:
        if lacks(allowed, piece.code) and not _needs_more(piece):
            verdict.refuse(f"The defender's list has no {piece.code}.", "DBM-B9.2")
        judge_cover(verdict, position, piece.name, piece.slopes, allowed)
        if is_area(position, piece.code):
            _judge_size(verdict, position, piece)


def _needs_more(piece: Piece) -> bool:
    """Whether it is a hill that by its cover needs more than its own code."""
    return any(slope.cover != BARE for slope in piece.slopes)


def _judge_size(verdict: Verdict, position: Position, piece: Piece) -> None:
    known = sizes(position)
    written = ", ".join(f"{size:g}" for size in known)
    if piece.hill_fe is None:
        if piece.fe not in known:
            verdict.refuse(f"{piece.name} of {piece.fe:g} FE: area features have {written} FE.", "DBM-B9.8")
        return
    if piece.fe not in known or piece.hill_fe not in known:
        says = f"Hill and town of {piece.name} must each have a size of their own type: {written} FE."
        verdict.refuse(says, "IWF-5.6a")
    elif piece.size > max(known):
        says = f"A hill of {piece.hill_fe:g} FE and a town of {piece.fe:g} FE may be combined."
        verdict.cite("IWF-5.6a", says)


def compulsory_pieces(
    verdict: Verdict,
    position: Position,
    pieces: Sequence[Piece],
    compulsory: Collection[str],
    there: Collection[Piece],
) -> list[int]:
    """Which features meet the compulsory types not yet there, one of each; report those that are not met."""
    found: list[int] = []
    least, most = table(position, "setup")["terrain"]["compulsory_area_fe"]
    for code in compulsory:
        if any(piece.code == code for piece in there):
            continue
        alike = [i for i, piece in enumerate(pieces) if piece.code == code]
        fit = [i for i in alike if not is_area(position, code) or least <= pieces[i].fe <= most]
        if not fit:
            says = f"One {code} of {least:g} to {most:g} FE is compulsory" if alike else f"{code} is compulsory"
            verdict.refuse(f"{says} for the defender and missing.", "DBM32-P12-def-compulsory")
            _cite_what_does_not_serve(verdict, position, code, pieces, there)
            continue
        found.append(fit[0])
        if pieces[fit[0]].hill_fe is not None:
            says = "The town on its hill is the compulsory BUA; its hill still counts against the total."
            verdict.cite("IWF-5.6c", says)
    return found


def _cite_what_does_not_serve(
    verdict: Verdict, position: Position, code: str, pieces: Collection[Piece], there: Collection[Piece]
) -> None:
    """Tell why something of that type is on the table and yet does not count as the compulsory feature."""
    if code not in HILLS and any(code in codes_needed(position, piece.slopes) for piece in there if piece.slopes):
        says = f"The {code} on the invader's steep hill makes no {code} feature of it."
        verdict.cite("DBM32-P12-inv-hills-cover", says)
    if code in HILLS and any(piece.hill_fe is not None for piece in pieces):
        verdict.cite("IWF-5.6c", f"The hill of a town is never the compulsory {code}.")


def _counted(verdict: Verdict, position: Position, piece: Piece, must: bool, beside_water: bool) -> float:
    """What a feature counts towards the defender's total."""
    share = table(position, "terrain")["fe"]
    if piece.code == WATERWAY:
        verdict.cite("DBM32-P13-ww-fe", f"A waterway is {piece.fe:g} FE.")
    elif piece.code == RIVER:
        verdict.cite("DBM32-P13-rv-fe", f"A river is {piece.fe:g} FE.")
    if piece.hill_fe is not None:
        verdict.cite("IWF-5.6b", f"{piece.name} is one BUA of {piece.size:g} FE, hill and town together.")
    if not must:
        if piece.code == TOWN and beside_water:
            verdict.cite("IWF-5.7", f"The BUA that goes with a compulsory waterway counts its full {piece.size:g} FE.")
        return piece.size
    if piece.code == ROAD and version(position) == V32:
        verdict.cite("DBM32-P12-def-road-zero", "The first compulsory road counts nothing.")
        return float(share["first_compulsory_road_32"])
    half = piece.fe * float(share["compulsory_counts_as"])
    says = f"{piece.name} is compulsory and counts {half:g} of its {piece.fe:g} FE."
    verdict.cite("DBM32-P12-def-half", says)
    if half / share["small"] != round(half / share["small"]):
        verdict.cite("IWF-5.3", f"Half of {piece.fe:g} FE is {half:g} FE, without rounding.")
    return half + (piece.hill_fe or 0.0)


def _judge_water(
    verdict: Verdict,
    position: Position,
    pieces: Collection[Piece],
    compulsory: Collection[str],
    allowed: Collection[str] | None,
    dice: dict[str, int],
    there: Collection[Piece],
) -> None:
    """Report a waterway or river the defender may not have."""
    needs = table(position, "terrain")["dice"]
    codes = Counter(piece.code for piece in pieces)
    if codes[WATERWAY]:
        if codes[WATERWAY] + sum(piece.code == WATERWAY for piece in there) > 1:
            verdict.refuse("There may be one waterway, and only if none is there yet.", "DBM32-P12-def-ww")
        if not codes[TOWN] and not lacks(allowed, TOWN):
            says = "With a waterway the defender must place a BUA touching it, for his list has BUA."
            verdict.refuse(says, "DBM32-P12-def-ww")
        elif not codes[TOWN] and WATERWAY in compulsory:
            says = "A waterway that the list makes compulsory is placed although the list has no BUA to go with it."
            verdict.cite("IWF-5.2", says)
        if WATERWAY not in compulsory and dice.get("waterway") not in needs["ww_defender"]:
            verdict.refuse("The defender needs 5 or 6 for a waterway that is optional.", "DBM32-P12-def-ww-dice")
    if codes[RIVER]:
        if codes[RIVER] > 1:
            verdict.refuse("The defender may have one river.", "DBM32-P12-def-rv")
        if RIVER not in compulsory and dice.get("river") not in needs["river_defender"]:
            verdict.refuse("The defender needs a 6 for a river that is optional.", "DBM32-P12-def-rv-dice")


def _judge_town_and_roads(
    verdict: Verdict,
    position: Position,
    pieces: Collection[Piece],
    compulsory: Collection[str],
    dice: dict[str, int],
    there: Collection[Piece],
) -> None:
    """Report a town too many or one withdrawn, and roads that are too many or lead nowhere."""
    codes = Counter(piece.code for piece in pieces)
    limits = table(position, "setup")["terrain"]
    free = table(position, "terrain")["dice"]["bua_forward_defender"]
    if codes[TOWN] > limits["bua_max"]:
        verdict.refuse("The defender may have one BUA.", "DBM32-P12-def-bua-place")
    if not codes[TOWN] and "bua" in dice and dice["bua"] not in free:
        says = "He threw to have the BUA off his rear edge and failed: it must be placed, at that edge."
        verdict.refuse(says, "DBM32-P12-def-bua-edge")
    if codes[ROAD] > limits["roads_max"]:
        verdict.refuse(f"The defender may have {limits['roads_max']} roads.", "DBM32-P12-def-roads")
    linked = codes[TOWN] or ROAD in compulsory or any(piece.code == ROAD for piece in there)
    if codes[ROAD] and not linked:
        says = "There is no BUA and no earlier road for a road to link with, and roads are not compulsory."
        verdict.refuse(says, "DBM32-P12-def-roads")


def _judge_order(
    verdict: Verdict, position: Position, pieces: Sequence[Piece], musts: Collection[int], order: tuple[str, ...]
) -> None:
    """Report an order of placing that does not bring the compulsory ones first, and water and towns first of each."""
    first = table(position, "setup")["terrain"]["placed_first"]
    turns: dict[str, list[tuple[bool, bool]]] = {}
    for i, piece in enumerate(pieces):
        turns.setdefault(piece.name, []).append((i not in musts, piece.code not in first))
    placed: list[tuple[bool, bool]] = []
    for name in order:
        if not turns.get(name):
            raise BadQuestion(f"order names {name!r}, which is none of the pieces left", "order")
        placed.append(turns[name].pop(0))
    if placed != sorted(placed):
        says = "Compulsory features are placed before optional ones, and of each the water and towns before others."
        verdict.refuse(says, "DBM32-P12-def-phases")


def _read_dice(value: Any, position: Position) -> dict[str, int]:
    found: dict[str, int] = table_of(DIE).check(value, position)
    strange = [name for name in found if name not in _THROWS]
    if strange:
        raise BadQuestion(f"dice are thrown for {', '.join(_THROWS)}, not for {strange[0]!r}", "dice")
    return found


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_choose_terrain",
        "whether a step of choosing terrain may bring these features",
        {
            "who": one_of("invader_option", "defender", "invader_late"),
            "pieces": PIECES,
            "compulsory": list_of(CODE).or_none(),
            "allowed": list_of(CODE).or_none(),
            "dice": Kind("table of dice", _read_dice).or_none(),
            "naval": WHOLE.or_none(),
            "invader_placed": PIECES.or_none(),
            "order": list_of(TEXT).or_none(),
        },
        may_choose_terrain,
    ),
)
