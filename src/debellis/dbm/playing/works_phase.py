"""Works in a bound: who defends them, who comes to man what is assaulted, and the assaults that are fought."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.aftermath.forks import FIRST, MAIN, Choices, Fork
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.fighting.fighters import DEFENDING
from debellis.dbm.playing.actions import Action, ManWorks, Storm
from debellis.dbm.playing.changes import CLOSE, OTHERWISE, lose
from debellis.dbm.playing.choosing import Told, choices_of
from debellis.dbm.playing.provoking import provoked
from debellis.dbm.playing.state import State
from debellis.dbm.playing.vessels import is_defended, vessels_on
from debellis.dbm.storming.fronts import assaulted, may_storm
from debellis.dbm.storming.manning import Manned, man
from debellis.dbm.storming.storm import Stormed, judge_storm
from debellis.dbm.troops import service
from debellis.dbm.works import captured, defends, kind_of, works_on
from debellis.geometry.plane import COINCIDE, distance
from debellis.table.bases import Base, Service
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

MANNING = "DBM32-P21-fort-corner-move"


def with_defenders(position: Position) -> Position:
    """The position in which those who stand at the inside edge of works, facing out, are noted as defending them.

    So are beached vessels with troops aboard.
    """
    works = works_on(position)
    vessels = {vessel.kind for vessel in vessels_on(position)}
    if not works and not vessels:
        return position
    changed = {}
    for base in position.standing:
        own = tuple(dict.fromkeys(f"defends_{kind_of(piece)}" for piece, section in works if defends(base, section)))
        if base.kind in vessels and is_defended(position, base):
            own = ("defends_tf",)
        serves = service(base)
        if tuple(note for note in serves.notes if note in DEFENDING) != own:
            notes = (*(note for note in serves.notes if note not in DEFENDING), *own)
            changed[base.id] = replace(base, service=Service(serves.command, serves.rank, notes))
    if not changed:
        return position
    return replace(position, bases=tuple(changed.get(base.id, base) for base in position.bases))


def assaulters(position: Position) -> tuple[str, ...]:
    """The elements of both sides that assault works."""
    if not works_on(position):
        return ()
    return tuple(base.id for base in position.standing if assaults_now(position, base))


def assaults_now(position: Position, base: Base) -> bool:
    """Whether an element stands with all of its front against works that it may storm."""
    works, sections = assaulted(position, base, (), None)
    return bool(sections) and may_storm(position, base, works)


def manned_against(position: Position, name: str, choice: str | None, finding: Finding) -> Manned | None:
    """Who mans the works that an element assaults."""
    base = position.base(name)
    works, sections = assaulted(position, base, (), None)
    return man(position, base, sections, works, choice, finding)


def undecided(state: State) -> tuple[str, tuple[str, ...]] | None:
    """The first assaulter against whom several may come to defend, with their names; None if there is none."""
    for name in assaulters(state.position):
        manned = manned_against(state.position, name, None, Finding())
        if manned is not None and manned.choices:
            return name, manned.choices
    return None


def who_mans(state: State) -> str:
    """The side that chooses who mans the works: the enemy of the assaulter."""
    found = undecided(state)
    return state.turn if found is None else other(state.position.base(found[0]).side)


def check_manning(state: State, action: ManWorks) -> Ruling:
    """Whether that element may be chosen to man the works."""
    verdict = Verdict()
    found = undecided(state)
    if found is None or (action.element, action.defender in found[1]) != (found[0], True):
        says = f"{action.defender} is not one of those who may come to defend against {action.element} now."
        verdict.refuse(says, MANNING)
    return verdict.decide("man_works")


def man_works(state: State, action: ManWorks, dice: Chance) -> Happened[State]:
    """The chosen element comes to stand opposite the assaulter."""
    finding = Finding()
    manned = manned_against(state.position, action.element, action.defender, finding)
    assert manned is not None and manned.defender is not None
    return _comes(state, action.element, manned.defender, finding)


def _comes(state: State, assaulter: str, defender: Base, finding: Finding) -> Happened[State]:
    ruling = finding.rule("man_works", {"defender": defender.id})
    says = f"{defender.id} mans the works against {assaulter}"
    event = Event("man_works", says, ruling.clauses, (defender.id,), ruling)
    return replace(state, position=with_defenders(state.position.with_base(defender))), (event,)


def nobody_chooses(state: State) -> Happened[State] | None:
    """Let those come who are the only nearest ones, then go on; None where their player must choose."""
    events: tuple[Event, ...] = ()
    for name in assaulters(state.position):
        finding = Finding()
        manned = manned_against(state.position, name, None, finding)
        if manned is not None and manned.defender is not None:
            here = state.position.base(manned.defender.id)
            if distance(here.front, manned.defender.front) > COINCIDE or here.facing != manned.defender.facing:
                state, more = _comes(state, name, manned.defender, finding)
                events += more
    if undecided(state) is None:
        return replace(state, phase="springing"), events
    return (state, events) if events else None


def _manners(state: State) -> Iterator[Action]:
    found = undecided(state)
    for name in () if found is None else found[1]:
        assert found is not None
        yield ManWorks(found[0], name)


def storms_left(state: State) -> tuple[str, ...]:
    """The assaults of the bound still to be fought, by their assaulters."""
    position, over = state.position, state.bound.stormed or ()
    return tuple(
        name
        for name in state.bound.storms or ()
        if name not in over and position.has_base(name) and assaults_now(position, position.base(name))
    )


def check_storm(state: State, action: Storm) -> Ruling:
    """Whether that assault may be fought next."""
    verdict = Verdict()
    waiting = storms_left(state)
    if action.element not in waiting or (action.main is not None and action.main not in waiting):
        verdict.refuse(f"{action.element} has no assault to fight in this bound.", "DBM-B28.10")
        return verdict.decide("storm")
    works, sections = assaulted(state.position, state.position.base(action.element), (), None)
    found = judge_storm(state.position, action.element, sections, works, action.main, None, None, (), {}, Finding())
    if found.answer.get("undecided"):
        return verdict.decide("storm")
    if action.main is not None and state.position.base(action.element).side != state.turn and _open(state, action):
        says = f"the owner of {action.element} says who is the main attacker, not the player who orders the fights"
        verdict.refuse(says, "DBM32-P21-fort-corner-two-undef")
    elif action.main is not None and found.answer["main"] != action.main:
        verdict.refuse(f"{action.main} is not the main attacker of this assault.", "DBM32-P21-fort-corner-two-def")
    return verdict.decide("storm")


def _open(state: State, action: Storm) -> bool:
    """Whether the assaulting player chooses the main attacker."""
    works, sections = assaulted(state.position, state.position.base(action.element), (), None)
    found = judge_storm(state.position, action.element, sections, works, None, None, None, (), {}, Finding())
    return bool(found.answer.get("undecided"))


def _main_of(state: State, action: Storm) -> str | None:
    """The main attacker at a corner that nobody defends, as the assaulting player says."""
    if action.main is not None or not _open(state, action):
        return action.main
    works, sections = assaulted(state.position, state.position.base(action.element), (), None)
    found = judge_storm(state.position, action.element, sections, works, None, None, None, (), {}, Finding())
    return choices_of(state).pick(MAIN, action.element, tuple(sorted(found.answer["choices"])))


def storm(state: State, action: Storm, dice: Chance) -> Happened[State]:
    """Fight one assault and carry out its result. Works that are entered belong to those who entered them."""
    main = _main_of(state, action)
    rolls = (dice.roll(f"{action.element} storms the works"), dice.roll(f"the works against {action.element}"))
    try:
        judged, event = _fought(state, action.element, main, rolls, choices_of(state))
    except Fork as fork:
        raise Told(fork, (_fought(state, action.element, main, rolls, FIRST)[1],)) from None
    party, ended = judged.party, judged.ended
    assert party is not None and ended is not None
    after = captured(ended.position, party.manned.section.name, party.main.side) if ended.storms else ended.position
    fled = tuple(name for name in dict.fromkeys(ended.fled) if after.has_base(name))
    causes = {name: CLOSE if name in event.bases else OTHERWISE for name in ended.lost}
    state, more = lose(state, with_turn_notes(after, fled, "fled"), causes, dice)
    over = (*(state.bound.stormed or ()), party.main.id, *(one.id for one in party.flankers))
    state = replace(state, bound=replace(state.bound, stormed=over, fled=(*state.bound.fled, *fled)))
    state, woken = provoked(state, event.bases[1:])
    return state, (event, *more, *woken)


def _fought(
    state: State, element: str, main: str | None, rolls: tuple[int, int], choices: Choices
) -> tuple[Stormed, Event]:
    """An assault with its dice, as judged, and what is told of it."""
    finding = Finding()
    position = state.position
    works, sections = assaulted(position, position.base(element), (), None)
    into = tuple(name for name in state.bound.into_front if position.has_base(name))
    judged = judge_storm(position, element, sections, works, main, None, rolls, into, state.edges, finding, choices)
    party, ended = judged.party, judged.ended
    assert party is not None and ended is not None
    answer = judged.answer | {"dice": list(rolls), "storms": ended.storms}
    ruling = finding.rule("storm", answer)
    totals = answer["totals"]
    against = "" if party.defender is None else f" against {party.defender.id}"
    says = f"{party.main.id} storms the works{against}: {totals[0]} against {totals[1]}"
    says += "; it comes in over the works" if ended.storms else f"; {_fate(answer, party.manned.section.name)}"
    names = (party.main.id, *(() if party.defender is None else (party.defender.id,)))
    return judged, Event("storm", says, ruling.clauses, names, ruling)


def _fate(answer: dict[str, object], works: str) -> str:
    """What became of the loser, in words."""
    if "loser" not in answer:
        return "nothing happens"
    loser = "the works" if answer["loser"] == works else answer["loser"]
    return f"{loser}: {str(answer['outcome']).replace('_', ' ')}"


def storm_ideas(state: State) -> Iterator[Action]:
    """The assaults that may be fought next, with each possible main attacker."""
    for name in storms_left(state):
        yield Storm(name)


PHASES: dict[str, Phase] = {
    "manning": Phase(
        "choose who mans assaulted works",
        (ManWorks,),
        check_manning,
        man_works,
        all_but_last(_manners),
        decides=who_mans,
        out_of_order=placed_by("DBM-B28.10"),
        passes=nobody_chooses,
    )
}
