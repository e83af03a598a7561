"""Shots and combats as a battle decides them, and the pursuits that follow (SP 2.7, 2.8, 3.1, 5.2 and 5.3)."""

from __future__ import annotations

from debellis.battle.asked import Playing
from debellis.battle.sides import other
from debellis.meg.dice import SIDES, score_of
from debellis.meg.fighting.claims import CHARGE, MELEE
from debellis.meg.fighting.combat import dice_of
from debellis.meg.fighting.contacts import fight_between
from debellis.meg.playing.judging import allowed
from debellis.meg.playing.judging import judged as ruling_on
from debellis.meg.playing.plays import charges
from debellis.meg.playing.plays.taking_up import Given, Plays, after, at, carried, judged, phase_in
from debellis.meg.playing.pursuing import PURSUIT
from debellis.meg.playing.state import State
from debellis.meg.troops import CAMP
from debellis.meg.units import file_name, file_of, files_of, moment, named_bases, named_file, unit_name, unit_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace

COMBATS = {CHARGE: "2.7", MELEE: "5.2"}


def may_shoot(position: Position, given: Given) -> Playing | None:
    """A shot of one file in SP 3.1; of a whole unit group, the first of its files that may shoot."""
    if phase_in(position, given, "3.1") in charges.FIRE:
        return charges.fire(position, given)
    pair = _aimed(position, given)
    if pair is None:
        return None
    file, target = pair
    name = file.partition("/")[0]
    states = at(position, "3.1", unit_of(position, name).side)
    return judged(states, "shoot", unit=name, files=[file], targets=[target])


def shot(position: Position, given: Given) -> Playing | None:
    """A shot that is rolled."""
    if phase_in(position, given, "3.1") in charges.FIRE:
        return charges.fire(position, given)
    pair = _aimed(position, given)
    if pair is None:
        return None
    file, target = pair
    name = file.partition("/")[0]
    states = at(position, "3.1", unit_of(position, name).side)
    return carried(states, "shoot", unit=name, files=[file], targets=[target])


def _aimed(position: Position, given: Given) -> tuple[str, str] | None:
    """The file that shoots and the base it shoots at, the first pair that is legal."""
    if phase_in(position, given, "3.1") != "3.1" or {"as", "edge"} & set(given) or "target" not in given:
        return None
    shooters, targets = named_bases(position, given["shooter"]), named_bases(position, given["target"])
    if not shooters or not targets:
        return None
    known = {base.id for base in shooters}
    files = [file for file in files_of(position, unit_name(shooters[0])) if any(base.id in known for base in file)]
    pairs = [(file_name(file), target.id) for file in files for target in targets]
    here = replace(position, moment=replace(moment(position), phase="3.1"))
    legal = (pair for pair in pairs if allowed(here, "may_shoot", shooter=pair[0], target=pair[1]))
    return next(legal, pairs[0])


def covered(position: Position, given: Given) -> Playing | None:
    """Shield cover, taken when shots are announced."""
    unit = unit_of(position, given["unit"])
    states = at(position, phase_in(position, given, "3.1"), other(unit.side))
    return judged(after(states, unit.side, "cover", unit.id, ""), "take_cover", covers=True)


def rolled(position: Position, given: Given) -> Playing | None:
    """A file that is picked to fight, when those named have rolled."""
    phase = phase_in(position, given, "5.2")
    if phase not in COMBATS.values() or set(given) - {"file", "against", "rolled", "phase"}:
        return None
    mine = named_file(position, given["file"])[0]
    done = tuple(named_file(position, name)[0].id for name in given.get("rolled", ()))
    states = at(position, phase, mine.side, stage="picking", rolled=done)
    return judged(states, "fight", file=given["file"], against=_struck(position, given["file"], given["against"]))


def _struck(position: Position, file: str, against: str) -> str:
    """The base that a file strikes where a whole unit group or camp is named."""
    fight = fight_between(position, named_file(position, file), named_bases(position, against))
    return against if fight is None else fight.theirs.id


def fought(position: Position, given: Given) -> Playing | None:
    """A combat that is rolled. A camp does not pick: the file before it does."""
    phase = COMBATS.get(given.get("combat", ""), phase_in(position, given, "5.2"))
    if phase not in COMBATS.values() or given.get("edge"):
        return None
    file, against = given["file"], given["against"]
    mine = named_bases(position, file)[0]
    here = at(position, phase, mine.side)[-1].position
    fight = fight_between(here, named_bases(here, file), named_bases(here, against))
    if fight is None:
        return None
    if unit_of(position, unit_name(mine)).kind == CAMP:
        picks, struck = file_of(position, fight.theirs), fight.mine
    else:
        picks, struck = file_of(position, fight.mine), fight.theirs
    states = _in_combat(position, given, phase, picks[0], struck)
    names = (file_name(picks), struck.id)
    faces = list(given.get("dice") or [given.get("face", ""), ""])
    if picks[0].side != mine.side:
        faces.reverse()
    dice = _numbers(position, given, names, phase, faces)
    if dice is None:
        return None
    return carried(states, "fight", dice, file=names[0], against=names[1], general=bool(given.get("general")) or None)


def _in_combat(position: Position, given: Given, phase: str, picks: Base, struck: Base) -> tuple[State, ...]:
    """The combat phase with what a question says of it: who charged and shot, and what lies on the two files."""
    lies = given.get("lying_on") or {}
    front = file_of(position, struck)[0]
    lying = {base.id: lies[base.side] for base in (picks, front) if lies.get(base.side, "none") != "none"}
    changes: Given = {"lying": lying}
    if "charging" in given:
        changes["charging"] = tuple(given["charging"])
    if "shot" in given:
        changes["fired"] = tuple(given["shot"])
    if phase == COMBATS[CHARGE]:
        changes["old"] = ()
    return at(position, phase, picks.side, stage="picking", **changes)


def _numbers(
    position: Position, given: Given, names: tuple[str, str], phase: str, faces: list[str]
) -> tuple[int, ...] | None:
    """The numbers of both dice that show these faces, the best where none is given; None if a die has no such face."""
    known = {key: given[key] for key in ("charging", "shot", "lying_on", "general") if key in given}
    combat = next(name for name, one in COMBATS.items() if one == phase)
    here = replace(position, moment=replace(moment(position), phase=phase))
    told = ruling_on(here, "claims", file=names[0], against=names[1], combat=combat, **known)
    colours = dice_of(position, int(told.answer["net"]))
    found = [
        score_of(position.edition, colour, face) if face else SIDES for colour, face in zip(colours, faces, strict=True)
    ]
    numbers = tuple([number for number in found if number is not None])
    return numbers if len(numbers) == len(found) else None


def pursued(position: Position, given: Given) -> Playing | None:
    """A pursuit in the outcomes of a combat."""
    phase = phase_in(position, given, "5.3")
    if phase not in ("2.8", "5.3"):
        return None
    unit = unit_of(position, given["unit"])
    states = at(position, phase, unit.side, stage=PURSUIT, queue=(unit.id,))
    if allowed(position, "may_pursue", unit=unit.id) and not allowed(states[-1].position, "may_pursue", unit=unit.id):
        return None  # the position does not tell whom it fought, and the battle goes by that
    return judged(states[-1:], "pursue", unit=unit.id)


PLAYS: dict[str, Plays] = {
    "may_shoot": may_shoot,
    "shooting_die": shot,
    "targets": shot,
    "may_use_shield_cover": covered,
    "may_roll": rolled,
    "claims": fought,
    "combat": fought,
    "effect": fought,
    "may_pursue": pursued,
}
