"""Moving chargers (SP 2.6): where a charge goes, whom it sweeps away or bursts through, and its contacts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import overlaps
from debellis.mechanics.tables import table
from debellis.meg.cards.costs import won_back
from debellis.meg.charging.contact import REMOVED, fate_of
from debellis.meg.charging.declaring import free_files
from debellis.meg.charging.moving import carried_out, contractions_open
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.way import Way, body_of, met_on, reached_at, slid
from debellis.meg.general_facts import general_of, reach_from
from debellis.meg.moving.aligning import touched
from debellis.meg.moving.nearness import ahead_within
from debellis.meg.playing.actions import HoldFiles, MoveCharge, Respond
from debellis.meg.playing.aligning import offer_aligns
from debellis.meg.playing.charges import drop_lost_chargers, waiting_charges
from debellis.meg.playing.course import Course
from debellis.meg.playing.going_back import STAND, answers_to, evade, judge_answer, may_evade
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.losing import sweep_away, test_now
from debellis.meg.playing.making_room import make_room
from debellis.meg.playing.paying import hand_of, is_able
from debellis.meg.playing.state import Answer, State, about, decider
from debellis.meg.playing.staying import generals_along, judge_stays, stay_behind
from debellis.meg.troops import CAMP, SUG, is_flexible
from debellis.meg.units import File, bases_of, bw, enemies_of, file_name, files_of, generals_of, unit_of, units_of
from debellis.meg.words import EVADES
from debellis.table import writing
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Charge
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: A charge that would end on somebody is shortened at most so many times.
TRIES = 12
#: The phase in which files are held back from pressing forward.
PRESS = "press"
#: Under which name a charge is kept while those whom it uncovers answer.
CHARGE = "charge"


def run(course: Course) -> bool:
    """Both sides move their chargers in turn, active side first (MEG-B15.13)."""
    drop_lost_chargers(course)
    left = waiting_charges(course.state)
    if not left:
        return True
    sides = {course.unit(charge.by[0]).side for charge in left}
    if course.state.choice.side not in sides:
        course.chosen()
    return False


def check(state: State, action: MoveCharge) -> Ruling:
    """Whether this charge may be moved now, and after whom it may turn."""
    verdict = Verdict()
    charge = next((one for one in waiting_charges(state) if one.by[0] == action.unit), None)
    if charge is None or unit_of(state.position, action.unit).side != decider(state):
        verdict.refuse(f"{action.unit} leads no charge of this side that is still to be moved.", "MEG-B15.13")
        return verdict.decide("move_charge")
    if action.toward is not None:
        if all(unit.id != action.toward for unit in units_of(state.position)):
            verdict.refuse(f"There is no {action.toward}.", "MEG-30a")
        elif not bases_of(state.position, action.toward):
            verdict.refuse(f"{action.toward} is not on the table.", "MEG-30a")
        else:
            take_over(verdict, judged(state.position, "may_change_direction", unit=action.unit, toward=action.toward))
    if action.cards:
        _judge_through_fire(verdict, state, charge, action)
    pledged = () if state.pledged is UNSET else state.pledged
    judge_stays(verdict, state.position, charge.by, action.stays, pledged)
    if verdict.legal and action.drops_left is not None:
        _judge_dropped(verdict, state.position, charge, action)
    return verdict.decide("move_charge")


def _judge_dropped(verdict: Verdict, position: Position, charge: Charge, action: MoveCharge) -> None:
    """Refuse a split of the files that drop back by which the target is not reached, or with nothing to drop."""
    open_ways = tuple(left for left, _ in contractions_open(position, charge, action.toward))
    if not open_ways:
        verdict.refuse(f"No files of {action.unit} have to drop back.", "MEG-47b", "MEG-B15.18")
    elif action.drops_left not in open_ways:
        fit = " or ".join(str(one) for one in open_ways)
        verdict.refuse(f"The files of the left end that drop back are {fit}.", "MEG-47b", "MEG-B15.18")
    else:
        permit(verdict, "The owner says which end files drop back.", "MEG-47b")


def _judge_through_fire(verdict: Verdict, state: State, charge: Charge, action: MoveCharge) -> None:
    """Refuse cards that do not prompt a charge through fire (CM2, MEG-B13.6)."""
    position = state.position
    he = next((one for one in generals_of(position) if one.id == action.general), None)
    near = bw(position, float(table(position, "document").get("prompt_through_fire_general_bw", 2)))
    away = None if he is None else reach_from(position, he, body_of(position, charge.by))
    if he is None or he.side != decider(state) or not is_able(he) or away is None or away > near + COINCIDE:
        verdict.refuse("Only a general within 2 BW prompts through fire.", "MEG-B13.6")
        return
    hand = list(hand_of(state, he.id))
    for card in action.cards:
        if card not in hand or not won_back(position, card):
            verdict.refuse(f"A {card} card does not prompt through fire, or he holds none.", "MEG-B13.6")
            return
        hand.remove(card)
    if not any(unit_of(position, name).slowed for name in charge.by):
        verdict.refuse("Fire has not slowed it.", "MEG-B13.6")


def do(course: Course, action: MoveCharge) -> None:
    """Prompt a charge through fire if it is paid for, and move it."""
    if action.cards:
        course.pay(action.general, action.cards)
        won = sum(won_back(course.position, card) for card in action.cards)
        charge = charge_of(course.position, action.unit)
        assert charge is not None
        clauses = judged(course.position, "slowing", block=charge.by, cards=action.cards).clauses
        for name in charge.by:
            course.note(name, slowed=max(0.0, course.unit(name).slowed - won))
        course.tell("through-fire", f"{action.general} drives {action.unit} through the fire", "MEG-B13.6", *clauses)
    move(course, action)


def move(course: Course, action: MoveCharge) -> None:
    """Move one charge. Those whom it uncovers answer first (MEG-B15.28)."""
    lead, toward = action.unit, action.toward
    charge = next(one for one in waiting_charges(course.state) if one.by[0] == lead)
    if course.state.files is not UNSET and lead in course.state.files:
        _move_file(course, charge, course.state.files[lead])
        return
    cancelled, way, arrival = carried_out(course.position, charge, toward, action.drops_left)
    named = {"toward": toward, "drops_left": action.drops_left}
    given = {name: value for name, value in named.items() if value is not None}
    ruling = judged(course.position, "charge_move", unit=lead, **given)
    if cancelled:
        _moved(course, charge)
        course.tell("cancelled", f"the charge of {lead} is not made", ruling=ruling)
        course.chosen()
        return
    met = [unit.id for _, unit in met_on(course.position, replace(way, far=arrival.far))]
    for name in (*arrival.contacts, *met):
        said = any(one.charger == lead and one.unit == name for one in course.state.answers)
        if name not in charge.on and not said and _uncovered(course, name, lead):
            course.put(halfway={**course.state.halfway, CHARGE: writing.encode(action).decode()})
            course.wait(course.unit(name).side, "surprised", lead, name)
            return
    _tell_dropped(course, charge, action)
    stay_behind(course, action.stays)
    why = _why_fought(course.position, charge, tuple(arrival.contacts))
    if any(course.unit(name).slowed for name in charge.by):
        why = (*why, *judged(course.position, "slowing", block=charge.by).clauses)
    _sweep(course, charge, way, arrival.far)
    placed = _placed(course, charge, way, arrival.far)
    if placed is not None:
        course.place(placed)
    for name in charge.by:
        course.regroup(name)
    _moved(course, charge, tuple(arrival.contacts))
    leave_circles(course, tuple(arrival.contacts))
    reached = f"and reaches {' and '.join(arrival.contacts)}" if arrival.contacts else "and reaches nobody"
    course.tell("charge-move", f"{' and '.join(charge.by)} charges home {reached}", "MEG-B15.18", *why, ruling=ruling)
    course.chosen()
    if arrival.contacts:
        _after_contact(course, charge.by, tuple(arrival.contacts))


def _why_fought(position: Position, charge: Charge, contacts: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses by which those whom a charge reaches are fought, and could not get away if they had no choice."""
    found = Finding()
    clauses: list[str] = []
    for name in contacts:
        unit = unit_of(position, name)
        fate_of(position, unit_of(position, charge.by[0]), unit, found)
        if unit.kind != CAMP and not may_evade(position, name, charge.by[0]):
            for response in EVADES:
                asked = {"unit": name, "charger": charge.by[0], "response": response}
                clauses += judged(position, "may_respond", **asked).clauses
    return tuple(dict.fromkeys((*found.reasons, *clauses)))


