"""Mortem et Gloriam as a family of rules: the table of its phases, and what they are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.game import Family
from debellis.battle.phase import Phase, may_always
from debellis.battle.rules import Nearest
from debellis.meg.playing import (
    agreeing,
    aligning,
    answering,
    breaking_off,
    cards,
    charging,
    declaring,
    fighting,
    firing,
    generals,
    in_combat,
    marching,
    meeting,
    move_phase,
    moving,
    opponents,
    outcomes,
    owner_choices,
    preparing,
    pursuing,
    shooting,
    supporting,
    turn_end,
)
from debellis.meg.playing.action_forms import ACTION_FORMS
from debellis.meg.playing.actions import (
    Action,
    Align,
    AnswerDraw,
    Appoint,
    Begin,
    BreakOff,
    DeclareCharge,
    Delay,
    Discard,
    Fight,
    FreeMove,
    Give,
    GiveUp,
    GiveWay,
    HoldBack,
    HoldFiles,
    Lead,
    LendDie,
    LetCharge,
    Meet,
    Move,
    MoveCharge,
    MoveGeneral,
    PairUp,
    Pass,
    Prepare,
    Pursue,
    Rearrange,
    Recover,
    RemoveBase,
    Respond,
    Rout,
    Sack,
    Shoot,
    StopCharge,
    TakeCover,
)
from debellis.meg.playing.ambushing import (
    AMBUSH,
    Guarded,
    Sources,
    Springing,
    check_reveal,
    do_reveal,
    due_ideas,
)
from debellis.meg.playing.asked import asked_by
from debellis.meg.playing.course import NEW_FILE
from debellis.meg.playing.face_down import JOIN, check_join, do_join, join_ideas
from debellis.meg.playing.midgame import BEGIN, begin, begin_ideas, take_up
from debellis.meg.playing.nearest import nearest
from debellis.meg.playing.phase_making import phase
from debellis.meg.playing.plays.table import plays
from debellis.meg.playing.setting_up.actions import JoinFile, Reveal, TurnUp
from debellis.meg.playing.setting_up.phases import STEPS
from debellis.meg.playing.setting_up.taken_up import OPENING_WORDS
from debellis.meg.playing.setting_up.tasks import task
from debellis.meg.playing.starting import PREPARE, start
from debellis.meg.playing.state import State, phase_of
from debellis.meg.playing.views import View, purse, view
from debellis.meg.survey.survey import MegSurvey
from debellis.umpire.asking import ask
from debellis.umpire.ruling import Ruling


def prepares(state: State) -> list[Any]:
    return [Prepare()]


_OUTCOMES = phase(
    "decide about a pursuit",
    (Pursue, HoldBack, Pass),
    pursuing.check,
    pursuing.do,
    pursuing.ideas,
)
_ALIGNS = phase("align or pass", (Align, Pass), aligning.check, aligning.do, aligning.ideas)
_FIGHTS = phase("pick the next combat", (Fight, Pass), fighting.check, fighting.do, fighting.ideas)
_APPOINTS = phase(
    "place the successor of a general",
    (Appoint,),
    turn_end.check_appoint,
    turn_end.do_appoint,
    turn_end.appoint_ideas,
)
PHASES: dict[str, Phase] = {
    PREPARE: phase(
        "prepare the battle", (Prepare,), may_always, preparing.prepare, prepares, ordered=True, setting_up=True
    ),
    BEGIN: phase("begin the battle", (Begin,), may_always, begin, begin_ideas, ordered=True),
    "1.1": phase("discard cards or none", (Discard, TurnUp), cards.check_first, cards.do_first, cards.discard_ideas),
    "1.3": phase("give cards or none", (Give,), cards.check_give, cards.do_give, cards.give_ideas, secret=True),
    "2.1": phase(
        "move a general, clear the way or pass",
        (MoveGeneral, Move, Delay, Pass),
        generals.check_first,
        generals.do_first,
        generals.first_ideas,
    ),
    "2.2": phase(
        "declare a charge or pass",
        (DeclareCharge, Reveal, Delay, Pass),
        Guarded(declaring.check, declaring.ideas_of),
        Springing(declaring.do),
        sources=Sources(declaring.sources),
    ),
    "2.3": phase(
        "stop a forced charge or let it go",
        (StopCharge, LetCharge),
        declaring.check_forced,
        declaring.do_forced,
        declaring.forced_ideas,
    ),
    "2.4": phase("go to meet a charge or not", (Meet, Pass), meeting.check, meeting.do, meeting.ideas),
    "2.5": phase("answer a charge", (Respond,), answering.check, answering.do, answering.ideas),
    "2.6": phase("move a charger", (MoveCharge,), charging.check, charging.do, charging.ideas),
    "2.7": _FIGHTS,
    "2.8": _OUTCOMES,
    "3.1": phase("shoot or pass", (Shoot, Pass), shooting.check, shooting.do, sources=shooting.sources),
    "3.2": _OUTCOMES,
    "4.1": _APPOINTS,
    "4.2": _ALIGNS,
    "4.3": phase(
        "move or pass",
        move_phase.KINDS,
        Guarded(move_phase.check),
        Springing(move_phase.do),
        sources=Sources(move_phase.sources),
    ),
    "5.1": _ALIGNS,
    "5.2": _FIGHTS,
    "5.3": _OUTCOMES,
    "5.4": phase("break off or pass", (BreakOff, Delay, Pass), breaking_off.check, breaking_off.do, breaking_off.ideas),
    "5.5": phase(
        "move bases in combat or pass",
        (Rearrange, Delay, Pass),
        in_combat.check_late,
        in_combat.do_late,
        in_combat.late_ideas,
    ),
    "6.1": phase(
        "clear a wound or pass",
        (Recover, Delay, Pass),
        turn_end.check_recovery,
        turn_end.do_recovery,
        turn_end.recovery_ideas,
    ),
    "6.2": _APPOINTS,
    "6.3": phase("name who sacks the camp", (Sack,), turn_end.check_sack, turn_end.do_sack, turn_end.sack_ideas),
    "end": phase("give up cards", (GiveUp,), cards.check_cut, cards.do_cut, cards.cut_ideas),
    "chased": phase(
        "answer a pursuit",
        (Respond,),
        pursuing.check_chased,
        pursuing.do_chased,
        pursuing.answers,
        ordered=True,
        responds=True,
    ),
    "surprised": phase(
        "answer a charge",
        (Respond,),
        charging.check_surprised,
        charging.do_surprised,
        charging.surprised_ideas,
        responds=True,
    ),
    "tidy": phase(
        "align or not", (Align, Pass), aligning.check_tidy, aligning.do_tidy, aligning.tidy_ideas, responds=True
    ),
    "lead": phase(
        "say whether a general fights",
        (Lead,),
        fighting.check_lead,
        fighting.do_lead,
        fighting.lead_ideas,
        responds=True,
    ),
    supporting.SUPPORT: phase(
        "say which file another supports",
        (LendDie,),
        supporting.check_lend,
        supporting.do_lend,
        supporting.lend_ideas,
        responds=True,
    ),
    outcomes.SHIFT: phase(
        "say how a broken unit group runs",
        (Rout,),
        outcomes.check_shift,
        outcomes.do_shift,
        outcomes.shift_ideas,
        responds=True,
    ),
    "cover": phase(
        "take cover or not", (TakeCover,), shooting.check_cover, shooting.do_cover, shooting.cover_ideas, responds=True
    ),
    opponents.PAIRS: phase(
        "name the opponents of files that touch several",
        (PairUp,),
        opponents.check_pairs,
        opponents.do_pairs,
        opponents.pair_ideas,
        ordered=True,
        responds=True,
    ),
    firing.VOLLEY: phase(
        "say which files hold their fire",
        (HoldFiles,),
        firing.check_holding,
        firing.do_volley,
        firing.holding_ideas,
        ordered=True,
        responds=True,
    ),
    firing.SHOOT_FIRST: phase(
        "shoot with a charge that is declared, or not",
        (Shoot, Pass),
        firing.check_first_shots,
        firing.do_first_shots,
        firing.first_shot_ideas,
        ordered=True,
        responds=True,
    ),
    charging.PRESS: phase(
        "say which files do not press forward",
        (HoldFiles,),
        firing.check_holding,
        charging.do_press,
        firing.holding_ideas,
        ordered=True,
        responds=True,
    ),
    owner_choices.REMOVE: phase(
        "say which base is lost",
        (RemoveBase,),
        owner_choices.check_remove,
        owner_choices.do_remove,
        owner_choices.remove_ideas,
        responds=True,
    ),
    owner_choices.FREE_MOVE: phase(
        "say where a general goes",
        (FreeMove,),
        owner_choices.check_free_move,
        owner_choices.do_free_move,
        owner_choices.free_move_ideas,
        responds=True,
    ),
    NEW_FILE: phase(
        "say with which file a general is",
        (JoinFile,),
        owner_choices.check_new_file,
        owner_choices.do_new_file,
        owner_choices.new_file_ideas,
        responds=True,
    ),
    agreeing.DRAW: phase(
        "answer the offer of a draw",
        (AnswerDraw,),
        may_always,
        agreeing.do_answer,
        agreeing.answer_ideas,
        responds=True,
    ),
    "push": phase("give way", (GiveWay,), moving.check_push, moving.do_push, moving.push_ideas, responds=True),
    marching.ASIDE: phase("give way", (GiveWay,), marching.check_aside, marching.do_aside, marching.aside_ideas),
    AMBUSH: phase("place the ambush that was discovered", (Reveal,), check_reveal, do_reveal, due_ideas),
    JOIN: phase("place the general whose bluff was turned up", (JoinFile,), check_join, do_join, join_ideas),
}


PHASES |= {
    name: phase(step.what, (step.kind,), step.check, step.act, step.ideas, setting_up=True, secret=step.secret)
    for name, step in STEPS.items()
}


def nearest_of(state: State, action: Any, allowed: Callable[[Any], bool]) -> Nearest | None:
    """A legal decision near a refused one."""
    return nearest(state, action, allowed, lambda: PHASES[phase_of(state)].ideas(state, None))


def ask_in_battle(state: State, question: str, arguments: dict[str, Any]) -> Ruling:
    """The ruling on a question in the middle of a battle; BadQuestion if it cannot be asked so."""
    return ask(state.position, question, **arguments)


FAMILY = Family(
    state_type=State,
    action_type=Action,
    view_type=View,
    action_forms=ACTION_FORMS,
    phases=PHASES,
    over=("MEG-B27.1", "MEG-B12.8"),
    start=start,
    take_up=take_up,
    view=view,
    purse=purse,
    ask=ask_in_battle,
    phase_of=phase_of,
    survey=MegSurvey,
    asked=asked_by,
    plays=plays,
    opening_words=OPENING_WORDS,
    nearest=nearest_of,
    task=task,
    suggested=24,
)
