"""Which file may still roll in a combat phase, also at a unit group that was broken in it (MEG-57b)."""

from __future__ import annotations

from debellis.meg.arguments import ANYTHING, FILE, UNIT, question
from debellis.meg.dice import faces_of
from debellis.meg.fighting.claims import CHARGE, MELEE
from debellis.meg.fighting.combat import LYING, dice_of, pair_of
from debellis.meg.fighting.combatant import combat_now
from debellis.meg.fighting.contacts import charges_of, fight_between, fights_of
from debellis.meg.fighting.effects import NONE, SHATTER, TELLING, effect_on_neighbours
from debellis.meg.fighting.support import looks_ahead
from debellis.meg.general_facts import IDLE
from debellis.meg.troops import BATTLEWAGONS, CAMP
from debellis.meg.units import (
    File,
    file_name,
    file_of,
    generals_of,
    moment,
    named_bases,
    named_file,
    unit_name,
    unit_of,
    units_of,
)
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.table.value import Value, replace
from debellis.umpire.questions import FLAG, BadQuestion, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: What the books of a broken unit group say if it was broken in combat.
COMBAT = "combat"


class CombatSoFar(Value, frozen=True):
    """How far a combat phase has come: what its claims depend on, what lies on files, and who has still to roll.

    Files are named by their front bases.
    """

    combat: str
    charging: tuple[str, ...] | None
    shot: tuple[str, ...]
    lying: dict[str, str]
    due: frozenset[str]


def as_if_fighting(position: Position, names: frozenset[str]) -> Position:
    """The position as if these broken unit groups still fought."""
    units = tuple([replace(one, broken=False) if one.id in names else one for one in units_of(position)])
    return replace(position, units=units)


def may_matter(there: Position, mine: File, against: str, so_far: CombatSoFar) -> bool:
    """Whether a file's roll at a base of the broken can change anything, in a position as if they still fought.

    It can where a general fights in the file that is struck, or where an S or a skull would help a file beside that has
    still to roll. The broken lose no further bases before they have routed (MEG-B18.8).
    """
    if endangered_general(there, against) is not None:
        return True
    foe, name = there.base(against), file_name(mine)
    lying = {
        mine[0].side: so_far.lying.get(mine[0].id, NONE),
        foe.side: so_far.lying.get(file_of(there, foe)[0].id, NONE),
    }
    pair = pair_of(there, name, against, so_far.combat, so_far.charging, so_far.shot, None, lying)
    faces = faces_of(there.edition, dice_of(there, pair.net)[0])
    for face in TELLING:
        if not faces[face]:
            continue
        found = Finding()
        effect, helps = effect_on_neighbours(there, name, against, face, so_far.combat, so_far.charging, found)
        if any(_gains(so_far, file[0].id, effect) for file in helps):
            return True
    return False


def _gains(so_far: CombatSoFar, front: str, effect: str) -> bool:
    """Whether an effect would help a file: it has still to fight, and nothing as good lies on its opponent."""
    return front in so_far.due and so_far.lying.get(front, NONE) not in (SHATTER, effect)


def endangered_general(position: Position, base: str) -> General | None:
    """The general who fights in the file of a base and whom a roll at it may hurt; None if there is none."""
    names = {one.id for one in file_of(position, position.base(base))}
    for general in generals_of(position):
        if general.fighting and general.file in names and general.state not in IDLE:
            return general
    return None


def may_be_struck(unit: Unit) -> bool:
    """Whether a broken unit group is of those that were broken in combat; camps keep no bases."""
    return unit.kind != CAMP and unit.broken_by in (COMBAT, "")


def refuse_idle_roll(verdict: Verdict, file: str) -> None:
    """Refuse a roll at the broken that can change nothing."""
    says = f"The enemy of {file} is broken, and a roll at them can make no difference any more."
    verdict.refuse(says, "MEG-57b", "MEG-B17.13")


def _is_old(position: Position, own: Unit, enemy: Unit) -> bool:
    """Whether two unit groups fight since an earlier turn: it is the charge phase, and neither has charged in it."""
    charged = {name for charge in charges_of(position) if charge.moved for name in charge.by}
    return moment(position).phase.startswith("2.") and not charged & {own.id, enemy.id}


def _due(position: Position, fresh: bool) -> frozenset[str]:
    """The files that fight in this phase, by their front bases."""
    found: set[str] = set()
    for fight in fights_of(position):
        own, enemy = unit_of(position, unit_name(fight.mine)), unit_of(position, unit_name(fight.theirs))
        if fresh or not _is_old(position, own, enemy):
            found.add(file_of(position, fight.mine)[0].id)
    return frozenset(found)


