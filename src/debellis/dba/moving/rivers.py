"""Rivers and tactical moves: which rivers a move meets, its speed, and the nature that the first base to enter rolls.

A river off the road is judged in two steps. `judge_crossing` (`river_crossing.py`) judges directions and angles;
`judge_river_distance` judges the distance by the speed that a known river allows. `try_rivers` rolls only for a move
that is legal up to then, and returns the result.
"""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.dba.aftermath.fords import nature_of
from debellis.dba.book import table
from debellis.dba.going import WET
from debellis.dba.moving.speeds import RIVER, Speed, river_limit
from debellis.dba.troops import type_of
from debellis.geometry.plane import COINCIDE, bearing, direction, distance
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.legs import Leg, boxes_apart, is_straight, rectangle_box, total_length
from debellis.manoeuvre.rivers import (
    Passage,
    crossing_lasts,
    cut_short,
    direction_of,
    front_passage,
    passage,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.verdict import Verdict, permit

UNKNOWN = ("unknown", None)
#: The nature of every river in editions without rolls for it.
PLAIN = "normal"


class Ford(Value, frozen=True):
    """How a move meets one river, leg by leg, and how far it has gone when it first enters."""

    river: Terrain
    passages: tuple[Passage, ...]
    reach: float

    @property
    def enters(self) -> bool:
        return any(p.enters for p in self.passages)

    @property
    def concerned(self) -> bool:
        """Whether the move is a river move: it enters the river, or continues a crossing."""
        return any(p.concerned for p in self.passages)

    @property
    def held(self) -> bool:
        """Whether it starts in the middle of a crossing."""
        return self.passages[0].held

    @property
    def freed(self) -> bool:
        """Whether it starts partly in the water with its front out on the far side."""
        return self.passages[0].freed

    @property
    def wet(self) -> bool:
        return self.river.nature in WET


class Tried(Value, frozen=True):
    """The result of trying a river: its nature if it was found, the river shut by a failed entry, and the legs
    actually made if the move was stopped (`gone`)."""

    nature: str | None = None
    closed: str | None = None
    river: str | None = None
    gone: tuple[Leg, ...] | None = None


def crossed_one_way(position: Position) -> bool:
    """Whether a crossing keeps the direction of entry, whichever edge leads, until the front is out on the far side.

    Otherwise only a front edge in the river slows the move, and a base in a river moves straight ahead or back.
    """
    return bool(table(position, "river_move")["crossing"] == "one_way")


def fords(position: Position, base: Base, legs: tuple[Leg, ...]) -> tuple[Ford, ...]:
    """Every river that a move meets."""
    if not crossed_one_way(position):
        return _front_fords(position, legs)
    found: list[Ford] = []
    for river in _rivers_near(position, legs):
        towards = None if base.crossing is None else direction(base.crossing)
        passages: list[Passage] = []
        gone = reach = 0.0
        entered = False
        for part in legs:
            here = passage(part, river.ground, towards)
            if here.enters and not entered:
                reach = gone + here.reach
                entered = True
            if here.concerned:
                towards = direction_of(part) or towards
            passages.append(here)
            gone += part.length
        if any(p.concerned or p.freed for p in passages):
            found.append(Ford(river, tuple(passages), reach))
    return tuple(found)


def _rivers_near(position: Position, legs: tuple[Leg, ...]) -> list[Terrain]:
    """The rivers that a path could meet at all, by axis-aligned boxes."""
    return [
        river for river in position.terrain if river.kind == "river" and any(_is_near(part, river) for part in legs)
    ]


def _is_near(part: Leg, river: Terrain) -> bool:
    return not (boxes_apart(part.bounds, river.box) and boxes_apart(rectangle_box(part.start), river.box))


def _front_fords(position: Position, legs: tuple[Leg, ...]) -> tuple[Ford, ...]:
    """Every river that some part of the mover is in on its path. Its front edge may be in it too."""
    found: list[Ford] = []
    for river in _rivers_near(position, legs):
        here = [front_passage(part, river.ground) for part in legs]
        if any(p is not None for p in here):
            dry = Passage(False, False, False, 0.0)
            found.append(Ford(replace(river, nature=PLAIN), tuple(p or dry for p in here), 0.0))
    return tuple(found)


def river_speed(position: Position, land: Speed, found: tuple[Ford, ...]) -> Speed:
    """The speed of a move through rivers known not to be paltry; otherwise the speed by land."""
    if not found:
        return land
    slow = tuple(f.river.id for f in found if f.concerned and f.river.nature in ("normal", "difficult"))
    slow += tuple(f.river.id for f in found if f.held and f.river.nature in UNKNOWN)
    limit = river_limit(position)
    return Speed(RIVER, limit, slow) if slow and limit < land.limit else land


def judge_river_distance(
    position: Position,
    base: Base,
    measured: float,
    land: Speed,
    speed: Speed,
    found: tuple[Ford, ...],
    verdict: Verdict,
) -> None:
    """Refuse a move too far for a known river, or too short to enter an unknown one. Cite what allows full speed."""
    if not found:
        return
    low = river_limit(position)
    for ford in found:
        name = ford.river.id
        if speed.going == RIVER and name in speed.by and measured > speed.limit + COINCIDE:
            _refuse_speed(position, base, measured, speed.limit, ford, verdict)
        elif ford.enters and ford.river.nature in UNKNOWN and ford.reach >= land.limit - COINCIDE:
            says = f"{base.id} has used up its {land.limit:g} mm at the bank of {name}: no roll, and it cannot enter"
            verdict.refuse(says, "BOB-RIV-4a", "DBA22-B6.1")
        if ford.freed and not ford.enters and ford.wet and measured > low + COINCIDE:
            _cite_freed(base, measured, land, ford, verdict)
        if ford.concerned and not ford.wet and low + COINCIDE < measured <= land.limit + COINCIDE:
            says = f"{name} is paltry: {base.id} moves at the speed of the ground it runs through"
            permit(verdict, says, "BOB-RIV-2a", "BOB-RMV-1a", "DBA22-B6.2")


def _refuse_speed(position: Position, base: Base, measured: float, limit: float, ford: Ford, verdict: Verdict) -> None:
    over = measured - limit
    verdict.measure("too far by", over)
    says = f"{base.id} goes {measured:.2f} mm, {over:.2f} mm more than the {limit:g} mm of a move in {ford.river.id}"
    verdict.refuse(says, "BOB-RMV-1a", "DBA22-B6.3", *table(position, "river_move")["clauses"])
    if ford.enters:
        verdict.cite("BOB-RIV-4b", f"{says}, however far it went before entering")
    if ford.held:
        front = f"the front edge of {base.id} is not wholly out of {ford.river.id}: river speed for the whole move"
        verdict.cite_all(("BOB-RIV-1e", "BOB-RMV-1b", "BOB-CAP-1b"), front)


def _cite_freed(base: Base, measured: float, land: Speed, ford: Ford, verdict: Verdict) -> None:
    """Cite that the front is out, so that the going at the front decides the speed."""
    if measured <= land.limit + COINCIDE:
        says = f"the whole front edge of {base.id} is out of {ford.river.id}, though not all of the base"
        permit(verdict, says, "BOB-RIV-1e", "DBA22-B6.3", "BOB-RMV-1c")
    else:
        front = f"the front of {base.id} is out of {ford.river.id}: the ground before it decides"
        verdict.cite("BOB-RMV-1c", front)


def cite_entry(position: Position, base: Base, found: tuple[Ford, ...], verdict: Verdict) -> None:
    """Cite what makes an entry legal, apart from its dice."""
    for ford in found:
        comes_in = ford.enters or any(p.comes_in for p in ford.passages)
        if comes_in and ford.river.nature not in UNKNOWN:
            says = f"{ford.river.id} is known to be {ford.river.nature}, here as everywhere, for the whole game"
            if not crossed_one_way(position):
                says = f"{ford.river.id} is a river like any other: nobody throws for it"
            permit(verdict, says, "BOB-RIV-1b")
        if comes_in and type_of(position, base).move_bad == 0:
            says = f"{ford.river.id} is a river, not bad going: {base.code} {base.id} may cross it"
            permit(verdict, says, *table(position, "barred_ground")["open_clauses"])


def try_rivers(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    found: tuple[Ford, ...],
    dice: Chance,
    verdict: Verdict,
    measured: float | None = None,
) -> Tried:
    """Roll for the rivers that a legal move enters. Refuse it if it turns out too far or the crossing fails.

    `measured` is its distance, if that is not the length of its legs.
    """
    tried = Tried()
    far = total_length(legs) if measured is None else measured
    for ford in found:
        if not ford.enters:
            continue
        nature = ford.river.nature
        if nature in UNKNOWN:
            nature = _find_nature(position, ford.river, dice, verdict)
            tried = replace(tried, nature=nature, river=ford.river.id)
        out_of_reach = ford.reach >= river_limit(position) - COINCIDE
        if (
            nature == "difficult"
            and not out_of_reach
            and not _enters_difficult(position, base, ford.river, dice, verdict)
        ):
            return replace(tried, closed=ford.river.id, gone=_stopped(position, base, legs, ford.reach))
        if ford.river.nature in UNKNOWN and not _judge_found(position, base, far, ford, nature, verdict):
            far_enough = max(river_limit(position), ford.reach)
            return replace(tried, gone=_stopped(position, base, legs, far_enough))
    return tried


def _stopped(position: Position, base: Base, legs: tuple[Leg, ...], far: float) -> tuple[Leg, ...]:
    """The legs actually made when a move is stopped: as far as allowed, but never ending on top of a friend on the
    path."""
    gone = cut_short(legs, far)
    while gone:
        last = gone[-1]
        onto = [b.rectangle for b in position.standing if b.id != base.id and overlaps(last.end, b.rectangle)]
        if not onto:
            return gone
        free = min(_room_before(last, other) for other in onto)
        gone = (*gone[:-1], *cut_short((last,), free)) if free > COINCIDE else gone[:-1]
    return gone


def _room_before(part: Leg, other: Rectangle) -> float:
    """How far a straight leg goes before it meets a base; 0 if it meets none, and for a leg that turns."""
    if not is_straight(part):
        return 0.0
    far = distance(part.start.front, part.end.front)
    if far <= COINCIDE:
        return 0.0
    east = (part.end.front[0] - part.start.front[0]) / far
    north = (part.end.front[1] - part.start.front[1]) / far
    free = free_slide(part.start, (east, north), far, other)
    return free if free < far - COINCIDE else 0.0


def _find_nature(position: Position, river: Terrain, dice: Chance, verdict: Verdict) -> str:
    roll = dice.roll(f"the nature of {river.id}")
    nature = nature_of(position, roll)
    says = f"{river.id} was not known until someone tried to cross it: a roll of {roll} makes it {nature}"
    verdict.cite_all(("BOB-RIV-1a", "BOB-RIV-3", "DBA22-B6.1"), says)
    return nature


def may_enter_difficult(position: Position, roll: int) -> bool:
    """Whether a roll allows an element to enter a difficult river."""
    least: int = table(position, "river_nature")["difficult_entry_min_roll"]
    return roll >= least


def _enters_difficult(position: Position, base: Base, river: Terrain, dice: Chance, verdict: Verdict) -> bool:
    roll = dice.roll(f"to enter {river.id}")
    if may_enter_difficult(position, roll):
        return True
    says = f"{base.id} rolled {roll} and cannot enter {river.id}, which is difficult: it is shut for this bound"
    verdict.refuse(says, "BOB-RMV-3a", "DBA22-B6.6")
    return False


def _judge_found(position: Position, base: Base, measured: float, ford: Ford, nature: str, verdict: Verdict) -> bool:
    """Judge the distance after the nature is known. Returns whether the move goes on as asked."""
    low = river_limit(position)
    if measured <= low + COINCIDE:
        return True
    if nature == "paltry":
        says = f"{ford.river.id} is paltry: {base.id} moves at the speed of the ground it runs through"
        permit(verdict, says, "BOB-RIV-2a", "BOB-RMV-1a", "DBA22-B6.2")
        return True
    _refuse_speed(position, base, measured, low, ford, verdict)
    return False


def crossing_after(
    base: Base, legs: tuple[Leg, ...], found: tuple[Ford, ...], position: Position, end: Rectangle
) -> float | None:
    """The direction (degrees) in which an element is still crossing after a move; None if it is not crossing."""
    if not found or not crossed_one_way(position):
        return None
    for ford in found:
        towards = None if base.crossing is None else direction(base.crossing)
        for part, here in zip(legs, ford.passages, strict=True):
            if here.enters or (here.held and towards is None):
                towards = direction_of(part) or towards
        if crossing_lasts(end, ford.river.ground, towards):
            return None if towards is None else bearing(towards)
    return None
