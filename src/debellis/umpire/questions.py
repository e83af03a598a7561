"""Questions: what may be asked of an edition, with which arguments, checked before the rules see them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from debellis.table.position import Position
from debellis.umpire.ruling import Ruling


class BadQuestion(ValueError):
    """A question that is not valid: one clear sentence, and the argument at fault."""

    def __init__(self, sentence: str, argument: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.argument = argument


class Kind:
    """What an argument must be: a name for people and a check that converts the written value or refuses it.

    `choices` lists the words of an edition that it accepts, where they are few and its name does not say them.
    """

    def __init__(
        self,
        name: str,
        check: Callable[[Any, Position], Any],
        optional: bool = False,
        choices: Callable[[str], tuple[str, ...]] | None = None,
    ) -> None:
        self.name = name
        self.check = check
        self.optional = optional
        self.choices = choices

    def or_none(self) -> Kind:
        """The same kind, allowed to be left out."""
        return Kind(self.name, self.check, True, self.choices)


class WrongValue(ValueError):
    """What an argument must be instead of what was written; it goes after "must be"."""


def _base(value: Any, position: Position) -> str:
    if not isinstance(value, str):
        raise WrongValue("the id of a base")
    if not position.has_base(value):
        raise WrongValue(f"the id of a base on the table, and there is no base {value!r}")
    return value


def _feature(value: Any, position: Position) -> str:
    if not isinstance(value, str):
        raise WrongValue("the id of a terrain feature")
    if not position.has_feature(value):
        raise WrongValue(f"the id of a terrain feature, and there is no feature {value!r}")
    return value


def _either(value: Any, position: Position) -> str:
    if not isinstance(value, str):
        raise WrongValue("the id of a base, camp or town")
    if not position.has_base(value) and not position.has_feature(value):
        raise WrongValue(f"the id of a base, camp or town, and nothing is called {value!r}")
    return value


def _number(value: Any, position: Position) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise WrongValue("a number")
    return float(value)


def _whole(value: Any, position: Position) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongValue("a whole number")
    return value


def _flag(value: Any, position: Position) -> bool:
    if not isinstance(value, bool):
        raise WrongValue("true or false")
    return value


def _text(value: Any, position: Position) -> str:
    if not isinstance(value, str):
        raise WrongValue("a text")
    return value


def _point(value: Any, position: Position) -> tuple[float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise WrongValue("a point [x, y]")
    return (_number(value[0], position), _number(value[1], position))


def _table(value: Any, position: Position) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WrongValue("a table { name = value }")
    return value


BASE = Kind("base", _base)
FEATURE = Kind("feature", _feature)
BASE_OR_PLACE = Kind("base, camp or town", _either)
NUMBER = Kind("number", _number)
WHOLE = Kind("whole number", _whole)
FLAG = Kind("true or false", _flag)
TEXT = Kind("text", _text)
POINT = Kind("point", _point)
TABLE = Kind("table", _table)


def die(sides: int) -> Kind:
    """The number shown by a die with this many sides."""

    def check(value: Any, position: Position) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
            raise WrongValue(f"a die from 1 to {sides}")
        return value

    return Kind("die", check)


def one_of(*names: str) -> Kind:
    """One of some fixed words."""

    def check(value: Any, position: Position) -> str:
        if value not in names:
            raise WrongValue(f"one of {', '.join(names)}")
        return str(value)

    return Kind(" | ".join(names), check)


def list_of(kind: Kind, length: int | None = None) -> Kind:
    """A list of things of one kind, of a given length if one is named."""

    def check(value: Any, position: Position) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise WrongValue(f"a list of {kind.name}")
        if length is not None and len(value) != length:
            raise WrongValue(f"a list of {length} of {kind.name}, not {len(value)}")
        return tuple(kind.check(item, position) for item in value)

    return Kind(f"list of {kind.name}", check)


def table_of(kind: Kind) -> Kind:
    """A table whose values are all of one kind, under any names."""

    def check(value: Any, position: Position) -> dict[str, Any]:
        return {key: kind.check(item, position) for key, item in _table(value, position).items()}

    return Kind(f"table of {kind.name}", check)


class Question:
    """A question an edition answers.

    `alternatives` names, for a key of the answer, the key that lists every value that would be right. `tied_to_table`
    marks a question about the table's own edges: moving the position changes its meaning. `apart` lists for an argument
    the arguments that it makes useless; `needs` lists for an argument those of which it needs one. An argument that
    would not be used is an error. `old_names` are the names of arguments in older cases.
    """

    def __init__(
        self,
        name: str,
        about: str,
        arguments: dict[str, Kind],
        answer: Callable[..., Ruling],
        alternatives: dict[str, str] | None = None,
        *,
        tied_to_table: bool = False,
        apart: dict[str, tuple[str, ...]] | None = None,
        needs: dict[str, tuple[str, ...]] | None = None,
        old_names: dict[str, str] | None = None,
    ) -> None:
        self.name = name
        self.about = about
        self.arguments = arguments
        self.answer = answer
        self.alternatives = alternatives or {}
        self.tied_to_table = tied_to_table
        self.apart = apart or {}
        self.needs = needs or {}
        self.old_names = old_names or {}

    def answered_by(self, answer: Callable[..., Ruling]) -> Question:
        """The same question, answered by another function."""
        return Question(
            self.name,
            self.about,
            self.arguments,
            answer,
            self.alternatives,
            tied_to_table=self.tied_to_table,
            apart=self.apart,
            needs=self.needs,
            old_names=self.old_names,
        )

    def ask(self, position: Position, given: dict[str, Any]) -> Ruling:
        """The ruling; BadQuestion for an unknown, missing, ill-formed or useless argument."""
        given = {self.old_names.get(key, key): value for key, value in given.items()}
        found = checked(self.name, self.arguments, given, position)
        refuse_unused(self.name, self.apart, self.needs, tuple(found))
        return self.answer(position, **found)


def refuse_unused(
    name: str, apart: dict[str, tuple[str, ...]], needs: dict[str, tuple[str, ...]], given: tuple[str, ...]
) -> None:
    """Raise BadQuestion for an argument that another one makes useless."""
    for key in given:
        for other in apart.get(key, ()):
            if other in given:
                raise BadQuestion(f"{name} has no use for {other} together with {key}", other)
        if key in needs and not any(other in given for other in needs[key]):
            raise BadQuestion(f"{name} uses {key} only together with {' or '.join(needs[key])}", key)


def checked(name: str, kinds: dict[str, Kind], given: dict[str, Any], position: Position) -> dict[str, Any]:
    """The written arguments, converted to their kinds; BadQuestion for one that is unknown, missing or ill-formed."""
    found: dict[str, Any] = {}
    for key, value in given.items():
        if key not in kinds:
            known = ", ".join(kinds) or "none"
            raise BadQuestion(f"{name} has no argument {key!r}; it has {known}", key)
        try:
            found[key] = kinds[key].check(value, position)
        except WrongValue as wrong:
            raise BadQuestion(f"{key} must be {wrong}", key) from None
    for key, kind in kinds.items():
        if key not in found and not kind.optional:
            raise BadQuestion(f"{name} needs {key} ({kind.name})", key)
    return found
