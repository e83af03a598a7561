"""Setting up: who invades, which edge belongs to whom, and who has a camp where."""

from __future__ import annotations

from typing import Any

from debellis.dba.book import book, table
from debellis.dba.commands import is_big
from debellis.dba.setting_up.armies import read_elements
from debellis.dba.setting_up.deployment import POSE, may_deploy
from debellis.dba.setting_up.exchange import may_exchange
from debellis.dba.setting_up.landing import END, may_land
from debellis.dba.setting_up.terrain_choice import (
    TERRAIN_KIND,
    TOPOGRAPHY,
    judge_choice,
    may_choose_terrain,
    name_of,
    own_clauses,
)
from debellis.dba.setting_up.terrain_setup import may_place_terrain
from debellis.geometry.outline import least_rectangle, share_ground
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import Polygon, boundary_distance
from debellis.mechanics.two_dice import DIE
from debellis.table.board import EDGES, OPPOSITE, inward, length_of, nearest_inward
from debellis.table.position import Position
from debellis.table.waterways import shore_along
from debellis.umpire.questions import (
    FEATURE,
    FLAG,
    POINT,
    TEXT,
    WHOLE,
    BadQuestion,
    Kind,
    Question,
    list_of,
    one_of,
)
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

EDGE = one_of(*EDGES)


def _order(pair: tuple[int, int]) -> int:
    """Compares two numbers: 1 if the first is higher, -1 if the second is, 0 if they are equal."""
    return (pair[0] > pair[1]) - (pair[0] < pair[1])


def invader(
    position: Position,
    *,
    rolls: tuple[int, int],
    aggression: tuple[int, int],
    agreed: int | None = None,
    attacked_in_history: int | None = None,
) -> Ruling:
    """Who invades: the side with the higher total of die and aggression factor, unless both players have agreed on
    it."""
    finding = Finding()
    totals = [roll + factor for roll, factor in zip(rolls, aggression, strict=True)]
    if agreed is not None:
        return finding.rule("invader", {"totals": totals, "invader": agreed, "reroll": False})
    if _order(rolls) != _order((totals[0], totals[1])):
        finding.cite("DBA22-B3.6", f"The aggression factors of the lists, {aggression[0]} and {aggression[1]}, count.")
    if totals[0] == totals[1]:
        finding.cite_all(("BOB-SCH-1", "DBA22-B4.1"), f"Both have {totals[0]}: they roll again.")
        return finding.rule("invader", {"totals": totals, "invader": None, "reroll": True})
    higher = 0 if totals[0] > totals[1] else 1
    finding.cite_all(("BOB-SCH-1", "DBA22-B4.1"), f"{max(totals)} is more than {min(totals)}: that side invades.")
    if attacked_in_history is not None and attacked_in_history != higher:
        finding.cite("BOB-SCH-2", "Who attacked in history does not matter.")
    return finding.rule("invader", {"totals": totals, "invader": higher, "defender": 1 - higher, "reroll": False})


def may_number_edges(
    position: Position,
    *,
    north: tuple[int, ...] = (),
    east: tuple[int, ...] = (),
    south: tuple[int, ...] = (),
    west: tuple[int, ...] = (),
    roll: int | None = None,
    topography: str | None = None,
) -> Ruling:
    """Whether the invader may give the board edges these numbers, and which edge a roll then gives."""
    verdict = Verdict()
    numbers = {"north": north, "east": east, "south": south, "west": west}
    if topography is not None:
        _terrain_comes_first(verdict, position, topography)
    best = sorted(table(position, "deployment")["invader_edge_rolls"]["one_edge"])
    others = sorted(table(position, "deployment")["invader_edge_rolls"]["others"])
    preferred = [edge for edge in EDGES if sorted(numbers[edge]) == best]
    if is_big(position):
        _long_edges(verdict, position, numbers, best, others)
        return _edges_decided(verdict, numbers, roll)
    singles = sorted(n for edge in EDGES if edge not in preferred and len(numbers[edge]) == 1 for n in numbers[edge])
    if len(preferred) != 1 or singles != others:
        says = "One edge must have 4, 5 and 6, and the other three 1, 2 and 3, one each."
        verdict.refuse(says, "BOB-SCH-4a", "DBA22-B4.3")
    else:
        _towns_bar(verdict, position, preferred[0])
    return _edges_decided(verdict, numbers, roll)


def _edges_decided(verdict: Verdict, numbers: dict[str, tuple[int, ...]], roll: int | None) -> Ruling:
    """The verdict on the numbers of the edges, with the edges of both sides if the die is thrown."""
    if roll is None or not verdict.legal:
        return verdict.decide("may_number_edges")
    rolled = next(edge for edge in EDGES if roll in numbers[edge])
    says = f"The edge numbered {roll} is the invader's: {rolled}; the defender's is opposite: {OPPOSITE[rolled]}."
    verdict.cite_all(("BOB-SCH-4c", "DBA22-B4.3"), says)
    return verdict.decide("may_number_edges", invader_edge=rolled, defender_edge=OPPOSITE[rolled])


