"""Combat file by file: charge combat (SP 2.7) and melee (SP 5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.battle.sides import other
from debellis.geometry.rectangle import FRONT
from debellis.meg.dice import moved
from debellis.meg.fighting.claims import CHARGE, MELEE
from debellis.meg.fighting.combat import dice_of
from debellis.meg.fighting.contacts import Fight as Contact
from debellis.meg.fighting.contacts import fight_between, fights_of, opponents
from debellis.meg.fighting.support import stands_beside
from debellis.meg.general_facts import IDLE
from debellis.meg.playing.actions import Fight, Lead, PairUp
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.leading import endanger
from debellis.meg.playing.losing import COMBAT, hurt, take_doomed
from debellis.meg.playing.state import State, about, decider
from debellis.meg.troops import BATTLEWAGONS, CAMP
from debellis.meg.units import File, file_name, file_of, files_of, generals_of, unit_name, unit_of, units_of
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

_NOW = Memory[dict[str, tuple[Contact, ...]]]("combats to be fought now")
#: The stage of a combat sub-phase in which files are picked, after opponents have been named.
PICKING = "picking"
#: The phase in which a side names opponents.
PAIRS = "pairs"
RISKY = ("skull", "S")


def combat_of(state: State) -> str:
    """The kind of combat that is fought in this sub-phase."""
    return CHARGE if state.phase == "2.7" else MELEE


def several(unit: Unit) -> bool:
    """Whether it answers every enemy in contact: camps and battlewagons (MEG-B17.15)."""
    return unit.kind == CAMP or unit.troops.type == BATTLEWAGONS


def due_now(state: State) -> dict[str, tuple[Contact, ...]]:
    """The contacts that are to be fought, by the front base of the file; to the front only, if it has any there.

    A file that fights an old opponent to its front does not answer a new one on its flank (MEG-B17.22).
    """
    return _NOW.of(state, None, _due_now)


def _due_now(state: State) -> dict[str, tuple[Contact, ...]]:
    position = state.position
    old = set(state.old)
    chased = {frozenset(pair) for pair in state.chased}
    found: dict[str, list[Contact]] = {}
    looking: set[str] = set()
    for fight in fights_of(position):
        if fight.edge == FRONT:
            looking.add(file_of(position, fight.mine)[0].id)
    for fight in fights_of(position):
        units = frozenset((unit_name(fight.mine), unit_name(fight.theirs)))
        if state.phase == "2.7":
            if (fight.mine.id, fight.theirs.id) in old:
                continue
        elif units in chased:
            continue
        front = file_of(position, fight.mine)[0]
        if fight.edge == FRONT or front.id not in looking or several(unit_of(position, unit_name(front))):
            found.setdefault(front.id, []).append(fight)
    return {name: _to_the_front(fights) for name, fights in found.items()}


def _to_the_front(fights: list[Contact]) -> tuple[Contact, ...]:
    """The contacts among which a file picks its opponent: a corner counts only where no edge is met (MEG-B17.3)."""
    edges = [fight for fight in fights if fight.edge == FRONT and fight.length > 0.0]
    if edges:
        fights = [fight for fight in fights if fight.length > 0.0]
    fronts = [fight for fight in fights if fight.edge == FRONT]
    chosen = fronts or fights
    chosen.sort(key=lambda fight: (fight.their_edge != FRONT, -round(fight.length, 2), fight.theirs.id))
    return tuple(chosen)


def may_pick(state: State, name: str) -> bool:
    """Whether a file has still to roll; camps only answer."""
    unit = unit_of(state.position, unit_name(state.position.base(name)))
    return name not in state.rolled and unit.kind != CAMP and not unit.broken


def left(state: State, side: str) -> Iterator[str]:
    """The files of a side that have still to fight, by their front bases."""
    for name in due_now(state):
        if state.position.base(name).side == side and may_pick(state, name):
            yield name


def enter(course: Course) -> None:
    course.put(rolled=(), lying={}, pairs=UNSET)


def open_pairs(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The files of a side that touch several enemy files, with the front bases of these."""
    found: dict[str, tuple[str, ...]] = {}
    for name, contacts in due_now(state).items():
        base = state.position.base(name)
        if base.side != side or several(unit_of(state.position, unit_name(base))):
            continue
        fronts = tuple(dict.fromkeys(front_of(state.position, fight.theirs.id) for fight in contacts))
        if len(fronts) > 1:
            found[name] = fronts
    return found


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
        course.chosen()
    take_doomed(course)
    return True


