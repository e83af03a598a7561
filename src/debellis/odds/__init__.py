"""Odds of combats, shots and whole phases, computed through the battle engine itself.

`of_fight` gives the exact odds of one combat, `of_order` those of a sequence in which each result changes the next.
`best_order` finds the best order to fight in, and `report` returns all of it as plain values. All are pure.
`before_combat` gives the state they start from. `of_phase` gives the odds of a whole phase in which both sides decide.
"""

from debellis.odds.best import Advice, best_order, order_to_fight
from debellis.odds.course import Policy, Step, first_idea
from debellis.odds.estimates import Estimate
from debellis.odds.fight import FightOdds, Outcome, of_fight
from debellis.odds.moment import NoCombat, before_combat, steps
from debellis.odds.order import SAMPLES, OrderOdds, of_order
from debellis.odds.phase import PhaseReport, of_phase, phase_report
from debellis.odds.report import Report, report
from debellis.odds.toll import WORTH, Loss, Measure, Toll, Worth
from debellis.odds.work import WORK, Spent

__all__ = [
    "SAMPLES",
    "WORK",
    "WORTH",
    "Advice",
    "Estimate",
    "FightOdds",
    "Loss",
    "Measure",
    "NoCombat",
    "OrderOdds",
    "Outcome",
    "PhaseReport",
    "Policy",
    "Report",
    "Spent",
    "Step",
    "Toll",
    "Worth",
    "before_combat",
    "best_order",
    "first_idea",
    "of_fight",
    "of_order",
    "of_phase",
    "order_to_fight",
    "phase_report",
    "report",
    "steps",
]
