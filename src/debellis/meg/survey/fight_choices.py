"""Which file fights next, and whether its general fights with it."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.pieces import Prospect
from debellis.meg.dice import SIDES, faces_of
from debellis.meg.fighting.claims import CHARGE
from debellis.meg.fighting.combat import Pair, dice_of, pair_of
from debellis.meg.fighting.effects import has_shatter
from debellis.meg.fighting.rolling import as_if_fighting, endangered_general
from debellis.meg.playing.actions import Fight, Lead, LendDie, PairUp, Pass
from debellis.meg.playing.fighting import PICKING, lead_ideas, leader_of
from debellis.meg.playing.fighting import ideas as fight_ideas
from debellis.meg.playing.judging import judged
from debellis.meg.playing.opponents import answers_back, circumstances, combat_of, open_pairs
from debellis.meg.playing.rolling_on import just_broken, rolling_on
from debellis.meg.playing.state import about
from debellis.meg.survey.appraisal import Appraisal
from debellis.meg.survey.clash import Harm, harm_of, worn
from debellis.meg.survey.figures import Figure
from debellis.meg.survey.reasons import percent
from debellis.meg.units import file_name, file_of, unit_name

#: What the fates of a general cost, in TuGs.
KILLED, WOUNDED, STUNNED = 0.6, 0.12, 0.1
#: What it costs that a general who fights commands nobody else as well (MEG-10b).
AWAY = 0.04
#: For how many rolls a general who begins to fight counts.
ROLLS = 2.0
#: What a shatter is worth to the neighbours of a file that rolls first, and what it is worth to break an enemy first.
SHATTERS = 0.1
FIRST = 0.4


def fights(a: Appraisal) -> Iterator[Prospect]:
    """The combats that can be picked: those first that help others, or that break an enemy before he strikes."""
    if a.state.stage != PICKING:
        yield from pairings(a)
        return
    on = rolling_on(a.state, a.side)
    for i, idea in enumerate(fight_ideas(a.state)):
        if isinstance(idea, Pass):
            yield Prospect(idea, 0.0, "Nothing more is to be gained against the broken.")
            continue
        if idea.file in on:
            yield on_at_broken(a, idea)
            continue
        pair = pair_in(a, idea.file, idea.against)
        own, enemy = a.figure(pair.own.unit.id), a.figure(pair.enemy.unit.id)
        if own is None or enemy is None or a.shallow:
            yield Prospect(idea, -0.001 * i - (1.0 if idea.general else 0.0), "The next file in order.")
            continue
        both = answers_back(a.state, idea.file, idea.against)
        he = leader_of(a.position, idea.file)
        bare = pair.net - (1 if he is not None and he.fighting else 0)
        net = bare + (1 if idea.general else 0)
        mine, theirs = dice_of(a.position, net)
        hit, blow = harm_of(a.position.edition, mine), harm_of(a.position.edition, theirs if both else None)
        breaks, broken = chance_to_break(hit, enemy), chance_to_break(blow, own)
        worth = FIRST * (breaks * enemy.price - broken * own.price) - 0.001 * i
        if combat_of(a.state) == CHARGE and has_shatter(pair.own, pair.enemy):
            worth += SHATTERS * _special(a, mine)
        if idea.general:
            worth += leads(a, bare, own, enemy, pair.own.unit.id, both)
        yield Prospect(idea, worth, told(pair, mine, theirs if both else None, hit, blow, idea.general))


def on_at_broken(a: Appraisal, idea: Fight) -> Prospect:
    """What a roll at a broken unit group is worth: the danger of its general, or the help for files beside."""
    there = as_if_fighting(a.position, just_broken(a.state))
    front, facing = file_of(there, there.base(idea.file)), file_of(there, there.base(idea.against))
    pair = pair_of(there, file_name(front), idea.against, **circumstances(a.state, front, facing))
    colour = dice_of(there, pair.net)[0]
    he = endangered_general(there, idea.against)
    what = "an S or a skull helps the file beside" if he is None else f"{he.id} still fights there"
    worth = SHATTERS * _special(a, colour) if he is None else danger(a, he.id, colour)
    says = f"{file_name(front)} goes on against {pair.enemy.unit.id}, which is broken: {what}."
    return Prospect(idea, worth - (1.0 if idea.general else 0.0), says)


def pairings(a: Appraisal) -> Iterator[Prospect]:
    """Whom each file fights that touches several enemies: the one against whom its roll is worth most."""
    yield Prospect(PairUp(), 0.0, "Every file fights the enemy to its front.")
    if a.shallow:
        return
    chosen: dict[str, str] = {}
    gained = 0.0
    for file, fronts in open_pairs(a.state, a.side).items():
        worths = [_against(a, file, front) for front in fronts]
        best = max(range(len(fronts)), key=worths.__getitem__)
        if worths[best] > worths[0] + 0.001:
            chosen[file] = fronts[best]
            gained += worths[best] - worths[0]
    if chosen:
        said = " and ".join([f"{file} against {front}" for file, front in chosen.items()])
        yield Prospect(PairUp(chosen), gained, f"The rolls are worth most like this: {said}.")


def _against(a: Appraisal, file: str, front: str) -> float:
    """What a roll of a file at one of the enemies it touches is worth."""
    pair = pair_in(a, file, front)
    own, enemy = a.figure(pair.own.unit.id), a.figure(pair.enemy.unit.id)
    return 0.0 if own is None or enemy is None else _value(a, pair.net, own, enemy, True)


def told(pair: Pair, mine: str, theirs: str | None, hit: Harm, blow: Harm, general: bool) -> str:
    """The odds of one file's combat in a sentence."""
    name, other = file_name(pair.own.file), pair.enemy.unit.id
    with_him = " with its general in front" if general else ""
    reply = f" against {theirs}" if theirs is not None else ", unanswered"
    says = f"{name} fights {other}{with_him}, {mine}{reply}: it takes a base in {percent(hit[2])} and wounds in "
    says += f"{percent(hit[1])} of all rolls"
    return f"{says}, and loses a base in {percent(blow[2])}." if theirs is not None else f"{says}."


