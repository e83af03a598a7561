"""Sizes of chosen features: each area feature small, medium or large, and few small ones of a type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from debellis.dbm.setting_up.features import Feature, is_area, sizes
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict


def judge_sizes(verdict: Verdict, position: Position, pieces: Collection[Feature]) -> None:
    """Report features of a size there is not, and too many small ones of a type."""
    small = Counter(piece.code for piece in pieces if piece.fe == sizes(position)[0] and is_area(position, piece.code))
    most = table(position, "terrain")["fe"]["max_small_per_type"]
    for code, count in small.items():
        if count > most:
            verdict.refuse(f"At most {most} small features of one type, not {count} of {code}.", "DBM-B9.8")
    for piece in pieces:
        if is_area(position, piece.code):
            _judge_size(verdict, position, piece)


def _judge_size(verdict: Verdict, position: Position, piece: Feature) -> None:
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
