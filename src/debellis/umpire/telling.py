"""Rulings in the words of players: distances in the edition's own unit, terrain by its name.

The rules measure and speak in millimetres, written "mm". Every sentence that leaves them comes through this module, the
only place that says a distance in another unit. Sizes of bases are millimetres in the rules themselves; a sentence that
means them writes "millimetres". Measures keep their millimetres: they are the details of a ruling.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from debellis.table.ground_kinds import GroundKinds, kind_of
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.value import replace
from debellis.umpire.editions import UnknownEdition, edition
from debellis.umpire.ruling import Measure, Reason, Ruling
from debellis.umpire.sheet import Sheet

#: Keys of answers that hold sentences.
SENTENCES: Final = frozenset({"says", "faults", "warned"})
#: One of a unit; a unit that is not here has no plural.
_ONE: Final = {"paces": "pace", "inches": "inch"}
_ORDINALS: Final = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_NUMBER: Final = r"\d+(?:\.\d+)?"
#: Lengths joined by small words share the unit of the last: "60.0 by 80.0 mm".
_LENGTHS: Final = re.compile(rf"(?<![\w.])((?:{_NUMBER} (?:by|to|and|or|of) )*)({_NUMBER}) mm\b")
_DETERMINERS: Final = r"(?:the|a|an|no|this|that|one|any|every|each|another|its|his)"

Tell = Callable[[str], str]


def tell(position: Position, ruling: Ruling) -> Ruling:
    """A ruling in the words of the position's edition. Only sentences, labels and names of measures differ."""
    say = teller(position)
    return replace(
        ruling,
        answer=_told_answer(say, ruling.answer, frozenset(reason.says for reason in ruling.because)),
        because=tuple(Reason(reason.clause, say(reason.says)) for reason in ruling.because),
        measures=tuple(_told_measure(say, measure) for measure in ruling.measures),
        drawing=tuple(replace(mark, label=say(mark.label)) for mark in ruling.drawing),
        sheets=tuple(_told_sheet(say, sheet) for sheet in ruling.sheets),
    )


def teller(position: Position, roughly: bool = False) -> Tell:
    """The function that puts a sentence about a position into the words of its edition.

    `roughly` is for the account of a battle: lengths in whole paces, as players measure them.
    """
    return _teller(position.edition, position.scale, roughly)


def say_length(scale: Scale, unit: str, mm: float, roughly: bool = False) -> str:
    """A distance in an edition's unit, as a sentence gives it: "120 paces", "1 pace", "2.35 MU"."""
    number = _number(scale.in_unit(mm, unit), unit, roughly)
    return f"{number} {_ONE.get(unit, unit) if number == '1' else unit}"


def terrain_name(position: Position, name: str) -> str:
    """The words for a piece of terrain with this id: "the woods" for `woods`; another id is a name itself."""
    kinds = edition(position.edition).ground
    key = name.rstrip("23456789")
    number = int(name[len(key) :] or 1)
    if key not in kinds or number >= len(_ORDINALS):
        return name
    return f"the {_in_order(number, kinds[key].name)}"


def kind_name(position: Position, kind: str) -> str:
    """What people call a kind of terrain in the position's edition."""
    return kind_of(edition(position.edition).ground, kind).name


def _in_order(number: int, name: str) -> str:
    """The second of a kind is called so, the first has just its name."""
    return f"{_ORDINALS[number]} {name}".strip()


def _number(count: float, unit: str, roughly: bool) -> str:
    """A length to a tenth of a pace, or to a hundredth of anything longer; a length above nothing is never 0.

    Roughly it is a whole number of paces, or has one place fewer.
    """
    places = (1 if unit == "paces" else 2) - roughly
    said = f"{count:.{places}f}"
    if count and not float(said):
        said = f"{count:.2g}"
    return said.rstrip("0").rstrip(".") if "." in said else said


@cache
def _teller(name: str, scale: Scale, roughly: bool) -> Tell:
    try:
        rules = edition(name)
    except UnknownEdition:
        return _as_it_is
    unit, terrain = rules.unit, _terrain_pattern(rules.ground)

    def length(found: re.Match[str]) -> str:
        others = re.sub(_NUMBER, lambda one: _number(scale.in_unit(float(one[0]), unit), unit, roughly), found[1])
        return others + say_length(scale, unit, float(found[2]), roughly)

    def ground(found: re.Match[str]) -> str:
        return _ground_name(rules.ground, found)

    def say(sentence: str) -> str:
        if " mm" in sentence:
            sentence = _LENGTHS.sub(length, sentence)
        return sentence if terrain is None else terrain.sub(ground, sentence)

    return say


def _as_it_is(sentence: str) -> str:
    return sentence


def _terrain_pattern(kinds: GroundKinds) -> re.Pattern[str] | None:
    """Finds terrain that is named by the key of its kind, perhaps with a number: `steep_hill`, `woods2`.

    A key that is an English word is found only with a number.
    """
    if not kinds:
        return None
    keys = sorted(kinds, key=len, reverse=True)
    raw = [key for key in keys if "_" in key or key not in kinds[key].name]
    found = [rf"(?:{'|'.join(keys)})[2-9]", *raw]
    return re.compile(rf"(?<![\w'\"-])(?:({_DETERMINERS}) )?\b({'|'.join(found)})\b(?![\w'\"-])", re.IGNORECASE)


def _ground_name(kinds: GroundKinds, found: re.Match[str]) -> str:
    """The words for a piece of terrain: "the steep hill" or "the second steep hill"."""
    key = found[2]
    number = int(key[-1]) if key[-1].isdigit() else 1
    kind = kinds.get(key.rstrip("23456789").lower())
    if kind is None or key != key.lower():
        return found[0]
    words = _in_order(number, kind.name)
    if found[1]:
        return f"{found[1]} {words}"
    return f"{'The' if found.start() == 0 and _opens(found) else 'the'} {words}"


def _opens(found: re.Match[str]) -> bool:
    """Whether what was found opens a sentence that ends in a full stop."""
    return found.string.endswith(".")


def _told_answer(say: Tell, answer: Any, reasons: frozenset[str]) -> Any:
    """An answer with its sentences told: those under the keys of sentences, and those repeated under other keys."""
    if not isinstance(answer, dict):
        return answer
    given = {item for key in SENTENCES & answer.keys() for item in _texts(answer[key])}
    return _told_value(say, answer, frozenset(given) | reasons)


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(item for item in value if isinstance(item, str))


def _told_value(say: Tell, value: Any, sentences: frozenset[str]) -> Any:
    if isinstance(value, str):
        return say(value) if value in sentences else value
    if isinstance(value, dict):
        return {key: _told_value(say, item, sentences) for key, item in value.items()}
    if type(value) is tuple:
        return tuple([_told_value(say, item, sentences) for item in value])
    return [_told_value(say, item, sentences) for item in value] if type(value) is list else value


def _told_measure(say: Tell, measure: Measure) -> Measure:
    return replace(measure, name=say(measure.name))


def _told_sheet(say: Tell, sheet: Sheet) -> Sheet:
    return replace(sheet, lines=tuple(replace(line, reason=say(line.reason)) for line in sheet.lines))
