"""The card phase: discards (SP 1.1), the deal (SP 1.2), gifts (SP 1.3), and the cards given up when a turn ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from debellis.battle.chance import Deck
from debellis.battle.secrets import Secret
from debellis.battle.sides import other
from debellis.mechanics.tables import load
from debellis.meg.cards.hands import kept_at_most
from debellis.meg.general_facts import ALLY, ARMY_COMMANDER, DEAD, HESITANT, PROFESSIONAL, STUNNED
from debellis.meg.playing.actions import Discard, Gift, Give, GiveUp
from debellis.meg.playing.course import Course
from debellis.meg.playing.face_down import RED, check_turn_up, dealt_red, do_turn_up, turn_up_ideas
from debellis.meg.playing.judging import allowed, judged, take_over
from debellis.meg.playing.paying import hand_of, is_able
from debellis.meg.playing.setting_up.actions import TurnUp
from debellis.meg.playing.state import State, decider
from debellis.meg.units import generals_of
from debellis.meg.words import COLOURS
from debellis.table.position import Position
from debellis.table.units import General
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, every_fault_counts

#: What a deal stands on: order, hidden cards from one deck, and numbers as secret as the cards.
DEAL = ("MEG-B6.5", "MEG-B6.13", "MEG-B6.1", "MEG-B30.2", "MEG-B30.4", "MEG-B30.5")
#: The order in which the generals of a side are dealt cards.
ROLES = (ARMY_COMMANDER, "sub", ALLY)
#: The stage of SP 1.2 in which all cards have been dealt.
DEALT = "dealt"


def full_deck(edition: str) -> Deck:
    """The deck of an edition, black cards first (MEG-B30.2)."""
    numbers = load(edition)["cards"]["deck"]
    return Deck(tuple(colour for colour in COLOURS for _ in range(int(numbers[colour]))))


def ordered(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards from black to red."""
    return tuple(sorted(cards, key=COLOURS.index))


def generals_in_order(state: State, side: str) -> list[General]:
    """The generals of a side: army commander, sub-generals, allies, in the order of the list (MEG-B6.13)."""
    own = [one for one in generals_of(state.position) if one.side == side]
    return sorted(own, key=lambda one: ROLES.index(one.role))


def sides_in_order(state: State) -> tuple[str, str]:
    return (state.turn, other(state.turn))


def _asks(course: Course, wanted: Any) -> bool:
    """Whether some side has still to be asked, active side first; each once."""
    for side in sides_in_order(course.state):
        if side in course.state.done:
            continue
        if wanted(course.state, side):
            course.give_choice(side)
            return True
        course.put(done=(*course.state.done, side))
    return False


# Discards


def run_discards(course: Course) -> bool:
    return not _asks(course, _holds_cards)


def _holds_cards(state: State, side: str) -> bool:
    """Whether a side holds cards, or has a general off the table whose card may be a bluff."""
    own = [one.id for one in generals_in_order(state, side) if one.state != DEAD]
    return any(hand_of(state, name) or name in state.under for name in own)


def check_first(state: State, action: Any) -> Ruling:
    """Whether a side may do this in SP 1.1: discard, or turn up a bluff."""
    return check_turn_up(state, action) if isinstance(action, TurnUp) else check_discard(state, action)


def do_first(course: Course, action: Any) -> None:
    if isinstance(action, TurnUp):
        do_turn_up(course, action)
    else:
        do_discard(course, action)


def check_discard(state: State, action: Discard) -> Ruling:
    """Whether a side may throw these cards away: the question `may_discard` for each general."""
    verdict = Verdict()
    own = {one.id: one for one in generals_in_order(state, decider(state))}
    for name, cards in action.cards.items():
        if name not in own or Counter(cards) - Counter(hand_of(state, name)):
            verdict.refuse(f"{name} does not hold these cards.", "MEG-B6.4", "MEG-B6.8")
        elif cards:
            take_over(verdict, judged(state.position, "may_discard", general=name))
    return verdict.decide("discard")


def do_discard(course: Course, action: Discard) -> None:
    side = course.state.choice.side
    for name, cards in action.cards.items():
        if cards:
            course.pay(name, cards)
            course.tell("discard", f"{name} discards {', '.join(cards)}", "MEG-B6.4", "MEG-B30.3")
    if not any(action.cards.values()):
        course.tell("keeps", f"{side} keeps all cards", "MEG-B6.4")
    course.put(done=(*course.state.done, side))


