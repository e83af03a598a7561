"""DBM as a family of rules: the table of its phases, and what else differs from other families."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.game import Family
from debellis.battle.phase import Phase
from debellis.battle.rules import Nearest
from debellis.dbm.playing import (
    advance_phase,
    fate_phase,
    melee_phase,
    order_phase,
    pip_phase,
    press_phase,
    shooting_phase,
    spring_phase,
    turning,
    works_phase,
)
from debellis.dbm.playing.action_forms import ACTION_FORMS
from debellis.dbm.playing.actions import Action, MoveElements
from debellis.dbm.playing.asked import asked_by
from debellis.dbm.playing.midgame import OPENING_WORDS, state_of
from debellis.dbm.playing.moving import with_order
from debellis.dbm.playing.nearest import nearest_move
from debellis.dbm.playing.plays import plays
from debellis.dbm.playing.questions import ask_in_battle
from debellis.dbm.playing.reaching import reach
from debellis.dbm.playing.setting_up import (
    baggage_step,
    deploy_step,
    invader_step,
    order_step,
    sky_steps,
    start,
    tasks,
    terrain_steps,
    works_step,
)
from debellis.dbm.playing.setting_up.nearest_set_up import nearest_set_up
from debellis.dbm.playing.state import State
from debellis.dbm.playing.views import View, purse, view
from debellis.dbm.playing.watching import watched
from debellis.dbm.survey.survey import DbmSurvey

#: The phases of a bound in which something is carried out.
_CARRIED_OUT: dict[str, Phase] = {
    name: watched(phase)
    for phases in (
        order_phase.PHASES,
        advance_phase.PHASES,
        turning.PHASES,
        works_phase.PHASES,
        shooting_phase.PHASES,
        melee_phase.PHASES,
        press_phase.PHASES,
    )
    for name, phase in phases.items()
}
PHASES: dict[str, Phase] = {
    **invader_step.PHASES,
    **sky_steps.PHASES,
    **terrain_steps.PHASES,
    **works_step.PHASES,
    **order_step.PHASES,
    **deploy_step.PHASES,
    **baggage_step.PHASES,
    **pip_phase.PHASES,
    **{name: fate_phase.forking(phase) for name, phase in _CARRIED_OUT.items()},
    **fate_phase.phase_of_choices(_CARRIED_OUT),
    **spring_phase.PHASES,
}


def _nearest(state: State, action: Any, allowed: Callable[[Any], bool]) -> Nearest | None:
    """The nearest legal move to a refused one, or the nearest legal decision before the battle."""
    if isinstance(action, MoveElements):
        return nearest_move(state.position, action, allowed)
    return nearest_set_up(state, action, allowed)


def _completed(state: State, action: Any) -> Any:
    """A decision with what it leaves to the umpire: the way of an advance, and in what order enemies conform."""
    if isinstance(action, MoveElements):
        return with_order(state, action) if state.phase == "moves" else action
    return advance_phase.completed(state, action)


FAMILY = Family(
    state_type=State,
    action_type=Action,
    view_type=View,
    action_forms=ACTION_FORMS,
    phases=PHASES,
    phase_of=fate_phase.phase_of,
    over=("DBM-B29.4",),
    start=start.begin,
    take_up=state_of,
    view=view,
    purse=purse,
    ask=ask_in_battle,
    survey=DbmSurvey,
    asked=asked_by,
    plays=plays,
    nearest=_nearest,
    reach=reach,
    task=tasks.task,
    suggested=40,
    completed=_completed,
    opening_words=OPENING_WORDS,
)
