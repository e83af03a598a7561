"""Elements that move on their own after all orders: impetuous ones advance, those of demoralised commands retreat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.aftermath.bursting import burst
from debellis.dbm.aftermath.flee import How
from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.ambush.placing import CLAUSE
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.contacts import FRONT, position_of
from debellis.dbm.demoralised import must_flee
from debellis.dbm.moving.drifting import DRIFT, drifted, drifts
from debellis.dbm.playing import entering_alone
from debellis.dbm.playing.actions import Action, Advance, Arrive
from debellis.dbm.playing.changes import OTHERWISE, lose
from debellis.dbm.playing.choosing import choices_of
from debellis.dbm.playing.hidden import lurking, show, with_bases
from debellis.dbm.playing.provoking import provoked
from debellis.dbm.playing.state import State
from debellis.dbm.spontaneous.advance import OFF_TABLE, may_advance_so
from debellis.dbm.spontaneous.impetuous import advances, known_enemies
from debellis.dbm.spontaneous.proposing import spontaneous_advance
from debellis.dbm.spontaneous.retreating import retreat
from debellis.dbm.spontaneous.steps import ADVANCE, make, read_step
from debellis.dbm.spontaneous.targets import spontaneous_target, target_of
from debellis.dbm.spontaneous.ways import apart
from debellis.dbm.weather import down_wind
from debellis.geometry.rectangle import overlaps
from debellis.manoeuvre.contact import meet
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion, WrongValue
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

#: So many equal targets leave a choice.
_SEVERAL = 2
_EQUAL = Memory[tuple[str, ...]]("equal targets that lead an advancing element different ways")
_DUE = Memory[tuple[str, ...]]("elements that still move on their own")

Steps = tuple[dict[str, Any], ...]
ACT = "advance"


def due(state: State) -> tuple[str, ...]:
    """The elements of the bound's side that still move on their own."""
    return _DUE.of(state, None, _find_due)


def _find_due(state: State) -> tuple[str, ...]:
    own = state.position.friends(state.turn)
    found = [
        base.id
        for base in own
        if ACT not in state.bound.acts.get(base.id, ())
        and (retreats(state, base) or (base.id not in state.bound.acts and advances(state.position, base)))
    ]
    found = _front_ranks_first(state.position, found)
    return (*found, *(base.id for base in own if base.id not in found and still_drifts(state, base)))


def _front_ranks_first(position: Position, names: list[str]) -> list[str]:
    """Some elements in the order in which they are offered: the nearest to the enemy first, ranks behind after them.

    So a deep formation advances rank by rank, and nobody finds his way barred by those who are still to go.
    """
    enemies = known_enemies(position, position.base(names[0]).side) if names else []

    def away(name: str) -> float:
        place = position.base(name).rectangle
        return round(min((apart(place, enemy.rectangle) for enemy in enemies), default=0.0), 1)

    return sorted(names, key=away)


def still_drifts(state: State, base: Base) -> bool:
    """Whether a ship drifts and has not done so in this bound. Those that moved by order drift too."""
    if DRIFT in state.bound.acts.get(base.id, ()):
        return False
    return down_wind(state.position) is not None and drifts(state.position, base, Finding())


def retreats(state: State, base: Base) -> bool:
    """Whether an element must retreat, its command being demoralised."""
    return bool(must_flee(state.position, element=base.id).answer)


def ruled(position: Position, element: str, steps: Steps, choice: str | None) -> Ruling:
    """The ruling on an advance by some steps."""
    read = tuple(read_step(step, position) for step in steps)
    return may_advance_so(position, element=element, steps=read, choice=choice)


def _leaves_table(state: State, action: Advance) -> bool:
    """Whether the way told is refused because it leaves the table. Logs have such ways: the element stays then."""
    ruling = ruled(state.position, action.element, action.steps, action.choice)
    return not ruling.answer["legal"] and OFF_TABLE in ruling.clauses


def found_way(position: Position, base: Base, choice: str | None) -> tuple[Steps, str | None] | None:
    """The first legal way of an element, with the choice of target it goes by; None if it finds none or stays."""
    answer = spontaneous_advance(position, element=base.id, choice=choice).answer
    picks = (choice,) if answer["legal"] or choice is not None else tuple(answer["choices"])
    for picked in picks:
        found = answer if answer["legal"] else spontaneous_advance(position, element=base.id, choice=picked).answer
        if found["legal"]:
            return (tuple(found["steps"]), picked) if found["steps"] else None
    return None