def discard_ideas(state: State) -> Iterator[Any]:
    """To throw away black cards, those below green, or none."""
    own = generals_in_order(state, decider(state))
    able = [one for one in own if one.state not in (DEAD, "hesitant")]
    for limit in (1, 2):
        found = {
            one.id: cards
            for one in able
            if (cards := tuple(card for card in hand_of(state, one.id) if COLOURS.index(card) < limit))
        }
        if found:
            yield Discard(found)
    away = {one.id: hand_of(state, one.id) for one in able if state.shown.get(one.id)}
    if away:
        yield Discard(away)
    yield from turn_up_ideas(state)
    yield Discard()


# The deal


def run_deal(course: Course) -> bool:
    """Deal every general up to his allowance, one card at a time (MEG-B6.5, MEG-B6.13)."""
    state = course.state
    if state.stage == DEALT:
        return True
    deals = {one.id: judged_deal(state, one) for side in sides_in_order(state) for one in _dealt_to(state, side)}
    wanted = {name: int(deal.answer["dealt"]) for name, deal in deals.items()}
    if sum(wanted.values()) > len(state.deck.value.cards):
        reshuffle(course)
    for side in sides_in_order(course.state):
        for general in _dealt_to(course.state, side):
            for _ in range(wanted[general.id]):
                draw(course, general)
            if wanted[general.id]:
                says = f"{general.id} is dealt {wanted[general.id]} {'card' if wanted[general.id] == 1 else 'cards'}"
                course.tell("deal", says, *DEAL, *deals[general.id].clauses)
            elif deals[general.id].cites("MEG-01b"):
                says = f"{general.id} holds more cards than he may and is dealt none"
                course.tell("deal", says, *DEAL, *deals[general.id].clauses)
            if general.id not in course.state.shown:
                _commit(course, general.id)
    course.put(stage=DEALT)
    return True


def _commit(course: Course, name: str) -> None:
    """The first red card of a hesitant ally is spent at once to commit him (MEG-B7.16)."""
    if course.general(name).state == HESITANT and "red" in hand_of(course.state, name):
        course.pay(name, ("red",))
        course.note_general(name, state="")
        course.tell("committed", f"{name} hesitates no longer", "MEG-B7.16")


def _dealt_to(state: State, side: str) -> list[General]:
    return [one for one in generals_in_order(state, side) if one.state not in (DEAD,)]


def judged_deal(state: State, general: General) -> Ruling:
    """How many cards a general is dealt: the question `cards_dealt`, with what he holds."""
    return judged(with_hands(state, (general.id,)), "cards_dealt", general=general.id)


def with_hands(state: State, names: tuple[str, ...]) -> Position:
    """The position in which the cards are known that some generals hold."""
    generals = [
        replace(one, hand=hand_of(state, one.id)) if one.id in names else one for one in generals_of(state.position)
    ]
    return replace(state.position, generals=tuple(generals))


def reshuffle(course: Course, clause: str = "MEG-B6.9") -> None:
    """The open pile is shuffled into the deck (MEG-B6.4, MEG-B6.9)."""
    cards = ordered((*course.state.deck.value.cards, *course.state.pile))
    course.put(deck=Secret(None, Deck(cards)), pile=())
    course.tell("reshuffle", "the open pile is shuffled into the deck", clause)


def draw(course: Course, general: General) -> None:
    """Deal one card to a general, which only his side sees; to one off the table it is dealt face up (MEG-B11.5)."""
    if not course.state.deck.value.cards:
        reshuffle(course)
    if not course.state.deck.value.cards:
        return
    is_open = general.id in course.state.shown
    to = None if is_open else general.side
    card, deck = course.chance.draw(course.state.deck.value, f"a card for {general.id}", to=to)
    course.put(deck=Secret(None, deck))
    hand = ordered((*hand_of(course.state, general.id), card))
    if is_open:
        course.put(shown={**course.state.shown, general.id: hand})
        course.tell("deal-open", f"{general.id} is dealt {card} face up", "MEG-B11.5", "MEG-B6.5")
        if card == RED:
            dealt_red(course, general.id)
        return
    course.put(hands={**course.state.hands, general.id: Secret(general.side, hand)})


# Gifts


def run_gifts(course: Course) -> bool:
    return not _asks(course, _may_give)


def _may_give(state: State, side: str) -> bool:
    """Whether a side has an army commander who could give cards to somebody."""
    own = generals_in_order(state, side)
    chief = next((one for one in own if one.role == ARMY_COMMANDER and is_able(one)), None)
    if chief is None or not hand_of(state, chief.id):
        return False
    return (chief.style == PROFESSIONAL or chief.floating) and any(_receives(state, chief, one) for one in own)


def _receives(state: State, chief: General, one: General) -> bool:
    if one.role != "sub" or not is_able(one):
        return False
    return any(
        allowed(state.position, question, **{"from": chief.id, "to": one.id})
        for question in ("may_gift", "may_distribute")
    )


