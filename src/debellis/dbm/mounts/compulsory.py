"""Infantry that its list mounts: whether it may be fielded on foot."""

from __future__ import annotations

from debellis.dbm.troops import arm, read_troops
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.questions import FLAG, TEXT, BadQuestion, Question, one_of
from debellis.umpire.ruling import Finding, Ruling

MUST, MAY, NEVER = "must", "may", "never"


def may_field_infantry(position: Position, *, troops: str, list_mounts: str, mounted: bool) -> Ruling:
    """Whether infantry may be fielded mounted or on foot, if its list says it must, may or may never have mounts."""
    finding = Finding()
    try:
        found = read_troops(position.edition, troops, position.scale)
    except ValueError as error:
        raise BadQuestion(str(error), "troops") from None
    if arm(position.edition, found.kind) != "foot":
        raise BadQuestion(f"troops must be infantry, and {troops} is not", "troops")
    legal = mounted if list_mounts == MUST else not mounted if list_mounts == NEVER else True
    if list_mounts == MUST and not mounted:
        row = table(position, "listed_mounts")
        finding.cite_all(row["clauses"], row["says"].format(troops=troops))
        legal = not row["must_be_taken"]
    elif not legal:
        finding.cite("DBM-B7.1", f"the list gives {troops} no mounts")
    return finding.rule("may_field_infantry", {"legal": legal})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_field_infantry",
        "whether infantry may be fielded mounted, or on foot, by what its list says",
        {"troops": TEXT, "list_mounts": one_of(MUST, MAY, NEVER), "mounted": FLAG},
        may_field_infantry,
    ),
)
