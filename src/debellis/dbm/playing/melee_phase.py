"""The close combats of a bound: those that stand at its start, one by one in the order the bound's player picks."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.dbm.aftermath.forks import MAIN
from debellis.dbm.fighting.combat import resolve, sides_of
from debellis.dbm.fighting.pairing import pair
from debellis.dbm.fighting.support_question import told_support
from debellis.dbm.playing.actions import Action, Fight, Storm
from debellis.dbm.playing.choosing import choices_of
from debellis.dbm.playing.pursuits import pursue_after
from debellis.dbm.playing.results import Fought, carry_out
from debellis.dbm.playing.state import State
from debellis.dbm.playing.works_phase import assaulters, check_storm, storm, storm_ideas, storms_left
from debellis.manoeuvre.contact import meet
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

Melee = tuple[str, str]


def melees_of(position: Position, active: str, contacts: tuple[Melee, ...] = ()) -> tuple[Melee, ...]:
    """Every close combat that stands: fronts together first, then holds, one for each element held."""
    found: list[tuple[int, Melee, str | None]] = []
    for base in position.friends(active):
        for enemy in position.near_enemies(active, base.rectangle):
            if not meet(base.rectangle, enemy.rectangle).touching:
                continue
            both = pair(position, base.id, enemy.id, Finding())
            if both is not None:
                found.append((_when(contacts, base.id, enemy.id), (base.id, enemy.id), both.not_in_front))
    found.sort(key=lambda one: (one[2] is not None, one[0], one[1]))
    taken: set[str] = set()
    melees: list[Melee] = []
    for _, melee, _held in found:
        if not taken & set(melee):
            melees.append(melee)
            taken |= set(melee)
    return tuple(melees)


def _when(contacts: tuple[Melee, ...], one: str, two: str) -> int:
    """When two came into contact in this bound; before all that did, if earlier."""
    return next((i for i, contact in enumerate(contacts, 1) if set(contact) == {one, two}), 0)


def begin(state: State) -> State:
    """Fix the list of the combats of the bound."""
    melees = melees_of(state.position, state.turn, state.bound.contacts)
    storms = assaulters(state.position)
    bound = replace(state.bound, melees=melees, storms=storms) if storms else replace(state.bound, melees=melees)
    return replace(state, phase="melee", bound=bound)


def left(state: State) -> tuple[Melee, ...]:
    """The combats of the list still to be fought: both are alive and still in contact."""
    position = state.position
    return tuple(
        melee
        for melee in state.bound.melees
        if melee not in state.bound.fought
        and all(position.has_base(name) for name in melee)
        and pair(position, *melee, Finding()) is not None
    )


def unfought(state: State) -> int:
    """How many combats and assaults of the bound are still to be fought."""
    return len(left(state)) + len(storms_left(state))


def check(state: State, action: Fight | Storm) -> Ruling:
    """Whether that combat may be fought next."""
    if isinstance(action, Storm):
        return check_storm(state, action)
    verdict = Verdict()
    if (action.attacker, action.defender) not in left(state):
        says = f"{action.attacker} and {action.defender} have no combat to fight in this bound."
        verdict.refuse(says, "DBM-B13.5", "DBM-B24.1")
    return verdict.decide("fight")


def fight(state: State, action: Fight | Storm, dice: Chance) -> Happened[State]:
    """Fight one combat and carry out its result before the next is chosen."""
    if isinstance(action, Storm):
        return storm(state, action, dice)
    finding = Finding()
    listed = (action.attacker, action.defender)
    names = _led(state, listed)
    found = pair(state.position, *names, finding)
    assert found is not None
    rolls = (dice.roll(f"{names[0]} fights {names[1]}"), dice.roll(f"{names[1]} fights {names[0]}"))
    setting = found.setting(state.bound.into_front)
    sides = sides_of(state.position, found.one, found.two, setting, finding)
    answer = resolve(state.position, sides, rolls, setting, finding) | {"dice": list(rolls)}
    answer["support"] = {side.who.id: told_support(side.backing) for side in sides}
    ruling = finding.rule("fight", answer)
    told = Event("fight", _told(names, answer), ruling.clauses, names, ruling)
    before = state.position
    opponents = {names[0]: names[1], names[1]: names[0]}
    backing = {side.who.id: tuple(rank.id for rank in side.backing.supporters) for side in sides}
    supporters = {name: tuple(one for one in ranks if one != name) for name, ranks in backing.items()}
    holders = tuple(answer["recoil_with_it"])
    state, events = carry_out(state, Fought(answer["outcomes"], opponents, True, supporters, holders), dice, (told,))
    beaten = {one: answer["outcomes"][two] for one, two in (names, names[::-1]) if found.not_in_front is None}
    bound = replace(state.bound, fought=(*state.bound.fought, listed), beaten={**state.bound.beaten, **beaten})
    state = replace(state, bound=bound)
    state, chased = pursue_after(state, before, names, answer["outcomes"], found.not_in_front, dice)
    return state, (*events, *chased)


def _led(state: State, melee: Melee) -> Melee:
    """The two who fight: of several holders of one element the one whom their owner makes the main fighter."""
    position = state.position
    both = pair(position, *melee, Finding())
    if both is None or both.not_in_front is None:
        return melee
    held = both.not_in_front
    first = melee[1] if melee[0] == held else melee[0]
    busy = {name for other in left(state) if other != melee for name in other}
    options = [first]
    for enemy in position.near_enemies(position.base(held).side, position.base(held).rectangle):
        if enemy.id in (first, *busy) or not meet(enemy.rectangle, position.base(held).rectangle).touching:
            continue
        other = pair(position, held, enemy.id, Finding())
        if other is not None and other.not_in_front == held:
            options.append(enemy.id)
    if len(options) < 2:
        return melee
    main = choices_of(state).pick(MAIN, first, tuple(sorted(options)))
    return (held, main) if melee[0] == held else (main, held)


def _told(names: Melee, answer: dict[str, object]) -> str:
    totals = answer["totals"]
    assert isinstance(totals, list)
    says = f"{names[0]} fights {names[1]}: {totals[0]} against {totals[1]}"
    loser = answer.get("loser")
    return f"{says}; {loser}: {str(answer['outcome']).replace('_', ' ')}" if loser else f"{says}; nothing happens"


def nobody_left(state: State) -> Happened[State] | None:
    """Go on when every combat is fought."""
    return None if unfought(state) else (replace(state, phase="press"), ())


def _ideas(state: State) -> Iterator[Action]:
    for melee in left(state):
        yield Fight(*melee)
    yield from _storms(state)


def _storms(state: State) -> Iterator[Action]:
    return (idea for idea in storm_ideas(state) if isinstance(idea, Storm) and check_storm(state, idea).answer["legal"])


PHASES: dict[str, Phase] = {
    "melee": Phase(
        "pick the next close combat",
        (Fight, Storm),
        check,
        fight,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B13.5"),
        passes=nobody_left,
    )
}
