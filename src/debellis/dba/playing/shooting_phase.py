"""The shooting of a bound: the active player picks shooters of both sides one by one, and each owner picks the
target."""

from __future__ import annotations

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import SIDES
from debellis.dba.aftermath.choosing import Choices
from debellis.dba.book import table
from debellis.dba.fighting.fighters import Fighter, fighter
from debellis.dba.playing.actions import PickShooter, Shoot
from debellis.dba.playing.after_combat import after_combat
from debellis.dba.playing.chief_bonus import settled, sides_to_ask, waiting, with_bonus
from debellis.dba.playing.melee_phase import begin_melee
from debellis.dba.playing.state import Rolled, State
from debellis.dba.playing.telling import told
from debellis.dba.shooting.shooters import most_shooters, must_wait, never_shoots, turn_faults
from debellis.dba.shooting.shots import grounds
from debellis.dba.shooting.targets import (
    Duties,
    choices,
    duties,
    out_of_range,
    shot_at,
    usual_grounds,
    would_be_wholly_rear,
)
from debellis.dba.shooting.volley import Volley, cannot_aim_at, factor_sheets, gather, resolve
from debellis.geometry.rectangle import EDGES
from debellis.mechanics.remarks import Remark, cite
from debellis.table.bases import Base
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together


def left_to_shoot(state: State, side: str) -> Duties:
    """What the shooters of a side that have not shot can still reach: targets not yet shot at.

    Guns that only answer are not among them: they shoot when they are shot at.
    """
    known = duties(state.position, side, state.turn)
    reach = {}
    mutual = {}
    for shooter, targets in known.reach.items():
        free = tuple(name for name in targets if name not in state.targeted)
        begins = not must_wait(state.position, state.position.base(shooter), state.turn)
        if begins and shooter not in state.shot and free:
            reach[shooter] = free
            mutual[shooter] = tuple(e for e in known.mutual[shooter] if e in free and e not in state.shot)
    return Duties(reach, mutual)


def waiting_shooters(state: State) -> tuple[str, ...]:
    """Every base of both sides that must still shoot."""
    return tuple(name for side in SIDES for name in left_to_shoot(state, side).reach)


def nobody_shoots(state: State) -> Happened[State] | None:
    """Whether nobody has to shoot any more, so that the melees begin."""
    return None if waiting_shooters(state) else (begin_melee(state), ())


def owner_of_picked(state: State) -> str:
    """The side of the picked shooter. That side picks the target."""
    assert state.picked is not None
    return state.position.base(state.picked).side


def check_pick(state: State, action: PickShooter) -> Ruling:
    """Whether that shooter may be picked next."""
    verdict = Verdict()
    if action.shooter not in waiting_shooters(state):
        if action.shooter in state.shot:
            _refuse_second_shot(verdict, state, action.shooter)
        elif faults := _only_answers(state, action.shooter):
            clauses = tuple([clause for fault in faults for clause in fault.clauses])
            verdict.refuse(f"{action.shooter} shoots now only at those who shoot at it.", *clauses)
        else:
            verdict.refuse(f"{action.shooter} has nobody to shoot at.", *_no_target(state))
    if state.position.has_base(action.shooter) and action.shooter not in state.shot:
        _cite_choice(verdict, state, action.shooter)
    return verdict.decide("pick_shooter")


def _cite_choice(verdict: Verdict, state: State, name: str) -> None:
    """Cite what leaves a shooter these targets, or none."""
    base = state.position.base(name)
    never = never_shoots(state.position, base)
    allowed, remarks = choices(state.position, base, state.turn, left_to_shoot(state, base.side))
    cite(verdict, remarks if never is None else [never])
    for target in allowed:
        cite(verdict, usual_grounds(state.position, base, target))
    if never is None and not allowed and not remarks:
        cite(verdict, out_of_range(state.position, base, state.turn))


