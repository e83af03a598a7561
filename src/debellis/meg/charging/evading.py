"""Skirmish and run away moves: the steps, the turn, the way and what stops it."""

from __future__ import annotations

import math
from typing import Any

from debellis.geometry.plane import COINCIDE, bearing, turn_between
from debellis.mechanics.tables import table
from debellis.meg.arguments import HAND, UNIT, question
from debellis.meg.charging.responding import judge_response, variable_distance, way_of
from debellis.meg.charging.turning import EDGE, aside, fly, place_of, quarters_to, turned_towards
from debellis.meg.charging.way import counts_as_sug
from debellis.meg.going import going_under
from debellis.meg.moving.limits import speed
from debellis.meg.troops import SUG, is_flexible
from debellis.meg.units import bases_of, bw, facing_of, frame_of, unit_of
from debellis.meg.words import EVADES
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import NUMBER, die, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

NOBODY = "nobody"


def evade_distance(position: Position, unit: Unit, response: str, thrown: int | None, found: Finding) -> float:
    """How far an evade goes: the move, or half of it rounded up, less slowing, and the variable distance."""
    going, _ = going_under(position, bases_of(position, unit.id), unit)
    count = speed(position, unit, going, found)
    if response == "skirmish":
        count = float(math.ceil(count / 2.0))
        found.cite("MEG-B15.24", f"{unit.id} goes the way in which the charger is declared to go.")
        found.cite("MEG-B15.9", f"A skirmish move goes {count:g} BW and the variable distance.")
    else:
        found.cite("MEG-B15.24", f"{unit.id} goes the way in which the charger is declared to go.")
        found.cite("MEG-B15.10", f"A run away move goes {count:g} BW and the variable distance.")
    if unit.slowed:
        found.cite("MEG-B16.7", f"{unit.id} is slowed by {unit.slowed:g} BW.")
    by = 0.0 if thrown is None else variable_distance(position, unit, thrown, found)[1]
    return max(0.0, bw(position, count - unit.slowed) + by)


def steps_of(unit: Unit, response: str, found: Finding) -> list[str]:
    """What an evader does, in order: it shoots, comes out of a Cantabrian circle, and moves."""
    shoots = bool(unit.troops.shoot) or any(part.troops.shoot for part in unit.parts)
    steps = ["shoot"] if shoots and not {"shot", *EVADES} & set(unit.did) else []
    if unit.formation == "cantabrian":
        found.cite("MEG-52b", f"{unit.id} shoots, is put back into normal formation and then evades.")
        steps.append("normal_formation")
    return [*steps, response]


def judge_shift(verdict: Verdict, position: Position, shift: float, clause: str) -> None:
    """Refuse a shift of more than half a base width."""
    most = bw(position, float(table(position, "document")["universal_shift_bw"]))
    verdict.measure("shift", shift, "mm", most)
    if shift < 0.0 or shift > most + COINCIDE:
        verdict.refuse(f"The shift is at most half a base width, {most:g} mm.", clause)


def _evade(
    position: Position,
    unit: str,
    charger: str,
    response: str,
    die: int | None = None,
    shift: float = 0.0,
    hand: str = "right",
) -> Ruling:
    verdict = Verdict()
    group, enemy = unit_of(position, unit), unit_of(position, charger)
    judge_response(verdict, position, group, enemy, response)
    judge_shift(verdict, position, shift, "MEG-33a")
    answer: dict[str, Any] = {
        "steps": steps_of(group, response, verdict) if verdict.legal else [],
        "faces": None,
        "stopped_by": NOBODY,
        "off_table": False,
        "kab_tests": 0,
    }
    if verdict.legal:
        answer.update(_flight(verdict, position, group, enemy, response, die, shift, hand))
    return verdict.decide("evade", **answer)


def _flight(
    verdict: Verdict,
    position: Position,
    unit: Unit,
    charger: Unit,
    response: str,
    thrown: int | None,
    shift: float,
    hand: str,
) -> dict[str, Any]:
    """The turn and the move of an evader."""
    found: dict[str, Any] = {}
    towards = way_of(position, charger.id).towards
    wanted = (-towards[0], -towards[1]) if response == "skirmish" else towards
    facing = facing_of(position, unit)
    if response == "skirmish" and abs(turn_between(facing, wanted)) > 0.01:
        found["faces"] = charger.id
        if quarters_to(facing, wanted):
            verdict.cite("MEG-37a", f"{unit.id} is charged in flank or rear and turns to face {charger.id}.")
    bases = turned_towards(position, unit, wanted)
    far = evade_distance(position, unit, response, thrown, verdict)
    verdict.measure("distance", far)
    straight = fly(position, unit, bases, towards, far)
    flight = straight
    if shift:
        flight = fly(position, unit, aside(bases, towards, shift, hand), towards, far)
        if straight.enemy:
            permit(verdict, f"{unit.id} shifts to avoid {straight.stopped_by}.", "MEG-33a")
    if flight.enemy:
        verdict.cite("MEG-33a", f"{unit.id} stops when it comes into contact with {flight.stopped_by}.")
        if counts_as_sug(unit_of(position, flight.stopped_by)):
            verdict.cite("MEG-33b", f"{flight.stopped_by} is a SuG and stops evaders all the same.")
    if flight.friend:
        verdict.cite("MEG-B15.23", f"{unit.id} stops before {flight.stopped_by}, a friend whom it may not pass.")
    if flight.stopped_by == EDGE:
        found.update(_at_edge(verdict, unit))
    elif flight.stopped_by:
        found["stopped_by"] = flight.stopped_by
    if not found.get("off_table"):
        ends = place_of(position, unit, flight) or bases_of(position, unit.id)
        found["front"] = list(frame_of(ends, ends[0].facing).front)
        found["facing"] = bearing(ends[0].facing)
    return found


def _at_edge(verdict: Verdict, unit: Unit) -> dict[str, Any]:
    """At the edge of the table SuGs leave; TuGs and flexible troops stop and test (MEG-B14.7)."""
    if unit.kind == SUG and not is_flexible(unit):
        verdict.cite("MEG-B14.7", f"{unit.id} leaves the table and is lost.")
        return {"off_table": True}
    verdict.cite("MEG-B14.7", f"{unit.id} stops at the edge of the table and takes one KaB test.")
    if counts_as_sug(unit):
        verdict.cite("MEG-20i", f"{unit.id} is flexible and does not leave the table.")
    return {"kab_tests": 1}


QUESTIONS = (
    question(
        "evade",
        "the skirmish or run away move of a charged unit group",
        {
            "unit": UNIT,
            "charger": UNIT,
            "response": one_of(*EVADES),
            "die": die(6).or_none(),
            "shift": NUMBER.or_none(),
            "hand": HAND.or_none(),
        },
        _evade,
        needs={"shift": ("hand",), "hand": ("shift",)},
    ),
)
