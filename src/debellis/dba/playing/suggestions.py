"""Suggestions: for every decision a finite number of sensible actions, most of them legal, the best ideas first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice

from debellis.battle.phase import Shuffle
from debellis.dba.book import table
from debellis.dba.commands import command_of, is_big, is_demoralised
from debellis.dba.fighting.fights import fights
from debellis.dba.moving.command import at_most, price, read_move
from debellis.dba.moving.further_moves import may_move_on
from debellis.dba.moving.moves import Move
from debellis.dba.playing.actions import (
    Action,
    Deploy,
    EndMoves,
    Exchange,
    Fight,
    Land,
    ModifyTerrain,
    MoveElements,
    NumberEdges,
    PickShooter,
    PlaceCamp,
    PlaceTerrain,
    RollForInvader,
    RollPips,
    Shoot,
)
from debellis.dba.playing.hold_phase import holds
from debellis.dba.playing.ideas import generals_file, groups_of, ideas_for_element, ideas_for_group
from debellis.dba.playing.melee_phase import still_to_fight
from debellis.dba.playing.notation import notation
from debellis.dba.playing.shooting_phase import left_to_shoot, waiting_shooters
from debellis.dba.playing.state import State, defender, pips_for
from debellis.dba.setting_up.auto_big import big_deployment
from debellis.dba.setting_up.auto_camp import camp_places
from debellis.dba.setting_up.auto_deploy import deployments
from debellis.dba.setting_up.auto_landing import landings
from debellis.dba.setting_up.auto_modification import for_a_piece, for_the_centre
from debellis.dba.setting_up.auto_plain import plain_deployment
from debellis.dba.setting_up.auto_terrain import boards, edge_numberings
from debellis.dba.setting_up.big_steps import allotments, parts_to_deploy, to_deploy
from debellis.dba.setting_up.modify_step import CENTRE, chances_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.asking import ask
from debellis.umpire.ruling import Finding

_HELPERS = 2
#: In one of this many battles the invader leaves the board unchanged.
_LEAVES_ALONE = 3
#: When shuffled: how many movers are considered, how many best ideas of each, and how many of its other ideas.
_FEW = 4


def chance(state: State) -> int:
    """A number that varies with the battle and the decision. It is used only for variety."""
    said = f"{state.variety} {state.phase} {state.turn} {sorted(f.army for f in state.forces.values())}"
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:6], "big")


def roll_for_invader(state: State) -> Iterator[Action]:
    yield RollForInvader()


def place_terrain(state: State) -> Iterator[Action]:
    """Boards for the defender's topography."""
    his = defender(state)
    found = boards(state.position, state.forces[his].topography, his, chance(state), 1)
    yield from (PlaceTerrain(pieces) for pieces in found)


def modify_terrain(state: State) -> Iterator[Action]:
    """The changes that the invader's dice allow, and no change."""
    seed = chance(state)
    chances = chances_of(state)
    told = f"{seed} {chances}"
    if chances == (CENTRE,):
        found = for_the_centre(state.position, state.forces[defender(state)].topography, told)
    else:
        found = [change for name in chances for change in for_a_piece(state.position, name, told)]
    leave = [ModifyTerrain()]
    make = [ModifyTerrain(change.piece, change.shift, change.turn, change.new) for change in found]
    yield from leave + make if seed % _LEAVES_ALONE == 0 else make + leave


def number_edges(state: State) -> Iterator[Action]:
    yield from (NumberEdges(**numbers) for numbers in edge_numberings(state.position, chance(state)))


def place_camp(state: State) -> Iterator[Action]:
    """Places for the camp, or no camp if the side has none."""
    places = camp_places(state.position, state.turn, state.edges[state.turn], chance(state))
    yield from (PlaceCamp(outline) for outline in places or [()])


def deploy(state: State) -> Iterator[Action]:
    """Deployments of the whole army, with a garrison and a landing force if they are allowed."""
    force = state.forces[state.turn]
    town = next((p.id for p in state.position.features("bua") if state.turn == defender(state)), None)
    littoral = force.topography == "littoral" and bool(state.position.features("waterway"))
    most = int(table(state.position, "deployment")["littoral_reserve_max"]) if littoral else 0
    edge = state.edges[state.turn]
    if is_big(state.position):
        waiting, seed = to_deploy(state), chance(state)
        for commands in parts_to_deploy(state):
            drawn_up = big_deployment(state.position, state.turn, edge, waiting, commands, town, seed)
            if drawn_up is not None:
                yield Deploy(*drawn_up)
            yield _plain(state, tuple([base for base in waiting if command_of(base) in commands]), 0)
        return
    found = deployments(state.position, state.turn, edge, force.elements, town, most, chance(state), 1)
    for places, inside, held in found:
        yield Deploy(places, inside, held)
    yield _plain(state, force.elements, most)


