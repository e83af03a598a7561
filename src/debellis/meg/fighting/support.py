"""Supporting files, engaged bases, and how often a base fights."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import FRONT, LEFT, RIGHT
from debellis.mechanics.tables import table
from debellis.meg.arguments import ANYTHING, BASE, FILE, UNIT, question
from debellis.meg.fighting.claims import CHARGE, DEVASTATING, LONG_SPEAR, PIKE, POLEARM
from debellis.meg.fighting.combatant import charging_units, described, is_turned
from debellis.meg.fighting.contacts import (
    Fight,
    fight_between,
    fighting_files,
    fights_of,
    fights_of_base,
    opponents,
)
from debellis.meg.troops import BATTLEWAGONS, CAMP, CLOSE
from debellis.meg.units import (
    File,
    file_name,
    file_of,
    files_of,
    moment,
    named_bases,
    named_file,
    unit_name,
    unit_of,
    units_of,
)
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit


def stands_beside(file: File, other: File) -> bool:
    """Whether another file stands right beside one, side edge on side edge, facing the same way."""
    if not same_direction(file[0].facing, other[0].facing):
        return False
    across, ahead = file[0].rectangle.local(other[0].front)
    return abs(abs(across) - (file[0].width + other[0].width) / 2.0) <= COINCIDE and abs(ahead) < file[0].depth


def judge_support(verdict: Verdict, position: Position, file: File, of: File) -> None:
    """Refuse support by a file that does not stand beside the fighting one, faces another way, or has its own enemy."""
    name, other = file_name(file), file_name(of)
    same_way = same_direction(file[0].facing, of[0].facing)
    if not same_way:
        verdict.refuse(f"{name} does not face the same way as {other}.", "MEG-03c")
        if is_turned(position, file) != is_turned(position, of):
            verdict.cite("MEG-03f", "A file that faces the front and one that has turned do not support each other.")
    elif not stands_beside(of, file):
        verdict.refuse(f"{name} does not stand beside {other}.", "MEG-03c")
    if moment(position).phase.startswith("2."):
        verdict.refuse("Files support each other in melee only.", "MEG-B17.11")
    if any(fight.edge == FRONT for fight in opponents(position, file)):
        verdict.refuse(f"{name} has enemy on its own front.", "MEG-B17.16")
    unit = unit_of(position, unit_name(file[0]))
    if "expendable" in unit.troops.traits:
        verdict.refuse(f"{unit.id} are expendables, who never support.", "MEG-B25.18")
    if verdict.legal:
        permit(verdict, f"{name} stands beside {other} and faces the same way.", "MEG-03c")
        if unit_name(file[0]) != unit_name(of[0]):
            permit(verdict, "A supporting file may belong to another unit group.", "MEG-03e")
        if is_turned(position, file) and is_turned(position, of):
            permit(verdict, "Files turned to the same side support each other.", "MEG-03f")


def _may_support(position: Position, file: str, of: str, enemy: str) -> Ruling:
    verdict = Verdict()
    mine, fighting = named_file(position, file), named_file(position, of)
    if mine[0].side != fighting[0].side:
        verdict.refuse(f"{file} and {of} are enemies.", "MEG-03c")
    if fight_between(position, fighting, named_bases(position, enemy)) is None:
        verdict.refuse(f"{of} does not fight {enemy}.", "MEG-B17.11")
    judge_support(verdict, position, mine, fighting)
    return verdict.decide("may_support")


def supported_files(position: Position, file: File) -> tuple[File, ...]:
    """The fighting files that a file may support, none if it fights itself."""
    if opponents(position, file):
        return ()
    found: list[File] = []
    for unit in units_of(position):
        if unit.side != file[0].side:
            continue
        for other in fighting_files(position, unit.id):
            if stands_beside(other, file) and any(fight.edge == FRONT for fight in opponents(position, other)):
                found.append(other)
    return tuple(found)


def contributing_ranks(position: Position, unit: Unit, file: File, found: Finding) -> int:
    """How many ranks of a file do something in a fight (MEG-58b, MEG-58c, MEG-58e)."""
    if unit.kind == CAMP or unit.troops.type == BATTLEWAGONS:
        return 1
    troops = described(unit, file[0])
    ranks = 1
    if troops.melee == PIKE:
        deepest = int(table(position, "document")["pike_engaged_ranks"])
        ranks = min(len(file), deepest)
        if ranks == deepest:
            found.cite("MEG-58e", "The fourth rank of pikes is engaged.")
    elif troops.melee in (LONG_SPEAR, POLEARM) and troops.type == "infantry" and len(file) >= 2:
        ranks = 2
    if _charges_deep(position, unit, file):
        ranks = max(ranks, 2)
    if ranks > 1:
        found.cite("MEG-58b", f"Ranks that are needed for a claim are engaged: {ranks} of {file_name(file)}.")
    if "shieldwall" in troops.traits and troops.order == CLOSE and len(file) >= 2:
        found.cite("MEG-58c", "The second rank of a shieldwall is engaged.")
        ranks = max(ranks, 2)
    return min(ranks, len(file))


def _charges_deep(position: Position, unit: Unit, file: File) -> bool:
    """Whether a file charges in this phase as devastating chargers, whose claim needs two ranks (MEG-B17.5)."""
    if DEVASTATING not in described(unit, file[0]).traits or len(file) < 2:
        return False
    return moment(position).phase.startswith("2.") and unit.id in charging_units(position, None, CHARGE)


def engaged_bases(position: Position, unit: Unit, found: Finding) -> tuple[Base, ...]:
    """The bases of a unit group that contribute to a fight."""
    fighting = {fight.mine.id for fight in fights_of(position)}
    bases: dict[str, Base] = {}
    for file in files_of(position, unit.id):
        for base in file:
            if base.id in fighting:
                bases[base.id] = base
                found.cite("MEG-58b", "A base that fights is engaged.")
        on_front = any(fight.edge == FRONT for fight in fights_of_base(position, file[0]))
        helps = not on_front and bool(supported_files(position, file))
        if helps:
            found.cite("MEG-58d", f"{file_name(file)} is a supporting file.")
        if on_front or helps:
            for base in file[: contributing_ranks(position, unit, file, found)]:
                bases[base.id] = base
    return tuple(bases.values())


def why_engaged(position: Position, unit: Unit, base: Base) -> tuple[str, ...]:
    """The clauses by which an engaged base contributes to a fight (MEG-58b to MEG-58e)."""
    file = file_of(position, base)
    found = Finding()
    if fights_of_base(position, base):
        found.cite("MEG-58b", "It fights.")
    elif base.id != file[0].id:
        contributing_ranks(position, unit, file, found)
    if not any(fight.edge == FRONT for fight in fights_of_base(position, file[0])):
        found.cite("MEG-58d", "Its file supports another.")
    return tuple(found.reasons)


def _engaged(position: Position, unit: str) -> Ruling:
    found = Finding()
    bases = engaged_bases(position, unit_of(position, unit), found)
    found.cite("MEG-58a", "A base is engaged if it contributes anything to a fight.")
    return found.rule("engaged", [base.id for base in bases])


def _fights(position: Position, base: str) -> Ruling:
    found = Finding()
    one = position.base(base)
    unit = unit_of(position, unit_name(one))
    fights = fights_of_base(position, one)
    if unit.troops.type == BATTLEWAGONS:
        found.cite("MEG-19c", "A battlewagon fights twice on each long edge and once on each short one.")
        count = sum(min(len(_files_on(position, fights, edge)), 2 if edge in (LEFT, RIGHT) else 1) for edge in range(4))
        return found.rule("fights", min(count, int(table(position, "document")["battlewagon_max_fights"])))
    if unit.kind == CAMP:
        found.cite("MEG-B23.3", "A camp element fights every enemy file in contact.")
        return found.rule("fights", sum(len(_files_on(position, fights, edge)) for edge in range(4)))
    found.cite("MEG-B17.3", "A base fights one opponent.")
    return found.rule("fights", 1 if fights else 0)


def _files_on(position: Position, fights: tuple[Fight, ...], edge: int) -> set[str]:
    return {file_of(position, fight.theirs)[0].id for fight in fights if fight.edge == edge}


def looks_ahead(position: Position, file: File, against: tuple[Base, ...]) -> bool:
    """Whether a file has other enemy on its front, and this one only elsewhere."""
    others = {base.id for base in against}
    fights = opponents(position, file)
    ahead = {fight.theirs.id for fight in fights if fight.edge == FRONT}
    return bool(ahead) and not ahead & others


QUESTIONS = (
    question(
        "may_support",
        "whether a file supports a fighting one",
        {"file": FILE, "of": FILE, "enemy": ANYTHING},
        _may_support,
    ),
    question("engaged", "the engaged bases of a unit group", {"unit": UNIT}, _engaged),
    question("fights", "how many dice a base rolls in a combat phase", {"base": BASE}, _fights),
)
