"""What is decided before the first turn, and when hidden troops come onto the table, as plain values."""

from __future__ import annotations

from msgspec import Struct

from debellis.geometry.plane import Point
from debellis.table.pose import Pose
from debellis.table.terrain import Terrain


class RollForInvader(Struct, frozen=True, tag_field="do", tag="roll_for_invader"):
    """The two army commanders roll; the winner chooses to invade or to defend."""


class TakePart(Struct, frozen=True, tag_field="do", tag="take_part"):
    """The winner of the roll invades or defends. Who won with a skull and invades may choose a strategic intercept."""

    part: str
    intercept: bool = False


class PlayCard(Struct, frozen=True, tag_field="do", tag="play_card"):
    """A PBS card laid face down; "pass" for none."""

    card: str


class ChooseTerritory(Struct, frozen=True, tag_field="do", tag="choose_territory"):
    """The territory in which the battle is fought, from the defender's list."""

    territory: str


class SetMarker(Struct, frozen=True, tag_field="do", tag="set_marker"):
    """The cell of the grid to which the marker goes, or on which it stays: a density and a kind of flank."""

    column: str
    row: str


class SecureFlank(Struct, frozen=True, tag_field="do", tag="secure_flank"):
    """Which flank of the defender is secure. Deep water is a river or a coast so many BW wide."""

    flank: str
    water: str = ""
    width: float = 4.0


class ChooseItem(Struct, frozen=True, tag_field="do", tag="choose_item"):
    """An item of terrain that a side chooses; "none" chooses no more optional ones."""

    kind: str


class TakeItem(Struct, frozen=True, tag_field="do", tag="take_item"):
    """The kind of item that a side places next. Its placement die is rolled."""

    kind: str


class PlaceTerrain(Struct, frozen=True, tag_field="do", tag="place_terrain"):
    """The item in hand where it is placed. None at all only if there is no legal place for it."""

    pieces: tuple[Terrain, ...] = ()


class AdjustTerrain(Struct, frozen=True, tag_field="do", tag="adjust_terrain"):
    """What is done to the item just placed: leave, move (mm east and north), pivot (degrees clockwise) or remove."""

    how: str = "leave"
    by: Point = (0.0, 0.0)
    degrees: float = 0.0


class PlaceCamp(Struct, frozen=True, tag_field="do", tag="place_camp"):
    """Where the elements of a camp stand. No places only if there is no legal one."""

    command: str
    places: dict[str, Pose] = {}


class WriteNotes(Struct, frozen=True, tag_field="do", tag="write_notes"):
    """The secret notes of a side.

    `cards` is the card under each sub-general and ally: left, right or bluff. `marches` are the unit groups that go
    with a marching general, `ambushes` the piece of terrain in which a unit group lies.
    """

    cards: dict[str, str] = {}
    marches: dict[str, tuple[str, ...]] = {}
    ambushes: dict[str, str] = {}


class Deploy(Struct, frozen=True, tag_field="do", tag="deploy"):
    """One unit group is placed, base by base. No places only if there is no legal one.

    `form` is that of flexible troops. Infantry with horses begins `mounted` unless its owner says otherwise.
    """

    command: str
    places: dict[str, Pose] = {}
    form: str = ""
    mounted: bool = True


class PlaceGenerals(Struct, frozen=True, tag_field="do", tag="place_generals"):
    """The file of each general who is placed now, by its front base. Bluffs that are named are turned up."""

    files: dict[str, str] = {}


class TurnUp(Struct, frozen=True, tag_field="do", tag="turn_up"):
    """The bluff under a general is turned up, and he joins a file."""

    general: str
    file: str


class JoinFile(Struct, frozen=True, tag_field="do", tag="join_file"):
    """The file that a general joins whose bluff had to be turned up, or whose own file is gone."""

    file: str


class Arrive(Struct, frozen=True, tag_field="do", tag="arrive"):
    """Unit groups of a flank march that come on, with the places of their bases; the general joins a file."""

    general: str
    places: dict[str, dict[str, Pose]]
    forms: dict[str, str] = {}
    file: str = ""


class ComeOn(Struct, frozen=True, tag_field="do", tag="come_on"):
    """A unit group that found no place at deployment comes on at its own edge, for a white card."""

    command: str
    places: dict[str, Pose]
    general: str
    card: str
    form: str = ""


class Reveal(Struct, frozen=True, tag_field="do", tag="reveal"):
    """A unit group in ambush is revealed and placed in its piece of terrain."""

    command: str
    places: dict[str, Pose]
    form: str = ""


SetUpAction = (
    RollForInvader
    | TakePart
    | PlayCard
    | ChooseTerritory
    | SetMarker
    | SecureFlank
    | ChooseItem
    | TakeItem
    | PlaceTerrain
    | AdjustTerrain
    | PlaceCamp
    | WriteNotes
    | Deploy
    | PlaceGenerals
    | TurnUp
    | JoinFile
    | Arrive
    | ComeOn
    | Reveal
)
