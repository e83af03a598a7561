"""Everything before the first turn, by the defaults of the rules: who invades, the ground, camps and deployment."""

from __future__ import annotations

from debellis.battle.game import OVER
from debellis.battle.sides import SIDES, other
from debellis.geometry.rectangle import overlaps
from debellis.mechanics.tables import table
from debellis.meg.general_facts import ALLY, ARMY_COMMANDER, HESITANT, rank_row
from debellis.meg.playing.actions import Prepare
from debellis.meg.playing.course import Course
from debellis.meg.playing.flow import ORDER, enter
from debellis.meg.playing.judging import allowed, judged
from debellis.meg.playing.laying_out import lay_out
from debellis.meg.playing.state import State
from debellis.meg.playing.turn_end import begin_turn
from debellis.meg.setting_up.lists import drawn_up
from debellis.meg.setting_up.sizes import game_size
from debellis.meg.troops import CAMP, SUG
from debellis.meg.units import bw, files_of, moment, outline, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import General, TroopDescription, Unit
from debellis.table.value import replace

#: Places are tried in steps of this many base widths.
STRIDE = 0.5


def prepare(course: Course, action: Prepare) -> None:
    """Roll for invader and defender, lay out the ground, deploy both armies, and begin the first turn."""
    invader = roll_for_invader(course)
    course.put(invader=invader)
    defender = other(invader)
    course.stand(replace(course.position, moment=replace(moment(course.position), defender=defender)))
    course.tell("invader", f"{invader} invades and {defender} defends", "MEG-B9.1")
    lay_out(course, defender)
    for side in (defender, invader):
        pitch_camp(course, side)
    deploy(course, defender)
    for side in (defender, invader):
        place_generals(course, side)
    course.put(number=0)
    begin_turn(course, invader)
    if course.state.phase != OVER:
        enter(course, ORDER[0])


def commander(state: State, side: str) -> General:
    """The army commander of a side."""
    leaders = state.forces[side].leaders.value
    return next(one for one in leaders if one.role == ARMY_COMMANDER)


def roll_for_invader(course: Course) -> str:
    """The army commanders roll; the winner takes the part of the defender (MEG-B9.1)."""
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
            return other(str(ruling.answer["chooses"]))


# Camps


def pitch_camp(course: Course, side: str) -> None:
    """The camp in one row at the free place nearest to the middle of the own edge (MEG-B23.5)."""
    position = course.position
    sizes = game_size(position)
    count = int(sizes["camp_elements"])
    force = course.state.forces[side]
    camp = Unit(f"{side[0].upper()}C", side, CAMP, TroopDescription(type=CAMP), count, name="camp", form=force.camp)
    facing = (0.0, 1.0) if side == "red" else (0.0, -1.0)
    sample = drawn_up(position.edition, position.scale, camp, count, Pose((0.0, 0.0), facing))
    deep = sample[0].depth
    y = deep if side == "red" else position.size[1] - deep
    for x in from_the_middle(position):
        bases = drawn_up(position.edition, position.scale, camp, count, Pose((x, y), facing))
        ends = tuple(Pose(base.front, base.facing) for base in bases)
        if allowed(position, "may_place_camp", side=side, ends=ends):
            course.stand(replace(position, units=(*units_of(position), camp), bases=(*position.bases, *bases)))
            course.tell("camp", f"{side} pitches camp", "MEG-B23.5")
            return
    course.tell("camp", f"{side} finds no place for its camp", "MEG-B23.5")


def from_the_middle(position: Position) -> list[float]:
    """Places along the table, from the middle outwards, left and right in turn."""
    width = position.size[0]
    step = bw(position, STRIDE)
    count = int(width / 2.0 / step)
    found = [width / 2.0]
    for i in range(1, count + 1):
        found += [width / 2.0 + i * step, width / 2.0 - i * step]
    return found


# Deployment


def deploy(course: Course, first: str) -> None:
    """Both sides place two unit groups in turn, each at the first free place from the middle outwards (MEG-B11.1)."""
    left = {side: list(range(len(course.state.forces[side].units.value))) for side in SIDES}
    each = int(table(course.position, "deployment")["ugs_per_choice"])
    side = first
    while any(left.values()):
        for _ in range(each):
            if left[side]:
                _deploy_one(course, side, left[side].pop(0))
        side = other(side)


