"""Choosing terrain: what the defender must and may have, and what is added after him."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from debellis.dbm.setting_up.compulsory import cite_count, compulsory_pieces, count, is_total
from debellis.dbm.setting_up.feature_sizes import judge_sizes
from debellis.dbm.setting_up.features import (
    CODE,
    GENTLE_HILL,
    PIECES,
    RIVER,
    ROAD,
    STEEP_HILL,
    TOWN,
    WATERWAY,
    Feature,
    lacks,
)
from debellis.dbm.setting_up.hills import BARE, judge_cover
from debellis.dbm.setting_up.invader_choice import judge_late, judge_option
from debellis.mechanics.tables import table
from debellis.mechanics.two_dice import DIE
from debellis.table.position import Position
from debellis.umpire.questions import TEXT, WHOLE, BadQuestion, Kind, Question, list_of, one_of, table_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_THROWS = ("waterway", "river", "bua")


def may_choose_terrain(
    position: Position,
    *,
    who: str,
    pieces: tuple[Feature, ...],
    compulsory: tuple[str, ...] = (),
    allowed: tuple[str, ...] | None = None,
    dice: dict[str, int] | None = None,
    naval: int = 0,
    invader_placed: tuple[Feature, ...] = (),
    order: tuple[str, ...] | None = None,
) -> Ruling:
    """Whether a step of choosing terrain may bring these features, with these throws."""
    verdict = Verdict()
    throws = dice or {}
    everything = whole_list(allowed, compulsory)
    if who == "invader_option":
        judge_option(verdict, position, pieces, compulsory, everything, throws, naval)
        return verdict.decide("may_choose_terrain")
    if who == "invader_late":
        judge_list(verdict, position, pieces, everything, clauses=("DBM32-P12-inv-late", "DBM-B9.2"))
        judge_late(verdict, position, pieces, invader_placed)
        return verdict.decide("may_choose_terrain", total=sum(piece.size for piece in pieces))
    judge_list(verdict, position, pieces, allowed, compulsory)

    def in_order(musts: Collection[int]) -> bool:
        return order is None or _is_in_order(position, pieces, musts, order)

    musts = compulsory_pieces(verdict, position, pieces, compulsory, invader_placed, in_order)
    beside_water = any(pieces[i].code == WATERWAY for i in musts)
    counted = [count(position, piece, i in musts) for i, piece in enumerate(pieces)]
    for i, piece in enumerate(pieces):
        cite_count(verdict, position, piece, i in musts, beside_water)
    total = sum(counted)
    row = table(position, "terrain")["totals"]
    verdict.measure("feature equivalents", total, "", row["defender_max"])
    if not is_total(position, total):
        says = f"The defender brings {row['defender_min']} to {row['defender_max']} FE, and this counts {total:g}."
        verdict.refuse(says, "DBM32-P12-def-total")
    _judge_water(verdict, position, pieces, compulsory, everything, throws, invader_placed)
    _judge_town_and_roads(verdict, position, pieces, compulsory, throws, invader_placed)
    if not in_order(musts):
        says = "Compulsory features are placed before optional ones, and of each the water and towns before others."
        verdict.refuse(says, "DBM32-P12-def-phases")
    return verdict.decide("may_choose_terrain", total=total, counted=counted)


def judge_list(
    verdict: Verdict,
    position: Position,
    pieces: Collection[Feature],
    allowed: Collection[str] | None,
    compulsory: Collection[str] = (),
    clauses: tuple[str, ...] = ("DBM-B9.2",),
) -> None:
    """Report features that are not in the defender's list, or of a size there is not; what he must have he may.

    `clauses` are those that tie this step to the list.
    """
    judge_sizes(verdict, position, pieces)
    for piece in pieces:
        if lacks(allowed, piece.code) and not _needs_more(piece):
            if piece.code in compulsory:
                verdict.cite("IWF-5.2", f"{piece.code} is compulsory and may always be placed.")
            else:
                verdict.refuse(f"The defender's list has no {piece.code}.", *clauses)
                if piece.slopes and piece.code == STEEP_HILL and GENTLE_HILL in (allowed or ()):
                    verdict.cite("IWF-5.4a", f"{piece.name} is not gentle and bare all over: it is {STEEP_HILL}.")
        judge_cover(verdict, position, piece.name, piece.slopes, whole_list(allowed, compulsory))


def whole_list(allowed: Collection[str] | None, compulsory: Collection[str]) -> Collection[str] | None:
    """All that a list has (None: any list): what it allows and what it makes compulsory."""
    return None if allowed is None else (*allowed, *compulsory)


def _needs_more(piece: Feature) -> bool:
    """Whether it is a hill that by its cover needs more than its own code."""
    return any(slope.cover != BARE for slope in piece.slopes)


def _judge_water(
    verdict: Verdict,
    position: Position,
    pieces: Collection[Feature],
    compulsory: Collection[str],
    allowed: Collection[str] | None,
    dice: dict[str, int],
    there: Collection[Feature],
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
    pieces: Collection[Feature],
    compulsory: Collection[str],
    dice: dict[str, int],
    there: Collection[Feature],
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


def _is_in_order(position: Position, pieces: Sequence[Feature], musts: Collection[int], order: tuple[str, ...]) -> bool:
    """Whether an order of placing brings the compulsory ones first, and water and towns first of each."""
    first = table(position, "setup")["terrain"]["placed_first"]
    turns: dict[str, list[tuple[bool, bool]]] = {}
    for i, piece in enumerate(pieces):
        turns.setdefault(piece.name, []).append((i not in musts, piece.code not in first))
    placed: list[tuple[bool, bool]] = []
    for name in order:
        if not turns.get(name):
            raise BadQuestion(f"order names {name!r}, which is none of the pieces left", "order")
        placed.append(turns[name].pop(turns[name].index(min(turns[name]))))
    return placed == sorted(placed)


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
        tied_to_table=True,
    ),
)
