"""Targets of a spontaneous advance: baggage in the open, else the nearest enemy, else a place that helps against it."""

from __future__ import annotations

from debellis.dbm.measures import paces
from debellis.dbm.sight import can_see
from debellis.dbm.spontaneous.impetuous import held_by, judge_impetuous, known_enemies
from debellis.dbm.spontaneous.obstacles import is_hemmed_in
from debellis.dbm.spontaneous.positions import (
    OVERLAP,
    REAR_SUPPORT,
    Help,
    helping_positions,
    nearest,
    overlapped_from,
)
from debellis.dbm.spontaneous.ways import about, apart, barred_ground
from debellis.geometry.plane import COINCIDE, bearing
from debellis.geometry.polygon import segment_gap, wholly_in
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import BASE, TEXT, Question
from debellis.umpire.ruling import Finding, Ruling

BAGGAGE, ENEMY = "baggage", "enemy"


class Target(Value, frozen=True):
    """What an element advances against: an enemy, and the place that helps against it where friends hold its front.

    `choices` are equal targets the owner has still to choose among; `refused` is why his choice cannot stand.
    """

    kind: str
    enemy: Base | None
    help: Help | None = None
    distance: float = 0.0
    choices: tuple[str, ...] = ()
    refused: bool = False


def find_target(position: Position, base: Base, choice: str | None, finding: Finding) -> Target:
    """The target of an element that advances, with the owner's choice among equals."""
    loot = _baggage(position, base)
    if loot is not None:
        says = f"{loot.id} is baggage in sight, and no known enemy is near the line to it"
        finding.cite("DBM-B19.4", says)
        far, holder = apart(base.rectangle, loot.rectangle), held_by(position, loot, base.id)
        if holder is None:
            return Target(BAGGAGE, loot, distance=far)
        return _helped(position, base, loot, holder, choice, far, finding)
    enemies = sorted(known_enemies(position, base.side), key=lambda e: apart(base.rectangle, e.rectangle))
    away = apart(base.rectangle, enemies[0].rectangle)
    equal = [e for e in enemies if apart(base.rectangle, e.rectangle) <= away + COINCIDE]
    picked = _pick(position, base, equal, choice, finding)
    if isinstance(picked, Target):
        return picked
    finding.measure(f"to {picked.id}", away)
    holder = held_by(position, picked, base.id)
    if holder is None:
        finding.cite("IWF-15.1a", f"{picked.id} is the nearest enemy, and no friend holds its front: it is the target")
        return Target(ENEMY, picked, distance=away)
    return _helped(position, base, picked, holder, choice, away, finding)


_TARGETS = Memory[tuple[Target, Finding]]("targets of elements that advance")


def target_of(position: Position, base: Base, choice: str | None) -> tuple[Target, Finding]:
    """The target of an element of the position with what was found about it, worked out once for each choice."""
    return _TARGETS.of(position, (base.id, choice), lambda p: _found_target(p, base, choice))


def _found_target(position: Position, base: Base, choice: str | None) -> tuple[Target, Finding]:
    finding = Finding()
    return find_target(position, base, choice, finding), finding


def _baggage(position: Position, base: Base) -> Base | None:
    """The nearest enemy baggage, if it is in sight with no other enemy near the direct line to it."""
    near = paces(position, table(position, "distances")["baggage_route_halfwidth"])
    enemies = known_enemies(position, base.side)
    loot = [e for e in enemies if e.kind == "Bge" and can_see(position, base, e)]
    if not loot:
        return None
    found = min(loot, key=lambda e: apart(base.rectangle, e.rectangle))
    p = base.rectangle.front
    q = found.rectangle.nearest(p)
    others = [e for e in enemies if e.kind != "Bge"]
    return None if any(segment_gap(p, q, e.rectangle.corners) <= near + COINCIDE for e in others) else found


