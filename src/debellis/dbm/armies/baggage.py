"""Baggage: how many elements an army has, and to which command they belong. Also when elements may change commands."""

from __future__ import annotations

from typing import Any

from debellis.dbm.armies.elements import is_baggage, read_elements
from debellis.dbm.troops import ALLY, RANKS, service
from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import FLAG, NUMBER, TEXT, WHOLE, BadQuestion, Question, list_of, one_of, table_of
from debellis.umpire.questions import TABLE as ANY_TABLE
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

STAGES = ("army_entry", "terrain", "deployment", "deployed", "battle")


def baggage_for(position: Position, points: float) -> int:
    """The number of baggage elements of an army with the given points."""
    row = table(position, "army_size")
    small = points <= row["ap_standard"] + COINCIDE
    return int(row["baggage_up_to_400ap"] if small else row["baggage_over_400ap"])


def cite_baggage(
    position: Position, finding: Finding, points: float, generals: int | None = None, allies: int = 0
) -> None:
    """Cite why an army has its number of baggage elements."""
    needed = baggage_for(position, points)
    finding.cite("DBM32-P11-size-a", f"an army of {points:g} points has {needed} baggage elements")
    if generals is not None:
        says = f"what list books ask for by the general ({generals} here) is replaced by {needed} for the army"
        finding.cite("DBM32-LISTS-baggage-a", says)
    if allies:
        finding.cite("DBM32-LISTS-baggage-allies", "allied contingents bring no baggage of their own")


def baggage(
    position: Position,
    *,
    points: float,
    generals: int | None = None,
    waterborne: bool = False,
    allies: int = 0,
) -> Ruling:
    """How many baggage elements an army must have. Generals, ships and allies do not change the number."""
    finding = Finding()
    told = (0 if generals is None else generals) if waterborne or generals is not None else None
    cite_baggage(position, finding, points, told, allies)
    finding.measure("army points", points, "points", table(position, "army_size")["ap_standard"])
    return finding.rule("baggage", baggage_for(position, points))


class Led(Value, frozen=True):
    """A command that could receive the baggage."""

    id: str
    rank: str
    on_table: bool


def may_assign_baggage(
    position: Position,
    *,
    to: dict[str, int],
    side: str | None = None,
    commands: tuple[dict[str, Any], ...] | None = None,
    stage: str = "deployed",
) -> Ruling:
    """Whether the baggage may be assigned in this way: all to one command, which is on the table and not an ally's."""
    verdict = Verdict()
    led = {one.id: one for one in (_told(commands) if commands is not None else _standing(position, side))}
    given = {name: count for name, count in to.items() if count > 0}
    unknown = [name for name in to if name not in led]
    if unknown:
        raise BadQuestion(f"there is no command {unknown[0]!r}; there are {', '.join(led)}", "to")
    clause = "DBM32-P11-size-b"
    _judge_stage(verdict, stage)
    least = baggage_for(position, 0.0)
    total = sum(given.values())
    if total < least:
        says = f"All baggage is assigned together: every army has {least} or more, and this is {total}."
        verdict.refuse(says, clause, "DBM32-P11-size-a")
    if len(given) > 1:
        verdict.refuse(f"All baggage goes to one command, not to {' and '.join(given)}.", clause)
    for name in given:
        if led[name].rank == ALLY:
            verdict.refuse(f"{name} is led by an ally-general, and baggage goes to no ally.", clause)
        if not led[name].on_table:
            verdict.refuse(f"{name} is not on the table, and baggage goes to a command that is.", clause)
    choices = [one.id for one in led.values() if one.on_table and one.rank != ALLY]
    return verdict.decide("may_assign_baggage", choices=choices)


def _judge_stage(verdict: Verdict, stage: str) -> None:
    """Report baggage that is assigned before deployment is complete, or reassigned after the battle has begun."""
    if stage in STAGES[: STAGES.index("deployed")]:
        verdict.refuse("Baggage is assigned after deployment.", "DBM32-P11-size-b")
    elif stage != "deployed":
        verdict.refuse("Baggage is assigned once, after deployment and before the battle.", "DBM32-P11-size-b")


def _told(commands: tuple[dict[str, Any], ...]) -> list[Led]:
    found: list[Led] = []
    for row in commands:
        unknown = set(row) - {"id", "general", "flank_march"}
        rank = RANKS.get(str(row.get("general")))
        if unknown or "id" not in row or rank is None:
            raise BadQuestion("each command needs id and general (a rank), and may have flank_march = true", "commands")
        found.append(Led(str(row["id"]), rank, not row.get("flank_march", False)))
    return found


def _standing(position: Position, side: str | None) -> list[Led]:
    """The commands of a side whose generals are on the table, or are known to be on a flank march."""
    if side is None:
        raise BadQuestion("say whose baggage it is with side, or give the commands", "side")
    notes = {command.id: command.notes for command in position.commands or ()}
    found: list[Led] = []
    for base in position.bases:
        serving = service(base)
        if base.side == side and serving.rank is not None:
            found.append(Led(serving.command, serving.rank, "flank_march" not in notes.get(serving.command, ())))
    return found


def may_change_command(position: Position, *, troops: str, stage: str) -> Ruling:
    """Whether an element may still change from one command to another."""
    verdict = Verdict()
    if is_baggage(read_elements(position, (troops,), "troops")[0]):
        _judge_stage(verdict, stage)
    elif stage != STAGES[0]:
        verdict.refuse("All but baggage is assigned to commands before the set-up begins.", "DBM32-P11-size-c")
    return verdict.decide("may_change_command")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "baggage",
        "how many baggage elements an army must have",
        {"points": NUMBER, "generals": WHOLE.or_none(), "waterborne": FLAG.or_none(), "allies": WHOLE.or_none()},
        baggage,
    ),
    Question(
        "may_assign_baggage",
        "whether baggage may be given to commands like this",
        {
            "to": table_of(WHOLE),
            "side": one_of("red", "blue").or_none(),
            "commands": list_of(ANY_TABLE).or_none(),
            "stage": one_of(*STAGES).or_none(),
        },
        may_assign_baggage,
        tied_to_table=True,
    ),
    Question(
        "may_change_command",
        "whether an element may still go from one command to another",
        {"troops": TEXT, "stage": one_of(*STAGES)},
        may_change_command,
    ),
)