def check(state: State, action: Advance | Arrive) -> Ruling:
    """Whether that element is to move on its own, and may go the way told."""
    if isinstance(action, Arrive):
        return entering_alone.check(state, action)
    verdict = Verdict()
    if action.element not in due(state):
        verdict.refuse(f"{action.element} does not move on its own now.", "DBM-B19.3")
        return verdict.decide("advance")
    base = state.position.base(action.element)
    if action.steps and (still_drifts(state, base) or retreats(state, base)):
        verdict.refuse(f"{action.element} does not choose its way.", "DBM-B19.9")
        return verdict.decide("advance")
    unread = _unread(state.position, action.steps)
    if unread is not None:
        verdict.refuse(unread)
        return verdict.decide("advance")
    if action.steps and not _leaves_table(state, action):
        return ruled(state.position, action.element, action.steps, action.choice)
    if still_drifts(state, base) or retreats(state, base):
        return verdict.decide("advance")
    return _judge_choice(state.position, base, action.choice, verdict)


def _unread(position: Position, steps: Steps) -> str | None:
    """Why the steps of an advance cannot be read; None if they can."""
    try:
        for step in steps:
            read_step(step, position)
    except BadQuestion as bad:
        return f"The steps of an advance: {bad.sentence}."
    except WrongValue as wrong:
        return f"The steps of an advance: a part of one is not {wrong}."
    return None


def _judge_choice(position: Position, base: Base, choice: str | None, verdict: Verdict) -> Ruling:
    """Whether the owner has said enough about the target, where several are equally near."""
    open_ones = equal_targets(position, base)
    known = target_of(position, base, None)[0]
    if choice is None and open_ones:
        says = f"{base.id} has equal targets, and its owner chooses one: {' or '.join(open_ones)}"
        verdict.refuse(says, "IWF-15.2a")
        return verdict.decide("advance", choices=list(open_ones))
    fits = set(known.choices)
    if known.enemy is not None and not known.choices:
        fits |= {known.enemy.id} if known.help is None else {known.enemy.id, known.help.name}
    if choice is not None and choice not in fits:
        verdict.refuse(f"{choice} is none of the equal targets of {base.id}", "IWF-15.2a")
    return verdict.decide("advance")


def equal_targets(position: Position, base: Base) -> tuple[str, ...]:
    """The targets among which the owner of an advancing element chooses; none where all lead it the same way."""
    return _EQUAL.of(position, base.id, lambda p: _find_equal(p, base))


def _find_equal(position: Position, base: Base) -> tuple[str, ...]:
    choices = target_of(position, base, None)[0].choices
    if len(choices) < _SEVERAL:
        return ()
    ways = [found_way(position, base, choice) for choice in choices]
    steps = [None if way is None else way[0] for way in ways]
    return choices if any(one != steps[0] for one in steps) else ()


def advance(state: State, action: Advance | Arrive, dice: Chance) -> Happened[State]:
    """Move one element on its own."""
    if isinstance(action, Arrive):
        return entering_alone.enter(state, action, dice)
    base = state.position.base(action.element)
    if still_drifts(state, base):
        return _drift(state, base)
    if retreats(state, base):
        return _retreat(state, base, dice)
    steps: Steps = action.steps
    choice = action.choice
    if action.stays is True:
        return _stays(state, base)
    if not steps:
        found = found_way(state.position, base, choice)
        if found is None:
            return _stays(state, base)
        steps, choice = found
    return _advance(state, base, steps, choice, dice)


def completed(state: State, action: Any) -> Any:
    """An advance with the way that the umpire finds, or with the note that he finds none.

    What a player says of staying does not count, nor a way off the table: the umpire looks.
    """
    if not isinstance(action, Advance) or state.phase != "advance":
        return action
    base = state.position.base(action.element) if action.element in due(state) else None
    if action.steps and (base is None or not _leaves_table(state, action)):
        return action
    if base is None or still_drifts(state, base) or retreats(state, base):
        return replace(action, stays=UNSET) if action.stays else action
    found = found_way(state.position, base, action.choice)
    if found is None:
        return replace(action, steps=(), stays=True)
    return Advance(action.element, found[1], found[0])


def _acted(state: State, name: str) -> State:
    acts = {**state.bound.acts, name: (*state.bound.acts.get(name, ()), ACT)}
    return replace(state, bound=replace(state.bound, acts=acts))


def _drift(state: State, base: Base) -> Happened[State]:
    """A ship goes down wind."""
    finding = Finding()
    place = drifted(state.position, base, finding)
    ruling = finding.rule("drift", {"drifts": True, "front": list(place.front)})
    event = Event("drift", f"{base.id} drifts down wind", ruling.clauses, (base.id,), ruling)
    state = replace(state, position=state.position.with_base(at_place(base, place)))
    acts = {**state.bound.acts, base.id: (*state.bound.acts.get(base.id, ()), DRIFT)}
    return replace(state, bound=replace(state.bound, acts=acts)), (event,)


