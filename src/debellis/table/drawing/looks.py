"""The look of sides, terrain and marks: colours that colour-blind players can tell apart, and patterns for print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from debellis.table.drawing.svg import tag


class SideLook(NamedTuple):
    """The colours of a side; `hatch` names the pattern laid over its pale fill, if any."""

    strong: str
    pale: str
    hatch: str | None


_NAMED: Final = {
    "blue": SideLook("#0072b2", "#dcecf7", None),
    "red": SideLook("#d55e00", "#fdeadc", "slanted"),
}
_OTHERS: Final = (
    SideLook("#4d4d4d", "#ececec", "dotted"),
    SideLook("#6b4c9a", "#ebe5f4", "upright"),
    SideLook("#7a6500", "#f5efcf", "crossed"),
    SideLook("#00664b", "#d9efe7", "level"),
)
_HATCHES: Final = {
    "slanted": ("M-1 1L1 -1M0 4L4 0M3 5L5 3", 4.0),
    "dotted": ("M1 1h.01M3 3h.01", 4.0),
    "upright": ("M1.5 0V3", 3.0),
    "crossed": ("M0 0L5 5M0 5L5 0", 5.0),
    "level": ("M0 1.5H3", 3.0),
}


def side_looks(sides: Iterable[str]) -> dict[str, SideLook]:
    """A look for each side: fixed ones for blue and red, the next free one for others in order of appearance."""
    looks: dict[str, SideLook] = {}
    spare = 0
    for side in sides:
        if side in _NAMED:
            looks[side] = _NAMED[side]
        else:
            looks[side] = _OTHERS[spare % len(_OTHERS)]
            spare += 1
    return looks


def hatch_name(look: SideLook) -> str | None:
    """The id of the pattern of a side."""
    return f"hatch-{look.hatch}-{look.strong.lstrip('#')}" if look.hatch else None


def hatch_pattern(look: SideLook) -> str:
    """The definition of the pattern of a side; empty for a plain one."""
    if look.hatch is None:
        return ""
    path, size = _HATCHES[look.hatch]
    width = 1.3 if look.hatch == "dotted" else 0.7
    line = tag(
        "path", d=path, fill="none", stroke=look.strong, stroke_width=width, stroke_linecap="round", stroke_opacity=0.36
    )
    return tag("pattern", line, id=hatch_name(look), width=size, height=size, patternUnits="userSpaceOnUse")


class RoleLook(NamedTuple):
    """How a mark of a role is drawn, and what the legend calls it."""

    words: str
    colour: str
    width: float
    dashes: str | None
    fill: str
    fill_opacity: float


ROLES: Final = {
    "zone": RoleLook("zone", "#7b3f7d", 0.9, None, "url(#zone-hatch)", 1.0),
    "range": RoleLook("range", "#3a3a3a", 0.9, "0.9 2.2", "none", 0.0),
    "open": RoleLook("open", "#00795a", 1.6, None, "#009e73", 0.14),
    "blocked": RoleLook("blocked", "#8e1b1b", 1.5, "4.5 2.6", "#8e1b1b", 0.09),
    "contact": RoleLook("contact", "#5c4a00", 0.9, None, "#f0e442", 0.55),
    "distance": RoleLook("distance", "#1a1a1a", 0.9, None, "none", 0.0),
    "ghost": RoleLook("possible place", "#1a1a1a", 1.1, "3 2", "#ffffff", 0.55),
}
OTHER_ROLE: Final = RoleLook("mark", "#3a3a3a", 1.0, "1.5 1.5", "none", 0.0)
HIGHLIGHT: Final = "#f0e442"


def zone_pattern() -> str:
    """The hatch of zones: slanted the other way from any side's."""
    lines = "M0 0L6 6M-1 5L1 7M5 -1L7 1"
    line = tag("path", d=lines, fill="none", stroke="#7b3f7d", stroke_width=0.7, stroke_opacity=0.6)
    wash = tag("rect", width=6, height=6, fill="#cc79a7", fill_opacity=0.12)
    return tag("pattern", wash, line, id="zone-hatch", width=6, height=6, patternUnits="userSpaceOnUse")
