"""Terrain: the invader's option, the defender's features, and what an invader who brought nothing adds at the end."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.playing.actions import ChooseTerrain, PlaceTerrain
from debellis.dbm.playing.setting_up import auto_terrain, terrain_choosing
from debellis.dbm.playing.setting_up.auto_terrain_places import layouts, room_for
from debellis.dbm.playing.setting_up.terrain_laying import judge, take, wanted, with_piece
from debellis.dbm.playing.state import State, defender
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.telling import terrain_name
from debellis.umpire.verdict import Verdict

#: What follows each step of placing, and whether the defender decides it.
_NEXT = {"place_option": ("features", True), "place_features": ("late", False), "place_late": ("weather", True)}


def check_places(state: State, action: PlaceTerrain) -> Ruling:
    """Whether the chosen features may lie so, one after another; none is left out for which there is room."""
    verdict = Verdict()
    given: dict[str, Terrain] = {piece.id: piece for piece in action.pieces}
    names = [want.name for want in wanted(state)]
    if len(given) < len(action.pieces) or not set(given) <= set(names):
        known = ", ".join(names)
        verdict.refuse(f"Each feature is placed once, under the name it has: {known}.", "DBM-B9.7")
        return verdict.decide("place_terrain")
    position = state.position
    for want in wanted(state):
        piece = given.get(want.name)
        if piece is not None:
            own = Verdict()
            judge(own, position, want, piece)
            take(verdict, own.decide("place_terrain"))
            # The next are not judged against what may not lie there.
            position = with_piece(position, piece) if own.legal else position
        elif room_for(position, want) is not None:
            says = f"There is room for {want.name} where its dice say: it may not be left out."
            verdict.refuse(says, "DBM-B9.7")
        else:
            verdict.cite("DBM-B9.7", f"{want.name} cannot go where its dice say and is left out.")
    return verdict.decide("place_terrain")


def place(state: State, action: PlaceTerrain, dice: Chance) -> Happened[State]:
    """Lay the features on the table and go on to the next step."""
    given = {piece.id: piece for piece in action.pieces}
    events: list[Event] = []
    position = state.position
    for want in wanted(state):
        piece = given.get(want.name)
        if piece is None:
            events.append(
                Event("terrain", f"{terrain_name(position, want.name)} fits nowhere and is left out", ("DBM-B9.7",))
            )
        else:
            position = with_piece(position, piece)
            events.append(Event("terrain", f"{state.turn} places {terrain_name(position, want.name)}"))
    names = tuple(piece.id for piece in position.terrain[len(state.position.terrain) :])
    placed = {**state.placed, state.turn: (*state.placed.get(state.turn, ()), *names)}
    return _following(replace(state, position=position, placed=placed)), tuple(events)


def _following(state: State) -> State:
    """The state at the beginning of the step after a step of placing."""
    assert state.invader is not None
    phase, defends = _NEXT[state.phase]
    return replace(state, phase=phase, turn=defender(state) if defends else state.invader, drawn=())


def _nothing_drawn(state: State) -> Happened[State] | None:
    """A step of placing passes when nothing is to be placed."""
    return None if state.drawn else (_following(state), ())


def _brought_already(state: State) -> Happened[State] | None:
    """An invader who has terrain on the table adds none."""
    if not state.placed.get(state.invader or ""):
        return None
    return replace(state, phase="weather", turn=defender(state), drawn=()), ()


def _choosing(what: str, *clauses: str) -> Phase:
    return Phase(
        what,
        (ChooseTerrain,),
        terrain_choosing.check,
        terrain_choosing.choose,
        all_but_last(auto_terrain.ideas),
        out_of_order=placed_by(*clauses),
        setting_up=True,
    )


def _placing(what: str, *clauses: str) -> Phase:
    return Phase(
        what,
        (PlaceTerrain,),
        check_places,
        place,
        all_but_last(layouts),
        out_of_order=placed_by(*clauses),
        setting_up=True,
        passes=_nothing_drawn,
    )


PHASES: dict[str, Phase] = {
    "option": _choosing("choose the invader's terrain", "DBM-B9.4"),
    "place_option": _placing("place the invader's terrain", "DBM-B9.4"),
    "features": _choosing("choose the defender's terrain", "DBM-B9.5"),
    "place_features": _placing("place the defender's terrain", "DBM-B9.5"),
    "late": Phase(
        "add terrain to the defender's",
        (ChooseTerrain,),
        terrain_choosing.check,
        terrain_choosing.choose,
        all_but_last(auto_terrain.ideas),
        out_of_order=placed_by("DBM-B9.6"),
        setting_up=True,
        passes=_brought_already,
    ),
    "place_late": _placing("place what the invader adds", "DBM-B9.6"),
}
