"""The invader's changes to the board in a battle: his dice, then his choices, piece by piece."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dba.book import table
from debellis.dba.playing.actions import ModifyTerrain
from debellis.dba.playing.state import State, defender
from debellis.dba.setting_up.modification import Change, centre_is_open, judge_change, modifies, with_change
from debellis.dba.setting_up.terrain_choice import name_of, own_clauses
from debellis.dba.setting_up.terrain_setup import is_area
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.telling import terrain_name
from debellis.umpire.verdict import Verdict

#: The name of the centre of the board among the invader's chances.
CENTRE = "the centre"
_TABLE = "terrain_modification"


def begin_modifying(state: State, dice: Chance) -> Happened[State]:
    """Roll for bad going in the centre after the board is finished, if it has none. Without modification, go on."""
    if not modifies(state.position):
        return _to_edges(state), ()
    if not centre_is_open(state.position):
        return _roll_for_pieces(state, dice)
    die = dice.roll("the invader's die for the centre")
    clauses = own_clauses(state.position, _TABLE, "centre")
    if die > table(state.position, _TABLE)["centre_roll_max"]:
        after, events = _roll_for_pieces(state, dice)
        says = f"no bad going is near the centre; the die is {die}: none may be brought there"
        return after, (Event("modify", says, clauses), *events)
    says = f"no bad going is near the centre; the die is {die}: {state.invader} may bring some there"
    return _to_modify(state, (CENTRE,)), (Event("modify", says, clauses),)


def _roll_for_pieces(state: State, dice: Chance) -> Happened[State]:
    """Roll a die for each area feature. A feature with a low die may be shifted or turned."""
    most = table(state.position, _TABLE)["shift_roll_max"]
    clauses = own_clauses(state.position, _TABLE, "shift")
    areas = [piece.id for piece in state.position.terrain if is_area(state.position, piece)]
    rolled = {name: dice.roll(f"the invader's die for {name}") for name in areas}
    may = tuple(name for name, die in rolled.items() if die <= most)
    if not rolled:
        return _to_edges(state), ()
    told = ", ".join(f"{terrain_name(state.position, name)} {die}" for name, die in rolled.items())
    open_to_him = ", ".join(terrain_name(state.position, name) for name in may) or "none"
    says = f"dice for the pieces: {told}; {state.invader} may shift or turn {open_to_him}"
    return (_to_modify(state, may) if may else _to_edges(state)), (Event("modify", says, clauses),)


def _to_modify(state: State, chances: tuple[str, ...]) -> State:
    assert state.invader is not None
    return replace(state, phase="modify", turn=state.invader, chances=chances)


def _to_edges(state: State) -> State:
    assert state.invader is not None
    chances = () if modifies(state.position) else state.chances
    return replace(state, phase="edges", turn=state.invader, chances=chances)


def chances_of(state: State) -> tuple[str, ...]:
    """The changes that the dice allow the invader: the centre, or pieces by name."""
    return state.chances if isinstance(state.chances, tuple) else ()


def change_of(action: ModifyTerrain) -> Change:
    return Change(action.piece, action.shift, action.turn, action.new)


def check_modification(state: State, action: ModifyTerrain) -> Ruling:
    """Whether the invader may make this change to the board. He may always leave it unchanged."""
    verdict = Verdict()
    change = change_of(action)
    chances = chances_of(state)
    centre = chances == (CENTRE,)
    clauses = own_clauses(state.position, _TABLE, "centre" if centre else "shift")
    if change.piece is not None and not state.position.has_feature(change.piece):
        verdict.refuse(f"There is no piece {change.piece!r}.")
    elif change.piece is not None and change.new is not None:
        verdict.refuse("A piece is moved or a new one placed, not both.", *clauses)
    elif not centre and not change.is_none and change.piece not in chances:
        verdict.refuse(f"The dice allow to shift or turn {', '.join(chances)}, nothing else.", *clauses)
    elif centre or not change.leaves:
        topography = state.forces[defender(state)].topography
        judge_change(verdict, state.position, change, 1, centre, topography)
    return verdict.decide("modify_terrain")


def modify_terrain(state: State, action: ModifyTerrain, dice: Chance) -> Happened[State]:
    """Make the change, then go on: from the centre to the dice for the pieces, or from one piece to the next.

    A piece that is named and neither shifted nor turned stays as it lies; naming none leaves all the others.
    """
    change = change_of(action)
    centre = chances_of(state) == (CENTRE,)
    after = replace(state, position=with_change(state.position, change))
    clauses = own_clauses(state.position, _TABLE, "centre" if centre else "shift")
    left_alone = change.is_none or change.leaves
    told = Event("modify", f"{state.turn} {_told(state.position, change)}", () if left_alone else clauses)
    if centre:
        after, events = _roll_for_pieces(after, dice)
        return after, (told, *events)
    left = () if change.is_none else tuple(name for name in chances_of(state) if name != change.piece)
    return (_to_modify(after, left) if left else _to_edges(after)), (told,)


def _told(position: Position, change: Change) -> str:
    if change.new is not None:
        return f"places {name_of(change.new.kind)} near the centre"
    if change.piece is None:
        return "leaves the terrain as it lies"
    piece = terrain_name(position, change.piece)
    if change.leaves:
        return f"leaves {piece} as it lies"
    return f"turns {piece}" if change.shift == (0.0, 0.0) else f"shifts {piece}"
