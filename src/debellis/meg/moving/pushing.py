"""Pushing back: the enemy SuGs that give way before a moving TuG, who chooses how, and what it costs them."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.turning import free_share
from debellis.mechanics.tables import table
from debellis.meg.arguments import UNIT, question
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.going import going_under
from debellis.meg.moving.acting_as import flexes, moves_as_sug, moves_as_tug
from debellis.meg.moving.passing import reach_of
from debellis.meg.moving.steps import STEP, UnitStep
from debellis.meg.moving.walking import Walk, front_ends, walk
from debellis.meg.units import bases_of, bw, facing_of, least_gap, moment, outline, unit_of
from debellis.meg.words import GOING
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

MOVING = "4.3"
FALL_BACK, RUN_AWAY = "fall_back", "run_away"
RESPONSES = (FALL_BACK, RUN_AWAY)


def touched_by(found: Walk, places: list[Rectangle]) -> bool:
    """Whether a move comes upon some footprints, on its way or at its end."""
    for stride in found.strides:
        for motion in stride.motions:
            if any(free_share(motion, place) < 1.0 for place in places):
                return True
    ends = least_gap([base.rectangle for base in found.end], places)
    began = least_gap([base.rectangle for base in found.start], places)
    return ends <= COINCIDE < began


def is_in_terrain(position: Position, unit: Unit) -> bool:
    """Whether any part of it is in rough or difficult going (MEG-51d, MEG-B10.9)."""
    return going_under(position, bases_of(position, unit.id), unit)[0] != GOING[0]


def judge_push(found: Finding, position: Position, mover: Unit, unit: Unit, part: int = 1) -> bool:
    """Whether a moving unit group pushes back an enemy that it comes upon; the clauses that say so are cited."""
    phase = moment(position).phase or MOVING
    if not moves_as_tug(mover):
        found.cite("MEG-B14.3", f"{mover.id} moves as a SuG and pushes nobody.")
        return False
    if not moves_as_sug(unit):
        found.cite("MEG-B14.2", f"{unit.id} is no SuG and is not pushed back.")
        return False
    if phase != MOVING:
        found.cite("MEG-B14.2", f"Nobody is pushed back in SP {phase}.")
        return False
    if part > 1:
        found.cite("MEG-B13.13", "Only the first move of a double move pushes SuGs back.")
        return False
    if in_combat(position, unit.id):
        found.cite("MEG-B14.2", f"{unit.id} is in combat.")
        return False
    if is_in_terrain(position, unit):
        found.cite_all(("MEG-51d", "MEG-B10.9"), f"{unit.id} is in terrain and is not pushed back.")
        return False
    if unit.defends in ("obstacles", "barricades"):
        found.cite("MEG-B24.4", f"{unit.id} defends {unit.defends} and is not pushed back.")
        return False
    found.cite("MEG-B14.2", f"{mover.id} pushes {unit.id} back.")
    found.cite("MEG-51a", f"{mover.id} shows its move first; the owner of {unit.id} then chooses his response.")
    if flexes(unit):
        found.cite("MEG-20b", f"{unit.id} is in skirmisher form and is pushed back like a SuG.")
    return True


def falls_back_by(position: Position, unit: Unit, found: Walk) -> float:
    """How far a pushed SuG must fall back, turned to face the TuG, to be 1 BW from its front edge (MEG-B14.11)."""
    here = outline(position, unit)
    middle, ahead = here.centre, found.facing
    facing = (-ahead[0], -ahead[1])
    front = (middle[0] + facing[0] * here.depth / 2.0, middle[1] + facing[1] * here.depth / 2.0)
    turned = Rectangle(front, facing, here.width, here.depth)
    line = front_ends(found.end, ahead)[0]
    nearest = min((x - line[0]) * ahead[0] + (y - line[1]) * ahead[1] for x, y in turned.corners)
    apart = bw(position, float(table(position, "other_distance")["pushed_sug_ends_from_tug_bw"]))
    return max(0.0, apart - nearest)


def _push_back(
    position: Position,
    unit: str,
    by: str,
    steps: tuple[UnitStep, ...] | None = None,
    response: str | None = None,
) -> Ruling:
    found = Finding()
    mover, sug = unit_of(position, by), unit_of(position, unit)
    pushed = judge_push(found, position, mover, sug)
    tests = 0
    if pushed and steps is not None:
        way = walk(mover, bases_of(position, by), facing_of(position, mover), steps)
        if not touched_by(way, [base.rectangle for base in bases_of(position, unit)]):
            found = Finding()
            found.cite("MEG-B14.2", f"The move of {by} does not come upon {unit}.")
            pushed = False
        elif response != RUN_AWAY:
            far, most = falls_back_by(position, sug, way), reach_of(position, sug, "pushed_back")
            found.measure("way back", far, "mm", most)
            if far > most + COINCIDE and response == FALL_BACK:
                found.cite("MEG-B14.2", f"{unit} goes farther than its normal move and takes one test.")
                tests = 1
            found.cite("MEG-B14.11", f"{unit} falls back until it is 1 BW from the front edge of {by}.")
    if pushed:
        found.cite("MEG-51c", "No shooting goes with a push back.")
    return found.rule(
        "push_back",
        {
            "pushed": pushed,
            "chooser": sug.side if pushed else None,
            "options": len(RESPONSES) if pushed else 0,
            "shoots": False,
            "kab_tests": tests,
        },
    )


QUESTIONS = (
    question(
        "push_back",
        "whether a moving TuG pushes an enemy back, who chooses the response and what comes of it",
        {"unit": UNIT, "by": UNIT, "steps": list_of(STEP).or_none(), "response": one_of(*RESPONSES).or_none()},
        _push_back,
    ),
)
