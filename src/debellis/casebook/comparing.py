"""Comparing the answer given with the answer expected, the way players read a case.

Only the keys named in the case count. Numbers agree within 0.01, facings round the full circle; lists of texts, and
lists of such lists, agree in any order, other lists in theirs. A bare true or false means the verdict `legal`;
another bare value means the first key of the answer.

The answer of a question about odds is a table for each side, and `who` names the base each side stands for. A case may
also name the base instead of its side, and write a fate of a side as one flat name: `defender_recoil`, `A_destroyed`.
A chance has a decimal and a fraction; a number is compared with the decimal, a text ("5/36") with the fraction.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

NEAR = 0.01 + 1e-9
ANGLES = ("facing", "facings", "crossing")
INCLUDES = "_includes"
WHO = "who"
#: Another word for a fate that cases use.
FATE_WORDS = {"stands": "no_effect"}
_CHANCE = {"value", "fraction"}


def plain(answer: Any) -> Any:
    """An answer as plain lists, tables, texts and numbers."""
    if isinstance(answer, Fraction):
        return float(answer)
    if isinstance(answer, Struct):
        return plain(structs.asdict(answer))
    if isinstance(answer, Mapping):
        return {str(key): plain(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [plain(value) for value in answer]
    if isinstance(answer, set | frozenset):
        return sorted(plain(value) for value in answer)
    return answer


def differences(
    expected: Any, answer: Any, alternatives: Mapping[str, str] | None = None, asked: str | None = None
) -> list[str]:
    """What differs, one short phrase each; empty when the answer is as expected.

    `alternatives` names, for a key of the answer, the key that lists every value that would be right. `asked` is the
    element the question is about: true or false against a list of ids says whether it is among them.
    """
    if isinstance(expected, bool) and isinstance(answer, dict):
        return differences({"legal": expected}, answer)
    if isinstance(expected, dict) and isinstance(answer, bool):
        return differences(expected, {"legal": answer})
    if isinstance(answer, dict) and answer and not isinstance(expected, dict):
        return differences({next(iter(answer)): expected}, answer, alternatives, asked)
    if isinstance(expected, dict) and isinstance(answer, dict):
        return _tables(expected, answer, alternatives or {}, asked)
    return [] if same(expected, answer) else [f"answer {written(answer)}, expected {written(expected)}"]


def asked_about(arguments: Mapping[str, Any]) -> str | None:
    """The element a question is about, from its arguments; None for a question about no single element."""
    found = arguments.get("element")
    return found if isinstance(found, str) else None


def _tables(
    expected: dict[str, Any], answer: dict[str, Any], alternatives: Mapping[str, str], asked: str | None
) -> list[str]:
    found: list[str] = []
    for key, value in expected.items():
        stem = key.removesuffix(INCLUDES)
        given = answer[key] if key in answer else _of_odds(answer, key)
        if isinstance(value, bool) and isinstance(given, list) and asked is not None:
            given = asked in given
        if key in answer or given is not None:
            listed = answer.get(alternatives.get(key, ""), ())
            if not same(value, given, key) and not any(same(value, other, key) for other in listed or ()):
                found.append(f"{key} {written(given)}, expected {written(value)}")
        elif stem != key and stem in answer:
            missing = [item for item in _listed(value) if item not in _listed(answer[stem])]
            if missing:
                found.append(f"{stem} {written(answer[stem])}, expected to include {written(missing)}")
        else:
            found.append(f"no {key} in the answer, expected {written(value)}")
    return found


def same(expected: Any, answer: Any, key: str = "") -> bool:
    """Whether two values agree; `key` is the name they stand under."""
    if isinstance(expected, bool) or isinstance(answer, bool):
        return expected is answer
    if _is_chance(answer) and not isinstance(expected, dict):
        return same(expected, answer["fraction" if isinstance(expected, str) else "value"])
    if isinstance(expected, int | float) and isinstance(answer, int | float):
        return _near(float(expected), float(answer), key in ANGLES)
    if isinstance(expected, dict) and isinstance(answer, dict):
        return all(
            _fate(answer, name) in answer and same(value, answer[_fate(answer, name)], key if key in ANGLES else name)
            for name, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(answer, dict) and len(expected) == len(answer):
        return _same_lists(expected, list(answer.values()), key)
    if isinstance(expected, list) and isinstance(answer, list):
        return _same_lists(expected, answer, key)
    if expected == "none" and answer is None:
        return True  # TOML cannot write "nothing"
    return bool(expected == answer)


def _of_odds(answer: dict[str, Any], key: str) -> Any:
    """What an answer about odds says under a base's name or a flat name such as `A_destroyed`; None if nothing."""
    sides = answer.get(WHO)
    for role, name in sides.items() if isinstance(sides, dict) else ():
        for stem in (role, name):
            if key == stem:
                return answer[role]
            if key.startswith(f"{stem}_"):
                fate = _fate(answer[role], key[len(stem) + 1 :])
                if fate in answer[role]:
                    return answer[role][fate]
    return None


def _is_chance(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == _CHANCE


def _fate(table: dict[str, Any], word: str) -> str:
    """A fate by the name it has in an answer."""
    return word if word in table else FATE_WORDS.get(word, word)


def _same_lists(expected: list[Any], answer: list[Any], key: str) -> bool:
    if len(expected) != len(answer):
        return False
    if all(isinstance(item, str) for item in expected + answer):
        return sorted(expected) == sorted(answer)
    if all(_is_texts(item) for item in expected + answer):
        return sorted(sorted(item) for item in expected) == sorted(sorted(item) for item in answer)
    return all(same(a, b, key) for a, b in zip(expected, answer, strict=True))


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _near(a: float, b: float, round_the_circle: bool) -> bool:
    apart = abs(a - b)
    if round_the_circle:
        apart %= 360.0
        apart = min(apart, 360.0 - apart)
    return apart <= NEAR


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def written(value: Any) -> str:
    """A value as one would write it in a case."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(item) for item in value) + "]"
    if _is_chance(value):
        return written(value["fraction"])
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(item)}" for key, item in value.items()) + " }" if value else "{}"
    return f'"{value}"' if isinstance(value, str) else str(value)
