"""Who touches whom, and which of these contacts are combat."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET

from debellis.geometry.contact import CORNER, Touch, meet, touches
from debellis.geometry.plane import coincide, same_direction
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, LEFT, REAR, RIGHT
from debellis.meg.arguments import ANYTHING, UNIT, question
from debellis.meg.nearby import can_come_within, circle_of
from debellis.meg.troops import BATTLEWAGONS, CAMP
from debellis.meg.units import bases_of, files_of, named_bases, on_table, unit_name, unit_of, units_of
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import Charge, Unit
from debellis.table.value import Value
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding, Ruling

KINDS = {FRONT: "front", RIGHT: "flank", REAR: "rear", LEFT: "flank"}
_FRONT_CORNERS = (CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT)
_FIGHTS = Memory[tuple["Fight", ...]]("contacts that are combat")
_TOUCHES = Memory[dict[str, tuple[Base, tuple[Touch, ...]]]]("where two bases touch")
_OF_UNITS = Memory[tuple["Fight", ...]]("contacts of a unit group that are combat")
_NEIGHBOURS = Memory[tuple[Base, ...]]("enemy bases near a unit group")


class Fight(Value, frozen=True):
    """Two enemy bases in combat: the edges of both that touch, over which length."""

    mine: Base
    theirs: Base
    edge: int
    their_edge: int
    length: float


def charges_of(position: Position) -> tuple[Charge, ...]:
    return () if position.charges is UNSET else position.charges


def has_no_flanks(unit: Unit) -> bool:
    """Camps, battlewagons and troops in orb fight on every edge as on their front."""
    return unit.kind == CAMP or unit.troops.type == BATTLEWAGONS or unit.formation == "orb"


def has_charged(position: Position, one: str, other: str) -> bool:
    """Whether one unit group has moved into another by a charge of this turn."""
    return any(
        one in charge.by and (not charge.on or other in charge.on) for charge in charges_of(position) if charge.moved
    )


def fights_of(position: Position) -> tuple[Fight, ...]:
    """Every contact that is combat, seen from both sides (MEG-B17.19).

    Two bases fight if the front edge of one lies on the other, or if a charge set a front corner on it. Side to side
    and corner to corner is no combat.
    """
    return _FIGHTS.of(position, None, _fights)


def _fights(position: Position) -> tuple[Fight, ...]:
    found: list[Fight] = []
    near = {unit.id: neighbours(position, unit) for unit in units_of(position) if unit.side == "red"}
    for mine in position.friends("red"):
        for theirs in near[unit_name(mine)]:
            fights = _fights_between(position, mine, theirs)
            if fights is not None:
                found += fights
    return tuple(found)


def neighbours(position: Position, unit: Unit) -> tuple[Base, ...]:
    """The enemy bases of unit groups that come so near to one that they may touch it, in their order."""
    return _NEIGHBOURS.of(position.by_side, unit.id, lambda sides: _neighbours(position, unit))


def _neighbours(position: Position, unit: Unit) -> tuple[Base, ...]:
    if not bases_of(position, unit.id):
        return ()
    here = circle_of(position, unit.id)
    others = [one.id for one in units_of(position) if one.side != unit.side and on_table(position, one)]
    near = {name for name in others if can_come_within(here, circle_of(position, name), 1.0)}
    return tuple([base for base in position.enemies(unit.side) if unit_name(base) in near]) if near else ()


def _fights_between(position: Position, mine: Base, theirs: Base) -> tuple[Fight, Fight] | None:
    """The combat of two enemy bases, as both see it; None if they do not fight."""
    touch = combat_touch(position, mine, theirs)
    if touch is None:
        return None
    edge, their_edge = _edges(touch)
    return (
        Fight(mine, theirs, edge, their_edge, touch.length),
        Fight(theirs, mine, their_edge, edge, touch.length),
    )


def fights_of_unit(position: Position, name: str) -> tuple[Fight, ...]:
    """The contacts in which a unit group fights, as it sees them."""
    return _OF_UNITS.of(position, name, partial(_fights_of_unit, name))


def _fights_of_unit(name: str, position: Position) -> tuple[Fight, ...]:
    known = _FIGHTS.known(position)
    if known is not None:
        return tuple([fight for fight in known if unit_name(fight.mine) == name])
    found: list[Fight] = []
    unit = unit_of(position, name)
    if unit.side == "red":
        pairs = [(mine, theirs) for mine in bases_of(position, name) for theirs in neighbours(position, unit)]
    else:
        pairs = [(mine, theirs) for mine in neighbours(position, unit) for theirs in bases_of(position, name)]
    for mine, theirs in pairs:
        fights = _fights_between(position, mine, theirs)
        if fights is not None:
            found.append(fights[0] if unit.side == "red" else fights[1])
    return tuple(found)


def touches_of(mine: Base, theirs: Base) -> tuple[Touch, ...]:
    """Every way in which two bases touch. It is kept with the first for as long as neither moves."""
    known = _TOUCHES.known(mine)
    if known is None:
        known = _TOUCHES.keep(mine, {})
    last = known.get(theirs.id)
    if last is not None and last[0] is theirs:
        return last[1]
    meets = meet(mine.rectangle, theirs.rectangle)
    found = tuple(touches(mine.rectangle, theirs.rectangle)) if meets else ()
    known[theirs.id] = (theirs, found)
    return found


def combat_touch(position: Position, mine: Base, theirs: Base) -> Touch | None:
    """The contact by which two enemy bases fight; None if they do not."""
    found = touches_of(mine, theirs)
    if not found:
        return None
    one, other = unit_of(position, unit_name(mine)), unit_of(position, unit_name(theirs))
    if one.broken or other.broken:
        return None
    edges = [touch for touch in found if touch.length > 0.0 and _by_a_front(touch, one, other)]
    if edges:
        return max(edges, key=lambda touch: touch.length)
    for touch in found:
        if touch.mine in _FRONT_CORNERS and touch.theirs < CORNER and has_charged(position, one.id, other.id):
            return touch
        if touch.theirs in _FRONT_CORNERS and touch.mine < CORNER and has_charged(position, other.id, one.id):
            return touch
        if touch.mine in _FRONT_CORNERS and touch.theirs >= CORNER and has_charged(position, one.id, other.id):
            edge = joint_edge(position, theirs, touch.theirs - CORNER)
            if edge is not None:
                return Touch(touch.mine, edge, 0.0)
        if touch.theirs in _FRONT_CORNERS and touch.mine >= CORNER and has_charged(position, other.id, one.id):
            edge = joint_edge(position, mine, touch.mine - CORNER)
            if edge is not None:
                return Touch(edge, touch.theirs, 0.0)
    return None


def joint_edge(position: Position, base: Base, corner: int) -> int | None:
    """The edge on which a corner of a base lies where its unit group goes on beyond it; None at the group's own corner.

    Side by side or one behind the other, two bases share a corner and one straight edge.
    """
    at = base.rectangle.corners[corner]
    edges = {corner, (corner + 3) % 4}
    for other in bases_of(position, unit_name(base)):
        if other.id == base.id or not same_direction(other.facing, base.facing):
            continue
        for i, point in enumerate(other.rectangle.corners):
            common = edges & {i, (i + 3) % 4}
            if len(common) == 1 and coincide(point, at):
                return common.pop()
    return None


def _by_a_front(touch: Touch, one: Unit, other: Unit) -> bool:
    """Whether the edge of one of both is a front, or counts as one."""
    return FRONT in (touch.mine, touch.theirs) or (has_no_flanks(one) and has_no_flanks(other))


def _edges(touch: Touch) -> tuple[int, int]:
    """The edges on which a contact is fought: a corner of a charger stands for its front."""
    mine = FRONT if touch.mine >= CORNER else touch.mine
    theirs = FRONT if touch.theirs >= CORNER else touch.theirs
    return mine, theirs


def in_combat(position: Position, unit: str) -> bool:
    """Whether one of the bases of a unit group fights."""
    return bool(fights_of_unit(position, unit))


def fights_of_base(position: Position, base: Base) -> tuple[Fight, ...]:
    """The contacts in which a base fights."""
    return tuple(fight for fight in fights_of_unit(position, unit_name(base)) if fight.mine.id == base.id)


def fight_between(position: Position, file: tuple[Base, ...], against: tuple[Base, ...]) -> Fight | None:
    """The contact by which a file fights an enemy file or camp: on its front if it has one there."""
    names, others = {base.id for base in file}, {base.id for base in against}
    found = [fight for fight in fights_of(position) if fight.mine.id in names and fight.theirs.id in others]
    return min(found, key=lambda fight: (fight.edge != FRONT, fight.their_edge != FRONT, -fight.length), default=None)


def _contact(position: Position, mover: str, target: str) -> Ruling:
    found = Finding()
    some, others = named_bases(position, mover), named_bases(position, target)
    if not some or not others:
        raise BadQuestion(f"{target if some else mover} is not on the table", "target" if some else "mover")
    kind, length = _kind(position, some, others, found)
    found.measure("shared edge", length)
    return found.rule("contact", {"kind": kind, "length": length})


def _kind(
    position: Position, some: tuple[Base, ...], others: tuple[Base, ...], found: Finding
) -> tuple[str | None, float]:
    """What some bases' front meets of others, and over which length; a mere touch if it meets nothing."""
    lengths: dict[str, float] = {}
    touch_only: set[str] = set()
    no_flanks = has_no_flanks(unit_of(position, unit_name(others[0])))
    for mine in some:
        for theirs in others:
            for touch in touches(mine.rectangle, theirs.rectangle):
                if touch.mine == FRONT and touch.theirs < CORNER:
                    kind = "front" if no_flanks else KINDS[touch.theirs]
                    lengths[kind] = lengths.get(kind, 0.0) + touch.length
                elif touch.mine in _FRONT_CORNERS and touch.theirs < CORNER and _charged(position, mine, theirs):
                    kind = "front" if no_flanks else KINDS[touch.theirs]
                    lengths.setdefault(kind, 0.0)
                elif touch.mine in _FRONT_CORNERS and (joint := _joint(position, mine, theirs, touch)) is not None:
                    lengths.setdefault("front" if no_flanks else KINDS[joint], 0.0)
                elif touch.mine < CORNER and touch.theirs < CORNER:
                    touch_only.add("side")
                else:
                    touch_only.add("corner")
    if lengths:
        kind = max(lengths, key=lambda one: (lengths[one], one == "front", one == "flank"))
        if no_flanks:
            what = unit_of(position, unit_name(others[0]))
            clause = "MEG-16b" if what.kind == CAMP else "MEG-19b" if what.troops.type == BATTLEWAGONS else "MEG-B25.10"
            found.cite(clause, f"{what.id} has no flanks and no rear: every edge counts as its front.")
        if not lengths[kind]:
            found.cite("MEG-B15.19", "A front corner that a charge has set on an enemy counts as its front.")
        found.cite("MEG-B17.19", "A front edge that lies on an enemy base fights it.")
        return kind, lengths[kind]
    if touch_only:
        found.cite("MEG-04f", "They merely touch, which is no combat.")
        return ("side" if "side" in touch_only else "corner"), 0.0
    return None, 0.0


