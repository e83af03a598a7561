"""The main reason of a move, in one sentence."""

from __future__ import annotations

from typing import Any

from debellis.battle.pieces import WeighedFight
from debellis.battle.rules import Rules
from debellis.battle.survey import LANDING
from debellis.generals.evaluation import Worth
from debellis.generals.tasks import Task

#: What each part of a position's worth is for, after "so that" or by itself.
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
#: The same where it is worth a poor fight.
_POOR = {
    "exposed": "to pin the enemy, so that it has no good charge",
    "flank": "to close the door to a flank the enemy could reach",
    "line": "to close a gap in the line",
    "shot": "to keep the enemy's shooters from shooting",
    "volley": "to keep the enemy's shooters from shooting",
}
#: The odds of each fight are told if a move makes no more than this.
_TOLD = 3


def why_moved(
    rules: Rules,
    state: Any,
    action: Any,
    before: Worth,
    after: Worth,
    fights: tuple[WeighedFight, ...],
    moves: int = 1,
) -> str:
    """Why this move: the odds of every fight it makes, or the part of the position that gained most.

    A fight that is worth less than nothing by itself is called poor, and the sentence says what it is good for. `moves`
    is the number of moves that gain something together, this one first; `after` is the worth after all of them.
    """
    if rules.survey.kind_of(action) == LANDING:
        return "The landing must be made in the first bound or never."
    gained = after.over(before)
    part = max(gained, key=lambda name: gained[name])
    who = _who(rules, state, action)
    moved = rules.survey.moved_by(action)
    new = [fight for fight in fights if fight.mine in moved]
    if new:
        poor = sum(fight.worth for fight in new) < 0.0
        good_for = _good_for(gained, _is_losing(rules, state)) if poor else ""
        return f"{who} attacks {_attacked(new)}{good_for}."
    first = f", the first of {moves} moves that belong together" if moves > 1 else ""
    if not moved:
        to = rules.survey.about(action)[0]
        serves = "to help a fight" if part == "fight" else _FOR[part]
        return f"An order{'' if to is None else f' to {to}'} serves {serves}{first}."
    if part == "fight":
        return f"{who} moves to help a fight{first}."
    return f"{who} moves {_FOR[part]}{first}."


def _attacked(new: list[WeighedFight]) -> str:
    """Every enemy that is attacked, with the odds; many fights are added up."""
    if len(new) == 1:
        return f"{new[0].theirs}: {odds_in_words(new[0])}"
    if len(new) <= _TOLD:
        return "; ".join(f"{fight.theirs} with {fight.mine} ({_chances(fight)})" for fight in new)
    won = sum(fight.odds.chances()[0] for fight in new)
    lost = sum(fight.odds.chances()[1] for fight in new)
    return f"{len(new)} enemies: on average {won:.1f} of them destroyed against {lost:.1f} of its own"


def _is_losing(rules: Rules, state: Any) -> bool:
    """Whether the next loss may defeat the deciding side, which has lost more than its enemy."""
    side = rules.pending(state).side
    mine = [one for one in rules.survey.strengths(state) if one.side == side]
    theirs = [one for one in rules.survey.strengths(state) if one.side != side]
    return any(a.lost >= a.enough - 1 and all(a.lost > b.lost for b in theirs) for a in mine)


def _good_for(gained: dict[str, float], losing: bool) -> str:
    """What a poor fight is good for: a last chance, or the part that gained most apart from the fights."""
    if losing:
        return "; a poor fight, but a last chance in a battle that is nearly lost"
    others = {name: gain for name, gain in gained.items() if name in _FOR}
    best = max(others, key=lambda name: others[name], default=None)
    if best is None or others[best] <= 0.0:
        return "; a poor fight, but better than to stand as it does"
    return f"; a poor fight, taken {_POOR.get(best, _FOR[best])}"


def _chances(fight: WeighedFight) -> str:
    """The chances of a fight in few words, falling back only where it can happen."""
    won, lost = fight.odds.chances()
    back, own_back = fight.odds.driven_back()
    driven = f", {back:.0%} to drive it back against {own_back:.0%}" if back or own_back else ""
    return f"{won:.0%} to destroy it against {lost:.0%}{driven}"


def odds_in_words(fight: WeighedFight) -> str:
    """The odds of a fight: the chances to destroy the enemy and to be destroyed, to drive it back and to fall back."""
    if fight.stakes.they_are_caught:
        return f"it cannot fall back, and {fight.odds.mine} stands against {fight.odds.theirs}"
    return f"{_chances(fight)}, {fight.odds.mine} against {fight.odds.theirs} before the dice"


def with_task(reason: str, task: Task | None) -> str:
    """A reason with the task of the command that moves, if it has one."""
    return reason if task is None else f"{reason} {task.says}."


def why_not(rules: Rules, state: Any) -> str:
    """Why no more moves are made."""
    left = rules.survey.moves_left(state)
    if left <= 0:
        return "No PIPs are left."
    return f"No move is worth its PIP; {left} {'stays' if left == 1 else 'stay'} unused."


def _who(rules: Rules, state: Any, action: Any) -> str:
    position = rules.position(state)
    names = rules.survey.moved_by(action)
    if len(names) == 1 and position.has_base(names[0]):
        return f"{position.base(names[0]).code} {names[0]}"
    return f"The group of {', '.join(names)}" if len(names) < 5 else f"The line of {len(names)}"


def why_glanced(rules: Rules, state: Any, action: Any) -> str:
    """The reason of a general that looked only at where the move leads."""
    if rules.survey.kind_of(action) == LANDING:
        return "The landing must be made in the first bound or never."
    many = len(rules.survey.moved_by(action)) > 1
    return f"{_who(rules, state, action)} {'goes forward together' if many else 'looks better placed there'}."
