"""Prompted moves as a battle decides them: clearing the way, moves, aligns, bases in combat, and breaking off."""

from __future__ import annotations

from debellis.battle.asked import Playing
from debellis.meg.cards.costs import DOUBLE
from debellis.meg.moving.engaging import COSTS
from debellis.meg.playing.judging import allowed
from debellis.meg.playing.judging import judged as ruling_on
from debellis.meg.playing.moving import price_of
from debellis.meg.playing.paying import needed_for
from debellis.meg.playing.plays.taking_up import (
    ANY_CARD,
    PAYER,
    Given,
    Plays,
    after,
    at,
    judged,
    named_units,
    paid,
    phase_in,
)
from debellis.meg.troops import CAMP
from debellis.meg.units import unit_of
from debellis.table.position import Position
from debellis.umpire.editions import edition

CLEARING, IN_COMBAT = "C1", ("MF1", "MF2")
#: A move by each code that is as small as it can be, for questions that only ask whether the code is open.
SMALL: dict[str, Given] = {
    "M1": {},
    "M2": {"steps": [{"advance": 10}]},
    "M3": {"steps": [{"wheel": 3, "pivot": "left"}]},
    "M5": {"steps": [{"advance": 40}, {"shift": 10}]},
    "M6": {"steps": [{"advance": 5}, {"contract": 1, "drop": "left"}]},
    "M7": {"steps": [{"expand": 1, "add": "left"}]},
    "M8": {"steps": [{"contract": 1, "drop": "left"}]},
    "M9": {"steps": [{"turn": 180}]},
    "M10": {"steps": [{"turn": 180}, {"advance": 10}]},
    "M11": {"steps": [{"turn": 90}, {"advance": 10}]},
    "M12": {"steps": [{"back": 40}]},
    "M13": {"steps": [{"back": 40}]},
    "M15": {"steps": [{"advance": 10}]},
    "C1": {"steps": [{"back": 120}]},
    "dismount": {},
}


def moved(position: Position, given: Given) -> Playing | None:
    """A move in SP 4.3, or out of the way in SP 2.1; bases in combat in SP 4.3 and 5.5."""
    code = given["action"]
    if code in IN_COMBAT:
        return _rearranged(position, given)
    own = "2.1" if code == CLEARING else "4.3"
    if phase_in(position, given, own) != own:
        return None
    units = named_units(position, given)
    parts = tuple(part["action"] for part in given.get("parts", ()))
    needed = (() if units[0].kind == CAMP else price_of(position, units, code, parts)) or ANY_CARD
    here = paid(position, units, needed)
    asked = {key: given.get(key) for key in ("unit", "block", "pulls", "formation")}
    asked["parts" if code == DOUBLE else "steps"] = given.get("parts" if code == DOUBLE else "steps")
    return judged(at(here, own, units[0].side), "move", code=code, general=PAYER, cards=list(needed), **asked)


def _rearranged(position: Position, given: Given) -> Playing | None:
    phase = phase_in(position, given, "4.3")
    if phase not in ("4.3", "5.5") or "ends" not in given:
        return None
    units = named_units(position, given)
    needed = needed_for(position, units, given["action"]) or ANY_CARD
    here = paid(position, units, needed)
    pays = {"code": given["action"], "ends": given["ends"], "general": PAYER, "card": needed[0]}
    return judged(at(here, phase, units[0].side), "rearrange", unit=units[0].id, **pays)


def engaged(position: Position, given: Given) -> Playing | None:
    """A combat that is opened in SP 4.3 with enemy already touched."""
    if phase_in(position, given, "4.3") != "4.3":
        return None
    unit = unit_of(position, given["unit"])
    needed = needed_for(position, (unit,), COSTS[given["by"]]) or ANY_CARD
    here = paid(position, (unit,), needed)
    asked = {key: given[key] for key in ("unit", "enemy", "by")}
    return judged(at(here, "4.3", unit.side), "engage", general=PAYER, cards=list(needed), **asked)


def aligned(position: Position, given: Given) -> Playing | None:
    """An align at the end of a charge, in SP 4.2 or in SP 5.1."""
    phase = phase_in(position, given, "4.2")
    if phase not in ("2.6", "4.2", "5.1") or "to" not in given or "unit" not in given:
        return None
    unit = unit_of(position, given["unit"])
    states = at(position, phase, unit.side)
    if phase == "2.6":
        states = after(states, unit.side, "tidy", unit.id)
    return judged(states, "align", unit=unit.id, to=given["to"])


def acted(position: Position, given: Given) -> Playing | None:
    """The smallest action of a code."""
    code, name = given["action"], given.get("unit") or given["camp"]
    unit = unit_of(position, name)
    if unit.kind == CAMP and code in SMALL:
        return None
    if code in SMALL:
        small = edition(position.edition).questions["may_move"]
        asked = {"unit": name, "action": code, **SMALL[code]}
        if allowed(position, "may_act", unit=name, action=code) and not small.ask(position, asked).answer["legal"]:
            return None
        return moved(position, {"unit": name, "action": code, "phase": given.get("phase"), **SMALL[code]})
    if code == "E1":
        return _recovered(position, given)
    own = {"F2": "5.4", "F3": "5.4", "F4": "5.4", "C3": "2.3"}.get(code)
    if own is None or phase_in(position, given, own) != own:
        return None
    needed = (() if unit.kind == CAMP else needed_for(position, (unit,), code)) or ANY_CARD
    here = paid(position, (unit,), needed)
    pays = {"general": PAYER, "card": needed[0]}
    if code == "C3":
        states = at(here, "2.3", unit.side)
        return judged(states, "stop_charge", **pays) if states[0].queue[:1] == (name,) else None
    return judged(at(here, "5.4", unit.side), "break_off", unit=name, code=code, **pays)


def _recovered(position: Position, given: Given) -> Playing | None:
    if phase_in(position, given, "6.1") != "6.1" or "camp" in given:
        return None
    unit = unit_of(position, given["unit"])
    here = paid(position, (unit,), ANY_CARD)
    return judged(at(here, "6.1", unit.side), "recover", unit=unit.id, general=PAYER, card=ANY_CARD[0])


def broken_off(position: Position, given: Given) -> Playing | None:
    """A break-off in SP 5.4, by the action that is named or by the one that it needs."""
    if phase_in(position, given, "5.4") != "5.4" or "wheel" in given:
        return None
    unit = unit_of(position, given["unit"])
    code = given.get("action") or ruling_on(position, "may_break_off", unit=unit.id).answer.get("action") or "F2"
    needed = needed_for(position, (unit,), code) or ANY_CARD
    here = paid(position, (unit,), needed)
    pays = {"general": PAYER, "card": needed[0], "shift": given.get("shift"), "hand": given.get("hand")}
    return judged(at(here, "5.4", unit.side), "break_off", unit=unit.id, code=code, **pays)


PLAYS: dict[str, Plays] = {
    "may_move": moved,
    "may_engage": engaged,
    "may_align": aligned,
    "may_act": acted,
    "may_break_off": broken_off,
}
