"""The shooting of a bound: its player picks shooters of both sides one by one, and each owner says how they shoot."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.aftermath.forks import AID, NOBODY, TARGET, Choices
from debellis.dbm.commands import with_turn_notes
from debellis.dbm.playing.actions import Action, DeclineShot, PickShooter, Shoot
from debellis.dbm.playing.changes import OTHERWISE, lose
from debellis.dbm.playing.choosing import choices_of
from debellis.dbm.playing.melee_phase import begin
from debellis.dbm.playing.provoking import provoked
from debellis.dbm.playing.results import Fought, carry_out
from debellis.dbm.playing.state import State
from debellis.dbm.shooting.questions import may_decline_shot, may_shoot
from debellis.dbm.shooting.shooters import arms, range_of, shooter_faults
from debellis.dbm.shooting.shooting import shooting
from debellis.dbm.shooting.targets import allowed_targets
from debellis.dbm.shooting.volley import Volley, could_aid, gather, most_aid
from debellis.dbm.troops import DECLINED, SHOT, is_holder
from debellis.geometry.plane import distance
from debellis.geometry.rectangle import EDGES
from debellis.mechanics.remarks import cite
from debellis.table.bases import Base
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

#: Who has nobody to shoot at is told why not, of enemies up to so many times as far away as it shoots.
_NEAR = 1.5
Due = tuple[str, tuple[str, ...]]
_DUE = Memory[tuple[Due, ...]]("shooters that have not shot")
ORDER = "DBM32-P21-shoot-order"
TIE = "DBM32-P21-shoot-tie"


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


def check_pick(state: State, action: PickShooter) -> Ruling:
    """Whether that shooter may be picked next."""
    verdict = Verdict()
    if not state.position.has_base(action.shooter):
        verdict.refuse(f"There is no {action.shooter} on the table.", "DBM-B23.1")
    elif all(action.shooter != name for name, _ in due(state)):
        cite(verdict, shooter_faults(state.position, state.position.base(action.shooter)))
        _cite_near(verdict, state.position, state.position.base(action.shooter))
        verdict.refuse(f"{action.shooter} has nobody to shoot at now.", "DBM-B23.1")
    return verdict.decide("pick_shooter")


def _cite_near(verdict: Verdict, position: Position, base: Base) -> None:
    """Tell why an element may shoot at none of the enemies that are near."""
    if arms(position, base) is None:
        return
    far = _NEAR * range_of(position, base)
    for enemy in position.near_enemies(base.side, base.rectangle, far):
        for reason in may_shoot(position, shooter=base.id, target=enemy.id).because:
            verdict.cite(reason.clause, reason.says)


def pick(state: State, action: PickShooter, dice: Chance) -> Happened[State]:
    """The bound's player says who shoots next."""
    clauses = (ORDER,) if len(due(state)) > 1 else ()
    event = Event("pick", f"{state.turn} lets {action.shooter} shoot next", clauses, (action.shooter,))
    return _picked(state, action.shooter), (event,)


def _picked(state: State, name: str) -> State:
    return replace(state, bound=replace(state.bound, picked=name))


def picked_of(state: State) -> str:
    """The shooter whose owner decides now."""
    assert state.bound.picked is not UNSET
    return state.bound.picked


def owner_of_picked(state: State) -> str:
    """The side of the picked shooter: it says how it shoots."""
    return state.position.base(picked_of(state)).side


def check_shot(state: State, action: Shoot | DeclineShot) -> Ruling:
    """Whether the picked shooter may shoot like this, or leave its shot."""
    if isinstance(action, DeclineShot):
        return _check_decline(state)
    verdict = Verdict()
    position = state.position
    names = (action.shooter, *action.helpers)
    gone = next((name for name in (*names, action.target) if not position.has_base(name)), None)
    if gone is not None:
        verdict.refuse(f"There is no {gone} on the table.", "DBM-B23.1")
        return verdict.decide("shoot")
    if picked_of(state) not in names:
        verdict.refuse(f"{picked_of(state)} shoots now: it must be the main shooter or aid it.", ORDER)
    for name in names:
        aim = (state.bound.aims or {}).get(name, action.target)
        if aim != action.target and aim in allowed_targets(position, position.base(name)):
            verdict.refuse(f"{name} is to shoot at {aim}, as its owner chose.", TIE)
    if action.edge is not None:
        _judge_edge(verdict, state, action, action.edge)
    if not verdict.legal:
        return verdict.decide("shoot")
    aimed = _aim_of(state, action.target)
    volley = gather(position, names, action.target, action.shooter, aimed, told=False)
    if not volley.legal or volley.main is None:
        volley = gather(position, names, action.target, action.shooter, aimed)
        cite(verdict, volley.faults)
        verdict.refuse(f"{' and '.join(names)} cannot shoot at {action.target} like this.", "DBM-B23.1")
    return verdict.decide("shoot")


