"""Rear support: which ranks give what against an opponent, and what prevents it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from debellis.dbm.fighting.bans import forbid, merely_rough
from debellis.dbm.fighting.fighters import SHOT, CombatSetting, Fighter, defends_works
from debellis.dbm.fighting.ranks import Rank, ranks_behind
from debellis.dbm.going import GOOD
from debellis.dbm.troops import among, fits, noted
from debellis.mechanics.tables import holds, table
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line

FACTOR, MITIGATION, OUTCOME = "rear_support", "mitigating", "outcome_support"
#: The tables of support, in the order in which they apply.
KINDS = (FACTOR, MITIGATION, OUTCOME)


class SupportGiven(Value, frozen=True):
    """A support by some ranks: its table and row, the ranks it uses from the front, and what allows or forbids it."""

    kind: str
    row: dict[str, Any]
    used: tuple[Rank, ...]
    why: Finding

    @property
    def supporters(self) -> tuple[Rank, ...]:
        """The ranks behind the front rank that take part."""
        behind = self.used[-1:] if self.row.get("through") else self.used[1:]
        return tuple(rank for rank in behind if rank.fault is None)


class Supports(Value, frozen=True):
    """All support of an element against an opponent: given, refused, and deleted from earlier versions of the rules."""

    ranks: tuple[Rank, ...]
    given: tuple[SupportGiven, ...] = ()
    refused: tuple[SupportGiven, ...] = ()
    deleted: tuple[SupportGiven, ...] = ()

    def of(self, kind: str) -> tuple[SupportGiven, ...]:
        return tuple(one for one in self.given if one.kind == kind)

    @property
    def supporters(self) -> tuple[Rank, ...]:
        """All ranks that give support."""
        found = {rank.number: rank for one in self.given for rank in one.supporters}
        return tuple(found[number] for number in sorted(found))

    @property
    def idle(self) -> tuple[Rank, ...]:
        """The ranks that stand correctly, but have no support listed against this opponent."""
        busy = {rank.number for one in (*self.given, *self.refused) for rank in one.supporters}
        return tuple(rank for rank in self.ranks[1:] if rank.fault is None and rank.number not in busy)


def supports(position: Position, who: Fighter, against: Fighter, setting: CombatSetting) -> Supports:
    """The rear support of an element against an opponent that is on its front or shoots at it."""
    ranks = ranks_behind(position, who)
    if len(ranks) < 2 or not (setting.mode == SHOT or setting.in_front_of(who)):
        return Supports(ranks)
    found = _listed(position, ranks, against)
    concerned = _ranks_of(one for one, gives, in_force in found if gives and in_force)
    ban = Finding()
    banned = bool(concerned) and forbid(position, concerned, against, setting, ban)
    given: list[SupportGiven] = []
    refused: list[SupportGiven] = []
    deleted: list[SupportGiven] = []
    for one, gives, in_force in found:
        if not in_force:
            if gives and not banned and not forbid(position, one.used, against, setting, Finding()):
                deleted.append(one)
        elif gives and not banned:
            given.append(one)
        else:
            refused.append(_banned(position, one, ban) if gives else one)
    return Supports(ranks, tuple(given), tuple(refused), tuple(deleted))


def _listed(position: Position, ranks: tuple[Rank, ...], against: Fighter) -> list[tuple[SupportGiven, bool, bool]]:
    """The listed support of some ranks: whether they give it if no ban forbids it, and whether the row is in force."""
    found: list[tuple[SupportGiven, bool, bool]] = []
    for kind in KINDS:
        for row in table(position, kind):
            in_force = holds(position.edition, row)
            if not in_force and "deleted_clauses" not in row:
                continue
            for used in _asked(row, ranks):
                judged = _judge(position, kind, row, used, against)
                if judged is None:
                    continue
                found.append((*judged, in_force))
                if judged[1] and row.get("most") == 1:
                    break
    return found


def _ranks_of(ones: Iterable[SupportGiven]) -> tuple[Rank, ...]:
    """The ranks that take part in some supports, from the front."""
    found = {rank.number: rank for one in ones for rank in one.used}
    return tuple(found[number] for number in sorted(found))


def _banned(position: Position, one: SupportGiven, ban: Finding) -> SupportGiven:
    """A support that would be given, but that a ban on its file refuses."""
    why = Finding()
    why.absorb(one.why)
    why.absorb(ban)
    if one.kind == MITIGATION:
        _cite_no_mitigation(position, one.used, why)
    return replace(one, why=why)


def _asked(row: dict[str, Any], ranks: tuple[Rank, ...]) -> list[tuple[Rank, ...]]:
    """The runs of ranks from the front that a row asks about. Runs longer than the file are left out."""
    lasts = [max(row["needs"])] if "needs" in row else list(row["ranks"])
    return [ranks[:last] for last in lasts if last <= len(ranks)]


def _judge(
    position: Position, kind: str, row: dict[str, Any], used: tuple[Rank, ...], against: Fighter
) -> tuple[SupportGiven, bool] | None:
    """The support of a row with these ranks, and whether they give it if no ban applies. None if it does not fit."""
    edition, why = position.edition, Finding()
    if not among(edition, used[0].what, row["front"]) or not _faces(position, row, against):
        return None
    behind = used[-1:] if row.get("through") else used[1:]
    if not all(among(edition, rank.what, row["back"]) and _armed(row, rank) for rank in behind):
        return None
    if row.get("same_base") and not used[-1].rear_half:
        return None
    if row.get("list") and not all(noted(rank.base, "list_support") for rank in behind):
        return None
    if "barred_clauses" in row:
        says = f"{used[0].what.name} and {used[-1].what.name} do not support each other"
        why.cite_all(row["barred_clauses"], says)
        return SupportGiven(kind, row, used, why), False
    graded = _grades_go_together(position, kind, row, used, why)
    if graded is None:
        return None
    return SupportGiven(kind, row, used, why), graded and not _falls_short(position, kind, row, used, why)


def _falls_short(position: Position, kind: str, row: dict[str, Any], used: tuple[Rank, ...], why: Finding) -> bool:
    """Whether the last rank has a fault, or the going is worse than the row requires. Difficult going is a ban."""
    last = used[-1]
    if last.fault is not None:
        why.cite("DBM32-P22-rs-criteria", f"{last.id} gives no support: {last.fault}")
        return True
    if row.get("going") == GOOD and merely_rough(position, used):
        why.cite_all(row["going_clauses"], f"{last.id} supports only where every rank is in good going")
        return True
    if kind == MITIGATION and _mitigates_in(position) == GOOD and merely_rough(position, used[-1:]):
        _cite_no_mitigation(position, used, why)
        return True
    return False


def _mitigates_in(position: Position) -> str:
    """The going a supporter must be in to mitigate."""
    return str(table(position, "mitigating_common")["going"])


def _cite_no_mitigation(position: Position, used: tuple[Rank, ...], why: Finding) -> None:
    """Cite that the last rank could not give rear support."""
    row = table(position, "mitigating_common")
    says = f"{used[-1].id} could not give rear support where it stands, and mitigates nothing"
    why.cite_all(row["clauses"], says)


def _faces(position: Position, row: dict[str, Any], against: Fighter) -> bool:
    """Whether a row applies to this opponent."""
    if row.get("v_defending") and defends_works(against.base):
        return True
    if "v" in row and not among(position.edition, against.what, row["v"]):
        return False
    return not among(position.edition, against.what, row.get("not_v", ()))


def _armed(row: dict[str, Any], rank: Rank) -> bool:
    """Whether a rank has a weapon that the row requires at its place."""
    return "weapons" not in row or rank.what.weapon in row["weapons"].get(str(rank.number), ())


def _grades_go_together(
    position: Position, kind: str, row: dict[str, Any], used: tuple[Rank, ...], why: Finding
) -> bool | None:
    """Whether the grades of the ranks may support each other. None if the row does not apply to such grades.

    Another grade of the same type may support if the rules let the list allow it. False if even the list cannot.
    """
    if not row.get("same_grade"):
        return True
    front, mixed = used[0], False
    for rank in used[1:]:
        if rank.what.grade in (front.what.grade, row.get("or_grade")):
            continue
        if kind not in table(position, "listed_support")["other_grades"] or not noted(rank.base, "list_support"):
            return None
        never = table(position, "rear_support_common")["never_mixed"]
        if fits(position.edition, front.what, never["front"]) and fits(position.edition, rank.what, never["back"]):
            says = f"{rank.what.name} never supports {front.what.name}, whatever a list says"
            why.cite("DBM32-P22-rs-lists-b", says)
            return False
        mixed = True
    if mixed:
        why.cite("DBM32-P22-rs-lists-a", f"the list lets {used[-1].what.name} support {front.what.name}")
    return True


def cite_given(one: SupportGiven, finding: Finding) -> None:
    """Cite that a support is given, and why."""
    front, names = one.used[0].id, " and ".join(dict.fromkeys(rank.id for rank in one.supporters))
    if used_apart(one):
        says = f"{names} behind {front}: of its command, lined up, facing the same way and touching"
        finding.cite("DBM32-P22-rs-criteria", says)
    effect = "enemy foot on its front loses one" if "theirs" in one.row else _EFFECTS[one.kind]
    finding.cite("DBM32-P22-rs-kinds", f"rear support of {front} by {names}: {effect}")
    finding.absorb(one.why)
    finding.cite_all(one.row.get("clauses", ()), f"{one.used[0].what.name} backed by {names}: {effect}")


_EFFECTS = {
    FACTOR: "one more on its factor",
    MITIGATION: "an enemy that beats it loses one",
    OUTCOME: "a milder outcome",
}


def used_apart(one: SupportGiven) -> bool:
    """Whether a supporter stands on another base than the front rank."""
    return any(rank.id != one.used[0].id for rank in one.supporters)


def factor_lines(found: Supports, finding: Finding) -> list[Line]:
    """What rear support adds to the element's factor. Refused and deleted support is cited."""
    lines: list[Line] = []
    for one in found.of(FACTOR):
        cite_given(one, finding)
        if "bonus" in one.row:
            names = tuple(one.row.get("clauses", ()))
            lines.append(Line(int(one.row["bonus"]), f"{one.used[-1].id} supports as rank {len(one.used)}", names))
    for one in found.refused:
        if one.kind == FACTOR:
            finding.absorb(one.why)
    for one in found.deleted:
        says = f"{one.used[-1].id} behind {one.used[0].id} adds nothing to its factor any more"
        finding.cite_all(one.row["deleted_clauses"], says)
    return lines


def enemy_lines(theirs: Supports, who: Fighter) -> list[Line]:
    """What the ranks behind the opponent subtract from an element's factor."""
    return [
        Line(
            int(one.row["theirs"]),
            f"{who.id} fights {len(one.used)} ranks of {one.used[0].what.type}",
            tuple(one.row.get("clauses", ())),
        )
        for one in theirs.of(FACTOR)
        if "theirs" in one.row
    ]


def supported(found: Supports, name: str) -> SupportGiven | None:
    """The support with this name that changes an outcome, if it is given."""
    return next((one for one in found.of(OUTCOME) if one.row["id"] == name), None)


def unsupported(found: Supports, name: str) -> SupportGiven | None:
    """The support with this name that would have changed an outcome, if it is refused."""
    return next((one for one in found.refused if one.kind == OUTCOME and one.row["id"] == name), None)
