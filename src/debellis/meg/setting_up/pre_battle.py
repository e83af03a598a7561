"""The pre-battle system round by round: PBS cards, who moves the marker, where it may go, and who deploys first."""

from __future__ import annotations

from typing import Any

from debellis.mechanics.tables import load, table
from debellis.meg.arguments import SIDE, question
from debellis.meg.setting_up.armies import check_written
from debellis.meg.troops import ARTILLERY, MOUNTED, SUG
from debellis.meg.words import COLOURS, SIDES
from debellis.table.position import Position
from debellis.umpire.questions import TABLE, TEXT, WHOLE, BadQuestion, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

PASS = "pass"
TERRITORY, LOCATION = "territory", "location"


def entitlement(edition: str, army: dict[str, Any], found: Finding) -> int:
    """How many PBS cards an army draws (MEG-B9.2, MEG-B9.16)."""
    rules = load(edition)["pbs"]
    count = int(rules["pbs_cards_base"])
    chief: dict[str, Any] = next((one for one in army.get("general", ()) if one.get("role") == "AC"), {})
    if str(chief.get("rank", "")).casefold() == "legendary":
        count += int(rules["pbs_cards_legendary_ac"])
        found.cite("MEG-B9.2", "A legendary army commander draws one card more.")
    groups = list(army.get("ug", ()))
    whole = sum(int(group.get("n", 1)) for group in groups)
    swift = sum(int(group.get("n", 1)) for group in groups if _is_swift(group))
    found.cite("MEG-B9.16", f"{swift} of {whole} unit groups are mounted or skirmishers.")
    if 2 * swift > whole:
        count += int(rules["pbs_cards_over_half_mounted_or_skirmishers"])
    elif 4 * swift < whole:
        count += int(rules["pbs_cards_under_quarter_mounted_or_skirmishers"])
    least = int(rules["pbs_cards_min"])
    found.cite("MEG-B9.2", f"The army draws {max(least, count)} PBS cards.")
    return max(least, count)


def _is_swift(group: dict[str, Any]) -> bool:
    if group.get("type") in MOUNTED:
        return True
    return group.get("kind") == SUG and group.get("type") != ARTILLERY


def _pbs_cards(position: Position, army: dict[str, Any]) -> Ruling:
    found = Finding()
    check_written(army)
    return found.rule("pbs_cards", entitlement(position.edition, army, found))


def _pbs_round(position: Position, cards: dict[str, str], defender: str, play: str = LOCATION) -> Ruling:
    """Who chooses the territory or moves the marker after both cards are shown, and by how many steps."""
    found = Finding()
    if set(cards) != set(SIDES):
        raise BadQuestion("cards must have one for red and one for blue", "cards")
    order = (PASS, *COLOURS)
    worth = {side: order.index(cards[side]) for side in SIDES}
    apart = abs(worth["red"] - worth["blue"])
    higher = max(SIDES, key=lambda side: worth[side])
    clause = "MEG-B9.3" if play == TERRITORY else "MEG-B9.4"
    if PASS in cards.values():
        found.cite("MEG-B9.19" if apart == 0 else clause, "A pass counts below black.")
    found.cite(clause, f"Red played {cards['red']}, blue {cards['blue']}.")
    if play == TERRITORY:
        side = defender if apart == 0 else higher
        return found.rule("pbs_round", {"side": side, "steps": 0})
    if apart == 0:
        return found.rule("pbs_round", {"side": "none", "steps": 0})
    grid = table(position, "pbs")["grid"]
    steps = int(grid["steps_higher_by_2_or_more" if apart > 1 else "steps_higher_by_1"])
    return found.rule("pbs_round", {"side": higher, "steps": steps})


def _cell(position: Position, name: tuple[str, ...]) -> tuple[int, int]:
    grid = table(position, "pbs")["grid"]
    if len(name) != 2 or name[0] not in grid["columns"] or name[1] not in grid["rows"]:
        columns, rows = ", ".join(grid["columns"]), ", ".join(grid["rows"])
        raise BadQuestion(f"a cell is a column ({columns}) and a row ({rows})", "to")
    return grid["columns"].index(name[0]), grid["rows"].index(name[1])


