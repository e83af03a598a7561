"""A battle taken up in the middle: the state in which a position stands at the beginning of a sub-phase."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import UNSET

from debellis.battle.alternation import Choice
from debellis.battle.chance import Chance, Deck, Needed
from debellis.battle.rules import Opening
from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES, other
from debellis.meg.fighting.contacts import fights_of
from debellis.meg.fighting.rolling import as_if_fighting
from debellis.meg.general_facts import DEAD, FLANK_MARCHING
from debellis.meg.outcomes.pursuits import fought_to_the_front
from debellis.meg.outcomes.routs import OUTCOMES
from debellis.meg.playing.actions import Begin
from debellis.meg.playing.cards import DEAL, draw, full_deck, generals_in_order, judged_deal, ordered, sides_in_order
from debellis.meg.playing.course import Course
from debellis.meg.playing.flow import ORDER, enter, onward
from debellis.meg.playing.losing import SHOOTING, note_tests
from debellis.meg.playing.setting_up.taken_up import in_step, with_told
from debellis.meg.playing.state import Force, State
from debellis.meg.setting_up.sizes import game_size
from debellis.meg.tests_of_nerve import FRIEND
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, generals_of, moment, named_file, unit_name, units_of
from debellis.table.position import Position
from debellis.table.units import Charge, General
from debellis.table.value import replace

#: The phase of a battle that still has to begin where it was taken up, because chance comes first.
BEGIN = "begin"
#: The sub-phase of a position that names none: the one in which most moves are made.
USUAL = "4.3"
#: From this sub-phase on every charge has been moved, and from this one on every general has been dealt his cards.
CHARGED, AFTER_DEAL = "2.7", "1.3"


def take_up(position: Position, opening: Opening) -> State:
    """The state of a battle that begins in a position; ValueError with one clear sentence if there is none.

    It goes on at once to the first decision. If chance comes before that, as with cards to be dealt, it waits for the
    action `begin`.
    """
    if "step" in opening.told:
        return in_step(with_told(standing(position, ORDER[0]), opening.told), opening.told)
    phase = moment(position).phase or USUAL
    if phase not in ORDER:
        raise ValueError(f"no battle can be taken up in the sub-phase {phase!r}; there are {', '.join(ORDER)}")
    state = with_told(standing(position, phase), opening.told)
    course = Course(state, Chance())
    try:
        begin(course, Begin())
        onward(course)
    except Needed:
        return state
    return course.state


def standing(position: Position, phase: str) -> State:
    """The state before the sub-phase is entered."""
    turn = position.active or SIDES[0]
    number = max(1, moment(position).turn)
    bounds = {turn: (number + 1) // 2, other(turn): number // 2}
    generals = generals_of(position)
    hands = {one.id: Secret(one.side, ordered(one.hand or ())) for one in generals}
    held = Counter(card for hand in hands.values() for card in hand.value)
    deck = Counter(full_deck(position.edition).cards)
    for card, count in held.items():
        if count > deck[card]:
            raise ValueError(f"the generals hold {count} {card} cards, and the deck has {deck[card]}")
    unknown = tuple(one.id for one in generals if one.hand is None and _is_dealt_to(one, phase))
    here = replace(
        position,
        active=turn,
        bound=bounds[turn],
        generals=tuple(replace(one, hand=None) for one in generals),
        charges=_charges(position, phase),
        moment=replace(moment(position), turn=number),
    )
    here = _with_opponents(here, phase)
    defender = moment(position).defender
    return State(
        BEGIN,
        turn,
        here,
        {side: _force(position, side) for side in SIDES},
        Secret(None, Deck(ordered(tuple((deck - held).elements())))),
        hands,
        choice=Choice(turn),
        invader=other(defender) if defender else None,
        number=number,
        limit=max(number, int(game_size(position)["turn_limit"])),
        stage=phase,
        queue=unknown,
        bounds=bounds,
        files=_files(position) or UNSET,
        **_of_the_turn(here, phase),
    )


def _with_opponents(position: Position, phase: str) -> Position:
    """The position with whom each unit group fought to its front, where pursuits are still to follow from that.

    If the case does not tell it, contacts do: those who were broken by shooting fight nobody.
    """
    now = moment(position)
    if phase not in OUTCOMES.values():
        return replace(position, moment=replace(now, fought=UNSET))
    if now.fought is not UNSET:
        return position
    broken = [
        unit.id for unit in units_of(position) if unit.broken and unit.kind != CAMP and unit.broken_by != SHOOTING
    ]
    fought = fought_to_the_front(as_if_fighting(position, frozenset(broken)))
    return replace(position, moment=replace(now, fought=fought))


def _is_dealt_to(general: General, phase: str) -> bool:
    """Whether a general has been dealt cards this turn by the time of a sub-phase."""
    return ORDER.index(phase) >= ORDER.index(AFTER_DEAL) and general.state not in (DEAD, FLANK_MARCHING)


def _charges(position: Position, phase: str) -> tuple[Charge, ...]:
    """The charges of the turn. All have been moved once the combats of charges are fought."""
    found = position.charges if isinstance(position.charges, tuple) else ()
    charged = ORDER.index(phase) >= ORDER.index(CHARGED)
    return tuple(
        replace(charge, by=tuple(name.partition("/")[0] for name in charge.by), moved=charge.moved or charged)
        for charge in found
    )


def _files(position: Position) -> dict[str, str]:
    """The free files by which unit groups in combat charge, by unit group, each by its front base."""
    charges = position.charges if isinstance(position.charges, tuple) else ()
    names = [name for charge in charges for name in charge.by if "/" in name]
    return {name.partition("/")[0]: named_file(position, name)[0].id for name in names}


def _force(position: Position, side: str) -> Force:
    """The army of a side as far as a position tells of it."""
    own = [one.id for one in generals_of(position) if one.side == side]
    camp = next((unit.form for unit in units_of(position) if unit.side == side and unit.kind == CAMP), "basic")
    year = moment(position).year.get(side, 0)
    return Force("", side, year, (), 0, camp, tuple(own), Secret(side, ()), Secret(side, ()), Secret(side, ()))


def _of_the_turn(position: Position, phase: str) -> dict[str, Any]:
    """What the turn has seen so far: who charged and shot, the combats of earlier turns, and who is broken."""
    charges = position.charges if isinstance(position.charges, tuple) else ()
    charging = tuple(dict.fromkeys(name for charge in charges for name in charge.by))
    met = {frozenset((one, two)) for charge in charges if charge.moved for one in charge.by for two in charge.on}
    chasing = {unit.id for unit in units_of(position) if "pursuit" in unit.did}
    chased = tuple((one, two) for charge in charges for one in charge.by for two in charge.on if one in chasing)
    old = tuple(
        (fight.mine.id, fight.theirs.id)
        for fight in fights_of(position)
        if frozenset((unit_name(fight.mine), unit_name(fight.theirs))) not in met
    )
    shot = tuple(unit.id for unit in units_of(position) if "shot" in unit.did) if phase.startswith("2") else ()
    fallen = tuple(
        unit.id for unit in units_of(position) if unit.broken and unit.kind != CAMP and bases_of(position, unit.id)
    )
    return {"charging": charging, "fired": shot, "old": old, "chased": chased, "fallen": fallen}


def begin(course: Course, action: Begin) -> None:
    """Deal cards to the generals whose hands are not given, note the tests for the broken, and enter the sub-phase."""
    phase, unknown = course.state.stage, course.state.queue
    for side in sides_in_order(course.state):
        for general in generals_in_order(course.state, side):
            if general.id in unknown:
                for _ in range(int(judged_deal(course.state, general).answer["dealt"])):
                    draw(course, general)
                course.tell("deal", f"{general.id} is dealt his cards", *DEAL)
    for name in course.state.fallen:
        note_tests(course, course.unit(name), FRIEND, name)
    enter(course, phase)


def begin_ideas(state: State) -> list[Any]:
    return [Begin()]
