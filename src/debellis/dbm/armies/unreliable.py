"""Unreliable allies: which of them change sides and when, and what makes a battle a civil war."""

from __future__ import annotations

from typing import Any

from debellis.dbm.armies.lists import armies
from debellis.dbm.commands import DEMORALISED, UNRELIABLE
from debellis.dbm.troops import ALLY, service, troop
from debellis.table.bases import Base
from debellis.table.position import Command, Position
from debellis.table.value import Value
from debellis.umpire.questions import FLAG, TABLE, TEXT, BadQuestion, Question, list_of
from debellis.umpire.ruling import Finding, Ruling

_FACTS = ("army", "years", "nation", "leader")


class Party(Value, frozen=True):
    """The facts about an army that matter for a civil war."""

    army: str
    first: int
    last: int
    nation: str
    leader: str


def civil_war(position: Position, *, parties: tuple[dict[str, Any], ...]) -> Ruling:
    """Whether a battle between two armies is a civil war."""
    finding = Finding()
    one, two = (_party(position, row) for row in parties)
    found = (
        one.army == two.army
        and one.first <= two.last
        and two.first <= one.last
        and one.nation == two.nation
        and one.leader != two.leader
    )
    if found:
        says = "same list, overlapping dates, same nation, separate leaders: a civil war"
        finding.cite("IWF-11.1", says)
    return finding.rule("civil_war", found)


def _party(position: Position, row: dict[str, Any]) -> Party:
    army = row.get("army")
    on_file = armies(position.edition).get(army) if isinstance(army, str) else None
    years = row.get("years", on_file.years if on_file is not None else None)
    dated = isinstance(years, list | tuple) and len(years) == 2 and all(isinstance(year, int) for year in years)
    named = all(isinstance(row.get(key), str) for key in ("army", "nation", "leader"))
    if set(row) - set(_FACTS) or not named or not dated:
        raise BadQuestion("each party needs army, years = [first, last], nation and leader", "parties")
    assert years is not None
    return Party(row["army"], years[0], years[1], row["nation"], row["leader"])


def changes_sides(position: Position, *, command: str, same_nation: bool = False, civil_war: bool = False) -> Ruling:
    """Whether the command of an ally-general now changes sides."""
    finding = Finding()
    general, whole = _ally(position, command)
    spoilt = [one.id for one in position.commands or () if one.side == whole.side and DEMORALISED in one.notes]
    answer: dict[str, Any] = {"changes": False, "to": None, "committed": False}
    regular = troop(general).regular
    fickle = (not regular and not same_nation) or (same_nation and civil_war)
    if UNRELIABLE in whole.notes and fickle and spoilt:
        kind = "of the same nation in a civil war" if same_nation else "irregular and of another nation"
        finding.cite("DBM32-P16-ally-b-who", f"the unreliable ally-general of {command} is {kind}")
        says = f"{' and '.join(spoilt)} of his side is demoralised, so he goes over to the enemy, committed"
        finding.cite("DBM32-P16-ally-b-effect", says)
        enemy = "blue" if whole.side == "red" else "red"
        answer = {"changes": True, "to": enemy, "committed": True}
    return finding.rule("changes_sides", answer)


def _ally(position: Position, name: str) -> tuple[Base, Command]:
    """The element of an ally-general and his command."""
    whole = next((one for one in position.commands or () if one.id == name), None)
    if whole is None:
        raise BadQuestion(f"there is no command {name!r}", "command")
    for base in position.bases:
        if service(base).command == name and service(base).rank == ALLY:
            return base, whole
    raise BadQuestion(f"no ally-general leads {name}", "command")


QUESTIONS: tuple[Question, ...] = (
    Question("civil_war", "whether a battle is a civil war", {"parties": list_of(TABLE, 2)}, civil_war),
    Question(
        "changes_sides",
        "whether the command of an ally-general goes over to the enemy",
        {"command": TEXT, "same_nation": FLAG.or_none(), "civil_war": FLAG.or_none()},
        changes_sides,
    ),
)
