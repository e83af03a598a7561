"""The kinds of arguments that questions of Mortem et Gloriam take, and how such a question is made.

Any question may name the sub-phase in which it is asked; it then stands in the place of that of the position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, generals_of, has_unit, moment, named_bases, unit_of, units_of
from debellis.meg.words import COLOURS, FACES, SIDES, actions, phases
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import BadQuestion, Kind, Question, WrongValue, one_of
from debellis.umpire.ruling import Ruling


def _unit(value: Any, position: Position) -> str:
    if not isinstance(value, str) or not has_unit(position, value) or unit_of(position, value).kind == CAMP:
        known = ", ".join(unit.id for unit in units_of(position) if unit.kind != CAMP) or "none"
        raise WrongValue(f"the id of a unit group; there are {known}")
    return value


def _on_table(value: Any, position: Position) -> str:
    name = _unit(value, position)
    if not bases_of(position, name):
        raise WrongValue(f"a unit group on the table, and {name} is not there")
    return name


def _camp(value: Any, position: Position) -> str:
    if not isinstance(value, str) or not has_unit(position, value) or unit_of(position, value).kind != CAMP:
        raise WrongValue("the id of a camp")
    return value


def _unit_or_camp(value: Any, position: Position) -> str:
    if not isinstance(value, str) or not has_unit(position, value):
        raise WrongValue("the id of a unit group or a camp")
    return value


def _targets(value: Any, position: Position) -> tuple[str, ...]:
    """A unit group or camp, or a list of them."""
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not names:
        raise WrongValue("the id of a unit group or a camp, or a list of them")
    return tuple(_standing(name, position) for name in names)


def _standing(value: Any, position: Position) -> str:
    name = _unit_or_camp(value, position)
    if not bases_of(position, name):
        raise WrongValue(f"something on the table, and {name} is not there")
    return name


def _file(value: Any, position: Position) -> str:
    found = isinstance(value, str) and "/" in value and named_bases(position, value)
    if not found:
        raise WrongValue(f'a file on the table, as in "A/2", and {value!r} is none')
    assert isinstance(value, str)
    return value


def _base(value: Any, position: Position) -> str:
    if isinstance(value, str) and position.has_base(value):
        return value
    if isinstance(value, str) and position.has_base(f"{value}.1"):
        return f"{value}.1"
    raise WrongValue(f'a base on the table, as in "A/2.1", and {value!r} is none')


def _anything(value: Any, position: Position) -> str:
    if not isinstance(value, str) or not (has_unit(position, value) or named_bases(position, value)):
        raise WrongValue(f"a unit group, camp, file or base, and there is no {value!r}")
    if not named_bases(position, value):
        raise WrongValue(f"something on the table, and {value} is not there")
    return value


def _general(value: Any, position: Position) -> str:
    if not isinstance(value, str) or all(general.id != value for general in generals_of(position)):
        known = ", ".join(general.id for general in generals_of(position)) or "none"
        raise WrongValue(f"the id of a general; there are {known}")
    return value


def _phase(value: Any, position: Position) -> str:
    if value not in phases(position.edition):
        raise WrongValue("the number of a sub-phase, as in 4.3, in quotes")
    return str(value)


def _action(value: Any, position: Position) -> str:
    spelled = {code.casefold(): code for code in actions(position.edition)}
    if not isinstance(value, str) or value.casefold() not in spelled:
        raise WrongValue(f"the code of a prompted action, one of {', '.join(spelled.values())}")
    return spelled[value.casefold()]


def _units(value: Any, position: Position) -> tuple[str, ...]:
    """A list of unit groups, or the name of a block."""
    if isinstance(value, str):
        found = tuple(unit.id for unit in units_of(position) if unit.block == value)
        if not found:
            raise WrongValue(f"a list of unit groups or the name of a block, and there is no block {value!r}")
        return found
    if not isinstance(value, list | tuple) or not value:
        raise WrongValue("a list of unit groups or the name of a block")
    return tuple(_unit(item, position) for item in value)


def block_members(position: Position, unit: str | None, block: tuple[str, ...] | None) -> tuple[str, ...]:
    """The unit groups of a question that is about one or about a block; BadQuestion unless it names one of both."""
    if unit is None and block is None:
        raise BadQuestion("name a unit or a block", "unit")
    if unit is not None and block is not None:
        raise BadQuestion("name a unit or a block, not both", "block")
    return (unit,) if unit is not None else block or ()


UNIT = Kind("unit group", _on_table)
#: A unit group that need not stand on the table.
ANY_UNIT = Kind("unit group, on the table or not", _unit)
UNITS = Kind("unit groups or block", _units)
CAMP_NAME = Kind("camp", _camp)
UNIT_OR_CAMP = Kind("unit group or camp", _unit_or_camp)
STANDING = Kind("unit group or camp on the table", _standing)
TARGETS = Kind("unit groups or camps", _targets)
FILE = Kind("file", _file)
BASE = Kind("base", _base)
ANYTHING = Kind("unit group, camp, file or base", _anything)
GENERAL = Kind("general", _general)
PHASE = Kind("sub-phase", _phase, choices=phases)
ACTION = Kind("prompted action", _action, choices=actions)
SIDE = one_of(*SIDES)
COLOUR = one_of(*COLOURS)
FACE = one_of(*FACES)
HAND = one_of("left", "right")


class AskedIn:
    """Answers a question in the sub-phase that the question names."""

    def __init__(self, answer: Callable[..., Ruling]) -> None:
        self.answer = answer

    def __call__(self, position: Position, **given: Any) -> Ruling:
        phase = given.pop("phase", None)
        if phase is not None:
            position = replace(position, moment=replace(moment(position), phase=phase))
        return self.answer(position, **given)


def question(
    name: str,
    about: str,
    arguments: dict[str, Kind],
    answer: Callable[..., Ruling],
    *,
    tied_to_table: bool = False,
    apart: dict[str, tuple[str, ...]] | None = None,
    needs: dict[str, tuple[str, ...]] | None = None,
) -> Question:
    """A question of Mortem et Gloriam, which may be asked in any sub-phase."""
    kinds = {**arguments, "phase": PHASE.or_none()}
    return Question(name, about, kinds, AskedIn(answer), tied_to_table=tied_to_table, apart=apart, needs=needs)
