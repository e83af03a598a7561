"""Breaking off from melee: straight back, at least the minimum distance, with nothing in the way."""

from __future__ import annotations

from debellis.dba.book import in_mm, table
from debellis.dba.fighting.fights import Fights, fights
from debellis.dba.going import going
from debellis.dba.moving.contact import MELEE
from debellis.dba.moving.contacting import touched
from debellis.dba.moving.moves import Bound
from debellis.dba.moving.paths import judge_way
from debellis.dba.moving.speeds import Speed, bad_limit, good_limit, river_limit
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.legs import Leg, goes_straight, legs_between
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict


def in_melee_with(position: Position, base: Base) -> tuple[str, ...]:
    """The enemies that a base is in melee with: in front, flank or rear contact, whichever of the two made the
    contact."""
    if not base.on_table:
        return ()
    found = fights(position)
    return tuple(enemy for enemy in found.touching(base.id) if _in_melee(found, base.id, enemy))


def _in_melee(found: Fights, base: str, enemy: str) -> bool:
    meetings = (found.meeting(base, enemy), found.meeting(enemy, base))
    return any(meeting is not None and meeting.kind in MELEE for meeting in meetings)


def least_distance(position: Position) -> float:
    """The minimum distance that an element must go to break off."""
    return in_mm(position, table(position, "breaking_off")["minimum"])


def judge_break_off(
    position: Position,
    base: Base,
    legs: tuple[Leg, ...],
    measured: float,
    speed: Speed,
    bound: Bound,
    verdict: Verdict,
) -> None:
    """Judge a move out of melee. Obstacles beyond the minimum distance are judged as for any move."""
    enemies = in_melee_with(position, base)
    if not enemies:
        verdict.refuse(f"{base.id} is in no melee that it could break off from", "BOB-DIS-1a")
        return
    _judge_melee(position, base, enemies, bound, verdict)
    least = least_distance(position)
    if not all(goes_straight(part, ahead=False) for part in legs):
        says = f"{base.id} is in melee and may only break off straight to its own rear, facing unchanged"
        verdict.refuse(says, "BOB-DIS-1b", "DBA22-B17")
        return
    if measured < least - COINCIDE:
        says = f"{base.id} goes back {measured:.2f} mm, {least - measured:.2f} mm less than the {least:g} mm needed"
        verdict.measure("too short by", least - measured)
        verdict.refuse(says, "BOB-DIS-1b", "DBA22-B17")
    _judge_speed(position, base, enemies, legs[-1].end, verdict)
    _judge_room(position, base, least, speed, verdict)
    hit = [one.enemy for one in touched(position, base, legs[-1].end)]
    if hit and measured >= least - COINCIDE:
        verdict.refuse(f"{base.id} would end touching {', '.join(hit)}: it must end clear of enemies", "DBA22-B17")


def _judge_melee(position: Position, base: Base, enemies: tuple[str, ...], bound: Bound, verdict: Verdict) -> None:
    found = fights(position)
    if base.id in bound.contacted:
        says = f"{base.id} moved into contact this bound: its melee is not left over from an earlier one"
        verdict.refuse(says, "BOB-DIS-1a", "DBA22-B17")
    for enemy in enemies:
        there = found.meeting(enemy, base.id)
        if there is not None and there.kind in ("flank", "rear") and base.id not in found.acting:
            says = f"{enemy} is in {there.kind} contact with {base.id}, which therefore cannot break off"
            verdict.refuse(says, "BOB-DIS-1a", "DBA22-B17")


def _judge_speed(position: Position, base: Base, enemies: tuple[str, ...], end: Rectangle, verdict: Verdict) -> None:
    """Refuse if it is not faster than the enemy in the going where it ends, in editions that require this."""
    rules = table(position, "breaking_off")
    if not rules["needs_greater_move"]:
        return
    mine = _distance_at(position, base, end)
    for enemy in enemies:
        theirs = _distance_at(position, position.base(enemy), end)
        if mine <= theirs + COINCIDE:
            says = f"{base.id} moves {mine:g} mm in the ground it ends in, no more than the {theirs:g} mm of {enemy}"
            verdict.measure(f"move of {base.id} there", mine, limit=theirs)
            verdict.refuse(says, *rules["faster_clauses"])


def _distance_at(position: Position, base: Base, there: Rectangle) -> float:
    """How far a base moves in the going at a place, by how that going counts for it."""
    standing = replace(base, front=there.front, facing=there.facing, width=there.width, depth=there.depth)
    ground = going(position, standing)
    if ground == "river":
        return river_limit(position)
    return bad_limit(position, base.kind) if ground == "bad" else good_limit(position, base.kind)


def _judge_room(position: Position, base: Base, least: float, speed: Speed, verdict: Verdict) -> None:
    """Refuse if the minimum distance is impossible: the base is too slow, or something is too near behind."""
    if speed.limit < least - COINCIDE:
        says = f"{base.id} can go {speed.limit:g} mm here and the least is {least:g} mm: it cannot break off"
        verdict.refuse(says, "BOB-DIS-1c")
        return
    trial = Verdict()
    judge_way(position, base, legs_between(base.rectangle, (base.rectangle.advanced(-least),)), trial)
    if not trial.legal:
        says = f"{base.id} cannot complete the least {least:g} mm: {trial.faults[0]}"
        verdict.refuse(says, "BOB-DIS-1c")


def cite_break_off(position: Position, base: Base, verdict: Verdict) -> None:
    """Cite what makes breaking off legal."""
    enemies = in_melee_with(position, base)
    verdict.cite("BOB-DIS-1a", f"{base.id} is in melee with {', '.join(enemies)} since an earlier bound")
    if table(position, "breaking_off")["needs_greater_move"]:
        return
    mine = good_limit(position, base.kind)
    faster = [e for e in enemies if good_limit(position, position.base(e).kind) > mine + COINCIDE]
    if faster:
        verdict.cite("BOB-DIS-1d", f"{faster[0]} is faster than {base.id}, which makes no difference")