def _only_answers(state: State, name: str) -> list[Remark]:
    """Why a gun does not begin a shooting, although it has targets."""
    if not state.position.has_base(name):
        return []
    base = state.position.base(name)
    reach = duties(state.position, base.side, state.turn).reach
    return turn_faults(state.position, base, "nobody", state.turn, ()) if name in reach else []


def _no_target(state: State) -> tuple[str, ...]:
    """The clauses that only bases with a target may shoot."""
    return ("DBA22-B20.3", *table(state.position, "shooting").get("no_target_clauses", ()))


def _refuse_second_shot(verdict: Verdict, state: State, shooter: str) -> None:
    if shooter in state.helped:
        says = f"{shooter} has helped in a shooting, which was its shot."
        verdict.refuse(says, "BOB-SHO-9c", "BOB-SEQ-4b", "DBA22-B20.3")
    else:
        verdict.refuse(f"{shooter} has shot this bound.", "BOB-SEQ-4b", "DBA22-B20.3")


def pick(state: State, action: PickShooter, dice: Chance) -> Happened[State]:
    base = state.position.base(action.shooter)
    says = f"{state.turn} lets {base.code} {base.id} shoot next"
    return replace(state, picked=action.shooter), (Event("pick", says, _order(state, base), (base.id,)),)


def _order(state: State, picked: Base) -> tuple[str, ...]:
    """The clauses that allow the active player to pick this shooter now. None if it is his own and the only one."""
    waiting = waiting_shooters(state)
    sides = {state.position.base(name).side for name in waiting}
    clauses: tuple[str, ...] = ("BOB-SHO-7a", "BOB-SEQ-2b", "BOB-GLO-9", "DBA22-B10.3") if len(waiting) > 1 else ()
    return (*clauses, "BOB-SEQ-4c") if picked.side != state.turn or len(sides) > 1 else clauses


def check_shoot(state: State, action: Shoot) -> Ruling:
    """Whether the picked shooter's owner may choose this target and these helpers."""
    assert state.picked is not None
    verdict = Verdict()
    position = state.position
    side = position.base(state.picked).side
    known = left_to_shoot(state, side)
    shooters = (state.picked, *action.helpers)
    target = _target(state, action.target)
    if target is None or target.side == side:
        verdict.refuse(f"There is no enemy {action.target} to shoot at.", *_no_target(state))
        return verdict.decide("shoot")
    for name in shooters:
        if name in state.shot:
            _refuse_second_shot(verdict, state, name)
        elif not position.has_base(name):
            verdict.refuse(f"There is no {name} to shoot.", *_no_target(state))
        elif target.id in state.targeted:
            verdict.refuse(f"{target.id} has been shot at this bound.", "BOB-SEQ-4b", "BOB-SHO-8a", "DBA22-B20.3")
        elif target.id not in known.reach.get(name, ()):
            faults = shot_at(position, position.base(name), target, state.turn).faults
            cite(verdict, faults)
            clauses = tuple([clause for fault in faults for clause in fault.clauses])
            verdict.refuse(f"{name} cannot shoot at {target.id}.", *(clauses or _no_target(state)))
    if not verdict.legal:
        return verdict.decide("shoot")
    volley = gather(position, shooters, target, state.turn, state.shot)
    for fault in volley.faults:
        verdict.refuse(fault.says, *fault.clauses)
    if volley.legal and action.edge is not None:
        _judge_edge(verdict, state, volley, action.edge)
    _judge_duty(verdict, state, known, shooters, target.id)
    if verdict.legal:
        _judge_left_out(verdict, state, known, shooters, target)
    if verdict.legal:
        cite(verdict, volley.grounds)
        which = None if action.edge is None else EDGES.index(action.edge)
        for shot in volley.shots:
            cite(verdict, grounds(position, shot, which))
    return verdict.decide("shoot")


def _judge_edge(verdict: Verdict, state: State, volley: Volley, edge: str) -> None:
    if edge not in EDGES:
        verdict.refuse(f"{edge!r} is not an edge.", "BOB-SHO-5b")
        return
    for fault in cannot_aim_at(state.position, volley, EDGES.index(edge)):
        verdict.refuse(fault.says, *fault.clauses)