def _judge_edge(verdict: Verdict, state: State, action: Shoot, edge: str) -> None:
    if edge not in EDGES:
        verdict.refuse(f"There is no edge {edge!r}; the edges are {', '.join(EDGES)}.", "DBM-B3.27")
        return
    shot = may_shoot(state.position, shooter=action.shooter, target=action.target, edge=edge)
    for reason in shot.because:
        verdict.cite(reason.clause, reason.says)
    if not shot.answer["legal"]:
        verdict.refuse(f"{action.shooter} cannot shoot at {action.target} from its {edge} edge.")


def _aim_of(state: State, name: str) -> str | None:
    """Whom an element shoots at later, if its owner has chosen that already and it still may."""
    aim = (state.bound.aims or {}).get(name)
    position = state.position
    if aim is None or not position.has_base(name) or aim not in allowed_targets(position, position.base(name)):
        return None
    return aim


def _check_decline(state: State) -> Ruling:
    verdict = Verdict()
    shooter = picked_of(state)
    targets = next((targets for name, targets in due(state) if name == shooter), ())
    found = [may_decline_shot(state.position, shooter=shooter, target=one) for one in targets]
    allowed = next((ruling for ruling in found if ruling.answer["legal"]), None)
    if allowed is None:
        says = f"{shooter} must shoot at {' or '.join(targets)}: a shot is left only where it endangers friends."
        verdict.refuse(says, "DBM-B23.5", "IWF-17.3")
    else:
        for reason in allowed.because:
            verdict.cite(reason.clause, reason.says)
    return verdict.decide("decline_shot")


def shoot(state: State, action: Shoot | DeclineShot, dice: Chance) -> Happened[State]:
    """Make one shot, with those who aid it, and carry out its result; or leave it."""
    if isinstance(action, DeclineShot):
        return _decline(state)
    position = state.position
    names = tuple(dict.fromkeys((action.shooter, *action.helpers)))
    aim = _answered(state, names, action.target)
    volley = gather(position, names, action.target, None, aim, told=False)
    main = action.shooter if action.shooter in volley.able else volley.able[0]
    volley = gather(position, names, action.target, main, aim, told=False)
    back = _aided(state, main, action.target) if volley.answered else ()
    rolls = (dice.roll(f"{main} shoots"), dice.roll(f"{action.target} is shot at"))
    ruling = shooting(
        position, shooters=names, target=action.target, dice=rolls, main=main, shoots_at=aim, aiding_back=back
    )
    answer = ruling.answer
    told = (*names, action.target, *back) if answer.get("exchange") else names
    told = tuple(dict.fromkeys(told))
    state = _spent(state, () if answer.get("removed") else told, action.target, aim)
    state, woken = provoked(state, (action.target, *((main,) if answer.get("exchange") else ())))
    helpers = tuple(name for name in names if name != main)
    event = Event("shoot", _told(main, helpers, action.target, answer), ruling.clauses, told, ruling)
    if answer.get("removed"):
        state, more = lose(state, state.position, dict.fromkeys(answer["removed"], OTHERWISE), dice)
        return state, (event, *woken, *more)
    opponents = {action.target: main, main: action.target}
    return carry_out(state, Fought(answer["outcomes"], opponents), dice, (event, *woken))


def _spent(state: State, shot: tuple[str, ...], target: str, aim: str | None) -> State:
    """The state in which some elements have shot and one has been shot at, which shoots at its aim later."""
    position = with_turn_notes(with_turn_notes(state.position, (target,), "shot_at"), shot, SHOT)
    bound = replace(state.bound, shot=(*state.bound.shot, *shot), picked=UNSET)
    if aim is not None and target not in shot:
        bound = replace(bound, aims={**(bound.aims or {}), target: aim})
    return replace(state, bound=bound, position=position)


