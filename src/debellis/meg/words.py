"""The words in which unit groups, camps, generals, charges and turns of Mortem et Gloriam are written."""

from __future__ import annotations

from debellis.mechanics.tables import load
from debellis.meg.troops import ARTILLERY, BATTLEWAGONS, CAMELRY, CAVALRY, CHARIOTS, ELEPHANTS, INFANTRY

COLOURS = ("black", "white", "green", "yellow", "red")
#: Grades of quality and of shooting skill, from the best down.
QUALITIES = ("exceptional", "superior", "average", "poor")
SKILLS = ("skilled", "experienced", "unskilled")
FACES = ("skull", "wound", "S", "blank")
GOING = ("good", "rough", "difficult")
RESPONSES = ("stand", "countercharge", "skirmish", "run_away")
#: Moves that are not prompted by a card under a code of their own.
OTHER_MOVES = (
    "charge",
    "prompted_charge",
    "free_charge",
    "forced_charge",
    "countercharge",
    "intercept",
    "skirmish",
    "run_away",
    "pushed_back",
    "rout",
    "pursuit",
    "press_forward",
    "break_off",
)
DISMOUNT = "dismount"
EVADES = ("skirmish", "run_away")
#: What a unit group may have done this turn beside prompted actions.
DID = ("free_charge", "forced_charge", "countercharge", "intercept", "skirmish", "run_away", "pushed_back", "rout")
DID_ALSO = ("pursuit", "shot", "shield_cover", "arrived", "destroyed")
TRAITS = (
    "melee expert",
    "combat shy",
    "devastating charger",
    "shieldwall",
    "shove",
    "shoot & charge",
    "cantabrian",
    "flexible",
    "dismountable",
    "keil",
    "orb",
    "shield cover",
    "pavise",
    "stakes",
    "caltrops",
    "barricades",
    "obstacles",
    "expendable",
    "fanatic",
)
SIDES = ("red", "blue")


def phases(edition: str) -> tuple[str, ...]:
    """The numbers of the sub-phases of a turn, in order."""
    return tuple(name.split()[0] for phase in load(edition)["phase"] for name in phase["sub"])


def actions(edition: str) -> tuple[str, ...]:
    """The codes of the prompted actions."""
    return (*(row["id"] for row in load(edition)["prompted_action"]), DISMOUNT)


def unit_words(edition: str) -> dict[str, tuple[str, ...]]:
    """The words of a unit group, by key."""
    return {
        "kind": ("TuG", "SuG"),
        "type": (INFANTRY, CAVALRY, CAMELRY, CHARIOTS, ELEPHANTS, BATTLEWAGONS, ARTILLERY),
        "order": ("close", "loose", "skirmisher", "flexible"),
        "training": ("drilled", "formed", "tribal", "skirmisher"),
        "quality": QUALITIES,
        "protection": ("unprotected", "protected", "armoured", "FArm"),
        "horse": ("ArmHrs",),
        "melee": ("short spear", "long spear", "pike", "impact weapon", "2HCC", "polearm", "charging lancer"),
        "shoot": tuple(row["name"].lower() for row in load(edition)["shooting_weapon"]),
        "skill": SKILLS,
        "traits": TRAITS,
        "form": ("loose", "skirmisher"),
        "formation": ("cantabrian", "orb"),
        "defends": ("barricades", "obstacles", "stakes", "caltrops", "pavises"),
        "did": (*actions(edition), *DID, *DID_ALSO),
        "broken_by": ("shooting", "combat", "kab"),
    }


def camp_words() -> dict[str, tuple[str, ...]]:
    """The words of a camp, by key."""
    return {"kind": ("basic", "fortified")}


def general_words(edition: str) -> dict[str, tuple[str, ...]]:
    """The words of a general, by key."""
    return {
        "role": ("AC", "sub", "ally"),
        "rank": tuple(row["name"].lower() for row in load(edition)["general_rank"]),
        "style": ("professional", "instinctive"),
        "hand": COLOURS,
        "state": ("flank_marching", "dead", "hesitant", "stunned"),
        "moved": (*phases(edition), "free"),
    }


def charge_words() -> dict[str, tuple[str, ...]]:
    """The words of a charge, by key."""
    return {"kind": ("prompted", "free", "forced", "countercharge", "intercept")}


def case_words(edition: str) -> dict[str, tuple[str, ...]]:
    """The words that say where a turn stands and what was settled before the battle, by key."""
    return {
        "phase": phases(edition),
        "secure_flank": ("west", "east"),
        "territory": tuple(row["name"].lower() for row in load(edition)["territory"]),
        "defender": SIDES,
    }
