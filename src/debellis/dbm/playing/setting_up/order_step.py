"""Writing orders: how the commands of a side will stand, who hides in ambush, and who marches round a flank.

The defender writes first. Nobody but the writer sees his orders; those of deployment are shown when both have deployed.
"""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import SIDES, other
from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.going import WATER, going_at
from debellis.dbm.playing.actions import WriteOrders
from debellis.dbm.playing.hidden import lurking, marchers, muster, with_lurking, with_orders
from debellis.dbm.playing.setting_up import auto_orders
from debellis.dbm.playing.setting_up.drawing_up import fighters, is_afloat
from debellis.dbm.playing.setting_up.terrain_laying import take
from debellis.dbm.playing.state import Orders, State, defender
from debellis.dbm.setting_up.ambushes import may_ambush
from debellis.dbm.setting_up.disclosing import disclosed, may_begin_play
from debellis.dbm.setting_up.flank_marches import may_flank_march
from debellis.dbm.setting_up.orders import may_order
from debellis.dbm.troops import service, troop
from debellis.geometry.plane import bearing
from debellis.geometry.rectangle import overlaps
from debellis.table.board import is_off
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

WORDS = {"left_of": "left of", "right_of": "right of", "behind": "behind", "in_front_of": "in front of"}


def check(state: State, action: WriteOrders) -> Ruling:
    """Whether these are orders that can be carried out: each march, each ambush, and no vagueness about commands."""
    verdict = Verdict()
    side = state.turn
    _judge_marches(verdict, state, action)
    if verdict.legal:
        _judge_names(verdict, state, action)
    if not verdict.legal:
        return verdict.decide("write_orders")
    ordered = _ordered(state, action)
    _judge_ambushes(verdict, ordered, action)
    commands = tuple(sorted({*fighters(ordered, side), *(service(base).command for base in lurking(ordered, side))}))
    if any(one not in commands or two not in commands or word not in WORDS for one, word, two in action.relations):
        says = f"An order puts one of {', '.join(commands)} left_of, right_of, behind or in_front_of another."
        verdict.refuse(says, "DBM-B12.1")
    elif len(commands) > 1:
        take(verdict, may_order(state.position, commands=commands, relations=action.relations))
    if verdict.legal and action.ambushes and not auto_orders.can_be_deployed(ordered, side):
        verdict.refuse("With these ambushes the rest could not be drawn up, each command by itself.", "DBM-B12.3")
    if verdict.legal:
        sealed = {name: _record(place.front, place.facing) for name, place in action.ambushes.items()}
        take(
            verdict,
            may_begin_play(
                with_lurking(ordered, side), side=side, ambushes=sealed, flank_marches=action.flank_marches or None
            ),
        )
    return verdict.decide("write_orders")


def _record(front: tuple[float, float], facing: tuple[float, float]) -> dict[str, object]:
    return {"front": front, "facing": bearing(facing)}


def _ordered(state: State, action: WriteOrders) -> State:
    """The state with the orders written."""
    return with_orders(state, state.turn, Orders(action.relations, action.ambushes, action.flank_marches))


def _judge_marches(verdict: Verdict, state: State, action: WriteOrders) -> None:
    """Report commands that may not march round a flank."""
    side = state.turn
    own = {service(base).command for base in state.forces[side].elements if troop(base).type != BAGGAGE}
    for name in sorted(action.flank_marches):
        if name not in own:
            verdict.refuse(f"{side} has no command {name}.", "DBM-B12.5")
        else:
            take(verdict, may_flank_march(state.position, command=muster(marchers(state, name))))


def _judge_names(verdict: Verdict, state: State, action: WriteOrders) -> None:
    """Report ambushers who are none of the side's, or go with a flank march, or are baggage or vessels."""
    side = state.turn
    own = {base.id: base for base in state.forces[side].elements}
    for name in sorted(action.ambushes):
        base = own.get(name)
        if base is None:
            verdict.refuse(f"{side} has no element {name}.", "DBM-B12.4")
        elif troop(base).type == BAGGAGE or is_afloat(state.position, base):
            verdict.refuse(f"{name} is baggage or a vessel and cannot hide.", "DBM-B12.4")
        elif service(base).command in action.flank_marches:
            verdict.refuse(f"{name} goes with its command on a flank march and cannot hide.", "DBM-B12.5")


def _judge_ambushes(verdict: Verdict, ordered: State, action: WriteOrders) -> None:
    """Report ambushers who could be seen, stand on one another, off the table or in water."""
    side = ordered.turn
    position = with_lurking(ordered, side)
    hidden = lurking(ordered, side)
    for i, base in enumerate(hidden):
        on = next((one for one in hidden[:i] if overlaps(one.rectangle, base.rectangle)), None)
        if is_off(base.rectangle, position.size):
            verdict.refuse(f"{base.id} is not wholly on the table.", "DBM-B12.4")
        elif on is not None:
            verdict.refuse(f"{base.id} stands on {on.id}.", "DBM-B12.4")
        elif going_at(position, base.rectangle, troop(base))[0] == WATER:
            verdict.refuse(f"{base.id} can be only on land.", "DBM-B30.1")
        else:
            told = {**_record(base.front, base.facing), "command": service(base).command}
            if base.dismounts is not None or troop(base).on_mounts:
                told["mounted"] = True
            take(verdict, may_ambush(position, element=base.id, base_edge=ordered.edges[side], record=told))


def write(state: State, action: WriteOrders, dice: Chance) -> Happened[State]:
    """Keep the orders; the other side is next, then deployment."""
    side = state.turn
    state = _ordered(state, action)
    event = Event("orders", f"{side} has written its orders", ("DBM-B12.1",))
    if side == defender(state):
        return replace(state, turn=other(side)), (event,)
    return replace(state, phase="deploy", turn=defender(state)), (event,)


def disclose(state: State) -> Happened[State]:
    """Show the orders of deployment when both sides have deployed; ambushes and flank marches stay secret."""
    events: list[Event] = []
    for side in SIDES:
        ruling = disclosed(state.position, side=side, deployed=SIDES)
        relations = (state.orders or {})[side].value.relations if side in (state.orders or {}) else ()
        if ruling.answer["orders"] and relations:
            told = "; ".join(f"{one} {WORDS[word]} {two}" for one, word, two in relations)
            events.append(Event("orders", f"{side} was ordered to deploy {told}", ruling.clauses))
    return state, tuple(events)


PHASES = {
    "orders": Phase(
        "write the orders",
        (WriteOrders,),
        check,
        write,
        auto_orders.ideas,
        out_of_order=placed_by("DBM-B12.1"),
        setting_up=True,
        secret=True,
    )
}
