"""Comparing the answer given with the answer expected, the way players read a case.

Only the keys named in the case count. Numbers agree within 0.01, facings round the full circle; lists of texts agree
in any order, other lists in theirs. A bare true or false means the verdict `legal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

NEAR = 0.01 + 1e-9
ANGLES = ("facing", "facings", "crossing")
INCLUDES = "_includes"


def plain(answer: Any) -> Any:
    """An answer as plain lists, tables, texts and numbers."""
    if isinstance(answer, Fraction):
        return float(answer)
    if isinstance(answer, Mapping):
        return {str(key): plain(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [plain(value) for value in answer]
    if isinstance(answer, set | frozenset):
        return sorted(plain(value) for value in answer)
    return answer


def differences(expected: Any, answer: Any, alternatives: Mapping[str, str] | None = None) -> list[str]:
    """What differs, one short phrase each; empty when the answer is as expected.

    `alternatives` names, for a key of the answer, the key that lists every value that would be right.
    """
    if isinstance(expected, bool) and isinstance(answer, dict):
        return differences({"legal": expected}, answer)
    if isinstance(expected, dict) and isinstance(answer, bool):
        return differences(expected, {"legal": answer})
    if isinstance(expected, dict) and isinstance(answer, dict):
        return _tables(expected, answer, alternatives or {})
    return [] if same(expected, answer) else [f"answer {written(answer)}, expected {written(expected)}"]


def _tables(expected: dict[str, Any], answer: dict[str, Any], alternatives: Mapping[str, str]) -> list[str]:
    found: list[str] = []
    for key, value in expected.items():
        stem = key.removesuffix(INCLUDES)
        if key in answer:
            given = answer[key]
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
    if isinstance(expected, int | float) and isinstance(answer, int | float):
        return _near(float(expected), float(answer), key in ANGLES)
    if isinstance(expected, dict) and isinstance(answer, dict):
        return all(
            name in answer and same(value, answer[name], key if key in ANGLES else name)
            for name, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(answer, list):
        return _same_lists(expected, answer, key)
    if expected == "none" and answer is None:
        return True  # TOML cannot write "nothing"
    return bool(expected == answer)


def _same_lists(expected: list[Any], answer: list[Any], key: str) -> bool:
    if len(expected) != len(answer):
        return False
    if all(isinstance(item, str) for item in expected + answer):
        return sorted(expected) == sorted(answer)
    return all(same(a, b, key) for a, b in zip(expected, answer, strict=True))


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
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(item)}" for key, item in value.items()) + " }" if value else "{}"
    return f'"{value}"' if isinstance(value, str) else str(value)
