"""Combat file by file: charge combat (SP 2.7) and melee (SP 5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.battle.sides import other
from debellis.meg.fighting.claims import MELEE
from debellis.meg.fighting.combat import dice_of
from debellis.meg.fighting.contacts import Fight as Contact
from debellis.meg.fighting.contacts import fight_between, opponents
from debellis.meg.fighting.rolling import as_if_fighting, refuse_idle_roll
from debellis.meg.general_facts import IDLE, general_of
from debellis.meg.playing import supporting
from debellis.meg.playing.actions import Fight, Lead, Pass
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.leading import endanger
from debellis.meg.playing.losing import COMBAT, hurt, take_doomed, test_now
from debellis.meg.playing.opponents import (
    PAIRS,
    answers_back,
    circumstances,
    combat_of,
    due_now,
    front_of,
    left,
    named,
    open_pairs,
)
from debellis.meg.playing.outcomes import note_opponents
from debellis.meg.playing.rolling_on import front_named, just_broken, rolling_on, so_far
from debellis.meg.playing.state import State, about, decider
from debellis.meg.units import File, file_name, file_of, generals_of, unit_name
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import General
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

#: The stage of a combat sub-phase in which files are picked, after opponents have been named.
PICKING = "picking"
RISKY = ("skull", "S")
BLANK = "blank"


def enter(course: Course) -> None:
    course.put(rolled=(), lying={}, pairs=UNSET)
    note_opponents(course)


def run(course: Course) -> bool:
    """Sides with a choice of opponents name them (MEG-B17.20), then files are picked in turn (MEG-B17.2)."""
    if course.state.stage == "":
        for side in (course.state.turn, other(course.state.turn)):
            if side not in course.state.done and open_pairs(course.state, side):
                course.put(done=(*course.state.done, side))
                course.wait(side, PAIRS, side)
                return False
        course.put(stage=PICKING)
        course.give_choice(course.state.turn)
    for _ in range(2):
        if any(True for _ in left(course.state, course.state.choice.side)):
            return False
        if rolling_on(course.state, course.state.choice.side):
            return False
        course.chosen()
    take_doomed(course)
    if combat_of(course.state) == MELEE:
        _judge_leavers(course, () if course.state.leaving is UNSET else course.state.leaving)
    return True


def check(state: State, action: Fight | Pass) -> Ruling:
    """Whether this file may fight that enemy now: the question `may_roll`, and `may_fight` for its general."""
    verdict = Verdict()
    position = state.position
    if isinstance(action, Pass):
        return _check_pass(state)
    missing = next((name for name in (action.file, action.against) if not position.has_base(name)), None)
    if missing is not None:
        verdict.refuse(f"There is no base {missing} on the table; files are named by their front bases.", "MEG-B17.3")
        return verdict.decide("fight")
    on = rolling_on(state, decider(state)).get(action.file, ())
    contacts = on or due_now(state).get(action.file, ())
    if on:
        position = as_if_fighting(state.position, just_broken(state))
    wanted = named(state, action.file)
    if not on and action.file not in set(left(state, decider(state))):
        _refuse_file(verdict, state, action.file)
    elif wanted is not None and front_of(position, action.against) != wanted:
        verdict.refuse(f"{action.file} was to fight {wanted}.", "MEG-B17.20")
    elif all(fight.theirs.id != action.against for fight in contacts):
        verdict.refuse(f"{action.file} does not fight {action.against} now.", "MEG-B17.3")
    else:
        name = file_name(file_of(position, position.base(action.file)))
        known = so_far_known(state) if on else {}
        take_over(verdict, judged(state.position, "may_roll", file=name, against=action.against, fresh=True, **known))
        if action.general:
            he = leader_of(position, action.file)
            if he is None:
                verdict.refuse(f"No general is with {action.file}.", "MEG-B22.1")
            else:
                take_over(verdict, judged(position, "may_fight", general=he.id, file=name))
    return verdict.decide("fight")


def so_far_known(state: State) -> dict[str, Any]:
    """How far a combat phase has come, as arguments of `may_roll`."""
    phase = so_far(state)
    return {
        "due": tuple(sorted(phase.due)),
        "combat": phase.combat,
        "charging": phase.charging,
        "shot": phase.shot,
        "lying": {name: effect for name, effect in phase.lying.items() if state.position.has_base(name)},
    }


def _check_pass(state: State) -> Ruling:
    """Whether a side may pass: only if nothing but rolls against broken unit groups is left (MEG-57b)."""
    verdict = Verdict()
    due = next(left(state, decider(state)), None)
    if due is not None:
        verdict.refuse(f"{due} has still to fight.", "MEG-B17.2", "MEG-B17.20")
    else:
        permit(verdict, "Nobody has to go on rolling against the broken.", "MEG-57b")
    return verdict.decide("fight")


def _refuse_file(verdict: Verdict, state: State, file: str) -> None:
    """Refuse a file that has no combat of its own now, with the reason."""
    base = state.position.base(file)
    if base.side != decider(state):
        verdict.refuse(f"It is {decider(state)} who picks the next file.", "MEG-B17.2", "MEG-B17.20")
    elif file in due_now(state):
        verdict.refuse(f"{file} has no combat left in this phase.", "MEG-B17.20")
    elif any(unit_name(fight.theirs) in just_broken(state) for fight in _met(state, base)):
        refuse_idle_roll(verdict, file)
    elif not opponents(state.position, file_of(state.position, base)):
        verdict.refuse(f"{file} is in contact with nobody.", "MEG-B17.20", "MEG-B17.3")
    elif state.phase == "2.7":
        verdict.refuse(f"{file} came into contact before this charge phase and fights in melee.", "MEG-B17.1")
    else:
        verdict.refuse(f"{file} was met by a pursuit; that combat waits for the next turn.", "MEG-B20.11")


def _met(state: State, base: Base) -> tuple[Contact, ...]:
    """The contacts of a file, those with the broken of this combat included."""
    there = as_if_fighting(state.position, just_broken(state))
    return opponents(there, file_of(there, base))


def leader_of(position: Position, front: str) -> General | None:
    """The general with a file, of several one who has fought in it; None if there is none."""
    found = [one for one in generals_of(position) if one.file == front and one.state not in IDLE]
    return min(found, key=lambda one: not one.fighting, default=None)


def take_part(course: Course, he: General, front: str, fights: bool) -> None:
    """A general fights in the front rank of a file, or does not; he may step back each time it fights (MEG-10a)."""
    if he.fighting == fights:
        return
    course.note_general(he.id, fighting=fights)
    if fights:
        course.tell("leads", f"{he.id} fights in the front rank of {front}", "MEG-10a")
    else:
        course.tell("steps-back", f"{he.id} fights no longer in the front rank of {front}", "MEG-10a")


def do(course: Course, action: Fight | Pass) -> None:
    """Fight a combat. The general of the file attacked may fight too, if he says so first (MEG-10a)."""
    if isinstance(action, Pass):
        side = decider(course.state)
        course.put(done=(*course.state.done, *rolling_on(course.state, side)))
        course.tell("pass", f"{side} does not go on against the broken", "MEG-57b")
        course.chosen()
        return
    on = action.file in rolling_on(course.state, decider(course.state))
    he = leader_of(course.position, action.file)
    if he is not None:
        take_part(course, he, action.file, action.general)
    if on:
        roll_on(course, action.file, action.against)
        return
    if answers_back(course.state, action.file, action.against):
        front = front_of(course.position, action.against)
        theirs = leader_of(course.position, front)
        name = file_name(file_of(course.position, course.position.base(front)))
        if theirs is not None and allowed(course.position, "may_fight", general=theirs.id, file=name):
            course.wait(theirs.side, "lead", action.file, action.against, theirs.id)
            return
    resolve(course, action.file, action.against)


def check_lead(state: State, action: Lead) -> Ruling:
    verdict = Verdict()
    if action.fights:
        _, against, he = about(state)
        name = file_name(file_of(state.position, state.position.base(against)))
        take_over(verdict, judged(state.position, "may_fight", general=he, file=name))
    return verdict.decide("lead")


def do_lead(course: Course, action: Lead) -> None:
    file, against, he = course.got_answer()
    take_part(course, course.general(he), against, action.fights)
    resolve(course, file, against)


def lead_ideas(state: State) -> list[Any]:
    """The general goes on as he did, or not."""
    fights = general_of(state.position, about(state)[2]).fighting
    return [Lead(fights), Lead(not fights)]


def resolve(course: Course, file: str, against: str) -> None:
    """Roll one file's combat, with or without an answer, and apply what comes of it (MEG-B17.14)."""
    _judge_leavers(course, _leaving(course, file_of(course.position, course.position.base(file))))
    _judge_leavers(course, _leaving(course, file_of(course.position, course.position.base(against))))
    if not (course.position.has_base(file) and course.position.has_base(against)):
        course.chosen()
        return
    state, position = course.state, course.position
    both = answers_back(state, file, against)
    struck = next((fight.mine.id for fight in due_now(state)[file] if fight.theirs.id == against), file)
    mine, theirs = file_of(position, position.base(file)), file_of(position, position.base(against))
    names = (file_name(mine), against)
    units = (unit_name(mine[0]), unit_name(theirs[0]))
    more = circumstances(state, mine, theirs)
    told = judged(position, "claims", file=names[0], against=names[1], **more)
    colours = dice_of(position, int(told.answer["net"]))
    face = course.die(colours[0], f"{names[0]} fights {names[1]}")
    reply = course.die(colours[1], f"{names[1]} fights back") if both else "blank"
    effects, why = _effects(course, position, mine, theirs, face, reply, both, more)
    why = (*why, *_unhurt(position, mine, reply), *_unhurt(position, theirs, face))
    if both:
        ruling = judged(position, "combat", file=names[0], against=names[1], dice=(face, reply), **more)
        says = f"{names[0]} fights {names[1]}: {colours[0]} {face} against {colours[1]} {reply}"
        course.tell("combat", says, "MEG-B17.14", *why, bases=(file, against), ruling=ruling)
    else:
        says = f"{names[0]} strikes {names[1]}, unanswered: {colours[0]} {face}"
        course.tell("combat", says, "MEG-B17.21", *why, bases=(file, against), ruling=told)
    course.put(rolled=(*course.state.rolled, file, *((theirs[0].id,) if both else ())))
    hurt(course, units[1], face, against, COMBAT)
    if both:
        hurt(course, units[0], reply, file, COMBAT)
    _lay(course, effects)
    _endanger(course, mine, reply if both else "blank")
    _endanger(course, theirs, face)
    take_doomed(course)
    if combat_of(course.state) != MELEE:
        course.chosen()
        return
    supporting.begin(course, [(mine[0].id, against), *([(theirs[0].id, struck)] if both else [])])