def _stays(state: State, base: Base, *why: str) -> Happened[State]:
    says = f"{base.id} would advance and finds no way"
    return _acted(state, base.id), (Event("advance", says, tuple(dict.fromkeys(("DBM-B19.3", *why))), (base.id,)),)


def _retreat(state: State, base: Base, dice: Chance) -> Happened[State]:
    """Flight straight towards the own edge, whichever way the element faced."""
    finding = Finding()
    edge = state.edges[base.side]
    done = retreat(state.position, base, edge, How(open_edges=(edge,), choices=choices_of(state)), finding)
    ruling = finding.rule("flee", {"lost": list(done.lost)})
    says = f"{base.id} retreats" if done.position.has_base(base.id) else f"{base.id} retreats and is lost"
    event = Event("retreat", says, ruling.clauses, (base.id,), ruling)
    fled = tuple(one for one in (base.id, *done.fled) if done.position.has_base(one))
    state, more = lose(state, with_turn_notes(done.position, fled, "fled"), dict.fromkeys(done.lost, OTHERWISE), dice)
    state = _acted(state, base.id)
    return replace(state, bound=replace(state.bound, fled=(*state.bound.fled, *fled))), (event, *more)


def _advance(state: State, base: Base, steps: Steps, choice: str | None, dice: Chance) -> Happened[State]:
    """Advance by some steps; friends passed through react, and where they cannot the element stays."""
    finding = Finding()
    ruling = ruled(state.position, base.id, steps, choice)
    before = state.position
    position: Position | None = before
    lost: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    for step in steps:
        read = read_step(step, before)
        assert position is not None
        if read.kind == ADVANCE:
            through = burst(position, base.id, read.amount, finding, choices_of(state))
            position = None if through is None else through.position
            lost += () if through is None else through.lost
            fled += () if through is None else through.fled
        else:
            position = position.with_base(
                at_place(position.base(base.id), make(read, position.base(base.id).rectangle).end)
            )
        if position is None:
            return _stays(state, base, *finding.rule("advance", {}).clauses)
    assert position is not None
    there = position.base(base.id)
    near = position.near(there.rectangle)
    blocked = any(one.id != base.id and overlaps(one.rectangle, there.rectangle) for one in near)
    if blocked or is_off(there.rectangle, position.size):
        return _stays(state, base)
    told = finding.rule("advance", {"steps": list(steps)})
    touched = tuple(
        enemy.id
        for enemy in position.near_enemies(base.side, there.rectangle)
        if meet(there.rectangle, enemy.rectangle).touching and not meet(base.rectangle, enemy.rectangle).touching
    )
    where = f" into contact with {', '.join(touched)}" if touched else ""
    aim = spontaneous_target(before, element=base.id, choice=choice)
    clauses = tuple(dict.fromkeys((*aim.clauses, *ruling.clauses, *told.clauses)))
    ruling = replace(ruling, answer={**ruling.answer, "target": aim.answer["target"], "choice": choice})
    event = Event("advance", f"{base.id} advances on its own{where}", clauses, (base.id,), ruling)
    position = with_turn_notes(position, fled, "fled")
    state, more = lose(_acted(state, base.id), position, dict.fromkeys(lost, OTHERWISE), dice)
    front = [one for one in touched if position_of(there.rectangle, position.base(one).rectangle) == FRONT]
    bound = replace(
        state.bound,
        contacts=(*state.bound.contacts, *((base.id, enemy) for enemy in touched)),
        into_front=(*state.bound.into_front, *((base.id,) if front else ())),
        fled=(*state.bound.fled, *fled),
    )
    state, woken = provoked(replace(state, bound=bound), touched)
    return state, (event, *more, *woken)


def nobody_moves(state: State) -> Happened[State] | None:
    """Go on when nobody moves on his own any more: who was struck in flank or rear turns to face.

    Who retreats out of an ambush is placed first.
    """
    hidden = lurking(state, state.turn)
    if hidden:
        whole = with_bases(state.position, hidden)
        flees = tuple(base.id for base in hidden if must_flee(whole, element=base.id).answer)
        if flees:
            return show(state, flees, "they retreat with their command", (CLAUSE,))
    return None if due(state) or entering_alone.due(state) else (replace(state, phase="turning"), ())


def _ideas(state: State) -> Iterator[Action]:
    for name, place in entering_alone.due(state):
        yield Arrive({name: place})
    for name in due(state):
        base = state.position.base(name)
        goes = not still_drifts(state, base) and not retreats(state, base)
        targets = equal_targets(state.position, base) if goes else ()
        yield from [Advance(name, choice) for choice in targets] or [Advance(name)]


PHASES: dict[str, Phase] = {
    "advance": Phase(
        "choose which element moves on its own next",
        (Advance, Arrive),
        check,
        advance,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B13.3"),
        passes=nobody_moves,
    )
}
