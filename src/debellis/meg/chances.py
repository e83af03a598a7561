"""Exact odds of whole engagements and of kill-a-base tests, as fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from debellis.mechanics.odds_answer import exact
from debellis.meg.arguments import STANDING, UNIT, question
from debellis.meg.dice import SIDES, faces_of
from debellis.meg.fighting.claims import CHARGE, MELEE
from debellis.meg.fighting.combatant import combat_now
from debellis.meg.fighting.contacts import fights_of
from debellis.meg.fighting.engagement import Chances, Circumstances, engagement_odds
from debellis.meg.losses import breaks_at, lost_by
from debellis.meg.tests_of_nerve import ARGUMENTS, kab
from debellis.meg.units import bases_of, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

#: Bases lost in all, the wounds then on the unit group, and the chance of it.
Tally = dict[tuple[int, int], Fraction]


def engagements(position: Position) -> tuple[tuple[str, str], ...]:
    """The pairs of unit groups and camps that fight each other, red first."""
    found = ((unit_name(fight.mine), unit_name(fight.theirs)) for fight in fights_of(position))
    return tuple(dict.fromkeys(pair for pair in found if unit_of(position, pair[0]).side == "red"))


def _odds_of_engagement(
    position: Position,
    unit: str | None = None,
    enemy: str | None = None,
    combat: str | None = None,
    charging: tuple[str, ...] | None = None,
    shot: tuple[str, ...] = (),
) -> Ruling:
    found = Finding()
    combat = combat_now(position, combat)
    pairs = engagements(position) if unit is None or enemy is None else ((unit, enemy),)
    told = [engagement_told(position, Circumstances(one, other, combat, charging, shot)) for one, other in pairs]
    found.cite("MEG-B17.14", "Every file rolls in turn, and losses are applied at once.")
    found.cite("MEG-B17.20", "Each file fights one opponent.")
    if unit is None:
        return found.rule("odds_of_engagement", {"engagements": told})
    return found.rule("odds_of_engagement", told[0])


def engagement_told(position: Position, what: Circumstances) -> dict[str, Any]:
    """The chances of the losses of two unit groups that fight each other."""
    units = (unit_of(position, what.unit), unit_of(position, what.enemy))
    if units[0].side == units[1].side:
        raise BadQuestion(f"{what.unit} and {what.enemy} are of the same side", "enemy")
    pairs = engagements(position)
    if (what.unit, what.enemy) not in pairs and (what.enemy, what.unit) not in pairs:
        raise BadQuestion(f"{what.unit} and {what.enemy} do not fight each other", "enemy")
    chances = engagement_odds(position, what)
    sides = {unit.side: i for i, unit in enumerate(units)}
    both = sum((share for outcome, share in chances.items() if all(outcome.broken)), Fraction(0))
    return {
        "who": {unit.side: unit.id for unit in units},
        "combat": what.combat,
        "bases": {side: _spread(chances, i) for side, i in sides.items()},
        "expected": {side: exact(_mean(chances, i)) for side, i in sides.items()},
        "wounded": {side: exact(_share(chances, i, wounded=True)) for side, i in sides.items()},
        "broken": {side: exact(_share(chances, i, wounded=False)) for side, i in sides.items()},
        "both_broken": exact(both),
    }


def _spread(chances: Chances, i: int) -> dict[str, Any]:
    """The chance of each number of bases lost."""
    counts: dict[int, Fraction] = {}
    for outcome, share in chances.items():
        counts[outcome.lost[i]] = counts.get(outcome.lost[i], Fraction(0)) + share
    return {str(lost): exact(counts[lost]) for lost in sorted(counts)}


def _mean(chances: Chances, i: int) -> Fraction:
    return sum((outcome.lost[i] * share for outcome, share in chances.items()), Fraction(0))


def _share(chances: Chances, i: int, *, wounded: bool) -> Fraction:
    """The chance that a unit group is broken, or that it stands with a wound."""
    return sum(
        (
            share
            for outcome, share in chances.items()
            if (outcome.wounds[i] > 0 and not outcome.broken[i] if wounded else outcome.broken[i])
        ),
        Fraction(0),
    )


def rolls(edition: str, unit: Unit, dice: Iterable[str | None], already: tuple[str, ...] = ()) -> Tally:
    """What some dice take from a unit group, with the chance of each; after faces that were rolled already."""
    found: Tally = {lost_by(unit, already): Fraction(1)}
    for die in dice:
        after: Tally = {}
        for (lost, wounds), share in found.items():
            for face, count in faces_of(edition, die).items():
                bases, left = lost_by(replace(unit, wounds=wounds), (face,))
                key = (lost + bases, left)
                after[key] = after.get(key, Fraction(0)) + share * Fraction(count, SIDES)
        found = {key: share for key, share in after.items() if share}
    return found


def _odds_of_kab(position: Position, **given: Any) -> Ruling:
    found = Finding()
    told = kab(position, **given)
    for reason in told.because:
        found.cite(reason.clause, reason.says)
    tests, die = int(told.answer["tests"]), told.answer["die"]
    if tests and die is not None:
        found.cite("MEG-B5.1", f"The chances are those of the faces of a {die} die.")
    if "unit" not in given:
        return found.rule("odds_of_kab", {"tests": tests, "die": die, **_of_general(position, given, tests, die)})
    unit = unit_of(position, given["unit"])
    losses = losses_told(position, unit, rolls(position.edition, unit, (die,) * tests))
    return found.rule("odds_of_kab", {"tests": tests, "die": die, **losses})


def odds_of_test(position: Position, unit: Unit, die: str, doomed: int = 0) -> Ruling:
    """The exact odds of one test of a unit group, of which some bases are `doomed` to go. It cites nothing."""
    losses = losses_told(position, unit, rolls(position.edition, unit, (die,)), doomed)
    return Finding().rule("odds_of_kab", {"tests": 1, "die": die, **losses})


def odds_of_danger(position: Position, general: str, cause: str, die: str) -> Ruling:
    """The exact odds of the fates of a general in his test. It cites nothing."""
    fates = _of_general(position, {"general": general, "cause": cause}, 1, die)
    return Finding().rule("odds_of_kab", {"tests": 1, "die": die, **fates})


def odds_in_words(odds: Ruling) -> str:
    """The chances of a test in words, those of nothing left out: "(odds: a base lost 1/2, broken 1/6)"."""
    answer = odds.answer
    if "bases" in answer:
        kept = answer["bases"].get("0")
        lost = 1 - Fraction(0 if kept is None else kept.fraction)
        told = {"a base lost": str(lost), "left with a wound": answer["wounded"].fraction}
        told["broken"] = answer["broken"].fraction
    else:
        told = {name: answer[name].fraction for name in ("killed", "stunned", "wounded")}
    said = ", ".join([f"{name} {share}" for name, share in told.items() if share != "0"])
    return f"(odds: {said})" if said else "(odds: nothing can happen)"


def losses_told(position: Position, unit: Unit, tally: Tally, doomed: int = 0) -> dict[str, Any]:
    """The chance of each number of bases lost, that the unit group then stands with a wound, and that it is broken."""
    gone = unit.original - len(bases_of(position, unit.id)) + doomed
    bases: dict[int, Fraction] = {}
    for (lost, _), share in tally.items():
        bases[lost] = bases.get(lost, Fraction(0)) + share
    breaking = {lost for lost in bases if lost and breaks_at(position, unit, gone + lost)}
    broken = (share for lost, share in bases.items() if lost in breaking)
    wounded = (share for (lost, wounds), share in tally.items() if wounds and lost not in breaking)
    return {
        "bases": {str(lost): exact(bases[lost]) for lost in sorted(bases)},
        "wounded": exact(sum(wounded, Fraction(0))),
        "broken": exact(sum(broken, Fraction(0))),
    }


def _of_general(position: Position, given: dict[str, Any], tests: int, die: str | None) -> dict[str, Any]:
    """The chances of a general's fates in his test."""
    fates = {"killed": Fraction(0), "wounded": Fraction(0), "stunned": Fraction(0), "unhurt": Fraction(0)}
    if not tests:
        return {**{fate: exact(share) for fate, share in fates.items()}, "unhurt": exact(Fraction(1))}
    for face, count in faces_of(position.edition, die).items():
        answer = kab(position, **given, face=face).answer
        fate = "unhurt" if face == "blank" else "wounded"
        if answer["killed"]:
            fate = "killed"
        elif answer["stunned"]:
            fate = "stunned"
        fates[fate] += Fraction(count, SIDES)
    return {fate: exact(share) for fate, share in fates.items()}


QUESTIONS = (
    question(
        "odds_of_engagement",
        "the exact odds of all combats between two unit groups in one phase, or of every such engagement",
        {
            "unit": STANDING.or_none(),
            "enemy": STANDING.or_none(),
            "combat": one_of(CHARGE, MELEE).or_none(),
            "charging": list_of(UNIT).or_none(),
            "shot": list_of(UNIT).or_none(),
        },
        _odds_of_engagement,
        needs={"unit": ("enemy",), "enemy": ("unit",)},
    ),
    question(
        "odds_of_kab",
        "the exact odds of the kill-a-base tests of a unit group or a general",
        dict(ARGUMENTS),
        _odds_of_kab,
    ),
)
