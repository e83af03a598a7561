"""Choosing terrain: which features, and how many of each, a topography must have and may have."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from debellis.dba.book import book, table
from debellis.dba.commands import is_big
from debellis.dba.going import KINDS
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import Kind, one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_NAMES = {"bua": "town", "rough": "rough ground"}
_LIMITS = "terrain_limits"


class Fault(Value, frozen=True):
    """A fault of a choice. `few` says that there is too little of something."""

    says: str
    clauses: tuple[str, ...]
    few: bool = False


def name_of(kind: str) -> str:
    """What the rules call a kind of terrain."""
    return _NAMES.get(kind, kind.replace("_", " "))


def own_clauses(position: Position, where: str, what: str, *usual: str) -> tuple[str, ...]:
    """The clauses that a table names for one of its numbers, or the usual ones if it names none."""
    return tuple(table(position, where).get(f"{what}_clauses", usual))


def may_choose_terrain(position: Position, *, topography: str, pieces: tuple[str, ...]) -> Ruling:
    """Whether these kinds of features, in these numbers, may be chosen for a topography."""
    verdict = Verdict()
    judge_choice(position, verdict, topography, pieces)
    return verdict.decide("may_choose_terrain")


def judge_choice(position: Position, verdict: Verdict, topography: str, pieces: tuple[str, ...]) -> bool:
    """Report every fault of a choice of features. Returns whether there are too few of them."""
    faults = faults_of_choice(position, topography, pieces)
    for fault in faults:
        verdict.refuse(fault.says, "BOB-SCH-3a", *fault.clauses)
    return any(fault.few for fault in faults)


def faults_of_choice(position: Position, topography: str, pieces: tuple[str, ...]) -> list[Fault]:
    """The faults of a choice. Features that may be compulsory or optional count in the most favourable way."""
    row = topography_row(position, topography)
    must: list[str] = row["compulsory_any_of"]
    may = {kind for either in row["optional"] for kind in either}
    count = Counter(pieces)
    row_clauses: tuple[str, ...] = tuple(row.get("clauses", ()))
    faults = [
        Fault(
            f"{name_of(kind).capitalize()} is no feature of {topography} ground.",
            ("DBA22-B5.1", *row_clauses, *_nowhere(position, kind)),
        )
        for kind in count
        if kind not in must and kind not in may
    ]
    faults += _faults_of_total(position, len(pieces))
    compulsory = {kind: n for kind, n in count.items() if kind in must and kind not in may}
    optional = {kind: n for kind, n in count.items() if kind in may and kind not in must}
    either = {kind: n for kind, n in count.items() if kind in must and kind in may}
    splits: list[list[Fault]] = []
    for shares in product(*(range(n + 1) for n in either.values())):
        taken = dict(zip(either, shares, strict=True))
        spare = {kind: either[kind] - k for kind, k in taken.items()}
        splits.append(_faults_of_numbers(position, {**compulsory, **taken}, {**optional, **spare}))
    fewest = min(range(len(splits)), key=lambda i: len(splits[i]))
    faults += splits[fewest]
    faults += faults_of_kinds(position, count, row)
    faults += _faults_of_big_battle(position, count)
    return faults


def _nowhere(position: Position, kind: str) -> tuple[str, ...]:
    """The clauses that exclude a kind of feature from every topography."""
    return () if kind in book(position).terrain_kinds else own_clauses(position, _LIMITS, f"no_{kind}")


def _faults_of_total(position: Position, count: int) -> list[Fault]:
    """Too few or too many features in total, in editions that limit them."""
    limits = table(position, _LIMITS).get("total")
    if limits is None or limits[0] <= count <= limits[1]:
        return []
    says = f"There must be {_from_to(limits)} features in all, and there are {count}."
    return [Fault(says, own_clauses(position, _LIMITS, "total"), count < limits[0])]


def _from_to(limits: list[int]) -> str:
    least, most = limits
    return f"{least} or {most}" if most == least + 1 else f"{least} to {most}"


def _faults_of_numbers(position: Position, compulsory: dict[str, int], optional: dict[str, int]) -> list[Fault]:
    """Too few or too many compulsory and optional features, or too many of one optional type."""
    faults: list[Fault] = []
    limits = limits_of(position)
    for word, chosen in (("compulsory", compulsory), ("optional", optional)):
        least, most = limits[word]
        count = sum(chosen.values())
        if not least <= count <= most:
            says = f"There must be {_from_to(limits[word])} {word} features, and there are {count}."
            too_many = own_clauses(position, _LIMITS, f"most_{word}") if count > most else ()
            clauses = (_clause(position, "DBA22-B5.1.1"), *own_clauses(position, _LIMITS, word), *too_many)
            faults.append(Fault(says, clauses, count < least))
    most_alike = limits["same_optional_type_max"]
    for kind, n in optional.items():
        if n > most_alike and kind not in limits["single_only"]:
            says = f"At most {most_alike} features of one optional type; there are {n} of {name_of(kind)}."
            clauses = (_clause(position, "DBA22-B5.1.2"), *own_clauses(position, _LIMITS, "same_optional_type"))
            faults.append(Fault(says, clauses))
    return faults


def limits_of(position: Position) -> dict[str, Any]:
    """The numbers of features, which are greater in a big battle."""
    limits = table(position, _LIMITS)
    if not is_big(position):
        return limits
    big = table(position, "big_battle")
    return limits | {
        "compulsory": big["compulsory"],
        "optional": big["optional"],
        "same_optional_type_max": big["same_type_max"],
    }


def _clause(position: Position, usual: str) -> str:
    """The clause for a number of features: that of big battles, or the usual one."""
    return "DBA22-B33.2" if is_big(position) else usual


def _faults_of_big_battle(position: Position, count: Counter[str]) -> list[Fault]:
    """Too many features of one type, compulsory or not, in a big battle."""
    if not is_big(position):
        return []
    most = int(table(position, "big_battle")["same_type_max"])
    return [
        Fault(f"At most {most} features of one type; there are {n} of {name_of(kind)}.", ("DBA22-B33.2",))
        for kind, n in count.items()
        if n > most
    ]


def faults_of_kinds(position: Position, count: Counter[str], row: dict[str, Any]) -> list[Fault]:
    """Too many of a kind that is allowed only once, too many roads, or both of two exclusive kinds."""
    faults: list[Fault] = []
    row_clauses: tuple[str, ...] = tuple(row.get("clauses", ()))
    for kind in table(position, _LIMITS)["single_only"]:
        if count[kind] > 1:
            says = f"There may be one {name_of(kind)} on the board, not {count[kind]}."
            part = "single_compulsory" if kind in row["compulsory_any_of"] else "single"
            clauses = own_clauses(position, _LIMITS, part)
            clauses += row_clauses if part == "single_compulsory" else ()
            faults.append(Fault(says, ("DBA22-B5.1.2", *clauses)))
    most_roads = table(position, "terrain_counts").get("roads_max", count["road"])
    if count["road"] > most_roads:
        says = f"There may be {most_roads} roads on the board, not {count['road']}."
        faults.append(Fault(says, ("DBA22-B5.1.2",)))
    for either in row["optional"]:
        both = [kind for kind in either if count[kind]]
        if len(both) > 1:
            says = f"Either {name_of(both[0])} or {name_of(both[1])}, not both."
            faults.append(Fault(says, ("DBA22-B5.1", *row_clauses)))
    return faults


def topographies(position: Position) -> tuple[str, ...]:
    """The topographies an army may come from."""
    return tuple(row["id"] for row in book(position).tables.other["topography"])


def topography_row(position: Position, topography: str) -> dict[str, Any]:
    """The features that a topography must have and may have."""
    rows: list[dict[str, Any]] = book(position).tables.other["topography"]
    return next(row for row in rows if row["id"] == topography)


def _read_topography(value: Any, position: Position) -> Any:
    return one_of(*topographies(position)).check(value, position)


def _any_case(kind: Kind) -> Kind:
    def check(value: Any, position: Position) -> Any:
        return kind.check(value.lower() if isinstance(value, str) else value, position)

    return Kind(kind.name, check)


TOPOGRAPHY = _any_case(Kind("topography", _read_topography))
TERRAIN_KIND = _any_case(one_of(*KINDS))
