"""Aligning: the short tidying move of troops in contact, and what it may not do."""

from __future__ import annotations

from debellis.geometry.contact import CORNER, meet, touches
from debellis.geometry.plane import COINCIDE, PARALLEL, Point, coincide
from debellis.geometry.rectangle import FRONT, LEFT, REAR, RIGHT, overlaps
from debellis.mechanics.tables import table
from debellis.meg.fighting.contacts import Fight, charges_of, fights_of_base, fights_of_unit, neighbours
from debellis.meg.fighting.places import began_behind, strikes_flank
from debellis.meg.units import bases_of, bw, facing_of, moment, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.verdict import Verdict, permit

#: The sub-phases in which unit groups align, the first at the end of a charge move.
IN_CHARGE, BEFORE_MELEE = ("2.6",), ("4.2", "5.1")
SIDES = (LEFT, RIGHT)


class Align(Value, frozen=True):
    """An align as asked: who aligns, and the position before and after."""

    members: tuple[str, ...]
    before: Position
    after: Position

    @property
    def in_charge_phase(self) -> bool:
        return moment(self.before).phase.startswith("2.")


def contacts(position: Position, unit: str) -> list[Fight]:
    """The fights of a unit group."""
    return list(fights_of_unit(position, unit))


def touched(position: Position, unit: str) -> list[str]:
    """The enemy unit groups that a unit group touches."""
    own = bases_of(position, unit)
    near = neighbours(position, unit_of(position, unit))
    found = (unit_name(base) for base in near if any(meet(base.rectangle, a.rectangle) for a in own))
    return [name for name in dict.fromkeys(found) if not unit_of(position, name).broken]


def lies_flat(position: Position, unit: str, enemy: str) -> bool:
    """Whether an edge of a unit group lies on an edge of an enemy, one of them a front."""
    return any(
        touch.length > COINCIDE and FRONT in (touch.mine, touch.theirs) and touch.mine < CORNER
        for a in bases_of(position, unit)
        for b in bases_of(position, enemy)
        for touch in touches(a.rectangle, b.rectangle)
    )


def judge_align(verdict: Verdict, found: Align) -> None:
    """Refuse an align that is no tidying of the contact."""
    phase = moment(found.before).phase
    if phase and phase not in IN_CHARGE + BEFORE_MELEE:
        verdict.refuse(f"Nobody aligns in SP {phase}.", "MEG-B14.8")
    for name in found.members:
        _judge_distance(verdict, found, name)
        _judge_room(verdict, found, name)
    if not any(touched(found.before, name) for name in found.members):
        verdict.refuse("Only those in contact with enemy align.", "MEG-B14.8")
        return
    _judge_angles(verdict, found)
    _judge_flank_charges(verdict, found)
    _judge_kept(verdict, found)
    _judge_frontal(verdict, found)
    _judge_corners(verdict, found)
    if not found.in_charge_phase:
        _judge_flank_to_front(verdict, found)
    if not verdict.legal:
        return
    met = {enemy for name in found.members for enemy in touched(found.before, name)}
    if not any(lies_flat(found.after, name, enemy) for name in found.members for enemy in met):
        verdict.refuse("After an align an edge lies flat on an enemy whom it touched before.", "MEG-B14.8")
        return
    permit(verdict, "The align tidies the contact.", "MEG-05a", "MEG-B14.8")
    if not found.in_charge_phase and _on_a_flank(found):
        permit(verdict, "Before melee either side may tidy a contact on a flank.", "MEG-05i")


def _judge_distance(verdict: Verdict, found: Align, name: str) -> None:
    """Less than 1 BW sideways and at most 1 BW ahead or back, measured along the facing afterwards (MEG-B14.9)."""
    rules = table(found.before, "alignment")
    wide = bw(found.before, float(rules["sideways_less_than_bw"]))
    deep = bw(found.before, float(rules["ahead_at_most_bw"]))
    across = ahead = 0.0
    for base in bases_of(found.before, name):
        end = found.after.base(base.id)
        right, forth = end.rectangle.local(base.front)
        across, ahead = max(across, abs(right)), max(ahead, abs(forth))
    verdict.measure("sideways", across, "mm", wide)
    if across >= wide - COINCIDE:
        verdict.refuse(f"{name} would be shifted by a whole base width.", "MEG-05f", "MEG-B14.9")
    if ahead > deep + COINCIDE:
        verdict.refuse(f"{name} would go more than 1 BW ahead or back.", "MEG-05f", "MEG-B14.9")