def _plain(state: State, bases: tuple[Base, ...], most: int) -> Deploy:
    """The plainest deployment, for ground on which no line fits: who finds no place goes inside, or is held back."""
    edge = state.edges[state.turn]
    places, left = plain_deployment(state.position, state.turn, edge, bases)
    inside: dict[str, str] = {}
    for place in state.position.terrain:
        for base in left:
            if place.is_place and base.id not in inside and place.id not in inside.values():
                words = {"side": state.turn, "base_edge": edge, "troops": notation(base), "in": place.id}
                if ask(state.position, "may_deploy", **words).answer["legal"]:
                    inside[base.id] = place.id
    held = tuple([base.id for base in left if base.id not in inside])
    return Deploy(places, inside, held[:most])


def allot_dice(state: State) -> Iterator[Action]:
    yield from allotments(state)


def hold(state: State) -> Iterator[Action]:
    yield from holds(state)


def exchange(state: State) -> Iterator[Action]:
    yield Exchange()


def roll_pips(state: State) -> Iterator[Action]:
    yield RollPips()


def moves_and_end(state: State, shuffle: Shuffle | None) -> Iterator[Action]:
    """Tactical moves, in any order with `shuffle`, and last the end of the moves."""
    yield from moves(state, shuffle)
    yield EndMoves()


def pick_shooter(state: State) -> Iterator[Action]:
    yield from (PickShooter(name) for name in waiting_shooters(state))


def fight(state: State) -> Iterator[Action]:
    yield from (Fight(one, two) for one, two in still_to_fight(state))


def moves(state: State, shuffle: Shuffle | None = None) -> Iterator[Action]:
    """Ideas for tactical moves while PIPs last: landings, groups, then single elements.

    With `shuffle` they are mixed.
    """
    if state.pips <= 0:
        return
    held = state.held_back.get(state.turn, ())
    if held and state.bounds.get(state.turn) == 1:
        for places in landings(state.position, state.turn, held, chance(state)):
            yield Land(places)
    position = state.position
    found = fights(position)
    movers: list[tuple[Base, ...]] = [*groups_of(position, state.turn, found)]
    behind = generals_file(position, state.turn, found)
    if behind and behind not in movers:
        movers.append(behind)
    movers += [(base,) for base in position.bases if base.side == state.turn]
    movers = [members for members in movers if all(may_move_on(position, base, state.bound) for base in members)]
    if is_big(position):
        movers = [members for members in movers if not is_demoralised(position, members[0])]
    if shuffle is not None:
        shuffle(movers)
        movers = movers[:_FEW]
    for members in movers:
        if not _can_pay(state, members):
            continue
        ideas = _ideas(position, members)
        if shuffle is not None:
            ideas = _few(ideas, shuffle)
        for move in ideas:
            yield MoveElements(move)


def _few(ideas: Iterator[Move], shuffle: Shuffle) -> Iterator[Move]:
    """The best few ideas, then as many of the others, chosen at random."""
    yield from islice(ideas, _FEW)
    rest = list(ideas)
    shuffle(rest)
    yield from rest[:_FEW]


def _can_pay(state: State, members: tuple[Base, ...]) -> bool:
    """Whether the PIPs left pay for the cheapest move of these elements."""
    order = read_move(state.position, tuple(base.id for base in members), ())
    pips = pips_for(state, members[0])
    if at_most(state.position, order, state.bound.number) <= pips:
        return True
    return price(Finding(), state.position, order, state.bound.number) <= pips


def _ideas(position: Position, members: tuple[Base, ...]) -> Iterator[Move]:
    return ideas_for_group(position, members) if len(members) > 1 else ideas_for_element(position, members[0])


def shoot(state: State) -> Iterator[Action]:
    """Shots at each target of the picked shooter, with the most helpers first."""
    assert state.picked is not None
    known = left_to_shoot(state, state.position.base(state.picked).side)
    for target in known.reach.get(state.picked, ()):
        others = [name for name, targets in known.reach.items() if target in targets and name != state.picked]
        # Those who have no other target must help.
        others.sort(key=lambda name: len(known.reach[name]))
        for count in range(min(_HELPERS, len(others)), -1, -1):
            yield Shoot(target, tuple(others[:count]))
