"""What the deciding side must know of the steps before a big battle that an ordinary battle does not have."""

from __future__ import annotations

from debellis.battle.set_up_tasks import SetUpTask, TroopsToPlace
from debellis.dba.commands import ALLIED, CHIEF, command_of, commands_of, is_big
from debellis.dba.playing.state import State
from debellis.dba.setting_up.big_steps import deploys_in_part, own_commands, to_deploy
from debellis.table.position import Command


def task(state: State) -> SetUpTask | None:
    """The task of a step that only big battles have, or have otherwise; None if the view tells enough."""
    if not is_big(state.position):
        return None
    if state.phase == "allot":
        return _allotment(state)
    if state.phase == "deploy":
        return _deployment(state)
    return None


def _allotment(state: State) -> SetUpTask:
    says = (
        "Each bound one die is thrown for each of your commands. Write down now which command always gets the highest "
        "score, and which the lowest. The enemy sees it at your first throw."
    )
    fields = {"highest": "The highest score", "lowest": "The lowest score"}
    owners = own_commands(state.position, state.turn)
    return SetUpTask("allot_dice", says, "Write it down", owners=owners, fields=fields)


def _deployment(state: State) -> SetUpTask:
    edge = state.edges[state.turn]
    waiting = to_deploy(state)
    partly = deploys_in_part(state)
    says = f"Your edge is the {edge}; your troops stand in the dashed zone."
    if partly:
        says += " Deploy one or two whole commands now, and the rest after the invader."
    groups: list[TroopsToPlace] = []
    for one in commands_of(state.position, state.turn):
        names = tuple([base.id for base in waiting if command_of(base) == one.id])
        if names:
            groups.append(TroopsToPlace(one.id, _title(one), names, names if partly else ()))
    return SetUpTask("deploy", says, "Deploy them so", edge=edge, troops=tuple(groups), together=True)


def _title(command: Command) -> str:
    """The name of a command with who leads it."""
    whose = ", the commander-in-chief's" if CHIEF in command.notes else ", an ally's" if ALLIED in command.notes else ""
    return f"{command.id}{whose}"
