"""What people call the keys of an answer. Pages and other readers show these words instead of the keys."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

#: The table of labels that hold for every question.
_ANY = "any"


@cache
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files("debellis.umpire").joinpath("answer_labels.toml").read_text("utf-8"))


def label(question: str, key: str) -> str | None:
    """What people call a key in the answer to a question; None for names, which a position gives itself."""
    tables = _tables()
    return tables.get(question, {}).get(key) or tables[_ANY].get(key)


def labels(question: str, answer: Any) -> dict[str, str]:
    """The labels of all keys of an answer, also of the tables in it. Names of bases have none."""
    found: dict[str, str] = {}
    waiting = [answer]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            told = {key: label(question, key) for key in value}
            found |= {key: words for key, words in told.items() if words is not None}
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return found
