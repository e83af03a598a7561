"""A volley: all elements that shoot together at one target, the main shooter, and its helpers."""

from __future__ import annotations

from debellis.dbm.shooting.aid import BOWMEN, aid
from debellis.dbm.shooting.shooters import arms
from debellis.dbm.shooting.targets import allowed_targets, grounds_of, why_not
from debellis.dbm.troops import troop
from debellis.mechanics.remarks import Remark
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value

MAIN = "DBM32-P21-shoot-main"
_NOBODY = Remark("none of them may shoot at the target")


class Volley(Value, frozen=True):
    """Those who shoot at a target: who could be the main shooter, who is, and who aids it.

    `answered` says that the target shoots at the main shooter. The rear half of a double base aids under its id.
    """

    target: str
    able: tuple[str, ...] = ()
    main: str | None = None
    aiding: tuple[str, ...] = ()
    answered: bool = False
    faults: tuple[Remark, ...] = ()
    grounds: tuple[Remark, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.faults


def gather(
    position: Position,
    shooters: tuple[str, ...],
    target: str,
    main: str | None = None,
    shoots_at: str | None = None,
    told: bool = True,
) -> Volley:
    """The shooting of some elements together at one target, legal or not. If not `told`, some reasons are left out."""
    enemy = position.base(target)
    bases = [position.base(name) for name in dict.fromkeys(shooters)]
    direct = [base for base in bases if target in allowed_targets(position, base, _shot_by(base, target, shoots_at))]
    faults = _shoots_at_faults(position, enemy, shoots_at, shooters)
    if not direct:
        return Volley(target, faults=(*faults, *why_not(position, bases, enemy)) if told else (_NOBODY,))
    answer = shoots_at if shoots_at is not None else _must_answer(position, enemy, shooters)
    able = tuple(base.id for base in direct if answer is None or base.id == answer)
    able = able or tuple(base.id for base in direct)
    mutual = answer in able
    chosen = main if main is not None else able[0]
    grounds = _main_grounds(enemy, direct, able, mutual)
    if chosen not in able:
        return Volley(target, able, None, (), mutual, (*faults, _not_main(enemy, chosen, able, mutual)))
    first = position.base(chosen)
    aiding, remarks, more = _aiding(position, first, [b for b in bases if b.id != chosen], direct, enemy, told)
    faults = [*faults, *more, *_too_many(position, bases)]
    grounds += [*(grounds_of(position, first, target) if told else ()), *remarks]
    return Volley(target, able, chosen, tuple(aiding), mutual, tuple(faults), tuple(grounds))


def _shot_by(base: Base, target: str, shoots_at: str | None) -> tuple[str, ...]:
    """The target, if it is known to shoot at this shooter."""
    return (target,) if shoots_at == base.id else ()


def _shoots_at_faults(
    position: Position, enemy: Base, shoots_at: str | None, shooters: tuple[str, ...]
) -> list[Remark]:
    """What is wrong with whom the target is said to shoot at."""
    if shoots_at is None or shoots_at in allowed_targets(position, enemy, shooters):
        return []
    return why_not(position, [enemy], position.base(shoots_at)) or [Remark(f"{enemy.id} cannot shoot at {shoots_at}")]


def _must_answer(position: Position, enemy: Base, shooters: tuple[str, ...]) -> str | None:
    """The one shooter a target has to shoot at, if it shoots and has no other choice."""
    if arms(position, enemy) is None:
        return None
    found = allowed_targets(position, enemy, shooters)
    return found[0] if len(found) == 1 and found[0] in shooters else None


def _main_grounds(enemy: Base, direct: list[Base], able: tuple[str, ...], mutual: bool) -> list[Remark]:
    if mutual:
        says = f"{able[0]} and {enemy.id} shoot at each other: they are the main shooters of both sides"
        return [Remark(says, (MAIN,))]
    if len(direct) > 1:
        return [Remark(f"the owner chooses which of {', '.join(able)} is the main shooter", (MAIN,))]
    return []


def _not_main(enemy: Base, chosen: str, able: tuple[str, ...], mutual: bool) -> Remark:
    if mutual:
        return Remark(f"{able[0]} and {enemy.id} shoot at each other, so {chosen} is not the main shooter", (MAIN,))
    return Remark(f"{chosen} does not shoot at {enemy.id} itself and cannot be the main shooter", (MAIN,))


def _aiding(
    position: Position, main: Base, others: list[Base], direct: list[Base], enemy: Base, told: bool
) -> tuple[list[str], list[Remark], list[Remark]]:
    """Those who aid the main shooter, what lets them, and what keeps others from it."""
    names: list[str] = []
    grounds: list[Remark] = []
    faults: list[Remark] = []
    for other in others:
        found = aid(position, other, main, enemy, tuple(base for base in direct if base.id != main.id), told)
        if found.gives:
            names.append(other.id)
            grounds += found.grounds
        else:
            faults += found.grounds
    for base in (main, *(other for other in others if other in direct)):
        if troop(base).rear is None:
            continue
        half = aid(position, base, base, enemy)
        names += [base.id] if half.gives else []
        grounds += half.grounds if half.gives else ()
    return names[: most_aid(position)], grounds, faults


def most_aid(position: Position) -> int:
    """The maximum number of helpers of a main shooter."""
    return int(table(position, "shoot_rules")["aid_max"])


def could_aid(position: Position, main: Base, target: Base) -> tuple[str, ...]:
    """Those who could aid a main shooter: who may shoot at the target too, then second ranks behind one of them.

    The main shooter itself is among them if the rear half of its double base is such a rank.
    """
    friends = [base for base in position.friends(main.side) if base.id != main.id and arms(position, base) is not None]
    fronts = [base for base in friends if target.id in allowed_targets(position, base)]
    found = dict.fromkeys(base.id for base in fronts)
    for front in (main, *fronts):
        for rear in position.near_friends(main.side, front.rectangle):
            fresh = rear.id not in found and rear.id != main.id and troop(rear).type == BOWMEN
            if fresh and aid(position, rear, main, target, tuple(fronts), False).gives:
                found[rear.id] = None
    if troop(main).rear is not None and aid(position, main, main, target).gives:
        found[main.id] = None
    return tuple(found)


def may_lead(position: Position, name: str, target: str) -> bool:
    """Whether an element may shoot at a target itself, so that it may be the main shooter."""
    return target in allowed_targets(position, position.base(name))


def aiding_back(position: Position, volley: Volley, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some elements who aid a target that shoots back at the main shooter."""
    if not volley.answered or volley.main is None or not names:
        return ()
    main, enemy = position.base(volley.target), position.base(volley.main)
    others = tuple(position.base(name) for name in names if name != main.id)
    found = [name for name in names if aid(position, position.base(name), main, enemy, others, False).gives]
    return tuple(dict.fromkeys(found))[: most_aid(position)]


def _too_many(position: Position, bases: list[Base]) -> list[Remark]:
    most = most_aid(position)
    if len(bases) <= most + 1:
        return []
    return [Remark(f"{len(bases)} shoot together; at most {most} aid a main shooter", ("DBM-B23.5",))]
