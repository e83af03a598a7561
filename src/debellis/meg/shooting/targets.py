"""Targets: what is in range, arc and sight of a file, and which of it may be shot at."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Segment
from debellis.geometry.rectangle import EDGES, FRONT, Rectangle, gap, overlaps
from debellis.mechanics.tables import table
from debellis.meg.arguments import ANYTHING, UNIT, question
from debellis.meg.charging.projecting import first_within
from debellis.meg.fighting.contacts import fights_of_base, opponents
from debellis.meg.fighting.support import engaged_bases, supported_files
from debellis.meg.nearby import can_come_within, circle_of, circle_round
from debellis.meg.shooting.shooters import (
    SHOOT_AND_CHARGE,
    declared_charge,
    edges_of,
    front_of_fire,
    judge_shooter,
    shooting_rank,
    weapon_row,
)
from debellis.meg.shooting.sight import behind_ridge, hidden_at, line_of_sight
from debellis.meg.troops import ARTILLERY, BATTLEWAGONS, CAMP
from debellis.meg.units import (
    File,
    bases_of,
    bw,
    distance_between,
    enemies_of,
    file_name,
    file_of,
    files_of,
    has_unit,
    moment,
    named_bases,
    named_file,
    on_table,
    unit_name,
    unit_of,
    units_of,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: The sub-phases of shooting at those who come on.
AT_CHARGERS = ("2.4", "2.5")


def range_to(file: File, unit: Unit, target: Base, edge: int) -> float:
    """The range from a file to a base: from the front edge of the shooting rank to its nearest point (MEG-B16.2)."""
    side = front_of_fire(unit, file, edge).rectangle.fronting(edge)
    return gap(Rectangle(side.front, side.facing, side.width, COINCIDE), target.rectangle)


def in_arc(position: Position, file: File, unit: Unit, target: Base, edge: int, far: float) -> bool:
    """Whether some part of a base lies in the strip ahead of a file, widened by 1 BW on each side (MEG-B16.2)."""
    return overlaps(_strip(position, file, unit, edge, far), target.rectangle)


def _strip(position: Position, file: File, unit: Unit, edge: int, far: float) -> Rectangle:
    """The strip ahead of an edge in which a file may shoot."""
    side = front_of_fire(unit, file, edge).rectangle.fronting(edge)
    wing = bw(position, float(table(position, "shooting")["arc_side_bw"]))
    x, y = side.front[0] + side.facing[0] * far, side.front[1] + side.facing[1] * far
    return Rectangle((x, y), side.facing, side.width + 2.0 * wing, far)


def draw_arcs(found: Finding, position: Position, file: File) -> None:
    """Draw the arc of fire of a file: to its short and to its long range."""
    unit = unit_of(position, unit_name(file[0]))
    rank = shooting_rank(unit, file)
    if rank is None:
        return
    row = weapon_row(position, rank[1])
    for edge in edges_of(unit):
        for key, says in (("long_bw", "long range"), ("short_bw", "short range")):
            strip = _strip(position, file, unit, edge, bw(position, float(row[key])))
            found.draw("area", strip.corners, "range", says)


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


def reaches(
    position: Position,
    file: File,
    unit: Unit,
    target: Base,
    edges: tuple[int, ...] | None = None,
    over: frozenset[str] | None = None,
) -> tuple[float, int, Segment] | None:
    """Range, edge and line by which a file reaches a base; None if it is out of range, arc or sight.

    It shoots from some of its edges, or from all from which such troops shoot; and over some unit groups, or over those
    that such troops shoot over.
    """
    found = shooting_rank(unit, file)
    if found is None:
        return None
    far = bw(position, float(weapon_row(position, found[1])["long_bw"]))
    for edge in edges_of(unit) if edges is None else edges:
        apart = range_to(file, unit, target, edge)
        if apart > far + COINCIDE or not in_arc(position, file, unit, target, edge, far):
            continue
        passed = _over(position, unit) if over is None else over
        line = line_of_sight(position, front_of_fire(unit, file, edge), target, (edge,), passed)
        if line is not None:
            return apart, edge, line
    return None


def _over(position: Position, unit: Unit) -> frozenset[str]:
    """The friends that artillery shoots over: those more than 2 BW from it (MEG-B16.4)."""
    if unit.troops.type != ARTILLERY:
        return frozenset()
    clear = bw(position, float(table(position, "document")["artillery_target_clear_of_friends_bw"]))
    own = bases_of(position, unit.id)
    found = set()
    for friend in units_of(position):
        if friend.side != unit.side or friend.id == unit.id or not on_table(position, friend):
            continue
        if distance_between(own, bases_of(position, friend.id)) > clear + COINCIDE:
            found.add(friend.id)
    return frozenset(found)


def nearest_of(file: File, target: File) -> Base:
    """The base of a target file that is nearest to the shooters (MEG-B16.3)."""
    return min(target, key=lambda base: gap(file[0].rectangle, base.rectangle))


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
            if shot is not None and _clear_of_friends(position, unit, enemy):
                found.append((shot[0], base))
    found.sort(key=lambda pair: (pair[0], pair[1].id))
    return found


def _clear_of_friends(position: Position, unit: Unit, enemy: Unit) -> bool:
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


def _near_friends(position: Position, file: File, unit: Unit, enemy: Unit) -> bool:
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


def _may_shoot(position: Position, shooter: str, target: str, edge: str | None = None, **given: str) -> Ruling:
    verdict = Verdict()
    way = given.get("as")
    phase = moment(position).phase or "3.1"
    files = _files_named(position, shooter)
    aimed = named_bases(position, target)
    enemy = unit_of(position, unit_name(aimed[0])) if aimed else unit_of(position, target.partition("/")[0])
    edges = None if edge is None else (EDGES.index(edge),)
    best: Verdict | None = None
    for file in files:
        one = Verdict()
        judge_shooter(one, position, file, way)
        _judge_edge(one, position, file, edge)
        _judge_target(one, position, file, enemy, aimed, phase, way, target, edges)
        if best is None or (one.legal and not best.legal):
            best = one
    assert best is not None
    verdict = best
    for file in files:
        draw_arcs(verdict, position, file)
    if verdict.legal and phase in AT_CHARGERS:
        _permit_at_chargers(verdict, position, enemy)
        charge = declared_charge(position, enemy.id)
        phase = "2.4" if charge is not None and charge.kind in ("countercharge", "intercept") else "2.5"
    return verdict.decide("may_shoot", phase=phase)


def _judge_edge(verdict: Verdict, position: Position, file: File, edge: str | None) -> None:
    """Refuse an edge from which such troops do not shoot."""
    unit = unit_of(position, unit_name(file[0]))
    if edge is None or EDGES.index(edge) in edges_of(unit):
        return
    if unit.troops.type == BATTLEWAGONS:
        verdict.refuse(f"{unit.id} shoots from its long edges only.", "MEG-19d")
    else:
        verdict.refuse(f"{unit.id} shoots from its front only.", "MEG-B16.2")


def _permit_at_chargers(verdict: Verdict, position: Position, enemy: Unit) -> None:
    charge = declared_charge(position, enemy.id)
    if charge is not None and charge.kind in ("countercharge", "intercept"):
        permit(verdict, f"{enemy.id} is shot at as if it charged.", "MEG-29a")
        permit(verdict, "Fire at those who answer a charge is taken in SP 2.4.", "MEG-29b")
    permit(verdict, "The front base of a file that comes within 1 BW is the target.", "MEG-28a")


def _files_named(position: Position, name: str) -> tuple[File, ...]:
    return files_of(position, name) if has_unit(position, name) else (named_file(position, name),)


def _judge_target(
    verdict: Verdict,
    position: Position,
    file: File,
    enemy: Unit,
    aimed: tuple[Base, ...],
    phase: str,
    way: str | None,
    name: str,
    edges: tuple[int, ...] | None,
) -> None:
    """Refuse a target that is a camp, fights, is out of reach, or is not the one to be shot at."""
    unit = unit_of(position, unit_name(file[0]))
    if enemy.kind == CAMP:
        verdict.refuse(f"{enemy.id} is a camp, which is never shot at.", "MEG-16a")
        return
    if not aimed or enemy.side == unit.side:
        verdict.refuse(f"{name} is no enemy on the table.", "MEG-B16.3")
        return
    if phase in AT_CHARGERS or way == SHOOT_AND_CHARGE:
        if way == SHOOT_AND_CHARGE:
            _judge_at_the_charged(verdict, position, unit, enemy)
        else:
            _judge_charger(verdict, position, file, enemy, aimed)
        return
    legal = chosen_targets(position, file, edges)
    wanted = {base.id for base in aimed}
    if any(base.id in wanted for base in legal):
        if any(supported_files(position, file_of(position, base)) for base in legal if base.id in wanted):
            permit(verdict, "A supporting file may be shot at, with the die one colour lower.", "MEG-45c")
        if unit.troops.type == ARTILLERY and _near_friends(position, file, unit, enemy):
            permit(verdict, f"Some part of {enemy.id} is more than 2 BW from friends.", "MEG-44b")
        return
    _say_why(verdict, position, file, unit, enemy, aimed, legal)


def _say_why(
    verdict: Verdict,
    position: Position,
    file: File,
    unit: Unit,
    enemy: Unit,
    aimed: tuple[Base, ...],
    legal: list[Base],
) -> None:
    """Why a target of the shooting phase is refused."""
    wanted = {base.id for base in aimed}
    meant = [one for one in files_of(position, enemy.id) if any(base.id in wanted for base in one)]
    tried = aimed if len(aimed) == 1 else tuple(nearest_of(file, one) for one in meant)
    barred = [clause for base in tried for clause in may_be_hit(position, base)]
    in_reach = [base for base in tried if shooting_rank(unit, file) and reaches(position, file, unit, base)]
    if barred and all(may_be_hit(position, base) for base in tried):
        verdict.refuse(f"{tried[0].id} takes part in fighting and may not be shot at.", *dict.fromkeys(barred))
    elif shooting_rank(unit, file) is None:
        return
    elif not in_reach and any(hidden_at(position, file[0], base) for base in tried):
        verdict.refuse(f"{enemy.id} is hidden at this distance by the ground it stands in.", "MEG-B10.5")
    elif not in_reach and _over_troops(position, file, unit, tried):
        verdict.refuse(f"Troops stand in the line of {file_name(file)} to {enemy.id}.", "MEG-B16.4", "MEG-B10.12")
    elif not in_reach and any(behind_ridge(position, file[0], base) for base in tried):
        verdict.refuse(f"{enemy.id} is beyond a ridge and more than 2 BW away.", "MEG-B10.5", "MEG-B10.12")
    elif not in_reach:
        verdict.refuse(f"{enemy.id} is not in range, arc and sight of {file_name(file)}.", "MEG-B16.2")
    elif not _clear_of_friends(position, unit, enemy):
        verdict.refuse(f"No part of {enemy.id} is more than 2 BW from friends.", "MEG-44b")
    elif legal:
        verdict.refuse(f"{file_name(file)} must shoot at {legal[0].id}, which is nearer.", "MEG-B16.3")


def _judge_at_the_charged(verdict: Verdict, position: Position, unit: Unit, enemy: Unit) -> None:
    """Those who shoot as they declare a charge shoot at a target of this charge only (MEG-B16.18)."""
    charge = declared_charge(position, unit.id)
    if charge is not None and charge.on and enemy.id not in charge.on:
        verdict.refuse(f"{enemy.id} is no target of the charge of {unit.id}.", "MEG-B16.18")
    elif verdict.legal:
        permit(verdict, f"{unit.id} shoots at a target of its charge as it declares it.", "MEG-B16.18")


def _over_troops(position: Position, file: File, unit: Unit, targets: tuple[Base, ...]) -> bool:
    """Whether a file would reach one of some bases if it could shoot over everybody."""
    everybody = frozenset(other.id for other in units_of(position))
    return any(reaches(position, file, unit, base, None, everybody) is not None for base in targets)


def _judge_charger(verdict: Verdict, position: Position, file: File, enemy: Unit, aimed: tuple[Base, ...]) -> None:
    """At chargers a file shoots only at the front base of a file that comes within 1 BW."""
    targets = charger_targets(position, file, enemy)
    fronts = {base.id for base in targets}
    wanted = {base.id for base in aimed}
    if not targets:
        verdict.refuse(f"No file of {enemy.id} comes within 1 BW of {file_name(file)}.", "MEG-28a")
    elif not any(file_of(position, base)[0].id in wanted for base in aimed):
        verdict.refuse(f"{file_name(file)} shoots at the front base of a file, never at a rear rank.", "MEG-28a")
    elif not fronts & wanted:
        verdict.refuse(f"{file_name(file)} shoots at {targets[0].id}, the first to come within 1 BW.", "MEG-28b")


def charger_targets(position: Position, file: File, enemy: Unit) -> list[Base]:
    """The front bases of a charger's files that come within 1 BW of a file first (MEG-28a, MEG-28b)."""
    near = bw(position, float(table(position, "document")["shoot_at_chargers_range_bw"]))
    when: list[tuple[float, Base]] = []
    for other in files_of(position, enemy.id):
        at = first_within(position, enemy, other[0], file[0].rectangle, near)
        if at is not None:
            when.append((at, other[0]))
    if not when:
        return []
    least = min(at for at, _ in when)
    return [base for at, base in when if at <= least + COINCIDE]


def _targets(position: Position, shooter: str, charge: str | None = None) -> Ruling:
    found = Finding()
    bases: dict[str, Base] = {}
    for file in _files_named(position, shooter):
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
        "may_shoot",
        "whether a file may shoot at a target",
        {
            "shooter": ANYTHING,
            "target": ANYTHING,
            "as": one_of(SHOOT_AND_CHARGE).or_none(),
            "edge": one_of(*EDGES).or_none(),
        },
        _may_shoot,
    ),
    question(
        "targets",
        "the bases that a file may or must shoot at",
        {"shooter": ANYTHING, "charge": UNIT.or_none()},
        _targets,
    ),
)
