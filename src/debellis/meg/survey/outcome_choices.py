"""Pursuits, breaking off, bases that turn or make files in combat, wounds to clear, and aligns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debellis.battle.pieces import Prospect, clearly_losing
from debellis.meg.fighting.contacts import fighting_files, opponents
from debellis.meg.fighting.support import supported_files
from debellis.meg.outcomes.pursuits import must_pursue
from debellis.meg.playing import aligning
from debellis.meg.playing.actions import Align, AnswerDraw, BreakOff, Delay, Pass, Pursue, Rearrange, Recover
from debellis.meg.playing.breaking_off import ideas as break_off_ideas
from debellis.meg.playing.in_combat import FACE, late_ideas
from debellis.meg.playing.judging import judged
from debellis.meg.playing.moving import push_ideas
from debellis.meg.playing.outcomes import shift_ideas
from debellis.meg.playing.pursuing import HOLDING
from debellis.meg.playing.pursuing import ideas as pursuits
from debellis.meg.playing.turn_end import appoint_ideas, recovery_ideas, sack_ideas
from debellis.meg.survey.appraisal import CARDS, Appraisal
from debellis.meg.survey.matchups import fight_of
from debellis.meg.survey.reasons import odds_of
from debellis.meg.survey.strengths import strengths_of
from debellis.meg.units import file_of, unit_of
from debellis.meg.words import COLOURS

#: What it costs to leave the line in a pursuit, and what bases that face the enemy or make a file are worth.
LEAVES = 0.03
FACES = 0.12
FILES = 0.05
#: What a break-off costs beyond its card, and what each test of it costs.
GOES = 0.06
TEST = 0.06
#: How much more a wound counts than by itself, because the fight goes on.
PRESSING = 1.6
ALIGNS = 0.1
#: The weapons that need their ranks.
DEEP = ("pike", "long spear", "polearm")


def after_victory(a: Appraisal) -> Iterator[Prospect]:
    """Pursue, or hold back: by whom the pursuit meets."""
    for i, idea in enumerate(pursuits(a.state)):
        if isinstance(idea, Pass):
            yield Prospect(idea, 0.0, "Nobody more is held back." if a.state.stage == HOLDING else "The others stay.")
            continue
        worth, reason = _pursuit(a, idea.unit)
        if isinstance(idea, Pursue):
            yield Prospect(idea, worth - 0.0001 * i, reason)
        else:
            due = must_pursue(a.position, unit_of(a.position, idea.unit))
            saved = -worth if due and not a.shallow else 0.0
            yield Prospect(idea, saved - a.price(idea.general, (idea.card,)), f"{idea.unit} is held back. {reason}")


def _pursuit(a: Appraisal, name: str) -> tuple[float, str]:
    """What the pursuit of a unit group is worth, and why."""
    if a.shallow:
        return 0.1, f"{name} pursues."
    own = a.figure(name)
    met = list(judged(a.position, "pursue", unit=name).answer.get("contacts", ()))
    enemies = [one for one in (a.figure(other) for other in met) if one is not None and one.side != a.side]
    if own is None or not enemies:
        return -LEAVES, f"Nothing is to be won by the pursuit of {name}."
    foe = min(enemies, key=lambda one: one.left)
    course = fight_of(a.position, own.id, foe.id, True, False)
    worth = a.picture.worth(own, foe, a.by, True, False) + a.eager
    return worth, f"{name} pursues into {foe.id}: {odds_of(own.id, foe.id, course)}."


def routed(a: Appraisal) -> Iterator[Prospect]:
    """Routers run past those in their way: a friend would suffer, and an enemy stop them."""
    for i, idea in enumerate(shift_ideas(a.state)):
        yield Prospect(idea, -0.001 * i, "It runs past those in its way." if idea.shift else "It runs straight on.")


def break_offs(a: Appraisal) -> Iterator[Prospect]:
    """To break off a fight that goes badly."""
    for idea in break_off_ideas(a.state):
        if isinstance(idea, Pass | Delay):
            yield Prospect(idea, 0.0, "The fights go on.")
            continue
        assert isinstance(idea, BreakOff)
        own = a.figure(idea.unit)
        foes = [] if own is None else [one for one in (a.figure(name) for name in own.fights) if one is not None]
        if own is None or not foes or a.shallow:
            yield Prospect(idea, -0.1, f"{idea.unit} gets away.")
            continue
        going = sum([a.picture.melee(own, foe, a.by) for foe in foes])
        tests = 0 if idea.action == "F2" else 1
        worth = -going - GOES - TEST * tests - a.price(idea.general, (idea.card,)) - a.eager
        course = fight_of(a.position, own.id, foes[0].id, False, False, fighting=True)
        yield Prospect(idea, worth, f"{own.id} breaks off: {odds_of(own.id, foes[0].id, course)}.")


def rearranged(a: Appraisal, idea: Rearrange) -> Prospect:
    """Bases that turn to face the enemy, or make another file."""
    own = a.figure(idea.unit)
    if idea.action == FACE:
        worth, what = FACES, "turn to face the enemy beside them"
    elif own is not None and own.unit.troops.melee not in DEEP and _helps(a, idea):
        worth, what = FILES, "make another file that fights"
    else:
        worth, what = 0.0, "only stand in another file"
    return Prospect(idea, worth - a.price(idea.general, (idea.card,)), f"Bases of {idea.unit} {what}.")


def _helps(a: Appraisal, idea: Rearrange) -> bool:
    """Whether the base that makes a file would fight there, or support the file beside it."""
    end = idea.ends[0]
    after = a.position.placed({end.base: end.pose})
    file = file_of(after, after.base(end.base))
    return file[0].id == end.base and bool(opponents(after, file) or supported_files(after, file))


def late_moves(a: Appraisal) -> Iterator[Prospect]:
    for idea in late_ideas(a.state):
        if isinstance(idea, Rearrange):
            yield rearranged(a, idea)
        else:
            yield Prospect(idea, 0.0, "All bases are of use where they stand.")


def recoveries(a: Appraisal) -> Iterator[Prospect]:
    """Wounds are cleared where half a base counts most. Cards are worth less now: new ones come with the next turn."""
    for idea in recovery_ideas(a.state):
        if not isinstance(idea, Recover):
            yield Prospect(idea, 0.0, "The cards are worth more than the wounds.")
            continue
        own = a.figure(idea.unit)
        if own is None:
            continue
        saved = a.picture.near_loss(own) * (PRESSING if own.fights else 1.0)
        cost = max(0.0, CARDS[COLOURS.index(idea.card)] - CARDS[2])
        reason = f"{idea.general} clears the wound of {idea.unit}: half a base more before it breaks."
        yield Prospect(idea, saved - cost, reason)


def aligns(a: Appraisal) -> Iterator[Prospect]:
    yield from _aligned(a, aligning.ideas(a.state))


def tidied(a: Appraisal) -> Iterator[Prospect]:
    yield from _aligned(a, aligning.tidy_ideas(a.state))


def _aligned(a: Appraisal, ideas: Any) -> Iterator[Prospect]:
    """Aligns of unit groups of which not all files fight."""
    for i, idea in enumerate(ideas):
        if isinstance(idea, Align):
            own = a.figure(idea.unit)
            idle = 0.0 if own is None else 1.0 - len(fighting_files(a.position, idea.unit)) / max(1, own.files)
            reason = f"{idea.unit} lies flush with the enemy, so that more files fight."
            yield Prospect(idea, ALIGNS * idle - 0.001 * (i + 1), reason)
        else:
            yield Prospect(idea, 0.0, "Everybody stands well.")


def pushed(a: Appraisal) -> Iterator[Prospect]:
    for i, idea in enumerate(push_ideas(a.state)[::-1]):
        yield Prospect(idea, -0.01 * i, "Skirmishers give way, and face the enemy if they can.")


def appointed(a: Appraisal) -> Iterator[Prospect]:
    """The successor of a general begins where there is most to lose."""
    for idea in appoint_ideas(a.state):
        own = a.figure(idea.unit)
        worth = 0.0 if own is None else own.price + 0.01 * own.left + (0.05 if own.fights else 0.0)
        yield Prospect(idea, worth - (0.0001 if idea.file else 0.0), f"{idea.unit} needs a general most.")


def sackers(a: Appraisal) -> Iterator[Prospect]:
    """The unit group that plunders should be one that can bear the test."""
    for idea in sack_ideas(a.state):
        own = a.figure(idea.unit)
        worth = 0.0 if own is None else float(own.left)
        yield Prospect(idea, worth, f"{idea.unit} can bear the test for plunder best.")


def draws(a: Appraisal) -> Iterator[Prospect]:
    """A draw is accepted by a side that is clearly losing."""
    if clearly_losing(strengths_of(a.state), a.side):
        yield Prospect(AnswerDraw(True), 1.0, "A draw is better than what is to come.")
    yield Prospect(AnswerDraw(False), 0.0, "The battle is not to be given away.")
