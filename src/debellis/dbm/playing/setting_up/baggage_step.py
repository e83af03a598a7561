"""Baggage: placed when both sides have deployed, all in one command that is not an ally's."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.armies.elements import BAGGAGE
from debellis.dbm.going import DIFFICULT, WATER, going_at
from debellis.dbm.playing.actions import Action, PlaceBaggage
from debellis.dbm.playing.setting_up.drawing_up import on_works
from debellis.dbm.playing.setting_up.order_step import disclose
from debellis.dbm.playing.state import State, defender
from debellis.dbm.playing.works_phase import with_defenders
from debellis.dbm.setting_up.deployment import judge_zone, may_give_baggage
from debellis.dbm.setting_up.zones import depth_of_zone, inward_of
from debellis.dbm.troops import ALLY, CINC, service, troop
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.table.bases import Base, Service
from debellis.table.board import is_off, length_of
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def baggage_of(state: State, side: str) -> tuple[Base, ...]:
    """The baggage elements of a side."""
    return tuple(base for base in state.forces[side].elements if troop(base).type == BAGGAGE)


def check(state: State, action: PlaceBaggage) -> Ruling:
    """Whether the baggage may be given to that command and stand there."""
    verdict = Verdict()
    side = state.turn
    wanted = {base.id: base for base in baggage_of(state, side)}
    if set(action.places) != set(wanted):
        verdict.refuse(f"All {len(wanted)} baggage elements are placed, and nothing else.", "DBM32-P15-dep-baggage")
        return verdict.decide("place_baggage")
    given = may_give_baggage(state.position, side=side, command=action.command)
    for reason in given.because:
        verdict.cite(reason.clause, reason.says)
    verdict.faults.extend(given.answer.get("faults", ()))
    others = list(state.position.standing)
    for name, pose in sorted(action.places.items()):
        base = replace(wanted[name], front=pose.front, facing=pose.facing)
        judge_zone(verdict, state.position, base, state.edges[side])
        if not _stands_free(state.position, base.rectangle, base, others):
            verdict.refuse(f"There is no room for {name} there.", "DBM-B12.2")
        others.append(base)
    return verdict.decide("place_baggage")


def _stands_free(position: Position, where: Rectangle, base: Base, others: list[Base]) -> bool:
    """Whether baggage may stand at a place: on the table, on land, on nobody."""
    if is_off(where, position.size) or any(overlaps(where, one.rectangle) for one in others):
        return False
    return going_at(position, where, troop(base))[0] != WATER and not on_works(position, where)


def place(state: State, action: PlaceBaggage, dice: Chance) -> Happened[State]:
    """Put the baggage on the table; then the other side, then the first bound."""
    side = state.turn
    bases = tuple(
        replace(base, front=pose.front, facing=pose.facing, service=Service(action.command))
        for base in baggage_of(state, side)
        for pose in (action.places[base.id],)
    )
    position = replace(state.position, bases=(*state.position.bases, *bases))
    says = f"{side} gives its baggage to {action.command}"
    event = Event("baggage", says, ("DBM32-P15-dep-baggage",), tuple(base.id for base in bases))
    if side == defender(state):
        return replace(state, position=position, turn=other(side)), (event,)
    assert state.invader is not None
    first = Event("turn", f"{state.invader}, the invader, has the first bound", ("DBM-B13.1",))
    position = with_defenders(position)
    state, shown = disclose(replace(state, position=position, phase="pips", turn=state.invader))
    return state, (event, *shown, first)


def _ideas(state: State) -> Iterator[Action]:
    side = state.turn
    leaders = [b for b in state.position.friends(side) if service(b).rank not in (None, ALLY)]
    leaders.sort(key=lambda base: (service(base).rank != CINC, base.id))
    for leader in leaders:
        for clear in (True, False):
            places = _row(state, side, clear)
            if places is not None:
                yield PlaceBaggage(service(leader).command, places)


def _row(state: State, side: str, clear: bool) -> dict[str, Pose] | None:
    """Places along the own edge, from the middle outwards; in clear ground if wanted."""
    edge = state.edges[side]
    position = state.position
    wanted = list(baggage_of(state, side))
    if not wanted:
        return {}
    x, y = inward_of(edge)
    width, depth = wanted[0].width, wanted[0].depth
    middle = length_of(edge, position.size) * 0.5
    taken = list(position.standing)
    found: dict[str, Pose] = {}
    deep = depth
    while deep <= depth_of_zone(position, edge) and wanted:
        for i in range(int(middle / width)):
            for along in dict.fromkeys((middle + i * width, middle - i * width)):
                at = (along, deep if edge == "south" else position.size[1] - deep)
                where = Rectangle(at, (x, y), width, depth)
                if not wanted or not _stands_free(position, where, wanted[0], taken):
                    continue
                if clear and going_at(position, where, troop(wanted[0]))[0] == DIFFICULT:
                    continue
                base = replace(wanted.pop(0), front=at, facing=(x, y))
                if judged_out(position, base, edge):
                    wanted.insert(0, base)
                    continue
                taken.append(base)
                found[base.id] = Pose(at, (x, y))
        deep += depth
    return None if wanted else found


def judged_out(position: Position, base: Base, edge: str) -> bool:
    """Whether a place is outside the zone of its side."""
    verdict = Verdict()
    judge_zone(verdict, position, base, edge)
    return not verdict.legal


PHASES: dict[str, Phase] = {
    "baggage": Phase(
        "place the baggage",
        (PlaceBaggage,),
        check,
        place,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B12.3"),
        setting_up=True,
    )
}