def _leaving(course: Course, file: File) -> tuple[str, ...]:
    """The generals with a file who came to it out of another fight of their unit group."""
    names = {base.id for base in file}
    known = () if course.state.leaving is UNSET else course.state.leaving
    return tuple(name for name in known if course.general(name).file in names)


def _judge_leavers(course: Course, names: tuple[str, ...]) -> None:
    """Their unit group tests for generals who left a fight and do not fight in their new file (MEG-14c)."""
    known = () if course.state.leaving is UNSET else course.state.leaving
    if names:
        left = tuple(name for name in known if name not in names)
        course.put(leaving=left or UNSET)
    for name in names:
        he = course.general(name)
        if not he.fighting and he.unit and course.bases(he.unit):
            test_now(course, he.unit, "leaving_combat", 1, f"{name} does not fight in his new file", "MEG-14c")


def roll_on(course: Course, file: str, against: str) -> None:
    """Roll a file's die at a unit group that is broken, which neither answers nor loses more (MEG-57b, MEG-B18.8)."""
    there = as_if_fighting(course.position, just_broken(course.state))
    mine, theirs = file_of(there, there.base(file)), file_of(there, there.base(against))
    more = circumstances(course.state, mine, theirs)
    told = judged(there, "claims", file=file_name(mine), against=against, **more)
    colour = dice_of(there, int(told.answer["net"]))[0]
    face = course.die(colour, f"{file_name(mine)} goes on against {against}")
    says = f"{file_name(mine)} goes on against {against}, which is broken: {colour} {face}"
    effects, why = _effects(course, there, mine, theirs, face, "blank", False, more)
    course.tell("combat", says, "MEG-57b", "MEG-B17.13", *why, bases=(file, against), ruling=told)
    course.put(rolled=(*course.state.rolled, file))
    _lay(course, effects)
    _endanger(course, theirs, face)
    course.chosen()


