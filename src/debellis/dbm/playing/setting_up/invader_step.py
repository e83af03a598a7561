"""Who invades: the dice and the aggression of the lists. The invader comes from the far long edge."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import SIDES, other
from debellis.dbm.playing.actions import Action, RollForInvader
from debellis.dbm.playing.state import State
from debellis.dbm.setting_up.sides import invader
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict


def check(state: State, action: RollForInvader) -> Ruling:
    """The dice may always be thrown."""
    return Verdict().decide("roll_for_invader")


def roll(state: State, action: RollForInvader, dice: Chance) -> Happened[State]:
    """Both throw until one total is higher; that side invades."""
    aggression = tuple(float(state.forces[side].aggression) for side in SIDES)
    events: list[Event] = []
    while True:
        rolls = (dice.roll("red's die for invader"), dice.roll("blue's die for invader"))
        ruling = invader(state.position, rolls=rolls, aggression=(aggression[0], aggression[1]))
        totals = ruling.answer["totals"]
        events.append(
            Event("invader", f"aggression: red {totals[0]:g}, blue {totals[1]:g}", ruling.clauses, (), ruling)
        )
        if ruling.answer["invader"] is not None:
            break
    side = SIDES[ruling.answer["invader"]]
    events.append(Event("invader", f"{side} invades, {other(side)} defends", ("DBM-B9.2",)))
    edges = {side: "north", other(side): "south"}
    return replace(state, phase="season", turn=side, invader=side, edges=edges), tuple(events)


def _ideas(state: State) -> Iterator[Action]:
    yield RollForInvader()


PHASES: dict[str, Phase] = {
    "invader": Phase(
        "throw for invader",
        (RollForInvader,),
        check,
        roll,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B9.1", "DBM-B9.2"),
        setting_up=True,
    )
}