def _judge_duty(verdict: Verdict, state: State, known: Duties, used: tuple[str, ...], target: str) -> None:
    """Refuse a choice that leaves out an enemy shooter. As many enemy shooters as possible must be shot at."""
    rest = tuple(name for name in known.reach if name not in used)
    owed = tuple(name for name in known.owed if name != target)
    best = known.most_covered(tuple(known.reach), known.owed)
    if known.most_covered(rest, owed) + (target in known.owed) < best:
        says = f"This leaves out an enemy shooter that could be shot at ({', '.join(known.owed)})."
        verdict.refuse(says, "BOB-SHO-11e", "DBA22-B20.8")
        cite(verdict, choices(state.position, state.position.base(used[0]), state.turn, known)[1])


def _judge_left_out(verdict: Verdict, state: State, known: Duties, used: tuple[str, ...], target: Fighter) -> None:
    """Refuse a choice that leaves out a shooter without another target: every shooter that has a target shoots."""
    position = state.position
    for name, reach in known.reach.items():
        if name in used or reach != (target.id,) or len(used) >= most_shooters(position):
            continue
        if not gather(position, (*used, name), target, state.turn, state.shot).legal:
            continue
        says = f"{name} can shoot at nobody but {target.id} and must shoot with {together(list(used))}."
        verdict.refuse(says, "BOB-SEQ-4a", "DBA22-B20.3")
        if would_be_wholly_rear(position, name, target.id, tuple([(one, target.id) for one in used]), state.turn):
            says = f"{name} cannot be held back to make the shooting at {target.id} wholly at the rear."
            verdict.refuse(says, "BOB-SHO-18f")


def _target(state: State, name: str) -> Fighter | None:
    if state.position.has_base(name) or state.position.has_feature(name):
        return fighter(state.position, name)
    return None


def shoot(state: State, action: Shoot, dice: Chance, choices: Choices) -> Happened[State]:
    """Resolve one shooting and apply its result."""
    assert state.picked is not None
    finding = Finding()
    position = state.position
    target = _target(state, action.target)
    assert target is not None
    shooters = (state.picked, *action.helpers)
    volley = gather(position, shooters, target, state.turn, state.shot)
    principal = fighter(position, volley.principal)
    assert principal is not None
    if state.rolled is UNSET:
        # Roll first: a missing die stops this function, which then runs again with the die.
        rolls = (dice.roll(f"{volley.principal} shoots at {target.id}"), dice.roll(f"{target.id} is shot at"))
        asked = sides_to_ask(state, (principal, target))
        if asked:
            edge_named = UNSET if action.edge is None else action.edge
            return waiting(state, Rolled(volley.principal, action.target, rolls, asked, (), action.helpers, edge_named))
    else:
        rolls = state.rolled.dice
    plain = factor_sheets(position, volley, finding)
    sheets = (with_bonus(state, principal, plain[0]), with_bonus(state, target, plain[1]))
    state = settled(state, "shooting")
    for sheet in sheets:
        finding.add_sheet(sheet)
    edge = None if action.edge is None else EDGES.index(action.edge)
    answer = resolve(position, volley, (sheets[0].sum, sheets[1].sum), rolls, edge, finding)
    answers = volley.answered is not None
    spent = (*state.shot, *shooters, *((target.id,) if answers else ()))
    hit = (*state.targeted, target.id, *((volley.answered,) if volley.answered is not None else ()))
    helped = (*state.helped, *(name for name in shooters if name != volley.principal))
    after = replace(state, picked=None, shot=spent, targeted=hit, helped=helped)
    if state.pips == 0:
        finding.cite_all(("BOB-SEQ-3", "DBA22-B11.1"), "no PIPs are left, and shooting needs none")
    events = [told("shoot", volley.principal, target.id, answer, rolls, finding)]
    winner = target.id if answer.get("loser") != target.id else volley.principal
    return after_combat(after, "shooting", answer, winner, dice, events, choices)