def _judge_room(verdict: Verdict, found: Align, name: str) -> None:
    """No base overlaps anything, but friends who stand at a slant to the same enemy make room by their own align."""
    own = bases_of(found.after, name)
    near = ((a, b) for a in own for b in found.after.near(a.rectangle) if unit_name(b) != name)
    met = {unit_name(b) for a, b in near if overlaps(a.rectangle, b.rectangle)}
    for other in sorted(met):
        if own[0].side != unit_of(found.after, other).side or not _still_slanted(found, name, other):
            verdict.refuse(f"{name} would overlap {other}.", "MEG-B14.9")


def _still_slanted(found: Align, name: str, friend: str) -> bool:
    """Whether a friend has an align of its own to make against an enemy that both touch."""
    enemies = [enemy for enemy in touched(found.before, friend) if enemy in touched(found.before, name)]
    return bool(enemies) and not any(lies_flat(found.before, friend, enemy) for enemy in enemies)


def _square(position: Position, one: str, other: str) -> bool:
    """Whether two unit groups stand at the same angle, or at right angles."""
    a, b = facing_of(position, unit_of(position, one)), facing_of(position, unit_of(position, other))
    dot, cross = abs(a[0] * b[0] + a[1] * b[1]), abs(a[0] * b[1] - a[1] * b[0])
    return dot <= PARALLEL or cross <= PARALLEL


def _judge_angles(verdict: Verdict, found: Align) -> None:
    """In contact with two enemies at different angles nobody aligns, unless one align conforms to all (MEG-05c)."""
    for name in found.members:
        enemies = touched(found.before, name)
        slanted = any(not _square(found.before, a, b) for a in enemies for b in enemies)
        if slanted and not all(lies_flat(found.after, name, enemy) for enemy in enemies):
            diagram = "MEG-05h" if found.in_charge_phase else "MEG-05j"
            says = f"{name} is in contact with enemies at different angles and cannot conform to all."
            verdict.refuse(says, "MEG-05c", diagram, *_of_second_charger(found, name))


def _of_second_charger(found: Align, name: str) -> tuple[str, ...]:
    """The paragraph on two chargers on one target, if a friend has charged an enemy that this charger struck too."""
    struck = set(touched(found.before, name))
    moved = [charge for charge in charges_of(found.before) if charge.moved and found.in_charge_phase]
    own = any(name in charge.by for charge in moved)
    return ("MEG-B15.29",) if own and any(name not in one.by and struck & set(one.on) for one in moved) else ()


def _flank_claims(position: Position, name: str) -> list[tuple[str, str]]:
    """The pairs of charger and target, one of them this unit group, in which the charger has the claim of a flank."""
    pairs: list[tuple[str, str]] = []
    for fight in contacts(position, name):
        own, enemy = unit_of(position, unit_name(fight.mine)), unit_of(position, unit_name(fight.theirs))
        if fight.edge == FRONT and fight.their_edge != FRONT and strikes_flank(position, own, enemy, fight):
            pairs.append((own.id, enemy.id))
        seen = Fight(fight.theirs, fight.mine, fight.their_edge, fight.edge, fight.length)
        if fight.their_edge == FRONT and fight.edge != FRONT and strikes_flank(position, enemy, own, seen):
            pairs.append((enemy.id, own.id))
    return list(dict.fromkeys(pairs))


def _judge_flank_charges(verdict: Verdict, found: Align) -> None:
    """In the charge phase no align touches a flank charge, neither by the charged side nor by the charger (MEG-05b)."""
    if not found.in_charge_phase or not changes(found):
        return
    for name in found.members:
        for charger, target in _flank_claims(found.before, name):
            diagram = "MEG-05g" if name == target else "MEG-05h"
            says = f"{charger} charged {target} in flank, and neither aligns before that combat."
            verdict.refuse(says, "MEG-05b", diagram)


def _fought(position: Position, unit: str, enemy: str) -> list[Fight]:
    return [fight for fight in contacts(position, unit) if unit_name(fight.theirs) == enemy]


def _judge_kept(verdict: Verdict, found: Align) -> None:
    """Nobody aligns out of contact with an enemy, unless a mate of the block takes over (MEG-05d)."""
    for name in found.members:
        for enemy in dict.fromkeys(unit_name(fight.theirs) for fight in contacts(found.before, name)):
            frontal = any(fight.edge == FRONT for fight in _fought(found.before, name, enemy))
            now = _fought(found.after, name, enemy)
            if any(fight.edge == FRONT for fight in now) or (now and not frontal):
                continue
            mates = [other for other in found.members if other != name]
            if any(fight.edge == FRONT for mate in mates for fight in _fought(found.after, mate, enemy)):
                permit(verdict, f"{name} leaves {enemy}, which its block fights on.", "MEG-05k", "MEG-05d")
                continue
            if now:
                continue
            clauses = ("MEG-05d", "MEG-05l") if frontal and len(found.members) == 1 else ("MEG-05d",)
            verdict.refuse(f"{name} would no longer fight {enemy}.", *clauses, *_of_second_charger(found, name))


