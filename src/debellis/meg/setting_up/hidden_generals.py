"""Generals before the battle and off the table: the cards laid under them, what a red card does, and whom they join."""

from __future__ import annotations

from debellis.meg.arguments import ANY_UNIT, FILE, GENERAL, SIDE, question
from debellis.meg.general_facts import ARMY_COMMANDER, general_of
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, files_of, named_file, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import General
from debellis.umpire.questions import FLAG, TEXT, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

LEFT, RIGHT, BLUFF, OPEN = "left", "right", "bluff", "open"
CARDS = (LEFT, RIGHT, BLUFF)
COMMITS, TURNS_UP, REVEALS, LAID = "commits", "turns_up", "reveals", "laid"


def judge_card(verdict: Verdict, general: General, card: str) -> None:
    """Refuse a card under a general who lays none, or one that does not exist."""
    if general.role == ARMY_COMMANDER:
        verdict.refuse(f"{general.id} is the army commander, who lays no card.", "MEG-B11.13")
    elif card not in CARDS:
        verdict.refuse(f"The card under {general.id} is left, right or bluff, not {card!r}.", "MEG-B11.4")
    else:
        permit(verdict, f"{general.id} is placed with a card face down.", "MEG-B11.4")


def _may_lay_card(position: Position, general: str, card: str) -> Ruling:
    verdict = Verdict()
    judge_card(verdict, general_of(position, general), card)
    return verdict.decide("may_lay_card")


def _may_turn_up(position: Position, general: str, card: str) -> Ruling:
    """Whether a card under a general may be turned up by choice: only a bluff (MEG-B11.13)."""
    verdict = Verdict()
    judge_turning_up(verdict, general, card)
    return verdict.decide("may_turn_up")


def judge_turning_up(verdict: Verdict, general: str, card: str) -> None:
    if card != BLUFF:
        verdict.refuse(f"{general} is on a flank march; only a bluff is turned up by choice.", "MEG-B11.13")
    else:
        permit(verdict, f"The bluff under {general} may be turned up.", "MEG-B11.11")


def red_card(general: str, card: str, hesitant: bool, found: Finding) -> str:
    """What the red card does that is dealt to a general off the table."""
    if hesitant:
        found.cite("MEG-B11.16", f"The first red card commits {general}, who hesitates.")
        return COMMITS
    if card == BLUFF:
        found.cite("MEG-B11.11", f"The card under {general} is a bluff and is turned up.")
        return TURNS_UP
    if card == OPEN:
        found.cite("MEG-B11.14", f"The red card is laid beside the marker of {general}.")
        return LAID
    found.cite("MEG-B11.5", f"The first red card reveals the march of {general} round his {card} flank.")
    found.cite("MEG-B11.9", "Red cards are collected from now on.")
    return REVEALS


def _red_card(position: Position, general: str, card: str, hesitant: bool = False) -> Ruling:
    found = Finding()
    return found.rule("red_card", red_card(general, card, hesitant, found))


# Joining


def judge_joining(verdict: Verdict, position: Position, general: General, file: str) -> None:
    """Refuse a file that a general may not join, by its front base (MEG-B7.14)."""
    if not position.has_base(file):
        verdict.refuse(f"There is no base {file} on the table.", "MEG-B7.14")
        return
    unit = unit_of(position, unit_name(position.base(file)))
    if unit.side != general.side or unit.kind == CAMP or unit.broken:
        verdict.refuse(f"{general.id} joins a unit group of his own side.", "MEG-B7.14")
    elif unit.contingent != general.contingent:
        verdict.refuse(f"{unit.id} is not of the command of {general.id}.", "MEG-B7.14", "MEG-B7.15")
    elif not any(one[0].id == file for one in files_of(position, unit.id)):
        verdict.refuse(f"{file} is not the front base of a file.", "MEG-B7.14")


def _may_join(position: Position, general: str, file: str) -> Ruling:
    verdict = Verdict()
    judge_joining(verdict, position, general_of(position, general), named_file(position, file)[0].id)
    return verdict.decide("may_join")


def _is_known(position: Position, unit: str, side: str) -> Ruling:
    """Whether a side knows a unit group: its own, or one that stands on the table (MEG-B8.13)."""
    found = Finding()
    group = unit_of(position, unit)
    if group.side == side:
        found.cite("MEG-B30.4", f"{unit} is {side}'s own.")
        return found.rule("is_known", True)
    here = bool(bases_of(position, unit))
    found.cite("MEG-B8.13", f"{unit} {'stands' if here else 'does not stand'} on the table.")
    return found.rule("is_known", here)


QUESTIONS = (
    question(
        "may_lay_card",
        "whether a general lays a card face down before the battle",
        {"general": GENERAL, "card": TEXT},
        _may_lay_card,
    ),
    question(
        "may_turn_up",
        "whether the card under a general may be turned up by choice",
        {"general": GENERAL, "card": one_of(*CARDS)},
        _may_turn_up,
    ),
    question(
        "red_card",
        "what a red card does that is dealt to a general off the table",
        {"general": GENERAL, "card": one_of(*CARDS, OPEN), "hesitant": FLAG.or_none()},
        _red_card,
    ),
    question("may_join", "whether a general may be placed with a file", {"general": GENERAL, "file": FILE}, _may_join),
    question("is_known", "whether a side knows a unit group", {"unit": ANY_UNIT, "side": SIDE}, _is_known),
)
