"""Helpers: bases in flank or rear contact with an enemy recoil with the comrade that fought it to the front."""

from __future__ import annotations

from debellis.battle.chance import Chance
from debellis.dba.aftermath.recoil import Recoiled, recoil
from debellis.dba.book import table
from debellis.dba.fighting.fights import fights
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

_HELPING = ("flank", "rear")


def helpers(position: Position, loser: str, enemy: str) -> tuple[str, ...]:
    """The comrades of a loser in flank or rear contact with the enemy it fought, in order of id."""
    if not position.has_base(enemy) or not position.base(enemy).on_table:
        return ()
    found = fights(position, loser)
    meetings = {e: found.meeting(e, enemy) for e in found.touching(enemy) if e != loser}
    helping = (e for e, m in meetings.items() if m is not None and m.kind in _HELPING and not found.fights(e))
    return tuple(sorted(helping))


def helped_enemy(position: Position, helper: str) -> str | None:
    """The enemy on whose flank or rear an element helps; None if it helps nowhere."""
    found = fights(position)
    if found.fights(helper):
        return None
    for enemy in found.touching(helper):
        meeting = found.meeting(helper, enemy)
        if meeting is not None and meeting.kind in _HELPING:
            return enemy
    return None


def helpers_recoil(done: Recoiled, names: tuple[str, ...], loser: str, dice: Chance, finding: Finding) -> Recoiled:
    """The recoil extended by the recoils of the loser's helpers. A helper that cannot recoil is destroyed."""
    for name in names:
        if not done.position.has_base(name):
            continue
        helper = done.position.base(name)
        back = recoil(done.position, name, dice, finding, closed=done.closed)
        with_whom = f" with {loser}, which fought it to the front"
        cite_helper(done.position, helper, name in back.destroyed, finding, with_whom)
        done = replace(
            done,
            position=back.position,
            destroyed=tuple(dict.fromkeys((*done.destroyed, *back.destroyed))),
            pushed=tuple(dict.fromkeys((*done.pushed, *back.pushed))),
            through=(*done.through, *back.through),
            closed=back.closed,
        )
    return done


def cite_helper(position: Position, helper: Base, destroyed: bool, finding: Finding, with_whom: str = "") -> None:
    """Cite why a helper recoils."""
    sentence = f"{helper.id}, in contact with the flank or rear of the enemy, recoils{with_whom}"
    finding.cite_all(("BOB-OUT-5a", "DBA22-B29.7"), sentence)
    of_its_kind = tuple(table(position, "recoil")["helper_clauses"].get(helper.kind, ()))
    finding.cite_all(of_its_kind, f"{helper.code} {helper.id} recoils too")
    if destroyed:
        finding.cite("BOB-OUT-5b", f"{helper.id} cannot make that recoil and is destroyed")
