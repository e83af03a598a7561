"""What generals, odds, environments and simulations may ask of a battle, whatever its rules.

`Rules` says what is allowed and what happens; a survey says what it looks like. A family extends `Survey`; nobody
above the families names one. What a family does not answer keeps the plain answer given here.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

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
from debellis.table.bases import Base
from debellis.table.terrain import Terrain
from debellis.umpire.ruling import Ruling

#: What is to be decided: the ground, a change of it, the base edges, who stands where, and who changes places.
GROUND: Final = "ground"
CHANGE: Final = "change"
BASE_EDGES: Final = "base edges"
DEPLOYMENT: Final = "deployment"
EXCHANGE: Final = "exchange"
#: The roll that begins a turn, its moves, who shoots, at whom, and which fight is fought next.
BEGINNING: Final = "beginning"
MOVES: Final = "moves"
SHOOTER: Final = "shooter"
TARGET: Final = "target"
FIGHT: Final = "fight"
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
    """The battles of an edition, as others may look at them. States and actions are the family's own."""

    edition: str
    #: How many pieces a side may have at most: what observations make room for.
    most_pieces: int

    def __init__(self, edition: str, most_pieces: int = 16) -> None:
        self.edition = edition
        self.most_pieces = most_pieces

    # The moment

    def moment(self, state: Any) -> str:
        """What is to be decided now: GROUND to FIGHT, OTHER or OVER."""
        raise NotImplementedError

    def phase(self, state: Any) -> str:
        """The phase as the family's own books call it."""
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
        """How many more moves the deciding side can pay for, at the price of the plainest."""
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

    def troops(self) -> dict[str, TroopInfo]:
        """What each code of the army lists stands for."""
        raise NotImplementedError

    def setting_up(self) -> SettingUpInfo:
        """What players must know of the board and the deployment."""
        raise NotImplementedError

    def roster(self, state: Any, side: str) -> tuple[Base, ...]:
        """The elements a side has for this battle, whatever has become of them, as far as the state says."""
        raise NotImplementedError

    def held_back(self, state: Any, side: str) -> tuple[Base, ...]:
        """The elements that are not on the table but may come."""
        return ()

    def notation(self, base: Base) -> str:
        """An element as a set-up names it."""
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
        """Both armies as one side looks at them."""
        raise NotImplementedError

    def settled(self, state: Any) -> Any:
        """The state as it would stand if the moves of this turn ended now."""
        return state

    def touching(self, state: Any, name: str) -> tuple[str, ...]:
        """The enemies a piece touches."""
        return ()

    def fights(self, state: Any, side: str, by: Weights, memo: Memo | None = None) -> tuple[WeighedFight, ...]:
        """Every fight that stands, as a side weighs it; what is in `memo` is not weighed again."""
        return ()

    def fight(self, state: Any, action: Any, side: str, by: Weights) -> WeighedFight | None:
        """The fight that an action would settle; None if it settles none."""
        return None

    def shot(self, state: Any, action: Any, by: Weights) -> WeighedShot | None:
        """The shot that an action would make; None if it makes none."""
        return None

    def out_of_command(self, state: Any, side: str) -> float:
        """How many base widths pieces are beyond the reach of their leaders, all together."""
        return 0.0

    def prizes(self, state: Any, side: str) -> tuple[Prize, ...]:
        """The camps and towns a side could take because nobody is in them."""
        return ()

    def strengths(self, state: Any) -> tuple[Strength, ...]:
        """How near defeat both sides are."""
        raise NotImplementedError

    def winner_by_losses(self, state: Any) -> str | None:
        """The side that would have won if the turn ended so."""
        raise NotImplementedError

    # Actions

    def kind_of(self, action: Any) -> str:
        """What an action is: ENDS to FIGHTS, or OTHER."""
        raise NotImplementedError

    def moved_by(self, action: Any) -> tuple[str, ...]:
        """The pieces an action moves on the table."""
        return ()

    def about(self, action: Any) -> tuple[str | None, str | None]:
        """The first piece that moves, shoots or fights by an action, and the piece or place it is aimed at."""
        moved = self.moved_by(action)
        return (moved[0] if moved else None, None)

    def outline(self, action: Any) -> Outline:
        """Where a move leads, in few numbers."""
        return Outline()

    def helpers(self, action: Any) -> int:
        """How many more pieces than the first shoot by an action."""
        return 0

    def key_of(self, action: Any) -> Any:
        """What two actions share if they are the same; it can be hashed."""
        return repr(action)

    def ending(self, state: Any) -> Any:
        """The action that ends the moves; only asked when MOVES are to be decided."""
        raise NotImplementedError

    def more_ideas(self, state: Any) -> Iterable[Any]:
        """Moves beyond `Rules.ideas`, for those who look further."""
        return ()

    def slow_ideas(self, state: Any) -> Iterable[Any]:
        """Short moves by which single pieces get over ground that stops a line."""
        return ()

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
        """Whether elements that were held back may come ashore now."""
        return False

    # Setting up

    def drawn_up(self, state: Any, action: Any) -> Any:
        """The state with the ground or the deployment an action chooses, before any dice."""
        return state

    def base_edges(self, state: Any, action: Any) -> dict[str, int]:
        """For how many of the rolls each edge becomes the invader's by an action that numbers the edges."""
        return {}

    def kept_off(self, action: Any) -> int:
        """How many elements a deployment keeps off the table."""
        return 0

    def bad_ground(self, state: Any) -> tuple[Terrain, ...]:
        """The terrain that hampers part of the troops."""
        return ()

    def hampered_shares(self, state: Any) -> tuple[float, float]:
        """The share of the deciding side's army that bad ground hampers, and of the enemy's by what is known of it."""
        return (0.0, 0.0)

    def most_changes(self, state: Any) -> int:
        """How many pairs of elements may change places before the decision is made."""
        return 0

    def changed_places(self, state: Any, one: str, two: str) -> Any:
        """A state drawn up with two elements in each other's place."""
        return state

    def with_changes(self, action: Any, pairs: tuple[tuple[str, str], ...], after: Any) -> Any:
        """The action by which the state drawn up becomes `after`, in which these pairs have changed places."""
        return action

    # Chance and secrets

    def imagined(self, state: Any, side: str, random: Random) -> Any:
        """A full state that agrees with all a side may know; what it cannot know is left out or drawn by `random`."""
        raise NotImplementedError

    def essence(self, state: Any) -> bytes:
        """Equal for two states that can only go on alike."""
        raise NotImplementedError

    def without_history(self, state: Any) -> Any:
        """The state without what only makes later rulings tell of earlier ones."""
        return state

    def without_shooting(self, state: Any) -> Any:
        """The state with the fights to come, if nobody shoots any more."""
        return state

    def falls(self, ruling: Ruling) -> tuple[Fall, ...] | None:
        """The rolls of a combat put together by what they come to, from its ruling; None: play every roll."""
        return None

    def same_phase(self, one: Any, two: Any) -> bool:
        """Whether two states are of the same phase of the same turn."""
        alike = self.phase(one) == self.phase(two) and self.turn(one) == self.turn(two)
        return alike and self.bounds(one) == self.bounds(two)