def _joint(position: Position, mine: Base, theirs: Base, touch: Touch) -> int | None:
    """The edge of an enemy unit group on which a charge has set a corner where two of its bases join."""
    if touch.theirs < CORNER or not _charged(position, mine, theirs):
        return None
    return joint_edge(position, theirs, touch.theirs - CORNER)


def _charged(position: Position, mine: Base, theirs: Base) -> bool:
    return has_charged(position, unit_name(mine), unit_name(theirs))


def _in_combat(position: Position, unit: str) -> Ruling:
    found = Finding()
    fighting = in_combat(position, unit)
    if fighting:
        found.cite("MEG-B17.19", f"A base of {unit} fights.")
    else:
        found.cite("MEG-B17.19", f"No front edge of {unit} lies on enemy, and no enemy front edge on it.")
        if _merely_touches(position, unit):
            found.cite("MEG-04f", f"{unit} touches enemy, but not in combat.")
    return found.rule("in_combat", fighting)


def _merely_touches(position: Position, unit: str) -> bool:
    others = neighbours(position, unit_of(position, unit))
    return any(meet(base.rectangle, other.rectangle) for base in bases_of(position, unit) for other in others)


def opponents(position: Position, file: tuple[Base, ...]) -> tuple[Fight, ...]:
    """The contacts in which any base of a file fights."""
    names = {base.id for base in file}
    return tuple(fight for fight in fights_of_unit(position, unit_name(file[0])) if fight.mine.id in names)


def fighting_files(position: Position, unit: str) -> tuple[tuple[Base, ...], ...]:
    """The files of a unit group whose front base fights."""
    mine = {fight.mine.id for fight in fights_of_unit(position, unit)}
    return tuple(file for file in files_of(position, unit) if file[0].id in mine)


QUESTIONS = (
    question(
        "contact",
        "what the front of one thing meets of another",
        {"mover": ANYTHING, "target": ANYTHING},
        _contact,
    ),
    question("in_combat", "whether a unit group is in combat", {"unit": UNIT}, _in_combat),
)
