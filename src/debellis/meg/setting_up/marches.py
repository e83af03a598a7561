"""Deployment, flank marches and ambushes: who may go where, and what an arrival needs."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import overlaps
from debellis.mechanics.tables import rows, table
from debellis.meg.arguments import ANY_UNIT, GENERAL, question
from debellis.meg.general_facts import ALLY, ARMY_COMMANDER, HESITANT, general_of
from debellis.meg.going import effect_of, going_under, terrain_row
from debellis.meg.places import PLACE, laid_out
from debellis.meg.setting_up.fitting import holds_rectangle
from debellis.meg.setting_up.hiding import judge_hill, may_hide, usable_part
from debellis.meg.setting_up.sizes import corners_of, from_flank, game_size, secure_hand, wholly_within
from debellis.meg.troops import (
    ARTILLERY,
    BATTLEWAGONS,
    CAMP,
    ELEPHANTS,
    HORSE,
    SKIRMISHER,
    SUG,
    TUG,
    base_size,
    default_files,
    is_flexible,
    is_skirmishing,
)
from debellis.meg.units import bases_of, bw, distance_between, enemies_of, unit_name, unit_of, units_of
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.units import Unit
from debellis.table.value import replace
from debellis.umpire.questions import FEATURE, WHOLE, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit


def _may_deploy(position: Position, unit: str, to: Pose | None = None, form: str | None = None) -> Ruling:
    verdict = Verdict()
    group = unit_of(position, unit)
    if form is not None:
        group = replace(group, form=form)
    bases = bases_of(position, unit) if to is None else laid_out(position, group, to)
    sizes = game_size(position)
    if sizes["name"] != rows(position, "game_size")[0]["name"]:
        verdict.cite("MEG-B1.6", f"Such figures on such a table are a game of {sizes['name']}.")
    if to is not None and not bases_of(position, unit):
        verdict.cite("MEG-B3.7", f"{unit} is set down in its usual shape, since no other is named.")
    corners = corners_of(bases)
    light = group.kind == SUG or is_skirmishing(group)
    deep = sizes["sug_max_from_own_edge_bw" if light else "tug_max_from_own_edge_bw"]
    if not wholly_within(position, group.side, corners, float(deep)):
        verdict.refuse(f"{unit} must be wholly within {deep} BW of its own edge.", *zone_clauses(position))
    _judge_flanks(verdict, position, group, corners, float(sizes["side_zone_bw"]), light)
    near = bw(position, float(sizes["min_from_enemy_bw"]))
    for enemy in enemies_of(position, group.side):
        if enemy.kind != CAMP and distance_between(bases, bases_of(position, enemy.id)) < near - COINCIDE:
            verdict.refuse(
                f"{unit} is nearer than {sizes['min_from_enemy_bw']} BW to {enemy.id}.", *zone_clauses(position)
            )
    others = [base for base in position.standing if unit_name(base) != unit]
    if any(overlaps(base.rectangle, other.rectangle) for base in bases for other in others):
        verdict.refuse(f"{unit} would overlap other troops.", "MEG-B11.17")
    if effect_of(position, group, going_under(position, bases, group)[0]) == "not_allowed":
        verdict.refuse(f"{unit} may not be placed in such going.", "MEG-B11.17")
    return verdict.decide("may_deploy")


def zone_clauses(position: Position) -> tuple[str, ...]:
    """The paragraphs of the zones: those of a smaller game have distances of their own."""
    maximus = str(game_size(position)["name"]) == "Maximus"
    return ("MEG-B11.2",) if maximus else ("MEG-B11.2", "MEG-B11.12")


def _judge_flanks(
    verdict: Verdict, position: Position, group: Unit, corners: tuple[Any, ...], zone: float, light: bool
) -> None:
    """Only skirmishers stand in the outer 5 BW, and flexible troops in skirmisher form; everybody on a secure flank."""
    for hand in ("left", "right"):
        reach = bw(position, zone)
        if all(from_flank(position, group.side, corner, hand) >= reach - COINCIDE for corner in corners):
            continue
        if hand == secure_hand(position, group.side):
            permit(verdict, f"The {hand} flank is secure.", "MEG-B9.13")
        elif light:
            if is_flexible(group):
                permit(verdict, f"{group.id} is deployed in skirmisher form.", "MEG-20g")
        else:
            clauses = ("MEG-B11.2", "MEG-20g") if is_flexible(group) else ("MEG-B11.2",)
            verdict.refuse(f"Only skirmishers stand within {zone:g} BW of the {hand} edge.", *clauses)


def _may_ambush(position: Position, unit: str, **given: str) -> Ruling:
    verdict = Verdict()
    group = unit_of(position, unit)
    piece = position.feature(given["in"])
    if group.troops.type == BATTLEWAGONS:
        verdict.refuse(f"{unit} are battlewagons, which never lie in ambush.", "MEG-19a")
    if not may_hide(position, piece, group):
        verdict.refuse(f"{piece.id} does not hide {unit}.", "MEG-B11.8")
    _judge_hiding_place(verdict, position, group, piece)
    if effect_of(position, group, _going_in(position, group, piece.kind)) == "not_allowed":
        verdict.refuse(f"{unit} may not enter {piece.id}.", "MEG-B11.8")
    most = int(table(position, "ambush")["ugs_per_terrain_piece_max"])
    there = [other.id for other in units_of(position) if other.hidden_in == piece.id and other.id != unit]
    if len(there) >= most:
        verdict.refuse(f"{most} unit groups lie in {piece.id} already.", "MEG-B11.8")
    return verdict.decide("may_ambush")


def _judge_hiding_place(verdict: Verdict, position: Position, unit: Unit, piece: Terrain) -> None:
    """Refuse a piece into whose part far from the enemy's zone the unit group does not fit (MEG-B11.10)."""
    files = default_files(position.edition, unit.troops, unit.kind, unit.original)
    width, depth = base_size(position.edition, unit.troops, unit.mounted, position.scale)
    ranks = -(-unit.original // files)
    if not holds_rectangle(usable_part(position, unit.side, piece), files * width, ranks * depth):
        far = f"{game_size(position)['ambush_min_from_enemy_zone_bw']} BW from the zone of enemy TuGs"
        verdict.refuse(f"{unit.id} does not fit into the part of {piece.id} that is at least {far}.", "MEG-B11.10")
        judge_hill(verdict, position, piece)


def _going_in(position: Position, unit: Unit, kind: str) -> str:
    row = terrain_row(position, kind)
    return "good" if row is None else str(row.get("going_for", {}).get(unit.troops.type, row["going"]))


def _may_flank_march(position: Position, general: str, units: tuple[str, ...], flank: str | None = None) -> Ruling:
    verdict = Verdict()
    he = general_of(position, general)
    numbers = table(position, "flank_march")
    if flank is not None and flank == secure_hand(position, he.side) and position.features("river", "coast"):
        verdict.refuse(f"The {flank} flank is secure deep water, and nobody marches round it.", "MEG-B11.3")
    if he.role == ARMY_COMMANDER:
        verdict.refuse(f"{he.id} is the army commander, who does not march.", "MEG-B11.3")
    if not int(numbers["ugs_min"]) <= len(units) <= int(numbers["ugs_max"]):
        verdict.refuse(f"A flank march has {numbers['ugs_min']} to {numbers['ugs_max']} unit groups.", "MEG-B11.3")
    groups = [unit_of(position, name) for name in units]
    for group in groups:
        if group.troops.type == BATTLEWAGONS:
            verdict.refuse(f"{group.id} are battlewagons, which take no part in a flank march.", "MEG-19a", "MEG-B11.3")
        elif group.troops.type in (ELEPHANTS, ARTILLERY):
            verdict.refuse(f"{group.id} are {group.troops.type}, which do not march.", "MEG-B11.3")
        if group.contingent != he.contingent:
            verdict.refuse(f"{group.id} is not of the command of {he.id}.", "MEG-B11.3")
    own = [unit for unit in units_of(position) if unit.side == he.side]
    if he.role == ALLY:
        left = [unit.id for unit in own if unit.contingent == he.contingent and unit.id not in units]
        if left:
            verdict.refuse(f"An ally marches with his whole contingent, {left[0]} too.", "MEG-B11.3")
    tugs = [unit.id for unit in own if unit.kind == TUG]
    if tugs and all(name in units for name in tugs):
        verdict.refuse("Not all TuGs of an army may march.", "MEG-B11.3")
    return verdict.decide("may_flank_march")


def cards_needed(position: Position, groups: list[Unit], form: str | None, found: Finding) -> int:
    """The red cards that an arrival needs: 1 for skirmishers only, 2 with horse, 3 with foot TuGs (MEG-B11.6)."""
    numbers = table(position, "flank_march")
    needs = 0
    for group in groups:
        as_skirmishers = group.kind == SUG or (is_flexible(group) and (form or group.form) == SKIRMISHER)
        if as_skirmishers:
            if is_flexible(group):
                found.cite("MEG-20h", f"{group.id} arrives in skirmisher form, with the cards of a SuG.")
            needs = max(needs, int(numbers["red_cards_skirmishers_only"]))
        elif group.troops.type in HORSE:
            if is_flexible(group):
                found.cite("MEG-20h", f"{group.id} arrives in loose order, with the cards of a TuG.")
            if group.troops.type == "chariots":
                found.cite("MEG-15a", f"{group.id} are chariots and count as cavalry.")
            needs = max(needs, int(numbers["red_cards_cavalry_camelry_chariots"]))
        else:
            needs = max(needs, int(numbers["red_cards_other"]))
    return needs


def _may_arrive(
    position: Position, units: tuple[str, ...], general: str | None = None, form: str | None = None, red: int = 0
) -> Ruling:
    verdict = Verdict()
    groups = [unit_of(position, name) for name in units]
    needs = cards_needed(position, groups, form, verdict)
    if general is not None and general_of(position, general).state == HESITANT:
        needs += int(table(position, "flank_march")["hesitant_extra_red_cards"])
        verdict.cite("MEG-B11.16", "A hesitant ally needs one red card more.")
    verdict.measure("red cards", red, "cards", needs)
    if red < needs:
        verdict.refuse(f"The arrival needs {needs} red cards, and there are {red}.", "MEG-B11.6")
    return verdict.decide("may_arrive", needs=needs)


QUESTIONS = (
    question(
        "may_deploy",
        "whether a unit group may be deployed there",
        {"unit": ANY_UNIT, "to": PLACE.or_none(), "form": one_of("loose", SKIRMISHER).or_none()},
        _may_deploy,
        tied_to_table=True,
    ),
    question(
        "may_ambush",
        "whether a unit group may lie in ambush in a piece of terrain",
        {"unit": ANY_UNIT, "in": FEATURE},
        _may_ambush,
    ),
    question(
        "may_flank_march",
        "whether a general may go on a flank march with some unit groups",
        {"general": GENERAL, "units": list_of(ANY_UNIT), "flank": one_of("left", "right").or_none()},
        _may_flank_march,
    ),
    question(
        "may_arrive",
        "whether unit groups of a flank march may arrive, and how many red cards that needs",
        {
            "units": list_of(ANY_UNIT),
            "general": GENERAL.or_none(),
            "form": one_of("loose", SKIRMISHER).or_none(),
            "red": WHOLE.or_none(),
        },
        _may_arrive,
    ),
)
