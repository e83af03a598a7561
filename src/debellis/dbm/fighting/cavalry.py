"""The grade of cavalry by its arms and mounts. A published list takes precedence."""

from __future__ import annotations

from debellis.mechanics.tables import rows
from debellis.table.position import Position
from debellis.umpire.questions import FLAG, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

_FLAGS = (
    "bow",
    "spear",
    "sword",
    "javelin",
    "crossbow",
    "halberd",
    "handgun",
    "partly_protected",
    "mixed_ranks",
    "skill",
)


def cavalry_grade(position: Position, *, lance: str = "none", **arms: bool) -> Ruling:
    """The grade of cavalry with these arms: "S", "O", or "none" if neither description fits."""
    finding = Finding()
    told: dict[str, object] = dict.fromkeys(_FLAGS, False) | arms | {"lance": lance}
    for row in rows(position, "cavalry_grade"):
        if all(told[name] == wanted for name, wanted in row["needs"].items()):
            finding.cite_all(row["clauses"], f"cavalry of which {row['says']} is ({row['grade']})")
            return finding.rule("cavalry_grade", row["grade"])
    return finding.rule("cavalry_grade", "none")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "cavalry_grade",
        "the grade of cavalry by how it is armed and mounted",
        {"lance": one_of("all", "some", "none").or_none()} | {name: FLAG.or_none() for name in _FLAGS},
        cavalry_grade,
    ),
)
