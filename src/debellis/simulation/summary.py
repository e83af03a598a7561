"""The counted results of a simulation: who won how often, how long battles took, and what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from msgspec import Struct

from debellis.simulation.intervals import Interval, of_mean, wilson
from debellis.simulation.outcome import Outcome
from debellis.simulation.plan import Plan


class Record(Struct, frozen=True):
    """The record of a general or army. A battle stopped at the limit is a draw and counts half in the `score`."""

    name: str
    battles: int
    wins: int
    draws: int
    losses: int
    score: float
    interval: Interval


class Length(Struct, frozen=True):
    """How many bounds battles took, both sides together. `counts` has the number of battles for each length."""

    mean: float
    interval: Interval
    median: float
    shortest: int
    longest: int
    counts: dict[int, int]


class Toll(Struct, frozen=True):
    """How many elements of a troop type an army fielded and lost."""

    army: str
    kind: str
    fielded: int
    lost: int
    share: float
    interval: Interval


class Cell(Struct, frozen=True):
    """The record of an army against another."""

    army: str
    enemy: str
    record: Record


class Summary(Struct, frozen=True):
    """All counted results. `generals` and `armies` are empty where all are the same."""

    plan: Plan
    battles: int
    generals: tuple[Record, ...]
    armies: tuple[Record, ...]
    sides: tuple[Record, ...]
    roles: tuple[Record, ...]
    length: Length | None
    endings: dict[str, int]
    losses: tuple[Toll, ...]
    matrix: tuple[Cell, ...]


def summary(plan: Plan, outcomes: Sequence[Outcome]) -> Summary:
    """Count some outcomes of a plan."""
    return Summary(
        plan=plan,
        battles=len(outcomes),
        generals=_by(outcomes, lambda battle, side: battle.party(side).general),
        armies=_by(outcomes, lambda battle, side: battle.party(side).army),
        sides=_by(outcomes, lambda battle, side: side, ranked=False),
        roles=_by(outcomes, lambda battle, side: "invader" if side == battle.invader else "defender", ranked=False),
        length=_length(outcomes),
        endings=dict(Counter(battle.why for battle in outcomes).most_common()),
        losses=_losses(outcomes),
        matrix=_matrix(outcomes),
    )


def record(name: str, wins: int, draws: int, losses: int) -> Record:
    """A record with its score and the interval of the score."""
    battles = wins + draws + losses
    points = wins + draws / 2.0
    return Record(name, battles, wins, draws, losses, points / battles if battles else 0.5, wilson(points, battles))


def tally(outcomes: Iterable[Outcome], name: Callable[[Outcome, str], str | None]) -> dict[str, tuple[int, int, int]]:
    """Wins, draws and losses by the name of a side in a battle. A battle of a name against itself does not count."""
    found: dict[str, list[int]] = {}
    for battle in outcomes:
        red, blue = name(battle, "red"), name(battle, "blue")
        if red == blue:
            continue
        for side, who in (("red", red), ("blue", blue)):
            if who is not None:
                how = 1 if battle.winner is None else 0 if battle.winner == side else 2
                found.setdefault(who, [0, 0, 0])[how] += 1
    return {who: (counts[0], counts[1], counts[2]) for who, counts in found.items()}


def _by(outcomes: Sequence[Outcome], name: Callable[[Outcome, str], str], ranked: bool = True) -> tuple[Record, ...]:
    found = [record(who, *counts) for who, counts in tally(outcomes, name).items()]
    return tuple(sorted(found, key=lambda one: (-one.score if ranked else 0.0, one.name)))


def _length(outcomes: Sequence[Outcome]) -> Length | None:
    bounds = sorted(battle.bounds for battle in outcomes)
    if not bounds:
        return None
    mean = sum(bounds) / len(bounds)
    return Length(mean, of_mean(bounds), median(bounds), bounds[0], bounds[-1], dict(sorted(Counter(bounds).items())))


def _losses(outcomes: Sequence[Outcome]) -> tuple[Toll, ...]:
    fielded: Counter[tuple[str, str]] = Counter()
    lost: Counter[tuple[str, str]] = Counter()
    for battle in outcomes:
        for party in (battle.red, battle.blue):
            fielded.update({(party.army, kind): count for kind, count in party.fielded.items()})
            lost.update({(party.army, kind): count for kind, count in party.lost.items()})
    return tuple(
        Toll(army, kind, count, lost[army, kind], lost[army, kind] / count, wilson(lost[army, kind], count))
        for (army, kind), count in sorted(fielded.items())
    )


def _matrix(outcomes: Sequence[Outcome]) -> tuple[Cell, ...]:
    """Every army against every other it met, if more than two met."""
    pairs: dict[tuple[str, str], list[Outcome]] = {}
    for battle in outcomes:
        one, two = sorted((battle.red.army, battle.blue.army))
        if one != two:
            pairs.setdefault((one, two), []).append(battle)
    if len(pairs) < 2:
        return ()
    cells = []
    for (one, two), met in sorted(pairs.items()):
        found = tally(met, lambda battle, side: battle.party(side).army)
        cells += [Cell(one, two, record(one, *found[one])), Cell(two, one, record(two, *found[two]))]
    return tuple(cells)
