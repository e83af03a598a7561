"""The shooting of a bound: both sides, one target after another, each result carried out before the next."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.playing.actions import Action, EndShooting, Shoot
from debellis.dbm.playing.changes import OTHERWISE, lose
from debellis.dbm.playing.melee_phase import begin
from debellis.dbm.playing.provoking import provoked
from debellis.dbm.playing.results import Fought, carry_out
from debellis.dbm.playing.state import State
from debellis.dbm.shooting.questions import may_decline_shot, may_shoot
from debellis.dbm.shooting.shooters import arms, range_of
from debellis.dbm.shooting.shooting import shooting
from debellis.dbm.shooting.targets import allowed_targets
from debellis.dbm.shooting.volley import Volley, gather, most_aid
from debellis.dbm.troops import SHOT
from debellis.geometry.plane import distance
from debellis.geometry.rectangle import EDGES
from debellis.mechanics.remarks import cite
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

Due = tuple[str, tuple[str, ...]]
_DUE = Memory[tuple[Due, ...]]("shooters that have not shot")


def due(state: State) -> tuple[Due, ...]:
    """The shooters of both sides that have not shot, with the targets they may choose."""
    return _DUE.of(state, None, _find_due)


def _find_due(state: State) -> tuple[Due, ...]:
    waiting = [b for b in state.position.standing if b.id not in state.bound.shot and _in_reach(state.position, b)]
    every = [(base.id, allowed_targets(state.position, base)) for base in waiting]
    return tuple((name, targets) for name, targets in every if targets)


def _in_reach(position: Position, base: Base) -> bool:
    """Whether it shoots at all and an enemy is so near that it might."""
    if arms(position, base) is None:
        return False
    far = range_of(position, base) + base.rectangle.radius
    return any(
        distance(base.rectangle.centre, enemy.rectangle.centre) <= far + enemy.rectangle.radius
        for enemy in position.near_enemies(base.side, base.rectangle, far)
    )


def check(state: State, action: Shoot | EndShooting) -> Ruling:
    """Whether that shot may be made next, or nobody need shoot any more."""
    if isinstance(action, EndShooting):
        return _check_end(state)
    verdict = Verdict()
    position = state.position
    names = (action.shooter, *action.helpers)
    gone = next((name for name in (*names, action.target) if not position.has_base(name)), None)
    if gone is not None:
        verdict.refuse(f"There is no {gone} on the table.", "DBM-B23.1")
        return verdict.decide("shoot")
    if action.edge is not None and action.edge not in EDGES:
        verdict.refuse(f"There is no edge {action.edge!r}; the edges are {', '.join(EDGES)}.", "DBM-B3.27")
        return verdict.decide("shoot")
    if action.edge is not None:
        shot = may_shoot(position, shooter=action.shooter, target=action.target, edge=action.edge)
        if not shot.answer["legal"]:
            for reason in shot.because:
                verdict.cite(reason.clause, reason.says)
            verdict.refuse(f"{action.shooter} cannot shoot at {action.target} from its {action.edge} edge.")
            return verdict.decide("shoot")
    volley = gather(position, names, action.target, action.shooter, told=False)
    if not volley.legal or volley.main is None:
        volley = gather(position, names, action.target, action.shooter)
        cite(verdict, volley.faults)
        verdict.refuse(f"{' and '.join(names)} cannot shoot at {action.target} like this.", "DBM-B23.1")
    return verdict.decide("shoot")


def _check_end(state: State) -> Ruling:
    verdict = Verdict()
    for shooter, targets in due(state):
        if not any(may_decline_shot(state.position, shooter=shooter, target=one).answer["legal"] for one in targets):
            says = f"{shooter} has not shot at {' or '.join(targets)}: a shot is left only where it endangers friends."
            verdict.refuse(says, "DBM-B23.5", "IWF-17.3")
            break
    return verdict.decide("end_shooting")


def shoot(state: State, action: Shoot | EndShooting, dice: Chance) -> Happened[State]:
    """Make one shot, with those who aid it, and carry out its result; or end shooting."""
    if isinstance(action, EndShooting):
        return begin(state), ()
    position = state.position
    names = (action.shooter, *action.helpers)
    rolls = (dice.roll(f"{action.shooter} shoots"), dice.roll(f"{action.target} is shot at"))
    ruling = shooting(position, shooters=names, target=action.target, dice=rolls, main=action.shooter)
    answer = ruling.answer
    told = (*names, action.target) if answer.get("exchange") else names
    shot = () if answer.get("removed") else told
    bound = replace(state.bound, shot=(*state.bound.shot, *shot))
    position = with_turn_notes(with_turn_notes(position, (action.target,), "shot_at"), shot, SHOT)
    state = replace(state, bound=bound, position=position)
    state, woken = provoked(state, (action.target,))
    events: tuple[Event, ...] = (
        Event("shoot", _told(action, answer), ruling.clauses, told, ruling),
        *woken,
    )
    if answer.get("removed"):
        state, more = lose(state, state.position, dict.fromkeys(answer["removed"], OTHERWISE), dice)
        return state, (*events, *more)
    opponents = {action.target: action.shooter, action.shooter: action.target}
    return carry_out(state, Fought(answer["outcomes"], opponents), dice, events)


def _told(action: Shoot, answer: dict[str, object]) -> str:
    with_it = f" with {', '.join(action.helpers)}" if action.helpers else ""
    says = f"{action.shooter}{with_it} shoots at {action.target}"
    totals = answer.get("totals")
    if isinstance(totals, list):
        says += f": {totals[0]} against {totals[1]}"
    loser = answer.get("loser")
    return f"{says}; {loser}: {str(answer['outcome']).replace('_', ' ')}" if loser else f"{says}; nothing happens"


def nobody_shoots(state: State) -> Happened[State] | None:
    """Go on when nobody is left who may shoot."""
    return None if due(state) else (begin(state), ())


def _ideas(state: State) -> Iterator[Action]:
    """Each target with as many shooters as may shoot together at it, then any of them alone."""
    aimed: dict[str, list[str]] = {}
    for shooter, targets in due(state):
        for target in targets:
            aimed.setdefault(target, []).append(shooter)
    for target, shooters in sorted(aimed.items()):
        volley: Volley | None = None
        for main in shooters:
            helpers = tuple(name for name in shooters if name != main)[: most_aid(state.position)]
            volley = gather(state.position, (main, *helpers), target, main, told=False)
            if volley.legal and volley.main is not None:
                yield Shoot(main, target, helpers)
                break
        for main in shooters:
            yield Shoot(main, target)
    yield EndShooting()


PHASES: dict[str, Phase] = {
    "shooting": Phase(
        "pick the next shot",
        (Shoot, EndShooting),
        check,
        shoot,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B13.4", "DBM32-P21-shoot-order"),
        passes=nobody_shoots,
    )
}
