"""The tactical moves of a bound: PIPs, moves, landings, and turning to face at the end."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from debellis.battle.chance import Chance, Needed
from debellis.battle.phase import Happened, may_always
from debellis.battle.rules import Event
from debellis.dba.aftermath.choosing import Choices
from debellis.dba.aftermath.pursuit import goes_along, pursue, pursues
from debellis.dba.aftermath.turning import conform_all, turn_to_face
from debellis.dba.book import table
from debellis.dba.commands import command_of, is_big
from debellis.dba.fighting.fighters import fighter
from debellis.dba.fighting.fights import fights
from debellis.dba.moving.moves import Bound, Judged, Move
from debellis.dba.moving.tactical_moves import judge
from debellis.dba.options import option
from debellis.dba.playing.actions import EndMoves, Land, MoveElements, RollPips
from debellis.dba.playing.attach_phase import came_behind_a_supporter
from debellis.dba.playing.command_dice import begin_bound, roll_dice
from debellis.dba.playing.revolt_phase import begin_moves, may_revolt
from debellis.dba.playing.state import State, pips_for, with_pips_spent
from debellis.dba.playing.telling import because
from debellis.dba.setting_up.landing import judge_landing
from debellis.geometry.plane import distance
from debellis.manoeuvre.contact import meet
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.table.writing import written_alike
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.telling import terrain_name
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import several, together

_MOVES = Memory[dict[Any, tuple[Move, Judged, Verdict]]]("moves judged in a state")

#: A PIP score of at least this ends the sacking of a town.
_SACKED = 5
#: The greatest number of judged moves cached for a state: enough for all that are offered together.
_JUDGED = 32


def roll_pips(state: State, action: RollPips, dice: Chance) -> Happened[State]:
    """Begin a bound. The die gives the PIPs; a 5 or 6 makes troops that sack a town its garrison."""
    number = state.bounds.get(state.turn, 0) + 1
    state, pips, events = _rolled(state, number, dice)
    bases = tuple(_rested(b, _score(pips, b) >= _SACKED) if b.side == state.turn else b for b in state.position.bases)
    if any(b.sacking and _score(pips, b) >= _SACKED for b in state.position.bases if b.side == state.turn):
        says = "the town is sacked; its captors are now a garrison"
        events.append(Event("garrison", says, ("BOB-TAC-3b", "DBA22-B8.3")))
    kept = _still_fighting(state) if option(state.position, "knights_into_bows") == "whole_fight" else ()
    after = replace(
        state,
        position=replace(state.position, bases=bases, active=state.turn, bound=number),
        bounds={**state.bounds, state.turn: number},
        pips=sum(pips.values()) if isinstance(pips, dict) else pips,
        bound=Bound(number=number, pips=pips),
        contacts=(),
        together=UNSET,
        shot=(),
        targeted=(),
        picked=None,
        into_front=kept,
        into_flank=(),
        landed=(),
        helped=(),
    )
    towns = may_revolt(after.position, after.turn, pips)
    return (replace(after, phase="revolt", revolt=towns) if towns else begin_moves(after)), tuple(events)


def _rolled(state: State, number: int, dice: Chance) -> tuple[State, int | dict[str, int], list[Event]]:
    """The PIPs of the active side, or of each of its commands, with the state and the events of the roll."""
    if is_big(state.position):
        state, waver = begin_bound(state)
        state, by_command, told = roll_dice(state, dice)
        return state, by_command, [*waver, *told]
    score = dice.roll(f"PIPs of {state.turn}")
    says = f"{state.turn} bound {number}: {several(score, 'PIP')}"
    return state, score, [Event("pips", says, ("BOB-PIP-1", "DBA22-B11.1"))]


def _score(pips: int | dict[str, int], base: Base) -> int:
    """The die that counts for an element: its side's, or its command's."""
    return pips.get(command_of(base) or "", 0) if isinstance(pips, dict) else pips


def _rested(base: Base, sacked: bool) -> Base:
    """An element at the start of its bound. It is the same object if nothing had happened to it."""
    sacking = base.sacking and not sacked
    if not (base.moved or base.recoiled or base.dismounted_this_bound or base.sacking != sacking):
        return base
    return replace(base, moved=False, recoiled=False, dismounted_this_bound=False, sacking=sacking)


def _still_fighting(state: State) -> tuple[str, ...]:
    found = fights(state.position)
    return tuple(name for name in state.into_front if found.fights(name))


def check_move(state: State, action: MoveElements) -> Ruling:
    """Whether the active side may make this move now. A move that still needs dice is judged as far as possible."""
    verdict = Verdict()
    if not _judge_movers(verdict, state, action.move):
        return verdict.decide("move")
    try:
        judged, verdict = _judged(state, action.move, Chance(), verdict)
    except Needed as need:
        return verdict.decide("move", needs=need.throw.why)
    return verdict.decide("move", distance=judged.distance, limit=judged.limit, cost=judged.cost)


def _nothing_judged(state: State) -> dict[Any, tuple[Move, Judged, Verdict]]:
    return {}


def _judged(state: State, move: Move, dice: Chance, verdict: Verdict) -> tuple[Judged, Verdict]:
    """The judgement of a move and its verdict.

    A move already judged in this state without dice comes from the cache.
    """
    kept = _MOVES.of(state, None, _nothing_judged)
    key = (move.elements, move.path, move.steps)
    known = kept.get(key)
    if known is not None and known[0] == move and written_alike(known[0], move):
        return known[1], known[2]
    judged = judge(state.position, move, state.bound, dice, verdict)
    if not dice.thrown:
        if len(kept) >= _JUDGED:
            kept.clear()
        kept[key] = (move, judged, verdict)
    return judged, verdict


def _judge_movers(verdict: Verdict, state: State, move: Move) -> bool:
    position = state.position
    if not move.elements or len(set(move.elements)) < len(move.elements):
        verdict.refuse("A move names the bases that make it, each once.", "DBA22-B11.1")
    for name in move.elements:
        if not position.has_base(name) or position.base(name).side != state.turn:
            verdict.refuse(f"{name} is not an element of {state.turn}, whose turn it is.", "BOB-GLO-1", "BOB-GLO-7a")
    for place in (move.enters, move.through, move.road):
        if place is not None and not position.has_feature(place):
            verdict.refuse(f"There is no feature {place!r}.", "DBA22-B12.1.3")
    single = len(move.elements) == 1 and not move.steps and not move.ends
    if verdict.legal and single and not move.path and move.enters is None:
        verdict.refuse(f"The move of {move.elements[0]} does not say where it goes.", "DBA22-B12.1.1")
    return verdict.legal


def move(state: State, action: MoveElements, dice: Chance, choices: Choices) -> Happened[State]:
    """Make a legal move, or the part of it that its river dice allow."""
    judged, verdict = _judged(state, action.move, dice, Verdict())
    assert judged.after is not None
    finding = Finding()
    finding.absorb(verdict)
    _cite_before(state, action.move, finding)
    events = [_tell_move(state, action.move, judged, finding)]
    position = _marked(judged.after, action.move)
    position, more = _conforming(position, action.move, judged, state.turn, choices)
    events += more
    position, more = _pursuit(state, position, action.move, dice)
    events += more
    position, attaching = came_behind_a_supporter(state, position)
    made = {name: state.bound.moves.get(name, 0) + 1 for name in action.move.elements}
    into_front, into_flank = _kinds(position, judged)
    bound = replace(
        state.bound,
        moves={**state.bound.moves, **made},
        contacted=state.bound.contacted | {mover for mover, _ in judged.touched},
        dismounted=state.bound.dismounted | set(action.move.dismount),
        closed=state.bound.closed | ({judged.closed} if judged.closed is not None else set()),
    )
    after = replace(
        with_pips_spent(replace(state, bound=bound), state.position.base(action.move.elements[0]), judged.cost),
        position=position,
        attaching=attaching,
        contacts=(*state.contacts, *judged.touched),
        together=_together(state, position, judged),
        into_front=(*state.into_front, *into_front),
        into_flank=(*state.into_flank, *into_flank),
    )
    # The results of the other judged moves are no longer needed, even if the caller keeps this state.
    _MOVES.forget(state)
    return after, tuple(events)


def _together(state: State, position: Position, judged: Judged) -> tuple[tuple[tuple[str, str], ...], ...] | UnsetType:
    """The contacts of the bound with flanks and rears that were made at one instant, with those of one more move."""
    found = fights(position)
    there = [pair for pair in judged.touched if position.has_base(pair[0]) and position.has_base(pair[1])]
    meetings = {pair: found.meeting(*pair) for pair in there}
    at_once = tuple([pair for pair, met in meetings.items() if met is not None and met.kind in ("flank", "rear")])
    if len(at_once) < 2:
        return state.together
    before = () if state.together is UNSET else state.together
    return (*before, at_once)


def _cite_before(state: State, made: Move, finding: Finding) -> None:
    """Cite how an earlier move, landing or flight of the same elements affects this one."""
    again = [name for name in made.elements if state.bound.moves.get(name, 0) > 0]
    if again:
        finding.cite("BOB-GLO-2", f"{', '.join(again)} moves again in the same turn: moves belong to elements")
    ashore = [name for name in again if name in state.landed]
    if ashore:
        finding.cite("BOB-SCH-9c", f"{', '.join(ashore)} landed this turn and may still move on")
    fled = [name for name in made.elements if state.beaten_before.get(name) == "flee"]
    if fled:
        finding.cite_all(("BOB-FLEE-4", "DBA22-B30.3"), f"{', '.join(fled)} fled in the last turn and has recovered")


def _tell_move(state: State, made: Move, judged: Judged, finding: Finding) -> Event:
    names = ", ".join(f"{state.position.base(name).code} {name}" for name in made.elements)
    one = len(made.elements) == 1
    what = ("dismounts and moves" if one else "dismount and move") if made.dismount else ("moves" if one else "move")
    cost = several(judged.cost, "PIP")
    if judged.legal:
        says = f"{names} {what} {judged.distance:.2f} of {judged.limit:.2f} mm for {cost}"
    else:
        says = f"{names} {what} {_gone(state, made, judged):.2f} mm for {cost}, not the {judged.distance:.2f} mm asked"
    if judged.touched:
        says += " into contact with " + ", ".join(dict.fromkeys(enemy for _, enemy in judged.touched))
    if judged.nature is not None:
        says += f"; the river is {judged.nature}"
    if judged.closed is not None:
        says += f"; {terrain_name(state.position, judged.closed)} is shut for this bound"
    return because("move", says, finding, *made.elements)


def _gone(state: State, made: Move, judged: Judged) -> float:
    """How far a move went before a river stopped it."""
    assert judged.after is not None
    return max([distance(state.position.base(name).front, judged.after.base(name).front) for name in made.elements])


def _marked(position: Position, made: Move) -> Position:
    return replace(
        position,
        bases=tuple(
            replace(base, moved=True, dismounted_this_bound=base.id in made.dismount)
            if base.id in made.elements
            else base
            for base in position.bases
        ),
    )


def _conforming(
    position: Position, made: Move, judged: Judged, side: str, choices: Choices
) -> tuple[Position, list[Event]]:
    """Line up the enemies that a group touched and that must conform at once."""
    if len(made.elements) < 2:
        return position, []
    position, done = conform_all(position, judged.touched, made.elements, side, choices)
    return position, [because("conform", f"{enemy} conforms to {by}", finding, enemy) for enemy, by, finding in done]


def _pursuit(state: State, position: Position, made: Move, dice: Chance) -> tuple[Position, list[Event]]:
    """An impetuous enemy pursues an element that broke off from it."""
    events: list[Event] = []
    opponent = fights(state.position).opponent.get(made.elements[0])
    if opponent is None or len(made.elements) > 1 or not position.has_base(opponent):
        return position, events
    enemy = position.base(opponent)
    if fights(position).fights(opponent) or not pursues(position, enemy):
        return position, events
    finding = Finding()
    left = fighter(state.position, made.elements[0])
    along = goes_along(state.position, enemy, left, "break_off", finding)
    done = pursue(position, opponent, dice, finding, after="break_off", along=along, closed=state.bound.closed)
    if done.distance > 0.0:
        says = f"{opponent} follows {done.distance:.2f} mm"
        events.append(because("pursue", says, finding, opponent))
    return done.position, events


def _kinds(position: Position, judged: Judged) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The bases that moved into front contact, and those that moved into flank or rear contact."""
    front: list[str] = []
    flank: list[str] = []
    for mover, enemy in judged.touched:
        if position.has_base(mover) and position.has_base(enemy):
            one, two = position.base(mover), position.base(enemy)
            if one.on_table and two.on_table:
                kind = meet(one.rectangle, two.rectangle).kind
                if kind == "front":
                    front.append(mover)
                elif kind in ("flank", "rear"):
                    flank.append(mover)
    return tuple(front), tuple(flank)