def _tell_dropped(course: Course, charge: Charge, action: MoveCharge) -> None:
    """Record which end files drop back in a charge, and how else it could be (MEG-47b)."""
    open_ways = contractions_open(course.position, charge, action.toward)
    if not open_ways:
        return
    left = open_ways[0][0] if action.drops_left is None else action.drops_left
    count = len(files_of(course.position, charge.by[0]))
    narrow = next(way for number, way in open_ways if number == left)
    kept = len({base.id for base in narrow.bases} & {file[0].id for file in files_of(course.position, charge.by[0])})
    others = [str(number) for number, _ in open_ways if number != left]
    or_else = f"; it could be {' or '.join(others)}" if others else ""
    says = f"{count - kept} files of {action.unit} drop back, {left} of them from the left{or_else}"
    course.tell("drops-back", says, "MEG-47b", "MEG-B15.18")


def _after_contact(course: Course, names: tuple[str, ...], met: tuple[str, ...]) -> None:
    """Ask which files press forward, if any may; then either side may align (MEG-B15.19)."""
    files = tuple(file[0].id for name in names for file in _may_press(course, name))
    for name in names:
        if not files and _stops_as_keil(course, name):
            course.tell("stays", f"{name} is a Keil and does not press forward", "MEG-21c")
    if files:
        course.wait(course.unit(names[0]).side, PRESS, names[0], *files)
    else:
        offer_aligns(course, (*names, *met))


