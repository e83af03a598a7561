"""What generals, odds, environments and simulations may ask about a battle, for any rules.

`Rules` says what is allowed and what happens; a survey describes the battle. A family extends `Survey`, and no package
above the families names a family. Where a family has no answer, the default given here applies.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from debellis.battle.armies import ArmyInfo, ListedUnits, SettingUpInfo, TroopInfo
from debellis.battle.chance import Chance
from debellis.battle.pieces import (
    Body,
    Fall,
    Field,
    Fielded,
    Memo,
    Outline,
    Prize,
    Prospect,
    Strength,
    WeighedFight,
    WeighedShot,
    Weights,
)
from debellis.table.bases import Base
from debellis.table.terrain import Terrain
from debellis.umpire.ruling import Ruling

#: What is to be decided: the ground, a change of it, the base edges, who stands where, and who changes places.
GROUND: Final = "ground"
CHANGE: Final = "change"
BASE_EDGES: Final = "base edges"
DEPLOYMENT: Final = "deployment"
EXCHANGE: Final = "exchange"
#: Who gets which of the dice that were rolled.
ALLOTMENT: Final = "allotment"
#: The roll that begins a turn, its moves, who shoots, at whom, and which fight is fought next.
BEGINNING: Final = "beginning"
MOVES: Final = "moves"
SHOOTER: Final = "shooter"
TARGET: Final = "target"
FIGHT: Final = "fight"
#: What is decided between moves, shots and fights by nobody's orders: who advances, turns or follows first.
BETWEEN: Final = "between"
#: A choice among actions that the survey weighs one by one (`Survey.prospects`): cards, charges, answers and the like.
WEIGHED: Final = "weighed"
#: Anything else, and nothing because the battle is over.
OTHER: Final = "other"
OVER: Final = "over"

#: What an action is: the end of moves, a move of one piece along a path or of several in step, into a place, ashore.
ENDS: Final = "end moves"
MOVE: Final = "move"
MARCH: Final = "march"
ENTER: Final = "enter"
LANDING: Final = "landing"
#: The choice of a shooter, a shot, a fight. Any other action is `OTHER`.
PICKS: Final = "shooter"
SHOOTS: Final = "shot"
FIGHTS: Final = "fight"


class Survey:
    """Questions about the battles of an edition. States and actions are the family's own."""

    edition: str
    #: Whether a general who plans ahead decides otherwise than one who weighs each decision by itself.
    plans_ahead: bool = True
    #: Whether armies consist of commands, which pay for moves by themselves.
    commands: bool = False
    #: The largest number of pieces of a side, which determines the size of observations.
    most_pieces: int

    def __init__(self, edition: str, most_pieces: int = 16) -> None:
        self.edition = edition
        self.most_pieces = most_pieces

    # The moment

    def moment(self, state: Any) -> str:
        """What is to be decided now: GROUND to FIGHT, OTHER or OVER."""
        raise NotImplementedError

    def stage(self, state: Any) -> str:
        """What kind of decision it is for learners: BEGINNING to FIGHT, OTHER or OVER."""
        return self.moment(state)

    def phase(self, state: Any) -> str:
        """The phase, as the family's own rules call it."""
        raise NotImplementedError

    def turn(self, state: Any) -> str:
        """The side whose turn it is."""
        raise NotImplementedError

    def bounds(self, state: Any) -> dict[str, int]:
        """How many turns each side has begun; a side that has begun none may be left out."""
        raise NotImplementedError

    def limit(self, state: Any) -> int:
        """The number of turns of a side after which the battle ends."""
        raise NotImplementedError

    def moves_left(self, state: Any) -> int:
        """How many more moves the deciding side can pay for, at the price of the simplest move."""
        return 1 if self.moment(state) == MOVES else 0

    def moves_made(self, state: Any) -> dict[str, int]:
        """How often each piece has moved in this turn; pieces that have not may be left out."""
        return {}

    def have_shot(self, state: Any) -> tuple[str, ...]:
        """The pieces that have shot in this turn."""
        return ()

    def actions_to_come(self, state: Any, side: str) -> tuple[float, ...]:
        """The chance that a side can make a first, a second, a third move in its next turn, and so on."""
        return (1.0,)

    # Armies

    def armies(self) -> dict[str, ArmyInfo]:
        """The army lists of the edition by their id."""
        return {}

    def find_army(self, name: str) -> ArmyInfo | None:
        """The army list of an id or a name."""
        for army in self.armies().values():
            if name in (army.id, army.name):
                return army
        return None

    def drawn_armies(self, random: Random) -> tuple[str, str]:
        """Two different army lists that may meet, drawn at random."""
        one, two = random.sample(list(self.armies()), 2)
        return one, two

    def troops(self) -> dict[str, TroopInfo]:
        """What each code of the army lists stands for."""
        raise NotImplementedError

    def listed_units(self) -> tuple[ListedUnits, ...]:
        """The units of every army list; none where armies consist of single elements."""
        return ()

    def setting_up(self) -> SettingUpInfo:
        """What players must know about the board and the deployment."""
        raise NotImplementedError

    def roster(self, state: Any, side: str) -> tuple[Base, ...]:
        """The elements a side has for this battle, lost or not, as far as the state says."""
        raise NotImplementedError

    def held_back(self, state: Any, side: str) -> tuple[Base, ...]:
        """The elements that are not on the table but may arrive."""
        return ()

    def notation(self, base: Base) -> str:
        """An element in the notation of a set-up."""
        return base.code

    def fielded(self, state: Any, side: str, by: Weights) -> Fielded | None:
        """What suits a side best against the enemy's list, at the start; None if there is nothing to choose."""
        return None

    def invader(self, state: Any) -> str | None:
        """The side that invades, as soon as that is known."""
        return None

    def ground_kinds(self) -> tuple[str, ...]:
        """The kinds of terrain there are: every `Terrain.kind`, in an order that does not change."""
        raise NotImplementedError

    def troop_types(self) -> tuple[str, ...]:
        """The types of troops there are: every `Base.kind`."""
        raise NotImplementedError

    # What stands on the table

    def field(self, state: Any, side: str) -> Field:
        """Both armies, seen from one side."""
        raise NotImplementedError

    def settled(self, state: Any) -> Any:
        """The state as it would stand if the moves of this turn ended now."""
        return state

    def touching(self, state: Any, name: str) -> tuple[str, ...]:
        """The enemies a piece touches."""
        return ()

    def fights(self, state: Any, side: str, by: Weights, memo: Memo | None = None) -> tuple[WeighedFight, ...]:
        """Every present fight, as a side weighs it. Fights in `memo` are not weighed again."""
        return ()

    def fight(self, state: Any, action: Any, side: str, by: Weights) -> WeighedFight | None:
        """The fight that an action would settle; None if it settles none."""
        return None

    def shot(self, state: Any, action: Any, by: Weights) -> WeighedShot | None:
        """The shot that an action would make; None if it makes none."""
        return None

    def out_of_command(self, state: Any, side: str) -> float:
        """The total distance of pieces beyond the reach of their leaders, in base widths."""
        return 0.0

    def prizes(self, state: Any, side: str) -> tuple[Prize, ...]:
        """The camps and towns a side could take because they are empty."""
        return ()

    def bodies(self, state: Any, side: str) -> tuple[Body, ...]:
        """The parts of an army that pay for moves by themselves; none if the whole army pays together."""
        return ()

    def strengths(self, state: Any) -> tuple[Strength, ...]:
        """How near defeat both sides are."""
        raise NotImplementedError

    def winner_by_losses(self, state: Any) -> str | None:
        """The side that would have won if the turn ended in this state."""
        raise NotImplementedError

    # Actions

    def accepts_draw(self, action: Any) -> bool:
        """Whether an action ends the battle by agreement, without a winner."""
        return False

    def kind_of(self, action: Any) -> str:
        """What an action is: ENDS to FIGHTS, or OTHER."""
        raise NotImplementedError

    def moved_by(self, action: Any) -> tuple[str, ...]:
        """The pieces an action moves on the table."""
        return ()

    def about(self, action: Any) -> tuple[str | None, str | None]:
        """The first piece that moves, shoots or fights by an action, and the piece or place that is its target."""
        moved = self.moved_by(action)
        return (moved[0] if moved else None, None)

    def outline(self, action: Any) -> Outline:
        """Where a move leads, in a few numbers."""
        return Outline()

    def helpers(self, action: Any) -> int:
        """How many pieces shoot by an action in addition to the first."""
        return 0

    def allotment(self, action: Any) -> dict[str, int]:
        """The die that each part of the army gets by an action; empty if it hands out none."""
        return {}

    def key_of(self, action: Any) -> Any:
        """A hashable key, equal for actions that are the same."""
        return repr(action)

    def ending(self, state: Any) -> Any:
        """The action that ends the moves. Only valid when MOVES are to be decided."""
        raise NotImplementedError

    def more_ideas(self, state: Any) -> Iterable[Any]:
        """Moves beyond `Rules.ideas`, for callers that search further."""
        return ()

    def slow_ideas(self, state: Any) -> Iterable[Any]:
        """Short moves by which single pieces cross ground that stops a line."""
        return ()

    def by_movers(self, state: Any) -> bool:
        """Whether learners choose a mover first and then one of its moves, by `may_move`, `groups` and `ideas_for`."""
        return self.moment(state) == MOVES

    def may_move(self, state: Any) -> tuple[Base, ...]:
        """The elements of the deciding side that may move now."""
        return ()

    def groups(self, state: Any) -> tuple[tuple[Base, ...], ...]:
        """The groups of the deciding side that stand together, whether they may move or not."""
        return ()

    def ideas_for(self, state: Any, body: tuple[Base, ...]) -> Iterable[Any]:
        """Moves of one element or group."""
        return ()

    def may_land(self, state: Any) -> bool:
        """Whether elements that are not on the table may come on now: ashore, or over an edge."""
        return False

    def comes_on(self, action: Any) -> bool:
        """Whether elements come on by an action."""
        return self.kind_of(action) == LANDING

    def prospects(self, state: Any, side: str, by: Weights, eager: float, shallow: bool) -> Iterable[Prospect]:
        """The actions worth a thought, each with its worth and the reason. Only valid when the moment is WEIGHED.

        `eager` is what a fight is worth as such. A `shallow` general sees what is near and asks for no odds.
        """
        return ()

    # Setting up

    def drawn_up(self, state: Any, action: Any) -> Any:
        """The state with the ground or the deployment an action chooses, before any dice."""
        return state

    def base_edges(self, state: Any, action: Any) -> dict[str, int]:
        """For an action that numbers the edges: how many of the rolls make each edge the invader's."""
        return {}

    def kept_off(self, action: Any) -> int:
        """How many elements a deployment keeps off the table."""
        return 0

    def bad_ground(self, state: Any) -> tuple[Terrain, ...]:
        """The terrain that hampers part of the troops."""
        return ()

    def hampered_shares(self, state: Any) -> tuple[float, float]:
        """The share of the deciding side's army that bad ground hampers, and of the enemy's as far as it is known."""
        return (0.0, 0.0)

    def most_changes(self, state: Any) -> int:
        """How many pairs of elements may exchange places before the decision is made."""
        return 0

    def changed_places(self, state: Any, one: str, two: str) -> Any:
        """The drawn-up state with two elements in each other's place."""
        return state

    def with_changes(self, action: Any, pairs: tuple[tuple[str, str], ...], after: Any) -> Any:
        """The action by which the state drawn up becomes `after`, in which these pairs have changed places."""
        return action

    # Chance and secrets

    def imagined(self, state: Any, side: str, random: Random) -> Any:
        """A full state that agrees with all a side may know. What it cannot know is left out or drawn by `random`."""
        raise NotImplementedError

    def essence(self, state: Any) -> bytes:
        """A key that is equal for two states from which the battle can only continue alike."""
        raise NotImplementedError

    def without_history(self, state: Any) -> Any:
        """The state without the history that only makes later rulings mention earlier events."""
        return state

    def without_shooting(self, state: Any) -> Any:
        """The state before the coming fights, without any further shooting."""
        return state

    def falls(self, ruling: Ruling) -> tuple[Fall, ...] | None:
        """The rolls of a combat, grouped by their effect, from its ruling; None if every roll must be played."""
        return None

    def in_combat_phase(self, state: Any) -> bool:
        """Whether both sides decide in a phase of combats or shots whose every throw belongs to it.

        Then `applied_in_phase` applies its decisions.
        """
        return False

    def applied_in_phase(self, state: Any, action: Any, chance: Chance) -> tuple[Any, tuple[Any, ...]]:
        """The state an action leads to and what happened, without anything that follows the end of the phase."""
        raise NotImplementedError

    def usual(self, state: Any, ideas: Iterable[Any]) -> Iterable[Any]:
        """Ideas in the order in which they are tried if nobody chooses otherwise."""
        return ideas

    def midway(self, state: Any) -> bool:
        """Whether the result of a combat waits for somebody who must choose how it goes on."""
        return False

    def same_phase(self, one: Any, two: Any) -> bool:
        """Whether two states belong to the same phase of the same turn."""
        alike = self.phase(one) == self.phase(two) and self.turn(one) == self.turn(two)
        return alike and self.bounds(one) == self.bounds(two)
