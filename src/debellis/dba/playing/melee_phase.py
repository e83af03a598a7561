"""The close combats of a bound: those present at its start, one by one in the active player's order."""

from __future__ import annotations

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dba.aftermath.choosing import Choices
from debellis.dba.book import table
from debellis.dba.fighting.combat import Side, pair, resolve, side_of
from debellis.dba.fighting.earlier_results import cite_earlier_results, displaced
from debellis.dba.fighting.fighters import fighter, holding_side
from debellis.dba.fighting.fights import attackers_of, fights, touches_place
from debellis.dba.fighting.outcome import Clash
from debellis.dba.playing.actions import Fight
from debellis.dba.playing.after_combat import after_combat, with_losses
from debellis.dba.playing.chief_bonus import settled, sides_to_ask, waiting, with_bonus
from debellis.dba.playing.state import Rolled, State
from debellis.dba.playing.telling import told
from debellis.dba.victory import Tally, off_the_table, tallies, victory, winner_of
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import is_or_are, several

Pair = tuple[str, str]


def melees_of(position: Position, active: str) -> tuple[Pair, ...]:
    """Every close combat on the table now: pairs in front contact, and attacks on camps and towns."""
    found = fights(position)
    pairs = [
        (a, b)
        for a, b in sorted(found.opponent.items())
        if position.base(a).side == active and found.opponent.get(b) == a
    ]
    for place in position.features("camp", "bua"):
        attackers = attackers_of(position, place)
        if attackers and fighter(position, place.id) is not None:
            pairs += [(base.id, place.id) for base in attackers if not found.fights(base.id)]
    return tuple(pairs)


def most_attacks(position: Position, place: Terrain) -> int:
    """The greatest number of attacks on a camp or town in a bound."""
    return int(table(position, "place_attacks")[place.kind])


def begin_melee(state: State) -> State:
    """Fix the list of melees of the bound."""
    melees = melees_of(state.position, state.turn)
    return replace(state, phase="melee", melees=melees, assaults={}, fought=(), displaced={})


def still_to_fight(state: State) -> tuple[Pair, ...]:
    """The melees of the list that still exist: both sides alive and still in contact."""
    return tuple(p for p in state.melees if _stands(state.position, p))


def nobody_fights(state: State) -> Happened[State] | None:
    """Whether no melee is left, so that the bound ends."""
    return None if still_to_fight(state) else end_bound(state)


def _stands(position: Position, melee: Pair) -> bool:
    one, two = melee
    if not position.has_base(one) or not (position.has_base(two) or position.has_feature(two)):
        return False
    if position.has_feature(two) and not position.has_base(two):
        place = position.feature(two)
        held = fighter(position, two) is not None and holding_side(position, place) != position.base(one).side
        return held and touches_place(position.base(one), place)
    return fights(position).opponent.get(one) == two


def check_fight(state: State, action: Fight) -> Ruling:
    """Whether that combat may be fought next."""
    verdict = Verdict()
    melee = (action.attacker, action.defender)
    if melee not in still_to_fight(state):
        _refuse(verdict, state, melee)
    return verdict.decide("fight")


def _refuse(verdict: Verdict, state: State, melee: Pair) -> None:
    """Refuse a melee that may not be fought now, with the reason."""
    one, two = melee
    place = state.position.feature(two) if state.position.has_feature(two) else None
    if melee in state.fought:
        verdict.refuse(f"{one} and {two} have fought in this turn.", "BOB-RES-1b", "BOB-SEQ-6", "DBA22-B21.1")
    elif place is not None and _is_over(state, place, one):
        says = f"The attack on {two} is over for this turn."
        verdict.refuse(says, *_end_of_attack(state, place))
    elif melee in melees_of(state.position, state.turn):
        says = f"{one} and {two} came into contact by a result of this phase and fight in the next turn."
        clauses = ("BOB-MEL-2a", "BOB-GLO-7b", "BOB-SEQ-6", "BOB-RES-1b", "BOB-OUT-2a", "DBA22-B10.4")
        verdict.refuse(says, *clauses)
    elif melee in state.melees:
        says = f"An earlier result has parted {one} and {two}."
        verdict.refuse(says, "BOB-SEQ-2a", "BOB-OUT-2a", "DBA22-B10.4")
    else:
        _refuse_no_fight(verdict, state, one, two)


