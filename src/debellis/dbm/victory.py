"""Losing and winning: demoralised commands, defeated armies and victory points."""

from __future__ import annotations

from typing import Any

from debellis.dbm.armies.equivalents import army_breaks_at, command_breaks_at
from debellis.dbm.commands import DEMORALISED
from debellis.dbm.troops import CINC, RANKS, service
from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.mechanics.two_dice import DIE
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import NUMBER, TABLE, WHOLE, BadQuestion, Question, list_of, table_of
from debellis.umpire.ruling import Finding, Ruling

SIDES = ("red", "blue")
_CLOSE, _OTHERWISE = "close_combat", "otherwise"
_BAGGAGE = {
    _CLOSE: "Bge_lost_in_close_combat",
    _OTHERWISE: "Bge_lost_otherwise",
    DEMORALISED: "Bge_demoralised_not_lost",
}
_COMMAND_KEYS = ("id", "side", "general", "strength", "gone", DEMORALISED)


class CommandStanding(Value, frozen=True):
    """The state of a command: its strength at the start and its losses, in element equivalents."""

    id: str
    side: str
    rank: str | None
    strength: float
    gone: float
    demoralised: bool


class Losses(Value, frozen=True):
    """The losses of a side that count for its defeat, and whether they are enough."""

    side: str
    total: float
    enough: float

    @property
    def defeated(self) -> bool:
        return self.enough > 0.0 and self.total >= self.enough - COINCIDE


def victory(
    position: Position,
    *,
    commands: tuple[dict[str, Any], ...] | None = None,
    baggage: dict[str, dict[str, int]] | None = None,
) -> Ruling:
    """Which commands are demoralised, which army is defeated, and the victory points, at the end of a bound.

    `baggage` gives, by side, how many baggage elements are lost in close_combat or otherwise. It also gives how many
    are still on the table in a demoralised command.
    """
    finding = Finding()
    standing = [_judged(position, one, finding) for one in _standing(position, commands)]
    found = [_losses(position, side, standing, (baggage or {}).get(side, {}), finding) for side in SIDES]
    defeated = [losses.side for losses in found if losses.defeated]
    if defeated:
        finding.cite("DBM-B29.4", f"{' and '.join(defeated)}: what is lost, with demoralised commands whole, is half")
    answer = {
        "demoralised": [one.id for one in standing if one.demoralised],
        "defeated": defeated,
        "winner": next((side for side in SIDES if side not in defeated), None) if len(defeated) == 1 else None,
        "losses": {losses.side: losses.total for losses in found},
        "points": _points(position, standing, defeated, finding),
    }
    return finding.rule("victory", answer)


def _standing(position: Position, commands: tuple[dict[str, Any], ...] | None) -> list[CommandStanding]:
    if commands is not None:
        return [_told(row, i) for i, row in enumerate(commands, start=1)]
    ranks = {service(base).command: service(base).rank for base in position.bases if service(base).rank is not None}
    return [
        CommandStanding(one.id, one.side, ranks.get(one.id), one.strength, one.gone, DEMORALISED in one.notes)
        for one in position.commands or ()
    ]


def _told(row: dict[str, Any], number: int) -> CommandStanding:
    """A command as given in the question."""
    rank = RANKS.get(row["general"]) if isinstance(row.get("general"), str) else None
    numbers = [row.get("strength"), row.get("gone", 0)]
    sound = (
        not set(row) - set(_COMMAND_KEYS)
        and row.get("side") in SIDES
        and ("general" not in row or rank is not None)
        and all(isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 for value in numbers)
        and isinstance(row.get(DEMORALISED, False), bool)
    )
    if not sound:
        known = "side, strength, and may have id, general (a rank), gone, demoralised"
        raise BadQuestion(f"command {number} is incomplete or wrong: it needs {known}", "commands")
    name = str(row.get("id", f"{row['side']} {number}"))
    return CommandStanding(
        name, row["side"], rank, float(row["strength"]), float(row.get("gone", 0)), row.get(DEMORALISED, False)
    )


def _judged(position: Position, one: CommandStanding, finding: Finding) -> CommandStanding:
    """The command with the results of its losses."""
    if one.demoralised or not breaks(position, one.strength, one.gone):
        return one
    finding.cite("DBM-B29.2", f"{one.id} has lost {one.gone:g} of {one.strength:g}, a third or more")
    return CommandStanding(one.id, one.side, one.rank, one.strength, one.gone, True)


def breaks(position: Position, strength: float, gone: float) -> bool:
    """Whether a command of a given strength is demoralised by its losses."""
    return strength > 0.0 and gone >= command_breaks_at(position, strength) - COINCIDE


