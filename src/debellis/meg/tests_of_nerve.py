"""Kill-a-base tests (KaB): who takes how many, with which die, and what the faces do."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import rows, table
from debellis.meg.arguments import ANY_UNIT, FACE, FILE, GENERAL, question
from debellis.meg.dice import moved
from debellis.meg.general_facts import allowance, general_of, rank_row, reach_from
from debellis.meg.losses import lost_by
from debellis.meg.measuring import separation
from debellis.meg.troops import BATTLEWAGONS, CAMP, ELEPHANTS, SUG, is_flexible
from debellis.meg.units import bases_of, bw, files_of, generals_of, has_unit, named_file, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.umpire.questions import FLAG, TEXT, BadQuestion, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

FRIEND, COMMANDER, KILLED = "friend_broken", "commander_dead", "general_killed"
CAUSES = (
    FRIEND,
    COMMANDER,
    KILLED,
    "with_broken_unit",
    "fighting",
    "leaving_combat",
    "charging_guns",
    "burst_through",
    "pushed_too_far",
    "table_edge",
    "break_off",
    "camp_broken",
    "sacked_camp",
)
#: The causes of tests on generals themselves.
OF_GENERALS = ("with_broken_unit", "fighting")
GUNS = ("guns", "cannons")
#: How the table of causes names each.
_ROWS = {
    FRIEND: "friendly TuG broken",
    COMMANDER: "friendly general killed",
    KILLED: "friendly general killed",
    "leaving_combat": "general voluntarily",
    "charging_guns": "charging guns",
    "burst_through": "UG burst through",
    "pushed_too_far": "SuG pushed back",
    "table_edge": "TuG stopping at the table edge",
    "break_off": "break-off",
    "camp_broken": "own camp broken",
    "sacked_camp": "having sacked",
}


def cause_row(position: Position, cause: str) -> dict[str, Any]:
    """The row of the table of causes."""
    return next(row for row in rows(position, "kab_cause") if row["cause"].startswith(_ROWS[cause]))


def counts_as_tug(unit: Unit) -> bool:
    """Whether its breaking makes friends test, and whether it tests itself: TuGs, flexible ones in any form."""
    return unit.kind not in (SUG, CAMP) or is_flexible(unit)


def die_of(position: Position, unit: Unit, upgraded: bool, found: Finding) -> str | None:
    """The die a unit group rolls; None if it falls below black."""
    numbers = table(position, "kab_die")
    steps = int(numbers["upgrade_steps"]) if upgraded else 0
    if unit.troops.type in (ELEPHANTS, BATTLEWAGONS):
        large = unit.troops.type == ELEPHANTS
        colour = str(numbers[unit.troops.type])
        if upgraded:
            found.cite("MEG-B19.10", "Upgrades add up to green at most for elephants and battlewagons.")
            found.cite("MEG-17e" if large else "MEG-19i", f"{unit.id} rolls one colour higher for this cause.")
        else:
            found.cite("MEG-17d" if large else "MEG-19h", f"{unit.id} rolls {colour} whatever its quality.")
    else:
        colour = str(numbers[unit.troops.quality or "average"])
        found.cite("MEG-B19.2", f"{unit.id} is {unit.troops.quality or 'average'} and rolls {colour}.")
        if upgraded:
            found.cite("MEG-B19.2", "Broken elephants or a dead legendary commander raise the die by one colour.")
    die = moved(colour, steps)
    if "fanatic" in unit.troops.traits and die is not None:
        found.cite("MEG-B25.15", f"{unit.id} are fanatics and roll one colour lower.")
        die = moved(die, -1)
    return die


def kab(
    position: Position,
    cause: str | None = None,
    unit: str | None = None,
    general: str | None = None,
    face: str | None = None,
    **more: Any,
) -> Ruling:
    """The tests of a unit group or a general, their die, and with a face what it does."""
    if (unit is None) == (general is None or "leaves" in more):
        if unit is not None and general is not None:
            raise BadQuestion("kab is about a unit or a general, not both", "general")
        raise BadQuestion("kab needs a unit or a general", "unit")
    if unit is None:
        assert general is not None
        return _of_general(position, general, cause or "fighting", face)
    if cause is None:
        raise BadQuestion("kab needs the cause of the test", "cause")
    return _of_unit(position, unit_of(position, unit), cause, face, **more)


def _of_general(position: Position, name: str, cause: str, face: str | None) -> Ruling:
    """A general's own test, by the number of cards he has now (MEG-12a)."""
    found = Finding()
    if cause not in OF_GENERALS:
        raise BadQuestion(f"a general does not test for {cause}", "cause")
    he = general_of(position, name)
    cards = allowance(position, he)
    by_cards = table(position, "document")["general_kab_by_cards"]
    die = str(by_cards[f"cards_{max(1, min(cards, 5))}"])
    if die != str(by_cards[f"cards_{int(rank_row(position, he)['cards'])}"]):
        found.cite("MEG-12a", f"{he.id} has {cards} cards now, so the die is {die}, whatever his rank is.")
    found.cite("MEG-B22.3", "The die of a general goes by his present cards.")
    found.cite("MEG-B22.2" if cause == "fighting" else "MEG-B22.5", "That is why he tests.")
    at_risk = he.fighting or bool(he.unit and has_unit(position, he.unit) and unit_of(position, he.unit).broken)
    if not at_risk and cause == "with_broken_unit":
        found.cite("MEG-10c", f"{he.id} is with no broken unit group.")
        return found.rule("kab", {"tests": 0, "die": die})
    answer: dict[str, Any] = {"tests": 1, "die": die}
    if face is not None:
        answer.update(_fate(he, cards, face, found, position))
    return found.rule("kab", answer)


