"""Whatever is written in a case, reading and running it ends in results or in CaseErrors, never in a crash."""

from __future__ import annotations

import copy
import math
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from debellis.casebook import CaseError, reading, run_case
from debellis.casebook.case_text import CaseText

CASE: dict[str, Any] = {
    "title": "All of it",
    "edition": "toy",
    "clauses": ["BOB-SHO-1"],
    "table": [900, 700],
    "active": "blue",
    "bound": 3,
    "scale": "25mm",
    "lost": {"red": ["3Kn general"]},
    "unlanded": {"blue": 4},
    "options": {"weather": "wet"},
    "terrain": [
        {"id": "T", "kind": "bua", "outline": [[0, 0], [90, 0], [90, 90], [0, 90]], "owner": "red"},
        {"kind": "road", "line": [[0, 300], [300, 310], [600, 300]], "width": 20},
        {"kind": "gentle_hill", "outline": [[500, 0], [600, 0], [550, 90]], "crest": [[540, 20], [560, 20]]},
    ],
    "base": [
        {"id": "A", "side": "red", "troops": "4Bd", "front": [300, 300], "facing": 30},
        {"id": "B", "side": "blue", "troops": "3Kn general", "against": "A", "moved": True},
        {"id": "C", "side": "red", "troops": "2Ps", "in": "T"},
        {"id": "D", "side": "red", "troops": "2Ps", "attached": "A"},
    ],
    "ask": [
        {"question": "may_echo", "legal": True, "cite": ["BOB-SHO-1"], "answer": True, "because": ["BOB-SHO-1"]},
        {"question": "number", "of": "A", "value": 3, "answer": {"x": 3}, "spared": ["BOB-SHO-2"]},
    ],
}

JUNK = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-(10**30), 10**30),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(["A", "B", "T", "red", "4Bd", "in", "BOB-SHO-1", "\x00", "A\nB", "[[base]]", "ü", ""]),
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "front", "x.y"]), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS = st.sampled_from(["front", "behind", "in", "kind", "line", "width", "answer", "base", "ask", "do", "id", "what"])


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(step for key, item in entries for step in _paths(item, (*path, key)))]


def _key(name: str) -> str:
    return name if name.isascii() and name.isidentifier() else _written(name)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(c):08x}" if not 0xD800 <= ord(c) <= 0xDFFF else "?" for c in value) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(_written(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_written(item)}" for key, item in value.items()) + "}"
    return repr(value)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nothing_crashes(data: st.DataObject) -> None:
    case = copy.deepcopy(CASE)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from([path for path in _paths(case) if path]))
        inside: Any = case
        for step in path[:-1]:
            inside = inside[step]
        change = data.draw(st.sampled_from(["replace", "remove", "add", "double"]))
        if change == "replace":
            inside[path[-1]] = data.draw(JUNK)
        elif change == "remove":
            del inside[path[-1]]
        elif isinstance(inside, dict):
            inside[data.draw(KEYS)] = data.draw(JUNK)
        elif change == "double":
            inside.append(inside[path[-1]])
    text = "\n".join(f"{_key(key)} = {_written(value)}" for key, value in case.items())
    try:
        run_case(reading.case_from(CaseText("case.toml", text)))
    except CaseError as error:
        assert error.line >= 1
        assert "\n" not in str(error)
