"""The invader's terrain: one of three options before the defender, or a little at the end if he took none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from debellis.dbm.setting_up.feature_sizes import judge_sizes
from debellis.dbm.setting_up.features import HILLS, RIVER, ROAD, STEEP_HILL, TOWN, WATERWAY, Feature, is_area
from debellis.dbm.setting_up.hills import judge_cover, judge_invader_hill
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict

_NAMES = {WATERWAY: "waterway", RIVER: "river", ROAD: "road"}
_DICE = {WATERWAY: ("waterway", "ww_invader"), RIVER: ("river", "river_invader")}
_SLIGHT = 1e-9


def judge_option(
    verdict: Verdict,
    position: Position,
    pieces: Collection[Feature],
    compulsory: Collection[str],
    allowed: Collection[str] | None,
    dice: dict[str, int],
    naval: int,
) -> None:
    """Report what is wrong with the invader's option: a waterway, or a river, or a road with or without hills."""
    codes = Counter(piece.code for piece in pieces)
    hills = [piece for piece in pieces if piece.code in HILLS]
    options = [code for code in _NAMES if codes[code]]
    others = [piece.code for piece in pieces if piece.code not in _NAMES and piece.code not in HILLS]
    if others:
        says = f"The invader's options are a waterway, a river or a road with steep hills, not {others[0]}."
        verdict.refuse(says, "DBM32-P12-inv-choice")
    if len(options) > 1 or any(codes[code] > 1 for code in options):
        verdict.refuse("The invader may have one of his three options, once.", "DBM32-P12-inv-choice")
    failed = _failed(position, compulsory, dice)
    if codes[WATERWAY]:
        _judge_fleet(verdict, position, naval)
        _judge_throw(verdict, WATERWAY, compulsory, failed, dice, "DBM32-P12-inv-ww-dice")
    if codes[RIVER]:
        _judge_throw(verdict, RIVER, compulsory, failed, dice, "DBM32-P12-inv-rv-dice")
    _judge_other_than_failed(verdict, failed, options)
    if hills:
        judge_sizes(verdict, position, hills)
        _judge_hills(verdict, position, hills, allowed, bool(codes[ROAD]))


def _failed(position: Position, compulsory: Collection[str], dice: dict[str, int]) -> list[str]:
    """The water features he threw for and did not get."""
    needs = table(position, "terrain")["dice"]
    return [
        code
        for code, (word, row) in _DICE.items()
        if code not in compulsory and word in dice and dice[word] not in needs[row]
    ]


def _judge_fleet(verdict: Verdict, position: Position, naval: int) -> None:
    """Report an invader with too few naval elements for a waterway."""
    least = table(position, "setup")["terrain"]["invader_naval_min"]
    if naval < least:
        says = f"For a waterway the invader needs {least} naval elements, and he has {naval}."
        verdict.refuse(says, "DBM32-P12-inv-ww-elig")


def _judge_throw(
    verdict: Verdict,
    code: str,
    compulsory: Collection[str],
    failed: Collection[str],
    dice: dict[str, int],
    clause: str,
) -> None:
    """Report a water feature without the throw for it; none is needed for what the defender must have."""
    thrown = _DICE[code][0] in dice
    if code in compulsory:
        if not thrown:
            says = f"The {_NAMES[code]} is compulsory for the defender: the invader needs no throw for it."
            verdict.cite(clause, says)
    elif code in failed or not thrown:
        verdict.refuse(f"The invader needs 4, 5 or 6 for a {_NAMES[code]}.", clause)


def _judge_other_than_failed(verdict: Verdict, failed: Collection[str], options: Collection[str]) -> None:
    """After a failed throw for water only the road is left."""
    for code, other, clause in (
        (WATERWAY, RIVER, "DBM32-P12-inv-ww-fallback"),
        (RIVER, WATERWAY, "DBM32-P12-inv-rv-fallback"),
    ):
        if code not in failed:
            continue
        if other in options:
            verdict.refuse(f"He threw for a {_NAMES[code]} and failed: no {_NAMES[other]} instead.", clause)
        elif ROAD in options:
            verdict.cite(clause, f"He threw for a {_NAMES[code]} and failed: a road instead is open to him.")


def _judge_hills(
    verdict: Verdict, position: Position, hills: Collection[Feature], allowed: Collection[str] | None, road: bool
) -> None:
    """Report hills without a road, in the wrong quantity, or not steep all over."""
    least, most = table(position, "setup")["terrain"]["invader_hill_fe"]
    total = sum(piece.fe for piece in hills)
    verdict.measure("steep hills, feature equivalents", total, "", most)
    if not road:
        verdict.refuse("Steep hills go with the invader's road.", "DBM32-P12-inv-hills")
    if not least - _SLIGHT <= total <= most + _SLIGHT:
        says = f"With his road go 0 or {least:g} to {most:g} FE of steep hills, and this is {total:g}."
        verdict.refuse(says, "DBM32-P12-inv-hills")
    for piece in hills:
        if piece.slopes:
            judge_invader_hill(verdict, position, piece.name, piece.slopes)
            judge_cover(verdict, position, piece.name, piece.slopes, allowed)
        elif piece.code != STEEP_HILL:
            verdict.refuse(f"{piece.name} must be steep all over.", "IWF-5.4e")


def judge_late(
    verdict: Verdict, position: Position, pieces: Collection[Feature], invader_placed: Collection[Feature]
) -> None:
    """Report what an invader may not add after the defender."""
    most = table(position, "terrain")["totals"]["invader_late_max"]
    if invader_placed and pieces:
        verdict.refuse("The invader has placed terrain before and adds no more.", "DBM32-P12-inv-late")
    for piece in pieces:
        if piece.code == TOWN or not is_area(position, piece.code):
            says = f"The invader may add area features other than BUA now, not {piece.code}."
            verdict.refuse(says, "DBM32-P12-inv-late")
    total = sum(piece.size for piece in pieces)
    verdict.measure("feature equivalents", total, "", most)
    if total > most + _SLIGHT:
        verdict.refuse(f"The invader may add {most:g} FE, and this is {total:g}.", "DBM32-P12-inv-late")
