"""Flank marches: who may go off the table, when they come, and what happens when two of them meet."""

from __future__ import annotations

from debellis.dbm.setting_up.deployment import BAGGAGE
from debellis.dbm.setting_up.zones import EDGE
from debellis.dbm.troops import CINC, read_troops
from debellis.mechanics.tables import table
from debellis.mechanics.two_dice import DIE
from debellis.table.position import Position
from debellis.umpire.editions import Troops
from debellis.umpire.questions import FLAG, WHOLE, BadQuestion, Question, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

Muster = dict[str, int]


def read_muster(position: Position, muster: Muster, argument: str) -> list[tuple[Troops, int]]:
    """A command written as how many of which troops."""
    found: list[tuple[Troops, int]] = []
    for text, count in muster.items():
        if count < 0:
            raise BadQuestion(f"the number of {text} must be 0 or more, not {count}", argument)
        try:
            found.append((read_troops(position.edition, text, position.scale), count))
        except ValueError as error:
            raise BadQuestion(str(error), argument) from None
    return found


def elements_of(position: Position, muster: Muster, argument: str) -> int:
    """How many elements a command has, two for each double base."""
    return sum(count * (2 if " + " in what.code else 1) for what, count in read_muster(position, muster, argument))


def may_flank_march(position: Position, *, command: Muster) -> Ruling:
    """Whether a command, as so many of which troops, may march off the table round a flank."""
    verdict = Verdict()
    for what, count in read_muster(position, command, "command"):
        if count and what.rank == CINC:
            verdict.refuse("The command of the C-in-C cannot flank march.", "DBM32-P15-flank-who")
        if count and what.kind == BAGGAGE:
            verdict.refuse("Baggage cannot flank march.", "DBM32-P15-flank-who")
    return verdict.decide("may_flank_march")


def flank_march(position: Position, *, die: int, bound: int) -> Ruling:
    """Whether the PIP die of a flank marching command brings it to the table's edge."""
    finding = Finding()
    row = table(position, "flank_march")
    early = bound < row["first_roll_bound"]
    arrives = not early and die in row["arrive_on"]
    if early:
        finding.cite("DBM-B12.5", f"A flank march throws from bound {row['first_roll_bound']} on.")
    else:
        finding.cite("DBM-B12.5", f"A {die} {'brings' if arrives else 'does not bring'} the flank march on.")
    enters = bound + 1 if arrives else None
    return finding.rule("flank_march", {"arrives": arrives, "enters_in_bound": enters})


def flank_meeting(position: Position, *, red: Muster, blue: Muster, red_edge: str, blue_edge: str) -> Ruling:
    """What comes of flank marches of both sides: on the same edge the one with fewer elements is driven back."""
    finding = Finding()
    numbers = {"red": elements_of(position, red, "red"), "blue": elements_of(position, blue, "blue")}
    if red_edge != blue_edge:
        return finding.rule("flank_meeting", {"meet": False, "numbers": numbers, "driven_back": []})
    says = f"Both march round the {red_edge} edge: {numbers['red']} elements of red, {numbers['blue']} of blue."
    finding.cite("DBM32-P15-flank-meet", says)
    most = max(numbers.values())
    equal = numbers["red"] == numbers["blue"]
    back = [side for side, count in numbers.items() if equal or count < most]
    return finding.rule("flank_meeting", {"meet": True, "numbers": numbers, "driven_back": back})


def may_delay_arrival(position: Position, *, due: bool, arrived: int, pips: int, can_enter: bool = True) -> Ruling:
    """Whether movement may end with so many elements of a flank march on the table that was due to arrive."""
    verdict = Verdict()
    if due and arrived == 0 and pips > 0 and can_enter:
        says = "A flank march that can arrive must: at least one of its elements has to come on."
        verdict.refuse(says, "IWF-8.2g")
    return verdict.decide("may_delay_arrival")


_MUSTER = table_of(WHOLE)
QUESTIONS: tuple[Question, ...] = (
    Question("may_flank_march", "whether a command may flank march", {"command": _MUSTER}, may_flank_march),
    Question("flank_march", "whether a flank march arrives, by its PIP die", {"die": DIE, "bound": WHOLE}, flank_march),
    Question(
        "flank_meeting",
        "what comes of flank marches of both sides",
        {"red": _MUSTER, "blue": _MUSTER, "red_edge": EDGE, "blue_edge": EDGE},
        flank_meeting,
    ),
    Question(
        "may_delay_arrival",
        "whether a flank march that is due may stay off the table",
        {"due": FLAG, "arrived": WHOLE, "pips": WHOLE, "can_enter": FLAG.or_none()},
        may_delay_arrival,
    ),
)
