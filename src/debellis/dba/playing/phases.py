"""The phases of a battle: who decides what in each, by which kinds of action."""

from __future__ import annotations

from typing import Any

from debellis.battle.rules import Pending
from debellis.dba.playing.actions import (
    Deploy,
    EndMoves,
    Exchange,
    Fight,
    Land,
    ModifyTerrain,
    MoveElements,
    NumberEdges,
    PickShooter,
    PlaceCamp,
    PlaceTerrain,
    RollForInvader,
    RollPips,
    Shoot,
)
from debellis.dba.playing.state import State
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

#: What is decided in each phase, by which kinds of action.
PHASES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "invader": ("roll for invader", (RollForInvader,)),
    "terrain": ("place the terrain", (PlaceTerrain,)),
    "modify": ("modify the terrain or not", (ModifyTerrain,)),
    "edges": ("number the edges", (NumberEdges,)),
    "camps": ("pitch camp", (PlaceCamp,)),
    "deploy": ("deploy", (Deploy,)),
    "exchange": ("exchange elements or not", (Exchange,)),
    "pips": ("roll for PIPs", (RollPips,)),
    "moves": ("make tactical moves", (MoveElements, Land, EndMoves)),
    "shooting": ("pick who shoots", (PickShooter,)),
    "target": ("pick the target", (Shoot,)),
    "melee": ("pick the next melee", (Fight,)),
}
#: The names of those actions in the log.
_NAMES: dict[str, tuple[str, ...]] = {
    phase: tuple(kind.__struct_config__.tag for kind in kinds) for phase, (_, kinds) in PHASES.items()
}
#: The steps of setting up, each with the paragraph that gives it its place.
SETTING_UP = {
    "invader": "DBA22-B4.1",
    "terrain": "DBA22-B4.2",
    "modify": "V22P-5.10",
    "edges": "DBA22-B4.3",
    "camps": "DBA22-B4.4",
    "deploy": "DBA22-B4.5",
    "exchange": "DBA22-B4.5",
}
#: The phases of a bound likewise.
OF_A_BOUND = {
    "pips": "DBA22-B10.1",
    "moves": "DBA22-B10.2",
    "shooting": "DBA22-B10.3",
    "target": "DBA22-B10.3",
    "melee": "DBA22-B10.4",
}


def phase_of(state: State) -> str:
    """The phase, with the choice of a target told apart from the choice of a shooter."""
    return "target" if state.phase == "shooting" and state.picked is not None else state.phase


def pending_of(state: State) -> Pending:
    """Who decides what now."""
    if state.phase == "over":
        return Pending(None, "the battle is over")
    phase = phase_of(state)
    side = state.turn
    if phase == "target":
        assert state.picked is not None
        side = state.position.base(state.picked).side
    return Pending(side, PHASES[phase][0], _NAMES[phase], phase not in OF_A_BOUND)


def out_of_order(state: State, action: Any) -> Ruling | None:
    """The refusal of an action that is not to be decided now; None when it is."""
    phase = phase_of(state)
    if phase in PHASES and isinstance(action, PHASES[phase][1]):
        return None
    verdict = Verdict()
    if phase == "over":
        verdict.refuse("The battle is over.", "DBA22-B32.2")
    else:
        says = f"That is not to be decided now: it is time to {PHASES[phase][0]}."
        verdict.refuse(says, *_order_of(phase, action))
    return verdict.decide("decide")


def _order_of(now: str, action: Any) -> tuple[str, ...]:
    """The clauses that put the phase it is now before or after the one an action belongs to."""
    wanted = next((name for name, (_, kinds) in PHASES.items() if isinstance(action, kinds)), now)
    if {now, wanted} == {"shooting", "target"}:
        return ("BOB-SHO-9a", "DBA22-B10.3")
    if now in OF_A_BOUND and wanted in OF_A_BOUND:
        # The roll for PIPs is only in the longer of the two lists of phases.
        both = "pips" not in (now, wanted)
        return (*(("BOB-GLO-7a",) if both else ()), "BOB-SEQ-2a", OF_A_BOUND[now])
    if now == "terrain" and wanted == "edges":
        return ("BOB-SCH-3c", SETTING_UP[now])
    return (SETTING_UP.get(now, "DBA22-B4.6"),)
