"""DBA's answers to what generals, odds, environments and simulations ask of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from msgspec import UNSET

from debellis.battle.armies import ArmyInfo, SettingUpInfo, TroopInfo
from debellis.battle.pieces import (
    Fall,
    Field,
    Fielded,
    Memo,
    Outline,
    Prize,
    Strength,
    WeighedFight,
    WeighedShot,
    Weights,
)
from debellis.battle.sides import other
from debellis.battle.survey import (
    BASE_EDGES,
    BEGINNING,
    CHANGE,
    DEPLOYMENT,
    ENDS,
    ENTER,
    EXCHANGE,
    FIGHT,
    FIGHTS,
    GROUND,
    LANDING,
    MARCH,
    MOVE,
    MOVES,
    OTHER,
    OVER,
    PICKS,
    SHOOTER,
    SHOOTS,
    TARGET,
    Survey,
)
from debellis.dba.aftermath.turning import turn_to_face
from debellis.dba.book import book, book_of, table
from debellis.dba.commands import is_big, is_demoralised
from debellis.dba.fighting.fights import fights
from debellis.dba.going import KINDS
from debellis.dba.moving.further_moves import may_move_on
from debellis.dba.playing.actions import (
    Deploy,
    EndMoves,
    Exchange,
    Fight,
    Land,
    ModifyTerrain,
    MoveElements,
    PickShooter,
    PlaceTerrain,
    Shoot,
)
from debellis.dba.playing.group_ideas import more_ideas, slow_ideas
from debellis.dba.playing.ideas import generals_file, groups_of, ideas_for_element, ideas_for_group
from debellis.dba.playing.melee_phase import begin_melee
from debellis.dba.playing.notation import notation
from debellis.dba.playing.state import State, phase_of
from debellis.dba.setting_up import lists
from debellis.dba.setting_up.exchange import exchange
from debellis.dba.setting_up.modification import with_change
from debellis.dba.setting_up.modify_step import change_of
from debellis.dba.setting_up.steps import board
from debellis.dba.survey.catalogue import setting_up, troops
from debellis.dba.survey.combats import melee, melees, weighed_shot
from debellis.dba.survey.elements import field_of
from debellis.dba.survey.essence import essence, unburdened
from debellis.dba.survey.falling import falls
from debellis.dba.survey.fielding import fielded, hampered_share
from debellis.dba.survey.stakes import losses, out_of_command, prizes
from debellis.dba.troops import type_of
from debellis.table.bases import Base
from debellis.table.board import EDGES
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

#: The greatest number of elements of a side, with a reserve for those that dismount or join.
_ELEMENTS: Final = 16
_MOMENTS: Final = {
    "terrain": GROUND,
    "modify": CHANGE,
    "edges": BASE_EDGES,
    "deploy": DEPLOYMENT,
    "exchange": EXCHANGE,
    "pips": BEGINNING,
    "moves": MOVES,
    "shooting": SHOOTER,
    "melee": FIGHT,
    "over": OVER,
}
#: The probability of a PIP for the first move, the second and so on.
_PIPS: tuple[float, ...] = (1.0, 0.83, 0.67, 0.5, 0.33, 0.17)
#: More pairs than any caller would exchange in a deployment.
_ANY: Final = 99


class DbaSurvey(Survey):
    """The battles of an edition of DBA."""

    def __init__(self, edition: str) -> None:
        super().__init__(edition, _ELEMENTS)

    # The moment

    def moment(self, state: State) -> str:
        now = phase_of(state)
        return TARGET if now == "target" else _MOMENTS.get(now, OTHER)

    def phase(self, state: State) -> str:
        return state.phase

    def turn(self, state: State) -> str:
        return state.turn

    def bounds(self, state: State) -> dict[str, int]:
        return state.bounds

    def limit(self, state: State) -> int:
        return state.limit

    def moves_left(self, state: State) -> int:
        return state.pips

    def moves_made(self, state: State) -> dict[str, int]:
        return state.bound.moves

    def have_shot(self, state: State) -> tuple[str, ...]:
        return state.shot

    def actions_to_come(self, state: State, side: str) -> tuple[float, ...]:
        return _PIPS

    # Armies

    def armies(self) -> dict[str, ArmyInfo]:
        return lists.armies(self.edition)

    def find_army(self, name: str) -> ArmyInfo | None:
        return lists.find_army(self.edition, name)

    def troops(self) -> dict[str, TroopInfo]:
        return troops(self.edition)

    def setting_up(self) -> SettingUpInfo:
        return setting_up(self.edition)

    def roster(self, state: State, side: str) -> tuple[Base, ...]:
        return state.forces[side].elements

    def held_back(self, state: State, side: str) -> tuple[Base, ...]:
        return state.held_back.get(side, ())

    def notation(self, base: Base) -> str:
        return notation(base)

    def fielded(self, state: State, side: str, by: Weights) -> Fielded | None:
        if is_big(state.position):
            return None
        options = tuple(sorted(state.position.options.items()))
        return fielded(self.edition, state.forces[side].army, state.forces[other(side)].army, by, options)

    def invader(self, state: State) -> str | None:
        return state.invader

    def ground_kinds(self) -> tuple[str, ...]:
        return KINDS

    def troop_types(self) -> tuple[str, ...]:
        return tuple(book_of(self.edition).types)

    # What stands on the table

    def field(self, state: State, side: str) -> Field:
        return field_of(state.position, side)

    def settled(self, state: State) -> State:
        if state.phase != "moves" or not state.contacts:
            return state
        return replace(state, position=turn_to_face(state.position, state.contacts).position)

    def touching(self, state: State, name: str) -> tuple[str, ...]:
        return fights(state.position).touching(name)

    def fights(self, state: State, side: str, by: Weights, memo: Memo | None = None) -> tuple[WeighedFight, ...]:
        return melees(state, side, by, memo)

    def fight(self, state: State, action: Any, side: str, by: Weights) -> WeighedFight | None:
        if not isinstance(action, Fight):
            return None
        return melee(state, (action.attacker, action.defender), side, by)

    def shot(self, state: State, action: Any, by: Weights) -> WeighedShot | None:
        return weighed_shot(state, action, by) if isinstance(action, Shoot) else None

    def out_of_command(self, state: State, side: str) -> float:
        return out_of_command(state.position, side)

    def prizes(self, state: State, side: str) -> tuple[Prize, ...]:
        return prizes(state.position, side)

    def strengths(self, state: State) -> tuple[Strength, ...]:
        return losses(state.position)[0]

    def winner_by_losses(self, state: State) -> str | None:
        return losses(state.position)[1]

    # Actions

    def kind_of(self, action: Any) -> str:
        if isinstance(action, MoveElements):
            return ENTER if action.move.enters is not None else MARCH if action.move.steps else MOVE
        return _KINDS.get(type(action), OTHER)

    def moved_by(self, action: Any) -> tuple[str, ...]:
        return action.move.elements if isinstance(action, MoveElements) else ()

    def about(self, action: Any) -> tuple[str | None, str | None]:
        if isinstance(action, MoveElements):
            return (action.move.elements[0], None)
        if isinstance(action, PickShooter):
            return (action.shooter, None)
        if isinstance(action, Shoot):
            return (None, action.target)
        if isinstance(action, Fight):
            return (action.attacker, action.defender)
        return (None, None)

    def outline(self, action: Any) -> Outline:
        if not isinstance(action, MoveElements):
            return Outline()
        move = action.move
        if move.path:
            return Outline(move.path[-1])
        ahead = sum(step.advance for step in move.steps)
        turn = sum(step.wheel * (1.0 if step.pivot == "right" else -1.0) for step in move.steps)
        wheel = next((step for step in move.steps if step.wheel), None)
        return Outline(None, ahead, turn, "" if wheel is None else "left" if wheel.pivot == "left" else "right")

    def helpers(self, action: Any) -> int:
        return len(action.helpers) if isinstance(action, Shoot) else 0

    def key_of(self, action: Any) -> Any:
        if not isinstance(action, MoveElements):
            return repr(action)
        move = action.move
        return (move.elements, move.path, move.steps, move.enters, tuple(move.ends.values()))

    def ending(self, state: State) -> Any:
        return EndMoves()

    def more_ideas(self, state: State) -> Iterator[Any]:
        if state.pips > 0:
            for move in more_ideas(state.position, state.turn, fights(state.position)):
                yield MoveElements(move)

    def slow_ideas(self, state: State) -> Iterable[Any]:
        if not state.position.features("river"):
            return ()
        return [MoveElements(move) for move in slow_ideas(state.position, state.turn)]

    def may_move(self, state: State) -> tuple[Base, ...]:
        position, side, bound = state.position, state.turn, state.bound
        own = [base for base in position.bases if base.side == side and may_move_on(position, base, bound)]
        return tuple([base for base in own if not is_demoralised(position, base)])

    def groups(self, state: State) -> tuple[tuple[Base, ...], ...]:
        found = fights(state.position)
        groups = groups_of(state.position, state.turn, found)
        behind = generals_file(state.position, state.turn, found)
        if behind and behind not in groups:
            groups.append(behind)
        return tuple([group for group in groups if not is_demoralised(state.position, group[0])])

    def ideas_for(self, state: State, body: tuple[Base, ...]) -> Iterable[Any]:
        if len(body) > 1:
            return [MoveElements(move) for move in ideas_for_group(state.position, body)]
        return [MoveElements(move) for move in ideas_for_element(state.position, body[0])]

    def may_land(self, state: State) -> bool:
        return bool(state.held_back.get(state.turn)) and state.bounds.get(state.turn) == 1

    # Setting up

    def drawn_up(self, state: State, action: Any) -> State:
        if isinstance(action, PlaceTerrain):
            return replace(state, position=board(state, action))
        if isinstance(action, ModifyTerrain):
            return replace(state, position=with_change(state.position, change_of(action)))
        if isinstance(action, Deploy):
            elements = {base.id: base for base in state.forces[state.turn].elements}
            places = action.places.items()
            standing = [replace(elements[name], front=pose.front, facing=pose.facing) for name, pose in places]
            return replace(state, position=replace(state.position, bases=(*state.position.bases, *standing)))
        return state

    def base_edges(self, state: State, action: Any) -> dict[str, int]:
        return {edge: len(getattr(action, edge)) for edge in EDGES}

    def kept_off(self, action: Any) -> int:
        return len(action.held_back) if isinstance(action, Deploy) else 0

    def bad_ground(self, state: State) -> tuple[Terrain, ...]:
        kinds = book(state.position).tables.going.bad
        return tuple([piece for piece in state.position.terrain if piece.kind in kinds])

    def hampered_shares(self, state: State) -> tuple[float, float]:
        ours = state.forces[state.turn].elements
        suffer = sum(type_of(state.position, base).minus_two_in_bad_going for base in ours)
        theirs = hampered_share(self.edition, state.forces[other(state.turn)].army)
        return suffer / max(len(ours), 1), theirs

    def most_changes(self, state: State) -> int:
        if state.phase == "exchange":
            return int(table(state.position, "deployment")["swap_pairs"])
        return _ANY if state.phase == "deploy" else 0

    def changed_places(self, state: State, one: str, two: str) -> State:
        return replace(state, position=exchange(Verdict(), state.position, one, two)[0])

    def with_changes(self, action: Any, pairs: tuple[tuple[str, str], ...], after: State) -> Any:
        if isinstance(action, Exchange):
            return Exchange(pairs)
        assert isinstance(action, Deploy)
        position = after.position
        places = {name: Pose(position.base(name).front, position.base(name).facing) for name in action.places}
        return Deploy(places, action.inside, action.held_back)

    # Chance and secrets

    def imagined(self, state: State, side: str, random: Random) -> State:
        # What is not on the table is left out: not yet deployed, or held back for a landing. Nothing else is hidden.
        enemy = other(side)
        force = state.forces.get(enemy)
        if force is None or not (force.elements or state.held_back.get(enemy)):
            return state
        forces = {**state.forces, enemy: replace(force, elements=())}
        if state.written is not UNSET and enemy in state.written:
            state = replace(state, written={key: secret for key, secret in state.written.items() if key != enemy})
        return replace(state, forces=forces, held_back={**state.held_back, enemy: ()})

    def essence(self, state: State) -> bytes:
        return essence(state)

    def without_history(self, state: State) -> State:
        return unburdened(state)

    def without_shooting(self, state: State) -> State:
        return begin_melee(state) if state.phase == "shooting" else state

    def falls(self, ruling: Ruling) -> tuple[Fall, ...] | None:
        return falls(ruling)


_KINDS: Final[dict[Any, str]] = {EndMoves: ENDS, PickShooter: PICKS, Shoot: SHOOTS, Fight: FIGHTS, Land: LANDING}
