"""The written form of the actions of a battle, with the same arguments as the questions."""

from __future__ import annotations

from typing import Any

from debellis.battle.action_forms import ActionForm
from debellis.battle.rules import Resign
from debellis.dba.aftermath.choosing import HANDS
from debellis.dba.moving.tactical_moves import MOVE, written_move
from debellis.dba.playing.actions import (
    AddToScore,
    AllotDice,
    AttachGeneral,
    Deploy,
    EndMoves,
    Exchange,
    Fight,
    GoNext,
    Hold,
    Land,
    ModifyTerrain,
    MoveElements,
    NumberEdges,
    PickShooter,
    PlaceCamp,
    PlaceTerrain,
    Revolt,
    RollForInvader,
    RollPips,
    Shoot,
    TurnFleer,
)
from debellis.dba.setting_up.modification import NEW
from debellis.geometry.rectangle import EDGES
from debellis.mechanics.move_arguments import ARRIVAL
from debellis.mechanics.two_dice import DIE
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import (
    BASE,
    BASE_OR_PLACE,
    FEATURE,
    FLAG,
    NUMBER,
    POINT,
    TEXT,
    list_of,
    one_of,
    table_of,
)


def _move(position: Position, **words: Any) -> MoveElements:
    return MoveElements(written_move(position, **words))


def _land(position: Position, *, ends: tuple[tuple[str, Pose], ...]) -> Land:
    return Land(dict(ends))


def _deploy(
    position: Position,
    *,
    ends: tuple[tuple[str, Pose], ...] = (),
    inside: dict[str, str] | None = None,
    held_back: tuple[str, ...] = (),
) -> Deploy:
    return Deploy(dict(ends), inside or {}, held_back)


def _fight(position: Position, *, attacker: str, defender: str) -> Fight:
    """The fight between two fighters, in either order. Troops in a camp or town are fought by attacking the place."""
    inside = position.base(defender).inside if position.has_base(defender) else None
    if inside is None and position.has_base(defender) and position.base(attacker).side != position.active:
        attacker, defender = defender, attacker
    return Fight(attacker, inside or defender)


_ENDS = list_of(ARRIVAL)
_NUMBERS = list_of(DIE)

ACTION_FORMS: dict[str, ActionForm] = {
    form.name: form
    for form in (
        ActionForm(
            "roll_for_invader",
            "roll for who invades, again while the totals are equal",
            {},
            lambda position: RollForInvader(),
        ),
        ActionForm("place_terrain", "finish the board as it lies", {}, lambda position: PlaceTerrain(position.terrain)),
        ActionForm(
            "modify_terrain",
            "the invader's change to the board after his dice, or none",
            {"piece": FEATURE.or_none(), "shift": POINT.or_none(), "turn": NUMBER.or_none(), "new": NEW.or_none()},
            lambda position, **change: ModifyTerrain(**change),
        ),
        ActionForm(
            "number_edges",
            "the invader's numbers for the edges; the die for his own is rolled at once",
            {"north": _NUMBERS, "east": _NUMBERS, "south": _NUMBERS, "west": _NUMBERS},
            lambda position, **numbers: NumberEdges(**numbers),
        ),
        ActionForm(
            "allot_dice",
            "in a big battle, the commands that get the highest and the lowest PIP score",
            {"highest": TEXT, "lowest": TEXT},
            lambda position, highest, lowest: AllotDice(highest, lowest),
        ),
        ActionForm(
            "place_camp",
            "pitch a side's camp, with followers in it or nobody",
            {"outline": list_of(POINT), "occupant": one_of("followers", "none").or_none()},
            lambda position, outline, occupant="followers": PlaceCamp(outline, occupant),
        ),
        ActionForm(
            "deploy",
            "put a whole army on the table",
            {"ends": _ENDS.or_none(), "inside": table_of(FEATURE).or_none(), "held_back": list_of(TEXT).or_none()},
            _deploy,
        ),
        ActionForm(
            "exchange",
            "the defender's exchanges after both have deployed",
            {"pairs": list_of(list_of(TEXT, 2)).or_none()},
            lambda position, pairs=(): Exchange(pairs),
        ),
        ActionForm("roll_pips", "begin a bound", {}, lambda position: RollPips()),
        ActionForm(
            "hold",
            "hold elements and groups of demoralised commands; all others that do not fight flee",
            {"groups": list_of(list_of(BASE)).or_none(), "turned": table_of(TEXT).or_none()},
            lambda position, groups=(), turned=None: Hold(groups, turned or {}),
        ),
        ActionForm("move", "a tactical move of an element or group", dict(MOVE), _move),
        ActionForm("land", "land elements held back, all in one group", {"ends": _ENDS}, _land),
        ActionForm("end_moves", "no more tactical moves this bound", {}, lambda position: EndMoves()),
        ActionForm(
            "pick_shooter",
            "the active player names who shoots next, of either side",
            {"shooter": BASE},
            lambda position, shooter: PickShooter(shooter),
        ),
        ActionForm(
            "shoot",
            "the picked shooter's owner names the target, who helps, and the edge they aim at",
            {"target": BASE_OR_PLACE, "helpers": list_of(BASE).or_none(), "edge": one_of(*EDGES).or_none()},
            lambda position, target, helpers=(), edge=None: Shoot(target, helpers, edge),
        ),
        ActionForm(
            "add_to_score",
            "whether the commander-in-chief adds to the score he has seen, once in a big battle",
            {"add": FLAG},
            lambda position, add: AddToScore(add),
        ),
        ActionForm(
            "fight",
            "the active player names the close combat that is fought next",
            {"attacker": BASE, "defender": BASE_OR_PLACE},
            _fight,
        ),
        ActionForm(
            "revolt",
            "a captured town revolts for all six PIPs, or none does",
            {"place": FEATURE.or_none(), "command": TEXT.or_none()},
            lambda position, place=None, command=None: Revolt(place, command),
        ),
        ActionForm(
            "turn_fleer",
            "the owner of an element that flees turns it left or right, where both are as good",
            {"hand": one_of(*HANDS)},
            lambda position, hand: TurnFleer(hand),
        ),
        ActionForm(
            "go_next",
            "which of several elements is next to recoil, flee, line up or turn, and to which enemy",
            {"element": BASE, "enemy": BASE.or_none()},
            lambda position, element, enemy=None: GoNext(element, enemy),
        ),
        ActionForm(
            "attach_general",
            "which element a general is attached to who stands behind one that supports another",
            {"element": BASE},
            lambda position, element: AttachGeneral(element),
        ),
        ActionForm("resign", "give up", {}, lambda position: Resign()),
    )
}
