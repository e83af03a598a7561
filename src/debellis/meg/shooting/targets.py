"""Targets: which bases in reach of a file may be shot at, and which it has to choose."""

from __future__ import annotations

from functools import partial

from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT, Rectangle, gap, overlaps
from debellis.mechanics.tables import table
from debellis.meg.arguments import ANYTHING, UNIT, question
from debellis.meg.charging.moving import carried_out
from debellis.meg.charging.projecting import charge_of, first_within
from debellis.meg.charging.way import Way, charge_way, slid
from debellis.meg.fighting.contacts import fights_of_base, opponents
from debellis.meg.fighting.support import engaged_bases, supported_files
from debellis.meg.nearby import can_come_within, circle_of, circle_round
from debellis.meg.shooting.reach import draw_arcs, nearest_of, reaches
from debellis.meg.shooting.shooters import (
    edges_of,
    front_of_fire,
    judge_shooter,
    shooting_rank,
    weapon_row,
)
from debellis.meg.shooting.sight import line_of_sight
from debellis.meg.troops import ARTILLERY, CAMP
from debellis.meg.units import (
    File,
    bases_of,
    bw,
    distance_between,
    enemies_of,
    file_of,
    files_of,
    has_unit,
    named_file,
    unit_name,
    unit_of,
    units_of,
)
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

#: The sub-phases of shooting at those who come on.
AT_CHARGERS = ("2.4", "2.5")
_PROJECTED = Memory[Way]("where charges end as things stand")


def may_be_hit(position: Position, target: Base) -> tuple[str, ...]:
    """The clauses that keep a base from being shot at because it fights; none if it may be."""
    if any(fight.their_edge == FRONT for fight in fights_of_base(position, target)):
        return ("MEG-45a",)
    unit = unit_of(position, unit_name(target))
    file = file_of(position, target)
    if supported_files(position, file) and not opponents(position, file):
        return ()
    engaged = engaged_bases(position, unit, Finding())
    return ("MEG-45b",) if any(base.id == target.id for base in engaged) else ()


def legal_targets(position: Position, file: File, edges: tuple[int, ...] | None = None) -> list[tuple[float, Base]]:
    """The bases a file may shoot at in the shooting phase, with their ranges, nearest first."""
    unit = unit_of(position, unit_name(file[0]))
    found: list[tuple[float, Base]] = []
    rank = shooting_rank(unit, file)
    if rank is None:
        return found
    here, far = circle_round(file), bw(position, float(weapon_row(position, rank[1])["long_bw"]))
    for enemy in enemies_of(position, unit.side):
        if enemy.kind == CAMP or not can_come_within(here, circle_of(position, enemy.id), far):
            continue
        for other in files_of(position, enemy.id):
            base = nearest_of(file, other)
            if may_be_hit(position, base):
                continue
            shot = reaches(position, file, unit, base, edges)
            if shot is not None and clear_of_friends(position, unit, enemy):
                found.append((shot[0], base))
    found.sort(key=lambda pair: (pair[0], pair[1].id))
    return found


def clear_of_friends(position: Position, unit: Unit, enemy: Unit) -> bool:
    """Artillery needs a target some part of which is more than 2 BW from friends (MEG-44b)."""
    if unit.troops.type != ARTILLERY:
        return True
    clear = bw(position, float(table(position, "document")["artillery_target_clear_of_friends_bw"]))
    friends = [base for base in position.friends(unit.side) if unit_name(base) != unit.id]
    if not friends:
        return True
    return any(
        min(gap(base.rectangle, friend.rectangle) for friend in friends) > clear + COINCIDE
        for base in bases_of(position, enemy.id)
    )


def near_friends(position: Position, file: File, unit: Unit, enemy: Unit) -> bool:
    """Whether some part of a target is within 2 BW of friends of the artillery, or it has to shoot over friends."""
    clear = bw(position, float(table(position, "document")["artillery_target_clear_of_friends_bw"]))
    theirs = bases_of(position, enemy.id)
    friends = tuple(base for base in position.friends(unit.side) if unit_name(base) != unit.id)
    if not friends:
        return False
    near = distance_between(friends, theirs) <= clear + COINCIDE
    return near or all(reaches(position, file, unit, base, None, frozenset()) is None for base in theirs)


def chosen_targets(position: Position, file: File, edges: tuple[int, ...] | None = None) -> list[Base]:
    """The targets among which a file may choose: enemy close ahead first, else the nearest (MEG-B16.3, MEG-B16.16)."""
    legal = legal_targets(position, file, edges)
    near = bw(position, 1.0)
    close = [base for apart, base in legal if apart <= near + COINCIDE and _directly_ahead(file[0], base, near)]
    if close:
        return close
    if not legal:
        return []
    least = legal[0][0]
    return [base for apart, base in legal if apart <= least + COINCIDE]