def _refuse_no_fight(verdict: Verdict, state: State, one: str, two: str) -> None:
    """Refuse a melee between two that do not fight at all, for the reasons that keep them from it."""
    position, finding = state.position, Finding()
    if all(position.has_base(name) or position.has_feature(name) for name in (one, two)):
        pair(position, one, two, finding, first_on(state, one, two))
    clauses = (*finding.reasons, "DBA22-B21.1")
    verdict.refuse(f"{one} and {two} are not in contact front to front.", *clauses)


def _is_over(state: State, place: Terrain, attacker: str) -> bool:
    """Whether the attacks on a place have ended in this bound although an enemy still touches it."""
    position = state.position
    if not position.has_base(attacker) or not touches_place(position.base(attacker), place):
        return False
    return place.id in state.assaults and (
        _won(state, place) or state.assaults[place.id] >= most_attacks(state.position, place)
    )


def _won(state: State, place: Terrain) -> bool:
    """Whether a base that attacked a place in this bound is in it now."""
    inside = state.position.within(place.id)
    return inside is not None and (inside.id, place.id) in state.fought


def _end_of_attack(state: State, place: Terrain) -> tuple[str, ...]:
    """The clauses that end the attacks on a place: the greatest number of attacks, or the first success."""
    if place.kind == "camp":
        return ("BOB-MEL-13", "DBA22-B7.5")
    return (*(("BOB-PUR-5b",) if _won(state, place) else ()), "BOB-MEL-12a", "DBA22-B8.6")


def fight(state: State, action: Fight, dice: Chance, choices: Choices) -> Happened[State]:
    """Fight one close combat and apply its result before the next is chosen."""
    position = state.position
    finding = Finding()
    first = first_on(state, action.attacker, action.defender)
    both = pair(position, action.attacker, action.defender, finding, first)
    assert both is not None
    one, two = both
    if state.rolled is UNSET:
        # Roll first: a missing die stops this function, which then runs again with the die.
        rolls = (dice.roll(f"{one.id} fights {two.id}"), dice.roll(f"{two.id} fights {one.id}"))
        asked = sides_to_ask(state, both)
        if asked:
            return waiting(state, Rolled(action.attacker, action.defender, rolls, asked))
    else:
        rolls = state.rolled.dice
    clash = Clash("close", frozenset(state.into_front), frozenset(state.into_flank))
    found = (
        side_of(position, one, two, clash, finding, first),
        side_of(position, two, one, clash, finding, first),
    )
    sides = (
        replace(found[0], sheet=with_bonus(state, one, found[0].sheet)),
        replace(found[1], sheet=with_bonus(state, two, found[1].sheet)),
    )
    state = settled(state, "melee")
    for side in sides:
        finding.add_sheet(side.sheet)
    answer = resolve(position, sides, rolls, clash, finding)
    _cite_course(state, sides, clash, finding)
    events = [told("fight", one.id, two.id, answer, rolls, finding)]
    loser = answer.get("loser")
    winner = two.id if loser == one.id else one.id
    done, more = after_combat(state, "close", answer, winner, dice, events, choices)
    done = replace(
        done,
        melees=tuple(p for p in state.melees if p != (action.attacker, action.defender)),
        fought=(*state.fought, (action.attacker, action.defender)),
        displaced={**displaced(position, done.position), **state.displaced},
    )
    if still_to_fight(done) and winner_of(tallies(done.position)) != "none":
        says = "nobody has lost before the end of the bound"
        more = (*more, Event("not_over", says, ("BOB-PIP-6c",)))
    done, ended = _end_attacks(done, action)
    return done, (*more, *ended)


def _cite_course(state: State, sides: tuple[Side, Side], clash: Clash, finding: Finding) -> None:
    """Cite how earlier events of the turn affect a melee: its order, PIPs, earlier results."""
    if len(still_to_fight(state)) > 1:
        says = f"{state.turn} picks one melee after another, in any order"
        finding.cite_all(("BOB-MEL-1a", "BOB-SEQ-2b", "BOB-GLO-9", "DBA22-B10.4"), says)
    if state.pips == 0:
        finding.cite_all(("BOB-SEQ-3", "DBA22-B11.1"), "no PIPs are left, and fighting needs none")
    cite_earlier_results(state, sides, clash, finding)
    for side in sides:
        how = state.beaten_before.get(side.who.id)
        if how == "recoil":
            finding.cite("BOB-REC-1c", f"{side.who.name} recoiled in the last turn and is not weakened by it")
        elif how == "flee":
            names = ("BOB-FLEE-4", "BOB-FLEE-1b", "DBA22-B30.3")
            finding.cite_all(names, f"{side.who.name} fled in the last turn and is not weakened by it")


