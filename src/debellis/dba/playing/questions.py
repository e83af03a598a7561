"""Questions about the course of a battle: who decides what, which melees are still to fight, what a side may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.battle.sides import SIDES, other
from debellis.dba.aftermath.turning import turn_to_face
from debellis.dba.book import book, table
from debellis.dba.fighting.fights import Fights, fights
from debellis.dba.options import judge_options
from debellis.dba.playing.melee_phase import Pair, first_on, melees_of, most_attacks, still_to_fight
from debellis.dba.playing.midgame import PHASES, state_of
from debellis.dba.playing.shots_left import QUESTIONS as _SHOTS
from debellis.dba.playing.shots_left import shots
from debellis.dba.playing.state import State
from debellis.dba.playing.views import hidden_from, view
from debellis.geometry.rectangle import FRONT
from debellis.manoeuvre.contact import Meeting
from debellis.table.position import Position
from debellis.umpire.asking import ask
from debellis.umpire.questions import TABLE, Question, checked, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import several

_MINUS_ONLY = ("flank", "rear")
#: Phases that come after turning to face.
_TURNED = ("shooting", "melee")
#: Questions about a close combat, and about the fate of its loser.
_CLOSE = ("combat", "odds")
_DRIVEN_BACK = ("recoil", "flee")
#: Questions about a shooting: who has shot in this bound does not shoot back.
_SHOOTING = ("shooting", "may_shoot_together", "odds_of_shot")
#: Questions about moves, and the arguments by which the asker describes a bound of his own.
_MOVES = ("may_move", "may_contact", "may_break_off")
_TOLD = frozenset(("bound", "move_number", "moves"))


def ask_in_battle(state: State, question: str, arguments: dict[str, Any]) -> Ruling:
    """The ruling on a question in the middle of a battle.

    Some questions need the state, the others only the position.
    """
    if question in _OF_A_BATTLE:
        kinds, answer = _OF_A_BATTLE[question]
        return answer(state, **checked(question, kinds, arguments, state.position))
    return ask(state.position, question, **(_course(state, question, arguments) | arguments))


def _course(state: State, question: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Arguments that the current bound supplies to a question about a combat. Given arguments take precedence."""
    here = state.position.has_base
    if question in _CLOSE:
        one, two = arguments.get("attacker"), arguments.get("defender")
        first = first_on(state, one, two) if isinstance(one, str) and isinstance(two, str) else None
        return ({} if first is None else {"first": first}) | {
            "moved_into_front_contact": [name for name in state.into_front if here(name)],
            "moved_into_flank_contact": [name for name in state.into_flank if here(name)],
        }
    if question in _SHOOTING:
        return {"spent": [name for name in state.shot if here(name)]}
    if question in _DRIVEN_BACK:
        return {"closed": sorted(state.bound.closed)}
    if question in _MOVES and not _TOLD.intersection(arguments):
        return _moves_so_far(state, arguments)
    return {}


def _moves_so_far(state: State, arguments: dict[str, Any]) -> dict[str, Any]:
    """What the bound has seen of moves, and its PIPs if the mover is of the side that spends them."""
    here, bound = state.position.has_base, state.bound
    movers = (arguments.get("element"), arguments.get("mover"), *(arguments.get("group") or ()))
    own = any(isinstance(name, str) and here(name) and state.position.base(name).side == state.turn for name in movers)
    known = {
        "closed": sorted(bound.closed),
        "moves": {name: number for name, number in bound.moves.items() if here(name)},
        "contacted": sorted(name for name in bound.contacted if here(name)),
        "dismounted": sorted(name for name in bound.dismounted if here(name)),
    }
    return known | ({"pips": state.bound.pips} if own and state.phase == "moves" else {})


def pending(state: State) -> Ruling:
    """Who decides what now: `side` (none when the battle is over) and `what`."""
    found = rules_of(state.position.edition).pending(state)
    return Finding().rule("pending", {"side": found.side, "what": found.what, "kinds": list(found.kinds)})


def ask_pending(position: Position, *, phase: str = "moves") -> Ruling:
    """The same for a position at the beginning of a phase."""
    return pending(state_of(position, Opening(phase)))


def melees(state: State) -> Ruling:
    """How many melees are still to be fought in this bound, and between whom."""
    finding = Finding()
    position = state.position
    if state.phase == "melee":
        pairs = still_to_fight(state)
    else:
        if state.phase not in _TURNED:
            done = turn_to_face(position, state.contacts)
            position = done.position
            for turn in done.turns:
                finding.absorb(turn.finding)
        pairs = melees_of(position, state.turn)
        _cite_no_melee(position, fights(position), finding)
    count = len(pairs) - _too_many(state, position, pairs, finding)
    return finding.rule("melees", {"count": count, "pairs": [list(pair) for pair in pairs]})


