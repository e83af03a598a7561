"""Hands of cards: how many are dealt and kept, and who may give, share out or discard them."""

from __future__ import annotations

from collections import Counter

from debellis.mechanics.tables import table
from debellis.meg.arguments import COLOUR, GENERAL, question
from debellis.meg.cards.command import judge_command
from debellis.meg.general_facts import (
    ALLY,
    ARMY_COMMANDER,
    DEAD,
    FLANK_MARCHING,
    HESITANT,
    IDLE,
    PROFESSIONAL,
    allowance,
    general_of,
    held,
    rank_row,
)
from debellis.meg.units import bw, moment
from debellis.table.position import Position
from debellis.table.units import General
from debellis.umpire.questions import list_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: The sub-phase in which cards are discarded, unless the question names another.
EXCEPTION = "flank_marcher_discards_in_1_1"
DISCARDING = "1.1"
_STATES = {FLANK_MARCHING: "is on a flank march", DEAD: "is dead and not yet replaced", HESITANT: "is hesitant"}


def _general(position: Position, general: str) -> Ruling:
    found = Finding()
    he = general_of(position, general)
    row = rank_row(position, he)
    reach = bw(position, float(row["command_range_bw"]))
    if he.cards is not None and he.cards != int(row["cards"]):
        found.cite("MEG-B22.4", f"{he.id} was wounded and has {he.cards} cards now.")
    else:
        found.cite("MEG-B7.2", f"A {he.rank} general has {row['cards']} cards.")
    found.cite("MEG-B7.4", f"His command range is {row['command_range_bw']} BW.")
    found.cite("MEG-B13.18", f"He may move {row['block_ugs']} unit groups as a block.")
    return found.rule(
        "general", {"allowance": allowance(position, he), "block": int(row["block_ugs"]), "command_range": reach}
    )


def _cards_kept(position: Position, general: str) -> Ruling:
    found = Finding()
    he = general_of(position, general)
    limit, count = kept_at_most(position, he), len(held(he))
    if count > allowance(position, he):
        found.cite("MEG-01a", f"{he.id}, who is {he.style}, may keep {limit} cards at the end of the turn.")
        if he.style == PROFESSIONAL:
            found.cite("MEG-B7.3", f"{he.id} is professional and may keep one extra card.")
    else:
        found.cite("MEG-B6.7", f"{he.id} may keep {limit} cards at the end of the turn.")
    keeps = min(count, limit)
    found.measure("cards held", count, "cards", limit)
    return found.rule("cards_kept", {"keeps": keeps, "gives_up": count - keeps})


def kept_at_most(position: Position, general: General) -> int:
    """How many cards a general may hold when a turn ends."""
    extra = int(table(position, "document")["professional_extra_cards_held"])
    return allowance(position, general) + (extra if general.style == PROFESSIONAL else 0)


def _cards_dealt(position: Position, general: str) -> Ruling:
    found = Finding()
    he = general_of(position, general)
    count, limit = len(held(he)), allowance(position, he)
    if he.state == DEAD:
        found.cite("MEG-B22.8", f"{he.id} is dead: he is dealt nothing.")
        return found.rule("cards_dealt", {"dealt": 0, "holds": count})
    if count > limit:
        found.cite("MEG-01b", f"{he.id} kept {count} cards, more than his {limit}: nothing is dealt to this hand.")
    else:
        found.cite("MEG-B6.5", f"{he.id} is dealt cards up to his {limit}.")
    dealt = max(0, limit - count)
    return found.rule("cards_dealt", {"dealt": dealt, "holds": count + dealt})


def judge_holding(verdict: Verdict, general: General, cards: tuple[str, ...]) -> None:
    """Refuse cards that a general does not hold, where his hand is known."""
    if general.hand is None:
        return
    missing = Counter(cards) - Counter(general.hand)
    for colour in missing:
        verdict.refuse(f"{general.id} holds no {colour} card to spare.", "MEG-B6.8")


def _may_gift(position: Position, giver: str, to: str, cards: tuple[str, ...]) -> Ruling:
    verdict = Verdict()
    he, other = general_of(position, giver), general_of(position, to)
    _judge_phase(verdict, position, "1.3", "Cards are given")
    if he.role != ARMY_COMMANDER or he.style != PROFESSIONAL:
        verdict.refuse(f"{he.id} is not a professional army commander, who alone may give cards.", "MEG-B6.6")
    _judge_able(verdict, he)
    judge_receiver(verdict, he, other, "MEG-B6.6")
    if verdict.legal:
        judge_command(verdict, position, he, other)
    judge_holding(verdict, he, cards)
    if len(held(other)) > allowance(position, other):
        permit(verdict, f"{other.id} holds more than his allowance, but a gift may still enlarge his hand.", "MEG-01c")
    return verdict.decide("may_gift")