def _judge_going_on(
    verdict: Verdict, position: Position, mine: File, against: str, so_far: CombatSoFar, rolled: frozenset[str]
) -> None:
    """Refuse a roll at the broken by a file that has another enemy, does not touch them, or can change nothing."""
    enemy = unit_of(position, unit_name(named_bases(position, against)[0]))
    name = file_name(mine)
    gone = frozenset(unit.id for unit in units_of(position) if unit.broken and may_be_struck(unit))
    there = as_if_fighting(position, gone)
    fight = fight_between(there, mine, named_bases(there, against))
    if enemy.id not in gone:
        verdict.refuse(f"{enemy.id} was not broken in combat and fights nobody.", "MEG-57b")
    elif fight is None:
        verdict.refuse(f"{name} does not fight {against}.", "MEG-B17.3")
    elif mine[0].id in so_far.due:
        verdict.refuse(f"{name} has another enemy to fight, who is not broken.", "MEG-B17.3")
    elif mine[0].id in rolled:
        verdict.refuse(f"{name} has already rolled in this phase.", "MEG-B17.20")
    elif may_matter(there, mine, fight.theirs.id, so_far):
        permit(verdict, f"{enemy.id} is broken, but its opponents may go on rolling.", "MEG-57b")
    else:
        refuse_idle_roll(verdict, mine[0].id)


def _front(position: Position, file: str) -> str:
    """The front base of a file by its name; BadQuestion if there is no such file."""
    if not named_bases(position, file):
        raise BadQuestion(f"there is no file {file!r} on the table", "lying")
    return named_file(position, file)[0].id


def _fronts(position: Position, files: tuple[str, ...]) -> frozenset[str]:
    return frozenset(named_file(position, name)[0].id for name in files)


def _may_roll(
    position: Position,
    file: str,
    against: str,
    rolled: tuple[str, ...] = (),
    fresh: bool = False,
    due: tuple[str, ...] | None = None,
    combat: str | None = None,
    charging: tuple[str, ...] | None = None,
    shot: tuple[str, ...] = (),
    lying: dict[str, str] | None = None,
) -> Ruling:
    verdict = Verdict()
    mine = named_file(position, file)
    own = unit_of(position, unit_name(mine[0]))
    enemy = unit_of(position, unit_name(named_bases(position, against)[0]))
    done = _fronts(position, rolled)
    several = own.kind == CAMP or own.troops.type == BATTLEWAGONS
    if own.broken:
        verdict.refuse(f"{own.id} is broken and rolls no more dice.", "MEG-57a", "MEG-B17.13")
    elif not enemy.broken and fight_between(position, mine, named_bases(position, against)) is None:
        verdict.refuse(f"{file} does not fight {against}.", "MEG-B17.3")
    if verdict.legal and not fresh and _is_old(position, own, enemy):
        verdict.refuse(f"No charger has struck {own.id} or {enemy.id} here in this phase.", "MEG-B17.22")
    if verdict.legal and enemy.broken:
        waiting = _fronts(position, due) if due is not None else _due(position, fresh)
        lies = {_front(position, name): effect for name, effect in (lying or {}).items()}
        so_far = CombatSoFar(combat_now(position, combat), charging, shot, lies, waiting - done)
        _judge_going_on(verdict, position, mine, against, so_far, done)
        return verdict.decide("may_roll")
    if not several and verdict.legal and looks_ahead(position, mine, named_bases(position, against)):
        verdict.refuse(f"{file} fights to its front and does not answer {against} until bases turn.", "MEG-B17.15")
    if mine[0].id in done and not several:
        verdict.refuse(f"{file} has already rolled in this phase.", "MEG-B17.20")
    return verdict.decide("may_roll")


QUESTIONS = (
    question(
        "may_roll",
        "whether a file may roll its die; at the broken, whether that can make any difference",
        {
            "file": FILE,
            "against": ANYTHING,
            "rolled": list_of(FILE).or_none(),
            "fresh": FLAG.or_none(),
            "due": list_of(FILE).or_none(),
            "combat": one_of(CHARGE, MELEE).or_none(),
            "charging": list_of(UNIT).or_none(),
            "shot": list_of(UNIT).or_none(),
            "lying": table_of(one_of(*LYING)).or_none(),
        },
        _may_roll,
    ),
)
