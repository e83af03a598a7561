"""What an S or a skull does beside the losses: shatter and shove, and the files that gain by them."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, same_direction, turn_between
from debellis.geometry.rectangle import FRONT
from debellis.mechanics.tables import table
from debellis.meg.arguments import ANYTHING, FACE, FILE, UNIT, question
from debellis.meg.fighting.claims import CHARGE, DEVASTATING, LANCER, MELEE, POLEARM, has_shieldwall, order_lost
from debellis.meg.fighting.combatant import Combatant, charging_units, combat_now, combatant, is_turned
from debellis.meg.fighting.contacts import fight_between, opponents
from debellis.meg.fighting.places import is_keil
from debellis.meg.troops import ELEPHANTS
from debellis.meg.units import File, base_width, file_name, files_of, named_bases, named_file, units_of
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

SHATTER, SHOVE, NONE = "shatter", "shove", "none"
TELLING = ("S", "skull")


def has_shatter(own: Combatant, enemy: Combatant) -> bool:
    """Whether a file shatters in charge combat (MEG-B17.9): the line of its weapon must apply. Elephants always do."""
    if own.troops.type == ELEPHANTS:
        return True
    if own.effect == "badly_affected":
        return False
    lost = bool(order_lost(own, enemy))
    if own.troops.melee == LANCER and own.charging and not lost:
        return True
    if DEVASTATING in own.troops.traits and own.charging:
        return not own.is_mounted or own.ranks >= 2
    return own.troops.melee == POLEARM and own.is_mounted and not lost


def has_shove(position: Position, own: Combatant, combat: str) -> bool:
    """Whether a file shoves: by its characteristic, or as a Keil in charge combat (MEG-B17.10, MEG-B25.9)."""
    if own.effect == "badly_affected":
        return False
    return "shove" in own.troops.traits or (combat == CHARGE and is_keil(position, own.unit))


def effect_of_face(position: Position, own: Combatant, enemy: Combatant, combat: str, face: str, found: Finding) -> str:
    """The effect that a file's die creates for its neighbours, with the clauses that say so."""
    shatters = combat == CHARGE and has_shatter(own, enemy)
    shoves = has_shove(position, own, combat)
    if combat == CHARGE and not shatters and has_shatter(replace(own, effect="none"), replace(enemy, works="")):
        found.cite_all((*order_lost(own, enemy), "MEG-B17.9"), f"The line of {own.unit.id} does not apply here.")
    if not shatters and not shoves:
        return NONE
    if own.troops.type == ELEPHANTS and combat == CHARGE:
        clause = "MEG-17a" if face in TELLING else "MEG-17b"
        found.cite(clause, "Elephants shatter by an S or a skull, and only by these.")
    if face not in TELLING:
        return NONE
    if own.edge != FRONT:
        found.cite("MEG-25d", "Only a front edge shatters or shoves.")
        return NONE
    if is_turned(position, own.file):
        found.cite("MEG-25a", "Only files on the original front shatter or shove.")
        return NONE
    if shatters and face == "S" and has_shieldwall(enemy):
        found.cite("MEG-B25.4", f"An S does not shatter the shieldwall of {enemy.unit.id}.")
        shatters = False
    if shatters and shoves:
        found.cite("MEG-25f", "A file creates one effect only, and in charge combat that is the shatter.")
    if shatters:
        found.cite("MEG-B17.9", f"{own.unit.id} shatters.")
        found.cite("MEG-B25.5", "A shatter helps the files beside.")
        return SHATTER
    if not shoves:
        return NONE
    found.cite("MEG-B17.10", f"{own.unit.id} shoves.")
    found.cite("MEG-B25.5", "A shove helps the files beside.")
    if combat == MELEE:
        found.cite("MEG-54a", "A shove works in melee as it does in charge combat.")
    return SHOVE