def _stops_as_keil(course: Course, name: str) -> bool:
    """Whether some file of a unit group would press forward if it were no Keil (MEG-21c)."""
    rulings = [
        judged(course.position, "may_press_forward", unit=name, file=file_name(file))
        for file in files_of(course.position, name)
    ]
    return any(ruling.clauses == ("MEG-21c",) for ruling in rulings)


def do_press(course: Course, action: HoldFiles) -> None:
    """Press forward with the files that are not held back."""
    lead, *_ = course.got_answer()
    names = next(charge.by for charge in course.charges() if charge.by[0] == lead and charge.moved)
    for name in names:
        press_forward(course, name, action.files)
    offer_aligns(course, (*names, *(enemy for name in names for enemy in touched(course.position, name))))


def leave_circles(course: Course, names: tuple[str, ...]) -> None:
    """Unit groups in a Cantabrian circle that are contacted go back to their normal formation (MEG-B25.6)."""
    for name in names:
        if course.unit(name).formation == "cantabrian":
            course.note(name, formation="")
            course.tell("formation", f"{name} leaves its formation", "MEG-B25.6")


def _move_file(course: Course, charge: Charge, front: str) -> None:
    """Move the free file of a unit group in combat up to 1 BW ahead into contact (MEG-B15.30)."""
    position, unit = course.position, course.unit(charge.by[0])
    files = [
        (apart, file)
        for name in charge.on
        if course.bases(name)
        for apart, file in free_files(position, unit, course.unit(name))
        if file[0].id == front
    ]
    _moved(course, charge)
    moved = slid(files[0][1], files[0][1][0].facing, files[0][0]) if files and not unit.broken else ()
    own = {base.id for base in moved}
    taken = [one for one in position.standing if one.id not in own]
    if not moved or any(overlaps(base.rectangle, other.rectangle) for base in moved for other in taken):
        course.tell("cancelled", f"the charge of {front} is not made", "MEG-B15.30")
        course.chosen()
        return
    course.place(moved)
    course.regroup(unit.id)
    course.tell("charge-move", f"{front} charges home", "MEG-B15.30", bases=tuple(own))
    course.chosen()


def _uncovered(course: Course, name: str, lead: str) -> bool:
    unit = course.unit(name)
    if unit.kind == CAMP or unit.broken or unit.side == course.unit(lead).side:
        return False
    return bool(may_evade(course.position, name, lead))


def check_surprised(state: State, action: Respond) -> Ruling:
    """Whether a unit group that a charge uncovers may answer so."""
    verdict = Verdict()
    lead, name = about(state)
    judge_answer(verdict, state.position, name, lead, action)
    return verdict.decide("respond")


def do_surprised(course: Course, action: Respond) -> None:
    lead, name = course.got_answer()
    said = Answer(lead, name, action.response, action.shift, action.hand, action.toward, action.stays)
    halfway = dict(course.state.halfway)
    charge = writing.decode(halfway.pop(CHARGE), MoveCharge)
    course.put(answers=(*course.state.answers, said), halfway=halfway)
    if action.response == STAND:
        course.tell("stand", f"{name} stands before {lead}", "MEG-B15.28")
    else:
        evade(course, name, lead, action.response, action.shift, action.hand, action.toward, action.stays)
    move(course, charge)


def surprised_ideas(state: State) -> list[Any]:
    lead, name = about(state)
    return list(answers_to(state.position, name, lead))


def _moved(course: Course, charge: Charge, contacts: tuple[str, ...] = ()) -> None:
    """Note that a charge has been moved, with those it has met."""
    on = tuple(dict.fromkeys((*charge.on, *contacts)))
    charges = tuple(
        replace(one, moved=True, on=on) if one.by == charge.by and one.kind == charge.kind else one
        for one in course.charges()
    )
    course.set_charges(charges)


