"""Choosing targets: who can be shot at, enemy shooters first, and the allocation of all shots of a side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from debellis.dba.fighting.fighters import Fighter, fighter, in_the_open
from debellis.dba.shooting.area import Area, could_reach, reach_of
from debellis.dba.shooting.shooters import (
    ANSWERS_ONLY,
    MOVED,
    most_shooters,
    must_wait,
    only_answers,
    overlap_grounds,
    shooter_faults,
)
from debellis.dba.shooting.shots import Shot, judge, may_shoot, range_grounds
from debellis.dba.troops import shoots
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import REAR
from debellis.mechanics.remarks import Remark
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import PLACES, Terrain
from debellis.table.value import Value

#: The clauses that refuse too many shooters at one target.
TOO_MANY: Final = ("BOB-SHO-8a", "DBA22-B20.3")
TOO_MANY_AT_PLACE: Final = (*TOO_MANY, "BOB-SHO-14", "DBA22-B8.8")


def enemies_of(position: Position, shooter: Base) -> list[Fighter]:
    """All fighters of the other side: bases in the open and holders of places."""
    found = [in_the_open(position, base) for base in position.enemies(shooter.side)]
    return found + _holders(position, position.features(*PLACES), shooter.side)


def near_enemies(position: Position, shooter: Base) -> list[Fighter]:
    """Fighters of the other side that could be in the shooting area, by a fast test."""
    area = Area(position, shooter)
    bases = [base for base in position.enemies(shooter.side) if area.could_hold_base(base.rectangle)]
    places = [place for place in position.features(*PLACES) if area.could_hold(place.box, place.ground)]
    return [in_the_open(position, base) for base in bases] + _holders(position, places, shooter.side)


def _holders(position: Position, places: Sequence[Terrain], side: str) -> list[Fighter]:
    """The fighters that hold these places against a side."""
    found = [fighter(position, place.id) for place in places]
    return [enemy for enemy in found if enemy is not None and enemy.side != side]


def shot_at(position: Position, shooter: Base, target: Fighter, turn: str) -> Shot:
    """The verdict on one shot.

    A gun that can only answer assumes that the target shoots at it, if the target can begin.
    """
    return judge(position, shooter, target, turn, _shot_at_by(position, shooter, target, turn))


def _shot_at_by(position: Position, shooter: Base, target: Fighter, turn: str) -> tuple[str, ...]:
    """The target, if the shooter can only answer and the target can begin."""
    if not must_wait(position, shooter, turn) or target.base is None:
        return ()
    return (target.id,) if may_shoot(position, target.base, fighter(position, shooter.id), turn) else ()


def legal_targets(position: Position, shooter: Base, turn: str) -> list[str]:
    """The ids of all enemies that a shooter may shoot at, before compulsory targets are considered."""
    if not shoots(position, shooter):
        return []
    near = near_enemies(position, shooter)
    if not near or shooter_faults(position, shooter):
        return []
    return [
        enemy.id
        for enemy in near
        if may_shoot(position, shooter, enemy, turn, _shot_at_by(position, shooter, enemy, turn))
    ]


def can_shoot_back(position: Position, enemy: str, shooter: Base, turn: str) -> bool:
    """Whether an enemy that a shooter shoots at can shoot back at it in that bound."""
    if not position.has_base(enemy) or not shoots(position, position.base(enemy)):
        return False
    return may_shoot(position, position.base(enemy), fighter(position, shooter.id), turn, (shooter.id,))


def usual_grounds(position: Position, shooter: Base, target: str) -> list[Remark]:
    """The rows of the edition that allow any shooting: its range, and an overlap that does not prevent it."""
    enemy = fighter(position, target)
    beside = [] if enemy is None else overlap_grounds(position, shooter, enemy)
    return range_grounds(position, shooter, target) + beside


def out_of_range(position: Position, shooter: Base, turn: str) -> list[Remark]:
    """The row of the range table that keeps a shooter from enemies ahead of it, in editions with a row for each
    type."""
    if not range_grounds(position, shooter, ""):
        return []
    for enemy in enemies_of(position, shooter):
        shot = shot_at(position, shooter, enemy, turn)
        ahead = any(aim.ahead for aim in shot.aims)
        beyond = [fault for fault in shot.faults if "BOB-SHO-3" in fault.clauses]
        if ahead and len(shot.faults) == 1 and beyond:
            return beyond
    return []


class Duties(Value, frozen=True):
    """The targets that the shooters of a side can reach, and the enemy shooters that must be shot at.

    `reach` gives the targets of each shooter that has any; `mutual` gives those of them that can shoot back at it.
    """

    reach: dict[str, tuple[str, ...]]
    mutual: dict[str, tuple[str, ...]]

    @property
    def owed(self) -> tuple[str, ...]:
        """The enemy shooters that can be reached and can answer."""
        return tuple(dict.fromkeys(enemy for enemies in self.mutual.values() for enemy in enemies))

    def most_covered(self, shooters: tuple[str, ...], owed: tuple[str, ...]) -> int:
        """How many of these enemy shooters could be shot at, if each shooter shoots once."""
        taken: dict[str, str] = {}
        return sum(self._assign(shooter, owed, taken, set()) for shooter in shooters)

    def _assign(self, shooter: str, owed: tuple[str, ...], taken: dict[str, str], tried: set[str]) -> bool:
        """Find a target for a shooter. Other shooters change their targets if that makes one available."""
        for enemy in self.reach[shooter]:
            if enemy in owed and enemy not in tried:
                tried.add(enemy)
                if enemy not in taken or self._assign(taken[enemy], owed, taken, tried):
                    taken[enemy] = shooter
                    return True
        return False


_DUTIES = Memory[Duties]("what shooters can reach")


def duties(position: Position, side: str, turn: str) -> Duties:
    """What each shooter of a side can reach in the bound of a side."""
    return _DUTIES.of(position, (side, turn), lambda p: _duties(p, side, turn))


def _duties(position: Position, side: str, turn: str) -> Duties:
    reach: dict[str, tuple[str, ...]] = {}
    mutual: dict[str, tuple[str, ...]] = {}
    for base in position.bases:
        if base.side == side:
            found = tuple(legal_targets(position, base, turn))
            if found:
                reach[base.id] = found
                mutual[base.id] = tuple(e for e in found if can_shoot_back(position, e, base, turn))
    return Duties(reach, mutual)


def choices(position: Position, shooter: Base, turn: str, left: Duties | None = None) -> tuple[list[str], list[Remark]]:
    """The targets that a shooter may choose after compulsory targets, and the clauses that decide.

    `left` is the rest of the duties after some bases have shot.
    """
    known = duties(position, shooter.side, turn) if left is None else left
    free = known.reach.get(shooter.id, ())
    if not free:
        return [], _kept_from(position, shooter, turn)
    others = tuple(name for name in known.reach if name != shooter.id)
    most = known.most_covered((*others, shooter.id), known.owed)
    allowed = []
    for enemy in free:
        rest = tuple(name for name in known.owed if name != enemy)
        if known.most_covered(others, rest) + (enemy in known.owed) >= most:
            allowed.append(enemy)
    return allowed, _choice_remarks(position, shooter, turn, known, allowed)


def _kept_from(position: Position, shooter: Base, turn: str) -> list[Remark]:
    """What keeps a shooter from enemies that are in its range and area."""
    if not shoots(position, shooter):
        return []
    remarks: list[Remark] = []
    limit = reach_of(position, shooter) + COINCIDE
    for enemy in near_enemies(position, shooter):
        shot = shot_at(position, shooter, enemy, turn)
        remarks += shot.faults if any(aim.gap <= limit for aim in shot.aims) else ()
    return remarks


def _choice_remarks(position: Position, shooter: Base, turn: str, known: Duties, allowed: list[str]) -> list[Remark]:
    free = known.reach[shooter.id]
    mutual = known.mutual[shooter.id]
    remarks = []
    if len(allowed) < len(free):
        helped = any(set(mutual) & set(known.reach[name]) for name in known.reach if name != shooter.id)
        remarks += _bound(position, shooter.id, tuple(name for name in mutual if name in allowed), helped)
    elif mutual and len(mutual) < len(free):
        sentence = f"other shooters can see to {', '.join(mutual)}, so {shooter.id} may choose freely"
        remarks.append(Remark(sentence, ("BOB-SHO-11e", "DBA22-B20.8")))
    if not mutual:
        remarks += _one_sided(position, shooter, turn) + _silent_guns(position, shooter, turn, free)
    if must_wait(position, shooter, turn):
        remarks += _only_answers(position, shooter, turn)
    if _may_choose_freely(shooter.id, known):
        remarks += _kept_from(position, shooter, turn)
    return remarks


def _may_choose_freely(shooter: str, known: Duties) -> bool:
    """Whether the other shooters of its side can cover every enemy shooter that must be shot at."""
    others = tuple(name for name in known.reach if name != shooter)
    return known.most_covered(others, known.owed) == known.most_covered((*others, shooter), known.owed)


def _bound(position: Position, shooter: str, duty: tuple[str, ...], shared: bool) -> list[Remark]:
    """The remarks on a shooter that must shoot at enemy shooters."""
    names = " or ".join(duty)
    remarks = [
        Remark(f"{shooter} must shoot at one that can shoot back at it: {names}", ("BOB-SHO-11a", "DBA22-B20.8")),
        Remark(f"{shooter} and {names} can shoot at each other and must", ("BOB-SHO-11c", "DBA22-B20.8")),
    ]
    if any(only_answers(position, position.base(name)) for name in duty):
        sentence = "a gun that can answer when shot at counts among those"
        remarks.append(Remark(sentence, ("BOB-SHO-11b", "DBA22-B20.8")))
    if shared:
        remarks.append(Remark("and no other shooter is free to do it", ("BOB-SHO-11e", "DBA22-B20.8")))
    return remarks


def _near(position: Position, one: Base, other: Base) -> bool:
    """Whether either of two shooters could be in range of the other at all."""
    mine, theirs = fighter(position, one.id), fighter(position, other.id)
    assert mine is not None and theirs is not None
    return could_reach(position, one, theirs) or could_reach(position, other, mine)


def _one_sided(position: Position, shooter: Base, turn: str) -> list[Remark]:
    """The remark if this shooter and an enemy shooter are near but only one of them can aim at the other."""
    for enemy in enemies_of(position, shooter):
        if enemy.base is None or not shoots(position, enemy.base) or not _near(position, shooter, enemy.base):
            continue
        here = judge(position, shooter, enemy, turn, (enemy.id,)).legal
        there = judge(position, enemy.base, fighter(position, shooter.id), turn, (shooter.id,) if here else ())
        if here != (there.legal or _silent(there)):
            sentence = f"{shooter.id} and {enemy.id} cannot shoot at each other, so {shooter.id} may shoot at another"
            return [Remark(sentence, ("BOB-SHO-11d", "DBA22-B20.8"))]
    return []


def _silent(shot: Shot) -> bool:
    """Whether a gun could aim and only its own move prevents it from answering."""
    return bool(shot.edges and shot.faults) and all(fault.clauses == MOVED for fault in shot.faults)


def _silent_guns(position: Position, shooter: Base, turn: str, free: tuple[str, ...]) -> list[Remark]:
    """The remark on a gun in reach that would be compulsory if it had not moved."""
    if len(free) < 2:
        return []
    for name in free:
        gun = position.base(name) if position.has_base(name) else None
        if gun is None or not only_answers(position, gun) or not gun.moved:
            continue
        if _silent(judge(position, gun, fighter(position, shooter.id), turn, (shooter.id,))):
            return [Remark(f"{name} moved and cannot answer, so it need not be chosen", MOVED)]
    return []


def _only_answers(position: Position, shooter: Base, turn: str) -> list[Remark]:
    for enemy in enemies_of(position, shooter):
        faults = shot_at(position, shooter, enemy, turn).faults
        if len(faults) == 1 and faults[0].clauses in (ANSWERS_ONLY, MOVED):
            return list(faults)
    return []


def check_allocation(
    position: Position, side: str, shots: tuple[tuple[str, str], ...], turn: str
) -> tuple[list[Remark], list[Remark]]:
    """The faults of an allocation of all the shots of a side, and the reasons that allow an unusual one."""
    known = duties(position, side, turn)
    faults = _shot_faults(position, side, shots, turn)
    faults += _idle_faults(position, shots, known, turn)
    covered = {target for _, target in shots}
    kept = tuple(name for name in known.owed if name in covered)
    for enemy in known.owed:
        if enemy not in covered and known.most_covered(tuple(known.reach), (*kept, enemy)) > len(kept):
            faults += _unanswered(position, known, enemy)
    grounds = [] if faults else _allocation_grounds(position, shots, known, turn)
    return faults, grounds


def _shot_faults(position: Position, side: str, shots: tuple[tuple[str, str], ...], turn: str) -> list[Remark]:
    """The faults of each shot alone: not legal, more than one for a shooter, or too many at a target."""
    faults: list[Remark] = []
    shooters = [shooter for shooter, _ in shots]
    for shooter, target in shots:
        base = position.base(shooter)
        enemy = fighter(position, target)
        if base.side != side:
            faults.append(Remark(f"{shooter} is not of that side"))
        elif enemy is None:
            faults.append(Remark(f"there is nobody in {target} to shoot at"))
        else:
            faults += shot_at(position, base, enemy, turn).faults
    for shooter in dict.fromkeys(shooters):
        if shooters.count(shooter) > 1:
            sentence = f"{shooter} shoots at one target only, once in a bound"
            faults.append(Remark(sentence, ("BOB-SEQ-4b", "DBA22-B20.3")))
            if any(who == shooter and _is_joint(target, shots) for who, target in shots):
                faults.append(Remark(f"helping is the shot of {shooter} for this bound", ("BOB-SHO-9c",)))
    targets = [target for _, target in shots]
    for target in dict.fromkeys(targets):
        if targets.count(target) > most_shooters(position):
            enemy = fighter(position, target)
            at_place = enemy is not None and enemy.place is not None
            clauses = TOO_MANY_AT_PLACE if at_place else TOO_MANY
            sentence = f"{targets.count(target)} shoot at {target}; at most {most_shooters(position)} may"
            faults.append(Remark(sentence, clauses))
    return faults


def _is_joint(target: str, shots: tuple[tuple[str, str], ...]) -> bool:
    return len({shooter for shooter, aimed in shots if aimed == target}) > 1


def _idle_faults(position: Position, shots: tuple[tuple[str, str], ...], known: Duties, turn: str) -> list[Remark]:
    """The faults of shooters that have a target and do not shoot."""
    faults = []
    shooting = {shooter for shooter, _ in shots}
    targets = [target for _, target in shots]
    for name, reach in known.reach.items():
        left = [target for target in reach if targets.count(target) < most_shooters(position)]
        if name in shooting or not left:
            continue
        sentence = f"{name} can shoot at {' or '.join(left)} and must shoot"
        faults.append(Remark(sentence, ("BOB-SEQ-4a", "DBA22-B20.3")))
        faults += usual_grounds(position, position.base(name), left[0])
        if len(reach) == 1 and would_be_wholly_rear(position, name, reach[0], shots, turn):
            sentence = f"{name} cannot be held back to make the shooting at {reach[0]} wholly at the rear"
            faults.append(Remark(sentence, ("BOB-SHO-18f",)))
    return faults


def would_be_wholly_rear(
    position: Position, idle: str, target: str, shots: tuple[tuple[str, str], ...], turn: str
) -> bool:
    """Whether all other shooters at a target can aim at its rear edge and the idle shooter cannot."""
    enemy = fighter(position, target)
    others = [shooter for shooter, aimed in shots if aimed == target]
    if enemy is None or not others:
        return False
    at_rear = [REAR in shot_at(position, position.base(name), enemy, turn).edges for name in (idle, *others)]
    return not at_rear[0] and all(at_rear[1:])


def _unanswered(position: Position, known: Duties, enemy: str) -> list[Remark]:
    """The fault that nobody shoots at an enemy shooter although a shooter could."""
    bound = [name for name, enemies in known.mutual.items() if enemy in enemies]
    remarks = []
    if len(bound) == 1:
        sentence = f"{bound[0]} and {enemy} can shoot at each other and must"
        remarks.append(Remark(sentence, ("BOB-SHO-11a", "BOB-SHO-11c", "DBA22-B20.8")))
    if len(known.reach) > 1:
        sentence = f"{enemy} shoots and can be reached by {', '.join(bound)}, but nobody shoots at it"
        remarks.append(Remark(sentence, ("BOB-SHO-11e", "DBA22-B20.8")))
    if only_answers(position, position.base(enemy)):
        sentence = f"{enemy} is a gun that can answer, so it must be shot at"
        remarks.append(Remark(sentence, ("BOB-SHO-11b", "DBA22-B20.8")))
    return remarks


def _allocation_grounds(
    position: Position, shots: tuple[tuple[str, str], ...], known: Duties, turn: str
) -> list[Remark]:
    """The reasons why a shooter may ignore an enemy shooter: another covers it, or the two cannot shoot at each
    other."""
    grounds: list[Remark] = []
    for shooter, target in shots:
        grounds += usual_grounds(position, position.base(shooter), target)
        mutual = known.mutual.get(shooter, ())
        if mutual and target not in mutual:
            sentence = f"others shoot at {', '.join(mutual)}, so {shooter} may shoot at {target}"
            grounds.append(Remark(sentence, ("BOB-SHO-11e", "DBA22-B20.8")))
        elif not mutual:
            grounds += _one_sided(position, position.base(shooter), turn)
    return grounds