def check_give(state: State, action: Give) -> Ruling:
    """Whether these gifts may be made: the questions `may_gift` and `may_distribute`."""
    verdict = Verdict()
    own = {one.id for one in generals_in_order(state, decider(state))}
    given: Counter[tuple[str, str]] = Counter()
    for gift in action.gifts:
        if gift.giver not in own or gift.to not in own or not gift.cards:
            verdict.refuse("Cards are given by one general of a side to another.", "MEG-B6.6")
            continue
        given.update((gift.giver, card) for card in gift.cards)
        with every_fault_counts():
            here = with_hands(state, (gift.giver, gift.to))
            floats = any(one.id == gift.giver and one.floating for one in generals_of(here))
            rulings = [
                judged(here, question, **{"from": gift.giver, "to": gift.to, "cards": gift.cards})
                for question in (("may_distribute", "may_gift") if floats else ("may_gift", "may_distribute"))
            ]
        take_over(verdict, next((one for one in rulings if one.answer["legal"]), rulings[0]))
        if not any(one.answer["legal"] for one in rulings):
            for reason in rulings[1].because:
                verdict.cite(reason.clause, reason.says)
    for (giver, card), count in given.items():
        if hand_of(state, giver).count(card) < count:
            verdict.refuse(f"{giver} holds fewer {card} cards than that.", "MEG-B6.8")
    return verdict.decide("give")


def do_give(course: Course, action: Give) -> None:
    side = course.state.choice.side
    for gift in action.gifts:
        hands = dict(course.state.hands)
        left = list(hands[gift.giver].value)
        for card in gift.cards:
            left.remove(card)
        hands[gift.giver] = Secret(side, tuple(left))
        hands[gift.to] = Secret(side, ordered((*hands[gift.to].value, *gift.cards)))
        course.put(hands=hands)
        count = len(gift.cards)
        says = f"{gift.giver} gives {gift.to} {count} {'card' if count == 1 else 'cards'}"
        course.tell("gift", says, "MEG-B6.6", "MEG-B30.4")
    course.put(done=(*course.state.done, side))


def give_ideas(state: State) -> Iterator[Any]:
    """One card to each general who may receive one, and none."""
    own = generals_in_order(state, decider(state))
    chief = next((one for one in own if one.role == ARMY_COMMANDER), None)
    if chief is not None:
        hand = hand_of(state, chief.id)
        for one in own:
            if hand and _receives(state, chief, one):
                yield Give((Gift(chief.id, one.id, (hand[0],)),))
                if len(hand) > 1:
                    yield Give((Gift(chief.id, one.id, (hand[-1],)),))
    yield Give()


# The end of the turn


def excess(state: State, general: General) -> int:
    """How many cards a general has to give up when the turn ends (MEG-B6.7)."""
    return max(0, len(hand_of(state, general.id)) - kept_at_most(state.position, general))


def run_cut(course: Course) -> bool:
    return not _asks(course, _must_give_up)


def _must_give_up(state: State, side: str) -> bool:
    return any(excess(state, one) for one in generals_in_order(state, side) if one.state != DEAD)


def check_cut(state: State, action: GiveUp) -> Ruling:
    """Whether a side gives up just the cards that it may not keep."""
    verdict = Verdict()
    for one in generals_in_order(state, decider(state)):
        cards = action.cards.get(one.id, ())
        due = 0 if one.state == DEAD else excess(state, one)
        if len(cards) != due or Counter(cards) - Counter(hand_of(state, one.id)):
            verdict.refuse(f"{one.id} has to give up {due} of his cards.", "MEG-B6.7")
    return verdict.decide("give_up")


def do_cut(course: Course, action: GiveUp) -> None:
    side = course.state.choice.side
    for name, cards in action.cards.items():
        if cards:
            kept = judged(with_hands(course.state, (name,)), "cards_kept", general=name)
            course.pay(name, cards)
            course.tell("gives-up", f"{name} gives up {', '.join(cards)}", "MEG-B6.7", *kept.clauses)
    course.put(done=(*course.state.done, side))


def cut_ideas(state: State) -> list[Any]:
    """To give up the lowest cards."""
    own = [one for one in generals_in_order(state, decider(state)) if one.state != DEAD]
    return [GiveUp({one.id: hand_of(state, one.id)[: excess(state, one)] for one in own if excess(state, one)})]


def awake(course: Course) -> None:
    """Stunned generals can act again from the next card phase on (MEG-B22.4)."""
    for general in generals_of(course.position):
        if general.state == STUNNED:
            course.note_general(general.id, state="")
