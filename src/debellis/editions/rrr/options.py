"""Switches of a game by the Renaissance sheet: where it can be read differently. The first value is the default."""

from __future__ import annotations

OPTIONS: dict[str, tuple[object, ...]] = {
    # REN-MOV-knights: the block of 5 MU as printed, or the 4 MU of v2.2+.
    "knights_move": (4, 5),
    # REN-MOV-elephants: the block of 3 MU as printed, or the 4 MU of v2.2+.
    "elephants_move": (4, 3),
    # REN-MOV-raiders: printed between two blocks.
    "raiders_move": (3, 4),
    # REN-CC-foot-bad: Raiders have no minus in bad going, or that of v2.2+.
    "raiders_bad_going": (0, -1),
}
