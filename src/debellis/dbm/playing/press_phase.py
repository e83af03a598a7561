"""Pressing forward after the fights of one's own bound, and the end of the bound."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.aftermath.press_conditions import may_press
from debellis.dbm.aftermath.press_groups import SHORT, pressing_groups
from debellis.dbm.aftermath.pressing import Press as Pressed
from debellis.dbm.aftermath.pressing import press
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.grouping.groups import names_each_once
from debellis.dbm.moving.speeds import allowance
from debellis.dbm.playing.actions import Action, EndBound, Press
from debellis.dbm.playing.bound_end import finish
from debellis.dbm.playing.changes import OTHERWISE, lose
from debellis.dbm.playing.choosing import choices_of
from debellis.dbm.playing.state import State
from debellis.table.bases import Base
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together

#: How finely the furthest press is sought (mm).
_FINE = 1.0


def judge(state: State, action: Press, finding: Finding) -> Pressed | None:
    """A press forward judged and worked out; None where it is refused."""
    position, names = state.position, action.elements
    bases = tuple(position.base(name) for name in names)
    if not may_press(position, bases, state.bound.beaten, 0, finding):
        return None
    return press(position, names, action.far, state.edges.get(other(state.turn)), finding, choices_of(state))


def check(state: State, action: Press | EndBound) -> Ruling:
    """Whether a group may press forward so far; to stop is always allowed."""
    verdict = Verdict()
    if isinstance(action, EndBound):
        return verdict.decide("end_bound")
    wrong = [n for n in action.elements if not state.position.has_base(n) or state.position.base(n).side != state.turn]
    done = [name for name in action.elements if name in state.bound.pressed]
    if not names_each_once(action.elements, verdict):
        return verdict.decide("press")
    if wrong or done or not action.far > 0.0:
        who = together(wrong or done or action.elements)
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


def _may_press(state: State) -> list[tuple[Base, ...]]:
    """The widest groups that may press forward some distance, and single files."""
    return pressing_groups(state.position, state.turn, state.bound.beaten, state.bound.pressed)


def nobody_presses(state: State) -> Happened[State] | None:
    """End the bound when nobody may press forward any distance."""
    return None if _may_press(state) else finish(state)


def _ideas(state: State) -> Iterator[Action]:
    for group in _may_press(state):
        names = tuple(base.id for base in group)
        far = min(allowance(state.position, one) or 0.0 for one in group)
        yield Press(names, far)
        yield from _shorter(state, names, far)
    yield EndBound()


def _shorter(state: State, names: tuple[str, ...], far: float) -> Iterator[Press]:
    """As far as a group may press that may not press its whole distance."""
    low, high = 0.0, far
    if judge(state, Press(names, far), Finding()) is not None:
        return
    while high - low > _FINE:
        half = 0.5 * (low + high)
        if judge(state, Press(names, half), Finding()) is None:
            high = half
        else:
            low = half
    yield Press(names, low if low > 0.0 else SHORT)


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
