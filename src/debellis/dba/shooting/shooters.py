"""Who may shoot at all and who may be shot at: by type, by what a base is doing, by whose bound it is."""

from __future__ import annotations

from typing import Final

from debellis.dba.book import book, table
from debellis.dba.fighting.fighters import Fighter, fighter, holding_side
from debellis.dba.fighting.fights import fights, touches_place
from debellis.dba.troops import shoots
from debellis.geometry.polygon import wholly_in
from debellis.manoeuvre.contact import directly_behind
from debellis.mechanics.remarks import Remark
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import PLACES, Terrain

#: The clauses that stop a gun that moved from shooting.
MOVED: Final = ("BOB-SHO-13a", "DBA22-B20.2")
#: The clauses by which a gun only answers in the enemy's bound.
ANSWERS_ONLY: Final = ("BOB-SHO-13b", "DBA22-B20.2")

_HIDING = Memory[tuple[Terrain, ...]]("ground that hides")
_SHOOTERS = Memory[list[Remark]]("faults of shooters")
_TARGETS = Memory[list[Remark]]("faults of targets")


def hiding(position: Position) -> tuple[Terrain, ...]:
    """The terrain that hides a base wholly inside it and blocks shots at a base wholly beyond it."""
    return _HIDING.of(position, None, _hiding)


def _hiding(position: Position) -> tuple[Terrain, ...]:
    return position.features(*table(position, "shooting")["hides"])


def shoots_all_round(position: Position, shooter: Base) -> bool:
    """Whether a base shoots from every edge."""
    return shooter.kind in table(position, "shooting")["all_round"]


def only_answers(position: Position, shooter: Base) -> bool:
    """Whether it shoots in its own bound only if it did not move, and in the enemy's bound only back."""
    return shooter.kind in table(position, "shooting")["own_bound_if_not_moved"]


def must_wait(position: Position, shooter: Base, turn: str) -> bool:
    """Whether it cannot begin a shooting in the bound of a side, and can only answer one."""
    return only_answers(position, shooter) and (turn != shooter.side or bool(shooter.moved))


def most_shooters(position: Position) -> int:
    """How many may shoot together at one target."""
    return int(table(position, "shooting")["max_shooters"])


def never_shoots(position: Position, shooter: Base) -> Remark | None:
    """Why a base never shoots."""
    row = book(position).types[shooter.kind]
    if shoots(position, shooter):
        return None
    if row.range > 0:
        sentence = f"{shooter.id} is a litter: it moves and fights as a War Wagon but never shoots"
        return Remark(sentence, ("BOB-SHO-1", "DBA22-B2.3", "DBA22-B20.1"))
    return Remark(f"{row.name} {shooter.id} does not shoot: it has no range", ("DBA22-B20.1", *row.range_clauses))


def shooter_faults(position: Position, shooter: Base) -> list[Remark]:
    """What prevents a shooter from shooting, whatever the target."""
    return _SHOOTERS.of(position, shooter.id, lambda p: _shooter_faults(p, shooter))


def _shooter_faults(position: Position, shooter: Base) -> list[Remark]:
    faults = _hidden(position, shooter)
    if shooter.sacking:
        sentence = f"{shooter.id} took the town and its side has not yet thrown 5 or 6"
        faults.append(Remark(sentence, ("BOB-SHO-16", "BOB-TAC-3b")))
    front = rank_before(position, shooter)
    if front is not None:
        sentence = f"{shooter.id} stands directly behind {front.id}, and only one rank shoots"
        faults.append(Remark(sentence, ("BOB-SHO-2",)))
    if is_engaged(position, shooter):
        faults.append(_engaged(position, shooter.id))
    return faults


def target_faults(position: Position, target: Fighter) -> list[Remark]:
    """What prevents any base from shooting at a target."""
    return _TARGETS.of(position, target.id, lambda p: _target_faults(p, target))


def _target_faults(position: Position, target: Fighter) -> list[Remark]:
    if target.base is None:
        attacked = target.place is not None and under_attack(position, target.place, target.side)
    else:
        attacked = is_engaged(position, target.base)
    faults = [] if target.base is None else _hidden(position, target.base)
    if target.base is not None and target.base.sacking:
        sentence = f"{target.id} took the town and its side has not yet thrown 5 or 6: it is not shot at"
        faults.append(Remark(sentence, ("BOB-SHO-16",)))
    if attacked:
        faults.append(_engaged(position, target.id))
    return faults