def check_pairs(state: State, action: PairUp) -> Ruling:
    """Whether files may take these opponents: each one that it touches (MEG-B17.20)."""
    verdict = Verdict()
    offered = open_pairs(state, decider(state))
    for file, against in action.pairs.items():
        if against not in offered.get(file, ()):
            verdict.refuse(f"{file} has no choice of {against}.", "MEG-B17.20", "MEG-B17.15")
    if verdict.legal:
        permit(verdict, "A file that touches several takes the one its owner names.", "MEG-B17.20")
    return verdict.decide("pair_up")


def do_pairs(course: Course, action: PairUp) -> None:
    side, known = course.got_answer()[0], course.state.pairs
    course.put(pairs={**({} if known is UNSET else known), **action.pairs})
    told = ", ".join(f"{file} fights {against}" for file, against in action.pairs.items())
    course.tell("pairs", told or f"{side} leaves its opponents as they are", "MEG-B17.20")


def named(state: State, file: str) -> str | None:
    """The opponent that was named for a file, while they are in contact."""
    found = None if state.pairs is UNSET else state.pairs.get(file)
    met = {front_of(state.position, fight.theirs.id) for fight in due_now(state).get(file, ())}
    return found if found in met else None


def pair_ideas(state: State) -> list[Any]:
    """To leave it to the default, or another opponent for one file."""
    found: list[Any] = [PairUp()]
    for file, fronts in open_pairs(state, decider(state)).items():
        found += [PairUp({file: front}) for front in fronts[1:]]
    return found


def check(state: State, action: Fight) -> Ruling:
    """Whether this file may fight that enemy now: the question `may_roll`, and `may_fight` for its general."""
    verdict = Verdict()
    position = state.position
    if not position.has_base(action.file) or not position.has_base(action.against):
        verdict.refuse("Both must be on the table.", "MEG-B17.3")
        return verdict.decide("fight")
    contacts = due_now(state).get(action.file, ())
    wanted = named(state, action.file)
    if action.file not in set(left(state, decider(state))):
        _refuse_file(verdict, state, action.file)
    elif wanted is not None and front_of(position, action.against) != wanted:
        verdict.refuse(f"{action.file} was to fight {wanted}.", "MEG-B17.20")
    elif all(fight.theirs.id != action.against for fight in contacts):
        verdict.refuse(f"{action.file} does not fight {action.against} now.", "MEG-B17.3")
    else:
        name = file_name(file_of(position, position.base(action.file)))
        take_over(verdict, judged(position, "may_roll", file=name, against=action.against, fresh=True))
        if action.general:
            he = leader_of(position, action.file)
            if he is None:
                verdict.refuse(f"No general is with {action.file}.", "MEG-B22.1")
            else:
                take_over(verdict, judged(position, "may_fight", general=he.id, file=name))
    return verdict.decide("fight")


def _refuse_file(verdict: Verdict, state: State, file: str) -> None:
    """Refuse a file that has no combat of its own now, with the reason."""
    base = state.position.base(file)
    if base.side != decider(state):
        verdict.refuse(f"It is {decider(state)} who picks the next file.", "MEG-B17.2", "MEG-B17.20")
    elif file in due_now(state):
        verdict.refuse(f"{file} has no combat left in this phase.", "MEG-B17.20")
    elif not opponents(state.position, file_of(state.position, base)):
        verdict.refuse(f"{file} is in contact with nobody.", "MEG-B17.20", "MEG-B17.3")
    elif state.phase == "2.7":
        verdict.refuse(f"{file} came into contact before this charge phase and fights in melee.", "MEG-B17.1")
    else:
        verdict.refuse(f"{file} was met by a pursuit; that combat waits for the next turn.", "MEG-B20.11")