def neighbours(position: Position, file: File, found: Finding) -> tuple[File, ...]:
    """The friendly files that fight beside a file: next to it, facing the same way and parallel.

    A gap of at most 1 BW does not matter, if only an align would close it (MEG-25c).
    """
    gained: list[File] = []
    for hand in (-1.0, 1.0):
        near = _next_file(position, file, hand)
        if near is None or not opponents(position, near):
            continue
        other, apart = near, _gap(file, near, hand)
        if apart > COINCIDE or not same_direction(file[0].facing, other[0].facing):
            found.cite("MEG-25c", "A gap of at most 1 BW does not matter, since an align would close it.")
        else:
            found.cite("MEG-25b", "The next file faces the same way and stands parallel.")
        if other[0].unit != file[0].unit:
            found.cite("MEG-03e", "The neighbour may belong to another unit group.")
        gained.append(other)
    return tuple(gained)


def _next_file(position: Position, file: File, hand: float) -> File | None:
    """The nearest friendly file on one hand within a base width of gap; None if there is none."""
    best: tuple[float, File] | None = None
    for unit in units_of(position):
        if unit.side != file[0].side or unit.broken:
            continue
        for other in files_of(position, unit.id):
            if other[0].id == file[0].id or not _stands_beside(position, file, other, hand):
                continue
            apart = _gap(file, other, hand)
            if best is None or apart < best[0]:
                best = (apart, other)
    return None if best is None else best[1]


def _gap(file: File, other: File, hand: float) -> float:
    """The gap between the side edges of two files, along the front of the first."""
    across = [file[0].rectangle.local(corner)[0] * hand for corner in other[0].rectangle.corners]
    return min(across) - file[0].width / 2.0


def _stands_beside(position: Position, file: File, other: File, hand: float) -> bool:
    limit = base_width(position) * float(table(position, "document")["shatter_gap_tolerance_bw"])
    apart = _gap(file, other, hand)
    ahead = abs(file[0].rectangle.local(other[0].front)[1])
    if same_direction(file[0].facing, other[0].facing):
        if abs(apart) <= COINCIDE and ahead < file[0].depth:
            return True
        return -COINCIDE < apart <= limit + COINCIDE and ahead <= limit and _same_line(position, file, other)
    slanted = abs(turn_between(file[0].facing, other[0].facing)) < 45.0
    return slanted and -limit < apart <= limit + COINCIDE and ahead <= limit and _same_line(position, file, other)


def _same_line(position: Position, file: File, other: File) -> bool:
    """Whether two files fight enemies on their fronts that stand in one line, so that an align would join them."""
    ours = [fight.theirs for fight in opponents(position, file) if fight.edge == FRONT]
    theirs = [fight.theirs for fight in opponents(position, other) if fight.edge == FRONT]
    return any(same_direction(a.facing, b.facing) for a in ours for b in theirs)


def effect_on_neighbours(
    position: Position,
    file: str,
    against: str,
    face: str,
    combat: str,
    charging: tuple[str, ...] | None,
    found: Finding,
    edge: str | None = None,
) -> tuple[str, tuple[File, ...]]:
    """The effect that a face of a file's die creates, and the files that gain by it."""
    mine = named_file(position, file)
    theirs = named_bases(position, against)
    fight = fight_between(position, mine, theirs)
    charged = charging_units(position, charging, combat)
    own = combatant(position, mine, fight, combat, charged, frozenset(), "")
    if edge is not None:
        own = replace(own, edge=("front", "right", "rear", "left").index(edge))
    foe = named_file(position, fight.theirs.id if fight is not None else theirs[0].id)
    enemy = combatant(position, foe, fight_between(position, foe, mine), combat, charged, frozenset(), "")
    effect = effect_of_face(position, own, enemy, combat, face, found)
    return effect, neighbours(position, mine, found) if effect != NONE else ()


def _effect(
    position: Position,
    file: str,
    against: str,
    face: str,
    combat: str | None = None,
    edge: str | None = None,
    charging: tuple[str, ...] | None = None,
) -> Ruling:
    found = Finding()
    combat = combat_now(position, combat)
    effect, helps = effect_on_neighbours(position, file, against, face, combat, charging, found, edge)
    return found.rule("effect", {"effect": effect, "helps": [file_name(other) for other in helps]})


QUESTIONS = (
    question(
        "effect",
        "what a face of a file's die does for its neighbours",
        {
            "file": FILE,
            "against": ANYTHING,
            "combat": one_of(CHARGE, MELEE).or_none(),
            "face": FACE,
            "edge": one_of("front", "right", "rear", "left").or_none(),
            "charging": list_of(UNIT).or_none(),
        },
        _effect,
    ),
)
