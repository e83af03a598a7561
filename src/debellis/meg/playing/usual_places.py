"""Where camps, unit groups and generals usually go before the first turn, and the rolls of their generals."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.sides import SIDES
from debellis.geometry.rectangle import overlaps
from debellis.mechanics.tables import table
from debellis.meg.general_facts import ARMY_COMMANDER, FLANK_MARCHING, HESITANT, rank_row
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed, judged
from debellis.meg.playing.state import State
from debellis.meg.setting_up.lists import army_lists, drawn_up
from debellis.meg.setting_up.sizes import game_size
from debellis.meg.setting_up.works import own_line
from debellis.meg.troops import CAMP, SUG
from debellis.meg.units import bw, files_of, on_table, outline, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import General, TroopDescription, Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling

#: Places are tried in steps of this many base widths.
STRIDE = 0.5
AHEAD = {"red": (0.0, 1.0), "blue": (0.0, -1.0)}


def commander(state: State, side: str) -> General:
    """The army commander of a side."""
    leaders = state.forces[side].leaders.value
    return next(one for one in leaders if one.role == ARMY_COMMANDER)


def roll_of_commanders(course: Course) -> Ruling:
    """The ruling on the roll of the army commanders that one of them wins; ties are rolled again (MEG-B9.1)."""
    while True:
        faces: dict[str, str] = {}
        for side in SIDES:
            he = commander(course.state, side)
            die = str(rank_row(course.position, he)["invader_die"])
            faces[side] = course.die(die, f"{he.id} rolls for invader and defender")
        ruling = judged(course.position, "invader", faces=faces)
        says = f"red rolls {faces['red']}, blue {faces['blue']}"
        course.tell("roll", says, ruling=ruling)
        if ruling.answer["chooses"] != "again":
            return ruling


def from_the_middle(position: Position) -> list[float]:
    """Places along the table, from the middle outwards, left and right in turn."""
    width = position.size[0]
    step = bw(position, STRIDE)
    count = int(width / 2.0 / step)
    found = [width / 2.0]
    for i in range(1, count + 1):
        found += [width / 2.0 + i * step, width / 2.0 - i * step]
    return found


# Camps


def camp_of_side(state: State, side: str) -> Unit:
    """The camp of a side as it is placed."""
    count = int(game_size(state.position)["camp_elements"])
    form = state.forces[side].camp
    return Unit(f"{side[0].upper()}C", side, CAMP, TroopDescription(type=CAMP), count, name="camp", form=form)


def camp_at(state: State, side: str, x: float) -> tuple[Base, ...]:
    """The elements of a camp in one row on the own edge with their middle at a place."""
    position, camp, facing = state.position, camp_of_side(state, side), AHEAD[side]
    deep = drawn_up(position.edition, position.scale, camp, camp.original, Pose((0.0, 0.0), facing))[0].depth
    y = deep if side == "red" else position.size[1] - deep
    return drawn_up(position.edition, position.scale, camp, camp.original, Pose((x, y), facing))


def camp_places(state: State, side: str) -> Iterator[tuple[Base, ...]]:
    """Legal places of a camp in one row, from the middle of the own edge outwards (MEG-B23.5)."""
    for x in from_the_middle(state.position):
        bases = camp_at(state, side, x)
        ends = tuple(Pose(base.front, base.facing) for base in bases)
        if allowed(state.position, "may_place_camp", side=side, ends=ends):
            yield bases


def pitch(course: Course, side: str, bases: tuple[Base, ...]) -> None:
    """Put a camp on the table."""
    position = course.position
    camp = camp_of_side(course.state, side)
    course.stand(replace(position, units=(*units_of(position), camp), bases=(*position.bases, *bases)))
    course.tell("camp", f"{side} pitches camp", "MEG-B23.5")


# Unit groups


def free_places(position: Position, unit: Unit, files: int) -> Iterator[tuple[Base, ...]]:
    """The free places of a unit group from the middle outwards, row behind row (MEG-B11.2)."""
    sizes = game_size(position)
    light = unit.kind == SUG
    deep = float(sizes["sug_max_from_own_edge_bw" if light else "tug_max_from_own_edge_bw"])
    row = deep - 1.0
    while row >= 1.0:
        far = bw(position, row)
        y = far if unit.side == "red" else position.size[1] - far
        for x in from_the_middle(position):
            bases = drawn_up(position.edition, position.scale, unit, files, Pose((x, y), AHEAD[unit.side]))
            if may_stand(position, unit, bases):
                yield bases
        row -= 0.5


def may_stand(position: Position, unit: Unit, bases: tuple[Base, ...]) -> bool:
    """Whether a unit group may be deployed there: the question `may_deploy`."""
    width, depth = position.size
    for base in bases:
        if any(not (0.0 <= x <= width and 0.0 <= y <= depth) for x, y in base.rectangle.corners):
            return False
        if any(True for other in position.near(base.rectangle) if _on(base, other)):
            return False
    others = tuple([one for one in units_of(position) if one.id != unit.id])
    tried = replace(position, units=(*others, unit), bases=(*position.bases, *bases))
    return allowed(tried, "may_deploy", unit=unit.id)


def _on(base: Base, other: Base) -> bool:
    return overlaps(base.rectangle, other.rectangle)


# Generals


def places_of_generals(position: Position, leaders: tuple[General, ...], side: str) -> dict[str, str]:
    """The file that each general usually joins: the middle one of a unit group of his own (MEG-B7.14)."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    middle = position.size[0] / 2.0
    for i, he in enumerate(leaders):
        own = [
            unit
            for unit in units_of(position)
            if unit.side == side and unit.kind != CAMP and unit.contingent == he.contingent
        ]
        own = [unit for unit in own if on_table(position, unit) and not unit.broken]
        free = [unit for unit in own if unit.id not in taken and unit.kind != SUG] or own
        if not free:
            continue
        wanted = middle if he.role == ARMY_COMMANDER else middle * (0.6 if i % 2 else 1.4)
        unit = min(free, key=lambda one: abs(outline(position, one).centre[0] - wanted))
        taken.add(unit.id)
        files = files_of(position, unit.id)
        found[he.id] = files[(len(files) - 1) // 2][0].id
    return found


def of_enemy_people(state: State, he: General) -> bool:
    """Whether the troops of an ally are of a people that the army list names among its enemies."""
    listed = army_lists(state.position.edition).get(state.forces[he.side].army, {})
    return he.contingent in listed.get("enemies", ())


def roll_for_loyalty(course: Course, he: General) -> None:
    """The roll for an ally: a wound or skull makes him hesitant (MEG-B7.8)."""
    rules = table(course.position, "general_rules")
    hostile = of_enemy_people(course.state, he)
    colour = str(rules["hesitant_die_enemy_people" if hostile else "hesitant_die"])
    face = course.die(colour, f"{he.id}: does he hesitate")
    hesitates = face.casefold() in [str(one).casefold() for one in rules["hesitant_on"]]
    if hesitates and he.state == FLANK_MARCHING:
        course.put(wavering=(*course.state.wavering, he.id))
    elif hesitates:
        course.note_general(he.id, state=HESITANT)
    why = f", {colour} because the {he.contingent} are enemies of the list" if hostile else ""
    says = f"{he.id} {'hesitates' if hesitates else 'is ready'} ({face}{why})"
    course.tell("ally", says, "MEG-B7.8", "MEG-B7.16")


def lay_works(course: Course, unit: Unit, bases: tuple[Base, ...]) -> None:
    """Lay the own barricades or obstacles of a unit group along its front, where they stay (MEG-B24.6)."""
    for line in own_line(unit, bases):
        course.stand(replace(course.position, terrain=(*course.position.terrain, line)))
        course.tell("works", f"{unit.id} lays its {line.kind} along its front", "MEG-B24.6")
