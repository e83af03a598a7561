"""Declaring charges (SP 2.2) and the forced charges that were not declared (SP 2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET

from debellis.geometry.plane import COINCIDE, turn_between
from debellis.meg.charging.declaring import free_files, is_open_to, judge_charger
from debellis.meg.charging.forced import forced_targets, is_forced, is_impetuous
from debellis.meg.charging.projecting import charge_distance, charge_of
from debellis.meg.charging.reaching import targets_on
from debellis.meg.charging.way import charge_way, counts_as_sug
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.nearby import can_come_within, circle_of, unit_gap
from debellis.meg.playing.actions import DeclareCharge, LetCharge, Pass, StopCharge
from debellis.meg.playing.alternating import check_pass, do_pass, goes_on, passes
from debellis.meg.playing.ambushing import could_hide
from debellis.meg.playing.course import Course
from debellis.meg.playing.firing import ask_to_shoot
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.move_ideas import lines
from debellis.meg.playing.paying import (
    hand_of,
    has_cards,
    judge_payment,
    needed_for,
    ordered_by,
    orders,
    payments,
    refuse_camps,
)
from debellis.meg.playing.state import State, decider
from debellis.meg.playing.staying import upgraded_by
from debellis.meg.troops import CAMP, has
from debellis.meg.units import bases_of, bw, enemies_of, generals_of, outline, unit_of, units_of
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.units import Charge, Unit
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict

PROMPTED, FREE, FORCED = "prompted", "free", "forced"
#: What a charge is noted as among the things a unit group did.
NOTED = {PROMPTED: "C2", FREE: "free_charge", FORCED: "forced_charge"}


def enter(course: Course) -> None:
    """Note where everybody stands when charges are declared."""
    for unit in units_of(course.position):
        if course.bases(unit.id) and unit.kind != CAMP:
            here = outline(course.position, unit)
            course.note(unit.id, was=Pose(here.front, here.facing))


def run(course: Course) -> bool:
    return not goes_on(course, _can)


def _can(state: State, side: str) -> bool:
    """Whether a side could charge, as far as the other side may know: colours of cards and ambushes are secret.

    A legal charge always has one of these near enemies, since no point of a front edge goes farther than the charge.
    """
    if could_hide(state, side):
        return True
    paid = has_cards(state, side)
    for unit in units_of(state.position):
        if unit.side != side or unit.kind == CAMP or not bases_of(state.position, unit.id):
            continue
        if not (paid or _charges_unpaid(unit)):
            continue
        fights = in_combat(state.position, unit.id)
        near = file_enemies(state, unit) if fights else near_enemies(state, unit)
        if any(True for _ in near) and may_act(state, unit, fights):
            return True
    return False


def _charges_unpaid(unit: Unit) -> bool:
    """Whether a unit group is of those who may charge without a card."""
    return counts_as_sug(unit) or is_impetuous(unit) or has(unit, "fanatic") or has(unit, "expendable")


def may_act(state: State, unit: Unit, in_a_fight: bool = False) -> bool:
    """Whether a unit group could charge at all: on the table, fighting or not, and not barred from charging."""
    if unit.kind == CAMP or unit.broken or not bases_of(state.position, unit.id):
        return False
    if charge_of(state.position, unit.id) is not None or in_combat(state.position, unit.id) != in_a_fight:
        return False
    quiet = QuietVerdict()
    judge_charger(quiet, state.position, unit)
    return not quiet.faults


def near_enemies(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies that a unit group may charge and could reach, measured straight; and those it is forced to charge."""
    far = charge_distance(state.position, unit)
    here = circle_of(state.position, unit.id)
    due = forced_targets(state.position, unit, Finding()) if is_impetuous(unit) else ()
    for enemy in enemies_of(state.position, unit.side):
        if any(one.id == enemy.id for one in due):
            yield enemy
        elif can_come_within(here, circle_of(state.position, enemy.id), far):
            near = unit_gap(state.position, unit.id, enemy.id) <= far + COINCIDE
            if near and is_open_to(state.position, unit, enemy):
                yield enemy


