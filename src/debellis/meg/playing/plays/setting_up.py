"""Steps before the first turn as a battle decides them, and flank marches that arrive."""

from __future__ import annotations

from typing import Any

from debellis.battle.asked import Playing
from debellis.battle.sides import SIDES
from debellis.geometry.plane import bearing
from debellis.meg.general_facts import general_of
from debellis.meg.playing.midgame import standing
from debellis.meg.playing.plays.taking_up import Given, Plays, judged
from debellis.meg.playing.setting_up.taken_up import in_step, with_told
from debellis.meg.playing.state import State
from debellis.meg.setting_up.items import COMPULSORY, OPTIONAL
from debellis.meg.setting_up.placing import FIELD
from debellis.meg.setting_up.pre_battle import PASS
from debellis.meg.units import bases_of, front_rank, generals_of, outline, unit_name, unit_of
from debellis.table.position import Position
from debellis.table.value import replace


def step(position: Position, name: str, **told: Any) -> tuple[State, ...]:
    """The battle in a step before its first turn."""
    words = {"step": name, **{key: value for key, value in told.items() if value is not None}}
    return (in_step(with_told(standing(position, "1.1"), words), words),)


def passed(position: Position, given: Given) -> Playing | None:
    """A pass in a round of the pre-battle system."""
    side = SIDES[0]
    states = step(
        position,
        "card",
        decides=side,
        round=given["round"],
        dealt={side: given["dealt"]},
        passes={side: given.get("passes", 0)},
        pbs={side: ("white",)},
    )
    return judged(states, "play_card", card=PASS)


def placed(position: Position, given: Given) -> Playing | None:
    """An item of terrain that its owner places."""
    if given.get("item") == "secure" or given.get("adjusted"):
        return None
    if given["kind"] == FIELD and given.get("roll") is not None:
        return None
    sort = given.get("item", OPTIONAL)
    states = step(position, "place", decides=given["side"], item=given["kind"], sort=sort, die=given.get("roll"))
    return judged(states, "place_terrain", kind=given["kind"], outline=given["outline"])


def chosen(position: Position, given: Given) -> Playing | None:
    """An item of terrain that a side chooses."""
    if set(given) - {"kind", "item", "left", "picked", "density", "chosen"} or given.get("item") == "secure":
        return None
    sort = given.get("item", OPTIONAL)
    side = SIDES[0]
    if sort == OPTIONAL and ("density" not in given or given.get("chosen")):
        return None
    cell = (given["density"], "none") if sort == OPTIONAL else None
    states = step(
        position,
        "choose",
        decides=side,
        sort=sort,
        left=given.get("left"),
        picked={side: given.get("picked", ())},
        cell=cell,
    )
    return judged(states, "choose_item", kind=given["kind"])


def adjusted(position: Position, given: Given) -> Playing | None:
    """An item that the opponent of its owner adjusts."""
    if given.get("item") == "secure":
        return None
    decides = SIDES[1 - SIDES.index(given["side"])]
    kind = position.feature(given["piece"]).kind
    sort = given.get("item", COMPULSORY)
    states = step(
        position, "adjust", decides=decides, item=kind, sort=sort, piece=given["piece"], adjusting=given["die"]
    )
    return judged(states, "adjust_terrain", how=given["how"], by=given.get("by"), degrees=given.get("degrees"))


def deployed(position: Position, given: Given) -> Playing | None:
    """A unit group that is deployed in its shape."""
    unit = unit_of(position, given["unit"])
    if not bases_of(position, unit.id) and "to" not in given:
        return None
    files: int | None = None
    to = given.get("to")
    here = position
    if bases_of(position, unit.id):
        place = outline(position, unit)
        files = len(front_rank(position, unit))
        to = to or {"front": list(place.front), "facing": bearing(place.facing)}
        own = [base.id for base in bases_of(position, unit.id)]
        here = position.without(*own)
    form = given.get("form") or unit.form or None
    states = step(here, "deploy", decides=unit.side)
    return judged(states, "deploy", unit=unit.id, to=to, files=files, form=form)


def hidden(position: Position, given: Given) -> Playing | None:
    """A unit group that its owner notes in ambush."""
    unit = unit_of(position, given["unit"])
    here = _off_table(position, (unit.id,))
    states = step(here, "notes", decides=unit.side)
    return judged(states, "write_notes", ambushes={unit.id: given["in"]})


def marching(position: Position, given: Given) -> Playing | None:
    """Unit groups that a side notes for a flank march."""
    he = general_of(position, given["general"])
    if he.role == "AC":
        return None
    here = _off_table(position, tuple(given["units"]))
    generals = [replace(one, unit="", file="", front=None) if one.id == he.id else one for one in generals_of(here)]
    states = step(replace(here, generals=tuple(generals)), "notes", decides=he.side)
    flank = given.get("flank", "left")
    return judged(states, "write_notes", cards={he.id: flank}, marches={he.id: list(given["units"])})


def _off_table(position: Position, names: tuple[str, ...]) -> Position:
    away = [base.id for base in position.bases if unit_name(base) in names]
    return position.without(*away) if away else position


PLAYS: dict[str, Plays] = {
    "may_pass": passed,
    "may_place_terrain": placed,
    "may_choose_terrain": chosen,
    "may_adjust_terrain": adjusted,
    "may_deploy": deployed,
    "may_ambush": hidden,
    "may_flank_march": marching,
}