def _directly_ahead(front: Base, base: Base, far: float) -> bool:
    ahead = front.rectangle.advanced(far)
    return overlaps(Rectangle(ahead.front, ahead.facing, front.width, far), base.rectangle)


def charger_targets(position: Position, file: File, enemy: Unit) -> list[Base]:
    """The front bases of a charger's files that come within 1 BW of a file first (MEG-28a, MEG-28b)."""
    when = [(at, base) for at, base, seen in coming_near(position, file, enemy) if seen]
    if not when:
        return []
    least = min(at for at, _ in when)
    return [base for at, base in when if at <= least + COINCIDE]


def coming_near(position: Position, file: File, enemy: Unit) -> list[tuple[float, Base, bool]]:
    """The front bases of a charger that come within 1 BW of a file: after how far, and whether the file sees them."""
    near = bw(position, float(table(position, "document")["shoot_at_chargers_range_bw"]))
    found: list[tuple[float, Base, bool]] = []
    way = _PROJECTED.of(position, enemy.id, partial(_projected, enemy.id))
    places = {base.id: base.rectangle for base in way.bases}
    for other in files_of(position, enemy.id):
        if other[0].id not in places:
            continue
        at = first_within(places[other[0].id], way.far, file[0].rectangle, near)
        if at is not None:
            found.append((at, other[0], _in_sight(position, file, other[0], way, at)))
    return found


def _projected(name: str, position: Position) -> Way:
    """The way of a charge from after its wheel to contact, or as far as it goes as things stand (MEG-B15.17)."""
    charge = charge_of(position, name)
    if charge is None:
        return charge_way(position, (name,))
    if charge.moved:
        return replace(charge_way(position, charge.by), far=0.0)
    _, way, arrival = carried_out(position, charge, None)
    return replace(way, far=arrival.far)


def _in_sight(position: Position, file: File, base: Base, way: Way, at: float) -> bool:
    """Whether no third unit group hides a charging base where it first comes near (MEG-B10.12)."""
    there = {one.id: one for one in slid(way.bases, way.towards, at)}
    then = replace(position, bases=tuple([there.get(one.id, one) for one in position.bases]))
    unit = unit_of(position, unit_name(file[0]))
    for edge in edges_of(unit):
        viewer = front_of_fire(unit, file, edge)
        everybody = frozenset(other.id for other in units_of(position))
        clear = line_of_sight(then, viewer, there[base.id], (edge,), everybody)
        if clear is None or line_of_sight(then, viewer, there[base.id], (edge,)) is not None:
            return True
    return False


def files_named(position: Position, name: str) -> tuple[File, ...]:
    return files_of(position, name) if has_unit(position, name) else (named_file(position, name),)


def _targets(position: Position, shooter: str, charge: str | None = None) -> Ruling:
    found = Finding()
    bases: dict[str, Base] = {}
    for file in files_named(position, shooter):
        if charge is not None:
            targets = charger_targets(position, file, unit_of(position, charge))
            found.cite("MEG-28a", "The target is the front base of a charging file that comes within 1 BW.")
            if len(files_of(position, charge)) > 1:
                found.cite("MEG-28b", "The first file to come within 1 BW is the target.")
        else:
            verdict = Verdict()
            judge_shooter(verdict, position, file, None)
            targets = chosen_targets(position, file) if verdict.legal else []
            found.cite("MEG-B16.3", "The nearest legal enemy file is the target.")
            if len(targets) > 1:
                found.cite("MEG-B16.16", "Among targets equally near the owner chooses.")
            if _spares_camp(position, file, targets):
                found.cite("MEG-16a", "A camp is never shot at.")
        bases.update({base.id: base for base in targets})
        draw_arcs(found, position, file)
    return found.rule("targets", list(bases))


def _spares_camp(position: Position, file: File, targets: list[Base]) -> bool:
    """Whether a camp would be the target, if camps were shot at."""
    unit = unit_of(position, unit_name(file[0]))
    nearest = min((gap(file[0].rectangle, base.rectangle) for base in targets), default=None)
    for camp in enemies_of(position, unit.side):
        if camp.kind != CAMP:
            continue
        base = nearest_of(file, bases_of(position, camp.id))
        shot = reaches(position, file, unit, base)
        if shot is not None and (nearest is None or shot[0] < nearest):
            return True
    return False


QUESTIONS = (
    question(
        "targets",
        "the bases that a file may or must shoot at",
        {"shooter": ANYTHING, "charge": UNIT.or_none()},
        _targets,
    ),
)