def _deploy_one(course: Course, side: str, at: int) -> None:
    force = course.state.forces[side]
    unit, files = force.units.value[at], force.files.value[at]
    bases = free_place(course.position, unit, files)
    position = course.position
    if bases is None:
        course.tell("no-place", f"{unit.id} finds no place and stays away", "MEG-B11.17")
        return
    course.stand(replace(position, units=(*units_of(position), unit), bases=(*position.bases, *bases)))
    course.tell("deploy", f"{side} deploys {unit.id}, {unit.name}", "MEG-B11.1", "MEG-B11.17")


def free_place(position: Position, unit: Unit, files: int) -> tuple[Base, ...] | None:
    """The first free place of a unit group from the middle outwards, row behind row; None if there is none."""
    sizes = game_size(position)
    light = unit.kind == SUG
    deep = float(sizes["sug_max_from_own_edge_bw" if light else "tug_max_from_own_edge_bw"])
    ahead = 1.0 if unit.side == "red" else -1.0
    row = deep - 1.0
    while row >= 1.0:
        far = bw(position, row)
        y = far if unit.side == "red" else position.size[1] - far
        for x in from_the_middle(position):
            bases = drawn_up(position.edition, position.scale, unit, files, Pose((x, y), (0.0, ahead)))
            if may_stand(position, unit, bases):
                return bases
        row -= 0.5
    return None


def may_stand(position: Position, unit: Unit, bases: tuple[Base, ...]) -> bool:
    """Whether a unit group may be deployed there: the question `may_deploy`."""
    width, depth = position.size
    for base in bases:
        if any(not (0.0 <= x <= width and 0.0 <= y <= depth) for x, y in base.rectangle.corners):
            return False
        if any(True for other in position.near(base.rectangle) if _on(base, other)):
            return False
    tried = replace(position, units=(*units_of(position), unit), bases=(*position.bases, *bases))
    return allowed(tried, "may_deploy", unit=unit.id)


def _on(base: Base, other: Base) -> bool:
    return overlaps(base.rectangle, other.rectangle)


# Generals


def place_generals(course: Course, side: str) -> None:
    """Every general joins a unit group of his own; allies may turn out to hesitate (MEG-B7.14, MEG-B7.16)."""
    leaders = course.state.forces[side].leaders.value
    course.stand(replace(course.position, generals=(*_generals(course.position), *leaders)))
    taken: set[str] = set()
    middle = course.position.size[0] / 2.0
    for i, he in enumerate(leaders):
        own = [
            unit
            for unit in units_of(course.position)
            if unit.side == side and unit.kind != CAMP and unit.contingent == he.contingent
        ]
        free = [unit for unit in own if unit.id not in taken and unit.kind != SUG] or own
        if not free:
            continue
        wanted = middle if he.role == ARMY_COMMANDER else middle * (0.6 if i % 2 else 1.4)
        unit = min(free, key=lambda one: abs(outline(course.position, one).centre[0] - wanted))
        taken.add(unit.id)
        files = files_of(course.position, unit.id)
        course.note_general(he.id, unit=unit.id, file=files[(len(files) - 1) // 2][0].id)
        course.tell("general", f"{he.id}, {he.rank}, joins {unit.id}", "MEG-B7.14")
        if he.role == ALLY:
            _loyalty(course, he)


def _generals(position: Position) -> tuple[General, ...]:
    found = position.generals
    return found if isinstance(found, tuple) else ()


def _loyalty(course: Course, he: General) -> None:
    """The roll for an ally: a wound or skull makes him hesitant (MEG-B7.8)."""
    rules = table(course.position, "general_rules")
    face = course.die(str(rules["hesitant_die"]), f"{he.id}: does he hesitate")
    hesitates = face.casefold() in [str(one).casefold() for one in rules["hesitant_on"]]
    if hesitates:
        course.note_general(he.id, state=HESITANT)
    says = f"{he.id} {'hesitates' if hesitates else 'is ready'} ({face})"
    course.tell("ally", says, "MEG-B7.8", "MEG-B7.16")
