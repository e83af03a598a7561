"""Everything that goes over the wire, in one tuple. `tools/wire.py` writes the page's types from it."""

from __future__ import annotations

from typing import Any

from debellis.battle.armies import ArmyInfo, SettingUpInfo
from debellis.battle.army_building import ArmyOffers, CheckedArmy, ChosenArmy
from debellis.battle.playable import on_page, rules_of
from debellis.battle.set_up_tasks import SetUpTask
from debellis.casebook.enforcement import Tally
from debellis.server.army_building import BuildingInfo
from debellis.server.case_views import CaseInfo, CaseSeen, Written
from debellis.server.catalogue import EditionInfo, TroopsInfo
from debellis.server.messages import Branch, FromPage, FromServer, NewBattle, Seated, Shown
from debellis.server.umpiring import ClauseSeen, StandingInfo
from debellis.table.ground_kinds import GroundKind
from debellis.umpire.clauses import Clause, Source


def _families() -> dict[str, tuple[Any, Any]]:
    """The view and the actions of every family with an edition on the page, by the name of the family's package."""
    rules = [rules_of(name) for name in on_page()]
    return {one.view_type.__module__.split(".")[1]: (one.view_type, one.action_type) for one in rules}


FAMILIES = _families()
#: What the server reads. The sender may leave out a field that has a default.
BODIES = (FromPage, NewBattle, Branch, Written, ChosenArmy, *(action for _, action in FAMILIES.values()))
#: What the server writes, always with every field that is set.
ANSWERS = (
    FromServer,
    *(view for view, _ in FAMILIES.values()),
    ArmyInfo,
    ArmyOffers,
    BuildingInfo,
    CaseSeen,
    CaseInfo,
    CheckedArmy,
    Clause,
    ClauseSeen,
    EditionInfo,
    GroundKind,
    Seated,
    SettingUpInfo,
    SetUpTask,
    Shown,
    Source,
    StandingInfo,
    Tally,
    TroopsInfo,
)
#: Text in a field of these names is a side, in every structure.
SIDE_FIELDS = ("active", "by", "home", "invader", "owner", "side", "turn", "winner")
#: These fields are tables with both sides as keys.
BY_SIDE = ("Report.losses", "Shown.players", "View.armies", "View.topographies")
WIRE = (*BODIES, *ANSWERS)
