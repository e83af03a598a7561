"""Standing: the pages and interpretations behind a ruling, and the current issue of the clarifications."""

from __future__ import annotations

import re
from typing import Any

from debellis.mechanics.tables import ruleset_of, table
from debellis.table.position import Position
from debellis.umpire.asking import ask
from debellis.umpire.clauses import clause
from debellis.umpire.questions import TABLE, TEXT, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

_PAGES = re.compile(r"pages?((?:[ ,]|and|\d)+)")
INTERPRETATION, GUIDELINE = "interpretation", "guideline"
_CLARIFICATIONS = "IWF"
_GUIDELINES = "G"
RULES, APPLICATION = "rules", "application"


def standing_of(name: str) -> str:
    """The kind of a clause: "base", "amendment", an "interpretation" of the rules or a "guideline" of conduct."""
    if name.removeprefix(f"{_CLARIFICATIONS}-").startswith(_GUIDELINES):
        return GUIDELINE
    found = clause(name)
    return INTERPRETATION if found.source == _CLARIFICATIONS else found.tier


def pages_of(name: str) -> list[int]:
    """The pages of the rulebook that a clause refers to."""
    return [int(page) for run in _PAGES.findall(clause(name).ref) for page in re.findall(r"\d+", run)]


def grounds(position: Position, *, ruling: str, given: dict[str, Any] | None = None) -> Ruling:
    """The sources of the ruling on a question: the standing of each clause, and the pages of its interpretations."""
    finding = Finding()
    found = ask(position, ruling, **(given or {}))
    standings = {name: standing_of(name) for name in found.clauses}
    readings = [name for name, what in standings.items() if what == INTERPRETATION and pages_of(name)]
    pages = {name: pages_of(name) for name in readings}
    for name in readings:
        where = " and ".join(str(page) for page in pages[name])
        says = f"the ruling turns on how page {where} of the rulebook is read: {name} reads it"
        finding.cite("IWF-P0a", says)
    answer = {
        "clauses": list(standings),
        "standings": standings,
        "interpretations": readings,
        "pages": pages,
        "interpreted": bool(readings),
    }
    return finding.rule("grounds", answer)


def ruleset(position: Position, *, saved: str | None = None, about: str | None = None) -> Ruling:
    """The version of the rules with its issue of the clarifications, and whether a saved game uses that issue.

    `saved` is the issue under which a game began. `about` says whether a doubt is about the rules or their application.
    """
    finding = Finding()
    now = ruleset_of(position.edition)
    answer: dict[str, Any] = {"ruleset": now, "edition": position.edition}
    row = table(position, "clarifications")
    if not row:
        return finding.rule("ruleset", answer | {"issue": None, "label": now})
    label = f"{row['name']} {row['issue']}"
    finding.cite("IWF-P0b", f"the clarifications in force are {label} of {row['date']}, part of the version of a game")
    answer |= {"issue": row["issue"], "date": row["date"], "label": label}
    if saved is not None:
        answer["replays"] = saved == row["issue"]
    if about is not None:
        answer["asks"] = row["authority"][about]
    return finding.rule("ruleset", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "grounds",
        "which clauses the ruling on another question rests on, and which pages of the rulebook they read",
        {"ruling": TEXT, "given": TABLE.or_none()},
        grounds,
        tied_to_table=True,
    ),
    Question(
        "ruleset",
        "the version of the rules, the issue of the clarifications, and whether a saved game was begun under it",
        {"saved": TEXT.or_none(), "about": one_of(RULES, APPLICATION).or_none()},
        ruleset,
    ),
)
