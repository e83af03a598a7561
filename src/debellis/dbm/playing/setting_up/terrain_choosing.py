"""Choosing terrain in a battle: whether the choice stands, the throws for water, and the dice for each feature."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dbm.playing.actions import Choice, ChooseTerrain
from debellis.dbm.playing.setting_up.drawing_up import is_afloat
from debellis.dbm.playing.state import Drawn, Force, State, defender
from debellis.dbm.setting_up.compulsory import compulsory_pieces
from debellis.dbm.setting_up.features import FIELDS, RIVER, ROAD, TOWN, WATERWAY, Feature, code_of, is_area
from debellis.dbm.setting_up.hills import BARE, Slope
from debellis.dbm.setting_up.sectors import sector_of_die
from debellis.dbm.setting_up.terrain_choice import judge_list, may_choose_terrain
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.telling import kind_name
from debellis.umpire.verdict import Verdict

OPTION, FEATURES, LATE = "option", "features", "late"
PLACING = {OPTION: "place_option", FEATURES: "place_features", LATE: "place_late"}
_WHO = {OPTION: "invader_option", FEATURES: "defender", LATE: "invader_late"}
#: The water that has to be thrown for, with the row of the throws that bring it.
_THROWN = {
    OPTION: {WATERWAY: ("waterway", "ww_invader"), RIVER: ("river", "river_invader")},
    FEATURES: {WATERWAY: ("waterway", "ww_defender"), RIVER: ("river", "river_defender")},
    LATE: {},
}
_SLOPES = {
    "gentle_hill": (Slope(False, BARE),),
    "rough_hill": (Slope(False, "brushy"),),
    "steep_hill": (Slope(True, BARE),),
    "wooded_hill": (Slope(True, "wooded"),),
}
_SECTORS = {"near": "nearer to the defender", "far": "further from the defender"}


def home(state: State) -> Force:
    """The army whose country it is: the defender's."""
    return state.forces[defender(state)]


def code(position: Position, kind: str) -> str | None:
    """The list code of a kind of ground; None if there is no such ground."""
    return code_of(position.edition, kind) if kind in table(position, "ground") else None


def as_piece(position: Position, choice: Choice) -> Feature | None:
    """A choice as the rules of choosing see it; None for what is no terrain."""
    found = code(position, choice.kind)
    if found is None:
        return None
    row = table(position, "terrain")["fe"]
    linear = {WATERWAY: row["waterway"], RIVER: row["river"], ROAD: row["road"]}
    return Feature(choice.kind, found, linear.get(found, choice.size), None, _SLOPES.get(choice.kind, ()))


def brought(state: State) -> tuple[Feature, ...]:
    """What the invader has on the table."""
    names = state.placed.get(state.invader or "", ())
    kinds = [state.position.feature(name).kind for name in names]
    pieces = [as_piece(state.position, Choice(kind, 0.0)) for kind in kinds]
    return tuple(piece for piece in pieces if piece is not None)


def throws(state: State) -> dict[str, int]:
    """The throws for water made so far in this step; while it lasts they are kept as drawn."""
    return {drawn.choice.kind: drawn.dice[0] for drawn in state.drawn}


def vessels(state: State) -> int:
    """How many naval elements the invader has."""
    assert state.invader is not None
    return sum(is_afloat(state.position, base) for base in state.forces[state.invader].elements)


def check(state: State, action: ChooseTerrain) -> Ruling:
    """Whether these features may be chosen now; water that is still to be thrown for counts as if it came."""
    verdict = Verdict()
    position, force = state.position, home(state)
    found = [(choice, as_piece(position, choice)) for choice in action.features]
    for choice, piece in found:
        if piece is None:
            verdict.refuse(f"{choice.kind} is no terrain that can be chosen.", "DBM-B9.2")
    pieces = tuple(piece for _, piece in found if piece is not None)
    codes = [piece.code for piece in pieces]
    if FIELDS in codes and TOWN not in codes:
        verdict.refuse("Enclosed fields are chosen together with the BUA they belong to.", "DBM32-P12-def-bua-sector")
    if state.phase == OPTION:
        judge_list(verdict, position, pieces, (*force.terrain, *force.compulsory))
    if not verdict.legal:
        return verdict.decide("choose_terrain")
    return may_choose_terrain(
        position,
        who=_WHO[state.phase],
        pieces=pieces,
        compulsory=force.compulsory,
        allowed=force.terrain,
        dice={**_hopes(state, codes), **throws(state)},
        naval=vessels(state),
        invader_placed=brought(state),
    )


