"""Pressing forward after the fights of one's own bound, and the end of the bound."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.aftermath.press_conditions import may_press
from debellis.dbm.aftermath.pressing import Press as Pressed
from debellis.dbm.aftermath.pressing import press
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.moving.conforming import group_of
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.actions import Action, EndBound, Press
from debellis.dbm.playing.bound_end import finish
from debellis.dbm.playing.changes import OTHERWISE, lose
from debellis.dbm.playing.state import State
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together


def judge(state: State, action: Press, finding: Finding) -> Pressed | None:
    """A press forward judged and worked out; None where it is refused."""
    position = state.position
    names = tuple(dict.fromkeys(action.elements))
    bases = tuple(position.base(name) for name in names)
    if not bases or not may_press(position, bases, state.bound.beaten, 0, finding):
        return None
    return press(position, names, action.far, state.edges.get(other(state.turn)), finding)


def check(state: State, action: Press | EndBound) -> Ruling:
    """Whether a group may press forward so far; to stop is always allowed."""
    verdict = Verdict()
    if isinstance(action, EndBound):
        return verdict.decide("end_bound")
    wrong = [n for n in action.elements if not state.position.has_base(n) or state.position.base(n).side != state.turn]
    done = [name for name in action.elements if name in state.bound.pressed]
    if wrong or done or not action.elements or action.far <= 0.0:
        who = together(wrong or done or action.elements) if action.elements else "Nobody named"
        says = f"{who} cannot press forward: only elements of {state.turn} do now, once, straight ahead."
        verdict.refuse(says, "DBM-B28.9")
    elif judge(state, action, verdict) is None:
        verdict.faults.append(f"{together(action.elements)} may not press forward like this")
    return verdict.decide("press")


def do(state: State, action: Press | EndBound, dice: Chance) -> Happened[State]:
    """Press forward, or end the bound."""
    if isinstance(action, EndBound):
        return finish(state)
    finding = Finding()
    made = judge(state, action, finding)
    assert made is not None
    ruling = finding.rule("press", {"distance": made.distance, "fled": list(made.fled), "lost": list(made.lost)})
    says = f"{', '.join(action.elements)} press forward {made.distance:g} mm"
    says += f"; {', '.join(made.fled)} flee before them" if made.fled else ""
    event = Event("press", says, ruling.clauses, action.elements, ruling)
    fled = tuple(name for name in made.fled if made.position.has_base(name))
    causes = dict.fromkeys(made.lost, OTHERWISE)
    state, more = lose(state, with_turn_notes(made.position, fled, "fled"), causes, dice)
    bound = replace(state.bound, pressed=(*state.bound.pressed, *action.elements), fled=(*state.bound.fled, *fled))
    return replace(state, bound=bound), (event, *more)


def _tried(state: State) -> Iterator[Press]:
    """The groups that might press forward: those of whom somebody made his opponent flee."""
    seen: set[str] = set()
    for name in sorted(state.bound.beaten):
        if name in seen or name in state.bound.pressed or not state.position.has_base(name):
            continue
        base = state.position.base(name)
        if base.side != state.turn:
            continue
        group = group_of(state.position, base)
        seen |= {one.id for one in group}
        far = min(allowance(state.position, one) or 0.0 for one in group)
        if len(group) > 1 and far > 0.0:
            yield Press(tuple(one.id for one in group), far)


def nobody_presses(state: State) -> Happened[State] | None:
    """End the bound when nobody may press forward."""
    if any(judge(state, action, Finding()) is not None for action in _tried(state)):
        return None
    return finish(state)


def _ideas(state: State) -> Iterator[Action]:
    yield from _tried(state)
    yield EndBound()


PHASES: dict[str, Phase] = {
    "press": Phase(
        "press forward or not",
        (Press, EndBound),
        check,
        do,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B13.6"),
        passes=nobody_presses,
    )
}