def pair_in(a: Appraisal, file: str, against: str) -> Pair:
    """A file and its opponent as they would fight now."""
    front = file_of(a.position, a.position.base(file))
    facing = file_of(a.position, a.position.base(against))
    return pair_of(a.position, file_name(front), against, **circumstances(a.state, front, facing))


def chance_to_break(harm: Harm, who: Figure) -> float:
    """The chance that one roll breaks a unit group."""
    return (harm[1] + harm[2] if who.left <= 1 else harm[2] if who.left <= 2 else 0.0) if who.left else 0.0


def _special(a: Appraisal, colour: str) -> float:
    """The chance of a skull or an S."""
    faces = faces_of(a.position.edition, colour)
    return (faces["skull"] + faces["S"]) / SIDES


def _value(a: Appraisal, net: int, own: Figure, enemy: Figure, both: bool) -> float:
    """What one roll at this difference of claims is worth on average."""
    mine, theirs = dice_of(a.position, net)
    hit, blow = harm_of(a.position.edition, mine), harm_of(a.position.edition, theirs if both else None)
    gain = sum([hit[lost] * worn(lost, enemy.left) for lost in (1, 2)]) * enemy.price
    cost = sum([blow[lost] * worn(lost, own.left) for lost in (1, 2)]) * own.price
    return gain - a.by.own_loss * cost


def leads(a: Appraisal, net: int, own: Figure, enemy: Figure, unit: str, both: bool) -> float:
    """What it is worth that the general of a file fights with it: the claim, less his danger."""
    he = next((one for one in a.generals.values() if one.unit == unit and one.file), None)
    if he is None:
        return -1.0
    gain = ROLLS * (_value(a, net + 1, own, enemy, both) - _value(a, net, own, enemy, both))
    if not both:
        return gain - AWAY
    return gain - danger(a, he.id, dice_of(a.position, net + 1)[1]) * ROLLS - AWAY


def danger(a: Appraisal, general: str, colour: str) -> float:
    """What the danger of one enemy roll costs a general who fights."""
    answer = judged(a.position, "kab", general=general, cause="fighting").answer
    faces = faces_of(a.position.edition, answer["die"] if answer["tests"] else None)
    fate = KILLED * faces["skull"] + WOUNDED * faces["wound"] + STUNNED * faces["S"]
    return a.by.general / 2.8 * _special(a, colour) * fate / SIDES


def leading(a: Appraisal) -> Iterator[Prospect]:
    """Whether the general with a file that is attacked fights in its front rank."""
    file, against, he = about(a.state)
    worth = -1.0
    if not a.shallow:
        pair = pair_in(a, file, against)
        mine = unit_name(a.position.base(against))
        own, enemy = a.figure(mine), a.figure(pair.own.unit.id)
        if own is not None and enemy is not None:
            net = pair.net + (1 if a.generals[he].fighting else 0)
            gain = _value(a, 1 - net, own, enemy, True) - _value(a, -net, own, enemy, True)
            worth = ROLLS * (gain - danger(a, he, dice_of(a.position, net - 1)[0])) - AWAY
    for idea in lead_ideas(a.state):
        assert isinstance(idea, Lead)
        if idea.fights:
            yield Prospect(idea, worth, f"{he} fights: his men need him more than he risks.")
        else:
            yield Prospect(idea, 0.0, f"{he} stays behind: his help is worth less than his danger.")


def lending(a: Appraisal) -> Iterator[Prospect]:
    """A die that is rolled now is not lost if the other neighbour breaks its enemy first."""
    name, of = about(a.state)
    yield Prospect(LendDie(True), 0.0, f"{name} supports {of} at once.")
    yield Prospect(LendDie(False), -0.01, f"{name} waits for the file on its other side.")
