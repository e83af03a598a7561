"""Paying for actions: whose hand, which cards, and what they count for (MEG-B6.8)."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.mechanics.tables import table
from debellis.meg.cards.command import judge_command
from debellis.meg.cards.costs import cards_of
from debellis.meg.cards.hands import judge_holding
from debellis.meg.general_facts import ALLY, DEAD, FLANK_MARCHING, IDLE, rank_row
from debellis.meg.playing.state import State
from debellis.meg.troops import CAMP
from debellis.meg.units import generals_of, unit_of
from debellis.meg.words import COLOURS
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.table.value import replace
from debellis.umpire.verdict import QuietVerdict, Verdict

_RAISED = Memory[int]("what the cards of generals count more or less")
#: A general, and the cards he pays with.
Payment = tuple[str, tuple[str, ...]]


def hand_of(state: State, general: str) -> tuple[str, ...]:
    """The cards a general holds; those of a general off the table lie open."""
    if general in state.shown:
        return state.shown[general]
    found = state.hands.get(general)
    return () if found is None else found.value


def has_cards(state: State, side: str) -> bool:
    """Whether a side holds any card with which something can be done. The number of cards is open to all."""
    return any(one.side == side and is_able(one) and hand_of(state, one.id) for one in generals_of(state.position))


def is_able(general: General) -> bool:
    """Whether a general can do anything."""
    return general.state not in IDLE and (bool(general.unit) or general.front is not None)


def orders(general: General, unit: Unit) -> bool:
    """Whether a general may prompt a unit group at all, in or out of command (MEG-B7.13)."""
    if general.side != unit.side or not is_able(general):
        return False
    if general.role == ALLY or unit.contingent:
        return general.contingent == unit.contingent
    return True


def raised(position: Position, general: General, units: tuple[Unit, ...]) -> int:
    """By how many colours a general's cards count higher with his own unit group, or lower out of command."""
    key = (general.id, tuple(unit.id for unit in units))
    return _RAISED.of(position, key, lambda here: _raised(here, general, units))


def _raised(position: Position, general: General, units: tuple[Unit, ...]) -> int:
    numbers = table(position, "general_rules")
    by = int(numbers["attached_upgrade_colours"]) if any(unit.id == general.unit for unit in units) else 0
    quiet = QuietVerdict()
    for unit in units:
        judge_command(quiet, position, general, unit)
    return by - (int(numbers["out_of_command_penalty_colours"]) if quiet.faults else 0)


def needed_for(position: Position, units: tuple[Unit, ...], action: str) -> tuple[str, ...]:
    """The cards an action costs: the dearest of its unit groups, and one more for a block; none if it is closed."""
    each = [() if unit.kind == CAMP else cards_of(position, unit, action) for unit in units]
    if not all(each):
        return ()
    needed = max(each, key=lambda cards: COLOURS.index(cards[0]))
    return (*needed, str(table(position, "block")["extra_card"])) if len(units) > 1 else needed


def refuse_camps(verdict: Verdict, units: tuple[Unit, ...], clause: str) -> bool:
    """Whether a camp is among those who shall act, which is refused: camps stay where they are and only answer."""
    camp = next((unit.id for unit in units if unit.kind == CAMP), None)
    if camp is not None:
        verdict.refuse(f"{camp} is a camp and stays where it is.", clause)
    return camp is not None


def ordered_by(verdict: Verdict, state: State, units: tuple[Unit, ...], general: str) -> General | None:
    """The general who orders an action of some unit groups; refused, and None, if he may not (MEG-B7.13)."""
    he = next((one for one in generals_of(state.position) if one.id == general), None)
    if he is not None and all(orders(he, unit) for unit in units):
        return he
    if he is None:
        says = f"There is no general {general}." if general else "No general was named to pay for this."
    elif he.side != units[0].side:
        says = f"{he.id} is a general of the other side."
    elif not is_able(he):
        why = he.state.replace("_", " ") or "not on the table"
        says = f"{he.id} is {why} and cannot order this."
    else:
        says = f"{he.id} does not command {next(unit.id for unit in units if not orders(he, unit))}."
    verdict.refuse(says, "MEG-B7.13")
    return None


