"""Which charges to declare, to stop, to meet, and how to answer them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from debellis.battle.pieces import Prospect
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.reaching import targets_on
from debellis.meg.charging.way import charge_way
from debellis.meg.fighting.contacts import charges_of
from debellis.meg.playing.actions import DeclareCharge, LetCharge, Meet, Pass, Respond, StopCharge
from debellis.meg.playing.answering import asked_now
from debellis.meg.playing.answering import ideas as answer_ideas
from debellis.meg.playing.charging import surprised_ideas
from debellis.meg.playing.declaring import FORCED, PROMPTED, forced_ideas, may_act, sources
from debellis.meg.playing.meeting import COUNTERCHARGE
from debellis.meg.playing.meeting import ideas as meeting_ideas
from debellis.meg.playing.paying import needed_for, payments
from debellis.meg.playing.pursuing import answers as chased_ideas
from debellis.meg.playing.state import about
from debellis.meg.survey.appraisal import Appraisal
from debellis.meg.survey.figures import Figure, is_behind
from debellis.meg.survey.matchups import fight_of
from debellis.meg.survey.reasons import odds_of
from debellis.meg.troops import is_foot
from debellis.meg.units import unit_of

#: What it is worth to chase skirmishers, who will probably get away.
CHASE = 0.015
#: What an evade costs: ground and order.
EVADE = 0.05
RUN = 0.07
#: What each file that shoots at a charger costs it.
FIRE = 0.02
#: How much of a fight a general expects if he does not charge and the enemy could.
COMES = 0.8
#: What one file more in a fight is worth.
FREE_FILE = 0.06
#: No block of chargers is larger.
MOST = 5


def declarations(a: Appraisal) -> Iterator[Prospect]:
    """Charges, by what the fights they begin are worth beyond those that would come by themselves."""
    yield Prospect(Pass(), 0.0, "No charge is worth its card.")
    for idea in chain.from_iterable(sources(a.state)):
        if isinstance(idea, DeclareCharge) and len(idea.units) == 1:
            worth, reason = charge_worth(a, idea)
            yield Prospect(idea, worth, reason)
    if not a.shallow:
        for block in _blocks(a):
            worths = [charge_worth(a, DeclareCharge((name,), (on,)))[0] for name, on in block[1]]
            if min(worths) > -0.1:
                worth = sum(worths) - a.price(block[0].general, block[0].cards)
                told = " and ".join(block[0].units)
                yield Prospect(block[0], worth, f"{told} charge together, and their fights are worth it.")


def charge_worth(a: Appraisal, idea: DeclareCharge) -> tuple[float, str]:
    """What a charge is worth, and why."""
    own, enemy = a.figure(idea.units[0]), a.figure(idea.on[0])
    if own is None or enemy is None:
        return -1.0, ""
    price = a.price(idea.general, idea.cards) if idea.kind == PROMPTED else 0.0
    apart = a.picture.apart(own, enemy)
    if idea.file:
        return FREE_FILE - price, f"A free file of {own.id} joins the fight against {enemy.id}."
    if a.shallow:
        at_once = 0.2 if not enemy.light else 0.02
        return at_once - price - 0.001 * apart / a.picture.bw, f"{enemy.id} is at hand, and {own.id} attacks it."
    if enemy.light and not own.light:
        return CHASE - price - 0.02 * own.price, f"{own.id} drives {enemy.id} away."
    flank = strikes_flank(own, enemy)
    charged = charge_of(a.position, enemy.id) is not None
    fresh = a.picture.worth(own, enemy, a.by, True, charged, flank)
    helped = [one for one in enemy.fights if one != own.id]
    if helped and not flank:
        fresh += 0.1
    worth = fresh + a.eager - FIRE * _shooters(a, enemy)
    if idea.kind != FORCED and enemy.reach >= apart and not enemy.fights and not flank:
        likely = 1.0 if charged else COMES
        worth -= likely * (a.picture.worth(own, enemy, a.by, False, True) + a.eager)
    if own.left <= 2 and not flank:
        worth -= 0.2
    course = fight_of(a.position, own.id, enemy.id, True, charged, flank)
    how = " in flank" if flank else ""
    return worth - price, f"{own.id} charges {enemy.id}{how}: {odds_of(own.id, enemy.id, course)}."


def strikes_flank(own: Figure, enemy: Figure) -> bool:
    """Whether a charge from where it stands would strike in flank or rear (MEG-B2.6)."""
    return not enemy.no_flanks and not enemy.light and is_behind(own.place.corners, enemy.place)


def _shooters(a: Appraisal, enemy: Figure) -> float:
    return float(enemy.files) if enemy.shot > 0.0 and not enemy.fights else 0.0


def _blocks(a: Appraisal) -> Iterator[tuple[DeclareCharge, tuple[tuple[str, str], ...]]]:
    """Charges of unit groups side by side that go straight ahead together, each with an enemy before it."""
    able: list[tuple[Figure, str]] = []
    for own in a.picture.of(a.side):
        if own.light or not may_act(a.state, own.unit):
            continue
        met = targets_on(a.position, charge_way(a.position, (own.id,)))
        first = next((unit for _, unit in met if unit.id in a.picture.figures), None)
        if first is not None:
            able.append((own, first.id))
    for line in _lines(able):
        for start in range(len(line)):
            for last in range(start + 2, min(len(line), start + MOST) + 1):
                part = line[start:last]
                units = tuple(unit_of(a.position, one.id) for one, _ in part)
                needed = needed_for(a.position, units, "C2")
                on = tuple(dict.fromkeys(name for _, name in part))
                for general, cards in payments(a.state, units, needed):
                    names = tuple(one.id for one in units)
                    yield (
                        DeclareCharge(names, on, PROMPTED, general=general, cards=cards),
                        tuple((one.id, name) for one, name in part),
                    )


def _lines(able: list[tuple[Figure, str]]) -> list[list[tuple[Figure, str]]]:
    """Unit groups that stand side by side with level fronts, from the left."""
    right: dict[str, tuple[Figure, str]] = {}
    led: set[str] = set()
    for one, _ in able:
        for pair in able:
            other = pair[0]
            if other.id == one.id or is_foot(one.unit) != is_foot(other.unit):
                continue
            across, level = one.place.local(other.place.front)
            beside = abs(across - (one.place.width + other.place.width) / 2.0) <= COINCIDE and abs(level) <= COINCIDE
            if beside and same_direction(one.place.facing, other.place.facing):
                right[one.id] = pair
                led.add(other.id)
    found: list[list[tuple[Figure, str]]] = []
    for pair in able:
        if pair[0].id in led or pair[0].id not in right:
            continue
        line = [pair]
        while line[-1][0].id in right:
            line.append(right[line[-1][0].id])
        found.append(line)
    return found


def stops(a: Appraisal) -> Iterator[Prospect]:
    """A forced charge is stopped if its fight is poor and the card is worth less; those that go, go in turn."""
    name = a.state.queue[0]
    own = a.figure(name)
    met = targets_on(a.position, charge_way(a.position, (name,)))
    enemy = a.figure(met[0][1].id) if met else None
    worth, reason = 0.0, "The charge may go."
    if own is not None and enemy is not None:
        worth = charge_worth(a, DeclareCharge((name,), (enemy.id,), FORCED))[0]
        course = fight_of(a.position, own.id, enemy.id, True, False)
        reason = f"{odds_of(own.id, enemy.id, course)}."
        reason = f"The charge of {name} on {enemy.id} is let go or stopped by its odds: {reason}"
    for idea in forced_ideas(a.state):
        if idea.unit != name:
            continue
        if isinstance(idea, LetCharge):
            yield Prospect(idea, worth if not a.shallow else 0.1, reason)
        elif isinstance(idea, StopCharge):
            yield Prospect(idea, -a.price(idea.general, (idea.card,)), reason)


def meetings(a: Appraisal) -> Iterator[Prospect]:
    """A charge is met if it goes better than standing, by more than the card is worth."""
    charger = a.figure(a.state.queue[0])
    yield Prospect(Pass(), 0.0, "To go to meet the charge would not be better than to wait for it.")
    if charger is None or a.shallow:
        return
    for idea in meeting_ideas(a.state):
        if not isinstance(idea, Meet):
            continue
        own = a.figure(idea.unit)
        if own is None:
            continue
        price = a.price(idea.general, (idea.card,))
        if idea.how == COUNTERCHARGE:
            gain = a.picture.worth(own, charger, a.by, True, True) - a.picture.worth(own, charger, a.by, False, True)
            reason = f"{own.id} fights {charger.id} better when it goes to meet it."
        else:
            flank = strikes_flank(own, charger)
            gain = a.picture.worth(own, charger, a.by, True, True, flank) + a.eager - 0.2
            reason = f"{own.id} can strike {charger.id} on its way."
        yield Prospect(idea, gain - price, reason)


def responses(a: Appraisal) -> Iterator[Prospect]:
    """The answer of a target to the charge that is asked about."""
    name = asked_now(a.state)
    assert name is not None
    yield from _answers(a, name, a.state.queue[0], answer_ideas(a.state))


def surprised(a: Appraisal) -> Iterator[Prospect]:
    """The answer of a unit group that a charge meets on its way."""
    charger, name = about(a.state)
    yield from _answers(a, name, charger, surprised_ideas(a.state))


def chased(a: Appraisal) -> Iterator[Prospect]:
    pursuer, name = about(a.state)
    yield from _answers(a, name, pursuer, chased_ideas(a.state))


def _answers(a: Appraisal, name: str, charger: str, ideas: list[object]) -> Iterator[Prospect]:
    own, enemy = a.figure(name), a.figure(charger)
    for i, idea in enumerate(ideas):
        if not isinstance(idea, Respond) or own is None or enemy is None:
            yield Prospect(idea, -float(i), "This is the usual answer.")
        elif idea.response == "stand":
            worth = 0.0 if a.shallow else _stands(a, own, enemy)
            course = fight_of(a.position, own.id, enemy.id, False, True)
            yield Prospect(idea, worth, f"{name} stands: {odds_of(own.id, enemy.id, course)}.")
        else:
            cost = (EVADE if idea.response == "skirmish" else RUN) * (0.3 if own.light else 1.0)
            reason = f"{name} gets out of the way of {charger}, which it would not fight well."
            yield Prospect(idea, -cost - 0.005 * abs(idea.shift) - 0.0001 * i, reason)


def _stands(a: Appraisal, own: Figure, enemy: Figure) -> float:
    """What it is worth to await all chargers of a unit group."""
    flank = strikes_flank(enemy, own)
    worth = (
        -a.picture.worth(enemy, own, a.by, True, False, True)
        if flank
        else a.picture.worth(own, enemy, a.by, False, True)
    )
    others = [charge for charge in charges_of(a.position) if own.id in charge.on and enemy.id not in charge.by]
    return worth + FIRE * (own.files if own.shot > 0.0 else 0) - 0.1 * len(others)
