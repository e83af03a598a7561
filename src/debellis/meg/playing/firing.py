"""Shots that are rolled and take effect at once: at chargers, at those who go to meet them, and with shoot & charge."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from debellis.battle.sides import other
from debellis.geometry.rectangle import gap
from debellis.mechanics.tables import table
from debellis.meg.charging.projecting import charge_distance, charge_of
from debellis.meg.fighting.contacts import charges_of
from debellis.meg.losses import SKULL, WOUND
from debellis.meg.playing.actions import Aim, HoldFiles, Pass, Shoot
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed, judged
from debellis.meg.playing.losing import SHOOTING, hurt, test_now
from debellis.meg.playing.state import State, about
from debellis.meg.shooting.reach import nearest_of
from debellis.meg.shooting.shooters import SHOOT_AND_CHARGE, shooting_rank
from debellis.meg.shooting.targets import charger_targets
from debellis.meg.troops import CAMP, has
from debellis.meg.units import (
    File,
    bases_of,
    bw,
    distance_between,
    file_name,
    file_of,
    files_of,
    unit_name,
    unit_of,
    units_of,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

#: The phase in which files hold their fire, and the sub-phase in which those who meet a charge are shot at.
VOLLEY, MEETING = "volley", "2.4"
#: The phase in which those with shoot & charge shoot.
SHOOT_FIRST = "shoot-first"
RUN_AWAY = "run_away"


def may_fire(course: Course, names: tuple[str, ...]) -> tuple[str, ...]:
    """The files that may shoot at some chargers, by their front bases."""
    side = course.unit(names[0]).side
    return tuple(
        file[0].id
        for unit in units_of(course.position)
        if unit.side != side and _has_shots(course, unit, names)
        for file in files_of(course.position, unit.id)
        if _charger_before(course, file, names) is not None
    )


def _has_shots(course: Course, unit: Unit, names: tuple[str, ...]) -> bool:
    """Whether a unit group could shoot at some chargers: it can shoot, and no other charge is aimed at it."""
    if unit.kind == CAMP or unit.broken or not course.bases(unit.id):
        return False
    return bool(unit.troops.shoot or unit.parts) and not _charged_by_others(course, unit.id, names)


def held(state: State, lead: str) -> tuple[str, ...] | None:
    """The files that hold their fire at a charge; None if nobody has been asked yet."""
    return None if state.holding is UNSET else state.holding.get(lead)


def ask_for_fire(course: Course, names: tuple[str, ...]) -> bool:
    """Let the other side say which of its files hold their fire; whether it has to be asked (MEG-B16.11)."""
    if held(course.state, names[0]) is not None:
        return False
    files = may_fire(course, names)
    if files:
        course.wait(other(course.unit(names[0]).side), VOLLEY, names[0], *files)
    return bool(files)


def check_holding(state: State, action: HoldFiles) -> Ruling:
    """Whether these files may hold back: only files that are asked about."""
    verdict = Verdict()
    lead, *files = about(state)
    strangers = [name for name in action.files if name not in files]
    if strangers:
        verdict.refuse(f"{strangers[0]} is none of those asked about: {', '.join(files)}.", "MEG-B15.8")
    for name in strangers:
        if state.position.has_base(name):
            file = file_name(file_of(state.position, state.position.base(name)))
            for reason in judged(state.position, "may_shoot", shooter=file, target=lead).because:
                verdict.cite(reason.clause, reason.says)
    return verdict.decide("hold_files")


def do_volley(course: Course, action: HoldFiles) -> None:
    """Note who holds his fire; counterchargers and interceptors are shot at when they have moved (MEG-29b)."""
    lead, *_ = course.got_answer()
    known = course.state.holding
    course.put(holding={**({} if known is UNSET else known), lead: action.files})
    if action.files:
        course.tell("holds-fire", f"{', '.join(action.files)} hold their fire at {lead}", "MEG-B15.8", "MEG-B16.11")
    if course.state.phase == MEETING:
        at_chargers(course, (lead,))


def holding_ideas(state: State) -> list[Any]:
    """Nobody holds back, or all do."""
    _, *files = about(state)
    return [HoldFiles(), HoldFiles(tuple(files))]


def at_chargers(course: Course, names: tuple[str, ...]) -> None:
    """Every file that may, and does not hold its fire, shoots at chargers that come within 1 BW of it (MEG-B15.8)."""
    side = course.unit(names[0]).side
    guns: dict[str, list[str]] = {}
    for unit in units_of(course.position):
        if unit.side == side or not _has_shots(course, unit, names):
            continue
        shot = False
        for file in files_of(course.position, unit.id):
            if file[0].id in (held(course.state, names[0]) or ()):
                continue
            target = _charger_before(course, file, names)
            if target is None or not course.position.has_base(file[0].id):
                continue
            runs = any(said.unit == unit.id and said.response == RUN_AWAY for said in course.state.answers)
            way = RUN_AWAY if runs else None
            name = unit_name(target)
            if roll_shot(course, file, target, way, *_why_at(course.position, file, name)):
                shot = True
                if unit.troops.shoot in ("guns", "cannons"):
                    guns.setdefault(name, []).append(file_name(file))
        if shot:
            course.did(unit.id, "shot")
            course.put(fired=(*course.state.fired, unit.id))
    for name, files in guns.items():
        if course.bases(name) and not course.unit(name).broken:
            shot_by = tuple(files)
            tests = judged(course.position, "kab", unit=name, cause="charging_guns", shot_by=shot_by).answer["tests"]
            test_now(course, name, "charging_guns", int(tests), "it charges guns", shot_by=shot_by)


def _charged_by_others(course: Course, name: str, names: tuple[str, ...]) -> bool:
    """Whether a unit group is the target of another charge, at which it shoots (MEG-B15.8)."""
    on = [charge for charge in charges_of(course.position) if name in charge.on and not charge.moved]
    return bool(on) and not any(set(charge.by) & set(names) for charge in on)


def _charger_before(course: Course, file: File, names: tuple[str, ...]) -> Base | None:
    """The front base of a charger at which a file may shoot; None if it may shoot at none."""
    unit = course.unit(unit_name(file[0]))
    if shooting_rank(unit, file) is None:
        return None
    for name in names:
        bases = course.bases(name)
        charger = course.unit(name)
        if not bases or charger.broken:
            continue
        near = charge_distance(course.position, charger) + bw(course.position, 1.5)
        if distance_between((file[0],), bases) > near:
            continue
        for target in charger_targets(course.position, file, charger)[:1]:
            ruling = judged(course.position, "may_shoot", shooter=file_name(file), target=target.id)
            if ruling.answer["legal"]:
                return target
    return None


def _why_at(position: Position, file: File, charger: str) -> tuple[str, ...]:
    """The clauses by which a file shoots at just this base of a charger."""
    name = file_name(file)
    aimed = judged(position, "targets", shooter=name, charge=charger)
    allowed_to = judged(position, "may_shoot", shooter=name, target=charger)
    return tuple(dict.fromkeys((*aimed.clauses, *allowed_to.clauses)))


def roll_shot(course: Course, file: File, target: Base, way: str | None, *clauses: str) -> bool:
    """Roll the die of one file at a base and apply it at once. Returns whether there was a die to roll."""
    arguments = {"as": way} if way is not None else {}
    ruling = judged(course.position, "shooting_die", shooter=file_name(file), target=target.id, **arguments)
    colour = ruling.answer["die"]
    name = unit_name(target)
    if colour is None:
        says = f"{file_name(file)} shoots at {name} without effect"
        course.tell("shot", says, "MEG-B16.15", *clauses, ruling=ruling)
        return True
    face = course.die(colour, f"{file_name(file)} shoots at {name}")
    says = f"{file_name(file)} shoots at {name}: the {colour} die shows {face}"
    course.tell("shot", says, "MEG-B16.6", *clauses, bases=(file[0].id, target.id), ruling=ruling)
    strike(course, name, target.id, face)
    return True


def strike(course: Course, name: str, base: str, face: str) -> None:
    """Apply the face of a shot: losses, and what slows (MEG-B16.7)."""
    lost = hurt(course, name, face, base, SHOOTING) if face in (SKULL, WOUND) else 0
    numbers = table(course.position, "shooting")
    slowed = float(numbers["s_slows_bw"]) * (face == "S") + float(numbers["base_lost_slows_bw"]) * lost
    if slowed and course.bases(name):
        course.note(name, slowed=course.unit(name).slowed + slowed)


def ask_to_shoot(course: Course, names: tuple[str, ...]) -> None:
    """Let the owner say at whom those with shoot & charge shoot as they declare their charge (MEG-B16.18)."""
    for name in reversed(names):
        if has(course.unit(name), "shoot & charge") and first_shots(course.position, name):
            course.wait(course.unit(name).side, SHOOT_FIRST, name)


def first_shots(position: Position, name: str) -> tuple[tuple[Aim, ...], ...]:
    """At whom each file of a unit group may shoot as it declares its charge, nearest first; files with nobody go."""
    charge = charge_of(position, name)
    enemies = () if charge is None else tuple(one for one in charge.on if bases_of(position, one))
    found: list[tuple[Aim, ...]] = []
    for file in files_of(position, name):
        if shooting_rank(unit_of(position, name), file) is None:
            continue
        near = [nearest_of(file, other) for enemy in enemies for other in files_of(position, enemy)]
        near.sort(key=lambda base: gap(file[0].rectangle, base.rectangle))
        arguments = {"shooter": file_name(file), "as": SHOOT_AND_CHARGE}
        legal = [base for base in near if allowed(position, "may_shoot", target=base.id, **arguments)]
        if legal:
            found.append(tuple(Aim(file[0].id, base.id) for base in legal))
    return tuple(found)


def check_first_shots(state: State, action: Any) -> Ruling:
    """Whether these files may shoot so as their unit group declares its charge; nobody has to (MEG-B16.11)."""
    verdict = Verdict()
    if isinstance(action, Pass):
        return verdict.decide("shoot")
    (name,) = about(state)
    if action.unit != name or not action.aims:
        verdict.refuse(f"It is {name} that may shoot now.", "MEG-B16.18")
        return verdict.decide("shoot")
    open_to = {aims[0].file: aims for aims in first_shots(state.position, name)}
    if len({aim.file for aim in action.aims}) != len(action.aims):
        verdict.refuse("A file shoots once.", "MEG-B16.18")
    for aim in action.aims:
        targets = [one.target for one in open_to.get(aim.file, ())]
        if aim.target not in targets:
            told = f", but at {', '.join(targets)}" if targets else ""
            verdict.refuse(f"{aim.file} may not shoot at {aim.target}{told}.", "MEG-B16.18")
    if verdict.legal:
        permit(verdict, f"{name} shoots as it declares its charge.", "MEG-B16.18", "MEG-34a")
    return verdict.decide("shoot")


def do_first_shots(course: Course, action: Any) -> None:
    """Roll the shots of a unit group that declares its charge, file by file."""
    (name,) = course.got_answer()
    if isinstance(action, Pass):
        course.tell("holds-fire", f"{name} does not shoot as it charges", "MEG-B16.18", "MEG-B16.11")
        return
    for aim in action.aims:
        if not course.position.has_base(aim.target) or course.unit(unit_name(course.position.base(aim.target))).broken:
            continue
        file = file_of(course.position, course.position.base(aim.file))
        roll_shot(course, file, course.position.base(aim.target), SHOOT_AND_CHARGE)
    course.did(name, "shot")
    course.put(fired=(*course.state.fired, name))


def first_shot_ideas(state: State) -> list[Any]:
    """All files at the nearest target, each file at each of its targets, or nobody."""
    (name,) = about(state)
    aims = first_shots(state.position, name)
    single = [Shoot(name, (aim,)) for file in aims for aim in file]
    return [Shoot(name, tuple(file[0] for file in aims)), *single, Pass()]
