"""Simultaneous moves: several movers that could not reach enemies alone, given as one sequence of partial moves."""

from __future__ import annotations

from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.moving.moves import Judged, Move
from debellis.dbm.moving.routes import Wall, is_free
from debellis.dbm.moving.single_moves import judge_single
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.legs import leg
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import DeferredVerdict, Verdict, permit

Paths = dict[str, tuple[Rectangle, ...]]
#: A part of the move of one element: where it goes next.
Stage = tuple[str, Pose]


def paths_of(position: Position, sequence: tuple[Stage, ...]) -> Paths:
    """The places of each mover, in order."""
    found: Paths = {}
    for name, pose in sequence:
        base = position.base(name)
        found[name] = (*found.get(name, ()), pose.rectangle(base.width, base.depth))
    return found


def judge_together(position: Position, sequence: tuple[Stage, ...], verdict: Verdict) -> dict[str, Judged]:
    """Judge a sequence of partial moves made together. Returns the result of each mover."""
    paths = paths_of(position, sequence)
    for name, places in paths.items():
        alone = judge_single(position, Move(position.base(name), places[-1:]), Verdict())
        if alone.legal and alone.contacts:
            says = f"{name} could reach {alone.contacts[0][0]} without the others, so it must move first by itself"
            verdict.refuse(says, "DBM32-P18-para2f")
    _judge_sequence(position, sequence, verdict)
    judged = {name: _judge_one(position, name, paths, verdict) for name in paths}
    if not any(one.contacts for one in judged.values()):
        verdict.refuse(f"none of {', '.join(paths)} ends in contact with enemy", "DBM32-P18-para2f")
    return judged


def _judge_sequence(position: Position, sequence: tuple[Stage, ...], verdict: Verdict) -> None:
    """Judge that no mover passes through the current place of another."""
    now = {name: position.base(name).rectangle for name, _ in sequence}
    for name, pose in sequence:
        there = pose.rectangle(now[name].width, now[name].depth)
        others = [Wall(other, place.corners, place) for other, place in now.items() if other != name]
        if not is_free(leg(now[name], there), others):
            verdict.refuse(f"{name} would pass through another of those that move together", "DBM32-P18-para2f")
        now[name] = there


def _judge_one(position: Position, name: str, paths: Paths, verdict: Verdict) -> Judged:
    """Judge the move of one element. The others are absent, or at their ends where its contact depends on them."""
    base = position.base(name)
    others = [other for other in paths if other != name]
    after = position
    for other in others:
        after = after.with_base(at_place(position.base(other), paths[other][-1]))
    told = len(paths[name]) > 1
    tries: list[tuple[DeferredVerdict, Judged]] = []
    for where in (position.without(*others), after):
        weighing = DeferredVerdict()
        judged = judge_single(where, Move(base, paths[name], told), weighing)
        tries.append((weighing, judged))
        if judged.legal:
            break
    weighing, judged = tries[-1] if tries[-1][1].legal else tries[0]
    for reason in weighing.reasons.values():
        if judged.legal:
            permit(verdict, reason.says, reason.clause)
        else:
            verdict.cite(reason.clause, reason.says)
    verdict.faults.extend(weighing.faults)
    if judged.zones:
        says = f"{name} crosses the front of {' and '.join(judged.zones)}, which moving together does not excuse"
        verdict.cite("IWF-13.11", says)
    return judged


def judge_stages(position: Position, sequence: tuple[Stage, ...], verdict: Verdict) -> dict[str, Judged]:
    """Judge elements that move at the same time, with what allows it."""
    weighing = DeferredVerdict()
    judged = judge_together(position, sequence, weighing)
    names = " and ".join(judged)
    says = f"none of {names} could contact enemy before the others moved, and none passes through another"
    permit(weighing, says, "DBM32-P18-para2", "DBM32-P18-para2f")
    weighing.settle(verdict)
    return judged


def may_move_together(position: Position, *, sequence: tuple[Stage, ...]) -> Ruling:
    """Answers whether several elements may move at the same time to contact enemies."""
    verdict = Verdict()
    judged = judge_stages(position, sequence, verdict)
    distances = {name: one.distance for name, one in judged.items()}
    contacts = {name: dict(one.contacts) for name, one in judged.items()}
    return verdict.decide("may_move_together", distances=distances, contacts=contacts)
