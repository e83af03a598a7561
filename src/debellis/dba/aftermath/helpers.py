"""Helpers: bases in flank or rear contact with an enemy recoil with the comrade that fought it to the front."""

from __future__ import annotations

from functools import partial

from debellis.battle.chance import Chance
from debellis.dba.aftermath.choosing import NOBODY, RECOIL, Choices, Course, Option, standing
from debellis.dba.aftermath.recoil import Recoiled, recoil
from debellis.dba.book import table
from debellis.dba.fighting.fights import fights
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding

_HELPING = ("flank", "rear")
#: The helpers that have recoiled so far, and the names of the others.
_Course = tuple[Recoiled, tuple[str, ...]]


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


def helpers_recoil(
    done: Recoiled, names: tuple[str, ...], loser: str, dice: Chance, finding: Finding, choices: Choices = NOBODY
) -> Recoiled:
    """The recoil extended by the recoils of the loser's helpers, in the order that their owner chooses.

    A helper that cannot recoil is destroyed.
    """

    def left(now: _Course) -> tuple[Option, ...]:
        return tuple([(name,) for name in now[1] if now[0].position.has_base(name)])

    def after(now: _Course, option: Option) -> _Course:
        back = recoil(now[0].position, option[0], Chance(), Finding(), closed=now[0].closed)
        return back, tuple([name for name in now[1] if name != option[0]])

    course = Course(left, after, lambda now: standing(now[0].position))
    waiting = names
    while options := left((done, waiting)):
        side, here = done.position.base(options[0][0]).side, (done, waiting)
        name = choices.choose(side, RECOIL, options, partial(course.differ, here, options))[0]
        waiting = tuple([other for other in waiting if other != name])
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
