"""When a charge arrives: who is fought and who is swept away, and which files press forward."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.mechanics.tables import table
from debellis.meg.arguments import FILE, STANDING, UNIT, question
from debellis.meg.charging.responding import has_declared
from debellis.meg.charging.way import counts_as_sug
from debellis.meg.fighting.contacts import in_combat, opponents
from debellis.meg.fighting.places import is_keil
from debellis.meg.going import going_under
from debellis.meg.losses import near_breaking
from debellis.meg.moving.nearness import ahead_within
from debellis.meg.troops import ARTILLERY, CAMP, is_flexible
from debellis.meg.units import bases_of, bw, enemies_of, facing_of, file_name, named_file, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

FIGHT, REMOVED = "fight", "removed"


def fate_of(position: Position, charger: Unit, met: Unit, found: Finding) -> str:
    """What becomes of an enemy whom a charger reaches: it is fought, or removed without a fight (MEG-B15.14)."""
    if met.kind == CAMP or counts_as_sug(charger):
        found.cite("MEG-B15.22" if met.troops.type == ARTILLERY else "MEG-B15.15", f"{charger.id} fights {met.id}.")
        return FIGHT
    if met.troops.type == ARTILLERY:
        found.cite("MEG-B15.22", f"{met.id} is artillery: a TuG that reaches it removes it and goes on.")
        return REMOVED
    if not counts_as_sug(met):
        found.cite("MEG-B15.15", f"{charger.id} fights {met.id}.")
        return FIGHT
    if is_flexible(met):
        found.cite("MEG-20j", f"{met.id} is flexible: caught in skirmisher form it fights.")
        return FIGHT
    if has_declared(position, met.id) and _hits(position, met, charger):
        found.cite("MEG-36b", f"{met.id} has declared a charge and fights the chargers it meets.")
        return FIGHT
    if near_breaking(position, charger):
        found.cite("MEG-B15.14", f"{charger.id} is within one base of breaking and has to fight.")
        return FIGHT
    if going_under(position, bases_of(position, met.id), met)[0] != "good":
        found.cite("MEG-B15.14", f"{met.id} is not in good going and is fought.")
        return FIGHT
    found.cite("MEG-B15.14", f"{met.id} is a SuG caught in good going and is removed.")
    return REMOVED


def _hits(position: Position, met: Unit, charger: Unit) -> bool:
    """Whether two chargers run into each other: some of the enemy stands before the front line of the one met."""
    ahead = facing_of(position, met)
    line = max(_along(base.front, ahead) for base in bases_of(position, met.id))
    corners = [corner for base in bases_of(position, charger.id) for corner in base.rectangle.corners]
    return any(_along(corner, ahead) > line + COINCIDE for corner in corners)


def _along(point: tuple[float, float], ahead: tuple[float, float]) -> float:
    return point[0] * ahead[0] + point[1] * ahead[1]


def _on_contact(position: Position, charger: str, met: str) -> Ruling:
    found = Finding()
    fate = fate_of(position, unit_of(position, charger), unit_of(position, met), found)
    return found.rule("on_contact", fate)


def _may_press_forward(position: Position, unit: str, file: str) -> Ruling:
    verdict = Verdict()
    group = unit_of(position, unit)
    mine = named_file(position, file)
    name = file_name(mine)
    if unit_name(mine[0]) != unit:
        verdict.refuse(f"{name} does not belong to {unit}.", "MEG-B15.16")
    if is_keil(position, group):
        verdict.refuse(f"{unit} is a Keil, which never presses forward after its first contact.", "MEG-21c")
    if not in_combat(position, unit):
        verdict.refuse(f"The charge of {unit} has touched nobody.", "MEG-B15.16")
    if opponents(position, mine):
        verdict.refuse(f"{name} is already in contact.", "MEG-B15.16")
    far = bw(position, float(table(position, "charge")["press_forward_bw"]))
    found = [
        apart
        for enemy in enemies_of(position, group.side)
        for base in bases_of(position, enemy.id)
        if (apart := ahead_within(mine[0], base, far)) is not None
    ]
    if not found:
        verdict.refuse(f"No enemy is directly ahead of {name} within 1 BW.", "MEG-B15.16")
    elif verdict.legal:
        verdict.measure("distance", min(found), "mm", far)
        permit(verdict, f"{name} presses forward into contact.", "MEG-B15.16")
    return verdict.decide("may_press_forward")


QUESTIONS = (
    question(
        "on_contact",
        "whether a charger fights those it reaches or sweeps them away",
        {"charger": UNIT, "met": STANDING},
        _on_contact,
    ),
    question(
        "may_press_forward",
        "whether a file of a charger may move ahead into contact",
        {"unit": UNIT, "file": FILE},
        _may_press_forward,
    ),
)
