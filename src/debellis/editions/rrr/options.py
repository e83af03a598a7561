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
    # What the sheet or v2.2+ settles: one value, and nothing to choose.
    # REN-RS-*: rear support is given against what its row names, a camp among them where it says so.
    "support_against_places": ("supported_kinds",),
    # V22P-15.7: only who is wholly in woods or an oasis is hidden by it.
    "shooting_within_woods": (True,),
    # Knights do not die by Bows they hit.
    "knights_into_bows": ("this_bound",),
    # DBA22-B27: a target of shooting is in bad going when it is wholly in it.
    "shot_at_in_bad_going": ("wholly",),
    # REN-CC-camp, REN-DSF-camp: Camp Followers are foot in their own camp and have its +2.
    "followers_in_camp_bonus": (True,),
    # REN-PIP-types, -distance, -general: the sheet's list of extra PIPs has no camp to pass through.
    "camp_moves_cost_extra": (False,),
    # No tournament is held by lists of our own.
    "tournament": (False,),
    # One army may be fielded differently from game to game.
    "army_options_vary": (True,),
}
