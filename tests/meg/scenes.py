"""Small positions of Mortem et Gloriam for tests, written as a case is."""

from __future__ import annotations

import json
from typing import Any

from debellis.casebook import reading
from debellis.casebook.case_text import CaseText
from debellis.table.position import Position

FOOT: dict[str, Any] = {
    "kind": "TuG",
    "type": "infantry",
    "order": "loose",
    "training": "formed",
    "quality": "average",
    "protection": "protected",
    "bases": 6,
    "files": 3,
}

Tables = tuple[dict[str, Any], ...]


def unit(name: str, side: str, **changes: Any) -> dict[str, Any]:
    """Loose foot of average quality, three wide and two deep, unless it is said otherwise."""
    return {"id": name, "side": side, **FOOT, **changes}


def scene(*units: dict[str, Any], phase: str = "5.2", charges: Tables = (), generals: Tables = ()) -> Position:
    """A position with some unit groups; red is the active player."""
    text = written(*units, phase=phase, charges=charges, generals=generals)
    return reading.case_from(CaseText("scene.toml", text), answered=False).position


def written(*units: dict[str, Any], phase: str = "5.2", charges: Tables = (), generals: Tables = ()) -> str:
    """The text of a case with some unit groups."""
    lines = ['title = "A scene"', 'edition = "meg"', 'active = "red"']
    if phase:
        lines.append(f'phase = "{phase}"')
    for kind, tables in (("unit", units), ("general", generals), ("charge", charges)):
        for table in tables:
            lines += ["", f"[[{kind}]]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    lines += ["", "[[ask]]", 'question = "die"', 'colour = "red"']
    return "\n".join(lines)