def leader_of(position: Position, front: str) -> General | None:
    """The general with a file who does not fight yet; None if there is none."""
    for general in generals_of(position):
        if general.file == front and not general.fighting and general.state not in IDLE:
            return general
    return None


def do(course: Course, action: Fight) -> None:
    """Fight a combat. The general of the file attacked may fight too, if he says so first (MEG-10a)."""
    if action.general:
        he = leader_of(course.position, action.file)
        assert he is not None
        course.note_general(he.id, fighting=True)
        course.tell("leads", f"{he.id} fights in the front rank of {action.file}", "MEG-10a")
    if answers_back(course.state, action.file, action.against):
        theirs = leader_of(course.position, front_of(course.position, action.against))
        if theirs is not None:
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
    if action.fights:
        course.note_general(he, fighting=True)
        course.tell("leads", f"{he} fights in the front rank of {against}", "MEG-10a")
    resolve(course, file, against)


def lead_ideas(state: State) -> list[Any]:
    """To stay out of it, or to fight where that is open."""
    _, against, he = about(state)
    name = file_name(file_of(state.position, state.position.base(against)))
    open_to_him = allowed(state.position, "may_fight", general=he, file=name)
    return [Lead(False), Lead(True)] if open_to_him else [Lead(False)]


def front_of(position: Position, base: str) -> str:
    """The front base of the file in which a base stands."""
    return file_of(position, position.base(base))[0].id


def answers_back(state: State, file: str, against: str) -> bool:
    """Whether the enemy file rolls too: it has not rolled, and has this opponent (MEG-B17.20)."""
    unit = unit_of(state.position, unit_name(state.position.base(against)))
    against = front_of(state.position, against)
    wanted = named(state, against)
    if wanted is not None and not several(unit):
        return wanted == file and against not in state.rolled
    contacts = due_now(state).get(against, ())
    fronts = [file_of(state.position, fight.theirs)[0].id for fight in contacts]
    if several(unit):
        return file in fronts
    if against in state.rolled or not fronts:
        return False
    open_ones = [front for front in fronts if front not in state.rolled]
    return (open_ones or fronts)[0] == file


def resolve(course: Course, file: str, against: str) -> None:
    """Roll one file's combat, with or without an answer, and apply what comes of it (MEG-B17.14)."""
    state, position = course.state, course.position
    both = answers_back(state, file, against)
    struck = next((fight.mine.id for fight in due_now(state)[file] if fight.theirs.id == against), file)
    mine, theirs = file_of(position, position.base(file)), file_of(position, position.base(against))
    names = (file_name(mine), against)
    units = (unit_name(mine[0]), unit_name(theirs[0]))
    more = _circumstances(state, mine, theirs)
    told = judged(position, "claims", file=names[0], against=names[1], **more)
    colours = dice_of(position, int(told.answer["net"]))
    face = course.die(colours[0], f"{names[0]} fights {names[1]}")
    reply = course.die(colours[1], f"{names[1]} fights back") if both else "blank"
    effects = _effects(course, mine, theirs, face, reply, both, more)
    if both:
        ruling = judged(position, "combat", file=names[0], against=names[1], dice=(face, reply), **more)
        says = f"{names[0]} fights {names[1]}: {colours[0]} {face} against {colours[1]} {reply}"
        course.tell("combat", says, "MEG-B17.14", bases=(file, against), ruling=ruling)
    else:
        says = f"{names[0]} strikes {names[1]}, unanswered: {colours[0]} {face}"
        course.tell("combat", says, "MEG-B17.21", bases=(file, against), ruling=told)
    course.put(rolled=(*course.state.rolled, file, *((theirs[0].id,) if both else ())))
    hurt(course, units[1], face, against, COMBAT)
    if both:
        hurt(course, units[0], reply, file, COMBAT)
    for front, effect in effects:
        if front not in course.state.rolled and course.state.lying.get(front) != "shatter":
            course.put(lying={**course.state.lying, front: effect})
    _endanger(course, mine, reply if both else "blank")
    _endanger(course, theirs, face)
    take_doomed(course)
    if combat_of(course.state) == MELEE:
        support(course, mine, against)
        if both:
            support(course, theirs, struck)
    course.chosen()


