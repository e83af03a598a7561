"""DBM as an edition: its notation, scales, kinds of ground and questions."""

from __future__ import annotations

from functools import partial

from debellis.dbm import contacts, demoralised, element_card, going, sight, victory, wading
from debellis.dbm.aftermath import questions as aftermath
from debellis.dbm.ambush import discovery, placing, records
from debellis.dbm.armies import allies, baggage, equivalents, fielding, generals, points, unreliable
from debellis.dbm.commanding import halting, marches, pips
from debellis.dbm.conduct import dealing, guidelines, standing
from debellis.dbm.fighting import cavalry, combat, facing, given_scores, support_question
from debellis.dbm.grouping import forming, group_moves, groups
from debellis.dbm.measures import measures
from debellis.dbm.mounts import compulsory, dismounting, holders
from debellis.dbm.moving import boarding, drifting, movement
from debellis.dbm.playing import left_to_do
from debellis.dbm.setting_up import questions as setting_up
from debellis.dbm.shooting import questions as shots
from debellis.dbm.shooting import shooting, weather
from debellis.dbm.spontaneous import advance, entering, impetuous, proposing, retargeting, retreating, targets
from debellis.dbm.storming import manning, storm
from debellis.dbm.troops import HOLDERS, TURN_NOTES, read_troops
from debellis.mechanics.tables import load
from debellis.table.scale import Scale
from debellis.umpire.editions import Commands, Description, Edition, ground_of

#: The notes that an element, and a command, may have.
BASE_NOTES = (
    "ambush",
    "seen",
    "never_moved",
    "list_double_base",
    "list_support",
    "defends_tf",
    "defends_pf",
    "unladen",
    "laden_to_fight",
    HOLDERS,
    "defends_edge",
)
COMMAND_NOTES = ("demoralised", "unreliable", "straggling", "general_lost", "flank_march")
_SUBJECTS = (
    contacts,
    movement,
    boarding,
    drifting,
    going,
    aftermath,
    combat,
    given_scores,
    support_question,
    facing,
    cavalry,
    sight,
    shots,
    shooting,
    weather,
    groups,
    group_moves,
    forming,
    marches,
    pips,
    halting,
    compulsory,
    dismounting,
    holders,
    placing,
    discovery,
    records,
    impetuous,
    targets,
    retargeting,
    advance,
    proposing,
    retreating,
    entering,
    setting_up,
    allies,
    baggage,
    equivalents,
    fielding,
    generals,
    points,
    unreliable,
    victory,
    demoralised,
    manning,
    storm,
    standing,
    guidelines,
    dealing,
    wading,
    element_card,
    left_to_do,
)


def table_size(edition: str, scale: Scale) -> tuple[float, float]:
    """The table size of a scale."""
    width, depth = load(edition)["scale"][scale.name]["table_mm"]
    return (float(width), float(depth))


def make_edition(name: str, told: Description) -> Edition:
    """The edition with that name, from its description and its tables."""
    scales = measures(name)
    return Edition(
        name=name,
        title=told.title,
        scales=tuple(scale.name for scale in scales),
        table_size=partial(table_size, name),
        read_troops=partial(read_troops, name),
        ground=ground_of(name),
        options=told.options,
        questions={question.name: question for subject in _SUBJECTS for question in subject.QUESTIONS},
        measures=scales,
        commands=Commands(BASE_NOTES, COMMAND_NOTES, TURN_NOTES),
    )