def _lay(course: Course, effects: list[tuple[str, str]]) -> None:
    """Let shatters and shoves lie on the opponents of the files that gain by them and have not rolled."""
    for front, effect in effects:
        if front not in course.state.rolled and course.state.lying.get(front) != "shatter":
            course.put(lying={**course.state.lying, front: effect})


def _effects(
    course: Course,
    position: Position,
    mine: File,
    theirs: File,
    face: str,
    reply: str,
    both: bool,
    more: dict[str, Any],
) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """Shatters and shoves: the front bases of the files that gain by each, and the clauses where there is none."""
    found: list[tuple[str, str]] = []
    why: list[str] = []
    met = fight_between(position, mine, theirs)
    sides = (
        (mine, theirs[0] if met is None else met.theirs, face),
        (theirs, mine[0] if met is None else met.mine, reply),
    )
    for own, enemy, shown in sides:
        if shown == BLANK or (own is theirs and not both):
            continue
        ruling = judged(
            position,
            "effect",
            file=file_name(own),
            against=enemy.id,
            face=shown,
            combat=more["combat"],
            charging=more["charging"],
        )
        effect = str(ruling.answer["effect"])
        if effect == "none":
            why += ruling.clauses
            continue
        course.tell("effect", f"{file_name(own)}: {effect}", bases=(own[0].id,), ruling=ruling)
        for name in ruling.answer["helps"]:
            found.append((front_named(position, name), effect))
    return found, tuple(why)


