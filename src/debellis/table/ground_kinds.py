"""Kinds of ground as an edition describes them for people: a name, a look, a form and a letter."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct


class GroundKind(Struct, frozen=True, forbid_unknown_fields=True):
    """What people call a kind of ground, and how it is drawn.

    `look` names its colours and signs in the drawings and on the page. A "line" is drawn as a strip along its middle,
    a "hill" has slopes, a "place" holds troops. `keeper` is who holds a place when no troops do. `letter` stands for
    it on a terminal.
    """

    name: str
    look: str
    form: Literal["area", "hill", "line", "place"] = "area"
    letter: str = ":"
    keeper: str = ""


GroundKinds = Mapping[str, GroundKind]
NO_KINDS: Final[GroundKinds] = MappingProxyType({})


def kind_of(kinds: GroundKinds, kind: str) -> GroundKind:
    """A kind of ground. One without a description gets its key as its name, and a plain look."""
    return kinds.get(kind) or GroundKind(kind.replace("_", " "), "")