def _fate(he: General, cards: int, face: str, found: Finding, position: Position) -> dict[str, Any]:
    left = cards - 1 if face == "wound" else cards
    killed = face == "skull" or left <= 0
    stunned = face == "S"
    found.cite("MEG-B22.4", f"The die shows {face} for {he.id}.")
    if int(rank_row(position, he)["cards"]) == 5 and face in ("skull", "wound"):
        found.cite("MEG-12b", "A legendary general dies in steps: first he loses a card, then the die gets worse.")
    return {"killed": killed, "cards": 0 if killed else left, "stunned": stunned}


def _of_unit(
    position: Position,
    unit: Unit,
    cause: str,
    face: str | None,
    by: str | None = None,
    rank: str | None = None,
    shot_by: tuple[str, ...] = (),
    leaves: str | None = None,
    to: str | None = None,
    move: str | None = None,
    fights_there: bool | None = None,
) -> Ruling:
    found = Finding()
    if cause in OF_GENERALS:
        raise BadQuestion(f"a unit group does not test for {cause}", "cause")
    tests = _tests(position, unit, cause, found, by, shot_by, leaves, to, move, fights_there)
    upgraded = tests > 0 and _is_grave(position, cause, by, rank)
    die = die_of(position, unit, upgraded, found) if tests else None
    answer: dict[str, Any] = {"tests": tests, "die": die}
    if face is not None and tests:
        bases, wounds = lost_by(unit, (face,))
        found.cite("MEG-B19.1", f"The die shows {face}.")
        answer.update(bases=bases, wounds=wounds)
    return found.rule("kab", answer)


def _is_grave(position: Position, cause: str, by: str | None, rank: str | None) -> bool:
    """Whether the test is for broken elephants or a dead legendary army commander."""
    if cause == FRIEND:
        return by is not None and has_unit(position, by) and unit_of(position, by).troops.type == ELEPHANTS
    if cause not in (COMMANDER, KILLED):
        return False
    he = next((general for general in generals_of(position) if general.id == by), None)
    legendary = (rank or (he.rank if he is not None else "")).casefold() == "legendary"
    return legendary and (cause == COMMANDER or he is None or he.role == "AC")


def _tests(
    position: Position,
    unit: Unit,
    cause: str,
    found: Finding,
    by: str | None,
    shot_by: tuple[str, ...],
    leaves: str | None,
    to: str | None,
    move: str | None,
    fights_there: bool | None,
) -> int:
    """How many tests a unit group takes for a cause."""
    if unit.broken or unit.kind == CAMP or not bases_of(position, unit.id):
        found.cite("MEG-B19.9", f"{unit.id} is broken, a camp or off the table, and never tests.")
        return 0
    row = cause_row(position, cause)
    if cause in (FRIEND, "camp_broken"):
        return _for_friend(position, unit, by, row, found)
    if cause in (COMMANDER, KILLED):
        return _for_general(position, unit, cause, by, row, found)
    if cause == "leaving_combat":
        return _for_leaving(position, unit, found, leaves, to, move, fights_there)
    if cause == "charging_guns":
        return _for_guns(position, shot_by, found)
    if cause in ("burst_through", "break_off"):
        wide = len(files_of(position, unit.id)) > 3
        found.cite("MEG-B15.5" if cause == "burst_through" else "MEG-B21.3", "More than 3 files take two tests.")
        return int(row["tests_if_more_than_3_files"] if wide else row["tests"])
    if cause == "sacked_camp":
        found.cite("MEG-B19.6", f"{unit.id} has sacked a camp.")
        many = len(bases_of(position, unit.id)) > 8
        return int(row["tests_if_more_than_8_bases"] if many else row["tests"])
    found.cite("MEG-B14.2" if cause == "pushed_too_far" else "MEG-B14.7", f"{unit.id} takes one test.")
    return int(row["tests"])


