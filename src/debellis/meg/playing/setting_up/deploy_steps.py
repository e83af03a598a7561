"""Deployment by hand: the outscouted player's share first, then two unit groups in turn; at last the generals."""

from __future__ import annotations

from typing import Any

from debellis.battle.secrets import Secret
from debellis.battle.sides import other
from debellis.mechanics.tables import table
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.setting_up.actions import Deploy
from debellis.meg.playing.setting_up.general_steps import begin_generals
from debellis.meg.playing.setting_up.progress import ask, before, defender_of, note
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.usual_places import free_places, lay_works
from debellis.meg.setting_up.shapes import judge_shape
from debellis.meg.setting_up.sizes import corners_of, from_own_edge, game_size
from debellis.meg.troops import CAMP, DISMOUNTABLE, INFANTRY, SUG, is_flexible, is_skirmishing
from debellis.meg.units import bases_of, bw, distance_between, enemies_of, units_of
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

DEPLOY = "deploy"
SKIRMISHER = "skirmisher"
#: So many unit groups are offered to be placed, each at so many places.
UNITS, PLACES = 4, 2


def to_deploy(state: State, side: str) -> list[Unit]:
    """The unit groups that a side has still to place: not in ambush, not on a march, not waiting at the edge."""
    here = {unit.id for unit in units_of(state.position) if bases_of(state.position, unit.id)}
    away = {unit for name, noted in state.marches.items() if noted.owner == side for unit in noted.value}
    late = state.late[side].value if side in state.late else ()
    return [
        unit
        for unit in state.forces[side].units.value
        if unit.id not in here and not unit.hidden_in and unit.id not in away and unit.id not in late
    ]


def with_unit(position: Position, unit: Unit, bases: tuple[Base, ...]) -> Position:
    """The position with a unit group that has come onto the table."""
    others = tuple([one for one in units_of(position) if one.id != unit.id])
    return replace(position, units=(*others, unit), bases=(*position.bases, *bases))


def begin_deployment(course: Course) -> None:
    """The outscouted player places his share first (MEG-B11.1, MEG-B11.18)."""
    side, percent = before(course.state).outscouted
    defender = defender_of(course.state)
    first = side or defender
    units = len(to_deploy(course.state, first))
    ruling = judged(course.position, "deploys_first", defender=defender, units=units, percent=percent, side=first)
    share = int(ruling.answer["share"])
    note(course, share=share, more=0)
    says = f"{first} places {percent} % of its unit groups first" if share else f"{first} deploys first"
    course.tell("deployment", says, "MEG-B11.18", "MEG-B11.1")
    _ask_unit(course, first)


def _ask_unit(course: Course, side: str) -> None:
    """Ask a side to place its next unit group; who has none left lets the other go on."""
    now = before(course.state)
    if now.share:
        ask(course, DEPLOY, side)
        return
    each = int(table(course.position, "deployment")["ugs_per_choice"])
    for one in (side, other(side)):
        if to_deploy(course.state, one):
            if not now.more:
                note(course, more=each)
            ask(course, DEPLOY, one)
            return
        note(course, more=0)
        now = before(course.state)
    begin_generals(course)


def as_placed(unit: Unit, action: Deploy) -> Unit:
    """A unit group in the form in which it is placed."""
    if is_flexible(unit):
        unit = replace(unit, form=action.form)
    if unit.troops.type == INFANTRY and DISMOUNTABLE in unit.troops.traits:
        unit = replace(unit, mounted=action.mounted)
    return unit


def check_deploy(state: State, action: Deploy) -> Ruling:
    """Whether a unit group may be placed there: its shape, and the question `may_deploy`."""
    verdict = Verdict()
    found = {unit.id: unit for unit in to_deploy(state, decider(state))}
    if action.command not in found:
        verdict.refuse(f"{action.command} is not to be deployed now.", "MEG-B11.17")
        return verdict.decide("deploy")
    unit = found[action.command]
    if not action.places:
        if next(free_places(state.position, unit, files_of(state, unit)), None) is not None:
            verdict.refuse(f"There is a legal place for {unit.id}, so it must be placed.", "MEG-B11.17")
        return verdict.decide("deploy")
    if action.form not in ("", "loose", SKIRMISHER) or (action.form and not is_flexible(unit)):
        verdict.refuse(f"{unit.id} has no form {action.form!r}.", "MEG-B11.17")
        return verdict.decide("deploy")
    bases = judge_shape(
        verdict, state.position.edition, state.position.scale, as_placed(unit, action), tuple(action.places.values())
    )
    if bases is not None:
        judge_place(verdict, state, as_placed(unit, action), bases)
    return verdict.decide("deploy")