def _decline(state: State) -> Happened[State]:
    shooter = picked_of(state)
    position = with_turn_notes(state.position, (shooter,), DECLINED)
    event = Event("decline_shot", f"{shooter} leaves its shot, which could harm friends", ("IWF-17.3",), (shooter,))
    return replace(state, position=position, bound=replace(state.bound, picked=UNSET)), (event,)


def _answered(state: State, names: tuple[str, ...], target: str) -> str | None:
    """Whom a target shoots at, where its owner chooses between equals and one of them shoots at it."""
    position = state.position
    known = _aim_of(state, target)
    enemy = position.base(target)
    if known is not None or is_holder(enemy) or arms(position, enemy) is None:
        return known
    options = allowed_targets(position, enemy, names)
    if len(options) < 2 or not any(name in options and _aims(position, name, target) for name in names):
        return None
    return choices_of(state).pick(TARGET, target, options)


def _aims(position: Position, name: str, target: str) -> bool:
    return target in allowed_targets(position, position.base(name))


def _aided(state: State, main: str, target: str) -> tuple[str, ...]:
    """Who aids a target that shoots back, as its owner chooses."""
    position = state.position
    enemy = position.base(target)
    left = could_aid(position, enemy, position.base(main))
    choices: Choices = choices_of(state)
    found: tuple[str, ...] = ()
    while left and len(found) < most_aid(position):
        name = choices.pick(AID, target, (*left, NOBODY))
        if name == NOBODY:
            break
        found = (*found, name)
        left = tuple(one for one in left if one != name)
    return found


def _told(main: str, helpers: tuple[str, ...], target: str, answer: dict[str, object]) -> str:
    with_it = f" with {', '.join(helpers)}" if helpers else ""
    says = f"{main}{with_it} shoots at {target}"
    totals = answer.get("totals")
    if isinstance(totals, list):
        says += f": {totals[0]} against {totals[1]}"
    loser = answer.get("loser")
    return f"{says}; {loser}: {str(answer['outcome']).replace('_', ' ')}" if loser else f"{says}; nothing happens"


def nobody_shoots(state: State) -> Happened[State] | None:
    """Go on when nobody is left who may shoot; a single shooter need not be picked."""
    waiting = due(state)
    if not waiting:
        return begin(state), ()
    return (_picked(state, waiting[0][0]), ()) if len(waiting) == 1 else None


def _picks(state: State) -> Iterator[Action]:
    for name, _ in due(state):
        yield PickShooter(name)


def _shots(state: State) -> Iterator[Action]:
    """Each target of the picked shooter with as many shooters as may shoot together, then with fewer."""
    shooter, position = picked_of(state), state.position
    targets = next((targets for name, targets in due(state) if name == shooter), ())
    aim = _aim_of(state, shooter)
    targets = targets if aim is None else (aim,)
    for target in targets:
        for main, helpers in _volleys(position, shooter, target, _aim_of(state, target)):
            yield Shoot(main, target, helpers)
    yield DeclineShot()
    for target in targets:
        yield Shoot(shooter, target)


def _volleys(position: Position, shooter: str, target: str, aim: str | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Ways in which a shooter and others shoot at a target together: main shooters with helpers."""
    others = [name for name in could_aid(position, position.base(shooter), position.base(target)) if name != shooter]
    for most in range(min(most_aid(position), len(others)), 0, -1):
        names = (shooter, *others[:most])
        for main in names:
            helpers = tuple(name for name in names if name != main)
            volley: Volley = gather(position, names, target, main, aim, told=False)
            if volley.legal and volley.main is not None:
                yield main, helpers


PHASES: dict[str, Phase] = {
    "shooting": Phase(
        "pick the next shooter",
        (PickShooter,),
        check_pick,
        pick,
        all_but_last(_picks),
        out_of_order=placed_by("DBM-B13.4", ORDER),
        passes=nobody_shoots,
    ),
    "shot": Phase(
        "say at whom the picked shooter shoots",
        (Shoot, DeclineShot),
        check_shot,
        shoot,
        all_but_last(_shots),
        decides=owner_of_picked,
        out_of_order=placed_by("DBM-B13.4", ORDER),
    ),
}
