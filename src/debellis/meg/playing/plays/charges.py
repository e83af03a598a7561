"""Charges as a battle decides them: declared, met, answered and moved, and the fire at them (SP 2.2 to 2.6)."""

from __future__ import annotations

from debellis.battle.asked import Playing
from debellis.meg.charging.declaring import free_files
from debellis.meg.charging.projecting import charge_of
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.playing.answering import asked_now
from debellis.meg.playing.going_back import STAND
from debellis.meg.playing.paying import needed_for
from debellis.meg.playing.plays.taking_up import (
    ANY_CARD,
    PAYER,
    Given,
    Plays,
    at,
    carried,
    holding,
    judged,
    named_units,
    paid,
    phase_in,
)
from debellis.meg.playing.state import Answer
from debellis.meg.units import bases_of, file_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Charge
from debellis.table.value import replace


def declared(position: Position, given: Given) -> Playing | None:
    """A charge that is declared in SP 2.2. Free contractions are not declared there, but made with the move."""
    if phase_in(position, given, "2.2") != "2.2" or "contract" in given:
        return None
    units = named_units(position, given)
    pays: Given = {}
    if given.get("kind", "prompted") == "prompted" and "cards" not in given:
        needed = needed_for(position, units, "C2") or ANY_CARD
        position = paid(position, units, needed)
        pays = {"general": PAYER, "cards": list(needed)}
    elif "cards" in given:
        pays = {"general": given.get("general"), "cards": given["cards"]}
        position = holding(position, given.get("general", ""), tuple(given["cards"]))
    on = given["on"] if isinstance(given["on"], list) else [given["on"]]
    if len(units) == 1 and in_combat(position, units[0].id) and bases_of(position, on[0]):
        files = free_files(position, units[0], unit_of(position, on[0]))
        pays["file"] = file_name(files[0][1]) if files else None
    asked = {key: given.get(key) for key in ("unit", "block", "on", "kind", "wheel")}
    return judged(at(position, "2.2", units[0].side), "charge", **asked, **pays)


def with_charge(position: Position, charger: str, target: str) -> Position:
    """The position with the charge of one unit group on another, which a question may take for granted."""
    if charge_of(position, charger) is not None:
        return position
    known = position.charges if isinstance(position.charges, tuple) else ()
    return replace(position, charges=(*known, Charge((charger,), (target,), "prompted")))


def met(how: str) -> Plays:
    """A countercharge or an interception in SP 2.4."""

    def plays(position: Position, given: Given) -> Playing | None:
        if phase_in(position, given, "2.4") != "2.4":
            return None
        unit, charger = unit_of(position, given["unit"]), given["charger"]
        if how == "countercharge":
            position = with_charge(position, charger, unit.id)
        needed = needed_for(position, (unit,), "C4") or ANY_CARD
        position = paid(position, (unit,), needed)
        states = at(position, "2.4", unit.side, stage="asking", queue=(charger,))
        more = {"how": how, "steps": given["steps"], "general": PAYER, "card": needed[0]}
        return judged(states, "meet", unit=unit.id, **more)

    return plays


def answered(position: Position, given: Given) -> Playing | None:
    """The answer of one target of a charge in SP 2.5; the other targets stand."""
    if phase_in(position, given, "2.5") != "2.5":
        return None
    unit = unit_of(position, given["unit"])
    position = with_charge(position, given["charger"], unit.id)
    charge = charge_of(position, given["charger"])
    if charge is None or given["response"] == "intercept":
        return None
    lead = charge.by[0]
    answers = tuple(Answer(lead, name, STAND) for name in charge.on if name != unit.id)
    states = at(position, "2.5", unit.side, stage="asking", queue=(lead,), answers=answers)
    if asked_now(states[0]) != unit.id:
        return None
    return judged(states, "respond", response=given["response"])


def turned(position: Position, given: Given) -> Playing | None:
    """A charge that is moved after a target which has moved."""
    if phase_in(position, given, "2.6") != "2.6":
        return None
    unit = unit_of(position, given["unit"])
    return judged(at(position, "2.6", unit.side), "move_charge", unit=unit.id, toward=given["toward"])


def moved(position: Position, given: Given) -> Playing | None:
    """A charge that is moved in SP 2.6, as it was declared or after a target."""
    if phase_in(position, given, "2.6") != "2.6":
        return None
    unit = unit_of(position, given["unit"])
    return carried(at(position, "2.6", unit.side), "move_charge", unit=unit.id, toward=given.get("toward"))


PLAYS: dict[str, Plays] = {
    "may_charge": declared,
    "may_countercharge": met("countercharge"),
    "may_intercept": met("intercept"),
    "may_respond": answered,
    "may_change_direction": turned,
    "charge_move": moved,
}
