"""The shooting phase (SP 3.1): the sides name unit groups in turn; losses are taken together at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from debellis.geometry.rectangle import EDGES
from debellis.meg.playing.actions import Aim, Pass, Shoot, TakeCover
from debellis.meg.playing.alternating import CLOSED, do_pass, goes_on
from debellis.meg.playing.course import Course
from debellis.meg.playing.firing import strike
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.state import Hit, State, about, decider
from debellis.meg.shooting.reach import reaches
from debellis.meg.shooting.shooters import edges_of, judge_shooter, shooting_rank, weapon_row
from debellis.meg.shooting.targets import chosen_targets
from debellis.meg.troops import BATTLEWAGONS, CAMP, has
from debellis.meg.units import bases_of, bw, file_name, file_of, files_of, unit_name, unit_of, units_of
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict, permit

_AIMS = Memory[tuple[tuple[Aim, ...], ...]]("aims of a unit group")


def aims_of(position: Position, name: str) -> tuple[tuple[Aim, ...], ...]:
    """What each file of a unit group, or each long edge of it, may aim at; those without a target are left out."""
    return _AIMS.of(position, name, lambda here: _aims(here, name))


def _aims(position: Position, name: str) -> tuple[tuple[Aim, ...], ...]:
    unit = unit_of(position, name)
    found: list[tuple[Aim, ...]] = []
    for file in files_of(position, name):
        rank = shooting_rank(unit, file)
        if rank is None or not _in_reach(position, unit, float(weapon_row(position, rank[1])["long_bw"])):
            continue
        quiet = QuietVerdict()
        judge_shooter(quiet, position, file, None)
        if quiet.faults:
            continue
        for edges in _sides(unit):
            aims = tuple(Aim(file[0].id, target.id) for target in chosen_targets(position, file, edges))
            if aims:
                found.append(aims)
    return tuple(found)


def _sides(unit: Unit) -> tuple[tuple[int, ...] | None, ...]:
    """The edges that shoot each on its own: both long ones of battlewagons (MEG-19d), all others at once."""
    return tuple([(edge,) for edge in edges_of(unit)]) if unit.troops.type == BATTLEWAGONS else (None,)


def edge_used(position: Position, aim: Aim) -> str | None:
    """The long edge from which a battlewagon shoots at a target; None for all other troops, or if it reaches nobody."""
    file = file_of(position, position.base(aim.file))
    unit = unit_of(position, unit_name(file[0]))
    shot = reaches(position, file, unit, position.base(aim.target)) if unit.troops.type == BATTLEWAGONS else None
    return None if shot is None else EDGES[shot[1]]


def _in_reach(position: Position, unit: Unit, far: float) -> bool:
    """Whether any enemy may be within range of a unit group."""
    reach = bw(position, far)
    return any(position.near_enemies(unit.side, base.rectangle, reach) for base in bases_of(position, unit.id))


def may_shoot(state: State, unit: Unit) -> bool:
    """Whether a unit group has still a shot to make."""
    if unit.kind == CAMP or unit.broken or unit.id in state.done or not bases_of(state.position, unit.id):
        return False
    if not unit.troops.shoot and not unit.parts:
        return False
    return bool(aims_of(state.position, unit.id))


def run(course: Course) -> bool:
    """Take all losses together when shooting is over, and return whether it is (MEG-B16.11)."""
    if goes_on(course, _can):
        return False
    hits, names = course.state.hits, course.state.done
    course.put(hits=(), done=(), stage=CLOSED)
    if hits:
        course.tell("volleys", "all shots count before any loss is taken", "MEG-B12.5", "MEG-B16.11")
    for name in names:
        course.did(name, "shot")
    for hit in hits:
        if course.bases(hit.unit) and not course.unit(hit.unit).broken:
            strike(course, hit.unit, hit.base, hit.face)
    return True


def _can(state: State, side: str) -> bool:
    return any(unit.side == side and may_shoot(state, unit) for unit in units_of(state.position))


def check(state: State, action: Any) -> Ruling:
    """Whether these files may shoot at these targets: the question `may_shoot` for each."""
    verdict = Verdict()
    if isinstance(action, Pass):
        return verdict.decide("shoot")
    position = state.position
    known = {unit.id: unit for unit in units_of(position)}
    unit = known.get(action.unit)
    if unit is None or unit.side != decider(state) or unit.id in state.done or not action.aims:
        verdict.refuse(f"{action.unit} has no shots to make.", "MEG-B16.11")
        return verdict.decide("shoot")
    there = [aim for aim in action.aims if position.has_base(aim.file) and position.has_base(aim.target)]
    edges = {aim: edge_used(position, aim) for aim in there}
    if len({(aim.file, edges.get(aim)) for aim in action.aims}) != len(action.aims):
        verdict.refuse("A file shoots once, and a battlewagon once from each long edge.", "MEG-44a")
    for aim in action.aims:
        if not position.has_base(aim.file) or not position.has_base(aim.target):
            verdict.refuse(f"{aim.file} or {aim.target} is not on the table.", "MEG-B16.3")
        elif unit_name(position.base(aim.file)) != unit.id:
            verdict.refuse(f"{aim.file} is not of {unit.id}.", "MEG-B16.1")
        else:
            name = file_name(file_of(position, position.base(aim.file)))
            edge = edges[aim]
            more = {} if edge is None else {"edge": edge}
            take_over(verdict, judged(position, "may_shoot", shooter=name, target=aim.target, **more))
            if edge is not None and verdict.legal:
                permit(verdict, f"{name} shoots from each long edge that has a target.", "MEG-19d")
    return verdict.decide("shoot")


def do(course: Course, action: Any) -> None:
    """Roll the shots of a unit group, after its targets have said whether they take cover (MEG-B16.17)."""
    if isinstance(action, Pass):
        do_pass(course, action)
        return
    shoot(course, action.unit, action.aims)


def shoot(course: Course, name: str, aims: tuple[Aim, ...]) -> None:
    position = course.position
    for aim in aims:
        target = unit_name(position.base(aim.target))
        if not has(course.unit(target), "shield cover") or f"cover {target}" in course.state.queue:
            continue
        if target in course.state.done:
            continue
        if allowed(position, "may_use_shield_cover", unit=target):
            course.put(queue=(*course.state.queue, f"cover {target}"))
            shots = [part for one in aims for part in (one.file, one.target)]
            course.wait(course.unit(target).side, "cover", target, name, *shots)
            return
    hits: list[Hit] = []
    for aim in aims:
        file = file_of(position, position.base(aim.file))
        hits += _rolled(course, file_name(file), aim)
    course.put(hits=(*course.state.hits, *hits), done=(*course.state.done, name))
    course.chosen()


def _rolled(course: Course, shooter: str, aim: Aim) -> list[Hit]:
    """Roll the dice of one file: one die, or two for a battlewagon."""
    target = unit_name(course.position.base(aim.target))
    ruling = judged(course.position, "shooting_die", shooter=shooter, target=aim.target)
    colour = ruling.answer["die"]
    if colour is None:
        course.tell("shot", f"{shooter} shoots at {target} without effect", "MEG-B16.15", ruling=ruling)
        return []
    wagons = _wagons(course.position, aim)
    hits: list[Hit] = []
    for _ in range(2 * wagons if wagons else 1):
        face = course.die(colour, f"{shooter} shoots at {target}")
        says = f"{shooter} shoots at {target}: the {colour} die shows {face}"
        clauses = ("MEG-B16.6", "MEG-19d", "MEG-B16.13") if wagons else ("MEG-B16.6", "MEG-44a")
        course.tell("shot", says, *clauses, bases=(aim.file, aim.target), ruling=ruling)
        hits.append(Hit(target, aim.target, face))
    return hits


def _wagons(position: Position, aim: Aim) -> int:
    """The battlewagons of a file that reach its target, each by two dice (MEG-19d); none of other troops."""
    file, target = file_of(position, position.base(aim.file)), position.base(aim.target)
    unit = unit_of(position, unit_name(file[0]))
    if unit.troops.type != BATTLEWAGONS:
        return 0
    theirs = file_of(position, target)
    return max(1, sum(any(reaches(position, (one,), unit, base) for base in theirs) for one in file))


def check_cover(state: State, action: TakeCover) -> Ruling:
    verdict = Verdict()
    if action.covers:
        take_over(verdict, judged(state.position, "may_use_shield_cover", unit=about(state)[0]))
    return verdict.decide("take_cover")


def do_cover(course: Course, action: TakeCover) -> None:
    target, name, *shots = course.got_answer()
    if action.covers:
        course.did(target, "shield_cover")
        course.tell("cover", f"{target} takes cover behind its shields", "MEG-B25.11", "MEG-B16.17")
    aims = [Aim(file, aimed) for file, aimed in zip(shots[::2], shots[1::2], strict=True)]
    shoot(course, name, tuple(aims))


def cover_ideas(state: State) -> list[Any]:
    return [TakeCover(True), TakeCover(False)]


def sources(state: State) -> list[Iterable[Any]]:
    """All shots of each unit group that has any, and to shoot no more."""
    side = decider(state)
    able = [unit for unit in units_of(state.position) if unit.side == side]
    return [*(_ideas_of(state, unit) for unit in able), (Pass(),)]


def _ideas_of(state: State, unit: Unit) -> Iterator[Shoot]:
    """All shots of a unit group together, or only its first one."""
    if not may_shoot(state, unit):
        return
    aims = aims_of(state.position, unit.id)
    yield Shoot(unit.id, tuple(some[0] for some in aims))
    if len(aims) > 1:
        yield Shoot(unit.id, (aims[0][0],))
