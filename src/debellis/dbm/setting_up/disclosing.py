"""What one side must tell the other when setting up, what it must write down and seal, and what stays hidden."""

from __future__ import annotations

from typing import Any

from debellis.dbm.conduct.guidelines import guidelines_hold, set_aside
from debellis.dbm.setting_up.deployment import AMBUSH, FLANK_MARCH, SIDE
from debellis.dbm.setting_up.zones import EDGE
from debellis.dbm.troops import arm, noted, read_troops, service, troop
from debellis.geometry.plane import COINCIDE, coincide, direction, same_direction
from debellis.table.bases import Base
from debellis.table.board import length_of
from debellis.table.position import Position
from debellis.umpire.questions import (
    BASE,
    FLAG,
    NUMBER,
    POINT,
    TEXT,
    BadQuestion,
    Kind,
    Question,
    checked,
    list_of,
    table_of,
)
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict


def disclosed(position: Position, *, side: str, deployed: tuple[str, ...] = ()) -> Ruling:
    """What the opponent is shown of a side's set-up: its orders when both have deployed, never its ambushes."""
    finding = Finding()
    ready = {"red", "blue"} <= set(deployed)
    orders = ready and guidelines_hold(position)
    if ready and not orders:
        set_aside(finding, f"{side} may keep its orders to itself")
    if orders:
        finding.cite("IWF-G6.2a", "Both sides have deployed: orders of deployment are shown if asked for.")
    own = position.friends(side)
    hidden = [base.id for base in own if noted(base, AMBUSH) and not noted(base, "seen")]
    if hidden and orders:
        finding.cite("IWF-G6.2b", f"The ambush of {' and '.join(hidden)} is not shown yet.")
    shown = [base.id for base in own if base.id not in hidden]
    return finding.rule("disclosed", {"orders": orders, "shown": shown, "hidden": hidden})


def may_begin_play(
    position: Position,
    *,
    side: str,
    ambushes: dict[str, dict[str, Any]] | None = None,
    flank_marches: dict[str, str] | None = None,
) -> Ruling:
    """Whether a side has sealed the map of its ambushes and flank marches that play needs."""
    verdict = Verdict()
    guidelines = guidelines_hold(position)
    mapped = ambushes or {}
    for base in position.friends(side):
        if noted(base, AMBUSH) and not noted(base, "seen") and not _matches(base, mapped.get(base.id)):
            says = f"The sealed map does not show {base.id} in ambush where it is, with its facing."
            verdict.refuse(says, "IWF-G6.3a" if guidelines else "IWF-7.1")
    commands = position.commands if isinstance(position.commands, tuple) else ()
    for command in commands:
        if command.side != side or FLANK_MARCH not in command.notes:
            continue
        edge = (flank_marches or {}).get(command.id)
        if edge is None:
            says = f"The sealed map does not show the flank march of {command.id}."
            verdict.refuse(says, "IWF-G6.3a" if guidelines else "DBM-B12.1")
        elif length_of(edge, position.size) > min(position.size) + COINCIDE:
            says = f"{command.id} marches round a flank: it comes on over a short edge, not the {edge} one."
            verdict.refuse(says, "DBM-B12.5", *(("IWF-G6.3a",) if guidelines else ()))
    return verdict.decide("may_begin_play")


def _matches(base: Base, written: dict[str, Any] | None) -> bool:
    if written is None or "front" not in written or "facing" not in written:
        return False
    return coincide(base.front, written["front"]) and same_direction(base.facing, direction(written["facing"]))


def may_declare(
    position: Position,
    *,
    element: str,
    declared: str,
    command: str | None = None,
    cargo: str | None = None,
    declared_cargo: str | None = None,
    disguises: bool = False,
) -> Ruling:
    """Whether an element may be placed with this said of it: its true troops, command and general, and its cargo."""
    verdict = Verdict()
    base = position.base(element)
    try:
        said = read_troops(position.edition, declared, position.scale)
    except ValueError as error:
        raise BadQuestion(str(error), "declared") from None
    guidelines = guidelines_hold(position)
    if said.code != base.code and not disguises:
        clause = "IWF-G6.4a" if guidelines else "DBM-B12.3"
        verdict.refuse(f"{element} must be declared as what it is, {base.code}.", clause)
    untold: list[tuple[str, str]] = []
    if said.rank != service(base).rank:
        untold.append((f"It must be said that {element} holds a general, or that it does not.", "IWF-G6.4a"))
    if command is not None and command != service(base).command:
        untold.append((f"{element} serves in {service(base).command} and must be declared so.", "IWF-G6.4a"))
    if arm(position.edition, troop(base).type) == "naval" and cargo is not None and declared_cargo != cargo:
        untold.append((f"{cargo} is aboard {element} and must be declared.", "IWF-G6.4b"))
    for says, clause in untold if guidelines else ():
        verdict.refuse(says, clause)
    if untold and not guidelines:
        set_aside(verdict, f"only the troop type of {element} must be told")
    return verdict.decide("may_declare")


def _read_place(value: Any, position: Position) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadQuestion("a sealed place is a table with front and facing", "ambushes")
    return checked("a sealed place", {"front": POINT.or_none(), "facing": NUMBER.or_none()}, value, position)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "disclosed",
        "what the opponent is shown of a side's set-up",
        {"side": SIDE, "deployed": list_of(SIDE).or_none()},
        disclosed,
    ),
    Question(
        "may_begin_play",
        "whether a side has sealed the map of its ambushes and flank marches",
        {
            "side": SIDE,
            "ambushes": table_of(Kind("place", _read_place)).or_none(),
            "flank_marches": table_of(EDGE).or_none(),
        },
        may_begin_play,
    ),
    Question(
        "may_declare",
        "whether an element may be placed with this said of it",
        {
            "element": BASE,
            "declared": TEXT,
            "command": TEXT.or_none(),
            "cargo": TEXT.or_none(),
            "declared_cargo": TEXT.or_none(),
            "disguises": FLAG.or_none(),
        },
        may_declare,
    ),
)
