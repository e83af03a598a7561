"""Whom a charge reaches: the enemies on its way, friends that block it, and files that drop back to let it pass."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import overlaps
from debellis.meg.charging.way import Way, counts_as_sug, met_on, other_side, reached_at, slid
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.troops import ARTILLERY, SUG
from debellis.meg.units import bases_of, distance_between, files_of, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict, permit


def stops_charges(unit: Unit) -> bool:
    """Whether a charge that reaches it goes no farther: TuGs, camps and artillery (MEG-B15.28)."""
    return not counts_as_sug(unit) or unit.troops.type == ARTILLERY


def targets_on(position: Position, way: Way) -> list[tuple[float, Unit]]:
    """The enemies that a charge meets: all up to the first that stops it, and those met with it."""
    side = unit_of(position, way.units[0]).side
    met = met_on(position, way, other_side(side))
    first = next((reached for reached, unit in met if stops_charges(unit)), None)
    return [pair for pair in met if first is None or pair[0] <= first + COINCIDE]


def friend_in_the_way(position: Position, way: Way) -> tuple[float, Unit] | None:
    """The first friend on the way that the chargers may not pass (MEG-B14.1); None if there is none."""
    unit = unit_of(position, way.units[0])
    if unit.kind == SUG:
        return None
    for reached, friend in met_on(position, way, unit.side):
        if friend.kind != SUG or friend.troops.type == ARTILLERY or in_combat(position, friend.id):
            return reached, friend
    return None


def narrowed(position: Position, unit: Unit, way: Way, left: int, right: int) -> Way:
    """The way of a charge without some files at its ends, which drop back (MEG-47b)."""
    files = files_of(position, unit.id)
    kept = {base.id for file in files[left : len(files) - right] for base in file}
    return replace(way, bases=tuple(base for base in way.bases if base.id in kept))


def contractions_that_fit(position: Position, unit: Unit, way: Way, target: Unit) -> list[tuple[int, Way]]:
    """The ways with the fewest files dropped on which a target is reached, each with how many drop at the left end."""
    count = len(files_of(position, unit.id))
    for dropped in range(1, count):
        ways = [(left, narrowed(position, unit, way, left, dropped - left)) for left in range(dropped + 1)]
        found = [(left, narrow) for left, narrow in ways if reaches(position, narrow, target)]
        if found:
            return found
    return []


def contraction_that_fits(position: Position, unit: Unit, way: Way, target: Unit) -> Way | None:
    """The first way with the fewest files dropped on which a target is reached; None if no contraction helps."""
    found = contractions_that_fit(position, unit, way, target)
    return found[0][1] if found else None


def reaches(position: Position, way: Way, target: Unit) -> bool:
    """Whether a charge meets a target, before any friend it may not pass, with room to stand there."""
    reached = next((far for far, unit in targets_on(position, way) if unit.id == target.id), None)
    if reached is None:
        return False
    friend = friend_in_the_way(position, way)
    if friend is not None and friend[0] < reached - COINCIDE:
        return False
    return not _ends_on_friend(position, way, reached)


def _ends_on_friend(position: Position, way: Way, far: float) -> bool:
    """Whether a SuG that passes through friends would have to stop on one of them."""
    own = unit_of(position, way.units[0])
    if own.kind != SUG:
        return False
    for base in slid(way.bases, way.towards, far):
        for other in position.near_friends(own.side, base.rectangle):
            if unit_name(other) not in way.units and overlaps(base.rectangle, other.rectangle):
                return True
    return False


def _lies_beyond(position: Position, way: Way, target: Unit) -> bool:
    """Whether a target lies straight ahead of a charge, farther than it goes."""
    return reached_at(replace(way, far=way.far + sum(position.size)), bases_of(position, target.id)) is not None


def judge_reach(verdict: Verdict, position: Position, way: Way, target: Unit, contract: tuple[int, str] | None) -> None:
    """Refuse a charge that would not reach a target as things stand (MEG-24a)."""
    unit = unit_of(position, way.units[0])
    plain = reaches(position, way, target)
    if contract is not None and len(way.units) == 1:
        files, hand = contract
        if plain:
            verdict.refuse(f"{unit.id} reaches {target.id} without a contraction.", "MEG-B15.13")
            return
        way = narrowed(position, unit, way, files if hand == "left" else 0, files if hand == "right" else 0)
        plain = reaches(position, way, target)
        if plain:
            permit(verdict, f"{unit.id} drops back files to reach {target.id}, which is free in a charge.", "MEG-47b")
    elif not plain and len(way.units) == 1 and contraction_that_fits(position, unit, way, target) is not None:
        permit(verdict, f"{unit.id} drops back files to reach {target.id}, which is free in a charge.", "MEG-47b")
        return
    if not plain:
        friend = friend_in_the_way(position, way)
        reached = reached_at(way, bases_of(position, target.id))
        why = "cannot be reached from here"
        if reached is not None and friend is not None and friend[0] < reached:
            why = f"cannot be reached: {friend[1].id} is in the way"
        verdict.refuse(f"{target.id} {why}.", "MEG-24a")
        if reached is None:
            apart = distance_between(way.bases, bases_of(position, target.id))
            verdict.measure(f"distance to {target.id}", apart, "mm", way.far)
        if reached is None and _lies_beyond(position, way, target):
            verdict.cite("MEG-B15.2", f"{target.id} is straight ahead, but beyond the charge distance of {unit.id}.")
        elif reached is not None and all(one.id != target.id for _, one in targets_on(position, way)):
            verdict.cite("MEG-B15.28", f"{target.id} stands behind troops that stop the charge.")
        return
    passed = [one for far, one in targets_on(position, way) if counts_as_sug(one) and one.id != target.id]
    if passed:
        permit(verdict, f"{passed[0].id} is a SuG and does not stop the charge.", "MEG-23b")