def _circumstances(state: State, mine: File, theirs: File) -> dict[str, Any]:
    """What a combat depends on beside the position."""
    lying = {
        mine[0].side: state.lying.get(mine[0].id, "none"),
        theirs[0].side: state.lying.get(theirs[0].id, "none"),
    }
    combat = combat_of(state)
    charging = state.charging if combat == CHARGE else ()
    return {"combat": combat, "charging": charging, "shot": state.fired, "lying_on": lying}


def _effects(
    course: Course, mine: File, theirs: File, face: str, reply: str, both: bool, more: dict[str, Any]
) -> list[tuple[str, str]]:
    """Shatters and shoves: the front bases of the files that gain by each."""
    found: list[tuple[str, str]] = []
    met = fight_between(course.position, mine, theirs)
    sides = (
        (mine, theirs[0] if met is None else met.theirs, face),
        (theirs, mine[0] if met is None else met.mine, reply),
    )
    for own, enemy, shown in sides:
        if shown not in RISKY or (own is theirs and not both):
            continue
        answer = judged(
            course.position,
            "effect",
            file=file_name(own),
            against=enemy.id,
            face=shown,
            combat=more["combat"],
            charging=more["charging"],
        ).answer
        if answer["effect"] == "none":
            continue
        course.tell("effect", f"{file_name(own)}: {answer['effect']}", "MEG-B17.9", "MEG-B17.10")
        for name in answer["helps"]:
            front = name if course.position.has_base(name) else f"{name}.1"
            found.append((front, str(answer["effect"])))
    return found


def _endanger(course: Course, file: File, face: str) -> None:
    """A general who fights in a file is in danger when the enemy die shows a skull or an S (MEG-B22.2)."""
    if face not in RISKY:
        return
    names = {base.id for base in file}
    for general in generals_of(course.position):
        if general.fighting and general.file in names and general.state not in IDLE:
            endanger(course, general.id, "fighting")


def support(course: Course, file: File, against: str) -> None:
    """Each unopposed neighbour of a file that has rolled rolls its die at the same enemy (MEG-B17.16)."""
    for helper in _neighbours(course, file):
        position = course.position
        if not position.has_base(against) or not position.has_base(file[0].id):
            return
        enemy = position.base(against)
        if unit_of(position, unit_name(enemy)).broken or unit_of(position, unit_name(file[0])).broken:
            return
        name, of = file_name(helper), file_name(file_of(position, position.base(file[0].id)))
        if not allowed(position, "may_support", file=name, of=of, enemy=against):
            continue
        told = judged(position, "claims", file=name, against=against, combat=MELEE, charging=())
        die = moved(dice_of(position, int(told.answer["net"]))[0], -1)
        course.put(rolled=(*course.state.rolled, helper[0].id))
        if die is None:
            continue
        face = course.die(die, f"{name} supports {of}")
        says = f"{name} supports {of} against {against}: {die} {face}"
        course.tell("support", says, "MEG-B17.11", "MEG-B17.16", bases=(helper[0].id, against), ruling=told)
        hurt(course, unit_name(enemy), face, against, COMBAT)


def _neighbours(course: Course, file: File) -> list[File]:
    found: list[File] = []
    for unit in units_of(course.position):
        if unit.side != file[0].side or unit.broken or unit.kind == CAMP:
            continue
        for one in files_of(course.position, unit.id):
            if one[0].id in course.state.rolled or opponents(course.position, one):
                continue
            if stands_beside(file, one):
                found.append(one)
    return found


def ideas(state: State) -> Iterator[Fight]:
    """The combats that the deciding side can pick, those of the leftmost file last."""
    found: list[Fight] = []
    for name in left(state, decider(state)):
        met: dict[str, str] = {}
        for fight in due_now(state)[name]:
            met.setdefault(front_of(state.position, fight.theirs.id), fight.theirs.id)
        for against in met.values():
            found.append(Fight(name, against))
            if leader_of(state.position, name) is not None:
                found.append(Fight(name, against, True))
    yield from reversed(found)