def steps_between(position: Position, one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many steps lead from one cell of the grid to another (MEG-B9.18)."""
    a, b = _cell(position, one), _cell(position, other)
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def cells(position: Position) -> list[tuple[str, str]]:
    """All cells of the grid, column by column."""
    grid = table(position, "pbs")["grid"]
    return [(str(column), str(row)) for column in grid["columns"] for row in grid["rows"]]


def _may_move_marker(position: Position, to: tuple[str, ...], steps: int, **given: tuple[str, ...]) -> Ruling:
    verdict = Verdict()
    needed = steps_between(position, given["from"], to)
    verdict.measure("steps", needed, "steps", steps)
    if needed > steps:
        verdict.refuse(f"From {_told(given['from'])} to {_told(to)} are {needed} steps, not {steps}.", "MEG-B9.18")
    return verdict.decide("may_move_marker")


def _told(cell: tuple[str, ...]) -> str:
    return f"{cell[0].lower()} with {'no secure flank' if cell[1] == 'none' else f'{cell[1]} on a flank'}"


def _deploys_first(position: Position, defender: str, units: int, percent: int = 0, **given: str) -> Ruling:
    """Who deploys first, and how many unit groups before the two sides take turns."""
    found = Finding()
    side = (given.get("side") or defender) if percent else defender
    share = units * percent // 100
    if percent:
        found.cite("MEG-B11.18", f"{percent} % of {units} unit groups, rounded down, are {share}.")
    else:
        found.cite("MEG-B11.1", f"Nobody is outscouted, so {side} as the defender deploys first.")
    return found.rule("deploys_first", {"side": side, "share": share})


def _names_next(position: Position, defender: str, named: tuple[str, ...] = ()) -> Ruling:
    """Who lays his PBS card next: the defender first, then the invader; then both are shown (MEG-B9.17)."""
    found = Finding()
    invader = next(side for side in SIDES if side != defender)
    left = [side for side in (defender, invader) if side not in named]
    if left:
        found.cite("MEG-B9.17", f"{left[0].capitalize()} names a card, hidden.")
        return found.rule("names_next", left[0])
    found.cite("MEG-B9.4", "Both cards are shown.")
    return found.rule("names_next", "show")


def _pbs_card_goes(position: Position, round: int) -> Ruling:
    """Where the played PBS cards are after a round: on the open pile, and back in the deck after the last step."""
    found = Finding()
    if round > int(table(position, "pbs")["rounds"]):
        found.cite("MEG-B9.5", "The pre-battle system is over, and all its cards go back to the deck.")
        return found.rule("pbs_card_goes", "deck")
    found.cite("MEG-B30.3", "A played card lies on the open pile.")
    return found.rule("pbs_card_goes", "pile")


QUESTIONS = (
    question("pbs_cards", "how many PBS cards an army draws", {"army": TABLE}, _pbs_cards),
    question(
        "pbs_round",
        "who decides after a round of the pre-battle system, and by how many steps",
        {
            "cards": table_of(one_of(PASS, *COLOURS)),
            "defender": SIDE,
            "play": one_of(TERRITORY, LOCATION).or_none(),
        },
        _pbs_round,
    ),
    question(
        "may_move_marker",
        "whether the marker may go from one cell of the grid to another",
        {"from": list_of(TEXT), "to": list_of(TEXT), "steps": WHOLE},
        _may_move_marker,
    ),
    question(
        "names_next",
        "who lays a PBS card next",
        {"defender": SIDE, "named": list_of(SIDE).or_none()},
        _names_next,
    ),
    question("pbs_card_goes", "where a played PBS card is after a round", {"round": WHOLE}, _pbs_card_goes),
    question(
        "deploys_first",
        "who deploys first, and how many unit groups",
        {"defender": SIDE, "units": WHOLE, "percent": WHOLE.or_none(), "side": SIDE.or_none()},
        _deploys_first,
    ),
)
