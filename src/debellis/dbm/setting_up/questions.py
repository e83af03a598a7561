"""All the questions about setting up a battle."""

from __future__ import annotations

from debellis.dbm.setting_up import (
    ambushes,
    arriving,
    assaults,
    deployment,
    disclosing,
    flank_marches,
    fortifications,
    hills,
    misplaced,
    orders,
    placing,
    scaring,
    shore,
    sides,
    terrain_choice,
)
from debellis.umpire.questions import Question

_SUBJECTS = (
    sides,
    terrain_choice,
    placing,
    hills,
    fortifications,
    assaults,
    deployment,
    orders,
    ambushes,
    misplaced,
    disclosing,
    flank_marches,
    arriving,
    scaring,
    shore,
)
QUESTIONS: tuple[Question, ...] = tuple(question for subject in _SUBJECTS for question in subject.QUESTIONS)