def _unhurt(position: Position, file: File, face: str) -> tuple[str, ...]:
    """The clause that keeps a general unhurt who is with a file that is hit and does not fight in it."""
    names = {base.id for base in file}
    here = [one for one in generals_of(position) if one.file in names and not one.fighting and one.state not in IDLE]
    return ("MEG-10c",) if here and face in RISKY else ()


def _endanger(course: Course, file: File, face: str) -> None:
    """A general who fights in a file is in danger when the enemy die shows a skull or an S (MEG-B22.2)."""
    if face not in RISKY:
        return
    names = {base.id for base in file}
    for general in generals_of(course.position):
        if general.fighting and general.file in names and general.state not in IDLE:
            endanger(course, general.id, "fighting")


def ideas(state: State) -> Iterator[Any]:
    """The combats that the deciding side can pick, those of the leftmost file last.

    Rolls at the broken come first; where nothing else is left, the side may pass.
    """
    found: list[Any] = []
    side = decider(state)
    for name in left(state, side):
        found += _fights_of(state.position, name, due_now(state)[name])
    must = bool(found)
    for name, contacts in rolling_on(state, side).items():
        found += _fights_of(state.position, name, contacts)
    yield from reversed(found)
    if not must:
        yield Pass()


def _fights_of(position: Position, name: str, contacts: tuple[Contact, ...]) -> list[Any]:
    """The combats of one file, one for each enemy file; also with its general, if he does not fight yet."""
    found: list[Any] = []
    met: dict[str, str] = {}
    for fight in contacts:
        met.setdefault(front_of(position, fight.theirs.id), fight.theirs.id)
    for against in met.values():
        found.append(Fight(name, against))
        if leader_of(position, name) is not None:
            found.append(Fight(name, against, True))
    return found
