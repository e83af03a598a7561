"""A battle taken up before its first turn, or with troops that are still to come: what a case tells of it."""

from __future__ import annotations

from typing import Any

from debellis.battle.chance import Chance
from debellis.battle.secrets import Secret
from debellis.battle.sides import SIDES, other
from debellis.meg.arguments import ANY_UNIT, COLOUR, HAND, SIDE
from debellis.meg.playing.before_battle import BeforeBattle, Item
from debellis.meg.playing.course import Course
from debellis.meg.playing.setting_up.phases import STEPS
from debellis.meg.playing.setting_up.progress import ask, before, note
from debellis.meg.playing.state import Force, State
from debellis.meg.setting_up.items import COMPULSORY, OPTIONAL
from debellis.meg.troops import CAMP, default_files
from debellis.meg.units import bases_of, generals_of, moment, units_of
from debellis.table.position import Position
from debellis.table.units import General
from debellis.table.value import replace
from debellis.umpire.questions import FEATURE, TEXT, WHOLE, Kind, die, list_of, one_of, table_of

#: What a case may tell of the time before a battle is taken up: of the step before the first turn, and of marches.
OPENING_WORDS: dict[str, Kind] = {
    "step": one_of(*STEPS).or_none(),
    "decides": SIDE.or_none(),
    "item": TEXT.or_none(),
    "sort": one_of(COMPULSORY, OPTIONAL).or_none(),
    "die": die(6).or_none(),
    "piece": FEATURE.or_none(),
    "adjusting": die(6).or_none(),
    "left": table_of(WHOLE).or_none(),
    "picked": table_of(list_of(TEXT)).or_none(),
    "cell": list_of(TEXT, 2).or_none(),
    "steps": WHOLE.or_none(),
    "round": WHOLE.or_none(),
    "dealt": table_of(WHOLE).or_none(),
    "passes": table_of(WHOLE).or_none(),
    "pbs": table_of(list_of(COLOUR)).or_none(),
    "territories": list_of(TEXT).or_none(),
    "flanks": table_of(HAND).or_none(),
    "marches": table_of(list_of(ANY_UNIT)).or_none(),
    "red": table_of(WHOLE).or_none(),
    "late": list_of(ANY_UNIT).or_none(),
}


def with_told(state: State, told: dict[str, Any]) -> State:
    """A state with the marches and the late unit groups that a case tells of, and those off the table in the army."""
    position = state.position
    forces = {side: _force(position, side, state.forces[side], told) for side in SIDES}
    flanks, red = told.get("flanks", {}), told.get("red", {})
    marchers = {one.id: one.side for one in generals_of(position)}
    marches = {name: Secret(marchers.get(name), units) for name, units in told.get("marches", {}).items()}
    late = {
        side: Secret(side, tuple(name for name in told.get("late", ()) if _side_of(position, name) == side))
        for side in SIDES
    }
    laid = {name: ("red",) * count for name, count in red.items()}
    shown = {name: () for name in flanks}
    kept = {name: units for name, units in late.items() if units.value}
    return replace(state, forces=forces, flanks=flanks, marches=marches, laid=laid, shown=shown, late=kept)


def _side_of(position: Position, name: str) -> str:
    return next(unit.side for unit in units_of(position) if unit.id == name)


def _force(position: Position, side: str, force: Force, told: dict[str, Any]) -> Force:
    """An army with its unit groups off the table, and before the first turn with its generals."""
    away = tuple(
        unit
        for unit in units_of(position)
        if unit.side == side and unit.kind != CAMP and not bases_of(position, unit.id)
    )
    files = tuple(default_files(position.edition, unit.troops, unit.kind, unit.original) for unit in away)
    leaders: tuple[General, ...] = ()
    if "step" in told:
        leaders = tuple(one for one in generals_of(position) if one.side == side and not one.unit and one.front is None)
    return replace(
        force,
        units=Secret(side, away),
        files=Secret(side, files),
        leaders=Secret(side, leaders),
        territories=tuple(told.get("territories", force.territories)),
        pbs_cards=told.get("dealt", {}).get(side, force.pbs_cards),
    )


def in_step(state: State, told: dict[str, Any]) -> State:
    """A state before the first turn, in the step that a case names."""
    defender = moment(state.position).defender or SIDES[-1]
    side = told.get("decides", defender)
    leaders = {one.id for army in state.forces.values() for one in army.leaders.value}
    generals = tuple(one for one in generals_of(state.position) if one.id not in leaders)
    here = replace(state.position, generals=generals, moment=replace(moment(state.position), defender=defender))
    course = Course(replace(state, position=here, invader=other(defender), before=BeforeBattle()), Chance())
    dealt = told.get("dealt", {})
    note(
        course,
        chooser=side,
        dealt={one: dealt.get(one, 0) for one in SIDES},
        passes={one: told.get("passes", {}).get(one, 0) for one in SIDES},
        hands={one: Secret(one, tuple(told.get("pbs", {}).get(one, ()))) for one in SIDES},
        round=told.get("round", 1),
        steps=told.get("steps", 1),
        mover=side,
        cell=tuple(told.get("cell", ("", ""))),
        sort=told.get("sort", COMPULSORY),
        left=told.get("left", {}),
        picked={one: tuple(told.get("picked", {}).get(one, ())) for one in SIDES},
    )
    if "item" in told:
        owner = other(side) if told["step"] == "adjust" else side
        note(course, item=Item(owner, told["item"], before(course.state).sort), die=told.get("die"))
    if "piece" in told:
        note(course, piece=told["piece"], adjusting=told.get("adjusting", 1))
    ask(course, told["step"], side)
    return course.state