def needed_throw(state: State, found: str) -> tuple[str, list[int]] | None:
    """The word for a throw and what it needs, for water that the defender need not have; None for all else."""
    row = _THROWN[state.phase].get(found)
    if row is None or found in home(state).compulsory:
        return None
    return row[0], table(state.position, "terrain")["dice"][row[1]]


def _hopes(state: State, codes: list[str]) -> dict[str, int]:
    needs = [needed_throw(state, found) for found in codes]
    return {need[0]: max(need[1]) for need in needs if need is not None}


def choose(state: State, action: ChooseTerrain, dice: Chance) -> Happened[State]:
    """Throw for water; if it comes, throw for the place of every feature. If it does not, the choice is made anew."""
    position, side = state.position, state.turn
    events: list[Event] = []
    drawn = state.drawn
    for choice in action.features:
        need = needed_throw(state, code(position, choice.kind) or "")
        if need is None or need[0] in throws(state):
            continue
        die = dice.roll(f"{side}'s die for a {kind_name(position, choice.kind)}")
        drawn = (*drawn, Drawn(choice, (die,)))
        came = die in need[1]
        what = kind_name(position, choice.kind)
        says = f"{side} throws {die} for a {what}: {'it is there' if came else 'there is none'}"
        events.append(Event("terrain", says, ("DBM-B9.4" if state.phase == OPTION else "DBM-B9.5",)))
        if not came:
            return replace(state, drawn=drawn), tuple(events)
    chosen = tuple(_drawn(state, choice, dice) for choice in _in_order(state, action.features))
    events += [Event("terrain", f"{side} chooses {told(position, one)}", _clauses(position, one)) for one in chosen]
    if not chosen:
        clauses = ("DBM32-P12-inv-choice",) if state.phase == OPTION else ("DBM-B9.6",)
        events.append(Event("terrain", f"{side} chooses no terrain", clauses))
    return replace(state, phase=PLACING[state.phase], drawn=chosen), tuple(events)


def _in_order(state: State, choices: tuple[Choice, ...]) -> list[Choice]:
    """The choices in the order of placing: compulsory ones first, and of each the water and towns before others."""
    position = state.position
    pieces = [piece for piece in (as_piece(position, choice) for choice in choices) if piece is not None]
    musts: list[int] = []
    if state.phase == FEATURES:
        musts = compulsory_pieces(Verdict(), position, pieces, home(state).compulsory, brought(state))
    first = table(position, "setup")["terrain"]["placed_first"]
    order = sorted(range(len(pieces)), key=lambda i: (i not in musts, pieces[i].code not in first, _rank(pieces[i])))
    return [Choice(choices[i].kind, pieces[i].fe, i in musts) for i in order]


def _rank(piece: Feature) -> int:
    """Waterways before rivers, those before towns, which go before their fields; all else as it was chosen."""
    ranks = (WATERWAY, RIVER, TOWN, FIELDS)
    return ranks.index(piece.code) if piece.code in ranks else len(ranks)


def _drawn(state: State, choice: Choice, dice: Chance) -> Drawn:
    """A feature with the dice that say where it lies: one for water and towns, two for other areas."""
    side = state.turn
    found = code(state.position, choice.kind) or ""
    if found in (ROAD, FIELDS) or (found == RIVER and choice.compulsory):
        return Drawn(choice)
    if found in (WATERWAY, RIVER, TOWN):
        return Drawn(
            choice, (dice.roll(f"{side}'s die for the place of the {kind_name(state.position, choice.kind)}"),)
        )
    assert is_area(state.position, found)
    sector = dice.roll(f"{side}'s die for the sector of a {kind_name(state.position, choice.kind)}")
    return Drawn(choice, (sector, dice.roll(f"{side}'s die for the place of it")))


def _clauses(position: Position, drawn: Drawn) -> tuple[str, ...]:
    """What gives a feature its dice."""
    if len(drawn.dice) > 1:
        return ("DBM-B9.7",)
    found = code(position, drawn.choice.kind)
    return ("DBM-B9.9",) if found == WATERWAY else ()


def told(position: Position, drawn: Drawn) -> str:
    """A drawn feature in words: what it is and what its dice mean."""
    choice, dice = drawn.choice, drawn.dice
    name = kind_name(position, choice.kind)
    what = f"{name} of {choice.size:g} FE"
    if choice.compulsory:
        what += ", compulsory"
    if len(dice) == 1:
        return f"{what}, die {dice[0]}"
    if len(dice) > 1:
        half, third = sector_of_die(position, dice[0])
        return f"{what}, dice {dice[0]} and {dice[1]}: {third}, in the half {_SECTORS[half]}"
    return what