def _pick(position: Position, base: Base, equal: list[Base], choice: str | None, finding: Finding) -> Base | Target:
    """The enemy chosen among equally near ones; never one that would cancel the move while another would not."""
    if len(equal) == 1:
        return equal[0]
    names = " and ".join(enemy.id for enemy in equal)
    finding.cite("IWF-15.2a", f"{names} are equally near: the owner of {base.id} chooses")
    sound = [enemy for enemy in equal if not cancels(position, base, enemy)]
    if sound and len(sound) < len(equal):
        lost = " and ".join(enemy.id for enemy in equal if enemy not in sound)
        finding.cite("IWF-15.2b", f"{lost} may not be chosen: against it {base.id} would make no move")
    left = sound or equal
    if len(left) == 1 and choice in (None, left[0].id):
        return left[0]
    if choice is None or choice not in {enemy.id for enemy in left}:
        refused = choice in {enemy.id for enemy in equal}
        return Target(ENEMY, None, choices=tuple(enemy.id for enemy in left), refused=refused)
    return next(enemy for enemy in left if enemy.id == choice)


def cancels(position: Position, base: Base, enemy: Base) -> bool:
    """Whether an advance against an enemy would be no move: it stands where none can go, or all ways are shut."""
    if any(wholly_in(enemy.rectangle, piece.ground) for piece in barred_ground(position, base)):
        return True
    return is_hemmed_in(position, base) and not turns_nearer(base.rectangle, enemy.rectangle)


def turns_nearer(place: Rectangle, target: Rectangle) -> bool:
    """Whether turning about in its own footprint brings a front edge closer to a target."""
    before, after = place.edge(FRONT), about(place).edge(FRONT)
    return segment_gap(*after, target.corners) < segment_gap(*before, target.corners) - COINCIDE


def _helped(
    position: Position, base: Base, enemy: Base, holder: Base, choice: str | None, away: float, finding: Finding
) -> Target:
    """The place that helps against an enemy whose front a friend holds, the nearest of them."""
    helps = helping_positions(position, base, enemy)
    if not helps:
        finding.cite("IWF-15.1a", f"{enemy.id} is the nearest enemy, and no place to help {holder.id} is free")
        return Target(ENEMY, enemy, distance=away)
    best = nearest(helps)
    for one in helps:
        finding.measure(f"to {one.name}", one.distance)
    if len({one.plain for one in helps}) > 1:
        says = "places that straight movement and wheels reach are measured so, the others by shift, incline or pivot"
        finding.cite("IWF-15.1c", says)
    if len(best) > 1:
        finding.cite("IWF-15.2a", f"{' and '.join(one.name for one in best)} are equally near: the owner chooses")
        if choice not in {one.name for one in best}:
            return Target(best[0].kind, enemy, choices=tuple(one.name for one in best))
        best = [one for one in best if one.name == choice]
    found = best[0]
    finding.cite("IWF-15.1b", f"{holder.id} holds the front of {enemy.id}: the nearest place that helps is the target")
    if found.kind == REAR_SUPPORT:
        finding.cite("IWF-15.1f", f"{base.id} can support {holder.id}: the place behind it is the nearest that helps")
    if found.kind == OVERLAP and len(overlapped_from(position, base, found.place)) > 1:
        finding.cite("IWF-15.1e", f"from there {base.id} overlaps more than one enemy at the same time")
    return Target(found.kind, enemy, found, found.distance)


def spontaneous_target(position: Position, *, element: str, choice: str | None = None) -> Ruling:
    """What an element that advances on its own advances against."""
    finding = Finding()
    base = position.base(element)
    told = Finding()
    if not judge_impetuous(position, base, told)[1]:
        finding.absorb(told)
        return finding.rule("spontaneous_target", {"legal": False, "target": None, "kind": None})
    found = find_target(position, base, choice, finding)
    answer: dict[str, object] = {
        "legal": not found.refused,
        "target": found.enemy.id if found.enemy is not None and not found.choices else None,
        "kind": found.kind,
        "distance": found.distance,
        "choices": list(found.choices),
    }
    if found.help is not None:
        where = found.help.place
        answer |= {"position": found.help.name, "front": list(where.front), "facing": bearing(where.facing)}
        answer["overlaps"] = overlapped_from(position, base, where)
        finding.draw("area", where.corners, "ghost", found.help.name.replace("_", " "))
    return finding.rule("spontaneous_target", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "spontaneous_target",
        "what an element that advances on its own advances against",
        {"element": BASE, "choice": TEXT.or_none()},
        spontaneous_target,
    ),
)