def _judge_frontal(verdict: Verdict, found: Align) -> None:
    """No base turns a frontal combat into one on a flank, nor a contact on a rear into one on a side (MEG-05e)."""
    for name in found.members:
        for base in bases_of(found.before, name):
            for enemy in dict.fromkeys(unit_name(fight.theirs) for fight in _of(found.before, base)):
                was = [fight for fight in _of(found.before, base) if unit_name(fight.theirs) == enemy]
                now = [fight for fight in _of(found.after, base) if unit_name(fight.theirs) == enemy]
                if _worse(was, now):
                    clauses = ("MEG-05e",) if found.in_charge_phase else ("MEG-05e", "MEG-05j")
                    verdict.refuse(f"{base.id} would fight {enemy} on a side no longer the same.", *clauses)


def _judge_corners(verdict: Verdict, found: Align) -> None:
    """Who only touches an enemy at a corner does not align onto its flank or rear from before its front (MEG-05e).

    A corner set on a corner would be fought from the front: such an align would turn that into a flank combat.
    """
    for name in found.members:
        met = {unit_name(fight.theirs) for fight in contacts(found.before, name)}
        for enemy in touched(found.before, name):
            now = [fight for fight in _fought(found.after, name, enemy) if FRONT in (fight.edge, fight.their_edge)]
            if enemy in met or not now or any(_is_frontal(fight) for fight in now):
                continue
            striker, struck = (name, enemy) if now[0].edge == FRONT else (enemy, name)
            if not _is_behind(found.before, striker, struck):
                says = f"{striker} touches {struck} at a corner, and stands before its front: not onto its flank."
                verdict.refuse(says, "MEG-05e", "MEG-05a")


def _is_behind(position: Position, striker: str, struck: str) -> bool:
    """Whether a unit group stood behind the line of another's front: where it charged from, else where it stands."""
    one, other = unit_of(position, striker), unit_of(position, struck)
    charge = next((charge for charge in charges_of(position) if striker in charge.by and charge.moved), None)
    if charge is not None:
        return began_behind(position, one, other, charge)
    ahead = facing_of(position, other)
    line = max(_along(base.front, ahead) for base in bases_of(position, struck))
    corners = [corner for base in bases_of(position, striker) for corner in base.rectangle.corners]
    return all(_along(corner, ahead) <= line + COINCIDE for corner in corners)


def _along(point: Point, ahead: Point) -> float:
    return point[0] * ahead[0] + point[1] * ahead[1]


def _of(position: Position, base: Base) -> list[Fight]:
    return list(fights_of_base(position, base))


def _worse(was: list[Fight], now: list[Fight]) -> bool:
    """Whether a frontal contact has become one on a flank, or one on a rear one on a side."""
    if not now:
        return False
    if any(_is_frontal(fight) for fight in was):
        return not any(_is_frontal(fight) for fight in now)
    rear = any(REAR in (fight.edge, fight.their_edge) for fight in was)
    return rear and any(fight.edge in SIDES or fight.their_edge in SIDES for fight in now)


def _is_frontal(fight: Fight) -> bool:
    return fight.edge == FRONT and fight.their_edge == FRONT


def _struck(position: Position, name: str) -> set[str]:
    """The enemies whose front lies on the flank or rear of a unit group, and who do not fight its front too."""
    struck = {unit_name(fight.theirs) for fight in contacts(position, name) if fight.edge != FRONT}
    return struck - {unit_name(fight.theirs) for fight in contacts(position, name) if _is_frontal(fight)}


def _judge_flank_to_front(verdict: Verdict, found: Align) -> None:
    """Before melee an align does not make a frontal contact of one on the flank, unless that was agreed (MEG-05i)."""
    agreed = found.before.options.get(
        "flank_to_front_before_melee", table(found.before, "alignment")["flank_to_front_before_melee"]
    )
    for name in found.members:
        for enemy in _struck(found.before, name):
            front = any(_is_frontal(fight) for fight in _fought(found.after, name, enemy))
            if front and not agreed:
                verdict.refuse(f"{name} would make its flank contact with {enemy} a frontal one.", "MEG-05a", "MEG-05i")


def _on_a_flank(found: Align) -> bool:
    return any(not _is_frontal(fight) for name in found.members for fight in contacts(found.before, name))


def changes(found: Align) -> bool:
    """Whether an align moves anything."""
    return any(
        not coincide(base.front, found.after.base(base.id).front)
        or abs(base.facing[0] - found.after.base(base.id).facing[0]) > PARALLEL
        or abs(base.facing[1] - found.after.base(base.id).facing[1]) > PARALLEL
        for name in found.members
        for base in bases_of(found.before, name)
    )
