"""The actions of a battle of DBM: structures, one for each kind of decision."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from debellis.battle.rules import Resign
from debellis.geometry.plane import Point
from debellis.manoeuvre.steps import Step
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain


class Choice(Struct, frozen=True):
    """A feature somebody wants on the table: its kind, its feature equivalents, and whether it is compulsory."""

    kind: str
    size: float
    compulsory: bool = False


class RollForInvader(Struct, frozen=True, tag_field="do", tag="roll_for_invader"):
    """Throw the aggression dice, again while they tie."""


class ChooseTerrain(Struct, frozen=True, tag_field="do", tag="choose_terrain"):
    """The features the deciding side wants now, water and towns first; none is a choice too. Their dice are thrown."""

    features: tuple[Choice, ...] = ()


class PlaceTerrain(Struct, frozen=True, tag_field="do", tag="place_terrain"):
    """The chosen features that the dice allowed, each where its dice say; one that fits nowhere is left out."""

    pieces: tuple[Terrain, ...] = ()


class ChooseSeason(Struct, frozen=True, tag_field="do", tag="choose_season"):
    """The invader chooses the season; the time of day is thrown for."""

    season: str


class RollWeather(Struct, frozen=True, tag_field="do", tag="roll_weather"):
    """Throw for the weather."""


class WorksSection(Struct, frozen=True):
    """A section of works: its name, the kind that was bought, and its inside and outside edge."""

    id: str
    kind: str
    inside: tuple[Point, Point]
    outside: tuple[Point, Point]


class LayWorks(Struct, frozen=True, tag_field="do", tag="lay_works"):
    """The works of a side laid on the table, as many widths as it bought or fewer; `bua` is a town they go round."""

    sections: tuple[WorksSection, ...] = ()
    bua: str | None = None


class WriteOrders(Struct, frozen=True, tag_field="do", tag="write_orders"):
    """The secret orders of a side: how its commands stand to one another, who hides where, who marches round a flank.

    Each of `relations` is two commands with left_of, right_of, behind or in_front_of between them. `ambushes` are
    elements with their places; `flank_marches` are commands with the short edge over which they will come.
    """

    relations: tuple[tuple[str, str, str], ...] = ()
    ambushes: dict[str, Pose] = {}
    flank_marches: dict[str, str] = {}


class Deploy(Struct, frozen=True, tag_field="do", tag="deploy"):
    """A whole command, without baggage. `aboard` names the vessel of each element that starts aboard one."""

    command: str
    places: dict[str, Pose]
    aboard: dict[str, str] | UnsetType = UNSET


class PlaceBaggage(Struct, frozen=True, tag_field="do", tag="place_baggage"):
    """All the baggage of a side, and the command it belongs to from now on."""

    command: str
    places: dict[str, Pose]


class RollPips(Struct, frozen=True, tag_field="do", tag="roll_pips"):
    """Begin a bound: a die for each command."""


class AllotPips(Struct, frozen=True, tag_field="do", tag="allot_pips"):
    """Which of the dice thrown together goes to which command of a regular general."""

    dice: dict[str, int]


class MoveElements(Struct, frozen=True, tag_field="do", tag="move"):
    """A tactical or march move of one element (`path`: the pose at the end of each leg) or of a group.

    A group moves by `steps`, or to the `ends` of its members by a `manoeuvre` ("column", "expand"); `about` says that
    it first turns about. `conform` names enemies whom a group goes straight into, in the order they conform to it.
    A single element may expand on the head of its column (`expands_on`) or file in behind one (`contracts_behind`).
    """

    elements: tuple[str, ...]
    path: tuple[Pose, ...] = ()
    steps: tuple[Step, ...] = ()
    ends: dict[str, Pose] = {}
    manoeuvre: str | None = None
    about: bool = False
    march: bool = False
    conform: tuple[str, ...] | UnsetType = UNSET
    expands_on: str | UnsetType = UNSET
    contracts_behind: str | UnsetType = UNSET


class Arrive(Struct, frozen=True, tag_field="do", tag="arrive"):
    """Elements of one command that come on over a table edge as one group: where each stands after its first march."""

    places: dict[str, Pose]


class MoveTogether(Struct, frozen=True, tag_field="do", tag="move_together"):
    """Elements that move at the same time so that enemy can be contacted: partial moves (element, pose) in order."""

    sequence: tuple[tuple[str, Pose], ...]


class Dismount(Struct, frozen=True, tag_field="do", tag="dismount"):
    """Elements dismount where they stand, each by a tactical move of its own.

    Ranks behind may `close_up`. `holders` says whether horse holders are placed. A double base becomes two "singles"
    or stays one ("double").
    """

    elements: tuple[str, ...]
    close_up: bool = False
    holders: bool | UnsetType = UNSET
    double_base: str | None = None


class Mount(Struct, frozen=True, tag_field="do", tag="mount"):
    """Elements that dismounted mount again where they stand, each by a tactical move of its own."""

    elements: tuple[str, ...]
    close_up: bool = False


class Board(Struct, frozen=True, tag_field="do", tag="board"):
    """An element ashore goes aboard a beached vessel that carries nobody."""

    element: str
    vessel: str


class Land(Struct, frozen=True, tag_field="do", tag="land"):
    """The element aboard a beached vessel steps off to a place ashore."""

    vessel: str
    to: Pose


class Halt(Struct, frozen=True, tag_field="do", tag="halt"):
    """Keep an element or group from moving on its own in this bound."""

    elements: tuple[str, ...]


class EndMoves(Struct, frozen=True, tag_field="do", tag="end_moves"):
    """No more moves and halts this bound."""


class Advance(Struct, frozen=True, tag_field="do", tag="advance"):
    """The next element that moves on its own: an impetuous one advances, one of a demoralised command retreats.

    `choice` is among targets equally near; `steps` are the way it advances, as they are written in questions. Without
    steps it goes the first way the umpire finds, which then stands in the log; `stays` in a log says that he found
    none.
    """

    element: str
    choice: str | None = None
    steps: tuple[dict[str, Any], ...] = ()
    stays: bool | UnsetType = UNSET


class SpringAmbush(Struct, frozen=True, tag_field="do", tag="spring_ambush"):
    """The hidden elements that are shown now in order to shoot; nobody is a choice too."""

    elements: tuple[str, ...] = ()


class TurnToFace(Struct, frozen=True, tag_field="do", tag="turn_to_face"):
    """The element that turns to face next, struck in flank or rear; `first` is the enemy it turns to, of several."""

    element: str
    first: str | None = None


class PickShooter(Struct, frozen=True, tag_field="do", tag="pick_shooter"):
    """The element of either side whose shooting is settled next; its owner says at whom and with whom it shoots."""

    shooter: str


class Shoot(Struct, frozen=True, tag_field="do", tag="shoot"):
    """The main shooter, its target and who aids it; `edge` is the one it shoots from, where any edge may be front."""

    shooter: str
    target: str
    helpers: tuple[str, ...] = ()
    edge: str | None = None


class DeclineShot(Struct, frozen=True, tag_field="do", tag="decline_shot"):
    """The picked shooter leaves its shot, because it could drive the target into friends."""


class Fight(Struct, frozen=True, tag_field="do", tag="fight"):
    """The close combat that is fought next."""

    attacker: str
    defender: str


class ManWorks(Struct, frozen=True, tag_field="do", tag="man_works"):
    """Which of several equally near defenders comes to stand opposite an element that assaults works."""

    element: str
    defender: str


class Storm(Struct, frozen=True, tag_field="do", tag="storm"):
    """The assault on works that is fought next; at a corner that nobody defends `main` is the main attacker."""

    element: str
    main: str | None = None


class Press(Struct, frozen=True, tag_field="do", tag="press"):
    """A group that presses forward after its fights, straight ahead so far (mm)."""

    elements: tuple[str, ...]
    far: float


class EndBound(Struct, frozen=True, tag_field="do", tag="end_bound"):
    """Nobody (else) presses forward."""


class Choose(Struct, frozen=True, tag_field="do", tag="choose"):
    """How a recoil or flight goes on, of the options its owner has."""

    option: str


Action = (
    RollForInvader
    | ChooseTerrain
    | PlaceTerrain
    | ChooseSeason
    | RollWeather
    | LayWorks
    | WriteOrders
    | Deploy
    | PlaceBaggage
    | RollPips
    | AllotPips
    | MoveElements
    | Arrive
    | MoveTogether
    | Dismount
    | Mount
    | Board
    | Land
    | Halt
    | EndMoves
    | Advance
    | SpringAmbush
    | TurnToFace
    | PickShooter
    | Shoot
    | DeclineShot
    | Fight
    | ManWorks
    | Storm
    | Press
    | EndBound
    | Choose
    | Resign
)
