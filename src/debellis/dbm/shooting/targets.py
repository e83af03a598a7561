"""Choosing the target: of all it could shoot at from an edge, the one most directly ahead."""

from __future__ import annotations

from debellis.dbm.measures import base_width
from debellis.dbm.shooting.shooters import edges_of, only_answers, range_of, shooter_faults
from debellis.dbm.shooting.shots import Shot, free_shot, judge
from debellis.dbm.sight import PSILOI
from debellis.dbm.troops import SHOT, is_holder, noted_now, troop
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.rectangle import EDGES, FRONT
from debellis.mechanics.remarks import Remark
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.surroundings import LocalMemory
from debellis.table.value import Value


class Choice(Value, frozen=True):
    """The targets of one edge: all it could shoot at, those it may choose of them, and what decided that.

    `tie` lets the owner choose between those `tied`; `passed_over` says why riderless mounts are no target.
    """

    edge: int
    shots: tuple[Shot, ...]
    allowed: tuple[str, ...]
    grounds: tuple[Remark, ...] = ()
    tied: tuple[str, ...] = ()
    tie: tuple[Remark, ...] = ()
    passed_over: tuple[tuple[str, Remark], ...] = ()

    def grounds_for(self, target: str) -> tuple[Remark, ...]:
        """What the choice between several targets does to a shot at one of them."""
        passed = tuple(remark for name, remark in self.passed_over if name == target)
        return passed or (*self.grounds, *(self.tie if target in self.tied else ()))

    def shot_at(self, target: str) -> Shot | None:
        return next((shot for shot in self.shots if shot.target == target), None)


#: Only whether an element itself has shot decides about its targets; that is part of the key.
_CHOICES = LocalMemory[list[Choice]]("targets of a shooter, with reasons", ignored=("shot_at", SHOT))
_ALLOWED = LocalMemory[tuple[str, ...]]("targets of a shooter", ignored=("shot_at", SHOT))
#: How far beyond its range bases may decide what a shooter shoots at: by fights and their supports (base widths).
_BEYOND = 10.0


def offset(shooter: Base, edge: int, target: Base) -> float:
    """How far the centre of a target is from the line straight ahead of the middle of a shooting edge."""
    return abs(shooter.rectangle.fronting(edge).local(target.rectangle.centre)[0])


def choice(position: Position, shooter: Base, edge: int = FRONT, shot_at_by: tuple[str, ...] = ()) -> Choice:
    """The targets an element may choose from one edge."""
    shots = [judge(position, shooter, enemy, edge, shot_at_by) for enemy in _near(position, shooter)]
    return _chosen(position, shooter, edge, tuple(shot for shot in shots if shot.legal))


def grounds_of(position: Position, shooter: Base, target: str) -> list[Remark]:
    """What decides about a shot at a target that an element may choose."""
    for edge in edges_of(position, shooter):
        found = _chosen(position, shooter, edge, _free_shots(position, shooter, edge, ()))
        if target in found.allowed:
            shot = judge(position, shooter, position.base(target), edge)
            return [*shot.grounds, *found.grounds_for(target)]
    return []


def _free_shots(position: Position, shooter: Base, edge: int, shot_at_by: tuple[str, ...]) -> tuple[Shot, ...]:
    shots = [free_shot(position, shooter, enemy, edge, shot_at_by) for enemy in _near(position, shooter)]
    return tuple([shot for shot in shots if shot is not None])


def _chosen(position: Position, shooter: Base, edge: int, legal: tuple[Shot, ...]) -> Choice:
    picked = _pick(position, shooter, edge, legal)
    squarest = picked.squarest
    tied = next((found for found in (squarest, picked.past) if len(found) > 1), [])
    return Choice(
        edge,
        legal,
        picked.names,
        tuple(_grounds(shooter, edge, picked.real, squarest)),
        tuple(base.id for base in tied),
        tuple(_tie(tied)),
        tuple((base.id, _passed_over(shooter, base, squarest)) for base in picked.passed_over),
    )


def _near(position: Position, shooter: Base) -> list[Base]:
    """The enemies that may be in range."""
    limit = range_of(position, shooter)
    far = limit + shooter.rectangle.radius + COINCIDE
    return [
        enemy
        for enemy in position.near_enemies(shooter.side, shooter.rectangle, limit + COINCIDE)
        if distance(shooter.rectangle.centre, enemy.rectangle.centre) <= far + enemy.rectangle.radius
    ]


class _Picked(Value, frozen=True):
    """Of those an element could shoot at: without riderless mounts, most directly ahead, and past psiloi.

    `names` are those it may choose, and `passed_over` the riderless mounts among the others.
    """

    real: list[Base]
    squarest: list[Base]
    past: list[Base]
    names: tuple[str, ...]
    passed_over: list[Base]