def judge_payment(
    verdict: Verdict,
    state: State,
    units: tuple[Unit, ...],
    general: str,
    cards: tuple[str, ...],
    needed: tuple[str, ...],
    by: int | None = None,
) -> None:
    """Refuse a payment by somebody who may not give the order, or with cards he lacks or that are too low."""
    position = state.position
    he = ordered_by(verdict, state, units, general)
    if he is None:
        return
    if len(units) > int(rank_row(position, he)["block_ugs"]):
        verdict.refuse(f"{he.id} moves at most {rank_row(position, he)['block_ugs']} unit groups.", "MEG-B13.18")
    judge_holding(verdict, replace(he, hand=hand_of(state, general)), cards)
    up = raised(position, he, units) if by is None else by
    if not pays(cards, needed, up):
        counted = {1: ", counted one colour up", -1: ", counted one colour down"}.get(up, "")
        given = " and ".join(cards) or "nothing"
        verdict.refuse(f"This costs {' and '.join(needed)}, and {he.id} gives {given}{counted}.", "MEG-B6.8")


def pays(cards: tuple[str, ...], needed: tuple[str, ...], by: int) -> bool:
    """Whether cards pay for what is asked, each counted so many colours up or down."""
    if len(cards) != len(needed):
        return False
    worth = sorted((_worth(card, by) for card in cards), reverse=True)
    asked = sorted((COLOURS.index(card) for card in needed), reverse=True)
    return all(mine >= theirs for mine, theirs in zip(worth, asked, strict=True))


def _worth(card: str, by: int) -> int:
    """The place of a card in the row of colours when it is raised or lowered; nothing goes above red."""
    return min(COLOURS.index(card) + by, len(COLOURS) - 1)


def cheapest(hand: tuple[str, ...], needed: tuple[str, ...], by: int) -> tuple[str, ...] | None:
    """The lowest cards of a hand that pay for what is asked; None if it cannot pay."""
    left = sorted(hand, key=COLOURS.index)
    found: list[str] = []
    for asked in sorted(needed, key=COLOURS.index, reverse=True):
        card = next((one for one in left if _worth(one, by) >= COLOURS.index(asked)), None)
        if card is None:
            return None
        left.remove(card)
        found.append(card)
    return tuple(found)


def payments(state: State, units: tuple[Unit, ...], needed: tuple[str, ...]) -> Iterator[Payment]:
    """The ways to pay for an action of some unit groups, one for each general who can."""
    if not needed:
        return
    for general in generals_of(state.position):
        hand = hand_of(state, general.id)
        if len(hand) < len(needed) or not all(orders(general, unit) for unit in units):
            continue
        if len(units) > int(rank_row(state.position, general)["block_ugs"]):
            continue
        cards = cheapest(hand, needed, raised(state.position, general, units))
        if cards is not None:
            yield general.id, cards


def payment(state: State, unit: str, action: str) -> Payment | None:
    """The cheapest way to pay for an action of one unit group; None if nobody can."""
    one = unit_of(state.position, unit)
    found = list(payments(state, (one,), needed_for(state.position, (one,), action)))
    return min(found, key=lambda pair: [COLOURS.index(card) for card in pair[1]], default=None)


def spendable(state: State, side: str) -> Iterator[Payment]:
    """The cards that may be given up as a delay, the lowest of each hand (MEG-B12.4)."""
    for general in generals_of(state.position):
        hand = hand_of(state, general.id)
        if general.side == side and hand and general.state not in (FLANK_MARCHING, DEAD, "hesitant", "stunned"):
            yield general.id, (min(hand, key=COLOURS.index),)