def file_enemies(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies that a free file of a unit group in combat could charge (MEG-B15.30)."""
    here, far = circle_of(state.position, unit.id), bw(state.position, 1.0)
    for enemy in enemies_of(state.position, unit.side):
        near = can_come_within(here, circle_of(state.position, enemy.id), far)
        if near and is_open_to(state.position, unit, enemy) and free_files(state.position, unit, enemy):
            yield enemy


def check(state: State, action: Any) -> Ruling:
    """Whether a charge may be declared: the judgement of the question `may_charge`, and the payment."""
    if passes(action):
        return check_pass(state, action)
    verdict = Verdict()
    side = decider(state)
    known = {unit.id: unit for unit in units_of(state.position)}
    if not action.units or any(name not in known or known[name].side != side for name in action.units):
        verdict.refuse(f"It is {side} who has the choice, and charges with own unit groups.", "MEG-B15.2", "MEG-B12.3")
        return verdict.decide("charge")
    if not action.on or any(name not in known or not bases_of(state.position, name) for name in action.on):
        verdict.refuse("A charge needs a target on the table.", "MEG-B15.2")
        return verdict.decide("charge")
    if action.kind not in NOTED or action.pivot not in ("left", "right"):
        verdict.refuse(f"A charge is {', '.join(NOTED)}, and wheels to the left or right.", "MEG-B15.2", "MEG-23a")
        return verdict.decide("charge")
    units = tuple(known[name] for name in action.units)
    if refuse_camps(verdict, units, "MEG-B15.2"):
        return verdict.decide("charge")
    if any(charge_of(state.position, unit.id) is not None for unit in units):
        verdict.refuse("It has declared a charge already.", "MEG-02a")
    arguments: dict[str, Any] = {"on": action.on, "kind": action.kind}
    arguments["unit" if len(units) == 1 else "block"] = action.units[0] if len(units) == 1 else action.units
    if action.wheel:
        arguments["wheel"] = (action.wheel, action.pivot)
    white = action.kind == PROMPTED and is_white_charge(state, action, units)
    if action.kind == PROMPTED and not white:
        arguments.update(general=action.general, cards=action.cards)
        judge_payer(verdict, state, units, action.general, action.cards)
    if verdict.legal:
        take_over(verdict, judged(state.position, "may_charge", **arguments))
    if verdict.legal and (action.file or in_combat(state.position, action.units[0])):
        _judge_file(verdict, state.position, units, action)
    return verdict.decide("charge")


def _judge_file(verdict: Verdict, position: Position, units: tuple[Unit, ...], action: DeclareCharge) -> None:
    """A unit group in combat charges one target with one free file, which is named (MEG-B15.30)."""
    if len(units) > 1 or len(action.on) > 1 or action.wheel or not in_combat(position, units[0].id):
        verdict.refuse("A free file of a unit group in combat charges one enemy straight ahead.", "MEG-B15.30")
        return
    files = free_files(position, units[0], unit_of(position, action.on[0]))
    if all(file[0].id != action.file for _, file in files):
        open_to = ", ".join(file[0].id for _, file in files)
        verdict.refuse(f"Name the file that charges by its front base: {open_to}.", "MEG-B15.30")


def judge_payer(verdict: Verdict, state: State, units: tuple[Unit, ...], general: str, cards: tuple[str, ...]) -> None:
    """Refuse a payer who may not give the order or does not hold the cards."""
    if ordered_by(verdict, state, units, general) is None:
        return
    hand = list(hand_of(state, general))
    for card in cards:
        if card not in hand:
            verdict.refuse(f"{general} holds no {card} card to spare.", "MEG-B6.8")
            return
        hand.remove(card)


def is_white_charge(state: State, action: DeclareCharge, units: tuple[Unit, ...]) -> bool:
    """Whether an instinctive general prompts the charge of his own unit group with a white card (MEG-B7.3)."""
    he = next((one for one in generals_of(state.position) if one.id == action.general), None)
    if he is None or len(units) != 1 or he.unit != units[0].id or he.style != "instinctive":
        return False
    if he.id in state.prompted or action.cards != ("white",) or "white" not in hand_of(state, he.id):
        return False
    return orders(he, units[0])


def do(course: Course, action: Any) -> None:
    """Declare a charge; those with shoot & charge shoot at once."""
    if passes(action):
        do_pass(course, action)
        return
    units = tuple(course.unit(name) for name in action.units)
    if action.kind == PROMPTED:
        if is_white_charge(course.state, action, units):
            course.put(prompted=(*course.state.prompted, action.general))
        else:
            _pledge(course, action, units)
        course.pay(action.general, action.cards)
    if action.file:
        declare_file(course, action)
    else:
        declare(course, action.units, action.on, action.kind, action.wheel, action.pivot)
    course.chosen()


def _pledge(course: Course, action: DeclareCharge, units: tuple[Unit, ...]) -> None:
    """Note a general who upgraded the card of a charge: he has to go with it (MEG-09g, MEG-B15.31)."""
    needed = needed_for(course.position, units, "C2")
    he = upgraded_by(course.position, action.general, action.units, action.cards, needed)
    if he:
        pledged = course.state.pledged
        course.put(pledged=(*(() if pledged is UNSET else pledged), he))


def declare_file(course: Course, action: DeclareCharge) -> None:
    """Note the charge of one free file of a unit group in combat (MEG-B15.30)."""
    name, files = action.units[0], course.state.files
    here = outline(course.position, course.unit(name))
    charge = Charge(action.units, action.on, action.kind, 0.0, "", Pose(here.front, here.facing))
    course.set_charges((*course.charges(), charge))
    course.did(name, NOTED[action.kind])
    course.put(
        charging=(*course.state.charging, name),
        files={**({} if files is UNSET else files), name: action.file},
    )
    says = f"{action.file} of {name} charges {action.on[0]} ({action.kind})"
    course.tell("charge", says, "MEG-B15.30", "MEG-B13.3", bases=(action.file,))


def declare(
    course: Course, names: tuple[str, ...], on: tuple[str, ...], kind: str, wheel: float = 0.0, pivot: str = "left"
) -> None:
    """Note a charge with all whom it would meet (MEG-B15.28)."""
    way = charge_way(course.position, names, wheel, pivot)
    chargers = [course.unit(name) for name in names]
    met = [
        unit.id
        for _, unit in targets_on(course.position, way)
        if all(is_open_to(course.position, one, unit) for one in chargers)
    ]
    targets = tuple(dict.fromkeys((*on, *met)))
    lead = names[0]
    here = outline(course.position, course.unit(lead))
    origin = Pose(here.front, here.facing) if len(names) == 1 else None
    charge = Charge(names, targets, kind, wheel, pivot if wheel else "", origin)
    course.set_charges((*course.charges(), charge))
    for name in names:
        course.did(name, NOTED[kind])
    course.put(charging=(*course.state.charging, *names))
    who = " and ".join(names)
    says = f"{who} {'charges' if len(names) == 1 else 'charge'} {' and '.join(targets)} ({kind})"
    clause = {PROMPTED: "MEG-B13.3", FREE: "MEG-B15.4", FORCED: "MEG-B15.3"}[kind]
    course.tell("charge", says, "MEG-B15.2", clause)
    ask_to_shoot(course, names)


def sources(state: State) -> list[Iterable[Any]]:
    """Charges worth judging by unit group: forced and free ones first, then prompted ones; and to pass."""
    side = decider(state)
    own = [unit for unit in units_of(state.position) if unit.side == side]
    able = [unit for unit in own if may_act(state, unit)]
    fighting = [unit for unit in own if may_act(state, unit, in_a_fight=True)]
    return [
        *(ideas_of(state, unit) for unit in able),
        block_ideas(state, side),
        *(file_ideas(state, unit) for unit in fighting),
        (Pass(),),
    ]


def block_ideas(state: State, side: str) -> Iterator[DeclareCharge]:
    """Charges of blocks straight ahead, on whomever the whole block would meet."""
    able = [unit for unit in units_of(state.position) if unit.side == side and may_act(state, unit)]
    near = [unit for unit in able if not counts_as_sug(unit) and any(True for _ in near_enemies(state, unit))]
    for units in lines(state, near):
        names = tuple(unit.id for unit in units)
        met = targets_on(state.position, charge_way(state.position, names))
        for general, cards in payments(state, units, needed_for(state.position, units, "C2")) if met else ():
            yield DeclareCharge(names, tuple(unit.id for _, unit in met), PROMPTED, 0.0, "left", general, cards)


def file_ideas(state: State, unit: Unit) -> Iterator[DeclareCharge]:
    """Charges of the free files of a unit group in combat (MEG-B15.30)."""
    position = state.position
    paid = list(payments(state, (unit,), needed_for(position, (unit,), "C2")))
    for enemy in file_enemies(state, unit) if paid or _charges_unpaid(unit) else ():
        for _, file in free_files(position, unit, enemy):
            if _charges_unpaid(unit):
                yield DeclareCharge((unit.id,), (enemy.id,), FREE, file=file[0].id)
            for general, cards in paid:
                yield DeclareCharge((unit.id,), (enemy.id,), PROMPTED, 0.0, "left", general, cards, file[0].id)


def ideas_of(state: State, unit: Unit) -> Iterator[DeclareCharge]:
    """Charges of one unit group, straight ahead and after a wheel."""
    near = list(near_enemies(state, unit))
    if not near:
        return
    paid = list(payments(state, (unit,), needed_for(state.position, (unit,), "C2")))
    here = outline(state.position, unit)
    for enemy in near:
        centre = outline(state.position, enemy).centre
        turn = turn_between(here.facing, (centre[0] - here.front[0], centre[1] - here.front[1]))
        wheels = [(0.0, "left")]
        if 1.0 < abs(turn) <= 90.0:
            wheels.append((round(abs(turn), 1), "right" if turn > 0.0 else "left"))
        for wheel, pivot in wheels:
            if is_impetuous(unit) and wheel == 0.0:
                yield DeclareCharge((unit.id,), (enemy.id,), FORCED)
            if _charges_unpaid(unit):
                yield DeclareCharge((unit.id,), (enemy.id,), FREE, wheel, pivot)
            for general, cards in paid:
                yield DeclareCharge((unit.id,), (enemy.id,), PROMPTED, wheel, pivot, general, cards)


# Forced charges


def run_forced(course: Course) -> bool:
    """Ask about every forced charge that was not declared, active side first (MEG-B15.3)."""
    if course.state.stage == "":
        due = [
            unit
            for unit in units_of(course.position)
            if is_impetuous(unit)
            and may_act(course.state, unit)
            and "C3" not in unit.did
            and is_forced(course.position, unit, Finding())
        ]
        due.sort(key=lambda unit: unit.side != course.state.turn)
        course.put(stage="asking", queue=tuple(unit.id for unit in due))
    while course.state.queue:
        names = due_now(course.state)
        side = course.unit(names[0]).side
        stoppable = any(needed_for(course.position, (course.unit(name),), "C3") for name in names)
        if len(names) > 1 or (stoppable and has_cards(course.state, side)):
            course.give_choice(side)
            return False
        let_charge(course, names[0])
        if course.state.waiting:
            return False
    return True


def due_now(state: State) -> tuple[str, ...]:
    """The unit groups of the next side whose forced charges are due, in any order that their owner likes."""
    side = unit_of(state.position, state.queue[0]).side
    return tuple(name for name in state.queue if unit_of(state.position, name).side == side)


def let_charge(course: Course, name: str) -> None:
    """A forced charge takes place straight ahead."""
    course.put(queue=tuple(one for one in course.state.queue if one != name))
    met = targets_on(course.position, charge_way(course.position, (name,)))
    due = forced_targets(course.position, course.unit(name), Finding())
    if not met and not due:
        return
    on = met[0][1].id if met else due[0].id
    course.tell("must-charge", f"{name} cannot be held", "MEG-B12.10", "MEG-B15.3")
    declare(course, (name,), (on,), FORCED)


def _named(state: State, action: Any) -> str:
    """The unit group whose forced charge an action is about: the one it names, else the first."""
    return str(action.unit) or state.queue[0]


def check_forced(state: State, action: Any) -> Ruling:
    """Whether the forced charge that is due may be stopped: by C3, paid for."""
    verdict = Verdict()
    due = due_now(state)
    if _named(state, action) not in due:
        verdict.refuse(f"Forced charges are due of {' and '.join(due)}.", "MEG-B15.3", "MEG-B15.27")
    elif isinstance(action, StopCharge):
        unit = unit_of(state.position, _named(state, action))
        needed = needed_for(state.position, (unit,), "C3")
        if not needed:
            verdict.refuse(f"The charge of {unit.id} cannot be stopped.", "MEG-B13.4")
        else:
            judge_payment(verdict, state, (unit,), action.general, (action.card,), needed)
    return verdict.decide("stop_charge")


def do_forced(course: Course, action: Any) -> None:
    name = _named(course.state, action)
    if isinstance(action, LetCharge):
        let_charge(course, name)
        return
    course.put(queue=tuple(one for one in course.state.queue if one != name))
    course.pay(action.general, (action.card,))
    course.did(name, "C3")
    course.tell("stopped", f"{action.general} stops the charge of {name} ({action.card})", "MEG-B13.4", "MEG-02b")


def forced_ideas(state: State) -> Iterator[Any]:
    """To stop a charge that is due where that can be paid for, or to let one go, which comes last."""
    due = due_now(state)
    for name in due:
        unit = unit_of(state.position, name)
        for general, cards in payments(state, (unit,), needed_for(state.position, (unit,), "C3")):
            yield StopCharge(general, cards[0], name)
    for name in reversed(due):
        yield LetCharge(name)
