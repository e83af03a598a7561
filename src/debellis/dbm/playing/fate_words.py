"""What is said of a fork and of the choice made there."""

from __future__ import annotations

from debellis.dbm.aftermath.forks import AID, FACE, HAND, MAIN, ORDER, TARGET, WAY
from debellis.dbm.aftermath.pushing import PASS


def told_fork(side: str, kind: str, element: str, options: tuple[str, ...]) -> str:
    """Who must choose what."""
    if kind == WAY:
        return f"{side} chooses whether {element} passes through its friends or pushes them back"
    if kind == HAND:
        return f"{side} chooses whether {element} turns left or right: both turns are equally small"
    if kind == ORDER:
        return f"{side} chooses who goes next: {', '.join(options[:-1])} or {options[-1]}"
    if kind == TARGET:
        return f"{side} chooses whom {element} shoots at, of those equally ahead: {' or '.join(options)}"
    if kind == AID:
        return f"{side} chooses who aids {element}, which shoots back: {' or '.join(options)}"
    if kind == FACE:
        return f"{side} chooses to whom {element} turns: {' or '.join(options)}"
    if kind == MAIN:
        return f"{side} chooses who is the main fighter: {' or '.join(options)}"
    return f"{side} chooses for {element}: {' or '.join(options)}"


def told_choice(side: str, kind: str, element: str, option: str) -> str:
    """What was chosen."""
    if kind == WAY:
        what = "passes through its friends" if option == PASS else "pushes its friends back"
        return f"{element} {what}, as {side} chooses"
    if kind == HAND:
        return f"{element} turns {option}, as {side} chooses"
    if kind == ORDER:
        return f"{option} goes next, as {side} chooses"
    if kind == TARGET:
        return f"{element} shoots at {option}, as {side} chooses"
    if kind == AID:
        return f"{option} aids {element}, as {side} chooses"
    if kind == FACE:
        return f"{element} turns to {option}, as {side} chooses"
    if kind == MAIN:
        return f"{option} is the main fighter, as {side} chooses"
    return f"{side} chooses {option} for {element}"
