"""The phases before the first turn, in their order, and those in which hidden troops come onto the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from debellis.battle.phase import Check, may_always
from debellis.meg.playing.course import Course
from debellis.meg.playing.setting_up import (
    camp_steps,
    deploy_steps,
    flank_steps,
    general_steps,
    item_steps,
    note_steps,
    pbs_steps,
)
from debellis.meg.playing.setting_up.actions import (
    AdjustTerrain,
    ChooseItem,
    ChooseTerritory,
    Deploy,
    PlaceCamp,
    PlaceGenerals,
    PlaceTerrain,
    PlayCard,
    RollForInvader,
    SecureFlank,
    SetMarker,
    TakeItem,
    TakePart,
    WriteNotes,
)
from debellis.table.value import Value

#: What an action does to the course of a battle.
Act = Callable[[Course, Any], None]


class Step(Value, frozen=True):
    """A phase before the first turn: what is to be done, by which action, and whether it is secret."""

    what: str
    kind: Any
    check: Check
    act: Act
    ideas: Callable[[Any], Iterable[Any]]
    secret: bool = False


STEPS: dict[str, Step] = {
    pbs_steps.INVADER: Step(
        "roll for invader and defender", RollForInvader, may_always, pbs_steps.do_roll, pbs_steps.roll_ideas
    ),
    pbs_steps.PART: Step(
        "choose to invade or to defend", TakePart, pbs_steps.check_part, pbs_steps.do_part, pbs_steps.part_ideas
    ),
    pbs_steps.CARD: Step(
        "play a PBS card", PlayCard, pbs_steps.check_card, pbs_steps.do_card, pbs_steps.card_ideas, secret=True
    ),
    pbs_steps.CHOOSE_TERRITORY: Step(
        "choose the territory",
        ChooseTerritory,
        pbs_steps.check_territory,
        pbs_steps.do_territory,
        pbs_steps.territory_ideas,
    ),
    pbs_steps.INTERCEPT: Step(
        "set the marker", SetMarker, pbs_steps.check_marker, pbs_steps.do_marker, pbs_steps.marker_ideas
    ),
    pbs_steps.MARKER: Step(
        "move the marker or leave it", SetMarker, pbs_steps.check_marker, pbs_steps.do_marker, pbs_steps.marker_ideas
    ),
    flank_steps.FLANK: Step(
        "say which flank is secure",
        SecureFlank,
        flank_steps.check_flank,
        flank_steps.do_flank,
        flank_steps.flank_ideas,
    ),
    flank_steps.SECURE_ITEM: Step(
        "place terrain that secures the flank",
        PlaceTerrain,
        flank_steps.check_secure,
        flank_steps.do_secure,
        flank_steps.secure_ideas,
    ),
    item_steps.CHOOSE: Step(
        "choose an item of terrain",
        ChooseItem,
        item_steps.check_choice,
        item_steps.do_choice,
        item_steps.choice_ideas,
    ),
    item_steps.NEXT: Step(
        "say which item is placed next",
        TakeItem,
        item_steps.check_next,
        item_steps.do_next,
        item_steps.next_ideas,
    ),
    item_steps.PLACE: Step(
        "place the item", PlaceTerrain, item_steps.check_place, item_steps.do_place, item_steps.place_ideas
    ),
    item_steps.ADJUST: Step(
        "adjust the item or leave it",
        AdjustTerrain,
        item_steps.check_adjustment,
        item_steps.do_adjustment,
        item_steps.adjustment_ideas,
    ),
    camp_steps.CAMP_STEP: Step(
        "place the camp", PlaceCamp, camp_steps.check_camp, camp_steps.do_camp, camp_steps.camp_ideas
    ),
    note_steps.NOTES: Step(
        "write the notes", WriteNotes, note_steps.check_notes, note_steps.do_notes, note_steps.note_ideas, secret=True
    ),
    deploy_steps.DEPLOY: Step(
        "deploy a unit group", Deploy, deploy_steps.check_deploy, deploy_steps.do_deploy, deploy_steps.deploy_ideas
    ),
    general_steps.GENERALS: Step(
        "place the generals",
        PlaceGenerals,
        general_steps.check_generals,
        general_steps.do_generals,
        general_steps.general_ideas,
    ),
}