def ask_melees(position: Position) -> Ruling:
    """The same for a position at the end of movement."""
    return melees(state_of(position, Opening()))


def _too_many(state: State, position: Position, pairs: tuple[Pair, ...], finding: Finding) -> int:
    """How many attackers of places will not fight in this bound."""
    too_many = 0
    for place in position.features("camp", "bua"):
        attackers = [one for one, two in pairs if two == place.id]
        most = most_attacks(position, place) - state.assaults.get(place.id, 0)
        if len(attackers) > most:
            too_many += len(attackers) - most
            name = "camp" if place.kind == "camp" else "town"
            says = f"{len(attackers)} touch the {name} {place.id}, and {most} of them may still fight it in this bound"
            finding.cite_all(tuple(table(position, "place_attacks")[f"{place.kind}_clauses"]), says)
    return too_many


def _cite_no_melee(position: Position, found: Fights, finding: Finding) -> None:
    """Cite why enemies that touch do not have a melee of their own."""
    for (one, two), meeting in sorted(found.meetings.items()):
        if found.opponent.get(one) == two or found.opponent.get(two) == one:
            continue
        if meeting.kind in _MINUS_ONLY and found.fights(two):
            says = f"{one} only takes something off {two}, which fights {found.opponent[two]} to its front"
            finding.cite_all(("BOB-MEL-3a", "BOB-MEL-4a", "BOB-OUT-1b", "BOB-OUT-2b", "DBA22-B21.4"), says)
        elif _overlaps(found, one, two, meeting):
            finding.cite("BOB-OUT-2b", f"{one} overlaps {two}, which fights {found.opponent[two]}: no melee of its own")
        elif meeting.kind == "partial" and meeting.edge_on(FRONT, FRONT) > 0.0:
            says = f"{one} and {two} touch with parts of their fronts only: contact, but no melee"
            finding.cite_all(("BOB-CON-2f", "DBA22-B15.5"), says)


def _overlaps(found: Fights, one: str, two: str, meeting: Meeting) -> bool:
    """Whether an element overlaps an enemy that fights. A corner overlap counts only if nobody is at its own front."""
    by_corner = meeting.kind == "corner_overlap" and not found.fights(one)
    return found.fights(two) and (by_corner or meeting.kind == "side_overlap")


def seen_by(state: State, *, side: str) -> Ruling:
    """What a side may see of the other: the `enemies` it knows, and how many are `unseen`."""
    finding = Finding()
    shown = view(state, side)
    unseen = hidden_from(state, side)
    if unseen:
        says = f"{several(len(unseen), 'element')} of {other(side)} not deployed yet need not be shown"
        finding.cite_all(("BOB-TRN-2a", "DBA22-B3.4"), says)
    enemies = [base.id for base in shown.position.bases if base.side != side]
    generals = [base.id for base in shown.position.bases if base.side != side and base.general]
    answer = {"enemies": enemies, "generals": generals, "unseen": len(unseen)}
    return finding.rule("seen_by", answer)


def ask_seen_by(position: Position, *, side: str) -> Ruling:
    """The same for a position in which everybody is deployed."""
    return seen_by(state_of(position, Opening()), side=side)


def may_agree(position: Position, *, options: dict[str, Any]) -> Ruling:
    """Whether a game may be played with these options, added to those of the position."""
    verdict = Verdict()
    judge_options(verdict, book(position).options, {**position.options, **options})
    return verdict.decide("may_agree")


_PENDING = {"phase": one_of(*PHASES).or_none()}
_SIDE = {"side": one_of(*SIDES)}
_OF_A_BATTLE: dict[str, tuple[dict[str, Any], Callable[..., Ruling]]] = {
    "pending": ({}, pending),
    "melees": ({}, melees),
    "shots": ({}, shots),
    "seen_by": (_SIDE, seen_by),
}

QUESTIONS: tuple[Question, ...] = (
    Question("pending", "who decides what", _PENDING, ask_pending),
    Question("melees", "how many melees are to be fought this bound, and between whom", {}, ask_melees),
    *_SHOTS,
    Question("seen_by", "which enemies a side may see", _SIDE, ask_seen_by),
    Question("may_agree", "whether a game may be played with these options", {"options": TABLE}, may_agree),
)
