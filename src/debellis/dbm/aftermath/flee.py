"""Flight: a recoil if in close combat, a turn about, a run of 200 paces, and the other elements it makes flee."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.destruction import destroy
from debellis.dbm.aftermath.flight import Course, Run, run
from debellis.dbm.aftermath.flight_groups import Start, grouped
from debellis.dbm.aftermath.forks import FIRST, HAND, LEFT, ORDER, RIGHT, WAY, Choices
from debellis.dbm.aftermath.holding import in_close_combat, is_held
from debellis.dbm.aftermath.obstructions import at_place, facing_towards
from debellis.dbm.aftermath.pushing import PASS, PUSH
from debellis.dbm.aftermath.recoil import recoil
from debellis.dbm.aftermath.swept_along import Swept, burst_through, skirmishers_first
from debellis.geometry.plane import bearing, same_direction
from debellis.manoeuvre.stops import facings_of, fronts_of, turned_about
from debellis.table.bases import Base
from debellis.table.board import EDGES
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, FLAG, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling


class Fled(Value, frozen=True):
    """The result of a flight: the position after it, whether the fleer is destroyed or off the table, and all losses.

    It also records the friends burst through, the others that fled, the turn, the path length and how each flight
    began.
    """

    position: Position
    destroyed: bool = False
    off_table: bool = False
    lost: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    fled: tuple[str, ...] = ()
    turned: float = 0.0
    path: float = 0.0
    starts: tuple[Start, ...] = ()


class How(Value, frozen=True):
    """The circumstances of a flight: whether it starts in close combat, from which opponent, and before which press.

    It also gives the open table edges, and the choices of the owners of those who flee.
    """

    in_combat: bool = False
    opponent: str | None = None
    pressed_by: str | None = None
    open_edges: tuple[str, ...] = ()
    choices: Choices = FIRST


def flee(position: Position, element: str, how: How, finding: Finding) -> Fled:
    """Make an element flee, with all elements that its flight makes flee."""
    base = position.base(element)
    begun = Start(base, induced=False)
    if how.in_combat:
        against = None if how.opponent is None else position.base(how.opponent)
        if is_held(position, base, against, finding):
            gone = destroy(position, element, finding, opponent=how.opponent)
            return Fled(gone.position, destroyed=True, lost=gone.lost)
    first = Swept(position)
    if how.in_combat:
        first = skirmishers_first(position, base, how.open_edges, how.choices, finding)
    position, lost = first.position, first.lost
    if how.in_combat:
        back = recoil(position, element, finding, opponent=how.opponent, cause="close_combat", choices=how.choices)
        position, lost = back.position, (*lost, *back.lost)
        if back.destroyed:
            finding.cite("DBM-B28.7", f"{element} cannot make the recoil its flight begins with: it is destroyed")
            return Fled(position, True, lost=lost, fled=first.fled, starts=first.starts)
    course = Course(
        position,
        _turned(position, element, how, finding),
        no_obstacle=frozenset(first.fled),
        open_edges=how.open_edges,
        choices=how.choices,
    )
    done = run(course, finding)
    result = Fled(position, lost=lost, fled=first.fled, turned=done.turned, path=done.path)
    result = replace(result, starts=(*first.starts, begun))
    return _arrives(result, element, done, first, how, finding)


def _turned(position: Position, element: str, how: How, finding: Finding) -> Base:
    """The fleer turned to run: about, or straight away from the front of the enemy that presses it."""
    base = position.base(element)
    if how.pressed_by is None:
        return turned_about(base)
    away = position.base(how.pressed_by).facing
    sentence = f"{element} flees straight away from the front of {how.pressed_by}, which presses forward"
    finding.cite("DBM32-P24-flee-press", sentence)
    return base if same_direction(base.facing, away) else facing_towards(base, away)


def _arrives(result: Fled, element: str, done: Run, first: Swept, how: How, finding: Finding) -> Fled:
    """Place the fleer where its run ends, and make the friends flee that it burst through."""
    position = result.position
    if done.destroyed or done.off_table:
        lost = (*result.lost, element)
        after = position.without(element)
        result = replace(result, position=after, destroyed=done.destroyed, off_table=done.off_table, lost=lost)
        if done.destroyed or not done.through:
            return result
    fleer = at_place(position.base(element), done.place)
    if not done.off_table:
        position = position.with_base(fleer)
    swept = burst_through(position, fleer, done, first.fled, how.choices, how.open_edges, finding)
    lost = (*result.lost, *swept.lost)
    destroyed = result.destroyed or element in swept.lost
    return replace(
        result,
        position=swept.position,
        destroyed=destroyed,
        lost=lost,
        through=(*done.through, *swept.passed),
        fled=(*result.fled, *swept.fled),
        starts=(*result.starts, *swept.starts),
    )


def _named(hand: str | None, order: tuple[str, ...], way: str | None) -> Choices:
    """The choices that a question names."""
    wanted: list[tuple[str, tuple[str, ...]]] = [(ORDER, order)] if order else []
    wanted += [] if hand is None else [(HAND, (hand,))]
    wanted += [] if way is None else [(WAY, (way,))]
    return Choices(preferred=tuple(wanted))


def ask_flee(position: Position, *, element: str, **given: Any) -> Ruling:
    """Answers what a flight does: whether the element is destroyed, whom it passes, who else flees, where all end."""
    finding = Finding()
    base = position.base(element)
    enemy = given.get("from")
    pressed = enemy if given.get("pressed") else None
    if given.get("pressed") and enemy is None:
        raise BadQuestion("pressed needs from: the enemy that presses forward", "pressed")
    in_combat = given.get("in_combat")
    how = How(
        in_combat=(pressed is None and in_close_combat(position, base)) if in_combat is None else in_combat,
        opponent=enemy,
        pressed_by=pressed,
        open_edges=tuple(given[key] for key in ("base_edge", "arrival_edge") if given.get(key) is not None),
        choices=_named(given.get("choice"), given.get("order") or (), given.get("recoil")),
    )
    done = flee(position, element, how, finding)
    starts = done.starts
    off_table = [element] if done.off_table else []
    for name in given.get("also") or ():
        if name in done.lost or not done.position.has_base(name):
            continue
        next_one = flee(done.position, name, replace(how, in_combat=False, opponent=None), finding)
        starts = (*starts, *next_one.starts)
        off_table += [name] if next_one.off_table else []
        lost, fled = (*done.lost, *next_one.lost), (*done.fled, name, *next_one.fled)
        done = replace(done, position=next_one.position, lost=lost, fled=fled)
    gone = element in done.lost
    answer: dict[str, Any] = {
        "destroyed": [name for name in done.lost if name not in off_table],
        "off_table": done.off_table,
        "lost": list(done.lost),
        "through": list(done.through),
        "fled": list(done.fled),
        "fronts": fronts_of(done.position),
        "facings": facings_of(done.position),
    }
    if not gone:
        after = done.position.base(element)
        answer |= {"front": list(after.front), "facing": bearing(after.facing)}
        answer |= {"turned": done.turned, "path": done.path}
        answer |= {"group": list(grouped(done.position, element, starts, finding))}
    return finding.rule("flee", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "flee",
        "what a flight does: who is destroyed, through whom it goes, who else flees, where all end",
        {
            "element": BASE,
            "from": BASE.or_none(),
            "in_combat": FLAG.or_none(),
            "pressed": FLAG.or_none(),
            "base_edge": one_of(*EDGES).or_none(),
            "arrival_edge": one_of(*EDGES).or_none(),
            "choice": one_of(LEFT, RIGHT).or_none(),
            "order": list_of(BASE).or_none(),
            "recoil": one_of(PUSH, PASS).or_none(),
            "also": list_of(BASE).or_none(),
        },
        ask_flee,
    ),
)
