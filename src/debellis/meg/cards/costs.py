"""What prompted actions cost, what cards win back of a slowed move, and who chooses after an action."""

from __future__ import annotations

from typing import Any

from debellis.mechanics.tables import rows, table
from debellis.meg.arguments import ACTION, COLOUR, SIDE, UNIT, UNITS, block_members, question
from debellis.meg.troops import SKIRMISHER, is_flexible, order_of
from debellis.meg.units import unit_of
from debellis.meg.words import COLOURS, DISMOUNT
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.questions import TEXT, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

#: The columns of the table of prompted actions.
COLUMNS = ("skirmisher", "drilled", "formed", "tribal")
#: What a column says where the action is closed to it.
CLOSED = "-"
DOUBLE = "M14"


def action_row(position: Position, action: str) -> dict[str, Any]:
    """The row of a prompted action. Dismounting costs what a turn on the spot costs (MEG-B25.8)."""
    code = "M9" if action == DISMOUNT else action
    return next(row for row in rows(position, "prompted_action") if row["id"] == code)


def column_of(unit: Unit) -> str:
    """The column of the table in which a unit group is found: by its training, or as skirmishers."""
    return SKIRMISHER if order_of(unit) == SKIRMISHER or unit.troops.training == SKIRMISHER else unit.troops.training


def cards_of(position: Position, unit: Unit, action: str) -> tuple[str, ...]:
    """The colours of the cards that an action of a unit group costs; none if it is closed to it."""
    written = str(action_row(position, action)["cost"][COLUMNS.index(column_of(unit))])
    if written == CLOSED:
        return ()
    count, times, colour = written.rpartition(" x ")
    return (colour,) * int(count) if times else (written,)


def pays_as_skirmishers(position: Position, unit: Unit, action: str) -> bool:
    """Whether flexible troops pay another price for an action because they are in skirmisher form (MEG-20c)."""
    if not is_flexible(unit) or column_of(unit) != SKIRMISHER:
        return False
    return cards_of(position, unit, action) != cards_of(position, replace(unit, form=""), action)


def _cost(
    position: Position,
    action: str,
    unit: str | None = None,
    block: tuple[str, ...] | None = None,
    form: str | None = None,
) -> Ruling:
    found = Finding()
    members = [unit_of(position, name) for name in block_members(position, unit, block)]
    if form is not None:
        members = [replace(member, form=form) for member in members]
    found.cite("MEG-B13.13" if action == DOUBLE else "MEG-B13.1", f"The cost of {action} stands in the action table.")
    for member in members:
        if is_flexible(member) and column_of(member) == SKIRMISHER:
            found.cite("MEG-20c", f"{member.id} is in skirmisher form and uses the skirmishers' column.")
    if action == DISMOUNT:
        found.cite("MEG-B25.8", "Dismounting costs as much as a turn on the spot.")
    dearest = _dearest(position, members, action)
    if dearest is None:
        who = next(member for member in members if not cards_of(position, member, action))
        found.cite("MEG-B13.1", f"{action} is closed to {column_of(who)} troops.")
        return found.rule("cost", {"card": None, "column": column_of(who)})
    cards = cards_of(position, dearest, action)
    if len(members) > 1:
        extra = str(table(position, "block")["extra_card"])
        found.cite("MEG-B13.18", f"A block pays its dearest card and one more, at least {extra}.")
        if action == "C2":
            found.cite("MEG-31b", "One extra card carries the block along in a prompted charge.")
        cards = (*cards, extra)
    card: Any = cards[0] if len(cards) == 1 else list(cards)
    return found.rule("cost", {"card": card, "column": column_of(dearest)})


def _dearest(position: Position, members: list[Unit], action: str) -> Unit | None:
    """The unit group whose card is the dearest; None if the action is closed to one of them."""
    if not all(cards_of(position, member, action) for member in members):
        return None
    return max(members, key=lambda member: COLOURS.index(cards_of(position, member, action)[0]))


def _slowing(
    position: Position,
    unit: str | None = None,
    block: tuple[str, ...] | None = None,
    cards: tuple[str, ...] = (),
) -> Ruling:
    found = Finding()
    members = [unit_of(position, name) for name in block_members(position, unit, block)]
    lost = max(member.slowed for member in members)
    if len(members) > 1 and any(member.slowed < lost for member in members):
        found.cite("MEG-32c", f"The block is slowed by {lost:g} BW, as its most slowed unit group.")
    won = sum(won_back(position, card) for card in cards)
    if lost and won:
        found.cite("MEG-B13.6", f"The cards win back {min(won, lost):g} BW.")
        if len(members) > 1:
            found.cite("MEG-32b", "One card counts for any or all unit groups of the block.")
    elif lost:
        found.cite("MEG-B16.7", f"Shooting has slowed it by {lost:g} BW.")
    return found.rule("slowing", max(0.0, lost - won))


def won_back(position: Position, card: str) -> float:
    """How many BW a card wins back: 1 for the colour that is asked, 2 for red (MEG-B13.6)."""
    numbers = table(position, "document")
    least = COLOURS.index(numbers["prompt_through_fire_card"])
    each = float(numbers["prompt_through_fire_bw_per_card"])
    return each * max(0, COLOURS.index(card) - least + 1)


def _next_choice(position: Position, side: str, action: str) -> Ruling:
    found = Finding()
    following = "blue" if side == "red" else "red"
    if action in ("CM1", "move_general"):
        found.cite("MEG-09f", "Moving a general is an action: the choice goes to the other player.")
    else:
        found.cite("MEG-B12.2", "The players act in turn, one action at a time.")
    if action == "delay":
        found.cite("MEG-B12.4", "A delay passes the choice and is no pass.")
    return found.rule("next_choice", following)


QUESTIONS = (
    question(
        "cost",
        "the card that an action of a unit group or a block costs",
        {
            "unit": UNIT.or_none(),
            "block": UNITS.or_none(),
            "action": ACTION,
            "form": one_of("loose", SKIRMISHER).or_none(),
        },
        _cost,
    ),
    question(
        "slowing",
        "how many BW of its move a unit group or a block has still lost",
        {"unit": UNIT.or_none(), "block": UNITS.or_none(), "cards": list_of(COLOUR).or_none()},
        _slowing,
    ),
    question("next_choice", "which side chooses after an action", {"side": SIDE, "action": TEXT}, _next_choice),
)
