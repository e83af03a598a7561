"""Items of terrain laid by hand: chosen and placed in turn, and the adjustment die."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.sides import other
from debellis.mechanics.tables import rows
from debellis.meg.playing.before_battle import Item
from debellis.meg.playing.course import Course
from debellis.meg.playing.judging import judged, take_over
from debellis.meg.playing.laying_out import add
from debellis.meg.playing.setting_up.actions import AdjustTerrain, ChooseItem, PlaceTerrain, TakeItem
from debellis.meg.playing.setting_up.camp_steps import begin_camps
from debellis.meg.playing.setting_up.ground_places import field_natures, places_for
from debellis.meg.playing.setting_up.progress import ask, before, defender_of, note
from debellis.meg.playing.state import State, decider
from debellis.meg.setting_up.items import (
    COMPULSORY,
    LEAVE,
    MOVE,
    OPTIONAL,
    PIVOT,
    REMOVE,
    adjusted,
    allowed_by,
    density_row,
    judge_crest,
    key_of,
    number_of,
    offered,
    with_crest,
)
from debellis.meg.setting_up.placing import FIELD, TOWNS
from debellis.meg.setting_up.sizes import game_size
from debellis.meg.units import bw
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

CHOOSE, NEXT, PLACE, ADJUST = "choose", "next", "place", "adjust"
NONE = "none"


# Choosing items


def begin_choosing(course: Course) -> None:
    """Compulsory items are chosen in turn, beginning with the defender (MEG-B9.12)."""
    _ask_choice(course, defender_of(course.state))


def sort_of(state: State) -> str:
    """Whether compulsory or optional items are chosen now."""
    return before(state).sort


def _ask_choice(course: Course, side: str) -> None:
    """Ask a side for its next item; when all are chosen they are placed."""
    now = before(course.state)
    if now.sort == COMPULSORY:
        left = {name: count for name, count in now.left.items() if count and _has_kind(course.position, name)}
        note(course, left=left)
        if left:
            ask(course, CHOOSE, side)
        else:
            _begin_placing(course)
        return
    for one in (side, other(side)):
        if may_choose_more(course.state, one):
            ask(course, CHOOSE, one)
            return
    _begin_placing(course)


def _has_kind(position: Position, number: str) -> bool:
    return bool(offered(position, COMPULSORY, {number: 1}))


def may_choose_more(state: State, side: str) -> bool:
    """Whether a side may choose another optional item."""
    now = before(state)
    density = density_row(state.position, now.cell[0])
    return side not in now.stopped and _chosen_by(state, side) < int(density["optional_per_player"])


def _chosen_by(state: State, side: str) -> int:
    return sum(item.owner == side for item in before(state).items)


def check_choice(state: State, action: ChooseItem) -> Ruling:
    """Whether a side may choose this item: the question `may_choose_terrain`."""
    verdict = Verdict()
    now, side = before(state), decider(state)
    if action.kind == NONE:
        if sort_of(state) == COMPULSORY:
            verdict.refuse("A compulsory item must be chosen.", "MEG-B9.12")
        return verdict.decide("choose_item")
    if action.kind not in offered(state.position, OPTIONAL):
        listed = ", ".join(kind.replace("_", " ") for kind in offered(state.position, OPTIONAL))
        verdict.refuse(f"The territory offers {listed}.", "MEG-B9.20")
        return verdict.decide("choose_item")
    arguments: dict[str, Any] = {"kind": action.kind, "item": sort_of(state), "picked": now.picked[side]}
    if now.sort == COMPULSORY:
        arguments["left"] = now.left
    else:
        arguments |= {"density": now.cell[0], "chosen": _chosen_by(state, side)}
    take_over(verdict, judged(state.position, "may_choose_terrain", **arguments))
    return verdict.decide("choose_item")


def do_choice(course: Course, action: ChooseItem) -> None:
    now, side = before(course.state), course.state.choice.side
    if action.kind == NONE:
        note(course, stopped=(*now.stopped, side))
        course.tell("ground", f"{side} chooses no more terrain", "MEG-B9.12")
    else:
        item = Item(side, action.kind, sort_of(course.state))
        left = dict(now.left)
        number = number_of(course.position, action.kind)
        if now.sort == COMPULSORY and number is not None:
            left[number] -= 1
        picked = {**now.picked, side: (*now.picked[side], action.kind)}
        note(course, items=(*now.items, item), left=left, picked=picked)
        says = f"{side} chooses {action.kind.replace('_', ' ')} ({item.sort})"
        course.tell("ground", says, "MEG-B9.8", "MEG-B9.12")
    _ask_choice(course, other(side))


def choice_ideas(state: State) -> list[Any]:
    """Every kind that may be chosen; the first compulsory one, or no more, comes last."""
    now = before(state)
    kinds = offered(state.position, now.sort, now.left)
    mine = now.picked[decider(state)]
    if any(kind in TOWNS for kind in mine):
        kinds = [kind for kind in kinds if kind not in TOWNS]
    if sort_of(state) == COMPULSORY:
        return [ChooseItem(kind) for kind in reversed(kinds)]
    return [*(ChooseItem(kind) for kind in kinds), ChooseItem(NONE)]


# Placing items


def _begin_placing(course: Course) -> None:
    """Place in turn what was chosen, beginning with the defender; then optional items, then the camps (MEG-B9.12)."""
    _ask_next(course, defender_of(course.state))


#: What the boundary of a field may be, in words.
BOUNDED = {"obstacle": "an obstacle", "barricade": "a barricade"}


def one_piece(verdict: Verdict, state: State, action: PlaceTerrain) -> Terrain | None:
    """The one item that an action places; refused, and None, if it is none."""
    if len(action.pieces) != 1:
        verdict.refuse("One item is placed at a time, and there is a legal place for it.", "MEG-B9.12")
        return None
    piece = action.pieces[0]
    if piece.kind not in [key_of(row) for row in rows(state.position, "terrain_type")]:
        verdict.refuse(f"There is no terrain {piece.kind!r}.", "MEG-B10.7")
        return None
    if piece.line or len(piece.outline) < 3:
        verdict.refuse("An item is one simple polygon.", "MEG-B9.14")
        return None
    return piece


def judge_piece(verdict: Verdict, position: Position, side: str, piece: Terrain, roll: int | None, item: str) -> None:
    """Refuse an item that may not be placed there, a crest that is not inside, a boundary of another time."""
    arguments: dict[str, Any] = {"side": side, "kind": piece.kind, "outline": piece.outline, "item": item}
    take_over(verdict, judged(position, "may_place_terrain", **arguments, roll=roll))
    judge_crest(verdict, position, piece)
    if piece.nature is not None and piece.kind != FIELD:
        verdict.refuse(f"Only a field has a boundary; {piece.kind.replace('_', ' ')} has no nature.", "MEG-07c")
    elif piece.nature is not None and piece.nature not in field_natures(position, side):
        open_to = " or ".join([BOUNDED[one] for one in field_natures(position, side)])
        verdict.refuse(f"The boundary of a field is {open_to} at this time, not {piece.nature!r}.", "MEG-07c")


def _ask_next(course: Course, side: str) -> None:
    """Ask a side which of its items it places next. A side without items leaves the turn to the other."""
    now = before(course.state)
    note(course, item=None, die=None, piece="", adjusting=0)
    if not now.items:
        if now.sort == COMPULSORY:
            note(course, sort=OPTIONAL, left={})
            _ask_choice(course, defender_of(course.state))
        else:
            begin_camps(course)
        return
    turn = side if any(item.owner == side for item in now.items) else other(side)
    kinds = {item.kind for item in now.items if item.owner == turn}
    if len(kinds) == 1:
        course.give_choice(turn)
        _take(course, turn, kinds.pop())
    else:
        ask(course, NEXT, turn)


def check_next(state: State, action: TakeItem) -> Ruling:
    verdict = Verdict()
    if not any(item.owner == decider(state) and item.kind == action.kind for item in before(state).items):
        verdict.refuse(f"You have chosen no {action.kind.replace('_', ' ')}.", "MEG-B9.12")
    return verdict.decide("take_item")


def do_next(course: Course, action: TakeItem) -> None:
    _take(course, course.state.choice.side, action.kind)


def next_ideas(state: State) -> list[Any]:
    kinds = [item.kind for item in before(state).items if item.owner == decider(state)]
    return [TakeItem(kind) for kind in dict.fromkeys(reversed(kinds))]


def _take(course: Course, side: str, kind: str) -> None:
    """Roll the placement die of an item; without a legal place it is lost (MEG-B9.9, MEG-B9.15).

    A field without a town is lost at once. Whether there is any place for another item only its owner says.
    """
    now = before(course.state)
    item = next(one for one in now.items if one.owner == side and one.kind == kind)
    items = list(now.items)
    items.remove(item)
    says = kind.replace("_", " ")
    thrown = None if kind == FIELD else course.chance.roll(f"{side} places {says}")
    note(course, items=tuple(items), item=item, die=thrown)
    if kind == FIELD and not any(piece.kind in TOWNS for piece in course.position.terrain):
        course.tell("ground", f"{side} finds no town for {says}, and it is lost", "MEG-07d", "MEG-B9.15")
        _ask_next(course, other(side))
        return
    if thrown is not None:
        course.tell("ground", f"{side} rolls {thrown} to place {says}", "MEG-B9.9")
    else:
        course.tell("ground", f"{side} places {says} beside a town, without a die", "MEG-07b")
    ask(course, PLACE, side)


def check_place(state: State, action: PlaceTerrain) -> Ruling:
    """Whether the item in hand may lie there: the question `may_place_terrain`."""
    verdict = Verdict()
    now = before(state)
    assert now.item is not None
    if not action.pieces and not _any_place(state):
        permit(verdict, "No place was found for it.", "MEG-B9.15")
        return verdict.decide("place_terrain")
    piece = one_piece(verdict, state, action)
    if piece is not None and piece.kind != now.item.kind:
        says = now.item.kind.replace("_", " ")
        verdict.refuse(f"The item to place is {says}, not {piece.kind.replace('_', ' ')}.", "MEG-B9.12")
    elif piece is not None:
        judge_piece(verdict, state.position, decider(state), piece, now.die, now.item.sort)
    return verdict.decide("place_terrain")


def _any_place(state: State) -> bool:
    """Whether a search finds a place for the item in hand."""
    now = before(state)
    assert now.item is not None
    found = places_for(state.position, decider(state), now.item.kind, now.die, now.item.sort, most=1)
    return next(found, None) is not None


def do_place(course: Course, action: PlaceTerrain) -> None:
    """Place the item; the opponent rolls the adjustment die (MEG-B9.10). Without a place it is lost."""
    side = course.state.choice.side
    if not action.pieces:
        item = before(course.state).item
        assert item is not None
        says = f"{side} finds no place for {item.kind.replace('_', ' ')}, and it is lost"
        course.tell("ground", says, "MEG-B9.9", "MEG-B9.15")
        _ask_next(course, other(side))
        return
    piece = with_crest(course.position, action.pieces[0])
    nature = piece.nature or (field_natures(course.position, side)[0] if piece.kind == FIELD else None)
    name = add(course, piece.kind, piece.outline, piece.crest, nature)
    says = piece.kind.replace("_", " ")
    chosen = ("MEG-07c",) if piece.nature else ()
    bounded = f", bounded by {BOUNDED[piece.nature]}" if piece.nature else ""
    course.tell("ground", f"{side} places {says}{bounded}", "MEG-B9.9", "MEG-B9.8", *chosen)
    thrown = course.chance.roll(f"{other(side)} may adjust {says}")
    note(course, piece=name, adjusting=thrown)
    if allowed_by(course.position, thrown):
        course.tell("adjustment", f"{other(side)} rolls {thrown} and may adjust it", "MEG-B9.10")
        ask(course, ADJUST, other(side))
        return
    course.tell("adjustment", f"{other(side)} rolls {thrown} and must leave it", "MEG-B9.10")
    _ask_next(course, other(side))


def place_ideas(state: State) -> list[Any]:
    """Some legal places for the item in hand, that nearest to the middle of its sector last.

    A field is bounded by the default; where its owner has a choice, one field with each other boundary comes first.
    """
    now = before(state)
    assert now.item is not None
    found = list(places_for(state.position, decider(state), now.item.kind, now.die, now.item.sort))
    others: list[Any] = []
    if now.item.kind == FIELD and found:
        natures = field_natures(state.position, decider(state))[1:]
        others = [PlaceTerrain((replace(found[0], nature=nature),)) for nature in natures]
    if not found:
        return [PlaceTerrain()]
    return [*others, *(PlaceTerrain((piece,)) for piece in reversed(found))]


# Adjusting


def check_adjustment(state: State, action: AdjustTerrain) -> Ruling:
    """Whether the opponent may adjust the item so: the question `may_adjust_terrain`."""
    verdict = Verdict()
    now = before(state)
    if action.how not in (LEAVE, MOVE, PIVOT, REMOVE):
        verdict.refuse("An item is left, moved, pivoted or removed.", "MEG-B9.10")
        return verdict.decide("adjust_terrain")
    assert now.item is not None
    arguments: dict[str, Any] = {"how": action.how, "by": action.by, "degrees": action.degrees}
    arguments |= {"side": now.item.owner, "piece": now.piece, "die": now.adjusting, "item": now.item.sort}
    take_over(verdict, judged(state.position, "may_adjust_terrain", **arguments))
    return verdict.decide("adjust_terrain")


def do_adjustment(course: Course, action: AdjustTerrain) -> None:
    now, side = before(course.state), course.state.choice.side
    here = course.position.feature(now.piece)
    kept = [piece for piece in course.position.terrain if piece.id != now.piece]
    if action.how != REMOVE:
        kept.append(adjusted(here, action.how, action.by, action.degrees))
    course.stand(replace(course.position, terrain=tuple(kept)))
    does = {LEAVE: "leaves", MOVE: "moves", PIVOT: "pivots", REMOVE: "removes"}[action.how]
    course.tell("adjustment", f"{side} {does} {now.piece.replace('_', ' ')}", "MEG-B9.10")
    _ask_next(course, side)


def adjustment_ideas(state: State) -> Iterator[Any]:
    """Moves the eight ways of the compass, quarter turns, to remove it, and to leave it."""
    may = allowed_by(state.position, before(state).adjusting)
    far = bw(state.position, float(game_size(state.position)["adjustment_move_bw"]))
    if REMOVE in may:
        yield AdjustTerrain(REMOVE)
    if MOVE in may:
        for east, north in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7)):
            yield AdjustTerrain(MOVE, (round(east * far, 1), round(north * far, 1)))
    if PIVOT in may:
        for degrees in (30.0, 45.0, 60.0):
            yield AdjustTerrain(PIVOT, degrees=degrees)
    yield AdjustTerrain()
