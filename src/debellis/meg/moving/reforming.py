"""New shapes: the ranks in which a unit group ends by one action, special formations, the form of flexible troops."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.manoeuvre.body import body_of
from debellis.mechanics.tables import table
from debellis.meg.arguments import ACTION, UNIT, question
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.moving.actions import judge_act
from debellis.meg.moving.steps import files_at_once
from debellis.meg.moving.walking import new_files
from debellis.meg.troops import BATTLEWAGONS, MOUNTED, has, is_flexible
from debellis.meg.units import bases_of, facing_of, files_of, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import WHOLE, BadQuestion, list_of, one_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict, permit

WIDER = ("M7",)
NARROWER = ("M6", "M8")
TURNS = ("M9", "M10", "M11")
NORMAL = "normal"


def ranks_of(position: Position, unit: Unit) -> tuple[int, ...]:
    """How many bases stand in each rank, from the front."""
    ahead = facing_of(position, unit)
    levels: list[tuple[float, int]] = []
    for base in bases_of(position, unit.id):
        level = base.front[0] * ahead[0] + base.front[1] * ahead[1]
        for i, (known, count) in enumerate(levels):
            if abs(known - level) <= COINCIDE:
                levels[i] = (known, count + 1)
                break
        else:
            levels.append((level, 1))
    return tuple(count for _, count in sorted(levels, reverse=True))


def judge_ranks(verdict: Verdict, position: Position, unit: Unit, action: str, ranks: tuple[int, ...]) -> None:
    """Refuse ranks that one action does not lead to."""
    now = ranks_of(position, unit)
    if sum(ranks) != sum(now) or any(count < 1 for count in ranks):
        verdict.refuse(f"{unit.id} has {sum(now)} bases.", "MEG-B3.3")
        return
    wagons = unit.troops.type == BATTLEWAGONS
    if wagons and action in NARROWER and max(now) == 2 and len(now) > 1:
        _judge_wagons(verdict, unit, now, ranks)
        return
    if any(count != ranks[0] for count in ranks[:-1]) or ranks[-1] > ranks[0]:
        verdict.refuse("Every rank is full but the last, which may be short.", "MEG-B3.3")
    deepest = int(table(position, "formation_change")["max_ranks"])
    if ranks[0] > 1 and len(ranks) > deepest:
        verdict.refuse(f"A unit group stands at most {deepest} ranks deep.", "MEG-B3.4")
    _judge_files(verdict, position, unit, action, now, ranks)
    if verdict.legal:
        permit(verdict, f"{action} leads to {', '.join(str(count) for count in ranks)}.", "MEG-B13.23")


def _judge_wagons(verdict: Verdict, unit: Unit, now: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    """Battlewagons drop one base back into the column by each contraction."""
    steps = {(2, 2): (1, 1, 2), (1, 1, 2): (1, 1, 1, 1)}
    ends = steps.get(now)
    if ends != ranks:
        verdict.refuse(f"{unit.id} drops only one base back into the column at a time.", "MEG-19f")
    else:
        permit(verdict, f"{unit.id} drops one base back into the column.", "MEG-19f")


def _judge_files(
    verdict: Verdict, position: Position, unit: Unit, action: str, now: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    before, after = len(files_of(position, unit.id)), ranks[0]
    most = files_at_once(position, unit)
    if action in WIDER and not before < after <= before + most:
        verdict.refuse(f"{action} adds 1 to {most} files.", "MEG-B13.23")
    elif action in NARROWER and not before - most <= after < before:
        verdict.refuse(f"{action} drops 1 to {most} files.", "MEG-B13.23")
    elif action in TURNS:
        body = body_of(bases_of(position, unit.id))
        aside = before if body is None else new_files(body)
        if after not in ((before,) if action == "M10" else (aside,) if action == "M11" else (before, aside)):
            verdict.refuse(f"A turn by 90 degrees leaves {aside} files.", "MEG-B13.22")
    elif action not in WIDER + NARROWER and after != before:
        verdict.refuse(f"{action} leaves the number of files as it is.", "MEG-B13.24")


def judge_formation(verdict: Verdict, position: Position, unit: Unit, formation: str) -> None:
    """Refuse a Cantabrian circle or an orb to those who cannot form it."""
    if formation != NORMAL and not has(unit, formation):
        verdict.refuse(f"{unit.id} does not have the characteristic {formation}.", "MEG-B25.6")
        return
    if formation == "orb":
        permit(verdict, f"{unit.id} forms orb.", "MEG-B25.10")
    if formation != "cantabrian":
        return
    rules = table(position, "other_distance")
    ranks = ranks_of(position, unit)
    wide, deep = int(rules["cantabrian_min_wide"]), int(rules["cantabrian_min_deep"])
    if unit.troops.type not in MOUNTED or not unit.troops.shoot:
        verdict.refuse(f"{unit.id} are no mounted shooters.", "MEG-B25.6")
    if unit.troops.skill == "unskilled":
        verdict.refuse(f"{unit.id} are unskilled shooters.", "MEG-52c")
    if ranks[0] < wide or len(ranks) < deep:
        verdict.refuse(f"A Cantabrian circle is at least {wide} wide and {deep} deep.", "MEG-B25.6")
    if verdict.legal:
        permit(verdict, f"{unit.id} stands {ranks[0]} wide and {len(ranks)} deep.", "MEG-B25.6")


def _may_reform(
    position: Position,
    unit: str,
    action: str | None = None,
    ranks: tuple[int, ...] | None = None,
    formation: str | None = None,
    form: str | None = None,
) -> Ruling:
    verdict = Verdict()
    group = unit_of(position, unit)
    if not bases_of(position, unit):
        raise BadQuestion(f"{unit} is not on the table", "unit")
    if sum(one is not None for one in (ranks, formation, form)) != 1:
        raise BadQuestion("name ranks, a formation or a form", "ranks")
    if ranks is not None and action is None:
        raise BadQuestion("name the action that leads to these ranks", "action")
    judge_act(verdict, position, group, action or ("M2" if formation == "cantabrian" else "M1"))
    if ranks:
        judge_ranks(verdict, position, group, action or "", ranks)
    elif formation is not None:
        usual = ("M2", "M3") if formation == "cantabrian" else ("M1",)
        if action is not None and action not in usual and formation != NORMAL:
            clause = "MEG-B25.6" if formation == "cantabrian" else "MEG-B25.10"
            verdict.refuse(f"{formation.capitalize()} is formed by {' or '.join(usual)}.", clause)
        judge_formation(verdict, position, group, formation)
    elif form is not None:
        _judge_form(verdict, position, group, action, form)
    return verdict.decide("may_reform")


def _judge_form(verdict: Verdict, position: Position, unit: Unit, action: str | None, form: str) -> None:
    if not is_flexible(unit):
        verdict.refuse(f"{unit.id} is not flexible and keeps its form.", "MEG-B13.7")
    elif action not in (None, "M1", "M14"):
        verdict.refuse("The form is changed by M1.", "MEG-B13.7")
    elif action == "M14":
        permit(verdict, f"{unit.id} may change its form as one part of a double move.", "MEG-20m")
    if not in_combat(position, unit.id) and verdict.legal:
        permit(verdict, f"{unit.id} takes the {form} form.", "MEG-B13.7")


QUESTIONS = (
    question(
        "may_reform",
        "whether a unit group may take a shape, a formation or a form by one action",
        {
            "unit": UNIT,
            "action": ACTION.or_none(),
            "ranks": list_of(WHOLE).or_none(),
            "formation": one_of("cantabrian", "orb", NORMAL).or_none(),
            "form": one_of("loose", "skirmisher").or_none(),
        },
        _may_reform,
    ),
)