def _losses(
    position: Position, side: str, standing: list[CommandStanding], baggage: dict[str, int], finding: Finding
) -> Losses:
    """The losses that count against an army: elements lost, whole demoralised commands, and lost baggage."""
    own = [one for one in standing if one.side == side]
    total = sum(one.strength if one.demoralised else one.gone for one in own)
    values = table(position, "ee")
    for how, count in baggage.items():
        if how not in _BAGGAGE or count < 0:
            raise BadQuestion(f"{how} = {count} is not baggage; write one of {', '.join(_BAGGAGE)}", "baggage")
        worth = float(values[_BAGGAGE[how]])
        total += worth * count
        if not count:
            continue
        says = f"{side}: {count} baggage, {how.replace('_', ' ')}, count {worth:g} each"
        finding.cite("DBM32-P25-baggage-loss", says)
        if how != DEMORALISED:
            says = f"the baggage {side} has lost counts for its army alone, not for any command's strength or losses"
            finding.cite("DBM32-P25-baggage-orig", says)
    return Losses(side, total, army_breaks_at(position, sum(one.strength for one in own)))


def _points(
    position: Position, standing: list[CommandStanding], defeated: list[str], finding: Finding
) -> dict[str, float]:
    """The victory points of each side: for its own commands that hold, and for enemy commands that do not."""
    row = table(position, "victory")
    whole = float(row["army_vp"])
    spoilt = {side: _worth_of_demoralised(position, side, standing, side in defeated) for side in SIDES}
    finding.cite("DBM-B29.5", f"each army is worth {whole:g}; demoralised commands go to the enemy's score")
    red, blue = whole - spoilt["red"] + spoilt["blue"], whole - spoilt["blue"] + spoilt["red"]
    if not defeated and not any(one.demoralised for one in standing):
        moved = _quarter_transfer(position, standing, finding)
        red, blue = red + moved, blue - moved
    return {"red": red, "blue": blue}


def _worth_of_demoralised(position: Position, side: str, standing: list[CommandStanding], defeated: bool) -> float:
    """The victory points for the demoralised commands of a side; for all of them if it is defeated."""
    row = table(position, "victory")
    own = [one for one in standing if one.side == side]
    gone = own if defeated else [one for one in own if one.demoralised]
    if not gone or len(gone) == len(own):
        return float(row["army_vp"]) if gone else 0.0
    if sum(one.rank == CINC for one in own) != 1:
        raise BadQuestion(f"say which command of {side} is the C-in-C's: it is worth more than the others", "commands")
    each = float(row["vp_sub_or_ally_command"])
    chief = float(row["army_vp"]) - each * (len(own) - 1)
    return sum(chief if one.rank == CINC else each for one in gone)


def _quarter_transfer(position: Position, standing: list[CommandStanding], finding: Finding) -> float:
    """What red gains (negative: loses) by quarter losses when no command is demoralised."""
    fraction = table(position, "break_points")["quarter_fraction"]
    worn = {
        side: sum(
            one.side == side and one.strength > 0.0 and one.gone >= one.strength * fraction - COINCIDE
            for one in standing
        )
        for side in SIDES
    }
    if worn["red"] == worn["blue"]:
        return 0.0
    says = f"red has {worn['red']} and blue {worn['blue']} commands that lost a quarter: a point goes to who has fewer"
    finding.cite("DBM32-P25-victory-quarter", says)
    moved = float(table(position, "victory")["vp_quarter_transfer"])
    return moved if worn["red"] < worn["blue"] else -moved


def demoralised(position: Position, *, strength: float, gone: float, general_die: int | None = None) -> Ruling:
    """Whether a command is demoralised by its losses, or by the die rolled when its general was lost."""
    finding = Finding()
    found = breaks(position, strength, gone)
    finding.measure("equivalents lost", gone, "EE", command_breaks_at(position, strength))
    if found:
        finding.cite("DBM-B29.2", f"{gone:g} of {strength:g} is a third or more")
    elif general_die is not None:
        found = general_die <= gone + COINCIDE
        finding.cite("DBM-B29.2", f"its general is lost: a die of {general_die} against {gone:g} lost")
    return finding.rule("demoralised", found)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "victory",
        "which commands are demoralised, which army is defeated, and the victory points",
        {"commands": list_of(TABLE).or_none(), "baggage": table_of(table_of(WHOLE)).or_none()},
        victory,
        tied_to_table=True,
    ),
    Question(
        "demoralised",
        "whether a command is demoralised by its losses or the loss of its general",
        {"strength": NUMBER, "gone": NUMBER, "general_die": DIE.or_none()},
        demoralised,
    ),
)