def check(state: State, action: MoveElements | Land | EndMoves) -> Ruling:
    """Whether the active side may do this during its moves. It may always end them."""
    if isinstance(action, MoveElements):
        return check_move(state, action)
    return check_landing(state, action) if isinstance(action, Land) else may_always(state, action)


def do(state: State, action: MoveElements | Land | EndMoves, dice: Chance, choices: Choices) -> Happened[State]:
    """Make a legal move or landing, or end the moves."""
    if isinstance(action, MoveElements):
        return move(state, action, dice, choices)
    return land(state, action) if isinstance(action, Land) else end_moves(state, choices)


def check_landing(state: State, action: Land) -> Ruling:
    """Whether the elements held back may make this landing."""
    verdict = Verdict()
    held = {base.id: base for base in state.held_back.get(state.turn, ())}
    if not action.places or not set(action.places) <= set(held):
        others = [name for name in action.places if name not in held]
        who = f"{together(others)} cannot land" if others else "Nobody is named to land"
        verdict.refuse(f"{who}: only elements held back land, all of them in one group.", "BOB-SCH-9a")
        return verdict.decide("land")
    force = state.forces[state.turn]
    landed = [replace(held[name], front=p.front, facing=p.facing) for name, p in action.places.items()]
    judge_landing(verdict, state.position, landed, force.topography, state.bounds[state.turn])
    cost = int(table(state.position, "deployment")["littoral_cost_pips"])
    pips = pips_for(state, landed[0])
    if cost > pips:
        left = several(pips, "is", "are")
        verdict.refuse(
            f"The landing of {together(list(action.places))} costs {cost} PIP, and {left} left.", "BOB-PIP-1"
        )
    return verdict.decide("land", cost=cost)


