"""Troops of DBM: drill, type and grade, the meaning of a notation, and the names of troops in tables.

A notation reads "Reg Kn (F)". Further words follow it: a general's rank, "chariot", "mounted" for infantry still on its
mounts, a weapon. "Irr Kn (O)//Irr Bd (S)" may dismount. "Reg Bd (X) + Reg Bw (O)" is a double base.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from msgspec import UNSET

from debellis.mechanics.tables import load
from debellis.table.bases import Base, Service
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.value import Value
from debellis.umpire.editions import Troops

CINC, SUB, ALLY = "C-in-C", "sub-general", "ally-general"
RANKS = {CINC: CINC, SUB: SUB, "general": SUB, ALLY: ALLY}
WEAPONS = ("bow", "crossbow", "handgun", "sling", "javelin")
SKIRMISHERS, LIGHT = "skirmishers", "light"
#: The notes that last until the next bound begins.
MOVED, DISMOUNTED = "moved", "dismounted_this_bound"
GENERAL_USED, SHOT, DECLINED = "general_used", "shot", "declined"
TURN_NOTES = (
    MOVED,
    DISMOUNTED,
    "marched",
    "fled",
    "halted",
    "straight",
    "lined_up",
    "pursuing",
    "shot_at",
    GENERAL_USED,
    SHOT,
    DECLINED,
)
#: The note on riderless mounts.
HOLDERS = "holders"
_ONE = re.compile(r"(Reg|Irr) ([A-Z][A-Za-z]*)(?: ?\(([A-Za-z]+)\))?((?: [a-zA-Z-]+)*)")
_NAMED = re.compile(r"(?:(Reg|Irr) )?([A-Za-z]+)(?: ?\(([A-Za-z]+)\))?")
_EXAMPLE = 'write drill, type and grade like "Reg Kn (F)", with C-in-C, sub-general or ally-general behind it if so'


class Troop(Value, frozen=True):
    """The troops of an element. `rear` is the rear half of a double base, `title` the name if it is no notation."""

    drill: str
    type: str
    grade: str
    chariot: bool = False
    on_mounts: bool = False
    weapon: str | None = None
    rear: Troop | None = None
    title: str | None = None

    @property
    def regular(self) -> bool:
        return self.drill == "Reg"

    @property
    def name(self) -> str:
        """The notation that players write, "Kn(F)", or the title."""
        return self.title or f"{self.type}({self.grade})"


def read_troops(edition: str, text: str, scale: Scale) -> Troops:
    """The troops of a notation. Raises ValueError with one sentence if the notation is not valid."""
    words = " ".join(text.split())
    front, _, foot = words.partition("//")
    first, _, second = front.partition(" + ")
    one, rank = _read(edition, first, text)
    rear = _read(edition, second, text)[0] if second else None
    width, depth = scale.base_width, depth_of(edition, one, scale)
    if rear is not None:
        depth += depth_of(edition, rear, scale)
    if foot:
        on_foot = _read(edition, foot, text)[0]
        if arm(edition, one.type) != "mounted" or arm(edition, on_foot.type) == "mounted":
            raise ValueError(f"{text!r} cannot be: only mounted dismount, and only as foot")
        foot = written(on_foot)
    code = written(one) + ("" if rear is None else f" + {written(rear)}")
    return Troops(code, one.type, width, depth, rank is not None, foot or None, rank)


def _read(edition: str, part: str, whole: str) -> tuple[Troop, str | None]:
    found = _ONE.fullmatch(part.strip())
    if found is None:
        raise ValueError(f"{whole!r} is not a troop notation; {_EXAMPLE}")
    drill, kind, grade, more = found.group(1), found.group(2), found.group(3), found.group(4).split()
    types = load(edition)["type"]
    if kind not in types:
        raise ValueError(f"{kind!r} is no troop type; known are {', '.join(types)}")
    row = types[kind]
    grade = grade or (row["grades"][0] if len(row["grades"]) == 1 else "O")
    if drill not in row["drill"] or grade not in row["grades"]:
        drills, grades = " or ".join(row["drill"]), ", ".join(row["grades"])
        raise ValueError(f"there is no {drill} {kind} ({grade}); {kind} are {drills}, of grade {grades}")
    rank: str | None = None
    chariot = on_mounts = False
    weapon: str | None = None
    for word in more:
        if word in RANKS:
            rank = RANKS[word]
        elif word == "chariot":
            chariot = True
        elif word == "mounted" and row["class"] == "foot":
            on_mounts = True
        elif word in WEAPONS:
            weapon = word
        else:
            known = ", ".join((*RANKS, "chariot", "mounted", *WEAPONS))
            raise ValueError(f"{word!r} says nothing about {drill} {kind} ({grade}); what may stand there is {known}")
    return Troop(drill, kind, grade, chariot, on_mounts, weapon), rank


def written(what: Troop) -> str:
    """The notation of an element, without the rank of a general."""
    words = [f"{what.drill} {what.type} ({what.grade})"]
    words += ["chariot"] if what.chariot else []
    words += ["mounted"] if what.on_mounts else []
    words += [what.weapon] if what.weapon else []
    return " ".join(words)


def depth_of(edition: str, what: Troop, scale: Scale) -> float:
    """The base depth of an element. For a double base, the depth of its front half."""
    which = 1 if scale.large else 0
    for row in load(edition)["basing"]:
        when = row.get("when", "")
        if what.on_mounts:
            fits = row["types"] == ["Mounted infantry"]
        elif what.type not in row["types"]:
            fits = False
        elif when == "chariots":
            fits = what.chariot
        else:
            fits = not when or what.grade in when.replace("not chariots, ", "").split()
        if fits:
            return float(row["depth"][which])
    raise ValueError(f"the tables give no base depth for {what.name}")


@cache
def troop_of(code: str) -> Troop:
    """The troops of a notation."""
    first, _, second = code.partition(" + ")
    one = _plain(first)
    if not second:
        return one
    return Troop(one.drill, one.type, one.grade, one.chariot, one.on_mounts, one.weapon, _plain(second))


def _plain(code: str) -> Troop:
    found = _ONE.fullmatch(code)
    assert found is not None, code
    more = found.group(4).split()
    weapon = next((word for word in more if word in WEAPONS), None)
    return Troop(found.group(1), found.group(2), found.group(3), "chariot" in more, "mounted" in more, weapon)


def troop(base: Base) -> Troop:
    """The troops of an element. For a double base, the front half, with the rear half as `rear`."""
    return troop_of(base.code)


def service(base: Base) -> Service:
    """The service of an element: its command, rank and notes."""
    return Service(base.side) if base.service is UNSET else base.service


def noted(base: Base, note: str) -> bool:
    """Whether an element has a lasting note."""
    return note in service(base).notes


def noted_now(position: Position, base: Base, note: str) -> bool:
    """Whether an element has a note for this bound only."""
    return note in (position.turn_notes or {}).get(base.id, ())


def has_moved(position: Position, base: Base) -> bool:
    """Whether an element has made a tactical move in this bound."""
    return noted_now(position, base, MOVED)


def is_holder(base: Base) -> bool:
    """Whether a base represents the riderless mounts of dismounted troops."""
    return noted(base, HOLDERS)


@cache
def arm(edition: str, kind: str) -> str:
    """The class of a troop type: "mounted", "foot", "train" or "naval"."""
    found: str = load(edition)["type"][kind]["class"]
    return found


def is_skirmisher(edition: str, what: Troop) -> bool:
    return bool(load(edition)["type"][what.type]["skirmisher"])


def is_light(edition: str, what: Troop) -> bool:
    """Whether troops are light: skirmishers and auxilia."""
    return bool(load(edition)["type"][what.type]["light"])


@cache
def fits(edition: str, what: Troop, name: str) -> bool:
    """Whether a name of the tables covers an element: "Kn", "Kn(F)", "Irr Bd(F)", "mounted", "skirmishers"."""
    if name in ("mounted", "foot", "train", "naval"):
        return arm(edition, what.type) == name
    if name in (SKIRMISHERS, LIGHT, "any"):
        return {SKIRMISHERS: is_skirmisher, LIGHT: is_light, "any": lambda *_: True}[name](edition, what)
    found = _NAMED.fullmatch(name)
    assert found is not None, name
    drill, kind, grade = found.groups()
    return (drill or what.drill, kind, grade or what.grade) == (what.drill, what.type, what.grade)


def among(edition: str, what: Troop, names: Collection[str]) -> bool:
    """Whether one of some names of the tables covers an element."""
    return any(fits(edition, what, name) for name in names)
