"""Everything before the first turn, by the defaults of the rules: who invades, the ground, camps and deployment."""

from __future__ import annotations

from debellis.battle.game import OVER
from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES, other
from debellis.mechanics.tables import table
from debellis.meg.general_facts import ALLY
from debellis.meg.playing.actions import Prepare
from debellis.meg.playing.course import Course
from debellis.meg.playing.flow import ORDER, enter
from debellis.meg.playing.laying_out import lay_out
from debellis.meg.playing.turn_end import begin_turn
from debellis.meg.playing.usual_places import (
    camp_places,
    free_places,
    lay_works,
    pitch,
    places_of_generals,
    roll_for_loyalty,
    roll_of_commanders,
)
from debellis.meg.units import generals_of, moment, unit_name, units_of
from debellis.table.value import replace


def prepare(course: Course, action: Prepare) -> None:
    """Roll for invader and defender, lay out the ground, deploy both armies, and begin the first turn."""
    invader = other(str(roll_of_commanders(course).answer["chooses"]))
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


def pitch_camp(course: Course, side: str) -> None:
    """The camp in one row at the free place nearest to the middle of the own edge (MEG-B23.5)."""
    bases = next(camp_places(course.state, side), None)
    if bases is None:
        course.tell("camp", f"{side} finds no place for its camp", "MEG-B23.5")
    else:
        pitch(course, side, bases)


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
    bases = next(free_places(course.position, unit, files), None)
    position = course.position
    if bases is None:
        late = course.state.late[side].value if side in course.state.late else ()
        course.put(late={**course.state.late, side: Secret(side, (*late, unit.id))})
        course.tell("no-place", f"{side} finds no place for a unit group, which comes later", "MEG-B11.17")
        return
    course.stand(replace(position, units=(*units_of(position), unit), bases=(*position.bases, *bases)))
    course.tell("deploy", f"{side} deploys {unit.id}, {unit.name}", "MEG-B11.1", "MEG-B11.17")
    lay_works(course, unit, bases)


def place_generals(course: Course, side: str) -> None:
    """Every general joins a unit group of his own; allies may turn out to hesitate (MEG-B7.14, MEG-B7.16)."""
    leaders = course.state.forces[side].leaders.value
    files = places_of_generals(course.position, leaders, side)
    course.stand(replace(course.position, generals=(*generals_of(course.position), *leaders)))
    for he in leaders:
        if he.id not in files:
            continue
        unit = unit_name(course.position.base(files[he.id]))
        course.note_general(he.id, unit=unit, file=files[he.id])
        course.tell("general", f"{he.id}, {he.rank}, joins {unit}", "MEG-B7.14")
        if he.role == ALLY:
            roll_for_loyalty(course, he)
