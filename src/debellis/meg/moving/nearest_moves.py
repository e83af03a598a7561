"""The legal steps nearest to those of a refused move: the same ones shorter, another turn, or fewer files."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from debellis.manoeuvre.nearest import longest
from debellis.meg.moving.steps import (
    ADVANCE,
    BACK,
    CONTRACT,
    EXPAND,
    HALF,
    HANDS,
    QUARTER,
    SHIFT,
    TURN,
    WHEEL,
    UnitStep,
)
from debellis.table.value import replace

Steps = tuple[UnitStep, ...]
#: The kinds of steps that can be made shorter.
MEASURED = (ADVANCE, BACK, WHEEL, SHIFT)
#: How many shares of a refused move are tried before the longest legal one is made exact, and how exact it is then.
TRIES = 16
EXACT = 0.00002


def scaled(steps: Steps, share: float) -> Steps:
    """Steps of which each goes only a share as far, to a hundredth of a millimetre or degree."""
    return tuple([replace(one, amount=round(one.amount * share, 2)) if one.kind in MEASURED else one for one in steps])


def nearest_steps(
    parts: tuple[Steps, ...], in_reach: float, legal: Callable[[tuple[Steps, ...]], bool]
) -> tuple[Steps, ...] | None:
    """The legal steps nearest to refused ones, part by part; `in_reach` is the largest share that is not too far."""
    if any(step.kind in MEASURED and step.amount for part in parts for step in part):
        share = longest(in_reach, lambda one: legal(_shares(parts, one)), TRIES, EXACT)
        if share is not None and _goes(_shares(parts, share)):
            return _shares(parts, share)
    return next((one for one in _others(parts) if legal(one)), None)


def _shares(parts: tuple[Steps, ...], share: float) -> tuple[Steps, ...]:
    return tuple([scaled(part, share) for part in parts])


def _goes(parts: tuple[Steps, ...]) -> bool:
    """Whether anything is left of some steps that were made shorter."""
    return any(step.amount or step.form for part in parts for step in part)


def _others(parts: tuple[Steps, ...]) -> Iterator[tuple[Steps, ...]]:
    """The same steps with another turn, fewer files, or files on the other hand, one change at a time."""
    for i, part in enumerate(parts):
        for j, step in enumerate(part):
            for other in _changed(step):
                yield (*parts[:i], (*part[:j], other, *part[j + 1 :]), *parts[i + 1 :])


def _changed(step: UnitStep) -> list[UnitStep]:
    if step.kind == TURN:
        return [replace(step, amount=by) for by in (QUARTER, -QUARTER, HALF) if by != step.amount]
    if step.kind not in (EXPAND, CONTRACT):
        return []
    other = HANDS[1] if step.hand == HANDS[0] else HANDS[0]
    counts = range(int(step.amount), 0, -1)
    fewer = [replace(step, amount=float(count), hand=hand) for count in counts for hand in (step.hand, other)]
    return [one for one in fewer if one != step]
