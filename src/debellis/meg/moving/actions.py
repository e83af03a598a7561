"""Which prompted actions are open to a unit group: one a turn, with the exceptions the rules name."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import FRONT
from debellis.mechanics.tables import table
from debellis.meg.arguments import ACTION, ANY_UNIT, CAMP_NAME, question
from debellis.meg.cards.costs import action_row, cards_of, column_of
from debellis.meg.charging.forced import is_forced
from debellis.meg.charging.way import charge_way, reached_at
from debellis.meg.fighting.contacts import fights_of_base, in_combat
from debellis.meg.fighting.support import supported_files
from debellis.meg.moving.nearness import nearest_tug, pinned_by
from debellis.meg.troops import (
    ARTILLERY,
    BATTLEWAGONS,
    CAMELRY,
    CAMP,
    CAVALRY,
    DISMOUNTABLE,
    HORSE,
    INFANTRY,
    SUG,
    TUG,
    is_flexible,
    is_mounted_infantry,
    is_skirmishing,
)
from debellis.meg.units import bases_of, bw, distance_between, enemies_of, files_of, moment, on_table, unit_of, units_of
from debellis.meg.words import DISMOUNT, EVADES
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.umpire.questions import BadQuestion
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: What counts as the one action of a turn beside prompted actions.
ACTS = ("free_charge", "forced_charge", "countercharge", "intercept", *EVADES)
#: Moves that are no actions.
OUTCOMES = ("pushed_back", "rout", "pursuit")
#: Actions of the fighting phase and of the end of the turn, open to those who have acted.
LATE = ("MF1", "MF2", "F1", "F2", "F3", "F4", "E1")
#: What is still open after an evade.
AFTER_EVADE = ("M2", "M9", "M10")
STOPPED = "C3"
#: The paragraphs that say when some actions are made.
PARAGRAPHS = {
    "C4": ("MEG-B13.5",),
    "F1": ("MEG-B13.17",),
    "F2": ("MEG-B13.17",),
    "F3": ("MEG-B13.17",),
    "F4": ("MEG-B13.17",),
    "E1": ("MEG-B26.1",),
}


def judge_act(verdict: Verdict, position: Position, unit: Unit, action: str) -> None:
    """Refuse an action that is not open to a unit group now."""
    if unit.broken:
        verdict.refuse(f"{unit.id} is broken.", "MEG-57a")
    _judge_phase(verdict, position, action)
    _judge_combat(verdict, position, unit, action)
    _judge_once(verdict, position, unit, action)
    _judge_kind(verdict, position, unit, action)
    if action == STOPPED and not is_forced(position, unit, Finding()):
        verdict.refuse(f"{unit.id} has no forced charge that could be stopped.", "MEG-B13.4", "MEG-B15.3")
    if action == "E1" and not unit.wounds:
        verdict.refuse(f"{unit.id} has no wound to recover from.", "MEG-B26.1")
    if action == "M6":
        _judge_contraction(verdict, position, unit)
    _judge_pinned(verdict, position, unit, action)
    if "shot" in unit.did and is_movement(action) and verdict.legal:
        permit(verdict, f"{unit.id} has shot, which does not keep it from moving.", "MEG-B13.26")


def _judge_phase(verdict: Verdict, position: Position, action: str) -> None:
    phase = moment(position).phase
    if phase and phase not in str(action_row(position, action)["phase"]).split(" or "):
        verdict.refuse(f"{action} is not made in SP {phase}.", "MEG-B12.0", *PARAGRAPHS.get(action, ()))


def is_movement(action: str) -> bool:
    """Whether it is an action of the movement phase outside combat."""
    return (action.startswith("M") and not action.startswith("MF")) or action == DISMOUNT


def _judge_combat(verdict: Verdict, position: Position, unit: Unit, action: str) -> None:
    """In combat only MF actions and break-offs are open; MF actions only there."""
    fights = in_combat(position, unit.id)
    if fights and is_movement(action):
        verdict.refuse(f"{unit.id} is in combat and makes no {action}.", "MEG-46a")
        if action == "M1" and is_flexible(unit):
            verdict.cite("MEG-20n", f"{unit.id} cannot switch form in combat.")
    if fights and action == "MF2" and not any(_may_turn(position, base) for base in bases_of(position, unit.id)):
        verdict.refuse(f"No base of {unit.id} has enemy on its flank or rear alone.", "MEG-B13.16")
    if not fights and action in ("MF1", "MF2"):
        supports = any(supported_files(position, file) for file in files_of(position, unit.id))
        clause = "MEG-04g" if supports and action == "MF1" else "MEG-B13.15" if action == "MF1" else "MEG-B13.16"
        why = "only supports a neighbour and is not in combat itself" if supports else "is not in combat"
        verdict.refuse(f"{unit.id} {why}, so it makes no {action}.", clause)


def _may_turn(position: Position, base: Base) -> bool:
    """Whether a base has enemy on its flank or rear, and none on its front."""
    edges = [fight.edge for fight in fights_of_base(position, base)]
    return bool(edges) and FRONT not in edges


def _judge_once(verdict: Verdict, position: Position, unit: Unit, action: str) -> None:
    """One action a turn (MEG-02a), with the exceptions of MEG-02b to MEG-02f."""
    made = [one for one in unit.did if one in ACTS or (one[:1] in "CMFE" and one not in LATE)]
    counted = [one for one in made if one not in (STOPPED, "CM1", "CM2") and one != "dismount"]
    counted += [one for one in unit.did if one == DISMOUNT]
    if STOPPED in unit.did and not counted:
        permit(verdict, f"The forced charge of {unit.id} was stopped, which is no action.", "MEG-02b")
    if any(one in OUTCOMES for one in unit.did) and not counted:
        permit(verdict, "Outcome moves are no actions.", "MEG-02f")
        if "pushed_back" in unit.did:
            permit(verdict, f"{unit.id} was pushed back and may still act.", "MEG-51b")
    if not counted:
        return
    if action in ("MF1", "MF2"):
        permit(verdict, f"{unit.id} is in a fight: MF actions do not count against its action.", "MEG-02c")
    elif action in LATE:
        permit(verdict, f"{action} is open to those who have acted.", "MEG-02e")
    elif all(one in EVADES for one in counted):
        if action in AFTER_EVADE:
            permit(verdict, f"After an evade {action} is open, up to 2 BW.", "MEG-02d")
        else:
            verdict.refuse(f"After an evade {unit.id} may only make M2, M9 or M10.", "MEG-02d", "MEG-02a")
    else:
        verdict.refuse(f"{unit.id} has already acted this turn ({counted[0].replace('_', ' ')}).", "MEG-02a")


def _judge_kind(verdict: Verdict, position: Position, unit: Unit, action: str) -> None:
    """Actions that are closed to some troops."""
    if not cards_of(position, unit, action):
        verdict.refuse(f"{action} is closed to {column_of(unit)} troops.", "MEG-B13.1")
    if (unit.troops.type == ARTILLERY) != (action == "M15") and is_movement(action):
        verdict.refuse(f"{unit.id} may not make {action}: artillery is moved by M15 only.", "MEG-B13.14")
    light = unit.troops.type in HORSE or (unit.troops.type == INFANTRY and is_skirmishing(unit))
    if (action == "M12" and not light) or (action == "M13" and light):
        verdict.refuse(f"{unit.id} falls back by {'M13' if action == 'M12' else 'M12'}.", "MEG-B13.12")
    if action in ("C2", "C4"):
        if unit.troops.type == BATTLEWAGONS:
            verdict.refuse(f"{unit.id} are battlewagons, which do not charge.", "MEG-19a")
        if is_mounted_infantry(unit):
            verdict.refuse(f"{unit.id} is mounted infantry, which does not charge.", "MEG-22c")
    if unit.formation == "orb" and is_movement(action) and action != "M1":
        verdict.refuse(f"{unit.id} is in orb and does not move; it leaves the orb by M1.", "MEG-B25.10", "MEG-B25.17")
    if action == DISMOUNT and not _may_dismount(verdict, position, unit):
        verdict.refuse(f"{unit.id} cannot dismount.", "MEG-B25.8")
    if action == DISMOUNT:
        _judge_room_to_dismount(verdict, position, unit)
    if action == "C1":
        _judge_clearing(verdict, position, unit)


def _may_dismount(verdict: Verdict, position: Position, unit: Unit) -> bool:
    """Whether it has horses to leave: by its characteristic, or near works that horse cannot storm (MEG-B25.8)."""
    if unit.troops.type == INFANTRY:
        return DISMOUNTABLE in unit.troops.traits and unit.mounted
    if DISMOUNTABLE in unit.troops.traits:
        return True
    far = bw(position, float(table(position, "other_distance")["dismount_near_fortified_enemy_bw"]))
    own = bases_of(position, unit.id)
    for enemy in enemies_of(position, unit.side):
        strong = enemy.troops.type == BATTLEWAGONS or enemy.defends in ("barricades", "obstacles")
        strong = strong or (enemy.kind == CAMP and enemy.form == "fortified")
        if unit.troops.type not in (CAVALRY, CAMELRY) or not strong or not own:
            continue
        if distance_between(own, bases_of(position, enemy.id)) <= far + COINCIDE:
            permit(verdict, f"{unit.id} is within 6 BW of {enemy.id} and may dismount.", "MEG-B25.8")
            return True
    return False


def _judge_room_to_dismount(verdict: Verdict, position: Position, unit: Unit) -> None:
    """Nobody dismounts who is pinned by enemy within 1 BW (MEG-B25.16)."""
    enemy = pinned_by(position, unit)
    if enemy is None:
        return
    if distance_between(bases_of(position, unit.id), bases_of(position, enemy.id)) <= bw(position, 1.0) + COINCIDE:
        verdict.refuse(f"{unit.id} is pinned by {enemy.id} within 1 BW and does not dismount.", "MEG-B25.16")


def _judge_clearing(verdict: Verdict, position: Position, unit: Unit) -> None:
    """A SuG clears the way only for a friend whose charge it stands in the way of (MEG-B13.2)."""
    friends = hindered(position, unit)
    if friends:
        permit(verdict, f"{unit.id} stands in the way of a charge of {friends[0].id}.", "MEG-B13.2")
    else:
        verdict.refuse(f"{unit.id} stands in the way of no charge of a friend.", "MEG-B13.2")


def hindered(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """The friendly TuGs whose charge straight ahead at an enemy a SuG stands in the way of."""
    if unit.kind != SUG:
        return ()
    found: list[Unit] = []
    for friend in units_of(position):
        if friend.side != unit.side or friend.id == unit.id or friend.kind != TUG or not on_table(position, friend):
            continue
        enemies = enemies_of(position, unit.side)
        if is_in_the_way(position, friend, bases_of(position, unit.id)) and any(
            is_in_the_way(position, friend, bases_of(position, enemy.id)) for enemy in enemies
        ):
            found.append(friend)
    return tuple(found)


def is_in_the_way(position: Position, charger: Unit, bases: tuple[Base, ...]) -> bool:
    """Whether a charge straight ahead would meet some bases."""
    return reached_at(charge_way(position, (charger.id,)), bases) is not None


def _judge_contraction(verdict: Verdict, position: Position, unit: Unit) -> None:
    """M6 only more than 2 BW from every enemy TuG."""
    far = bw(position, float(table(position, "document")["m6_min_distance_enemy_tug_bw"]))
    found = nearest_tug(position, unit)
    if found is None:
        return
    verdict.measure("distance to an enemy TuG", found[0], "mm", far)
    if found[0] <= far + COINCIDE:
        verdict.refuse(f"{unit.id} is not more than 2 BW from {found[1].id}.", "MEG-47a")
        if abs(found[0] - far) <= COINCIDE:
            verdict.cite("MEG-B1.5", "A distance that differs by less than the tolerance is the same distance.")


def _judge_pinned(verdict: Verdict, position: Position, unit: Unit, action: str) -> None:
    """Pinned unit groups have fewer actions (MEG-B13.28)."""
    if not is_movement(action) or in_combat(position, unit.id):
        return
    enemy = pinned_by(position, unit)
    if enemy is not None and action not in table(position, "pinned")["actions"]:
        verdict.refuse(f"{unit.id} is pinned by {enemy.id} and may not make {action}.", "MEG-B13.28")


def _may_act(position: Position, action: str, unit: str | None = None, camp: str | None = None) -> Ruling:
    verdict = Verdict()
    if (unit is None) == (camp is None):
        raise BadQuestion("name a unit or a camp", "unit")
    if camp is not None:
        clause = "MEG-16c" if action == "E1" else "MEG-B23.4"
        verdict.refuse(f"{camp} is a camp, which does not {'recover wounds' if action == 'E1' else 'act'}.", clause)
        return verdict.decide("may_act")
    assert unit is not None
    judge_act(verdict, position, unit_of(position, unit), action)
    return verdict.decide("may_act")


QUESTIONS = (
    question(
        "may_act",
        "whether a prompted action is open to a unit group or a camp now",
        {"unit": ANY_UNIT.or_none(), "camp": CAMP_NAME.or_none(), "action": ACTION},
        _may_act,
    ),
)
