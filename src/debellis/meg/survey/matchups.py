"""What the files of two unit groups would claim against each other, front to front or in flank, before they meet."""

from __future__ import annotations

from typing import Any

from debellis.geometry.rectangle import FRONT, RIGHT
from debellis.meg.fighting.claims import CHARGE, MELEE, claims_of
from debellis.meg.fighting.combatant import Combatant, combatant
from debellis.meg.fighting.places import Meeting
from debellis.meg.losses import break_point
from debellis.meg.survey.clash import Course, Force, course
from debellis.meg.troops import CAMP
from debellis.meg.units import bases_of, files_of, unit_of
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.units import Unit
from debellis.table.value import replace

#: How many rounds of melee a general looks ahead.
ROUNDS = 3
#: How many differences of claims are cached before the cache is emptied.
_MOST = 50000

_FORCES = Memory[dict[str, Force]]("unit groups as forces")
_FIGHTERS = Memory[dict[tuple[str, str, bool], Combatant]]("unit groups as combatants")
#: Differences of claims by everything they depend on.
_CLAIMED: dict[tuple[Any, ...], int] = {}


def _empty(position: Position) -> dict[Any, Any]:
    return {}


def force_of(position: Position, name: str) -> Force:
    """A unit group as a force: the files of its front, and the half bases that it can still lose."""
    kept = _FORCES.of(position, None, _empty)
    found = kept.get(name)
    if found is None:
        found = kept[name] = _force(position, unit_of(position, name))
    return found


def _force(position: Position, unit: Unit) -> Force:
    here = len(bases_of(position, unit.id))
    left = 2 * (break_point(position, unit) - (unit.original - here)) - unit.wounds
    files = here if unit.kind == CAMP else len(files_of(position, unit.id))
    return Force(max(1, files), max(1, left))


def nets(position: Position, own: str, enemy: str, charges: bool, charged: bool, flank: bool) -> tuple[int, int]:
    """The differences of claims in charge combat and in melee, if one or both of two unit groups charge.

    With `flank` the first strikes the other in flank or rear.
    """
    return (
        _net(position, own, enemy, CHARGE, charges, charged, flank),
        _net(position, own, enemy, MELEE, charges, charged, flank),
    )


def _net(position: Position, own: str, enemy: str, combat: str, charges: bool, charged: bool, flank: bool) -> int:
    mine, theirs = _fighter(position, own, combat, charges), _fighter(position, enemy, combat, charged)
    key = (position.edition, combat, flank, _nature(mine), _nature(theirs))
    found = _CLAIMED.get(key)
    if found is None:
        if len(_CLAIMED) >= _MOST:
            _CLAIMED.clear()
        found = _CLAIMED[key] = _compared(position, mine, theirs, combat, flank)
    return found


def _compared(position: Position, mine: Combatant, theirs: Combatant, combat: str, flank: bool) -> int:
    if flank:
        theirs = replace(theirs, edge=RIGHT, ranks=1)
    met = Meeting(flank_charge=flank and combat == CHARGE, unturned=flank and combat == MELEE)
    claims = claims_of(position, mine, theirs, combat, met)
    replies = claims_of(position, theirs, mine, combat, Meeting())
    return sum([one.value for one in claims]) - sum([one.value for one in replies])


def _nature(one: Combatant) -> tuple[Any, ...]:
    """Everything of a combatant that its claims depend on."""
    unit = one.unit
    return (
        *(unit.kind, unit.form, unit.formation, unit.defends, one.troops),
        *(one.ranks, one.charging, one.effect, one.works, one.good_going),
    )


def _fighter(position: Position, name: str, combat: str, charges: bool) -> Combatant:
    """The deepest file of a unit group as it would fight to its front, without a general."""
    kept = _FIGHTERS.of(position, None, _empty)
    found = kept.get((name, combat, charges))
    if found is None:
        file = max(files_of(position, name), key=len)
        charging = frozenset((name,)) if charges else frozenset()
        whole = combatant(position, file, None, combat, charging, frozenset(), "")
        found = kept[(name, combat, charges)] = replace(whole, edge=FRONT, general="")
    return found


def fight_of(
    position: Position,
    own: str,
    enemy: str,
    charges: bool,
    charged: bool,
    flank: bool = False,
    fighting: bool = False,
    rounds: int = ROUNDS,
) -> Course:
    """How a fight of two unit groups would go; with `fighting` they are in melee already."""
    charge, melee = nets(position, own, enemy, charges, charged, flank)
    mine, theirs = force_of(position, own), force_of(position, enemy)
    steep = position.options.get("net_claim_to_dice") == "steep"
    return course(position.edition, steep, mine, theirs, None if fighting else charge, melee, rounds)
