"""Friends in the way: taking a SuG along, passing through, and moving a SuG aside."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.mechanics.tables import table
from debellis.meg.arguments import UNIT, question
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.acting_as import flexes, moves_as_sug, moves_as_tug, on_front_or_beside, shifted
from debellis.meg.moving.limits import FALLS_BACK, move_limit
from debellis.meg.troops import SUG, is_foot
from debellis.meg.units import bases_of, bw, distance_between, facing_of, unit_name, unit_of
from debellis.meg.words import OTHER_MOVES, actions
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion, Kind, WrongValue
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: Moves that go to the rear.
BACKWARDS = (*FALLS_BACK, "skirmish", "run_away", "break_off", "rout", "pushed_back", "M10")


def _move(value: object, position: Position) -> str:
    if value not in actions(position.edition) and value not in OTHER_MOVES:
        raise WrongValue("the code of a prompted action or another move")
    return str(value)


def moves(edition: str) -> tuple[str, ...]:
    """Prompted actions and all other moves."""
    return (*actions(edition), *OTHER_MOVES)


MOVE = Kind("prompted action or move", _move, choices=moves)


def judge_pull(verdict: Verdict, position: Position, unit: Unit, sug: Unit) -> None:
    """Refuse to take a SuG along that is not near enough, or by somebody who moves as a SuG himself."""
    if sug.side != unit.side:
        verdict.refuse(f"{sug.id} is enemy.", "MEG-B13.20")
        return
    if flexes(unit):
        verdict.refuse(f"{unit.id} is in skirmisher form and takes no SuG along.", "MEG-20d")
    elif not moves_as_tug(unit):
        verdict.refuse(f"{unit.id} is no TuG, and only a TuG takes a SuG along.", "MEG-B13.20")
    if not moves_as_sug(sug):
        verdict.refuse(f"{sug.id} is no SuG.", "MEG-B13.20")
    reach = bw(position, float(table(position, "other_distance")["tug_takes_sug_along_within_bw"]))
    apart = distance_between(bases_of(position, unit.id), bases_of(position, sug.id))
    verdict.measure("distance", apart, "mm", reach)
    if apart > reach + COINCIDE:
        verdict.refuse(f"{sug.id} is not within 1 BW of {unit.id}.", "MEG-B13.20")
    elif not on_front_or_beside(position, unit, sug):
        verdict.refuse(f"{sug.id} stands neither before {unit.id} nor beside it.", "MEG-B13.20")
    if in_combat(position, sug.id):
        verdict.refuse(f"{sug.id} is in combat.", "MEG-46a")
    if not verdict.legal:
        return
    permit(verdict, f"{sug.id} is within 1 BW of {unit.id}.", "MEG-B13.20")
    if flexes(sug):
        permit(verdict, f"{sug.id} is in skirmisher form and may be taken along.", "MEG-20d")
    if is_foot(unit) != is_foot(sug):
        permit(verdict, "Foot may take mounted along, and mounted foot: it is no block.", "MEG-49b")


def _may_pull(position: Position, unit: str, sug: str) -> Ruling:
    verdict = Verdict()
    judge_pull(verdict, position, _there(position, "unit", unit), _there(position, "sug", sug))
    return verdict.decide("may_pull")


def _there(position: Position, argument: str, name: str) -> Unit:
    if not bases_of(position, name):
        raise BadQuestion(f"{name} is not on the table", argument)
    return unit_of(position, name)


def way_of(position: Position, unit: Unit, move: str) -> Point:
    """The way a move goes: ahead, or straight back."""
    ahead = facing_of(position, unit)
    return (-ahead[0], -ahead[1]) if move in BACKWARDS else ahead


def reach_of(position: Position, unit: Unit, move: str) -> float:
    """How far a unit group goes with a move in the going where it stands."""
    return move_limit(position, unit, Finding(), move if move in FALLS_BACK else None)


def clear_beyond(moved: list[Rectangle], way: Point, others: list[Rectangle]) -> float:
    """How far some footprints must go along a way until they are beyond others."""
    last = max(p[0] * way[0] + p[1] * way[1] for one in others for p in one.corners)
    first = min(p[0] * way[0] + p[1] * way[1] for one in moved for p in one.corners)
    return max(0.0, last - first)


def _may_pass_through(position: Position, mover: str, friend: str, move: str) -> Ruling:
    verdict = Verdict()
    unit, other = _there(position, "mover", mover), _there(position, "friend", friend)
    if unit.side != other.side:
        verdict.refuse(f"{friend} is enemy.", "MEG-B14.1")
    elif moves_as_tug(unit) and moves_as_tug(other):
        verdict.refuse(f"{mover} and {friend} are TuGs, which do not pass through each other.", "MEG-B14.1")
    elif moves_as_tug(unit) and flexes(other):
        permit(verdict, f"{friend} is in skirmisher form and is passed through like a SuG.", "MEG-B14.1")
    if verdict.legal:
        _judge_room(verdict, position, unit, other, move)
    if verdict.legal:
        permit(verdict, "SuGs pass through friends and are passed through by them.", "MEG-B14.1")
        if flexes(unit) and other.kind == SUG:
            permit(verdict, f"{mover} acts as a SuG and passes through {friend} like one.", "MEG-20o")
    return verdict.decide("may_pass_through")


def _judge_room(verdict: Verdict, position: Position, unit: Unit, other: Unit, move: str) -> None:
    """There must be room beyond within the move."""
    way = way_of(position, unit, move)
    own = [base.rectangle for base in bases_of(position, unit.id)]
    through = [base.rectangle for base in bases_of(position, other.id)]
    far = reach_of(position, unit, move)
    needs = clear_beyond(own, way, through)
    verdict.measure("way to the other side", needs, "mm", far)
    if needs > far + COINCIDE:
        verdict.refuse(f"{unit.id} does not come out on the other side of {other.id} within its move.", "MEG-B14.1")
        return
    names = (unit.id, other.id)
    others = [base.rectangle for base in position.standing if unit_name(base) not in names]
    stops = [needs, *(clear_beyond(own, way, [one]) for one in others)]
    ends = [stop for stop in stops if needs - COINCIDE <= stop <= far + COINCIDE]
    if not any(_free(shifted(own, (way[0] * stop, way[1] * stop)), others) for stop in ends):
        verdict.refuse(f"There is no room beyond {other.id}.", "MEG-B14.1")


def _free(places: list[Rectangle], others: list[Rectangle]) -> bool:
    return not any(overlaps(one, other) for one in places for other in others)


def moved_aside(position: Position, sug: Unit, final: tuple[Base, ...], ahead: Point) -> list[Rectangle] | None:
    """Where a displaced SuG stands: behind the TuG's final place or beside it, the shortest way; None without room.

    Straight back comes before left, and left before right, where the ways are equally long (MEG-B14.12).
    """
    own = [base.rectangle for base in bases_of(position, sug.id)]
    taken = [base.rectangle for base in final]
    names = {sug.id, *(unit_name(base) for base in final)}
    others = [base.rectangle for base in position.standing if unit_name(base) not in names]
    most = bw(position, float(table(position, "other_distance")["displaced_sug_max_bw"]))
    best: tuple[float, list[Rectangle]] | None = None
    for way in ((-ahead[0], -ahead[1]), (-ahead[1], ahead[0]), (ahead[1], -ahead[0])):
        flush = clear_beyond(own, way, taken)
        stops = sorted([flush, *(clear_beyond(own, way, [one]) for one in others)])
        for stop in stops:
            if not flush - COINCIDE <= stop <= flush + most + COINCIDE:
                continue
            places = shifted(own, (way[0] * stop, way[1] * stop))
            if _free(places, others) and _on_table(position, places):
                if best is None or stop < best[0] - COINCIDE:
                    best = (stop, places)
                break
    return None if best is None else best[1]


def _on_table(position: Position, places: list[Rectangle]) -> bool:
    width, depth = position.size
    return all(
        -COINCIDE <= x <= width + COINCIDE and -COINCIDE <= y <= depth + COINCIDE
        for one in places
        for x, y in one.corners
    )


def judge_displace(verdict: Verdict, position: Position, unit: Unit, sug: Unit, final: tuple[Base, ...]) -> None:
    """Refuse to move a friend aside who is no SuG, is in combat or has nowhere to go (MEG-B14.1)."""
    if flexes(unit):
        verdict.refuse(f"{unit.id} acts as a SuG and displaces nobody.", "MEG-20o")
    elif not moves_as_tug(unit):
        verdict.refuse(f"{unit.id} is no TuG and displaces nobody.", "MEG-B14.1")
    elif sug.kind != SUG or sug.side != unit.side:
        verdict.refuse(f"{sug.id} is no friendly SuG.", "MEG-B14.1")
    elif in_combat(position, sug.id):
        verdict.refuse(f"{sug.id} is in combat and is not moved aside.", "MEG-B14.1")
    elif moved_aside(position, sug, final, facing_of(position, unit)) is None:
        verdict.refuse(f"There is no room within 1 BW to move {sug.id} aside.", "MEG-B14.1", "MEG-B14.12")
    else:
        permit(verdict, f"{unit.id} moves {sug.id} aside, whatever its move is.", "MEG-48a")
        permit(verdict, f"{sug.id} is moved aside or behind by the shortest way.", "MEG-B14.1")


def _may_displace(position: Position, unit: str, friend: str, move: str) -> Ruling:
    verdict = Verdict()
    group, sug = _there(position, "unit", unit), _there(position, "friend", friend)
    way, far = way_of(position, group, move), reach_of(position, group, move)
    bases = bases_of(position, unit)
    there = {base.id: base.rectangle.moved(way[0] * far, way[1] * far) for base in bases}
    final = bases_of(position.placed(there), unit)
    judge_displace(verdict, position, group, sug, final)
    return verdict.decide("may_displace")


QUESTIONS = (
    question("may_pull", "whether a TuG may take a SuG along", {"unit": UNIT, "sug": UNIT}, _may_pull),
    question(
        "may_pass_through",
        "whether a unit group may pass through a friend",
        {"mover": UNIT, "friend": UNIT, "move": MOVE},
        _may_pass_through,
    ),
    question(
        "may_displace",
        "whether a moving TuG may move a friendly SuG aside",
        {"unit": UNIT, "friend": UNIT, "move": MOVE},
        _may_displace,
    ),
)
