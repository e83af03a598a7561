"""Hidden ambushers: what puts them on the table. Until then they hinder no enemy."""

from __future__ import annotations

from debellis.dbm.commanding.march_limits import limit_of
from debellis.dbm.measures import in_paces
from debellis.dbm.moving.zones import zone_of
from debellis.dbm.sight import sees
from debellis.dbm.troops import noted
from debellis.geometry.plane import COINCIDE
from debellis.geometry.rectangle import gap, overlaps
from debellis.mechanics.move_arguments import POSE
from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import BASE, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

AMBUSH, SEEN = "ambush", "seen"
CLAUSE = "IWF-9.1a"
ENEMY_MOVES = "enemy_moves"
#: What ambushers do, or suffer, that puts them on the table.
PLACES = {
    "spends_pips": "its owner spends PIPs to move it, however little",
    "spontaneous_move": "it moves spontaneously",
    "outcome_move": "it makes an outcome move",
    "shoots": "it shoots",
}
#: What leaves ambushers hidden.
LEAVES = ("halted", "friends_move", "friends_shoot", "command_demoralised")
ZONE, MARCH = "zone", "march"


def is_hidden(base: Base) -> bool:
    """Whether an element is in an ambush that is not yet placed."""
    return noted(base, AMBUSH) and not noted(base, SEEN)


def _check_hidden(base: Base) -> None:
    if not is_hidden(base):
        raise BadQuestion(f"{base.id} must be in an ambush not yet placed", "element")


def must_place_ambush(
    position: Position, *, element: str, event: str, mover: str | None = None, to: Pose | None = None
) -> Ruling:
    """Whether an event puts an ambusher on the table.

    When an enemy moves, `mover` is that enemy and `to` its end place. The move counts if the mover sees the ambusher
    from there.
    """
    finding = Finding()
    base = position.base(element)
    _check_hidden(base)
    if event != ENEMY_MOVES and (mover is not None or to is not None):
        raise BadQuestion(f"mover and to go with event = {ENEMY_MOVES!r}", "mover" if mover is not None else "to")
    if event in PLACES:
        finding.cite(CLAUSE, f"{element} is placed: {PLACES[event]}")
        return finding.rule("must_place_ambush", {"placed": True})
    if event != ENEMY_MOVES:
        return finding.rule("must_place_ambush", {"placed": False})
    if mover is None:
        raise BadQuestion("name the mover, an enemy of the ambusher", "mover")
    enemy = position.base(mover)
    if enemy.side == base.side:
        raise BadQuestion("name the mover, an enemy of the ambusher", "mover")
    there = enemy if to is None else replace(enemy, front=to.front, facing=to.facing)
    view = sees(position.with_base(there), there, base)
    finding.measure("distance", in_paces(position, gap(there.rectangle, base.rectangle)), "paces")
    if view.seen:
        finding.cite(CLAUSE, f"{mover} has moved to where it can see {element}, which is placed")
    else:
        view.cite(finding)
    return finding.rule("must_place_ambush", {"placed": view.seen})


def ambush_hinders(position: Position, *, element: str, mover: str, by: str, to: Pose | None = None) -> Ruling:
    """Whether a hidden element hinders an enemy that goes to a place: by its zone, or by its distance to a march."""
    finding = Finding()
    base, enemy = position.base(element), position.base(mover)
    if base.side == enemy.side:
        raise BadQuestion(f"mover must be an enemy of {element}", "mover")
    where = enemy.rectangle if to is None else to.rectangle(enemy.width, enemy.depth)
    if by == ZONE:
        would = overlaps(where, zone_of(position, base))
        what = f"{mover} is in the zone {element} would have"
    else:
        would = gap(where, base.rectangle) < limit_of(position) - COINCIDE
        what = f"{mover} is closer than 200 paces to {element}"
    hidden = is_hidden(base)
    if would and hidden:
        finding.cite("IWF-9.1b", f"{what}, but {element} is in an ambush not yet placed and hinders no enemy")
    return finding.rule("ambush_hinders", {"hinders": would and not hidden})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "must_place_ambush",
        "whether something that happens puts an ambusher on the table",
        {
            "element": BASE,
            "event": one_of(*PLACES, ENEMY_MOVES, *LEAVES),
            "mover": BASE.or_none(),
            "to": POSE.or_none(),
        },
        must_place_ambush,
    ),
    Question(
        "ambush_hinders",
        "whether an element that may be in hiding hinders an enemy",
        {"element": BASE, "mover": BASE, "by": one_of(ZONE, MARCH), "to": POSE.or_none()},
        ambush_hinders,
    ),
)
