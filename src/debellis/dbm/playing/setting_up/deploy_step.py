"""Deployment: whole commands in turn, the defender's largest first."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.going import WATER, going_at
from debellis.dbm.playing.actions import Action, Deploy
from debellis.dbm.playing.hidden import orders_of, with_bases, with_lurking
from debellis.dbm.playing.setting_up.drawing_up import drawn_up, fighters, is_afloat, launched, leaves_room, on_works
from debellis.dbm.playing.setting_up.terrain_laying import take
from debellis.dbm.playing.state import State, defender
from debellis.dbm.playing.vessels import with_lading
from debellis.dbm.setting_up.deployment import bounds, commands_of, judge_first, may_deploy
from debellis.dbm.troops import arm, troop
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import overlaps
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def waiting(state: State, side: str) -> tuple[str, ...]:
    """The commands of a side still to be deployed, the largest first."""
    found = fighters(state, side)
    return tuple(sorted((n for n in found if n not in state.deployed), key=lambda n: (-len(found[n]), n)))


def check(state: State, action: Deploy) -> Ruling:
    """Whether a command may be deployed so, after what stands already."""
    verdict = Verdict()
    side = state.turn
    left = waiting(state, side)
    if action.command not in left:
        verdict.refuse(f"{action.command} is no command that {side} has still to deploy.", "DBM-B12.3")
        return verdict.decide("deploy")
    members = {base.id: base for base in fighters(state, side)[action.command]}
    needed = {name for name, base in members.items() if not is_afloat(state.position, base)}
    sailing = action.aboard or {}
    if not needed - set(sailing) <= set(action.places) <= set(members) - set(sailing):
        says = f"{action.command} is deployed whole: {len(needed)} elements, and nobody else."
        verdict.refuse(says, "DBM-B12.3")
        if not set(action.places) <= set(members):
            return verdict.decide("deploy")
    _judge_aboard(verdict, state.position, action, members)
    if not any(name in state.deployed for name in fighters(state, side)):
        everybody = {name: list(bases) for name, bases in fighters(state, side).items()}
        judge_first(verdict, state.position, everybody, (action.command,))
    bases = _standing(action, members)
    position = with_lurking(state, side)
    _judge_room(verdict, position, bases)
    after = with_bases(position, bases)
    take(verdict, may_deploy(after, side=side, base_edge=state.edges[side]))
    _judge_orders(verdict, state, after)
    return verdict.decide("deploy")


def _standing(action: Deploy, members: dict[str, Base]) -> tuple[Base, ...]:
    return tuple(
        replace(members[name], front=pose.front, facing=pose.facing) for name, pose in sorted(action.places.items())
    )


def _judge_aboard(verdict: Verdict, position: Position, action: Deploy, members: dict[str, Base]) -> None:
    """Refuse those aboard who are no land troops of the command, and vessels not deployed or with more than one."""
    sailing = action.aboard or {}
    for name, vessel in sorted(sailing.items()):
        if name not in members or is_afloat(position, members[name]):
            verdict.refuse(f"{name} is not of the land troops of {action.command}.", "DBM-B30.1")
        elif vessel not in action.places or not is_afloat(position, members[vessel]):
            verdict.refuse(f"{vessel} is no vessel that is deployed with {action.command}.", "DBM-B30.1")
        else:
            verdict.cite("IWF-7.5a", f"{name} starts aboard {vessel}")
    if len(set(sailing.values())) < len(sailing):
        verdict.refuse("A vessel carries one element.", "DBM-B30.1")


def _judge_orders(verdict: Verdict, state: State, after: Position) -> None:
    """Report commands that stand otherwise than their side wrote: the middle of each counts."""
    side = state.turn
    found = commands_of(after, side)
    edge = state.edges[side]
    right = 1.0 if edge == "south" else -1.0
    for one, word, two in orders_of(state, side).relations:
        if one not in found or two not in found:
            continue
        west, south, east, north = bounds(found[one])
        left, low, far, high = bounds(found[two])
        across = right * (left + far - west - east)
        ahead = right * (low + high - south - north)
        gained = {"left_of": across, "right_of": -across, "behind": ahead, "in_front_of": -ahead}[word]
        if gained < -COINCIDE:
            says = f"{one} was ordered to stand {word.replace('_', ' ')} {two}, and does not."
            verdict.refuse(says, "DBM-B12.1")


def _judge_room(verdict: Verdict, position: Position, bases: tuple[Base, ...]) -> None:
    """Refuse places off the table, on somebody, land troops in water and vessels on land."""
    others = list(position.standing)
    for base in bases:
        if is_off(base.rectangle, position.size):
            verdict.refuse(f"{base.id} is not wholly on the table.", "DBM-B12.2")
        on = next((one for one in others if overlaps(base.rectangle, one.rectangle)), None)
        if on is not None:
            verdict.refuse(f"{base.id} stands on {on.id}.", "DBM-B12.2")
        if on_works(position, base.rectangle):
            verdict.refuse(f"{base.id} stands on works.", "DBM-B6.1")
        wet = going_at(position, base.rectangle, troop(base))[0] == WATER
        if wet != is_afloat(position, base):
            where = "on water" if is_afloat(position, base) else "on land"
            verdict.refuse(f"{base.id} can be only {where}.", "DBM-B30.1")
        others.append(base)


def deploy(state: State, action: Deploy, dice: Chance) -> Happened[State]:
    """Put a command on the table; the other side is next while it has any left."""
    side = state.turn
    members = {base.id: base for base in fighters(state, side)[action.command]}
    if action.aboard:
        sailing = {vessel: members[name] for name, vessel in action.aboard.items()}
        state = replace(state, aboard={**(state.aboard or {}), **sailing})
    carried = state.aboard or {}
    bases = tuple(
        with_lading(state.position, base, carried.get(base.id)) if is_afloat(state.position, base) else base
        for base in _standing(action, members)
    )
    state = replace(state, position=with_bases(state.position, bases), deployed=(*state.deployed, action.command))
    says = f"{side} deploys {action.command}, {len(bases)} elements"
    says += f", with {', '.join(action.aboard)} aboard vessels" if action.aboard else ""
    event = Event("deploy", says, ("DBM-B12.3",), tuple(base.id for base in bases))
    following = other(side) if waiting(state, other(side)) else side
    if not waiting(state, following):
        return replace(state, phase="baggage", turn=defender(state)), (event,)
    return replace(state, turn=following), (event,)


def _ideas(state: State) -> Iterator[Action]:
    left = waiting(state, state.turn)
    first = not any(name in state.deployed for name in fighters(state, state.turn))
    for name in left[:1] if first else left:
        for places in drawn_up(state, state.turn, name):
            yield from _with_vessels(state, name, places)
            yield Deploy(name, places)


def _with_vessels(state: State, name: str, places: dict[str, Pose]) -> Iterator[Action]:
    """The same with the vessels of the command on the water, carrying its foot or nobody."""
    position, edge = state.position, state.edges[state.turn]
    members = fighters(state, state.turn)[name]
    vessels = [base for base in members if is_afloat(position, base)]
    afloat = launched(with_lurking(state, state.turn), vessels, edge)
    if not afloat:
        return
    foot = [base.id for base in members if arm(position.edition, base.kind) == "foot" and not base.general]
    aboard = dict(zip(foot[-len(afloat) :], afloat, strict=False))
    loaded = Deploy(name, {n: at for n, at in places.items() if n not in aboard} | afloat, aboard or UNSET)
    for idea in (loaded, Deploy(name, places | afloat)):
        if leaves_room(state, name, idea.places):
            yield idea


PHASES: dict[str, Phase] = {
    "deploy": Phase(
        "deploy a command",
        (Deploy,),
        check,
        deploy,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B12.3"),
        setting_up=True,
    )
}
