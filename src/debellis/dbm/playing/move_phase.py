"""The moves of a bound: tactical moves, marches and halts, paid with the PIPs of each command, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, Shuffle, placed_by
from debellis.battle.rules import Event
from debellis.dbm.aftermath.pursuit import pursue
from debellis.dbm.commanding.halting import may_halt
from debellis.dbm.commanding.orders import Done
from debellis.dbm.commanding.pips import Order, general_counted, price, total
from debellis.dbm.commands import with_turn_notes, without_turn_notes
from debellis.dbm.contacts import FRONT, position_of
from debellis.dbm.grouping.groups import HALT, MARCH, TACTICAL, names_each_once
from debellis.dbm.mounts.exchanged import with_holders
from debellis.dbm.playing import boarding, mounting, moving_together
from debellis.dbm.playing.actions import (
    Action,
    Board,
    Dismount,
    EndMoves,
    Halt,
    Land,
    Mount,
    MoveElements,
    MoveTogether,
)
from debellis.dbm.playing.changes import NEVER_MOVED, OTHERWISE, lose, without_notes
from debellis.dbm.playing.discovering import STOPPED
from debellis.dbm.playing.move_ideas import ideas
from debellis.dbm.playing.moving import Made, in_turn, judge
from debellis.dbm.playing.provoking import provoked
from debellis.dbm.playing.state import State
from debellis.dbm.spontaneous.impetuous import is_impetuous
from debellis.dbm.troops import DISMOUNTED, GENERAL_USED, MOVED, service, troop
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import is_or_are, several, together

STRAIGHT = "straight"


Ordered = MoveElements | MoveTogether | Dismount | Mount | Board | Land | Halt


def movers_of(action: Ordered) -> tuple[str, ...]:
    """The elements an order is given to."""
    if isinstance(action, Board | Land):
        return (action.element, action.vessel) if isinstance(action, Board) else (action.vessel,)
    return moving_together.movers(action) if isinstance(action, MoveTogether) else action.elements


def check(state: State, action: Ordered | EndMoves) -> Ruling:
    """Whether that move or halt may be made now, with the PIPs that are left."""
    verdict = Verdict()
    if isinstance(action, EndMoves):
        return verdict.decide("end_moves")
    if not _may_order(state, movers_of(action), verdict):
        return verdict.decide("move")
    if isinstance(action, MoveTogether):
        return _check_together(state, action, verdict)
    if isinstance(action, Board | Land):
        made = boarding.judge(state, action, verdict)
        if made is not None:
            _judge_pips(state, (action.vessel,), made.cost, verdict)
        return verdict.decide("board", **({} if made is None else {"cost": made.cost}))
    if isinstance(action, Halt):
        cost = _halt_cost(state, action, verdict)
        _judge_pips(state, action.elements, cost, verdict)
        return verdict.decide("halt", cost=cost)
    if isinstance(action, Dismount | Mount):
        return _check_mounting(state, action, verdict)
    made = judge(state, action, verdict)
    if made is None:
        return verdict.decide("move")
    _judge_pips(state, action.elements, made.cost, verdict)
    # Where several enemies conform, their order is the player's to choose.
    several = {"conforms": in_turn(made)} if len(made.obliged) > 1 else {}
    return verdict.decide("move", cost=made.cost, **several)


def _check_together(state: State, action: MoveTogether, verdict: Verdict) -> Ruling:
    found = moving_together.judge(state, action, verdict)
    if found is None:
        return verdict.decide("move_together")
    payers: dict[str, list[str]] = {}
    for name in found.costs:
        payers.setdefault(service(state.position.base(name)).command, []).append(name)
    for names in payers.values():
        _judge_pips(state, tuple(names), sum(found.costs[name] for name in names), verdict)
    return verdict.decide("move_together", cost=found.made.cost)


def _check_mounting(state: State, action: Dismount | Mount, verdict: Verdict) -> Ruling:
    what = "dismount" if isinstance(action, Dismount) else "mount"
    if len({service(state.position.base(name)).command for name in action.elements}) > 1:
        verdict.refuse("Elements that mount or dismount together serve one command.", "IWF-12.3b")
    changed = mounting.judge(state, action, verdict)
    if changed is None:
        return verdict.decide(what)
    _judge_pips(state, action.elements, changed.cost, verdict)
    return verdict.decide(what, cost=changed.cost)


def _may_order(state: State, names: tuple[str, ...], verdict: Verdict) -> bool:
    """Whether the side may give an order to these elements at all."""
    position = state.position
    if not names_each_once(names, verdict):
        return False
    for name in names:
        if not position.has_base(name) or position.base(name).side != state.turn:
            verdict.refuse(f"{state.turn} has no {name} on the table.", "DBM-B14.3")
            return False
    stopped = [name for name in names if STOPPED in state.bound.acts.get(name, ())]
    if stopped:
        verdict.bar(*stopped, wherever=True)
        clause = "IWF-9.3a" if any(troop(position.base(name)).on_mounts for name in stopped) else "IWF-9.2a"
        verdict.refuse(f"{together(stopped)} stopped on discovering enemy, and moves no more this bound.", clause)
    return not stopped


def _halt_cost(state: State, action: Halt, verdict: Verdict) -> int:
    names = action.elements
    single = names[0] if len(names) == 1 else None
    ruling = may_halt(state.position, element=single, group=() if single else names)
    for reason in ruling.because:
        verdict.cite(reason.clause, reason.says)
    verdict.faults.extend(ruling.answer.get("faults", ()))
    bases = tuple(state.position.base(name) for name in names)
    sheet = price(state.position, bases, Order(HALT, Done()))
    verdict.add_sheet(sheet)
    return total(sheet)


def _judge_pips(state: State, names: tuple[str, ...], cost: int, verdict: Verdict) -> None:
    """Refuse what the command cannot pay."""
    command = service(state.position.base(names[0])).command
    have = state.bound.pips.get(command, 0)
    verdict.measure(f"PIPs of {command}", cost, "pips", have)
    if cost > have:
        says = f"The move of {together(names)} costs {several(cost, 'PIP')}, and {command} has {have} left."
        verdict.refuse(says, "DBM-B14.3")


def do(state: State, action: Ordered | EndMoves, dice: Chance) -> Happened[State]:
    """Make a move, a halt, or end moving."""
    if isinstance(action, EndMoves):
        return replace(state, phase="advance"), ()
    if isinstance(action, Halt):
        cost = _halt_cost(state, action, Verdict())
        state = _paid(state, action.elements, cost, HALT)
        names = ", ".join(action.elements)
        event = Event(
            "halt",
            f"{names} {is_or_are(action.elements)} halted for {several(cost, 'PIP')}",
            ("DBM-B14.3", "DBM-B19.1"),
            action.elements,
        )
        return replace(state, position=with_turn_notes(state.position, action.elements, "halted")), (event,)
    verdict = Verdict()
    if isinstance(action, Dismount | Mount):
        return _mounting(state, action, verdict)
    if isinstance(action, Board | Land):
        return _boarding(state, action, verdict, dice)
    if isinstance(action, MoveTogether):
        found = moving_together.judge(state, action, verdict)
        assert found is not None
        before = state.position
        for name, cost in found.costs.items():
            state = _paid(state, (name,), cost, TACTICAL)
        return _moved(state, before, tuple(found.costs), found.made, False, verdict, dice)
    made = judge(state, action, verdict)
    assert made is not None
    return _move(state, action, made, verdict, dice)


def _boarding(state: State, action: Board | Land, verdict: Verdict, dice: Chance) -> Happened[State]:
    made = boarding.judge(state, action, verdict)
    assert made is not None
    name, before = boarding.mover(state, action), state.position
    state = boarding.with_aboard(_paid_by(state, action.vessel, name, made.cost), action)
    if isinstance(action, Land):
        return _moved(state, before, (name,), made, False, verdict, dice)
    ruling = verdict.decide("board", cost=made.cost)
    says = f"{name} goes aboard {action.vessel} for {several(made.cost, 'PIP')}"
    return replace(state, position=made.position), (Event("board", says, ruling.clauses, (name,), ruling),)


def _paid_by(state: State, vessel: str, name: str, cost: int) -> State:
    """The state with the order of an element that a vessel carries, or will, paid by its command and noted."""
    command = service(state.position.base(vessel)).command
    acts = {**state.bound.acts, name: (*state.bound.acts.get(name, ()), TACTICAL)}
    pips = {**state.bound.pips, command: state.bound.pips.get(command, 0) - cost}
    return replace(state, bound=replace(state.bound, pips=pips, acts=acts))


def _mounting(state: State, action: Dismount | Mount, verdict: Verdict) -> Happened[State]:
    changed = mounting.judge(state, action, verdict)
    assert changed is not None
    what = "dismount" if isinstance(action, Dismount) else "mount"
    state = _paid(state, action.elements, changed.cost, TACTICAL)
    position = replace(changed.position, turn_notes=state.position.turn_notes)
    position = with_turn_notes(position, action.elements, MOVED, DISMOUNTED)
    position = without_notes(position, (NEVER_MOVED,), action.elements)
    ruling = verdict.decide(what, cost=changed.cost)
    says = f"{', '.join(action.elements)} {what}{'s' if len(action.elements) == 1 else ''} for {changed.cost}"
    says += f"; {', '.join(changed.moved)} make room or close up" if changed.moved else ""
    event = Event(what, says, ruling.clauses, (*action.elements, *changed.moved), ruling)
    return replace(state, position=position), (event,)


def _paid(state: State, names: tuple[str, ...], cost: int, kind: str) -> State:
    """The state with an order paid and noted."""
    bases = tuple(state.position.base(name) for name in names)
    command = service(bases[0]).command
    leader = general_counted(state.position, bases, kind)
    free = () if leader is None else (service(leader).command,)
    pips = {**state.bound.pips, command: state.bound.pips.get(command, 0) - cost}
    acts = dict(state.bound.acts)
    for name in names:
        acts[name] = (*acts.get(name, ()), kind)
    bound = replace(state.bound, pips=pips, acts=acts, free=tuple(dict.fromkeys((*state.bound.free, *free))))
    state = replace(state, bound=bound)
    if leader is None:
        return state
    return replace(state, position=with_turn_notes(state.position, (leader.id,), GENERAL_USED))


def _move(state: State, action: MoveElements, made: Made, verdict: Verdict, dice: Chance) -> Happened[State]:
    before = state.position
    if not made.only_turns:
        state = _paid(state, action.elements, made.cost, MARCH if action.march else TACTICAL)
    return _moved(state, before, action.elements, made, action.march, verdict, dice)


def _moved(
    state: State, before: Position, names: tuple[str, ...], made: Made, march: bool, verdict: Verdict, dice: Chance
) -> Happened[State]:
    """The state after a move that is paid."""
    after = made.position
    if not made.only_turns:
        after = _noted(replace(after, turn_notes=state.position.turn_notes), names, march, made.done)
        after = with_holders(before, after, names)
    ruling = verdict.decide("move", cost=made.cost)
    where = f" into contact with {', '.join(dict.fromkeys(e for _, e in made.contacts))}" if made.contacts else ""
    what = ("march" if march else "move") + ("s" if len(names) == 1 else "")
    says = f"{', '.join(names)} {what.replace('chs', 'ches')} for {several(made.cost, 'PIP')}{where}"
    events: list[Event] = [Event("move", says, ruling.clauses, names, ruling)]
    if made.conformed:
        told = made.told.rule("conform", {"conformed": list(made.conformed)})
        events.append(Event("conform", f"{', '.join(made.conformed)} must face them", told.clauses, made.conformed))
    elif made.unmoved:
        told = made.told.rule("conform", {"conformed": []})
        says = f"{', '.join(made.unmoved)} need not face them"
        events.append(Event("unmoved", says, told.clauses, made.unmoved, told))
    state, more = lose(state, after, dict.fromkeys(made.gone, OTHERWISE), dice)
    contacts = (*state.bound.contacts, *made.contacts)
    into = tuple(dict.fromkeys((*state.bound.into_front, *made.into_front)))
    state = replace(state, bound=replace(state.bound, contacts=contacts, into_front=into))
    state, woken = provoked(state, tuple(enemy for _, enemy in made.contacts))
    state, followed = _followed(state, before, names)
    return state, (*events, *more, *woken, *followed)


def _noted(position: Position, names: tuple[str, ...], march: bool, done: Done) -> Position:
    """The position with what the bound must remember of the movers."""
    position = with_turn_notes(position, names, "marched" if march else MOVED)
    position = without_notes(position, (NEVER_MOVED,), names)
    if done.straight and not done.slide:
        return with_turn_notes(position, names, STRAIGHT)
    return without_turn_notes(position, (STRAIGHT,), names)


def _followed(state: State, before: Position, names: tuple[str, ...]) -> Happened[State]:
    """Impetuous enemies whose front was held by one that broke off follow it at once."""
    events: tuple[Event, ...] = ()
    for name in names:
        if not state.position.has_base(name) or not before.has_base(name):
            continue
        was, now = before.base(name).rectangle, state.position.base(name).rectangle
        for enemy in before.near_enemies(state.turn, was):
            held = position_of(was, enemy.rectangle) == FRONT
            if not held or not state.position.has_base(enemy.id) or position_of(now, enemy.rectangle) is not None:
                continue
            if not is_impetuous(state.position, troop(enemy)):
                continue
            finding = Finding()
            done = pursue(state.position, enemy.id, finding)
            ruling = finding.rule("follow", {"distance": done.distance})
            says = f"{enemy.id} follows {name}, which broke off, {done.distance:g} mm"
            events += (Event("follow", says, ("DBM-B16.10", *ruling.clauses), (enemy.id,), ruling),)
            state = replace(state, position=done.position)
    return state, events


def _ideas(state: State, shuffle: Shuffle | None) -> Iterator[Action]:
    yield from ideas(state, shuffle)
    yield EndMoves()


PHASES: dict[str, Phase] = {
    "moves": Phase(
        "move and halt",
        (MoveElements, MoveTogether, Dismount, Mount, Board, Land, Halt, EndMoves),
        check,
        do,
        _ideas,
        out_of_order=placed_by("DBM-B13.3"),
    ),
}
