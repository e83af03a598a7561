"""Generals: whether they count as regular on elephants, and whether they may dismount."""

from __future__ import annotations

from debellis.dbm.armies.elements import read_elements
from debellis.dbm.armies.lists import ARMY, ArmyList, find_list, lines_of
from debellis.dbm.armies.points import regular_by_list
from debellis.dbm.troops import DISMOUNTED, arm, noted, noted_now, service, troop
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.questions import BASE, TEXT, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

PIP_DICE, COST, MOVES = "pip_dice", "cost", "moves"
UNLADEN = "unladen"


def general_drill(position: Position, *, general: str, use: str, army: str | ArmyList | None = None) -> Ruling:
    """Whether a general counts as regular or irregular for the given use: PIP dice, cost or moves."""
    finding = Finding()
    element = read_elements(position, (general,), "general")[0]
    if element.rank is None:
        raise BadQuestion(f"{general!r} is no general; write C-in-C, sub-general or ally-general behind it", "general")
    lines = {} if army is None else lines_of(position.edition, find_list(position, army))
    drill = element.what.drill
    if regular_by_list(position, element, lines):
        if use == MOVES:
            finding.cite("DBM32-P11-elgen-b", "regular by his list, he is irregular in all but PIP dice and cost")
        else:
            drill = "Reg"
            finding.cite("DBM32-P11-elgen-a", "on his elephant he is regular, since the list says so")
            finding.cite("DBM32-P11-elgen-b", "he counts as regular for the allocation of PIP dice and for his cost")
    return finding.rule("general_drill", drill)


def stays_mounted(position: Position, base: Base, finding: Finding) -> bool:
    """Whether an element prevents its command from being entirely on foot."""
    what = troop(base)
    halves = (what,) if what.rear is None else (what, what.rear)
    found = False
    for half in halves:
        kind = arm(position.edition, half.type)
        if kind == "mounted" and not noted_now(position, base, DISMOUNTED):
            finding.cite("IWF-3.5b", f"{base.id} is mounted and has not dismounted")
            found = True
        if half.on_mounts:
            finding.cite("IWF-3.5c", f"{base.id} is infantry that still has its mounts")
            found = True
        if kind == "naval" and not noted(base, UNLADEN):
            finding.cite("IWF-3.5d", f"{base.id} still carries troops")
            found = True
    return found


def is_on_foot(position: Position, command: str, finding: Finding) -> bool:
    """Whether a command is entirely on foot. Its general and the troops on his base are ignored."""
    serving = [base for base in position.bases if service(base).command == command]
    if not serving:
        raise BadQuestion(f"nobody serves in a command {command!r}", "command")
    others = [base for base in serving if service(base).rank is None]
    if any([stays_mounted(position, base, finding) for base in others]):
        return False
    finding.cite("IWF-3.5a", f"leaving its general aside, all of {command} is on foot")
    return True


def general_foot(position: Position, base: Base) -> str | None:
    """What a mounted general becomes who may dismount with a command that is on foot; None if he cannot."""
    what = troop(base)
    found = table(position, "dismounting")["generals"].get(what.type) if service(base).rank is not None else None
    return None if found is None else f"{what.drill} {found}"


def on_foot(position: Position, *, command: str) -> Ruling:
    """Whether a command currently counts as entirely on foot."""
    finding = Finding()
    return finding.rule("on_foot", is_on_foot(position, command, finding))


def may_dismount_general(position: Position, *, general: str) -> Ruling:
    """Whether a general may dismount because his command is entirely on foot."""
    verdict = Verdict()
    base = position.base(general)
    if service(base).rank is None:
        raise BadQuestion(f"{general} holds no general", "general")
    if arm(position.edition, troop(base).type) != "mounted" or noted_now(position, base, DISMOUNTED):
        verdict.refuse(f"{general} is on foot already.", "DBM-B7.1")
        return verdict.decide("may_dismount_general")
    if not is_on_foot(position, service(base).command, verdict):
        verdict.refuse(f"The command of {general} is not entirely on foot.", "DBM-B7.1")
    return verdict.decide("may_dismount_general")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "general_drill",
        "whether a general counts as regular or irregular for some use",
        {"general": TEXT, "use": one_of(PIP_DICE, COST, MOVES), "army": ARMY.or_none()},
        general_drill,
    ),
    Question("on_foot", "whether a command counts as entirely on foot", {"command": TEXT}, on_foot),
    Question(
        "may_dismount_general",
        "whether a general may dismount because his command is on foot",
        {"general": BASE},
        may_dismount_general,
    ),
)
