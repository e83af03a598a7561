"""What becomes of two unit groups that fight, file against file: exact chances by the difference of their claims.

A skull takes a base and two wounds take one, so losses add up in half bases, and a unit group breaks at a fixed number
of them. That makes the course of a fight a small chain of states.
"""

from __future__ import annotations

from functools import lru_cache

from debellis.mechanics.tables import load
from debellis.meg.dice import SIDES, faces_of, moved
from debellis.table.value import Value

#: The chances that a die takes nothing, half a base, or a base.
Harm = tuple[float, float, float]
#: The chance of each pair of losses of two unit groups, in half bases.
Chain = dict[tuple[int, int], float]
#: The share of its price that a unit group loses by losses that do not break it, at most.
WORN = 0.5


class Force(Value, frozen=True):
    """One of two unit groups in a fight: how many of its files fight, and how many half bases break it."""

    files: int
    left: int
    spare: int = 0


class Course(Value, frozen=True):
    """How a fight stands after some rounds: the chance that each breaks, and the average share of its price lost."""

    breaks: float
    broken: float
    cost: float
    gain: float


@lru_cache(4096)
def harm_of(edition: str, colour: str | None) -> Harm:
    """What one roll of a die takes."""
    faces = faces_of(edition, colour)
    skull, wound = faces["skull"] / SIDES, faces["wound"] / SIDES
    return (1.0 - skull - wound, wound, skull)


@lru_cache(4096)
def dice_for(edition: str, net: int, steep: bool) -> tuple[str, str]:
    """The dice of both files by the difference of their claims (MEG-B17.4)."""
    name = "net_claim_to_dice_steep" if steep else "net_claim_to_dice"
    ladder = load(edition)[name]
    most = 2 if steep else 4
    up = min(abs(net), most)
    better, worse = ladder[f"{most}_or_more" if up == most else str(up)]
    return (str(better), str(worse)) if net >= 0 else (str(worse), str(better))


@lru_cache(65536)
def course(edition: str, steep: bool, own: Force, enemy: Force, charge: int | None, melee: int, rounds: int) -> Course:
    """How a fight ends: a charge combat, unless `charge` is None, and some rounds of melee."""
    chain: Chain = {(0, 0): 1.0}
    if charge is not None:
        chain = _round(edition, steep, chain, own, enemy, charge, False)
    for _ in range(rounds):
        chain = _round(edition, steep, chain, own, enemy, melee, True)
    breaks = sum(share for (mine, _), share in chain.items() if mine >= own.left)
    broken = sum(share for (_, theirs), share in chain.items() if theirs >= enemy.left)
    cost = sum(share * worn(mine, own.left) for (mine, _), share in chain.items())
    gain = sum(share * worn(theirs, enemy.left) for (_, theirs), share in chain.items())
    return Course(breaks, broken, cost, gain)


def worn(lost: int, left: int) -> float:
    """The share of its price that a unit group has lost with so many half bases: all of it when it breaks."""
    return 1.0 if lost >= left else WORN * lost / left


def _round(edition: str, steep: bool, chain: Chain, own: Force, enemy: Force, net: int, melee: bool) -> Chain:
    """Every pair of files rolls once; in melee spare files support with a die one colour lower (MEG-B17.11)."""
    mine, theirs = dice_for(edition, net, steep)
    pairs = min(own.files, enemy.files)
    for _ in range(pairs):
        chain = _rolled(chain, own, enemy, harm_of(edition, mine), harm_of(edition, theirs))
    if melee:
        nothing = harm_of(edition, None)
        if own.spare or own.files > pairs:
            chain = _rolled(chain, own, enemy, harm_of(edition, moved(mine, -1)), nothing)
        if enemy.spare or enemy.files > pairs:
            chain = _rolled(chain, own, enemy, nothing, harm_of(edition, moved(theirs, -1)))
    return chain


def _rolled(chain: Chain, own: Force, enemy: Force, mine: Harm, theirs: Harm) -> Chain:
    """The chain after one pair of dice. Who is broken neither rolls nor is rolled at."""
    after: Chain = {}
    for (lost, taken), share in chain.items():
        if lost >= own.left or taken >= enemy.left:
            after[(lost, taken)] = after.get((lost, taken), 0.0) + share
            continue
        for hit in range(3):
            for blow in range(3):
                chance = share * mine[hit] * theirs[blow]
                if chance:
                    key = (min(own.left, lost + blow), min(enemy.left, taken + hit))
                    after[key] = after.get(key, 0.0) + chance
    return after
