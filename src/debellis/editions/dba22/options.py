"""Switches of a game: where tables read a clause differently. The first value is the default."""

from __future__ import annotations

from typing import Any

from debellis.editions.dba22.verdict import Verdict
from debellis.table.position import Position

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


def option(position: Position, name: str) -> object:
    """The value of a switch in this position's game."""
    return position.options.get(name, OPTIONS[name][0])


#: Switches a tournament may set as it likes: they say what it is, or what its organiser settled, not how to play.
_OF_THE_EVENT = ("tournament", "army_options_vary")


def judge_options(verdict: Verdict, options: dict[str, Any]) -> None:
    """Report every switch of a game that is unknown, or that a tournament does not allow."""
    tournament = bool(options.get("tournament", OPTIONS["tournament"][0]))
    for name, value in options.items():
        if name not in OPTIONS:
            verdict.refuse(f"There is no option {name!r}; there are {', '.join(OPTIONS)}.")
        elif not any(value == choice and type(value) is type(choice) for choice in OPTIONS[name]):
            verdict.refuse(f"The option {name} is one of {', '.join(str(c) for c in OPTIONS[name])}, not {value!r}.")
        elif tournament and name not in _OF_THE_EVENT and value != OPTIONS[name][0]:
            says = f"A tournament plays by the published rules: {name} stays {OPTIONS[name][0]}."
            verdict.refuse(says, "BOB-AUT-2")
