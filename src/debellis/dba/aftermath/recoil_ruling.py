"""The question about the result of a recoil, with the helpers that go back with the recoiler."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance
from debellis.dba.aftermath.helpers import cite_helper, helped_enemy, helpers, helpers_recoil
from debellis.dba.aftermath.recoil import Recoiled, recoil, rivers_found
from debellis.dba.aftermath.straight import dice_of_question
from debellis.dba.fighting.fights import fights
from debellis.manoeuvre.stops import facings_of, fronts_of
from debellis.mechanics.two_dice import DIE
from debellis.table.position import Position
from debellis.umpire.questions import BASE, BASE_OR_PLACE, FEATURE, FLAG, BadQuestion, Question, list_of
from debellis.umpire.ruling import Finding, Ruling


def ask_recoil(
    position: Position,
    *,
    element: str,
    opponent: str | None = None,
    dice: tuple[int, ...] | None = None,
    road: str | None = None,
    shot_at_rear: bool = False,
    closed: tuple[str, ...] = (),
) -> Ruling:
    """The result of a recoil: who is destroyed, pushed and passed through, and where everybody then stands."""
    finding = Finding()
    if road is not None and position.feature(road).kind != "road":
        raise BadQuestion(f"road must be a road, and {road} is {position.feature(road).kind}", "road")
    with dice_of_question(dice) as handed:
        done = recoil(
            position,
            element,
            handed,
            finding,
            opponent=opponent,
            closed=frozenset(closed),
            road=road,
            shot_at_rear=shot_at_rear,
        )
        done = _with_helpers(position, element, opponent, done, handed, finding)
    answer: dict[str, Any] = {
        "destroyed": list(done.destroyed),
        "pushed": list(done.pushed),
        "through": list(done.through),
        "distance": done.distance,
        "fronts": fronts_of(done.position),
        "facings": facings_of(done.position),
    }
    answer |= rivers_found(position, done.position, done.closed - frozenset(closed))
    if done.position.has_base(element):
        answer["crossing"] = done.position.base(element).crossing
    return finding.rule("recoil", answer)


def _with_helpers(
    position: Position, element: str, opponent: str | None, done: Recoiled, dice: Chance, finding: Finding
) -> Recoiled:
    """The recoil with its helpers' recoils.

    Helpers of a front fighter recoil only if `opponent` names its front enemy.
    """
    enemy = helped_enemy(position, element)
    if enemy is not None and opponent in (None, enemy):
        cite_helper(position, position.base(element), element in done.destroyed, finding)
    elif opponent is not None and fights(position, element).opponent.get(element) == opponent:
        return helpers_recoil(done, helpers(position, element, opponent), element, dice, finding)
    return done


QUESTIONS: tuple[Question, ...] = (
    Question(
        "recoil",
        "what a recoil does: who is destroyed, pushed, passed through, and where everybody stands after it",
        {
            "element": BASE,
            "opponent": BASE_OR_PLACE.or_none(),
            "dice": list_of(DIE).or_none(),
            "road": FEATURE.or_none(),
            "shot_at_rear": FLAG.or_none(),
            "closed": list_of(FEATURE).or_none(),
        },
        ask_recoil,
    ),
)
