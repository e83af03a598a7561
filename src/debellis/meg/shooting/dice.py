"""The shooting die: its colour by skill and circumstances, how many dice there are, and what a face does."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import rows, table
from debellis.meg.arguments import ANYTHING, BASE, FACE, FILE, UNIT, question
from debellis.meg.dice import moved
from debellis.meg.fighting.combatant import described
from debellis.meg.fighting.support import supported_files
from debellis.meg.going import effect_of, going_under
from debellis.meg.losses import lost_by
from debellis.meg.shooting.reach import nearest_of, range_to, reaches
from debellis.meg.shooting.shooters import (
    SHOOT_AND_CHARGE,
    edges_of,
    front_of_fire,
    full_depth,
    judge_shooter,
    shooting_rank,
    shooting_ranks,
    weapon_row,
)
from debellis.meg.shooting.sight import in_cover, line_of_sight
from debellis.meg.shooting.targets import AT_CHARGERS
from debellis.meg.troops import (
    BATTLEWAGONS,
    CAMELRY,
    CHARIOTS,
    ELEPHANTS,
    SUG,
    is_flexible,
    is_skirmishing,
)
from debellis.meg.units import (
    File,
    bases_of,
    bw,
    enemies_of,
    facing_of,
    file_of,
    files_of,
    has_unit,
    moment,
    named_bases,
    named_file,
    unit_name,
    unit_of,
)
from debellis.meg.words import COLOURS
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

#: The steps by name, in the order of the table.
STEPS = (
    "unprotected_short",
    "big_target_short",
    "poor",
    "superior",
    "fully_armoured",
    "long_range",
    "armoured_long",
    "behind_flank",
    "cover",
    "skirmishers",
    "supporting_file",
    "short_of_ranks",
    "running_away",
)
PIERCING = ("longbow", "crossbow", "guns", "cannons", "light artillery", "heavy artillery")
LIGHT = ("javelin", "sling", "staff sling", "bow")
SHORT, LONG = "short", "long"


def step_size(position: Position, name: str) -> int:
    """The size of a step of the table of shooting modifiers."""
    return int(rows(position, "shooting_modifier")[STEPS.index(name)]["steps"])


def shooting_die(position: Position, shooter: str, target: str | None = None, **given: str) -> Ruling:
    """The colour of a file's die, with every step that changes it."""
    found = Finding()
    way = given.get("as")
    file = _one_file(position, shooter)
    unit = unit_of(position, unit_name(file[0]))
    rank = shooting_rank(unit, file)
    if rank is None:
        raise BadQuestion(f"{shooter} has no shooting weapon", "shooter")
    skill = _skill(unit, rank[1].skill, found)
    depth, have = full_depth(position, unit), shooting_ranks(unit, file)
    if is_flexible(unit) and is_skirmishing(unit):
        found.cite("MEG-20f", f"{unit.id} is in skirmisher form and needs files {depth} deep for full effect.")
    else:
        found.cite("MEG-B16.5", f"{unit.id} needs {depth} shooting ranks for full effect and has {have}.")
    steps = dict.fromkeys(STEPS, 0)
    missing = max(0, depth - have)
    steps["short_of_ranks"] = step_size(position, "short_of_ranks") * missing
    if "run_away" in unit.did or way == "run_away":
        steps["running_away"] = step_size(position, "running_away")
    answer: dict[str, object] = {"skill": skill, "full_effect": missing == 0}
    colour = str(table(position, "shooting_skill")[skill])
    if target is not None:
        band, covered = _against(position, file, unit, target, steps, way, found)
        answer.update(range=band, in_cover=covered)
    die = moved(colour, sum(steps.values()))
    if die is not None:
        found.cite("MEG-B16.6", f"{skill.capitalize()} shooters begin with {colour}.")
    _cite_ground(position, unit, target, found)
    place = COLOURS.index(colour) + sum(steps.values())
    if not 0 <= place < len(COLOURS):
        found.cite("MEG-B5.4", "Nothing goes above red, and below black no die is rolled.")
    return found.rule("shooting_die", {"die": die, **answer, **steps})


def _cite_ground(position: Position, unit: Unit, target: str | None, found: Finding) -> None:
    """Ground that affects shooters or target changes nothing in shooting (MEG-B10.14)."""
    both = [unit] if target is None else [unit, unit_of(position, unit_name(named_bases(position, target)[0]))]
    for one in both:
        if effect_of(position, one, going_under(position, bases_of(position, one.id), one)[0]) != "none":
            found.cite("MEG-B10.14", f"{one.id} is affected by the ground, which changes nothing in shooting.")


