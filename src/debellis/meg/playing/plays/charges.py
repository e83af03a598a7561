"""Charges as a battle decides them: declared, met, answered and moved, and the fire at them (SP 2.2 to 2.6)."""

from __future__ import annotations

from debellis.battle.asked import Playing
from debellis.battle.chance import Chance, Throw
from debellis.battle.rules import Opening
from debellis.battle.sides import other
from debellis.meg.charging.declaring import free_files
from debellis.meg.charging.projecting import charge_of
from debellis.meg.charging.responding import ANSWERS
from debellis.meg.fighting.contacts import in_combat
from debellis.meg.playing import answering, firing
from debellis.meg.playing.actions import HoldFiles, Respond
from debellis.meg.playing.answering import asked_now
from debellis.meg.playing.course import Course
from debellis.meg.playing.firing import VOLLEY, may_fire
from debellis.meg.playing.flow import RUNS
from debellis.meg.playing.going_back import STAND
from debellis.meg.playing.paying import needed_for
from debellis.meg.playing.plays.taking_up import (
    ANY_CARD,
    PAYER,
    Given,
    Plays,
    after,
    at,
    carried,
    holding,
    judged,
    named_units,
    paid,
    phase_in,
)
from debellis.meg.playing.state import Answer
from debellis.meg.shooting.targets import charger_targets
from debellis.meg.units import bases_of, file_name, files_of, moment, named_bases, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.units import Charge
from debellis.table.value import replace


def declared(position: Position, given: Given) -> Playing | None:
    """A charge that is declared in SP 2.2. Free contractions are not declared there, but made with the move."""
    if phase_in(position, given, "2.2") != "2.2" or "contract" in given:
        return None
    units = named_units(position, given)
    if any(charge_of(position, unit.id) is not None for unit in units):
        return None
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


def reached(position: Position, given: Given) -> Playing | None:
    """A charge that is moved and reaches somebody."""
    if phase_in(position, given, "2.6") != "2.6":
        return None
    unit = unit_of(position, given["charger"])
    here = with_charge(position, unit.id, given["met"])
    states = at(here, "2.6", unit.side)
    return carried(states, "move_charge", unit=unit.id)


def fire(position: Position, given: Given) -> Playing | None:
    """The fire at a charger in SP 2.5, or at one who meets a charge in SP 2.4, of all files that may shoot."""
    files = {base.id for base in named_bases(position, given["shooter"])}
    target = given.get("target") or given.get("charge")
    if not files or target is None or set(given) & {"as", "edge"}:
        return None
    name = unit_name(named_bases(position, target)[0]) if named_bases(position, target) else target
    charge = charge_of(position, name)
    phase = moment(position).phase if given.get("phase") is None else given["phase"]
    if phase not in FIRE or charge is None:
        return None
    side = other(unit_of(position, name).side)
    meets = charge.kind in ANSWERS
    own = "2.4" if meets else "2.5"
    answers = tuple(Answer(charge.by[0], one, STAND) for one in charge.on)
    lead = charge.on[0] if meets else charge.by[0]
    begun = at(position, own, side, stage="asking", queue=(lead,), answers=answers)[-1]
    course = Course(begun, Chance())
    able = may_fire(course, charge.by)
    states = after((begun,), side, VOLLEY, charge.by[0], *able)
    own_files = [file for file in files_of(position, unit_name(position.base(min(files)))) if file[0].id in files]
    shooting = [file for file in own_files if file[0].id in able]
    if not shooting:
        return judged(states, "hold_files", files=[file_name(own_files[0])]) if own_files else None
    aimed = {base.id for base in named_bases(position, target)}
    hit = charger_targets(begun.position, shooting[0], unit_of(position, name))
    sure = hit and hit[0].id in aimed and (len(hit) == 1 or "target" in given)
    return carried(states, "hold_files") if sure else None


def evaded(position: Position, given: Given) -> Playing | None:
    """The skirmish or run away move of a target of a charge, with what is shot at the charger before it."""
    if phase_in(position, given, "2.5") != "2.5":
        return None
    unit = unit_of(position, given["unit"])
    here = with_charge(position, given["charger"], unit.id)
    charge = charge_of(here, given["charger"])
    assert charge is not None
    lead = charge.by[0]
    answers = tuple(Answer(lead, name, STAND) for name in charge.on if name != unit.id)
    states = at(here, "2.5", unit.side, stage="asking", queue=(lead,), answers=answers)
    if asked_now(states[0]) != unit.id:
        return None
    words: Given = {key: given[key] for key in ("response", "shift", "hand") if key in given}
    action = Respond(words["response"], words.get("shift", 0.0), words.get("hand", "right"))
    course = Course(states[0], Thrown(given.get("die", 6)))
    answering.do(course, action)
    actions: list[tuple[str, Given]] = [("respond", words)]
    if not RUNS["2.5"](course) and course.state.waiting:
        actions.append(("hold_files", {}))
        firing.do_volley(course, HoldFiles())
        RUNS["2.5"](course)
    return Playing(Opening(), tuple(actions), course.chance.numbers, states=states, goes_on=True)


class Thrown(Chance):
    """One score for every variable distance, and the highest number of all other throws."""

    def __init__(self, score: int) -> None:
        super().__init__()
        self.score = score

    def number_of(self, throw: Throw) -> int:
        return self.score if "variable distance" in throw.why else throw.sides


#: The sub-phases in which chargers, and those who meet them, are shot at.
FIRE = ("2.4", "2.5")
PLAYS: dict[str, Plays] = {
    "may_charge": declared,
    "may_countercharge": met("countercharge"),
    "may_intercept": met("intercept"),
    "may_respond": answered,
    "may_change_direction": turned,
    "charge_move": moved,
    "on_contact": reached,
    "evade": evaded,
}
