"""Switches of a game of DBA 2.2: where tables read a clause differently. The first value is the default."""

from __future__ import annotations

OPTIONS: dict[str, tuple[object, ...]] = {
    # BOB-SUP-1c: second ranks always support against the holder of a camp or town, or only against a supported kind.
    "support_against_places": ("always", "supported_kinds"),
    # BOB-SHO-17a: elements partly in the same wood may shoot at each other, or not (2.1 amendments).
    "shooting_within_woods": (True, False),
    # BOB-LES-4a: Knights die by Bows they hit in front only in that bound, or as long as the fight lasts.
    "knights_into_bows": ("this_bound", "whole_fight"),
    # B27: a target of shooting is in bad going only when wholly in it, or when partly in it.
    "shot_at_in_bad_going": ("wholly", "partly"),
    # B25, BOB-LES-11d: followers in their own camp fight and are shot at as they are, or with the +2 of foot in it.
    "followers_in_camp_bonus": (False, True),
    # BOB-PIP-8: moves in and out of a camp cost the extra PIP as those of a town do, or not.
    "camp_moves_cost_extra": (True, False),
    # BOB-TRN-1a: a tournament, where only armies of the printed lists may be used, or a friendly game.
    "tournament": (True, False),
    # BOB-TRN-2d: at some events the options of a list may be chosen anew for each game.
    "army_options_vary": (False, True),
}