def judge_place(verdict: Verdict, state: State, unit: Unit, bases: tuple[Base, ...]) -> None:
    """Refuse a place off the table, or one that the question `may_deploy` refuses."""
    width, depth = state.position.size
    if any(not (0.0 <= x <= width and 0.0 <= y <= depth) for base in bases for x, y in base.rectangle.corners):
        verdict.refuse(f"{unit.id} must stand wholly on the table.", "MEG-B11.17")
        return
    position = state.position
    tried = with_unit(position, unit, bases)
    take_over(verdict, judged(tried, "may_deploy", unit=unit.id))
    if not verdict.legal:
        _measure(verdict, position, unit, bases)


def _measure(verdict: Verdict, position: Position, unit: Unit, bases: tuple[Base, ...]) -> None:
    """How far a unit group reaches from its own edge, and how near it stands to the enemy (MEG-B11.2)."""
    sizes = game_size(position)
    light = unit.kind == SUG or is_skirmishing(unit)
    deep = bw(position, float(sizes["sug_max_from_own_edge_bw" if light else "tug_max_from_own_edge_bw"]))
    far = max(from_own_edge(position, unit.side, corner) for corner in corners_of(bases))
    verdict.measure("farthest from its own edge", far, "mm", deep)
    enemies = [bases_of(position, one.id) for one in enemies_of(position, unit.side) if one.kind != CAMP]
    if enemies:
        least = bw(position, float(sizes["min_from_enemy_bw"]))
        verdict.measure("nearest enemy", min(distance_between(bases, one) for one in enemies), "mm", least)


def files_of(state: State, unit: Unit) -> int:
    """How many files wide the list draws a unit group up."""
    force = state.forces[unit.side]
    at = next(i for i, one in enumerate(force.units.value) if one.id == unit.id)
    return force.files.value[at]


def do_deploy(course: Course, action: Deploy) -> None:
    """Place a unit group, or let it wait at its own edge if there is no place (MEG-B11.17)."""
    side = course.state.choice.side
    unit = next(one for one in to_deploy(course.state, side) if one.id == action.command)
    if action.places:
        unit = as_placed(unit, action)
        position = course.position
        bases = judge_shape(Verdict(), position.edition, position.scale, unit, tuple(action.places.values()))
        assert bases is not None
        course.stand(with_unit(position, unit, bases))
        course.tell("deploy", f"{side} deploys {unit.id}, {unit.name}", "MEG-B11.1", "MEG-B11.17")
        lay_works(course, unit, bases)
    else:
        late = course.state.late[side].value if side in course.state.late else ()
        course.put(late={**course.state.late, side: Secret(side, (*late, unit.id))})
        course.tell("no-place", f"{side} finds no place for a unit group, which comes later", "MEG-B11.17")
    now = before(course.state)
    if now.share:
        note(course, share=now.share - 1)
        _ask_unit(course, side)
        return
    note(course, more=now.more - 1)
    _ask_unit(course, side if now.more > 1 and to_deploy(course.state, side) else other(side))


def deploy_ideas(state: State) -> list[Any]:
    """Places for the next unit groups; the first of the list at its first free place comes last."""
    found: list[Any] = []
    for unit in to_deploy(state, decider(state))[:UNITS]:
        count = 0
        for bases in free_places(state.position, unit, files_of(state, unit)):
            found.append(Deploy(unit.id, _poses(bases)))
            count += 1
            if count == PLACES:
                break
        if not count:
            found.append(Deploy(unit.id))
    return list(reversed(found))


def _poses(bases: tuple[Base, ...]) -> dict[str, Pose]:
    return {base.id: Pose(base.front, base.facing) for base in bases}