def _pick(position: Position, shooter: Base, edge: int, legal: tuple[Shot, ...]) -> _Picked:
    bases = [position.base(shot.target) for shot in legal]
    real = [base for base in bases if not is_holder(base)]
    squarest = _squarest(shooter, edge, real)
    past = _past_psiloi(shooter, edge, real, squarest)
    allowed = [*squarest, *(base for base in past if base not in squarest)]
    mounts = [base for base in bases if is_holder(base)]
    shot_at: list[Base] = []
    if mounts:
        covering = {name for shot in legal for name in shot.covered_by if shot.target in {base.id for base in allowed}}
        least = min((offset(shooter, edge, base) for base in squarest), default=float("inf"))
        shot_at = [b for b in mounts if b.id in covering or offset(shooter, edge, b) <= least + COINCIDE]
    names = tuple(base.id for base in (*allowed, *shot_at))
    return _Picked(real, squarest, past, names, [base for base in mounts if base not in shot_at])


def _past_psiloi(shooter: Base, edge: int, real: list[Base], squarest: list[Base]) -> list[Base]:
    """Those most directly ahead once psiloi are ignored, which the owner may do if psiloi would be the target."""
    if not any(troop(base).type == PSILOI for base in squarest):
        return []
    return _squarest(shooter, edge, [base for base in real if troop(base).type != PSILOI])


def _tie(tied: list[Base]) -> list[Remark]:
    """What lets the owner choose between equals."""
    names = " and ".join(base.id for base in tied)
    says = f"{names} are equally directly to the front: the owner chooses"
    return [Remark(says, ("DBM32-P21-shoot-tie",))] if tied else []


def _passed_over(shooter: Base, mounts: Base, squarest: list[Base]) -> Remark:
    """Why riderless mounts are no target: they neither come before another nor cover it."""
    names = " and ".join(base.id for base in squarest)
    says = f"{names} is more directly to the front of {shooter.id} than the riderless mounts {mounts.id}"
    return Remark(f"{says}, which do not cover it", ("IWF-17.6",))


def _squarest(shooter: Base, edge: int, bases: list[Base]) -> list[Base]:
    """Those most directly ahead."""
    least = min((offset(shooter, edge, base) for base in bases), default=0.0)
    return [base for base in bases if offset(shooter, edge, base) <= least + COINCIDE]


def _grounds(shooter: Base, edge: int, real: list[Base], squarest: list[Base]) -> list[Remark]:
    """What decides between several targets."""
    if len(real) < 2:
        return []
    names = " and ".join(base.id for base in squarest)
    least = offset(shooter, edge, squarest[0])
    says = f"most directly to the front of {shooter.id}: {names}, {least:.2f} mm off the line straight ahead"
    found = [Remark(says, ("IWF-17.6", "DBM32-FIG10b"))]
    if edge != FRONT:
        found.append(
            Remark(f"of those before its {EDGES[edge]} edge {names} is most squarely in front", ("IWF-17.2c",))
        )
    return found


def choices(position: Position, shooter: Base, shot_at_by: tuple[str, ...] = ()) -> list[Choice]:
    """The targets an element may choose, edge by edge."""
    if not _stands(position, shooter):
        return _choices(position, shooter, shot_at_by)
    key, far = _kept_for(position, shooter, shot_at_by)
    return _CHOICES.of(position, shooter, key, far, lambda p: _choices(p, shooter, shot_at_by))


def _stands(position: Position, shooter: Base) -> bool:
    return position.has_base(shooter.id) and position.base(shooter.id) is shooter


def _kept_for(position: Position, shooter: Base, shot_at_by: tuple[str, ...]) -> tuple[tuple[object, ...], float]:
    """What else the targets of an element depend on, and how far from it bases do."""
    shot = noted_now(position, shooter, SHOT)
    by = shot_at_by if only_answers(position, shooter) else ()
    return (shot, by), range_of(position, shooter) + _BEYOND * base_width(position)


def _choices(position: Position, shooter: Base, shot_at_by: tuple[str, ...]) -> list[Choice]:
    return [choice(position, shooter, edge, shot_at_by) for edge in edges_of(position, shooter)]


def allowed_targets(position: Position, shooter: Base, shot_at_by: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The targets an element may choose, from whatever edge."""
    if not _stands(position, shooter):
        return _allowed(position, shooter, shot_at_by)
    key, far = _kept_for(position, shooter, shot_at_by)
    return _ALLOWED.of(position, shooter, key, far, lambda p: _allowed(p, shooter, shot_at_by))


def _allowed(position: Position, shooter: Base, shot_at_by: tuple[str, ...]) -> tuple[str, ...]:
    if shooter_faults(position, shooter):
        return ()
    found: dict[str, None] = {}
    for edge in edges_of(position, shooter):
        legal = _free_shots(position, shooter, edge, shot_at_by)
        if legal:
            found.update(dict.fromkeys(_pick(position, shooter, edge, legal).names))
    return tuple(found)


def could_shoot_at(position: Position, shooter: Base, target: Base) -> bool:
    """Whether an element is able to shoot at a target. The choice between several targets is ignored."""
    return any(free_shot(position, shooter, target, edge) is not None for edge in edges_of(position, shooter))


def why_not(position: Position, bases: list[Base], enemy: Base) -> list[Remark]:
    """Why none of some elements may shoot at a target."""
    found: list[Remark] = []
    for base in bases:
        shots = [judge(position, base, enemy, edge) for edge in edges_of(position, base)]
        if not any(shot.legal for shot in shots):
            found += shots[0].faults
        else:
            found += [ground for one in choices(position, base) for ground in one.grounds_for(enemy.id)]
    return found
