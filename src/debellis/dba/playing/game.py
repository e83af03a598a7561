"""DBA as a family of rules: the table of its phases, the clauses for their order, and the other differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.game import Family
from debellis.battle.phase import Check, Do, Ideas, Phase, in_order, may_always
from debellis.battle.rules import Nearest
from debellis.dba.book import book_of
from debellis.dba.playing import (
    attach_phase,
    bonus_phase,
    choice_phases,
    hold_phase,
    melee_phase,
    move_phase,
    revolt_phase,
    shooting_phase,
    suggestions,
)
from debellis.dba.playing.action_forms import ACTION_FORMS
from debellis.dba.playing.actions import (
    Action,
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
from debellis.dba.playing.asked import asked_by
from debellis.dba.playing.choice_phases import asking
from debellis.dba.playing.midgame import state_of
from debellis.dba.playing.nearest import nearest_move
from debellis.dba.playing.plays import plays
from debellis.dba.playing.questions import ask_in_battle
from debellis.dba.playing.reaching import reach
from debellis.dba.playing.state import State, phase_of
from debellis.dba.playing.views import View, purse, view
from debellis.dba.setting_up import big_steps, big_tasks, modify_step, steps
from debellis.dba.survey.survey import DbaSurvey
from debellis.umpire.citing import Cites

#: The steps of setting up, each with the clause that gives its order.
SETTING_UP = {
    "invader": "DBA22-B4.1",
    "terrain": "DBA22-B4.2",
    "modify": "V22P-5.10",
    "edges": "DBA22-B4.3",
    "allot": "DBA22-B33.3",
    "camps": "DBA22-B4.4",
    "deploy": "DBA22-B4.5",
    "exchange": "DBA22-B4.5",
}
#: The phases of a bound, likewise.
OF_A_BOUND = {
    "pips": "DBA22-B10.1",
    "revolt": "DBA22-B8.2",
    "hold": "DBA22-B33.6",
    "moves": "DBA22-B10.2",
    "attach": "REN-GAP-general",
    "shooting": "DBA22-B10.3",
    "target": "DBA22-B10.3",
    "bonus": "DBA22-B33.4",
    "melee": "DBA22-B10.4",
}


def out_of_order(state: State, action: Any) -> tuple[str, ...]:
    """The clauses that put the current phase before or after the phase of an action."""
    now = phase_of(state)
    wanted = next((name for name, phase in PHASES.items() if isinstance(action, phase.kinds)), now)
    if {now, wanted} == {"shooting", "target"}:
        return ("BOB-SHO-9a", "DBA22-B10.3")
    if now in OF_A_BOUND and wanted in OF_A_BOUND:
        # Only the longer of the two lists of phases has the roll for PIPs.
        both = "pips" not in (now, wanted)
        return (*(("BOB-GLO-7a",) if both else ()), "BOB-SEQ-2a", OF_A_BOUND[now])
    if now == "terrain" and wanted == "edges":
        return ("BOB-SCH-3c", SETTING_UP[now])
    return (SETTING_UP.get(now, "DBA22-B4.6"),)


def _step(what: str, kind: Any, check: Check, do: Do, ideas: Ideas) -> Phase:
    """A step of setting up."""
    return Phase(what, (kind,), check, do, in_order(ideas), out_of_order=out_of_order, setting_up=True)


#: What the decisions are carried out by on whose way choices come up.
_RUNS: dict[Any, choice_phases.Run] = {
    Hold: hold_phase.hold,
    MoveElements: move_phase.do,
    EndMoves: move_phase.do,
    Shoot: shooting_phase.shoot,
    AddToScore: bonus_phase.decide,
    Fight: melee_phase.fight,
}


def _choice(what: str, kind: Any) -> Phase:
    """A choice that comes up on the way of another decision."""
    return Phase(
        what,
        (kind,),
        choice_phases.check,
        choice_phases.going_on(_RUNS),
        in_order(choice_phases.choices),
        decides=choice_phases.decides,
        out_of_order=out_of_order,
    )


PHASES: dict[str, Phase] = {
    "invader": _step(
        "roll for invader", RollForInvader, may_always, steps.roll_for_invader, suggestions.roll_for_invader
    ),
    "terrain": _step(
        "place the terrain", PlaceTerrain, steps.check_terrain, steps.place_terrain, suggestions.place_terrain
    ),
    "modify": _step(
        "modify the terrain or not",
        ModifyTerrain,
        modify_step.check_modification,
        modify_step.modify_terrain,
        suggestions.modify_terrain,
    ),
    "edges": _step("number the edges", NumberEdges, steps.check_edges, steps.number_edges, suggestions.number_edges),
    "allot": Phase(
        "allot the PIP dice",
        (AllotDice,),
        big_steps.check_allotment,
        steps.allot,
        in_order(suggestions.allot_dice),
        out_of_order=out_of_order,
        setting_up=True,
        secret=True,
    ),
    "camps": _step("pitch camp", PlaceCamp, steps.check_camp, steps.place_camp, suggestions.place_camp),
    "deploy": _step("deploy", Deploy, steps.check_deployment, steps.deploy, suggestions.deploy),
    "exchange": _step(
        "exchange elements or not", Exchange, steps.check_exchange, steps.make_exchange, suggestions.exchange
    ),
    "pips": Phase(
        "roll for PIPs",
        (RollPips,),
        may_always,
        move_phase.roll_pips,
        in_order(suggestions.roll_pips),
        out_of_order=out_of_order,
    ),
    "revolt": Phase(
        "let a captured town revolt or not",
        (Revolt,),
        revolt_phase.check_revolt,
        revolt_phase.revolt,
        in_order(revolt_phase.revolts),
        out_of_order=out_of_order,
    ),
    "hold": Phase(
        "hold demoralised elements or not",
        (Hold,),
        hold_phase.check_hold,
        asking(hold_phase.hold),
        in_order(suggestions.hold),
        passes=hold_phase.nobody_wavers,
        out_of_order=out_of_order,
    ),
    "moves": Phase(
        "make tactical moves",
        (MoveElements, Land, EndMoves),
        move_phase.check,
        asking(move_phase.do),
        suggestions.moves_and_end,
        out_of_order=out_of_order,
    ),
    "attach": Phase(
        "say which element the general is attached to",
        (AttachGeneral,),
        attach_phase.check,
        attach_phase.attach,
        in_order(attach_phase.choices),
        out_of_order=out_of_order,
    ),
    "shooting": Phase(
        "pick who shoots",
        (PickShooter,),
        shooting_phase.check_pick,
        shooting_phase.pick,
        in_order(suggestions.pick_shooter),
        passes=shooting_phase.nobody_shoots,
        out_of_order=out_of_order,
    ),
    "target": Phase(
        "pick the target",
        (Shoot,),
        shooting_phase.check_shoot,
        asking(shooting_phase.shoot),
        in_order(suggestions.shoot),
        decides=shooting_phase.owner_of_picked,
        out_of_order=out_of_order,
    ),
    "bonus": Phase(
        "add to the commander-in-chief's score or not",
        (AddToScore,),
        may_always,
        asking(bonus_phase.decide),
        in_order(bonus_phase.choices),
        decides=bonus_phase.decides,
        out_of_order=out_of_order,
    ),
    "melee": Phase(
        "pick the next melee",
        (Fight,),
        melee_phase.check_fight,
        asking(melee_phase.fight),
        in_order(suggestions.fight),
        passes=melee_phase.nobody_fights,
        out_of_order=out_of_order,
    ),
    "flight": _choice("turn the fleer left or right", TurnFleer),
    "order": _choice("say who goes next", GoNext),
}


def _nearest(state: State, action: Any, allowed: Callable[[Any], bool]) -> Nearest | None:
    """The nearest legal move to a refused one."""
    if not isinstance(action, MoveElements):
        return None
    return nearest_move(state.position, action.move, lambda move: allowed(MoveElements(move)))


def _start(edition: str, setup: dict[str, Any]) -> State:
    return steps.start(book_of(edition), setup)


def _cites(edition: str) -> Cites:
    return book_of(edition).cites


FAMILY = Family(
    state_type=State,
    action_type=Action,
    view_type=View,
    action_forms=ACTION_FORMS,
    phases=PHASES,
    over=("DBA22-B32.2",),
    start=_start,
    take_up=state_of,
    view=view,
    purse=purse,
    ask=ask_in_battle,
    survey=DbaSurvey,
    asked=asked_by,
    plays=plays,
    phase_of=phase_of,
    nearest=_nearest,
    reach=reach,
    cites=_cites,
    task=big_tasks.task,
)
