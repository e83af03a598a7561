"""The actions of a battle: structures, one for each kind of decision."""

from __future__ import annotations

from msgspec import Struct

from debellis.battle.rules import Resign
from debellis.dba.moving.moves import Move
from debellis.geometry.plane import Point
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain


class RollForInvader(Struct, frozen=True, tag_field="do", tag="roll_for_invader"):
    """Roll the aggression dice. They are rolled again while they tie."""


class PlaceTerrain(Struct, frozen=True, tag_field="do", tag="place_terrain"):
    """The defender's whole board."""

    pieces: tuple[Terrain, ...]


class ModifyTerrain(Struct, frozen=True, tag_field="do", tag="modify_terrain"):
    """The invader's change to the board after his dice: a piece shifted, or turned clockwise, or left as it lies, or a
    new piece. Without a piece he leaves all the others as they lie."""

    piece: str | None = None
    shift: Point = (0.0, 0.0)
    turn: float = 0.0
    new: Terrain | None = None


class NumberEdges(Struct, frozen=True, tag_field="do", tag="number_edges"):
    """The invader's numbers for the four edges; the die for his own is rolled at once."""

    north: tuple[int, ...]
    east: tuple[int, ...]
    south: tuple[int, ...]
    west: tuple[int, ...]


class AllotDice(Struct, frozen=True, tag_field="do", tag="allot_dice"):
    """Written down in a big battle: the commands that always get the highest and the lowest PIP score."""

    highest: str
    lowest: str


class PlaceCamp(Struct, frozen=True, tag_field="do", tag="place_camp"):
    """A side's camp, and its occupant if no troops are in it: "followers" or "none"."""

    outline: tuple[Point, ...]
    occupant: str = "followers"


class Deploy(Struct, frozen=True, tag_field="do", tag="deploy"):
    """All of a side's elements: `places` on the table, `inside` a camp or town, `held_back` for a landing.

    In a big battle the defender first deploys one or two commands, and the rest after the invader.
    """

    places: dict[str, Pose]
    inside: dict[str, str] = {}
    held_back: tuple[str, ...] = ()


class Exchange(Struct, frozen=True, tag_field="do", tag="exchange"):
    """The defender's exchanges after the invader has deployed. There may be none."""

    pairs: tuple[tuple[str, str], ...] = ()


class RollPips(Struct, frozen=True, tag_field="do", tag="roll_pips"):
    """Begin a bound."""


class Hold(Struct, frozen=True, tag_field="do", tag="hold"):
    """The elements and groups of demoralised commands that are held for PIPs. All others that do not fight flee.

    `turned` are those held alone that also turn where they stand: left, right or about.
    """

    groups: tuple[tuple[str, ...], ...] = ()
    turned: dict[str, str] = {}


class MoveElements(Struct, frozen=True, tag_field="do", tag="move"):
    """A tactical move of an element or group."""

    move: Move


class Land(Struct, frozen=True, tag_field="do", tag="land"):
    """Land the elements held back, all in one group."""

    places: dict[str, Pose]


class EndMoves(Struct, frozen=True, tag_field="do", tag="end_moves"):
    """No more tactical moves this bound."""


class PickShooter(Struct, frozen=True, tag_field="do", tag="pick_shooter"):
    """The active player names the next shooter, of either side."""

    shooter: str


class Shoot(Struct, frozen=True, tag_field="do", tag="shoot"):
    """The picked shooter's owner names the target, the helpers, and the edge they all aim at if he wants to choose
    it."""

    target: str
    helpers: tuple[str, ...] = ()
    edge: str | None = None


class AddToScore(Struct, frozen=True, tag_field="do", tag="add_to_score"):
    """Whether the commander-in-chief adds to his score now that he has seen it, as he may once in a big battle."""

    add: bool


class Fight(Struct, frozen=True, tag_field="do", tag="fight"):
    """The active player names the close combat to be fought next."""

    attacker: str
    defender: str


class Revolt(Struct, frozen=True, tag_field="do", tag="revolt"):
    """Whether a captured town revolts, for all six PIPs of a score: which one, or none, and which command pays."""

    place: str | None = None
    command: str | None = None


class TurnFleer(Struct, frozen=True, tag_field="do", tag="turn_fleer"):
    """The owner of an element that flees says to which hand it turns, where both are as good."""

    hand: str


class GoNext(Struct, frozen=True, tag_field="do", tag="go_next"):
    """Which of several elements is next to recoil, to flee, to line up or to turn, and to which enemy."""

    element: str
    enemy: str | None = None


class AttachGeneral(Struct, frozen=True, tag_field="do", tag="attach_general"):
    """Which element a general is attached to who stands behind one that supports another."""

    element: str


Action = (
    RollForInvader
    | PlaceTerrain
    | ModifyTerrain
    | NumberEdges
    | AllotDice
    | PlaceCamp
    | Deploy
    | Exchange
    | RollPips
    | Hold
    | MoveElements
    | Land
    | EndMoves
    | PickShooter
    | Shoot
    | AddToScore
    | Fight
    | Revolt
    | TurnFleer
    | GoNext
    | AttachGeneral
    | Resign
)
