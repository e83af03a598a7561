"""PIP dice handed out: the high ones where a command has much to do and something to gain."""

from __future__ import annotations

from typing import Any, Final

from debellis.battle.rules import Rules
from debellis.generals.character import Character
from debellis.generals.decision import Decision, first_legal
from debellis.generals.tasks import ATTACK, HOLD, SCREEN, Task, tasks_of

#: What a PIP is worth to a command with each task.
_WORTH: Final = {ATTACK: 1.5, HOLD: 1.0, SCREEN: 0.8}
#: The share that a PIP counts for beyond one for each group of the command.
_SPARE: Final = 0.25


def allotted(rules: Rules, state: Any, side: str, by: Character) -> Decision:
    """The allotment that gives the PIPs to those who can use them best."""
    tasks = tasks_of(rules.survey, state, side, by)
    best: tuple[float, Any] | None = None
    for idea in rules.ideas(state):
        use = sum([_use(tasks.get(name), die) for name, die in rules.survey.allotment(idea).items()])
        if (best is None or use > best[0]) and rules.allows(state, idea):
            best = (use, idea)
    if best is None:
        return Decision(first_legal(rules, state), "There is nothing to choose.")
    return Decision(best[1], _why(tasks, rules.survey.allotment(best[1])))


def _use(task: Task | None, die: int) -> float:
    """What a die is worth to a command."""
    if task is None:
        return 0.0
    needed = min(die, task.body.groups)
    return _WORTH[task.kind] * (needed + _SPARE * (die - needed))


def _why(tasks: dict[str, Task], dice: dict[str, int]) -> str:
    """Who gets the highest die, what for, and who must do with the lowest."""
    order = sorted(dice, key=lambda name: (-dice[name], name))
    if not order or order[0] not in tasks:
        return "These commands have most to do."
    first, last = tasks[order[0]], order[-1]
    groups = f"{first.body.groups} group{'' if first.body.groups == 1 else 's'}"
    found = f"{first.says}; with {groups} to move it gets the {dice[order[0]]}"
    return f"{found}, and {last} makes do with the {dice[last]}." if last != order[0] else f"{found}."
