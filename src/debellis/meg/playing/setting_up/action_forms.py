"""The written form of the steps before the first turn, and of the actions by which troops come onto the table."""

from __future__ import annotations

from typing import Any

from debellis.battle.action_forms import ActionForm
from debellis.geometry.plane import Point
from debellis.meg.arguments import ANY_UNIT, COLOUR, FILE, GENERAL, HAND
from debellis.meg.places import PLACE
from debellis.meg.playing.setting_up.actions import (
    AdjustTerrain,
    Arrive,
    ChooseItem,
    ChooseTerritory,
    ComeOn,
    Deploy,
    JoinFile,
    PlaceCamp,
    PlaceGenerals,
    PlaceTerrain,
    PlayCard,
    Reveal,
    RollForInvader,
    SecureFlank,
    SetMarker,
    TakeItem,
    TakePart,
    TurnUp,
    WriteNotes,
)
from debellis.meg.setting_up.items import LEAVE, MOVE, PIVOT, REMOVE
from debellis.meg.setting_up.pre_battle import PASS
from debellis.meg.setting_up.scouting import DEFEND, INVADE
from debellis.meg.setting_up.shapes import Shape, in_shape
from debellis.meg.troops import DISMOUNTABLE, default_files
from debellis.meg.units import named_file, unit_of
from debellis.meg.words import COLOURS
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.questions import (
    FEATURE,
    FLAG,
    NUMBER,
    POINT,
    TABLE,
    TEXT,
    WHOLE,
    Kind,
    checked,
    list_of,
    one_of,
    table_of,
)

#: How many files wide a unit group comes onto the table, and in which form.
_SHAPE: dict[str, Kind] = {"files": WHOLE.or_none(), "form": one_of("loose", "skirmisher").or_none()}


def _places(
    position: Position, unit: str, to: Pose, files: int | None, form: str, mounted: bool | None = None
) -> dict[str, Pose]:
    """The places of the bases of a unit group that is set up in files behind a front."""
    group = replace(unit_of(position, unit), form=form)
    if mounted is not None and DISMOUNTABLE in group.troops.traits:
        group = replace(group, mounted=mounted)
    wide = files or default_files(position.edition, group.troops, group.kind, group.original)
    bases = in_shape(position.edition, position.scale, group, Shape(to, max(1, wide)))
    return {base.id: Pose(base.front, base.facing) for base in bases}


def _reveal(position: Position, *, unit: str, to: Pose, files: int | None = None, form: str = "") -> Reveal:
    return Reveal(unit, _places(position, unit, to, files, form), form)


def _deploy(
    position: Position,
    *,
    unit: str,
    to: Pose | None = None,
    files: int | None = None,
    form: str = "",
    mounted: bool = True,
) -> Deploy:
    places = {} if to is None else _places(position, unit, to, files, form, mounted)
    return Deploy(unit, places, form, mounted)


def _arriving(value: Any, position: Position) -> tuple[str, dict[str, Pose], str]:
    found = checked(
        "a unit group that arrives", {"unit": ANY_UNIT, "to": PLACE, **_SHAPE}, TABLE.check(value, position), position
    )
    form = found.get("form", "")
    return found["unit"], _places(position, found["unit"], found["to"], found.get("files"), form), form


def _arrive(
    position: Position, *, general: str, units: tuple[tuple[str, dict[str, Pose], str], ...], file: str = ""
) -> Arrive:
    forms = {name: form for name, _, form in units if form}
    return Arrive(general, {name: places for name, places, _ in units}, forms, file)


def _come_on(
    position: Position, *, unit: str, to: Pose, general: str, card: str, files: int | None = None, form: str = ""
) -> ComeOn:
    return ComeOn(unit, _places(position, unit, to, files, form), general, card, form)


def _terrain(
    position: Position,
    *,
    kind: str = "",
    outline: tuple[Point, ...] = (),
    crest: tuple[Point, ...] = (),
    boundary: str = "",
) -> PlaceTerrain:
    if not kind and not outline:
        return PlaceTerrain()
    return PlaceTerrain((Terrain(kind, kind, outline, crest=crest, nature=boundary or None),))


