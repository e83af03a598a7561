"""Spontaneous retreat: an element of a demoralised command flees straight towards its own edge."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.flee import Fled, How, flee
from debellis.dbm.aftermath.forks import HAND, LEFT, RIGHT, Choices
from debellis.dbm.aftermath.obstructions import facing_towards
from debellis.dbm.demoralised import EXEMPT, RETREAT, must_flee
from debellis.dbm.setting_up.zones import inward_of
from debellis.geometry.plane import bearing
from debellis.manoeuvre.stops import facings_of, fronts_of
from debellis.table.bases import Base
from debellis.table.board import EDGES
from debellis.table.position import Position
from debellis.umpire.questions import BASE, Question, one_of
from debellis.umpire.ruling import Finding, Ruling


def retreat(position: Position, base: Base, edge: str, how: How, finding: Finding) -> Fled:
    """The flight of an element straight towards its own edge, whichever way it faced before."""
    finding.cite_all((EXEMPT, RETREAT), f"{base.id} turns to the {edge} edge, its own, and flees towards it")
    return flee(position.with_base(facing_towards(base, inward_of(edge))), base.id, how, finding)


def spontaneous_retreat(position: Position, *, element: str, base_edge: str, choice: str = LEFT) -> Ruling:
    """Where the spontaneous retreat of an element takes it, if it must retreat."""
    told, finding = must_flee(position, element=element), Finding()
    if not told.answer:
        return Ruling("spontaneous_retreat", {"retreats": False}, told.because)
    how = How(open_edges=(base_edge,), choices=Choices(preferred=((HAND, (choice,)),)))
    done = retreat(position, position.base(element), base_edge, how, finding)
    answer: dict[str, Any] = {
        "retreats": True,
        "lost": list(done.lost),
        "fled": list(done.fled),
        "through": list(done.through),
        "fronts": fronts_of(done.position),
        "facings": facings_of(done.position),
    }
    if done.position.has_base(element):
        after = done.position.base(element)
        answer |= {"front": list(after.front), "facing": bearing(after.facing)}
    return finding.rule("spontaneous_retreat", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "spontaneous_retreat",
        "where the spontaneous retreat of an element of a demoralised command takes it",
        {"element": BASE, "base_edge": one_of(*EDGES), "choice": one_of(LEFT, RIGHT).or_none()},
        spontaneous_retreat,
    ),
)