def _long_edges(
    verdict: Verdict, position: Position, numbers: dict[str, tuple[int, ...]], best: list[int], others: list[int]
) -> None:
    """In a big battle the armies come from the long edges: one has 4, 5 and 6, the other 1, 2 and 3."""
    longest = max(position.size)
    long = [edge for edge in EDGES if length_of(edge, position.size) == longest]
    if sorted(sorted(numbers[edge]) for edge in long) != [others, best] or any(
        numbers[edge] for edge in EDGES if edge not in long
    ):
        says = f"One long edge must have 4, 5 and 6, and the other 1, 2 and 3; they are {' and '.join(long)}."
        verdict.refuse(says, "DBA22-B33.2", "DBA22-B4.3")
    else:
        _towns_bar(verdict, position, next(edge for edge in long if sorted(numbers[edge]) == best))


def _terrain_comes_first(verdict: Verdict, position: Position, topography: str) -> None:
    trial = Verdict()
    judge_choice(position, trial, topography, tuple(piece.kind for piece in position.terrain if piece.kind != "camp"))
    if not trial.legal:
        says = "The edges are numbered only when the defender has placed all his terrain, and that is not done."
        verdict.refuse(says, "BOB-SCH-3c", "DBA22-B4.2")


def _towns_bar(verdict: Verdict, position: Position, preferred: str) -> None:
    """Report a preferred edge that is one of the two nearest to a town.

    Among equally near edges the invader names one.
    """
    for town in position.features("bua"):
        gaps = {edge: nearest_inward(town.ground, edge, position.size) for edge in EDGES}
        as_near = [edge for edge in EDGES if gaps[edge] <= gaps[preferred] + COINCIDE]
        verdict.measure(f"{town.id} from the {preferred} edge", gaps[preferred])
        if len(as_near) <= 2:
            says = f"The {preferred} edge is one of the two nearest the town ({gaps[preferred]:.2f} mm), so not 4-5-6."
            verdict.refuse(says, "BOB-SCH-4b", "DBA22-B4.3")


def has_camp(
    position: Position, *, elements: tuple[str, ...] = (), defender: bool = False, bua: bool | None = None
) -> Ruling:
    """Whether a side with these elements has a camp. Without `bua` the table shows whether there is a town."""
    verdict = Verdict()
    town = bool(position.features("bua")) if bua is None else bua
    kinds = tuple(element.notation.partition("//")[0] for element in read_elements(elements, position, "elements"))
    if town and "bua" not in book(position).terrain_kinds:
        clauses = own_clauses(position, "terrain_limits", "no_bua")
        verdict.cite_all(clauses, "There are no built-up areas, so none takes a camp away.")
        town = False
    _forfeits(position, verdict, kinds, defender and town)
    return verdict.rule("has_camp", verdict.legal)


def _forfeits(position: Position, verdict: Verdict, codes: tuple[str, ...], defends_town: bool) -> None:
    """Report why a side has no camp."""
    if defends_town:
        verdict.refuse("A defender with a built-up area has no camp.", "BOB-SCH-5a", "DBA22-B7.1")
    # A litter counts as a War Wagon only in combat.
    rows = [book(position).codes[code] for code in codes]
    limits = table(position, "terrain_linear")
    wagons = sum(row.type in limits["camp_forfeited_by"] and row.shoots for row in rows)
    if wagons > limits["camp_forfeited_beyond"]:
        verdict.refuse(f"A side with more than one War Wagon has no camp; it has {wagons}.", "BOB-SCH-5a", "DBA22-B7.1")


def may_place_camp(position: Position, *, side: str, base_edge: str, outline: tuple[Point, ...]) -> Ruling:
    """Whether a side with this base edge may place its camp there."""
    if len(outline) < 3:
        raise BadQuestion("outline must have at least three corners", "outline")
    verdict = Verdict()
    codes = tuple(base.code for base in position.bases if base.side == side)
    _forfeits(position, verdict, codes, any(town.owner == side for town in position.features("bua")))
    verdict.draw("area", outline, "ghost", "camp")
    _stands_on_edge(verdict, position, base_edge, outline)
    good = (*book(position).tables.going.good, "camp")
    for piece in position.terrain:
        if piece.kind not in good and share_ground(outline, piece.ground):
            says = f"A camp stands wholly in good going, and part of this one is in {name_of(piece.kind)}."
            verdict.refuse(says, "BOB-SCH-5b", "DBA22-B7.2")
        elif piece.kind == "camp" and share_ground(outline, piece.ground):
            verdict.refuse("Another camp stands there.")
    _fits(verdict, position, outline)
    return verdict.decide("may_place_camp")


