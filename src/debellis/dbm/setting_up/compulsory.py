"""Compulsory features: which of those chosen they are, and what each feature counts towards the defender's total."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import product

from debellis.dbm.setting_up.features import HILLS, RIVER, TOWN, WATERWAY, Feature, is_area
from debellis.dbm.setting_up.hills import codes_needed
from debellis.mechanics.tables import first, rows, table
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict

_SLIGHT = 1e-9


def compulsory_pieces(
    verdict: Verdict,
    position: Position,
    pieces: Sequence[Feature],
    compulsory: Collection[str],
    there: Collection[Feature],
    in_order: Callable[[Collection[int]], bool] | None = None,
) -> list[int]:
    """Which features meet the compulsory types not yet there, one of each; report those that are not met.

    Where several could, the defender means those with which his total, and the order of placing, are as they should be.
    """
    open_to: list[list[int]] = []
    least, most = table(position, "setup")["terrain"]["compulsory_area_fe"]
    for code in compulsory:
        if any(piece.code == code for piece in there):
            continue
        alike = [i for i, piece in enumerate(pieces) if piece.code == code]
        fit = [i for i in alike if not is_area(position, code) or least <= pieces[i].fe <= most]
        if fit:
            open_to.append(fit)
            continue
        says = f"One {code} of {least:g} to {most:g} FE is compulsory" if alike else f"{code} is compulsory"
        verdict.refuse(f"{says} for the defender and missing.", "DBM32-P12-def-compulsory")
        _cite_what_does_not_serve(verdict, position, code, pieces, there)

    def unfit(musts: tuple[int, ...]) -> tuple[bool, bool, float]:
        total = sum(count(position, piece, i in musts) for i, piece in enumerate(pieces))
        return (not is_total(position, total), in_order is not None and not in_order(musts), total)

    best: tuple[int, ...] = min(product(*open_to), key=unfit)
    found = list(best)
    if any(pieces[i].hill_fe is not None for i in found):
        says = "The town on its hill is the compulsory BUA; its hill still counts against the total."
        verdict.cite("IWF-5.6c", says)
    return found


def is_total(position: Position, total: float) -> bool:
    """Whether so many feature equivalents are what a defender may bring."""
    row = table(position, "terrain")["totals"]
    return bool(row["defender_min"] - _SLIGHT <= total <= row["defender_max"] + _SLIGHT)


def _cite_what_does_not_serve(
    verdict: Verdict, position: Position, code: str, pieces: Collection[Feature], there: Collection[Feature]
) -> None:
    """Tell why something of that type is on the table and yet does not count as the compulsory feature."""
    if code not in HILLS and any(code in codes_needed(position, piece.slopes) for piece in there if piece.slopes):
        says = f"The {code} on the invader's steep hill makes no {code} feature of it."
        verdict.cite("DBM32-P12-inv-hills-cover", says)
    if code in HILLS and any(piece.hill_fe is not None for piece in pieces):
        verdict.cite("IWF-5.6c", f"The hill of a town is never the compulsory {code}.")


def count(position: Position, piece: Feature, must: bool) -> float:
    """What a feature counts towards the defender's total, as a compulsory one or not."""
    share = table(position, "terrain")["fe"]
    if not must:
        return piece.size
    row = first(rows(position, "compulsory_count"), code=piece.code)
    if row is not None:
        return float(row["counts"])
    return piece.fe * float(share["compulsory_counts_as"]) + (piece.hill_fe or 0.0)


def cite_count(verdict: Verdict, position: Position, piece: Feature, must: bool, beside_water: bool) -> None:
    """Tell why a feature counts what it does."""
    if piece.code == WATERWAY:
        verdict.cite("DBM32-P13-ww-fe", f"A waterway is {piece.fe:g} FE.")
    elif piece.code == RIVER:
        verdict.cite("DBM32-P13-rv-fe", f"A river is {piece.fe:g} FE.")
    if piece.hill_fe is not None:
        verdict.cite("IWF-5.6b", f"{piece.name} is one BUA of {piece.size:g} FE, hill and town together.")
    if not must:
        if piece.code == TOWN and beside_water:
            verdict.cite("IWF-5.7", f"The BUA that goes with a compulsory waterway counts its full {piece.size:g} FE.")
        return
    row = first(rows(position, "compulsory_count"), code=piece.code)
    if row is not None:
        verdict.cite_all(row["clauses"], row["says"])
        return
    small = table(position, "terrain")["fe"]["small"]
    half = count(position, piece, True) - (piece.hill_fe or 0.0)
    says = f"{piece.name} is compulsory and counts {half:g} of its {piece.fe:g} FE."
    verdict.cite("DBM32-P12-def-half", says)
    if half / small != round(half / small):
        verdict.cite("IWF-5.3", f"Half of {piece.fe:g} FE is {half:g} FE, without rounding.")