def _sweep(course: Course, charge: Charge, way: Way, far: float) -> None:
    """Remove the SuGs and artillery that a charge rides down, and test the friends it bursts through."""
    lead = course.unit(charge.by[0])
    for reached, unit in met_on(course.position, replace(way, far=far)):
        if reached > far + COINCIDE or not course.bases(unit.id):
            continue
        if unit.side != lead.side:
            if not unit.broken and fate_of(course.position, lead, unit, Finding()) == REMOVED:
                sweep_away(course, unit.id, lead.id, "MEG-B15.14", "MEG-23b")
        elif charge.kind == "forced":
            if unit.kind == SUG and not is_flexible(unit):
                sweep_away(course, unit.id, lead.id, "MEG-B15.5")
            elif unit.kind != CAMP:
                ruling = judged(course.position, "kab", unit=unit.id, cause="burst_through")
                says = f"{lead.id} bursts through it"
                test_now(course, unit.id, "burst_through", int(ruling.answer["tests"]), says, *ruling.clauses)


def _placed(course: Course, charge: Charge, way: Way, far: float) -> tuple[Base, ...] | None:
    """Where the bases of a charge stand at its end, files dropped back included; None if it has to stay."""
    position = course.position
    for _ in range(TRIES):
        bases = _with_dropped(position, charge, way, far)
        blocked = make_room(course, bases, bases[0].facing)
        if blocked is None:
            return bases
        reached = reached_at(replace(way, far=far), bases_of(position, blocked))
        nearer = 0.0 if reached is None else max(0.0, reached)
        if nearer >= far - COINCIDE:
            nearer = far - bw(position, 0.25)
        if nearer <= 0.0:
            return None
        far = nearer
    return None


def _with_dropped(position: Position, charge: Charge, way: Way, far: float) -> tuple[Base, ...]:
    """The bases of a charge at its end; those of dropped files stand behind the others, shortest files first."""
    front = slid(way.bases, way.towards, far)
    arrived = {base.id: base for base in front}
    dropped = [base for base in body_of(position, charge.by) if base.id not in arrived]
    if not dropped:
        return front
    files: list[list[Base]] = []
    for file in files_of(position, charge.by[0]):
        stays = [arrived[base.id] for base in file if base.id in arrived]
        if stays:
            files.append(stays)
    for base in dropped:
        shortest = min(files, key=len)
        last = shortest[-1]
        x = last.front[0] - last.facing[0] * last.depth
        y = last.front[1] - last.facing[1] * last.depth
        shortest.append(replace(base, front=(x, y), facing=last.facing))
    return tuple(base for file in files for base in file)


def _may_press(course: Course, name: str) -> list[File]:
    """The files of a charger that may press forward."""
    return [
        file
        for file in files_of(course.position, name)
        if judged(course.position, "may_press_forward", unit=name, file=file_name(file)).answer["legal"]
    ]


def press_forward(course: Course, name: str, held: tuple[str, ...] = ()) -> None:
    """Files of a charger that touch nobody move ahead into contact where they may (MEG-B15.16)."""
    far = bw(course.position, float(table(course.position, "charge")["press_forward_bw"]))
    for file in _may_press(course, name):
        if file[0].id in held:
            continue
        unit = course.unit(name)
        found = [
            apart
            for enemy in enemies_of(course.position, unit.side)
            for base in course.bases(enemy.id)
            if (apart := ahead_within(file[0], base, far)) is not None
        ]
        moved = slid(file, file[0].facing, min(found))
        own = {base.id for base in file}
        taken = [one for one in course.position.standing if one.id not in own]
        if any(overlaps(base.rectangle, other.rectangle) for base in moved for other in taken):
            continue
        course.place(moved)
        course.tell("press-forward", f"{file_name(file)} presses forward", "MEG-B15.16")


def ideas(state: State) -> Iterator[MoveCharge]:
    """The charges of the deciding side, in the order of declaration, the plain move of the first last."""
    own = [one for one in waiting_charges(state) if unit_of(state.position, one.by[0]).side == decider(state)]
    for charge in own:
        for name in charge.on:
            if bases_of(state.position, name):
                yield MoveCharge(charge.by[0], name)
        yield from _through_fire(state, charge)
        for left, _ in contractions_open(state.position, charge, None)[1:]:
            yield MoveCharge(charge.by[0], drops_left=left)
        for he in generals_along(state.position, charge.by):
            if state.pledged is UNSET or he.id not in state.pledged:
                yield MoveCharge(charge.by[0], stays=(he.id,))
    for charge in reversed(own):
        yield MoveCharge(charge.by[0])


def _through_fire(state: State, charge: Charge) -> Iterator[MoveCharge]:
    if not any(unit_of(state.position, name).slowed for name in charge.by):
        return
    for general in generals_of(state.position):
        he = general_of(state.position, general.id)
        if he.side != decider(state):
            continue
        for card in dict.fromkeys(hand_of(state, general.id)):
            if won_back(state.position, card):
                yield MoveCharge(charge.by[0], None, general.id, (card,))
