"""The state of a battle of DBM: the position, whose decision it is, and what the bound has seen so far."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from debellis.battle.secrets import Secret
from debellis.battle.sides import other
from debellis.dbm.playing.actions import Action, Choice
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position


class Force(Struct, frozen=True, dict=True):
    """One side's army: its list, and its elements before they are deployed, each with its command; baggage last.

    `foreign` are the commands of other lists; `works` the widths of works it bought, by kind.
    """

    army: str
    name: str
    aggression: int
    elements: tuple[Base, ...]
    terrain: tuple[str, ...] = ()
    compulsory: tuple[str, ...] = ()
    foreign: tuple[str, ...] | UnsetType = UNSET
    works: dict[str, int] | UnsetType = UNSET

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this army (`Memory`). It is not written and not compared."""
        return self.__dict__


class Drawn(Struct, frozen=True):
    """A feature that is to be placed, with the dice thrown for it: the sector and the place in it."""

    choice: Choice
    dice: tuple[int, ...] = ()


class Orders(Struct, frozen=True):
    """What a side has written and not shown yet: who hides where, and which commands march round which flank.

    `relations` say how its commands are to be deployed.
    """

    relations: tuple[tuple[str, str, str], ...] = ()
    ambushes: dict[str, Pose] = {}
    flank_marches: dict[str, str] = {}


class Coming(Struct, frozen=True):
    """A command that comes on over a table edge from some bound of its side on: who of it is still to come.

    `late` says that some of it is on the table already, so that the others are stragglers.
    """

    edge: str
    bound: int
    elements: tuple[str, ...]
    late: bool = False


class Sky(Struct, frozen=True):
    """The season, the time at which the battle began, and after how many bounds of both sides it is dark.

    `fog` is after how many bounds of both sides fog lifts, 0 if there is none.
    """

    season: str
    time: str
    dark: int
    fog: int = 0


class Rest(Struct, frozen=True):
    """What movers who have just discovered ambushers have left of their move (mm), and whether it is a march."""

    elements: tuple[str, ...]
    far: float
    march: bool = False


class Bound(Struct, frozen=True):
    """What one bound has seen. `thrown` are the dice not yet allotted, `pips` what each command has left.

    `acts` tells for each element what it has done ("tactical", "march", "halt", "advance"), once for each time;
    `free` are the generals whose PIP is spent; `into_front` moved into the front of an enemy; `contacts` are pairs
    (mover, enemy) in order; `shot` has shot; `fought` are the fights that are over, `fled` who fled, `beaten` what each
    did to its frontal opponent; `pressed` went on after its fights; `lost` is the cause of each loss of the bound;
    `scared` fled from enemies who came on over an edge, `entered` are the groups of each command that did so;
    `rest` is what is left of a move in which ambushers were discovered; `storms` are the elements that assault works
    when the fights begin, and `stormed` those of them whose assault is over. `picked` is who shoots next, and `aims` at
    whom those shoot later whose owner chose it when they were shot at. `moves` tells how many contacts there were after
    each move that made some.
    """

    number: int = 0
    thrown: tuple[int, ...] = ()
    pips: dict[str, int] = {}
    acts: dict[str, tuple[str, ...]] = {}
    free: tuple[str, ...] = ()
    into_front: tuple[str, ...] = ()
    contacts: tuple[tuple[str, str], ...] = ()
    shot: tuple[str, ...] = ()
    melees: tuple[tuple[str, str], ...] = ()
    fought: tuple[tuple[str, str], ...] = ()
    fled: tuple[str, ...] = ()
    beaten: dict[str, str] = {}
    pressed: tuple[str, ...] = ()
    lost: dict[str, str] = {}
    scared: tuple[str, ...] | UnsetType = UNSET
    entered: dict[str, int] | UnsetType = UNSET
    rest: Rest | UnsetType = UNSET
    storms: tuple[str, ...] | UnsetType = UNSET
    stormed: tuple[str, ...] | UnsetType = UNSET
    picked: str | UnsetType = UNSET
    aims: dict[str, str] | UnsetType = UNSET
    moves: tuple[int, ...] | UnsetType = UNSET


class Chosen(Struct, frozen=True):
    """What an owner chose: at which kind of fork, for which element, between which options."""

    kind: str
    element: str
    options: tuple[str, ...]
    option: str


class Fate(Struct, frozen=True):
    """A decision that is being carried out and waits for a choice, with its dice so far.

    `side` chooses for `element` between `options`; `made` are the choices made before, `told` what was told already.
    """

    action: Action
    dice: tuple[int, ...] = ()
    side: str = ""
    kind: str = ""
    element: str = ""
    options: tuple[str, ...] = ()
    made: tuple[Chosen, ...] = ()
    told: tuple[str, ...] = ()


class State(Struct, frozen=True, dict=True):
    """Everything a battle is at one moment.

    `phase` is one of invader, season, option, place_option, features, place_features, late, place_late, weather, works,
    orders, deploy, baggage, pips, allot, moves, advance, turning, manning, springing, shooting, melee, press, over.
    `turn` is the side that decides in setting up and whose bound it is afterwards. `drawn` are features to be placed,
    `placed` those that lie already by who put them there; `edges` the base edges by side; `deployed` the commands that
    stand; `bounds` how many bounds each side has begun; `baggage` what of it each side has lost and how. The commands
    and what they have lost are in the position. `orders` are what each side keeps secret, `coming` the commands whose
    flank march is announced, `deserted` those that changed sides, each with the side it began on, and `springs` the
    sides that have decided whether to show ambushers this bound. `sky` is what was thrown for season, time and weather.
    `aboard` are the elements that vessels carry. `fate` is a decision that waits for a choice;
    `choices` are those made for what is being carried out, and unset in every state that is kept.
    """

    phase: str
    turn: str
    position: Position
    forces: dict[str, Force]
    variety: int = 0
    invader: str | None = None
    edges: dict[str, str] = {}
    drawn: tuple[Drawn, ...] = ()
    placed: dict[str, tuple[str, ...]] = {}
    deployed: tuple[str, ...] = ()
    bounds: dict[str, int] = {}
    bound: Bound = Bound()
    winner: str | None = None
    why: str | None = None
    score: dict[str, float] = {}
    baggage: dict[str, dict[str, int]] = {}
    limit: int = 30
    orders: dict[str, Secret[Orders]] | UnsetType = UNSET
    coming: dict[str, Coming] | UnsetType = UNSET
    deserted: dict[str, str] | UnsetType = UNSET
    springs: tuple[str, ...] | UnsetType = UNSET
    aboard: dict[str, Base] | UnsetType = UNSET
    sky: Sky | UnsetType = UNSET
    fate: Fate | UnsetType = UNSET
    choices: tuple[Chosen, ...] | UnsetType = UNSET

    @property
    def kept(self) -> dict[Any, Any]:
        """Cache of values derived from this state (`Memory`). It is not written and not compared."""
        return self.__dict__


def defender(state: State) -> str:
    """The side that is not the invader."""
    assert state.invader is not None
    return other(state.invader)