def _skill(unit: Unit, skill: str, found: Finding) -> str:
    """The skill with which troops shoot: experienced ones in Cantabrian as skilled (MEG-B25.6)."""
    if unit.formation == "cantabrian" and skill == "experienced":
        found.cite("MEG-B25.6", f"{unit.id} is in Cantabrian and shoots as skilled.")
        return "skilled"
    return skill


def _one_file(position: Position, name: str) -> File:
    return files_of(position, name)[0] if has_unit(position, name) else named_file(position, name)


def _against(
    position: Position,
    file: File,
    unit: Unit,
    target: str,
    steps: dict[str, int],
    way: str | None,
    found: Finding,
) -> tuple[str, bool]:
    """The steps that hang on the target, the range band, and whether it is in cover."""
    aimed = named_bases(position, target)
    enemy = unit_of(position, unit_name(aimed[0]))
    base = aimed[0] if len(aimed) == 1 else nearest_of(file, aimed)
    at_chargers = moment(position).phase in AT_CHARGERS or way == SHOOT_AND_CHARGE
    band = _band(position, file, unit, base, at_chargers, found)
    troops = described(enemy, base)
    weapon = (shooting_rank(unit, file) or (0, troops))[1].shoot
    short = band == SHORT
    on: list[str] = []
    if troops.protection == "unprotected" and short:
        on.append("unprotected_short")
    if troops.type in (ELEPHANTS, CHARIOTS, CAMELRY) and short:
        on.append("big_target_short")
    if troops.quality == "poor":
        on.append("poor")
    if troops.quality in ("superior", "exceptional"):
        on.append("superior")
    if troops.protection == "FArm" and not (weapon in PIERCING and short):
        on.append("fully_armoured")
    if not short:
        on.append("long_range")
    if troops.protection == "armoured" and not short and weapon in LIGHT:
        on.append("armoured_long")
    if _from_behind(position, unit, enemy):
        on.append("behind_flank")
    covered = _covered(position, file, unit, enemy, base, found)
    if covered:
        on.append("cover")
    skirmishing = enemy.kind == SUG or is_skirmishing(enemy)
    if skirmishing and not (troops.protection == "unprotected" and short):
        on.append("skirmishers")
    if supported_files(position, file_of(position, base)):
        on.append("supporting_file")
        found.cite("MEG-45c", "A supporting file is shot at with the die one colour lower.")
    for name in on:
        steps[name] = step_size(position, name)
    return band, covered


def _band(position: Position, file: File, unit: Unit, base: Base, at_chargers: bool, found: Finding) -> str:
    if at_chargers:
        found.cite("MEG-27a", "The range of shooting at chargers is taken to be 1 BW, and so short.")
        return SHORT
    rank = shooting_rank(unit, file)
    assert rank is not None
    apart = min(range_to(file, unit, base, edge) for edge in edges_of(unit))
    limit = bw(position, float(weapon_row(position, rank[1])["short_bw"]))
    found.measure("range", apart, "mm", limit)
    found.cite("MEG-B16.15", f"Short range is up to {limit:g} mm for {rank[1].shoot}.")
    return SHORT if apart <= limit + COINCIDE else LONG


def _from_behind(position: Position, unit: Unit, enemy: Unit) -> bool:
    """Whether the shooters stand wholly behind the line of the target's front edge (MEG-B2.5)."""
    ahead = facing_of(position, enemy)
    line = max(base.front[0] * ahead[0] + base.front[1] * ahead[1] for base in bases_of(position, enemy.id))
    corners = [corner for base in bases_of(position, unit.id) for corner in base.rectangle.corners]
    return all(x * ahead[0] + y * ahead[1] <= line + COINCIDE for x, y in corners)


def _covered(position: Position, file: File, unit: Unit, enemy: Unit, base: Base, found: Finding) -> bool:
    edges = edges_of(unit)
    line = line_of_sight(position, front_of_fire(unit, file, edges[0]), base, edges)
    clauses = in_cover(position, enemy, base, line)
    if not clauses and "shield_cover" in enemy.did and moment(position).phase in ("", "3.1"):
        clauses = ("MEG-B25.11",)
    if clauses:
        found.cite_all(clauses, f"{enemy.id} is in cover.")
    elif enemy.defends == "caltrops":
        found.cite("MEG-39b", "Caltrops give no cover against shooting.")
    return bool(clauses)


