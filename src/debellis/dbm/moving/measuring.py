"""The distance of a single element's move: what is measured, the cost of a shift or turn, and the allowance."""

from __future__ import annotations

from debellis.dbm.going import GOOD
from debellis.dbm.moving import flank_turns, special_moves
from debellis.dbm.moving.contacting import Ending
from debellis.dbm.moving.moves import Move
from debellis.dbm.moving.routes import Route
from debellis.dbm.moving.speeds import WADING, Spent, allowance, along_road, is_naval, road_share, spend
from debellis.dbm.troops import troop
from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.legs import Leg, goes_straight
from debellis.table.position import Position
from debellis.umpire.verdict import Verdict, permit


def _is_shift_free(move: Move, legs: tuple[Leg, ...]) -> bool:
    """Whether a lining-up shift costs no distance, because all other movement is straight ahead."""
    return move.shift is not None and all(
        goes_straight(leg, ahead=True) for i, leg in enumerate(legs) if i != move.shift
    )


def judge_distance(
    position: Position, move: Move, route: Route, found: Ending, verdict: Verdict
) -> tuple[float, float]:
    """Judge the distance of a move against the allowance in each going."""
    base, legs, measured = move.base, route.legs, route.measured
    shift = 0.0 if move.shift is None else legs[move.shift].length
    free = _is_shift_free(move, legs)
    if free:
        legs = tuple(leg for i, leg in enumerate(legs) if i != move.shift)
        measured = sum(leg.length for leg in legs)
    turn_free = special_moves.free_turn(position, move)
    if turn_free:
        measured = 0.0
    spent = spend(position, base, legs or route.legs, measured)
    if along_road(position, route.legs) and not is_naval(position, troop(base)):
        spent = Spent(road_share(position, base, measured), (GOOD,), ())
    for name in spent.barred:
        verdict.refuse(f"{base.id} cannot enter {name}", "DBM-B20.1")
    limit = measured / spent.share if spent.share > 0.0 else allowance(position, base, spent.goings[-1]) or 0.0
    over = measured - limit
    more = flank_turns.further(position, base, move.end, found, over, verdict)
    verdict.measure("distance", measured, limit=limit + more)
    too_far = over > more + COINCIDE
    if too_far:
        verdict.refuse(f"{base.id} goes {measured:.2f} mm and has {limit + more:.2f} mm", "DBM-B20.1")
    if len(spent.goings) > 1:
        says = f"the move of {base.id} is spent in proportion in {', '.join(spent.goings)} going"
        _cite(verdict, too_far, says, "DBM-B16.9")
    if WADING in spent.goings:
        says = f"{base.id} wades a river that is not paltry"
        _cite(verdict, too_far, says, "DBM-B22.1")
    _cite_measuring(move, route, too_far, verdict)
    if move.shift is not None:
        what = "all it does besides is straight ahead" if free else "it does more than go straight ahead"
        says = f"the shift of {base.id} of {shift:.2f} mm is {'not ' if free else ''}counted: {what}"
        _cite(verdict, too_far and not free, says, "IWF-13.7.3", "DBM32-P18-para2e")
    special_moves.judge_turn(position, move, turn_free, over, verdict)
    return measured, limit + more


def _cite(verdict: Verdict, decided: bool, says: str, *names: str) -> None:
    """Cite clauses at once if they make a move too long, otherwise only if the move is legal."""
    if decided:
        verdict.cite_all(names, says)
    else:
        permit(verdict, says, *names)


def _cite_measuring(move: Move, route: Route, too_far: bool, verdict: Verdict) -> None:
    """Cite how a way past obstructions is measured."""
    if not route.by:
        return
    name, by = move.base.id, " and ".join(route.by)
    if route.corners <= 1:
        says = f"at most one corner of {name} has to leave its straight line at {by}, measured as if it were not there"
        _cite(verdict, too_far, says, "IWF-12.1b")
        return
    says = f"{route.corners} corners of {name} must leave their straight lines at {by}: the way round is measured"
    _cite(verdict, too_far, says, "IWF-12.1a")
    if route.measured > route.shortest + COINCIDE:
        says = f"{name} keeps to the path settled at the start, though there is one of {route.shortest:.2f} mm"
        _cite(verdict, too_far, says, "IWF-12.1c")
