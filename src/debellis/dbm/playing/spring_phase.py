"""Before the shooting of a bound: each side that may have somebody in ambush says who of them is shown, to shoot."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.ambush.placing import must_place_ambush
from debellis.dbm.playing.actions import Action, SpringAmbush
from debellis.dbm.playing.hidden import lurking, missing, orders_of, revealed, show, with_lurking
from debellis.dbm.playing.state import State
from debellis.dbm.shooting.shooters import arms, range_of
from debellis.dbm.shooting.targets import allowed_targets
from debellis.table.board import BESIDE, length_of, nearest_inward
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def decides(state: State) -> str:
    """The side in its bound first, then the other."""
    return other(state.turn) if state.turn in (state.springs or ()) else state.turn


def check(state: State, action: SpringAmbush) -> Ruling:
    """Whether these are in ambush and may shoot from where they are; nobody need be shown."""
    verdict = Verdict()
    side = decides(state)
    hidden = orders_of(state, side).ambushes
    for name in action.elements:
        if name not in hidden:
            verdict.refuse(f"{name} is not in ambush.", "DBM-B12.4")
        elif not _targets(state, name):
            verdict.refuse(f"{name} has nobody to shoot at and stays hidden.", "DBM-B12.4")
    return verdict.decide("spring_ambush")


def _targets(state: State, name: str) -> tuple[str, ...]:
    """Whom a hidden element could shoot at if it were shown."""
    position = revealed(state, (name,)).position
    base = position.base(name)
    return allowed_targets(position, base) if arms(position, base) is not None else ()


def spring(state: State, action: SpringAmbush, dice: Chance) -> Happened[State]:
    """Show those who shoot; the other side is next, then the shooting."""
    side = decides(state)
    events: tuple[Event, ...] = ()
    if action.elements:
        ruling = must_place_ambush(with_lurking(state, side), element=action.elements[0], event="shoots")
        state, events = show(state, action.elements, "they shoot", ruling.clauses)
    return _following(state, side), events


def _following(state: State, side: str) -> State:
    done = (*(state.springs or ()), side)
    if len(done) == 1:
        return replace(state, springs=done)
    return replace(state, phase="shooting", springs=UNSET)


def nobody_near(state: State) -> Happened[State] | None:
    """A side is not asked if nobody of it is missing, or no enemy is where its ambushers could reach him.

    Everybody can see that, so it tells nobody anything.
    """
    side = decides(state)
    if missing(state, side) > 0 and _enemy_near(state, side):
        return None
    return _following(state, side), ()


def _enemy_near(state: State, side: str) -> bool:
    """Whether an enemy is in or near the half in which a side may hide."""
    position = state.position
    edge = state.edges[side]
    armed = [base for base in state.forces[side].elements if arms(position, base) is not None]
    if not armed:
        return False
    half = 0.5 * length_of(BESIDE[edge][0], position.size)
    reach = half + max(range_of(position, base) for base in armed)
    return any(nearest_inward(base.rectangle.corners, edge, position.size) <= reach for base in position.enemies(side))


def _ideas(state: State) -> Iterator[Action]:
    side = decides(state)
    armed = [base.id for base in lurking(state, side) if _targets(state, base.id)]
    if armed:
        yield SpringAmbush(tuple(armed))
    yield SpringAmbush()


PHASES = {
    "springing": Phase(
        "show ambushers who shoot, or nobody",
        (SpringAmbush,),
        check,
        spring,
        all_but_last(_ideas),
        decides=decides,
        out_of_order=placed_by("DBM-B13.4"),
        passes=nobody_near,
    )
}
