"""De Bellis Antiquitatis 2.2 with the NASAMW commentary."""

from __future__ import annotations

from debellis.editions.dba22 import going, victory
from debellis.editions.dba22.aftermath import flee, pursuit, recoil_ruling, turning
from debellis.editions.dba22.fighting import combat
from debellis.editions.dba22.moving import command, contact, groups, movement, tactical_moves, zone
from debellis.editions.dba22.options import OPTIONS
from debellis.editions.dba22.playing import sequence
from debellis.editions.dba22.setting_up import armies, setup
from debellis.editions.dba22.shooting import shooting
from debellis.editions.dba22.tables import TABLES
from debellis.editions.dba22.troops import read_troops
from debellis.table.scale import Scale
from debellis.table.terrain import KINDS
from debellis.umpire.editions import Edition

_SUBJECTS = (
    contact,
    going,
    groups,
    zone,
    movement,
    combat,
    shooting,
    command,
    victory,
    armies,
    setup,
    tactical_moves,
    recoil_ruling,
    flee,
    pursuit,
    turning,
    sequence,
)


def table_size(scale: Scale) -> tuple[float, float]:
    """The square board of a scale."""
    units = TABLES.other["units"]
    side = float(units["board_mm_large"] if scale.large else units["board_mm_small"])
    return (side, side)


EDITION = Edition(
    name="dba22",
    title="De Bellis Antiquitatis 2.2",
    scales=("15mm", "25mm", "15mm imperial", "25mm imperial"),
    table_size=table_size,
    read_troops=read_troops,
    terrain_kinds=KINDS,
    options=OPTIONS,
    questions={q.name: q for subject in _SUBJECTS for q in subject.QUESTIONS},
)