def _for_friend(position: Position, unit: Unit, by: str | None, row: dict[str, Any], found: Finding) -> int:
    """A friend or the own camp breaks within 3 BW; SuGs neither cause nor take this test (MEG-B19.4)."""
    if by is None:
        found.cite("MEG-B19.3", "A friendly TuG has broken.")
        return int(row["tests"]) if counts_as_tug(unit) else 0
    if not has_unit(position, by):
        raise BadQuestion(f"by must name the unit group or camp that broke, and there is no {by!r}", "by")
    broken = unit_of(position, by)
    camp = broken.kind == CAMP
    if not counts_as_tug(unit) or not (counts_as_tug(broken) or camp):
        found.cite("MEG-B19.4", "SuGs neither cause nor take this test.")
        return 0
    if is_flexible(broken):
        found.cite("MEG-20l", f"{by} is flexible and counts as a TuG whatever its form.")
    if broken.side != unit.side:
        found.cite("MEG-B19.4", f"{by} is enemy.")
        return 0
    apart, _ = separation(position, bases_of(position, unit.id), bases_of(position, by))
    reach = bw(position, float(row["range_bw"]))
    found.measure("distance", apart, "mm", reach)
    found.cite("MEG-B19.6" if camp else "MEG-B19.4", f"{by} broke; friends within {row['range_bw']} BW test.")
    return int(row["tests"]) if apart <= reach + COINCIDE else 0


def _for_general(
    position: Position, unit: Unit, cause: str, by: str | None, row: dict[str, Any], found: Finding
) -> int:
    """A general is killed: those in his command range test, of a dead army commander in twice that (MEG-B19.5)."""
    found.cite("MEG-B19.5", "Those in the range of a dead general test.")
    he = next((general for general in generals_of(position) if general.id == by), None)
    if he is None:
        return int(row["tests"])
    away = reach_from(position, he, bases_of(position, unit.id))
    if he.unit == unit.id or away is None:
        return int(row["tests"])
    chief = cause == COMMANDER or he.role == "AC"
    factor = float(row["range_factor_dead_ac"]) if chief else 1.0
    reach = bw(position, float(rank_row(position, he)["command_range_bw"])) * factor
    found.measure("distance", away, "mm", reach)
    return int(row["tests"]) if away <= reach + COINCIDE else 0


def _for_leaving(
    position: Position,
    unit: Unit,
    found: Finding,
    leaves: str | None,
    to: str | None,
    move: str | None,
    fights_there: bool | None,
) -> int:
    """A general who fought leaves those who still fight (MEG-14a to MEG-14c)."""
    if leaves is not None and not general_of(position, leaves).fighting:
        found.cite("MEG-14a", f"{leaves} has not been fighting in the combat that he leaves.")
        return 0
    if move == "break_off":
        found.cite("MEG-14b", "The whole combat ends with a break-off: nobody is left fighting.")
        return 0
    if to is not None and to.partition("/")[0] == unit.id:
        if fights_there is False:
            found.cite("MEG-14c", f"He goes to another file of {unit.id} but does not fight there.")
            return 1
        found.cite("MEG-14c", f"He goes to another file of {unit.id} and fights there.")
        return 0
    found.cite("MEG-14a", f"He leaves {unit.id} in a combat in which he has been fighting.")
    found.cite("MEG-B22.7", "A general who leaves a combat makes those he leaves test.")
    return 1


def _for_guns(position: Position, shot_by: tuple[str, ...], found: Finding) -> int:
    """One test for each file with guns or cannons that shoots at the charger (MEG-42a, MEG-42b)."""
    each = int(table(position, "document")["kab_per_gun_file"])
    count = 0
    for name in shot_by:
        unit = unit_of(position, unit_name(named_file(position, name)[0]))
        if unit.troops.shoot not in GUNS:
            continue
        count += each
        if unit.troops.type in (BATTLEWAGONS, ELEPHANTS):
            found.cite("MEG-42b", f"The guns on {unit.troops.type} count too.")
    found.cite("MEG-42a", "Each file with guns or cannons that shoots at the charger causes one test.")
    return count


#: What a test depends on beside the face that is rolled.
ARGUMENTS = {
    "unit": ANY_UNIT.or_none(),
    "general": GENERAL.or_none(),
    "cause": one_of(*CAUSES).or_none(),
    "by": TEXT.or_none(),
    "rank": TEXT.or_none(),
    "shot_by": list_of(FILE).or_none(),
    "leaves": GENERAL.or_none(),
    "to": TEXT.or_none(),
    "move": TEXT.or_none(),
    "fights_there": FLAG.or_none(),
}
QUESTIONS = (
    question(
        "kab",
        "the kill-a-base tests of a unit group or a general, their die, and what a face does",
        {**ARGUMENTS, "face": FACE.or_none()},
        kab,
    ),
)
