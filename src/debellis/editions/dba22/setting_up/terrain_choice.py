"""Choosing terrain: which features, and how many of each, a topography must and may have."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from msgspec import Struct

from debellis.editions.dba22.tables import TABLES
from debellis.editions.dba22.verdict import Verdict
from debellis.table.position import Position
from debellis.table.terrain import KINDS
from debellis.umpire.questions import Kind, one_of
from debellis.umpire.ruling import Ruling

LIMITS: dict[str, Any] = TABLES.other["terrain_limits"]
COUNTS: dict[str, Any] = TABLES.other["terrain_counts"]
TOPOGRAPHIES: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES.other["topography"]}

_NAMES = {"bua": "built-up area", "gentle_hill": "gentle hill", "steep_hill": "steep hill"}


class Fault(Struct, frozen=True):
    """Something wrong with a choice; `few` when there is too little of something."""

    says: str
    clauses: tuple[str, ...]
    few: bool = False


def name_of(kind: str) -> str:
    return _NAMES.get(kind, kind)


def may_choose_terrain(position: Position, *, topography: str, pieces: tuple[str, ...]) -> Ruling:
    """Whether these kinds of features, in these numbers, may be chosen for a topography."""
    verdict = Verdict()
    judge_choice(verdict, topography, pieces)
    return verdict.decide("may_choose_terrain")


def judge_choice(verdict: Verdict, topography: str, pieces: tuple[str, ...]) -> bool:
    """Report every fault of a choice of features; answers whether there are too few of them."""
    faults = faults_of_choice(topography, pieces)
    for fault in faults:
        verdict.refuse(fault.says, "BOB-SCH-3a", *fault.clauses)
    return any(fault.few for fault in faults)


def faults_of_choice(topography: str, pieces: tuple[str, ...]) -> list[Fault]:
    """The faults of a choice, counting features that may be either as compulsory or optional as suits it best."""
    row = TOPOGRAPHIES[topography]
    must: list[str] = row["compulsory_any_of"]
    may = {kind for either in row["optional"] for kind in either}
    count = Counter(pieces)
    faults = [
        Fault(f"{name_of(kind).capitalize()} is no feature of {topography} ground.", ("DBA22-B5.1",))
        for kind in count
        if kind not in must and kind not in may
    ]
    compulsory = {kind: n for kind, n in count.items() if kind in must and kind not in may}
    optional = {kind: n for kind, n in count.items() if kind in may and kind not in must}
    either = {kind: n for kind, n in count.items() if kind in must and kind in may}
    splits: list[list[Fault]] = []
    for shares in product(*(range(n + 1) for n in either.values())):
        taken = dict(zip(either, shares, strict=True))
        spare = {kind: either[kind] - k for kind, k in taken.items()}
        splits.append(_faults_of_numbers({**compulsory, **taken}, {**optional, **spare}))
    fewest = min(range(len(splits)), key=lambda i: len(splits[i]))
    faults += splits[fewest]
    faults += _faults_of_kinds(count, row["optional"])
    return faults


def _faults_of_numbers(compulsory: dict[str, int], optional: dict[str, int]) -> list[Fault]:
    """Too few or too many compulsory and optional features, or too many of one optional type."""
    faults: list[Fault] = []
    for word, chosen, limits in (
        ("compulsory", compulsory, LIMITS["compulsory"]),
        ("optional", optional, LIMITS["optional"]),
    ):
        least, most = limits
        count = sum(chosen.values())
        if not least <= count <= most:
            says = f"There must be {least} or {most} {word} features, and there are {count}."
            faults.append(Fault(says, ("DBA22-B5.1.1",), count < least))
    most_alike = LIMITS["same_optional_type_max"]
    for kind, n in optional.items():
        if n > most_alike and kind not in LIMITS["single_only"]:
            says = f"At most {most_alike} features of one optional type; there are {n} of {name_of(kind)}."
            faults.append(Fault(says, ("DBA22-B5.1.2",)))
    return faults


def _faults_of_kinds(count: Counter[str], options: list[list[str]]) -> list[Fault]:
    """More than one of what there may be one of, too many roads, or both of an either-or."""
    faults: list[Fault] = []
    for kind in LIMITS["single_only"]:
        if count[kind] > 1:
            says = f"There may be one {name_of(kind)} on the board, not {count[kind]}."
            faults.append(Fault(says, ("DBA22-B5.1.2",)))
    if count["road"] > COUNTS["roads_max"]:
        says = f"There may be {COUNTS['roads_max']} roads on the board, not {count['road']}."
        faults.append(Fault(says, ("DBA22-B5.1.2",)))
    for either in options:
        both = [kind for kind in either if count[kind]]
        if len(both) > 1:
            says = f"Either {name_of(both[0])} or {name_of(both[1])}, not both."
            faults.append(Fault(says, ("DBA22-B5.1",)))
    return faults


def _any_case(kind: Kind) -> Kind:
    def check(value: Any, position: Position) -> Any:
        return kind.check(value.lower() if isinstance(value, str) else value, position)

    return Kind(kind.name, check)


TOPOGRAPHY = _any_case(one_of(*TOPOGRAPHIES))
TERRAIN_KIND = _any_case(one_of(*KINDS))