def land(state: State, action: Land) -> Happened[State]:
    held = {base.id: base for base in state.held_back[state.turn]}
    landed = tuple(replace(held[name], front=p.front, facing=p.facing) for name, p in action.places.items())
    cost = int(table(state.position, "deployment")["littoral_cost_pips"])
    stay = len(held) - len(landed)
    unlanded = {**state.position.unlanded, state.turn: stay} if stay else state.position.unlanded
    position = replace(state.position, bases=(*state.position.bases, *landed), unlanded=unlanded)
    made = {name: 1 for name in action.places}
    after = replace(
        state,
        position=position,
        held_back={**state.held_back, state.turn: ()},
        landed=tuple(action.places),
        bound=replace(state.bound, moves={**state.bound.moves, **made}),
    )
    after = with_pips_spent(after, landed[0], cost)
    says = f"{state.turn} lands {', '.join(action.places)}"
    return after, (Event("land", says, ("BOB-SCH-9a",), tuple(action.places)),)


def end_moves(state: State, choices: Choices) -> Happened[State]:
    """Turn every base that must face. Elements not landed in the first bound never appear."""
    events: list[Event] = []
    position = state.position
    held = state.held_back
    stranded = len(held.get(state.turn, ()))
    if stranded and state.bounds[state.turn] == 1:
        position = replace(position, unlanded={**position.unlanded, state.turn: stranded})
        held = {**held, state.turn: ()}
        says = f"{several(stranded, 'element')} of {state.turn} never landed and cannot take part"
        events.append(Event("unlanded", says, ("BOB-SCH-8b",)))
    together = () if state.together is UNSET else state.together
    done = turn_to_face(position, state.contacts, together=together, choices=choices)
    for turn in done.turns:
        if turn.turned:
            what = "cannot turn" if turn.void else "turns to face"
            says = f"{', '.join(turn.turned)} {what} {turn.attacker}"
            turn.finding.cite("BOB-GLO-7a", f"{says}, now that all tactical moves are made")
            events.append(because("turn", says, turn.finding, *turn.turned))
    return replace(state, phase="shooting", position=done.position, held_back=held, together=UNSET), tuple(events)