def judge_receiver(verdict: Verdict, giver: General, other: General, clause: str) -> None:
    """Refuse cards to somebody who is no sub-general on the table; the clause says who may get them."""
    if other.side != giver.side or other.id == giver.id:
        verdict.refuse(f"{other.id} is no other general of the same side.", clause)
    if other.role == ALLY:
        verdict.refuse(f"{other.id} is an ally, and allies are given no cards.", clause)
    if other.state == FLANK_MARCHING:
        verdict.refuse(f"{other.id} is on a flank march and has not arrived.", clause)
    if other.state == DEAD:
        verdict.refuse(f"{other.id} is dead.", "MEG-B22.8")


def _judge_able(verdict: Verdict, general: General) -> None:
    if general.state in IDLE:
        verdict.refuse(f"{general.id} is {general.state.replace('_', ' ')} and can do nothing.", "MEG-B7.13")


def _judge_phase(verdict: Verdict, position: Position, phase: str, what: str) -> None:
    """Refuse something outside its sub-phase; where none is named it is done in its own."""
    now = moment(position).phase or phase
    if now != phase:
        verdict.refuse(f"{what} in SP {phase}, not in SP {now}.", "MEG-B12.0")


def _may_distribute(position: Position, giver: str, to: str, cards: tuple[str, ...]) -> Ruling:
    verdict = Verdict()
    he, other = general_of(position, giver), general_of(position, to)
    _judge_phase(verdict, position, "1.3", "Cards are distributed")
    if he.role != ARMY_COMMANDER or not he.floating:
        verdict.refuse(f"{he.id} is not a floating army commander, who alone distributes cards.", "MEG-B7.7")
    _judge_able(verdict, he)
    judge_receiver(verdict, he, other, "MEG-B7.7")
    if he.fighting:
        if other.unit and other.unit == he.unit:
            permit(verdict, f"{other.id} is with the same unit group, {he.unit}.", "MEG-10d")
        else:
            verdict.refuse(f"{he.id} is in combat and may give cards only to a general who is with him.", "MEG-10d")
    judge_holding(verdict, he, cards)
    return verdict.decide("may_distribute")


def _may_discard(position: Position, general: str, card: str | None = None) -> Ruling:
    verdict = Verdict()
    he = general_of(position, general)
    judge_discard(verdict, position, he)
    if card is not None:
        judge_holding(verdict, he, (card,))
    return verdict.decide("may_discard")


def judge_discard(verdict: Verdict, position: Position, general: General) -> None:
    """Refuse to discard, or to give up as a delay, a card of an absent, dead or hesitant general."""
    if general.state not in _STATES:
        return
    phase = moment(position).phase or DISCARDING
    excepted = bool(position.options.get(EXCEPTION, table(position, "cards")[EXCEPTION]))
    if general.state == FLANK_MARCHING and phase == DISCARDING and excepted:
        permit(verdict, f"{general.id} is on a flank march and may discard in SP {DISCARDING} only.", "MEG-B6.4")
        return
    verdict.refuse(f"{general.id} {_STATES[general.state]}: none of his cards may be discarded.", "MEG-13a")


_CARDS = list_of(COLOUR)
QUESTIONS = (
    question("general", "a general's cards, blocks and command range", {"general": GENERAL}, _general),
    question("cards_kept", "how many cards a general keeps when the turn ends", {"general": GENERAL}, _cards_kept),
    question("cards_dealt", "how many cards a general is dealt", {"general": GENERAL}, _cards_dealt),
    question(
        "may_gift",
        "whether an army commander may give cards to another general",
        {"from": GENERAL, "to": GENERAL, "cards": _CARDS.or_none()},
        lambda position, to, cards=(), **given: _may_gift(position, given["from"], to, cards),
    ),
    question(
        "may_distribute",
        "whether a floating army commander may share out cards to another general",
        {"from": GENERAL, "to": GENERAL, "cards": _CARDS.or_none()},
        lambda position, to, cards=(), **given: _may_distribute(position, given["from"], to, cards),
    ),
    question(
        "may_discard",
        "whether a card of a general may be discarded",
        {"general": GENERAL, "card": COLOUR.or_none()},
        _may_discard,
    ),
)
