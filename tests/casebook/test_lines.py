"""The line of every key, through every way of writing TOML."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from debellis.casebook.lines import line_index

TEXT = '''\
title = "One [not a table] # not a comment"   # a comment
"quoted key" = 'literal \\ backslash'
dotted.inner.key = 1

long = """
[[base]]
id = "not a base" \\""" still inside
"""            # line 8
literal = \'\'\'
it''s [[ask]]
\'\'\'

numbers = [ # comment with ] in it
    1, 2,
    # another
    [3, 4], { x = 5, y = [6,
    7] },
]

[[base]]
id = "A"

[[base]]
id = "B"
front = [1,
         2]

[base.remarks]
note = "of B"

[[base]]
id = "C"
place = { front = [3, 4], facing = 90, deep = { er = true } }

[table]
a = 1
[table.sub]
b = 2
[[table.list]]
c = 3
[[table.list]]
c = 4
'''


def test_lines_of_keys() -> None:
    index = line_index(TEXT)
    assert index["title",] == 1
    assert index["quoted key",] == 2
    assert index["dotted", "inner", "key"] == 3
    assert index["long",] == 5
    assert index["literal",] == 9
    assert index["numbers", 0] == 14
    assert index["numbers", 2, 1] == 16
    assert index["numbers", 3, "y", 1] == 17
    assert index["base", 0] == 20
    assert index["base", 0, "id"] == 21
    assert index["base", 1, "id"] == 24
    assert index["base", 1, "front", 1] == 26
    assert index["base", 1, "remarks", "note"] == 29
    assert index["base", 2, "place", "deep", "er"] == 33
    assert index["table", "sub", "b"] == 38
    assert index["table", "list", 1, "c"] == 42


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(step for key, item in entries for step in _paths(item, (*path, key)))]


def test_every_value_has_a_line() -> None:
    index = line_index(TEXT)
    assert [path for path in _paths(tomllib.loads(TEXT)) if path and path not in index] == []


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("edition", ["dba22", "rrr", "dbm31", "dbm32", "meg"])
def test_every_value_of_a_ledger_has_a_line(edition: str) -> None:
    """The ledgers are the longest TOML at hand, with every kind of string in them."""
    text = (ROOT / "src/debellis/editions" / edition / "clauses.toml").read_text("utf-8")
    index = line_index(text)
    values = tomllib.loads(text)
    assert [path for path in _paths(values) if path and path not in index] == []
    lines = text.splitlines()
    for i, entry in enumerate(values["clause"]):
        assert lines[index["clause", i, "id"] - 1] == f'id = "{entry["id"]}"'
