"""Every decision of a battle, weighed action by action."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from debellis.battle.pieces import Prospect, Weights
from debellis.meg.playing.agreeing import DRAW
from debellis.meg.playing.outcomes import SHIFT
from debellis.meg.playing.state import State, phase_of
from debellis.meg.playing.supporting import SUPPORT
from debellis.meg.survey import (
    card_choices,
    charge_choices,
    fight_choices,
    move_choices,
    outcome_choices,
    shot_choices,
)
from debellis.meg.survey.appraisal import Appraisal

#: How the actions of each phase are weighed.
WEIGHED: dict[str, Callable[[Appraisal], Iterable[Prospect]]] = {
    "1.1": card_choices.discards,
    "1.3": card_choices.gifts,
    "2.1": move_choices.first_moves,
    "2.2": charge_choices.declarations,
    "2.3": charge_choices.stops,
    "2.4": charge_choices.meetings,
    "2.5": charge_choices.responses,
    "2.7": fight_choices.fights,
    "2.8": outcome_choices.after_victory,
    "3.1": shot_choices.shots,
    "3.2": outcome_choices.after_victory,
    "4.1": outcome_choices.appointed,
    "4.2": outcome_choices.aligns,
    "4.3": move_choices.moves,
    "5.1": outcome_choices.aligns,
    "5.2": fight_choices.fights,
    "5.3": outcome_choices.after_victory,
    "5.4": outcome_choices.break_offs,
    "5.5": outcome_choices.late_moves,
    "6.1": outcome_choices.recoveries,
    "6.2": outcome_choices.appointed,
    "6.3": outcome_choices.sackers,
    "end": card_choices.given_up,
    "chased": charge_choices.chased,
    "surprised": charge_choices.surprised,
    "tidy": outcome_choices.tidied,
    "lead": fight_choices.leading,
    SHIFT: outcome_choices.routed,
    SUPPORT: fight_choices.lending,
    "cover": shot_choices.covers,
    "push": outcome_choices.pushed,
    DRAW: outcome_choices.draws,
}


def prospects(state: State, side: str, by: Weights, eager: float, shallow: bool) -> Iterable[Any]:
    """The actions that are worth a thought in this phase, each with its worth and the reason."""
    return WEIGHED[phase_of(state)](Appraisal(state, side, by, eager, shallow))