def _shots(position: Position, unit: str | None = None, file: str | None = None, base: str | None = None) -> Ruling:
    found = Finding()
    files: tuple[File, ...]
    if unit is not None:
        files = files_of(position, unit)
    elif file is not None:
        files = (named_file(position, file),)
    elif base is not None:
        files = (file_of(position, position.base(base)),)
    else:
        raise BadQuestion("shots needs a unit, a file or a base", "unit")
    return found.rule("shots", sum(_dice(position, one, found) for one in files))


def _dice(position: Position, file: File, found: Finding) -> int:
    """The dice of a file: one, and of a battlewagon two from each long edge that has a target."""
    unit = unit_of(position, unit_name(file[0]))
    verdict = Verdict()
    judge_shooter(verdict, position, file, None)
    found.absorb(verdict)
    if not verdict.legal:
        return 0
    if unit.troops.type != BATTLEWAGONS:
        found.cite("MEG-44a", "A file rolls one die, whatever shoots over whom.")
        return int(table(position, "document")["shooting_dice_per_file"])
    found.cite("MEG-19d", "A battlewagon shoots twice from each long edge that has targets.")
    found.cite("MEG-B16.13", "Each half of a long edge shoots like a file of its own.")
    most = int(table(position, "document")["battlewagon_max_shots"])
    total = 0
    for one in file:
        sides = {found_at[1] for found_at in _all_reached(position, (one,), unit)}
        total += min(most, 2 * len(sides))
    return total


def _all_reached(position: Position, file: File, unit: Unit) -> list[tuple[float, int]]:
    """Range and edge of every enemy base that a battlewagon reaches."""
    reached: list[tuple[float, int]] = []
    for enemy in enemies_of(position, unit.side):
        for base in bases_of(position, enemy.id):
            shot = reaches(position, file, unit, base)
            if shot is not None:
                reached.append((shot[0], shot[1]))
    return reached


def _shooting(position: Position, shooter: str, target: str, face: str) -> Ruling:
    ruling = shooting_die(position, shooter, target)
    found = Finding()
    for reason in ruling.because:
        found.cite(reason.clause, reason.says)
    enemy = unit_of(position, unit_name(named_bases(position, target)[0]))
    die = ruling.answer["die"]
    bases, wounds = lost_by(enemy, (face,)) if die is not None else (0, enemy.wounds)
    numbers = table(position, "shooting")
    slowed = int(numbers["s_slows_bw"]) * (face == "S") + int(numbers["base_lost_slows_bw"]) * bases
    found.cite("MEG-B16.7", f"The die shows {face}: {bases} bases lost, slowed by {slowed} BW.")
    return found.rule("shooting", {"die": die, "bases": bases, "wounds": wounds, "slowed": slowed})


def _may_use_shield_cover(position: Position, unit: str) -> Ruling:
    verdict = Verdict()
    group = unit_of(position, unit)
    phase = moment(position).phase or "3.1"
    if "shield cover" not in group.troops.traits:
        verdict.refuse(f"{unit} does not have shield cover.", "MEG-B25.11")
    if phase != "3.1":
        verdict.refuse(f"Shield cover is used in the shooting phase only, not in SP {phase}.", "MEG-43a")
    if "shot" in group.did:
        verdict.refuse(f"{unit} has shot this turn.", "MEG-43b", "MEG-B16.17")
    return verdict.decide("may_use_shield_cover")


QUESTIONS = (
    question(
        "shooting_die",
        "the colour of a file's shooting die, step by step",
        {"shooter": ANYTHING, "target": ANYTHING.or_none(), "as": one_of(SHOOT_AND_CHARGE, "run_away").or_none()},
        shooting_die,
    ),
    question(
        "shots",
        "how many shooting dice there are",
        {"unit": UNIT.or_none(), "file": FILE.or_none(), "base": BASE.or_none()},
        _shots,
        apart={"unit": ("file", "base"), "file": ("base",)},
    ),
    question(
        "shooting",
        "what a face of a shooting die does",
        {"shooter": ANYTHING, "target": ANYTHING, "face": FACE},
        _shooting,
    ),
    question("may_use_shield_cover", "whether it may use shield cover", {"unit": UNIT}, _may_use_shield_cover),
)
