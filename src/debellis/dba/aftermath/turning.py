"""Turning to face at the end of movement, with every base that gives way, and conforming at once to a group."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from debellis.dba.aftermath.choosing import CONFORM, NOBODY, TURN, Choices, Course, Option, standing
from debellis.dba.aftermath.facing import Turn, make_turn
from debellis.dba.aftermath.straight import front_of, is_barred
from debellis.dba.book import table
from debellis.dba.fighting.fights import fights, never_turns
from debellis.dba.going import going
from debellis.dba.moving.groups import grouped_with
from debellis.dba.troops import fits
from debellis.geometry.plane import bearing
from debellis.geometry.polygon import partly_in
from debellis.geometry.rectangle import EDGES, Rectangle, overlaps
from debellis.manoeuvre.contact import Meeting, directly_behind, meet
from debellis.manoeuvre.stops import facings_of, fronts_of
from debellis.mechanics.brought_up import brought_up
from debellis.mechanics.move_arguments import STEP, WrittenStep, group_steps
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, Question, list_of
from debellis.umpire.ruling import Finding, Ruling

#: Contacts that make an element turn to face.
_TURNS_TO = ("flank", "rear")

Contacts = Sequence[tuple[str, str]]
#: A position, and who has conformed to whom in it, with the reasons.
_Conformed = tuple[Position, tuple[tuple[str, str, Finding], ...]]


class Turned(Value, frozen=True):
    """The result of turning to face: the position after it, and every turn made or void, in order."""

    position: Position
    turns: tuple[Turn, ...] = ()

    @property
    def turned(self) -> tuple[str, ...]:
        """The bases that turned."""
        return tuple(name for turn in self.turns if not turn.void for name in turn.turned)

    @property
    def void(self) -> tuple[tuple[str, str], ...]:
        """The attacks, as (attacker, target), that cannot be made because there is no room."""
        return tuple((turn.attacker, turn.turned[0]) for turn in self.turns if turn.void)

    @property
    def done(self) -> frozenset[str]:
        """The bases that turned, or had no room to."""
        return frozenset([name for turn in self.turns for name in turn.turned])

    @property
    def pushed(self) -> frozenset[str]:
        """The bases that gave way to a turn."""
        return frozenset([name for turn in self.turns for name in turn.pushed])


def turn_to_face(
    position: Position,
    contact_order: Contacts = (),
    *,
    only: frozenset[str] | None = None,
    together: Sequence[Contacts] = (),
    choices: Choices = NOBODY,
) -> Turned:
    """Turn every base that must turn at the end of movement.

    `contact_order` lists the contacts, (mover, enemy), in the order they were made; contacts not listed are older.
    Those that were made at one instant are also in one list of `together`, and the active side says by `choices`
    which of them goes first. `only` limits the turns to some elements and to bases that they bring in.
    """
    rank = {pair: number for number, pair in enumerate(contact_order)}
    for pairs in together:
        rank |= dict.fromkeys(pairs, min([rank[pair] for pair in pairs if pair in rank], default=-1))

    def options(now: Turned) -> tuple[Option, ...]:
        own = None if only is None else only.union(*[turn.involved for turn in now.turns])
        return _next_to_turn(now.position, rank, now.done, own)

    def after(now: Turned, option: Option) -> Turned:
        turn = make_turn(now.position, option[0], option[1], now.done, now.pushed)
        return Turned(turn.position, (*now.turns, turn))

    course = Course(options, after, lambda now: (standing(now.position), now.done, now.void))
    now = Turned(position)
    while found := options(now):
        chooser = position.active or position.base(found[0][1]).side
        now = after(now, choices.choose(chooser, TURN, found, partial(course.differ, now, found)))
    return now


def _next_to_turn(
    position: Position, rank: dict[tuple[str, str], int], done: frozenset[str], only: frozenset[str] | None
) -> tuple[Option, ...]:
    """The elements that may turn next, each with the enemy it turns to; none when all have turned.

    The side that is not moving goes first, in order of contact.
    """
    found = fights(position)
    waiting: list[tuple[bool, int, str, str]] = []
    for (attacker, element), meeting in found.meetings.items():
        if meeting.kind not in _TURNS_TO or element in done or (only is not None and element not in only):
            continue
        base = position.base(element)
        if never_turns(position, base) or found.fights(element):
            continue
        waiting.append((base.side == position.active, rank.get((attacker, element), -1), element, attacker))
    first = min([(active, made) for active, made, _, _ in waiting], default=None)
    return tuple(sorted([(name, to) for active, made, name, to in waiting if (active, made) == first]))


def is_void(position: Position, attacker: str, target: str, finding: Finding) -> bool:
    """Whether an attack, shown in contact here, cannot be made because its target has no room to turn."""
    base = position.base(target)
    if never_turns(position, base) or fights(position).fights(target):
        return False
    meeting = meet(position.base(attacker).rectangle, base.rectangle)
    if meeting.kind not in _TURNS_TO:
        return False
    turn = make_turn(position, target, attacker, frozenset())
    if turn.void:
        finding.absorb(turn.finding)
    return turn.void


def ask_turn_to_face(position: Position, *, element: str, first: str | None = None) -> Ruling:
    """Whether an element turns to face at the end of movement, and where it and everybody else then stand."""
    finding = Finding()
    base = position.base(element)
    order = () if first is None else tuple((a, element) for a in _first_then_others(position, element, first))
    done = turn_to_face(position, order, only=cluster(position, element))
    for turn in _chain(done.turns, element):
        finding.absorb(turn.finding)
    answer: dict[str, Any] = {"turns": element in done.turned}
    if base.on_table and element not in done.turned and not any(t.void and element in t.turned for t in done.turns):
        answer |= _stays(position, base, first, finding)
    after = done.position
    answer |= {"front": front_of(after.base(element).rectangle), "facing": bearing(after.base(element).facing)}
    answer |= {"fronts": fronts_of(after), "facings": facings_of(after)}
    answer |= {"turned": list(done.turned), "void": [attacker for attacker, _ in done.void]}
    answer["pushed"] = _summed(turn.pushed for turn in done.turns)
    answer["backed"] = _summed(turn.backed for turn in done.turns)
    return finding.rule("turn_to_face", answer)


def _summed(moves: Iterable[dict[str, float]]) -> dict[str, float]:
    """How far each base went in total."""
    total: dict[str, float] = {}
    for one in moves:
        for name, far in one.items():
            total[name] = total.get(name, 0.0) + far
    return total


def _first_then_others(position: Position, element: str, first: str) -> list[str]:
    return [first, *sorted(e for e in fights(position).touching(element) if e != first)]


def cluster(position: Position, element: str) -> frozenset[str]:
    """Every base joined to an element by a chain of bases that touch."""
    reached = [element]
    for name in reached:
        here = position.base(name)
        for other in position.standing if here.on_table else ():
            if other.id not in reached and meet(other.rectangle, here.rectangle).touching:
                reached.append(other.id)
    return frozenset(reached)


def _chain(turns: tuple[Turn, ...], element: str) -> list[Turn]:
    """The turns that involve an element, and the turns linked to them by a base involved in both."""
    involved = {element}
    chain: list[Turn] = []
    while True:
        more = [turn for turn in turns if turn not in chain and involved & turn.movers]
        if not more:
            return chain
        chain += more
        for turn in more:
            involved |= turn.movers


def _stays(position: Position, base: Base, first: str | None, finding: Finding) -> dict[str, Any]:
    """Cite why an element that is touched does not turn. For a War Wagon, cite the edge that acts as its front."""
    found = fights(position, first)
    if base.id in found.acting:
        edge = EDGES[found.acting[base.id]]
        sentence = f"{base.id} does not turn: its {edge} edge, touched by {found.opponent[base.id]}, acts as front"
        finding.cite_all(("BOB-CON-8a", "BOB-MEL-3b", "DBA22-B16.4"), sentence)
        return {"acting_front": edge}
    touching = [e for e in found.touching(base.id) if e != found.opponent.get(base.id)]
    if touching:
        sentence = f"{', '.join(touching)} on {base.id} is no contact that makes it turn: it stays as it is"
        finding.cite_all(("BOB-MEL-5b", "BOB-CON-6a"), sentence)
    if found.fights(base.id) and _leads_turning_column(position, base):
        finding.cite("BOB-MEL-3e", f"{base.id} heads a column and already fights to its front: it does not turn")
    return {}


def _leads_turning_column(position: Position, base: Base) -> bool:
    """Whether a base directly behind this one is in legal flank contact."""
    found = fights(position)
    for friend in position.friends(base.side):
        if friend.id != base.id and directly_behind(friend.rectangle, base.rectangle):
            meetings: list[Meeting | None] = [found.meeting(e, friend.id) for e in found.touching(friend.id)]
            return any(m is not None and m.kind == "flank" for m in meetings)
    return False


def conform(
    position: Position, element: str, touched_by: str, moved: Sequence[str], finding: Finding
) -> Position | None:
    """The position with a lone element lined up with the member of a group that touched it.

    None if it does not conform; the clause is cited.
    """
    base = position.base(element)
    by = position.base(touched_by)
    if not _conforms(position, base, by, moved, finding):
        return None
    there = place("against", by.rectangle, base.width, base.depth)
    if not _has_room(position, base, by, there):
        return None
    sentence = f"{base.id}, alone, conforms at once to {by.id} of the group that touched it"
    finding.cite_all(("BOB-CON-5a", "BOB-CON-2g", "DBA22-B16.1"), sentence)
    finding.cite("BOB-MOV-1a", f"{base.id} conforms, which is no tactical move and costs no PIPs")
    if going(position, base) != "good":
        finding.cite("BOB-CON-5b", f"{base.id} is Light Horse and conforms in any going")
    return position.with_base(replace(base, front=there.front, facing=there.facing))


def conform_all(position: Position, touched: Contacts, moved: Sequence[str], side: str, choices: Choices) -> _Conformed:
    """The position with every lone element lined up that the members of a group touched, and who lined up with whom.

    The contacts were made at one instant; the side that moved says by `choices` in which order they count.
    """

    def options(now: _Conformed) -> tuple[Option, ...]:
        here, done = now
        left = [
            (by, enemy) for by, enemy in touched if here.has_base(enemy) and enemy not in [one for one, _, _ in done]
        ]
        free = [(by, enemy) for by, enemy in left if not fights(here).fights(enemy)]
        return tuple([(enemy, by) for by, enemy in free if conform(here, enemy, by, moved, Finding()) is not None])

    def after(now: _Conformed, option: Option) -> _Conformed:
        finding = Finding()
        lined_up = conform(now[0], option[0], option[1], moved, finding)
        assert lined_up is not None
        return lined_up, (*now[1], (option[0], option[1], finding))

    course = Course(options, after, lambda now: standing(now[0]))
    now: _Conformed = (position, ())
    while found := options(now):
        now = after(now, choices.choose(side, CONFORM, found, partial(course.differ, now, found)))
    return now


def _has_room(position: Position, base: Base, by: Base, there: Rectangle) -> bool:
    """Whether the place where it conforms is free. Some editions also require a free base depth behind it."""
    others = [b.rectangle for b in position.standing if b.id not in (base.id, by.id)]
    if any(overlaps(there, other) for other in others):
        return False
    if not table(position, "conforming")["depth_free_behind"]:
        return True
    behind = place("behind", there, base.width, base.depth)
    if any(overlaps(behind, other) for other in (*others, by.rectangle)):
        return False
    barred = [p for p in position.terrain if p.is_place or is_barred(position, p, base)]
    return all(
        not is_off(spot, position.size) and not any(partly_in(spot, piece.ground) for piece in barred)
        for spot in (there, behind)
    )


def _conforms(position: Position, base: Base, by: Base, moved: Sequence[str], finding: Finding) -> bool:
    """Whether it must conform: the right type, alone, in the right going, and touched by a group."""
    if not base.on_table or base.side == by.side or not meet(by.rectangle, base.rectangle).touching:
        return False
    if fights(position).fights(base.id):
        return False
    rules = table(position, "conforming")
    if base.kind in rules["except"]:
        finding.cite_all(rules["except_clauses"], f"{base.code} {base.id} stays as it stands, whoever touches it")
        return False
    if not fits(position, base.kind, rules["who"]):
        sentence = f"{base.code} {base.id} does not adjust while others move; only lone Psiloi and Light Horse do"
        finding.cite_all(("BOB-CON-6a", "BOB-MEL-5b"), sentence)
        return False
    before = len(finding.reasons)
    if len(set(moved)) < 2:
        names = ("BOB-MOV-8b", "DBA22-B16.1")
        finding.cite_all(names, f"{by.id} was moved singly, so {base.id} does not conform to it")
    if base.kind in rules["only_in_good_going"] and going(position, base) != "good":
        finding.cite("BOB-CON-5b", f"{base.id} is Psiloi and not in good going, so it does not conform")
    friends = grouped_with(position, base)
    if friends:
        finding.cite("BOB-CON-5c", f"{base.id} is in a group with {friends[0].id} and does not conform")
    return len(finding.reasons) == before


def ask_conform(
    position: Position,
    *,
    element: str,
    moved: tuple[str, ...],
    touched_by: str | None = None,
    steps: tuple[WrittenStep, ...] = (),
) -> Ruling:
    """Whether an element conforms at once to a group that touches it, and where it then stands.

    If the group is drawn before its move, it makes its steps, or goes straight ahead until it touches.
    """
    finding = Finding()
    up = brought_up(position, moved, element, group_steps(steps)[0], touched_by)
    position = up.position
    after = conform(position, element, up.touched_by, moved, finding)
    base = position.base(element) if after is None else after.base(element)
    answer: dict[str, Any] = {"conforms": after is not None}
    if base.on_table:
        answer |= {"front": front_of(base.rectangle), "facing": bearing(base.facing)}
        finding.draw("area", base.rectangle.corners, "ghost", base.id)
    return finding.rule("conform", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "turn_to_face",
        "whether an element turns to face at the end of movement, and where everybody then stands",
        {"element": BASE, "first": BASE.or_none()},
        ask_turn_to_face,
    ),
    Question(
        "conform",
        "whether an element conforms at once to a group that touches it",
        {
            "element": BASE,
            "touched_by": BASE.or_none(),
            "moved": list_of(BASE),
            "steps": list_of(STEP).or_none(),
        },
        ask_conform,
    ),
)
