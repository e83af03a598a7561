"""Counting: intervals and ratings against values worked out by hand."""

from __future__ import annotations

import math

import pytest

from debellis.simulation.elo import ratings
from debellis.simulation.intervals import Z, of_mean, wilson
from debellis.simulation.outcome import Outcome, Party
from debellis.simulation.plan import Meeting, Plan
from debellis.simulation.summary import record, summary


# Each end solves (p - end)^2 = z^2 end (1 - end) / n; worked out by hand.
@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [
        (8, 10, 0.4901625, 0.9433178),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (250, 1000, 0.2241531, 0.2777603),
    ],
)
def test_wilson_by_hand(successes: int, count: int, low: float, high: float) -> None:
    found = wilson(successes, count)
    assert (found.low, found.high) == pytest.approx((low, high), abs=2e-6)


@pytest.mark.parametrize(("successes", "count"), [(8, 10), (0.5, 3), (61, 400), (399.5, 400)])
def test_the_ends_of_wilsons_interval_are_just_compatible(successes: float, count: int) -> None:
    found = wilson(successes, count)
    for end in (found.low, found.high):
        assert abs(successes / count - end) == pytest.approx(Z * math.sqrt(end * (1 - end) / count))


def test_nothing_counted_leaves_everything_open() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_the_interval_of_a_mean_by_hand() -> None:
    # The deviation of 2, 4, 6 is 2; 1.96 times 2 / sqrt(3) is 2.2632.
    found = of_mean([2, 4, 6])
    assert (found.low, found.high) == pytest.approx((4 - 2.26317, 4 + 2.26317), abs=1e-4)


def test_a_draw_counts_half() -> None:
    found = record("A", 6, 2, 2)
    assert found.score == pytest.approx(0.7)
    assert found.interval == wilson(7, 10)


def test_two_are_as_far_apart_as_their_score_says() -> None:
    # With the draw that was never played: 75.5 of 101.
    share = 75.5 / 101
    one, two = ratings(("A", "B"), {("A", "B"): (75.0, 100)})
    assert (one.name, two.name) == ("A", "B")
    assert one.elo - two.elo == pytest.approx(400 * math.log10(share / (1 - share)))
    assert one.elo + two.elo == pytest.approx(3000)
    error = 0.5 / math.sqrt(101 * share * (1 - share)) * 400 / math.log(10)
    assert one.interval.high - one.elo == pytest.approx(Z * error)


def test_one_who_always_won_is_strong_but_not_infinitely() -> None:
    best, middle, last = ratings(
        ("A", "B", "C"), {("A", "B"): (20.0, 20), ("A", "C"): (20.0, 20), ("B", "C"): (20.0, 20)}
    )
    assert (best.name, middle.name, last.name) == ("A", "B", "C")
    assert 1800 < best.elo < 3000
    assert middle.elo == pytest.approx(1500)


def test_ratings_give_back_the_scores_they_were_fitted_to() -> None:
    points = {("A", "B"): (30.0, 40), ("A", "C"): (35.5, 40), ("B", "C"): (22.0, 40)}
    elo = {one.name: one.elo for one in ratings(("A", "B", "C"), points)}
    for name in elo:
        won = expected = 0.0
        for (one, two), (score, count) in points.items():
            if name in (one, two):
                chance = 1 / (1 + 10 ** ((elo[two] - elo[one]) / 400))
                won += score + 0.5 if name == one else count - score + 0.5
                expected += (count + 1) * (chance if name == one else 1 - chance)
        assert won == pytest.approx(expected)


def _battle(number: int, winner: str | None, red: str, blue: str, bounds: int) -> Outcome:
    parties = [Party(army, "random", {"blades": 4, "psiloi": 2}, {"psiloi": 1}) for army in (red, blue)]
    return Outcome(number, 0, parties[0], parties[1], winner, "elements lost", "red", bounds, 10)


def test_a_summary_by_hand() -> None:
    plan = Plan("dba22", (Meeting(("random", "random"), ("A", "B")),), 4)
    met = [
        _battle(1, "red", "A", "B", 10),
        _battle(2, "red", "B", "A", 12),
        _battle(3, "blue", "B", "A", 14),
        _battle(4, None, "A", "B", 20),
    ]
    found = summary(plan, met)
    assert [(one.name, one.wins, one.draws, one.losses) for one in found.armies] == [("A", 2, 1, 1), ("B", 1, 1, 2)]
    assert found.armies[0].score == pytest.approx(0.625)
    assert found.generals == ()
    assert [(one.name, one.wins, one.losses) for one in found.sides] == [("blue", 1, 2), ("red", 2, 1)]
    assert found.length is not None
    assert (found.length.mean, found.length.median, found.length.longest) == (14.0, 13.0, 20)
    assert [(toll.army, toll.kind, toll.lost, toll.fielded) for toll in found.losses] == [
        ("A", "blades", 0, 16),
        ("A", "psiloi", 4, 8),
        ("B", "blades", 0, 16),
        ("B", "psiloi", 4, 8),
    ]
    assert found.matrix == ()


def test_the_matrix_has_both_views_of_every_meeting() -> None:
    plan = Plan("dba22", (), 1)
    found = summary(
        plan, [_battle(1, "red", "A", "B", 4), _battle(2, "red", "C", "A", 4), _battle(3, None, "B", "C", 4)]
    )
    scores = {(cell.army, cell.enemy): cell.record.score for cell in found.matrix}
    assert scores == {
        ("A", "B"): 1.0,
        ("B", "A"): 0.0,
        ("A", "C"): 0.0,
        ("C", "A"): 1.0,
        ("B", "C"): 0.5,
        ("C", "B"): 0.5,
    }
