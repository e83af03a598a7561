"""The main reason for a move, in one sentence."""

from __future__ import annotations

from typing import Any

from debellis.battle.pieces import WeighedFight
from debellis.battle.rules import Rules
from debellis.battle.survey import LANDING
from debellis.generals.evaluation import Worth

#: What each part of a position's worth means, after "so that" or by itself.
_FOR = {
    "face": "to stand against enemies it can beat",
    "line": "to keep the line closed",
    "flank": "to cover a flank the enemy could reach",
    "threat": "to threaten an enemy's open flank",
    "support": "to give support from behind",
    "advance": "to close with the enemy",
    "ground": "to fight on better ground",
    "shot": "to bring the enemy within range",
    "volley": "to bring its shooters nearer, and keep from theirs",
    "exposed": "to give the enemy no good charge",
    "mass": "to be the stronger where it matters",
    "guard": "to keep the general out of harm",
    "command": "to stay within the general's command",
    "camp": "to go for the enemy's camp",
}


def why_moved(
    rules: Rules, state: Any, action: Any, before: Worth, after: Worth, fights: tuple[WeighedFight, ...]
) -> str:
    """Why this move was made: the part that gained most, and the odds if it is a fight."""
    if rules.survey.kind_of(action) == LANDING:
        return "The landing must be made in the first bound or never."
    gained = after.over(before)
    part = max(gained, key=lambda name: gained[name])
    who = _who(rules, state, action)
    new = next((m for m in fights if m.mine in rules.survey.moved_by(action)), None)
    if new is not None and part in ("fight", "face", "threat", "advance"):
        return f"{who} attacks {new.theirs}: {odds_in_words(new)}."
    if part == "fight":
        return f"{who} moves to help a fight."
    return f"{who} moves {_FOR[part]}."


def odds_in_words(fight: WeighedFight) -> str:
    """The odds of a fight in words: the chance to destroy the enemy, and to be destroyed."""
    won, lost = fight.odds.chances()
    if fight.stakes.they_are_caught:
        return f"it cannot fall back, and {fight.odds.mine} stands against {fight.odds.theirs}"
    return f"{won:.0%} to destroy it against {lost:.0%}, {fight.odds.mine} against {fight.odds.theirs} before the dice"


def why_not(rules: Rules, state: Any) -> str:
    """Why no more moves are made."""
    if rules.survey.moves_left(state) <= 0:
        return "No PIPs are left."
    return "Nothing better is left to do with the PIPs."


def _who(rules: Rules, state: Any, action: Any) -> str:
    position = rules.position(state)
    names = rules.survey.moved_by(action)
    if len(names) == 1 and position.has_base(names[0]):
        return f"{position.base(names[0]).code} {names[0]}"
    return f"The group of {', '.join(names)}" if len(names) < 5 else f"The line of {len(names)}"


def why_glanced(rules: Rules, state: Any, action: Any) -> str:
    """The reason of a general who only considered where the move leads."""
    if rules.survey.kind_of(action) == LANDING:
        return "The landing must be made in the first bound or never."
    many = len(rules.survey.moved_by(action)) > 1
    return f"{_who(rules, state, action)} {'goes forward together' if many else 'looks better placed there'}."
