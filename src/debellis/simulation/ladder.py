"""The ladder: every general plays every other, with armies drawn from the lists."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from debellis.simulation.elo import Rating, ratings
from debellis.simulation.outcome import Outcome
from debellis.simulation.plan import Meeting, Plan
from debellis.simulation.summary import Record, record, tally


class Rung(Struct, frozen=True):
    """A general on the ladder: the rating, and the record against all others."""

    rating: Rating
    record: Record


class Ladder(Struct, frozen=True):
    """The generals, best first. `meetings` has the record of the first general of each pair that met."""

    plan: Plan
    rungs: tuple[Rung, ...]
    meetings: tuple[tuple[Record, str], ...]


def ladder_plan(edition: str, generals: Sequence[str], battles: int, seed: int, limit: int) -> Plan:
    """A plan in which every two generals meet, with the same drawn armies in every meeting."""
    meetings = tuple(Meeting((one, two)) for i, one in enumerate(generals) for two in generals[i + 1 :])
    return Plan(edition, meetings, battles, seed, limit)


def ladder(plan: Plan, outcomes: Sequence[Outcome]) -> Ladder:
    """The ladder that follows from some outcomes."""
    names = tuple(dict.fromkeys(name for meeting in plan.meetings for name in meeting.generals))
    points: dict[tuple[str, str], tuple[float, int]] = {}
    meetings: list[tuple[Record, str]] = []
    for at, meeting in enumerate(plan.meetings):
        one, two = meeting.generals
        met = [battle for battle in outcomes if battle.meeting == at]
        found = record(one, *tally(met, lambda battle, side: battle.party(side).general).get(one, (0, 0, 0)))
        points[one, two] = (found.score * found.battles, found.battles)
        meetings.append((found, two))
    everybody = tally(outcomes, lambda battle, side: battle.party(side).general)
    rungs = tuple(
        Rung(rating, record(rating.name, *everybody.get(rating.name, (0, 0, 0)))) for rating in ratings(names, points)
    )
    return Ladder(plan, rungs, tuple(meetings))
