"""The written form of the actions by which hidden troops come onto the table."""

from __future__ import annotations

from debellis.battle.action_forms import ActionForm
from debellis.meg.arguments import ANY_UNIT
from debellis.meg.places import PLACE
from debellis.meg.playing.setting_up.actions import Reveal
from debellis.meg.setting_up.shapes import Shape, in_shape
from debellis.meg.troops import default_files
from debellis.meg.units import unit_of
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.umpire.questions import WHOLE, one_of


def _reveal(position: Position, *, unit: str, to: Pose, files: int | None = None, form: str = "") -> Reveal:
    group = unit_of(position, unit)
    wide = files or default_files(position.edition, group.troops, group.kind, group.original)
    bases = in_shape(position.edition, position.scale, group, Shape(to, max(1, wide)))
    return Reveal(unit, {base.id: Pose(base.front, base.facing) for base in bases}, form)


SET_UP_FORMS = (
    ActionForm(
        "reveal",
        "reveal a unit group in ambush and place it",
        {"unit": ANY_UNIT, "to": PLACE, "files": WHOLE.or_none(), "form": one_of("loose", "skirmisher").or_none()},
        _reveal,
    ),
)
