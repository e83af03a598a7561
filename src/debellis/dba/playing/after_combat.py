"""Applying a combat's outcome to the battle: the table, the lists of losses, and the events."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.dba.aftermath.aftermath import Aftermath, apply_outcome
from debellis.dba.aftermath.choosing import Choices, Undecided
from debellis.dba.attached import general_with
from debellis.dba.command_losses import with_command_losses
from debellis.dba.playing.notation import notation
from debellis.dba.playing.state import State
from debellis.dba.playing.telling import because
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding
from debellis.umpire.wording import is_or_are

#: Outcomes after which an element is driven back and survives.
_DRIVEN_BACK = ("recoil", "flee")


def after_combat(
    state: State,
    phase: str,
    answer: dict[str, Any],
    winner: str,
    dice: Chance,
    events: list[Event],
    choices: Choices,
) -> Happened[State]:
    """The state after one combat has been settled."""
    loser = answer.get("loser")
    if loser is None:
        return state, tuple(events)
    finding = Finding()
    try:
        done = apply_outcome(
            state.position,
            loser,
            winner,
            answer["outcome"],
            tuple(answer.get("lost", ())),
            "close" if phase == "close" else "shooting",
            dice,
            finding,
            closed=state.bound.closed,
            choices=choices,
            shot_at_rear=bool(answer.get("turns_about")),
        )
    except Undecided as open_now:
        open_now.told = events[-1].says
        raise
    position = with_losses(state.position, done.position, done.lost)
    clauses = dict.fromkeys((*events[-1].clauses, *finding.reasons))
    events[-1] = replace(events[-1], clauses=tuple(clauses))
    events += _told(state.position, done, loser, winner, answer["outcome"], finding)
    bound = replace(state.bound, closed=state.bound.closed | done.closed)
    driven_back = {loser: answer["outcome"]} if answer["outcome"] in _DRIVEN_BACK else {}
    beaten = {**state.beaten, **driven_back, **dict.fromkeys(done.recoiled, "recoil")}
    position = _marked(position, (*driven_back, *done.recoiled))
    return replace(state, position=position, bound=bound, beaten=beaten), tuple(events)


def _marked(position: Position, names: tuple[str, ...]) -> Position:
    """The position in which the named bases that are still there are marked as recoiled."""
    for name in names:
        if position.has_base(name):
            position = position.with_base(replace(position.base(name), recoiled=True))
    return position


def with_losses(before: Position, after: Position, gone: tuple[str, ...]) -> Position:
    """The position with these bases removed and recorded as lost."""
    lost = dict(after.lost)
    for name in dict.fromkeys(gone):
        if before.has_base(name):
            base = before.base(name)
            lost[base.side] = (*lost.get(base.side, ()), notation(base))
    names = dict.fromkeys(gone)
    after = with_command_losses(after, tuple([before.base(name) for name in names if before.has_base(name)]))
    return replace(after.without(*gone), lost=lost)


def _along(before: Position, after: Position, name: str, finding: Finding) -> list[Event]:
    """The event for a general who is a separate element and moved with the element he is attached to."""
    general = general_with(before, before.base(name)) if before.has_base(name) else None
    if general is None or not after.has_base(general.id):
        return []
    now = after.base(general.id)
    if (now.front, now.facing) == (general.front, general.facing):
        return []
    return [because("along", f"{general.id}, the general, goes along with {name}", finding, general.id)]


def _told(before: Position, done: Aftermath, loser: str, winner: str, outcome: str, finding: Finding) -> list[Event]:
    events: list[Event] = []
    others = [name for name in done.lost if name != loser]
    if loser in done.lost and outcome != "destroyed":
        events.append(because("lost", f"{loser} cannot {outcome} and is destroyed", finding, loser))
    if others:
        events.append(because("lost", f"{', '.join(others)} {is_or_are(others)} lost too", finding, *others))
    if done.pushed:
        events.append(
            because("push", f"{', '.join(done.pushed)} {is_or_are(done.pushed)} pushed back", finding, *done.pushed)
        )
    if done.recoiled:
        events.append(
            because(
                "recoil",
                f"{', '.join(done.recoiled)} {'recoils' if len(done.recoiled) == 1 else 'recoil'} with it",
                finding,
                *done.recoiled,
            )
        )
    events += _along(before, done.position, loser, finding)
    if done.pursued > 0.0:
        finding.cite("BOB-SEQ-5a", f"first the result for {loser}, then {winner} pursues, then the next combat")
        events.append(because("pursue", f"{winner} pursues {done.pursued:.2f} mm", finding, winner))
        events += _along(before, done.position, winner, finding)
    if done.entered is not None:
        events.append(because("enter", f"{winner} goes into {done.entered}", finding, winner))
    if outcome == "change_sides":
        events.append(because("change_sides", f"{loser} changes sides", finding, loser))
    return events