def turn_faults(position: Position, shooter: Base, target: str, turn: str, shot_at_by: tuple[str, ...]) -> list[Remark]:
    """How the bound and their own moves limit guns."""
    if not must_wait(position, shooter, turn):
        return []
    own = turn == shooter.side
    faults = []
    if shooter.moved and not table(position, "shooting")["answers_after_moving"]:
        when = "shoot in that bound" if own else "answer in the enemy's next"
        faults.append(Remark(f"{shooter.id} made a tactical move and cannot {when}", MOVED))
    elif own and target not in shot_at_by:
        sentence = f"{shooter.id} made a tactical move and only answers, and {target} does not shoot at it"
        faults.append(Remark(sentence, MOVED))
    if not own and target not in shot_at_by:
        sentence = f"in the enemy's bound {shooter.id} only answers, and {target} does not shoot at it"
        faults.append(Remark(sentence, ANSWERS_ONLY))
    return faults


def rank_before(position: Position, shooter: Base) -> Base | None:
    """The shooter of the same side directly in front of a base that shoots only to its front."""
    if not shooter.on_table or shoots_all_round(position, shooter):
        return None
    for friend in position.friends(shooter.side):
        if (
            friend is not shooter
            and directly_behind(shooter.rectangle, friend.rectangle)
            and friend.id != shooter.id
            and shoots(position, friend)
        ):
            return friend
    return None


def is_engaged(position: Position, base: Base) -> bool:
    """Whether the contacts of a base prevent it from shooting and being shot at."""
    overlap = bool(table(position, "shooting")["overlap_stops"]) and is_overlapping(position, base)
    return overlap or in_contact(position, base)


def _engaged(position: Position, name: str) -> Remark:
    stops = "in close combat or overlapping" if table(position, "shooting")["overlap_stops"] else "in close combat"
    return Remark(f"{name} is {stops}", ("DBA22-B20.6",))


def in_contact(position: Position, base: Base) -> bool:
    """Whether a base is in front, flank or rear contact, or attacks or holds an attacked place."""
    if base.inside is not None:
        return under_attack(position, position.feature(base.inside), base.side)
    found = fights(position)
    for enemy in found.touching(base.id):
        mine, theirs = found.meetings[base.id, enemy].kind, found.meetings[enemy, base.id].kind
        if mine in ("front", "flank", "rear") or theirs in ("flank", "rear"):
            return True
    return any(_attacks(position, base, place) for place in position.features(*PLACES))


def is_overlapping(position: Position, base: Base) -> bool:
    """Whether a base overlaps an enemy that is in a fight."""
    found = fights(position)
    return any(
        found.fights(enemy) and found.meetings[base.id, enemy].kind in ("side_overlap", "corner_overlap")
        for enemy in found.touching(base.id)
    )


def overlap_grounds(position: Position, shooter: Base, target: Fighter) -> list[Remark]:
    """The clauses that allow shooting out of an overlap or into one."""
    for base in (shooter, target.base):
        if base is not None and is_overlapping(position, base):
            sentence = f"{base.id} is only overlapping, which does not stop shooting"
            return [Remark(sentence, tuple(table(position, "shooting")["overlap_clauses"]))]
    return []


def _attacks(position: Position, base: Base, place: Terrain) -> bool:
    if not touches_place(base, place) or holding_side(position, place) == base.side:
        return False
    return fighter(position, place.id) is not None


def under_attack(position: Position, place: Terrain, side: str | None) -> bool:
    """Whether an enemy touches a place with its front edge."""
    return any(base.side != side and touches_place(base, place) for base in position.standing)


def _hidden(position: Position, base: Base) -> list[Remark]:
    """The fault of a base that is wholly inside a wood or oasis."""
    if not base.on_table:
        return []
    for piece in hiding(position):
        if wholly_in(base.rectangle, piece.ground):
            sentence = f"{base.id} is wholly inside {piece.id}: it neither shoots nor is shot at"
            return [Remark(sentence, ("BOB-SHO-17a", "DBA22-B20.7"))]
    return []