def first_on(state: State, one: str | None, two: str | None) -> str | None:
    """The enemy that was first to touch a base that never turns, if that was in this bound."""
    for mover, enemy in state.contacts:
        if enemy in (one, two) and mover in (one, two):
            return mover
    return None


def _end_attacks(state: State, action: Fight) -> Happened[State]:
    """Count an attack on a place. After the last or a successful attack, its other attackers do not fight."""
    name = action.defender
    if state.position.has_base(name) or not state.position.has_feature(name):
        return state, ()
    place = state.position.feature(name)
    state = replace(state, assaults={**state.assaults, name: state.assaults.get(name, 0) + 1})
    if not _won(state, place) and state.assaults[name] < most_attacks(state.position, place):
        return state, ()
    others = tuple(one for one, two in state.melees if two == name)
    state = replace(state, melees=tuple(p for p in state.melees if p[1] != name))
    if not others:
        return state, ()
    says = f"{', '.join(others)} does not fight {name} in this turn"
    return state, (Event("attack_over", says, _end_of_attack(state, place), others),)


def end_bound(state: State) -> Happened[State]:
    """Remove bases that left the table, judge victory, and begin the other side's turn."""
    position = state.position
    gone = tuple([base.id for base in off_the_table(position)])
    events: list[Event] = []
    if gone:
        position = with_losses(position, position, gone)
        events.append(
            Event(
                "lost",
                f"{', '.join(gone)} left the table and {is_or_are(gone)} lost",
                ("BOB-VIC-3a", "BOB-GLO-8", "DBA22-B32.1"),
                gone,
            )
        )
    found = tallies(position)
    winner = winner_of(found)
    counts = ", ".join(f"{tally.side} has lost {tally.total}" for tally in found)
    if winner != "none":
        beaten = next(tally for tally in found if tally.side != winner)
        why = _why_lost(beaten)
        clause = "DBA22-B33.8" if beaten.too_many else "DBA22-B32.2"
        clauses = dict.fromkeys((*victory(position).clauses, clause, "DBA22-B10.5"))
        events.append(Event("victory", f"{winner} wins: {counts}", tuple(clauses)))
        if state.turn == state.invader:
            says = f"the battle ends at once: {other(state.turn)} does not get another turn"
            events.append(Event("end", says, ("BOB-SEQ-1b", "BOB-GLO-1")))
        return replace(state, position=position, phase="over", winner=winner, why=why), tuple(events)
    if min(state.bounds.get(side, 0) for side in ("red", "blue")) >= state.limit:
        events.append(Event("limit", f"the agreed {several(state.limit, 'bound is', 'bounds are')} over: {counts}"))
        return replace(state, position=position, phase="over", why="the agreed number of bounds"), tuple(events)
    events.append(_next_turn(state, victory(position).clauses))
    after = replace(state, position=position, phase="pips", turn=other(state.turn), melees=())
    return replace(after, beaten={}, beaten_before=state.beaten, displaced={}, fought=()), tuple(events)


def _why_lost(beaten: Tally) -> str:
    if not beaten.too_many:
        return "general and more elements lost" if beaten.general else "elements lost"
    return f"{'commander-in-chief' if beaten.general else 'commands demoralised'} and more elements lost"


def _next_turn(state: State, why_not_over: tuple[str, ...]) -> Event:
    """The event that passes the turn to the other side. Unused PIPs are lost."""
    says = f"the turn passes to {other(state.turn)}"
    clauses = ["BOB-SEQ-1a", "BOB-GLO-9", "DBA22-B4.6"]
    if state.pips:
        says += f"; {state.pips} PIP{'s' if state.pips > 1 else ''} not used {'are' if state.pips > 1 else 'is'} lost"
        clauses += ["BOB-PIP-1", "DBA22-B11.1"]
    return Event("turn", says, tuple(dict.fromkeys((*clauses, *why_not_over))))
