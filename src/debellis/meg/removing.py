"""Which base goes when one is lost: unengaged ones first, and never the last contact with an enemy that is fought."""

from __future__ import annotations

from debellis.geometry.contact import meet
from debellis.geometry.rectangle import gap
from debellis.meg.arguments import BASE, FILE, UNIT, question
from debellis.meg.fighting.contacts import fights_of, neighbours
from debellis.meg.fighting.support import engaged_bases
from debellis.meg.troops import CAMP, TUG
from debellis.meg.units import File, bases_of, file_name, file_of, files_of, moment, named_file, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import Value
from debellis.umpire.questions import list_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict, permit

#: The sub-phases in which bases are lost by shooting.
SHOT_AT = ("2.4", "2.5", "3.1")


def candidates(position: Position, unit: Unit, hit: File) -> tuple[tuple[Base, ...], ...]:
    """The bases that may go, class by class in the order of MEG-B18.2; each file loses its last base first.

    Of a camp any element may go, but first those that nobody touches (MEG-B18.9).
    """
    if unit.kind == CAMP:
        near = neighbours(position, unit)
        touched = [one.id for one in bases_of(position, unit.id) if any(meet(one.rectangle, n.rectangle) for n in near)]
        elements = bases_of(position, unit.id)
        free = tuple(one for one in elements if one.id not in touched)
        return free, tuple(one for one in elements if one.id in touched)
    engaged = {base.id for base in engaged_bases(position, unit, Finding())}
    files = files_of(position, unit.id)
    own = [file for file in files if file[0].id == hit[0].id]
    others = [file for file in files if file[0].id != hit[0].id]
    return (
        tuple(file[-1] for file in own if file[-1].id not in engaged),
        tuple(file[-1] for file in others if file[-1].id not in engaged),
        tuple(file[-1] for file in (*own, *others) if len(file) > 1 and file[-1].id in engaged),
        tuple(file[0] for file in own if len(file) == 1),
        tuple(file[0] for file in others if len(file) == 1),
    )


def loses_contact(position: Position, unit: Unit, base: Base) -> bool:
    """Whether without a base the unit group would no longer fight an enemy TuG that it fights (MEG-56a)."""
    if len(file_of(position, base)) > 1:
        return False
    fought: dict[str, set[str]] = {}
    for fight in fights_of(position):
        if unit_name(fight.mine) == unit.id:
            fought.setdefault(unit_name(fight.theirs), set()).add(fight.mine.id)
    tugs = {name: by for name, by in fought.items() if unit_of(position, name).kind == TUG}
    return any(by == {base.id} for by in tugs.values())


class Removal(Value, frozen=True):
    """The bases among which the owner chooses when one is lost, those that keep contact, and who would go else."""

    equals: tuple[Base, ...]
    spared: tuple[str, ...]
    keeps: bool
    otherwise: str


def removal(position: Position, unit: Unit, hit: File) -> Removal:
    """Which bases may go when a file was hit: the first class of MEG-B18.2 that keeps contact (MEG-B18.6)."""
    classes = candidates(position, unit, hit)
    everyone = [one for some in classes for one in some]
    spared = tuple(one.id for one in everyone if loses_contact(position, unit, one))
    keeps = len(spared) < len(everyone)
    chosen: tuple[Base, ...] = ()
    for some in classes:
        chosen = tuple(one for one in some if not keeps or one.id not in spared)
        if chosen:
            break
    return Removal(chosen, spared, keeps, _would_go(classes))


def base_to_go(position: Position, unit: Unit, hit: File) -> Base:
    """The base that goes if its owner does not choose: of those equal by the rules, the farthest from enemy."""
    equals = removal(position, unit, hit).equals
    enemies = position.enemies(unit.side)
    if len(equals) == 1 or not enemies:
        return equals[0]
    return max(equals, key=lambda base: round(min(gap(base.rectangle, enemy.rectangle) for enemy in enemies), 3))


def _may_remove(position: Position, unit: str, hit: str, base: str, fought: tuple[str, ...] = ()) -> Ruling:
    verdict = Verdict()
    group = unit_of(position, unit)
    found = removal(position, group, named_file(position, hit))
    spared, keeps, chosen = found.spared, found.keeps, found.equals
    if base not in {one.id for one in chosen}:
        if keeps and base in spared:
            verdict.refuse(f"Without {base}, {unit} would lose contact with an enemy TuG that it fights.", "MEG-56a")
        else:
            names = ", ".join(one.id for one in chosen)
            verdict.refuse(f"Another base goes first: {names}.", "MEG-B18.2")
    elif spared and keeps and found.otherwise in spared:
        permit(verdict, f"{base} goes in the place of another, to keep contact with an enemy TuG.", "MEG-56a")
    first = fights_first(position, base, fought)
    if first and verdict.legal:
        permit(verdict, f"{base} has still to fight, which it does before it is removed.", "MEG-56b")
    if verdict.legal:
        permit(verdict, f"{base} is the first that may go.", "MEG-B18.2")
    if moment(position).phase in SHOT_AT:
        verdict.cite("MEG-B16.14", f"The file shot at, {hit}, counts as the file that was hit.")
    return verdict.decide("may_remove", fights_first=first and verdict.legal)


def _would_go(classes: tuple[tuple[Base, ...], ...]) -> str:
    """The base that would go if contact did not matter."""
    return next(some[0].id for some in classes if some)


def fights_first(position: Position, base: str, fought: tuple[str, ...]) -> bool:
    """Whether a base has a combat of its own left: it fights in front of its file, which has not rolled yet."""
    file = file_of(position, position.base(base))
    if file[0].id != base or len(file) > 1 or not fought:
        return False
    done = {file_name(named_file(position, name)) for name in fought}
    fights = any(fight.mine.id == base for fight in fights_of(position))
    return fights and file_name(file) not in done


QUESTIONS = (
    question(
        "may_remove",
        "whether this base may be the one that is removed",
        {"unit": UNIT, "hit": FILE, "base": BASE, "fought": list_of(FILE).or_none()},
        _may_remove,
    ),
)