def _generals(position: Position, *, files: dict[str, str]) -> PlaceGenerals:
    return PlaceGenerals({name: named_file(position, file)[0].id for name, file in files.items()})


def _plain(kind: type[Any]) -> Any:
    """How an action is made whose written arguments are its fields."""

    def make(position: Position, **arguments: Any) -> Any:
        return kind(**arguments)

    return make


def _turn_up(position: Position, *, general: str, file: str) -> TurnUp:
    return TurnUp(general, named_file(position, file)[0].id)


def _join(position: Position, *, file: str) -> JoinFile:
    return JoinFile(named_file(position, file)[0].id)


def _marker(position: Position, *, to: tuple[str, str]) -> SetMarker:
    return SetMarker(*to)


SET_UP_FORMS = (
    ActionForm("roll_for_invader", "roll for invader and defender", {}, _plain(RollForInvader)),
    ActionForm(
        "take_part",
        "invade or defend",
        {"part": one_of(INVADE, DEFEND), "intercept": FLAG.or_none()},
        _plain(TakePart),
    ),
    ActionForm("play_card", "lay a PBS card face down, or pass", {"card": one_of(*COLOURS, PASS)}, _plain(PlayCard)),
    ActionForm("choose_territory", "choose the territory of the battle", {"territory": TEXT}, _plain(ChooseTerritory)),
    ActionForm("set_marker", "set the marker on a cell of the grid", {"to": list_of(TEXT, 2)}, _marker),
    ActionForm(
        "secure_flank",
        "say which flank is secure, and by which deep water",
        {"flank": HAND, "water": TEXT.or_none(), "width": NUMBER.or_none()},
        _plain(SecureFlank),
    ),
    ActionForm("choose_item", "choose an item of terrain, or none", {"kind": TEXT}, _plain(ChooseItem)),
    ActionForm("take_item", "say which item is placed next", {"kind": TEXT}, _plain(TakeItem)),
    ActionForm(
        "place_terrain",
        "place an item of terrain, or say that there is no place for it",
        {
            "kind": TEXT.or_none(),
            "outline": list_of(POINT).or_none(),
            "crest": list_of(POINT).or_none(),
            "boundary": TEXT.or_none(),
        },
        _terrain,
    ),
    ActionForm(
        "adjust_terrain",
        "adjust the item just placed, or leave it",
        {"how": one_of(LEAVE, MOVE, PIVOT, REMOVE), "by": POINT.or_none(), "degrees": NUMBER.or_none()},
        _plain(AdjustTerrain),
    ),
    ActionForm(
        "place_camp", "place the elements of a camp", {"command": TEXT, "places": table_of(PLACE)}, _plain(PlaceCamp)
    ),
    ActionForm(
        "write_notes",
        "write who marches round a flank and who lies in ambush",
        {
            "cards": table_of(TEXT).or_none(),
            "marches": table_of(list_of(ANY_UNIT)).or_none(),
            "ambushes": table_of(FEATURE).or_none(),
        },
        _plain(WriteNotes),
    ),
    ActionForm(
        "deploy",
        "deploy a unit group",
        {"unit": ANY_UNIT, "to": PLACE.or_none(), **_SHAPE, "mounted": FLAG.or_none()},
        _deploy,
    ),
    ActionForm("place_generals", "place the generals of a side", {"files": table_of(FILE)}, _generals),
    ActionForm("turn_up", "turn up the bluff under a general", {"general": GENERAL, "file": FILE}, _turn_up),
    ActionForm(
        "join_file",
        "say which file a general joins whose bluff was turned up, or whose own file is gone",
        {"file": FILE},
        _join,
    ),
    ActionForm(
        "arrive",
        "unit groups of a flank march come on",
        {"general": GENERAL, "units": list_of(Kind("unit group that comes on", _arriving)), "file": TEXT.or_none()},
        _arrive,
    ),
    ActionForm(
        "come_on",
        "a unit group that found no place comes on at its own edge",
        {"unit": ANY_UNIT, "to": PLACE, **_SHAPE, "general": GENERAL, "card": COLOUR},
        _come_on,
    ),
    ActionForm(
        "reveal", "reveal a unit group in ambush and place it", {"unit": ANY_UNIT, "to": PLACE, **_SHAPE}, _reveal
    ),
)