def _stands_on_edge(verdict: Verdict, position: Position, base_edge: str, outline: Polygon) -> None:
    """Report a camp whose rear side is not on the base edge, or on the waterway along it."""
    water = shore_along(position, base_edge)
    if any(inward(p, edge, position.size) < -COINCIDE for p in outline for edge in EDGES):
        verdict.refuse("Part of the camp is off the battlefield.")
    for i in range(len(outline)):
        rear = (outline[i - 1], outline[i])
        if water is None and all(abs(inward(p, base_edge, position.size)) <= COINCIDE for p in rear):
            return
        if water is not None and all(boundary_distance(p, water.ground) <= COINCIDE for p in rear):
            return
    where = f"the {base_edge} edge" if water is None else f"the shore along the {base_edge} edge"
    verdict.refuse(f"The rear of the camp must lie on {where}.", "BOB-SCH-5b", "DBA22-B7.2")


def _fits(verdict: Verdict, position: Position, outline: Polygon) -> None:
    """Report a camp that is too large, or too small for one element."""
    length, width = least_rectangle(outline)
    most = position.scale.base_widths(table(position, "terrain_linear")["camp_length_plus_width_max_bw"])
    verdict.measure("length plus width", length + width)
    if length + width > most + COINCIDE:
        says = f"Length and width of a camp are at most {most:g} mm together, not {length + width:.2f} mm."
        verdict.refuse(says, *own_clauses(position, "terrain_linear", "camp_length_plus_width", "DBA22-B7.2"))
    rules = book(position)
    least = min(_depth(row, position) for row in rules.codes.values() if not rules.types[row.type].mounted)
    if length < position.scale.base_width - COINCIDE or width < least - COINCIDE:
        verdict.refuse(f"A camp must hold one element, and this one is {length:.2f} by {width:.2f} mm.", "DBA22-B7.2")


def _read_player(value: Any, position: Position) -> int:
    index: int = WHOLE.check(value, position)
    if index not in (0, 1):
        raise BadQuestion(f"a player is 0 or 1, the first or the second, not {index}", "player")
    return index


def _depth(row: Any, position: Position) -> float:
    return float(row.depth_mm_large if position.scale.large else row.depth_mm_small)


_PLAYER = Kind("0 or 1, for the first or second player", _read_player)

QUESTIONS: tuple[Question, ...] = (
    Question(
        "invader",
        "who invades: by die and aggression factor, or as both players agreed",
        {
            "rolls": list_of(DIE, 2),
            "aggression": list_of(WHOLE, 2),
            "agreed": _PLAYER.or_none(),
            "attacked_in_history": _PLAYER.or_none(),
        },
        invader,
    ),
    Question(
        "may_choose_terrain",
        "whether these kinds of features, in these numbers, may be chosen for a topography",
        {"topography": TOPOGRAPHY, "pieces": list_of(TERRAIN_KIND)},
        may_choose_terrain,
        tied_to_table=True,
    ),
    Question(
        "may_place_terrain",
        "whether the terrain on the board is a legal battlefield of a topography",
        {"topography": TOPOGRAPHY},
        may_place_terrain,
        tied_to_table=True,
    ),
    Question(
        "may_number_edges",
        "whether the invader may number the edges like this; with a roll, whose edge is which",
        {
            **{edge: list_of(DIE).or_none() for edge in EDGES},
            "roll": DIE.or_none(),
            "topography": TOPOGRAPHY.or_none(),
        },
        may_number_edges,
        tied_to_table=True,
    ),
    Question(
        "has_camp",
        "whether a side with these elements has a camp",
        {"elements": list_of(TEXT).or_none(), "defender": FLAG.or_none(), "bua": FLAG.or_none()},
        has_camp,
    ),
    Question(
        "may_place_camp",
        "whether a side may place its camp there",
        {"side": TEXT, "base_edge": EDGE, "outline": list_of(POINT)},
        may_place_camp,
        tied_to_table=True,
    ),
    Question(
        "may_deploy",
        "whether a side may deploy an element there, at a pose or in a camp or town",
        {
            "side": TEXT,
            "base_edge": EDGE,
            "troops": TEXT,
            "to": POSE.or_none(),
            "in": FEATURE.or_none(),
            "as_foot": FLAG.or_none(),
        },
        may_deploy,
        tied_to_table=True,
        apart={"in": ("to",)},
    ),
    Question(
        "may_exchange",
        "whether the defender may exchange these pairs, in this order, and where all then stand",
        {"pairs": list_of(list_of(TEXT, 2)), "base_edge": EDGE.or_none(), "held_back": list_of(TEXT).or_none()},
        may_exchange,
        tied_to_table=True,
    ),
    Question(
        "may_land",
        "whether elements held back may land like this from a waterway",
        {
            "ends": list_of(END),
            "topography": TOPOGRAPHY.or_none(),
            "bound": WHOLE.or_none(),
            "side": TEXT.or_none(),
        },
        may_land,
        tied_to_table=True,
    ),
)
