"""Shooting at one target: who shoots together, who is the principal, the factors and the result of the dice."""

from __future__ import annotations

from typing import Any

from debellis.dba.aftermath.attached_general import destroyed_with
from debellis.dba.book import table
from debellis.dba.fighting.fighters import Fighter, basic_line, cite_unmanned, fighter
from debellis.dba.fighting.outcome import Clash, cite_comparison, compare, decide
from debellis.dba.going import bad_going_under, is_bad_for
from debellis.dba.shooting.factors import aid_lines, cite_only_shooting, has_limit_of_aid, shot_at_lines
from debellis.dba.shooting.shooters import most_shooters, overlap_grounds, shooter_faults, turn_faults
from debellis.dba.shooting.shots import Shot, judge, rear_grounds
from debellis.dba.shooting.targets import (
    TOO_MANY,
    TOO_MANY_AT_PLACE,
    can_shoot_back,
    legal_targets,
    shot_at,
)
from debellis.dba.troops import shoots
from debellis.geometry.contact import touches
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import EDGES, REAR
from debellis.mechanics.remarks import Remark
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding
from debellis.umpire.sheet import Line, Sheet

_CLASH = Clash("shooting")
#: Outcomes that are or begin with a recoil.
_DRIVEN_BACK = ("recoil", "flee")
_AREA = ("BOB-SHO-3", "BOB-SHO-4")


class Volley(Value, frozen=True):
    """One shooting at one target. `shots` are sorted nearest first, so the first is the principal's.

    `answered` is the shooter at which the target shoots back; None if it cannot. `crowded` says that the only fault is
    too many shooters, and that the table of factors limits how many of them count.
    """

    target: Fighter
    shots: tuple[Shot, ...]
    faults: tuple[Remark, ...]
    grounds: tuple[Remark, ...] = ()
    answered: str | None = None
    crowded: bool = False

    @property
    def legal(self) -> bool:
        return not self.faults

    @property
    def principal(self) -> str:
        return self.shots[0].shooter

    @property
    def exchange(self) -> bool:
        """Whether the target shoots back at the principal."""
        return self.answered == self.principal


def gather(
    position: Position, shooters: tuple[str, ...], target: Fighter, turn: str, spent: tuple[str, ...] = ()
) -> Volley:
    """The shooting of these shooters together at one target, legal or not. The first named was picked to shoot.

    `spent` names the bases that have already shot this bound. A target among them does not shoot back.
    """
    names = tuple(dict.fromkeys(shooters))
    shots = [shot_at(position, position.base(name), target, turn) for name in names]
    ranked = nearest_first(shots)
    faults = _number_faults(position, shooters, names, target)
    crowded = len(names) > most_shooters(position) and len(faults) == 1 and has_limit_of_aid(position)
    for shot in shots:
        faults += shot.faults
    if len(names) > 1 and any(clause in _AREA for shot in shots for f in shot.faults for clause in f.clauses):
        faults.append(Remark("every helper needs the target in its own range and area", ("BOB-SHO-9b",)))
    if len({position.base(name).side for name in names}) > 1:
        faults.append(Remark("they are not all of one side"))
    if faults and not (crowded and len(faults) == 1):
        return Volley(target, tuple(ranked), tuple(faults))
    silent = target.id in spent
    answered = next((s.shooter for s in ranked if not silent and answers(position, target, s.shooter, turn)), None)
    grounds = _together(position, names[0], ranked, target, answered)
    return Volley(target, tuple(ranked), tuple(faults), tuple(grounds), answered, crowded)


def nearest_first(shots: list[Shot]) -> list[Shot]:
    """Shots sorted by distance. Of shots at equal distance the first named is the principal's."""
    least = min(shot.distance for shot in shots)
    principal = next(shot for shot in shots if shot.distance <= least + COINCIDE)
    return [principal, *sorted((s for s in shots if s is not principal), key=lambda shot: shot.distance)]


def answers(position: Position, target: Fighter, shooter: str, turn: str) -> bool:
    """Whether a target shoots back at one of its shooters."""
    return target.base is not None and can_shoot_back(position, target.id, position.base(shooter), turn)


def _number_faults(
    position: Position, shooters: tuple[str, ...], names: tuple[str, ...], target: Fighter
) -> list[Remark]:
    faults = []
    if len(names) < len(shooters):
        faults.append(Remark("a shooter shoots once in a bound", ("BOB-SEQ-4b", "DBA22-B20.3")))
    if len(names) > most_shooters(position):
        clauses = TOO_MANY if target.place is None else TOO_MANY_AT_PLACE
        faults.append(
            Remark(f"{len(names)} shooters; at most {most_shooters(position)} shoot together at one target", clauses)
        )
    return faults


def _together(
    position: Position, picked: str, ranked: list[Shot], target: Fighter, answered: str | None
) -> list[Remark]:
    """The reasons for shooting together that are not obvious, and for an overlap that does not prevent a shot."""
    grounds = [ground for shot in ranked for ground in overlap_grounds(position, position.base(shot.shooter), target)]
    if ranked[0].shooter != picked:
        sentence = f"{ranked[0].shooter} helps {picked} but is nearer, so it becomes the principal"
        grounds.append(Remark(sentence, ("BOB-SHO-9a",)))
    if answered is not None and len(ranked) > 1:
        others = ", ".join(shot.shooter for shot in ranked if shot.shooter != answered)
        sentence = f"{target.id} is a target in its exchange with {answered}, and {others} must join that shooting"
        grounds.append(Remark(sentence, ("BOB-SHO-10b",)))
    if target.place is not None and len(ranked) > 1:
        sentence = f"{len(ranked)} shoot together at {target.place.id}, where only one at a time could fight"
        grounds.append(Remark(sentence, ("BOB-SHO-14", "DBA22-B8.8")))
    principal = position.base(ranked[0].shooter)
    for shot in ranked[1:]:
        helper = position.base(shot.shooter)
        apart = not (principal.on_table and helper.on_table and touches(principal.rectangle, helper.rectangle))
        if apart:
            sentence = f"{helper.id} helps {principal.id} without standing next to it"
            grounds.append(Remark(sentence, ("BOB-SHO-9b",)))
    return grounds


def factor_sheets(position: Position, volley: Volley, finding: Finding) -> tuple[Sheet, Sheet]:
    """The factors of the principal and of the target before the dice."""
    principal = fighter(position, volley.principal)
    assert principal is not None
    target = volley.target
    if len(volley.shots) > 1:
        sentence = f"{principal.id} is nearest, {volley.shots[0].distance:.2f} mm: its factor and outcome count"
        finding.cite_all(("BOB-SHO-8b", "DBA22-B20.9"), sentence)
    helpers = aid_lines(position, [shot.shooter for shot in volley.shots[1:]])
    cite_unmanned(position, target, finding)
    _cite_ground(position, target, principal, finding)
    return (
        _sheet(position, principal, target, volley.exchange, volley.exchange, [], finding),
        _sheet(position, target, principal, True, volley.answered is not None, helpers, finding),
    )


def _sheet(
    position: Position,
    who: Fighter,
    against: Fighter,
    shot_at: bool,
    exchange: bool,
    helpers: list[Line],
    finding: Finding,
) -> Sheet:
    """The factors of one side. Factors only for targets are left out, and cited, for a side that only shoots."""
    basic = basic_line(position, who, against, "shooting")
    tactical = [*helpers]
    if shot_at:
        tactical += shot_at_lines(position, who, exchange, finding)
    else:
        cite_only_shooting(position, who, finding)
    if len(tactical) > 1:
        total = sum(line.value for line in tactical)
        finding.cite("BOB-TAC-1", f"the tactical factors of {who.name} add up: {total:+d}")
    return Sheet(who.id, (basic, *(line.by("DBA22-B25") for line in tactical)))


def _cite_ground(position: Position, target: Fighter, principal: Fighter, finding: Finding) -> None:
    """Cite that bad going causes no minus in shooting, if it would in close combat."""
    if target.base is None or target.place is not None:
        return
    under = bad_going_under(position, target.base)
    if under and target.type.minus_two_in_bad_going:
        finding.cite("BOB-SHO-17b", f"{target.name} is in {under[0].kind}, which takes nothing off in shooting")
    if not under and target.mounted and principal.base is not None and principal.place is None:
        rectangle = principal.base.rectangle
        for piece in position.terrain:
            if is_bad_for(position, piece, target.base) and lies(rectangle, piece.ground) != OUTSIDE:
                sentence = f"{principal.name} is in {piece.kind}, which takes nothing off {target.name} in shooting"
                finding.cite("BOB-SHO-17b", sentence)


def resolve(
    position: Position, volley: Volley, sums: tuple[int, int], dice: tuple[int, int], edge: int | None, finding: Finding
) -> dict[str, Any]:
    """The totals and their result."""
    totals = (sums[0] + dice[0], sums[1] + dice[1])
    finding.cite("BOB-RES-1a", "one die for each side, once")
    finding.cite_all(
        ("BOB-RES-3a", "DBA22-B22"), f"factor, tactical factors and die make {totals[0]} against {totals[1]}"
    )
    _cite_who_rolls(position, volley, finding)
    _cite_who_suffers(volley, totals, finding)
    answer: dict[str, Any] = {"totals": list(totals), "comparison": compare(*totals), "lost": []}
    loser, winner = _loser(position, volley, totals)
    if loser is None or winner is None:
        return answer | {"outcome": "no_effect"}
    how = cite_comparison(finding, totals)
    if loser.id == volley.target.id:
        _cite_minus_not_plus(position, volley, totals, how, finding)
        outcome, turns_about = fate_of_target(position, volley, how, edge, finding)
        answer |= {"turns_about": True} if turns_about else {}
    else:
        outcome = decide(position, loser, winner, how, _CLASH, finding)
    if how == "equal" and outcome == "no_effect":
        return answer | {"outcome": outcome}
    lost = destroyed_with(position, (loser.id,), finding) if outcome == "destroyed" else ()
    return answer | {"loser": loser.id, "outcome": outcome, "lost": list(lost)}


def fate_of_target(
    position: Position, volley: Volley, how: str, edge: int | None, finding: Finding
) -> tuple[str, bool]:
    """The fate of a target by its comparison with the principal, and whether it first turns about from shots at its
    rear."""
    principal = fighter(position, volley.principal)
    assert principal is not None
    outcome = decide(position, volley.target, principal, how, _CLASH, finding)
    if outcome not in _DRIVEN_BACK or not shot_in_the_rear(position, volley, edge, finding):
        return outcome, False
    if table(position, "shooting")["shot_in_rear"] == "destroyed":
        return _destroyed(volley.target, outcome, finding), False
    return outcome, True


def _destroyed(loser: Fighter, outcome: str, finding: Finding) -> str:
    """The fate of a base that cannot recoil: it cannot flee either, and is destroyed."""
    if outcome == "flee":
        sentence = f"the flight of {loser.id} begins with a recoil, which it cannot make: destroyed"
        finding.cite_all(("BOB-FLEE-1a", "DBA22-B30.1"), sentence)
    return "destroyed"


def _loser(position: Position, volley: Volley, totals: tuple[int, int]) -> tuple[Fighter | None, Fighter | None]:
    """The loser and the winner: target and principal, or the shooter that the target shoots back at and the target."""
    principal = fighter(position, volley.principal)
    if totals[0] >= totals[1]:
        return (volley.target, principal)
    if volley.answered is None:
        return (None, None)
    return (fighter(position, volley.answered), volley.target)


def _cite_who_rolls(position: Position, volley: Volley, finding: Finding) -> None:
    """Cite that an exchange needs only one roll each, or that the target only defends itself."""
    target = volley.target
    if volley.answered is not None:
        finding.cite("BOB-SHO-12", f"{target.id} and {volley.answered} shoot at each other: one roll decides for both")
        return
    finding.cite("BOB-OUT-3a", f"{target.id} rolls in defence and cannot hurt {volley.principal}")
    if target.base is None or not shoots(position, target.base) or shooter_faults(position, target.base):
        return
    turn = position.active or position.base(volley.principal).side
    if turn_faults(position, target.base, volley.principal, turn, (volley.principal,)):
        return
    own = [name for name in legal_targets(position, target.base, turn) if name != volley.principal]
    if any(can_shoot_back(position, name, target.base, turn) for name in own):
        return
    finding.cite("BOB-SHO-10a", f"{target.id} cannot aim at {volley.principal}: here it is only a target")
    if own:
        finding.cite("BOB-RES-2", f"{target.id} rolls for its own shot at {own[0]} and again in defence")
        finding.cite(
            "BOB-SHO-11d", f"{target.id} and {volley.principal} cannot shoot at each other: two separate rolls"
        )


def _cite_who_suffers(volley: Volley, totals: tuple[int, int], finding: Finding) -> None:
    """Cite that a target with the higher total harms the shooter it shoots back at.

    Without shooting back it harms nobody.
    """
    if totals[0] < totals[1]:
        fate = "hurts nobody, for it does not shoot" if volley.answered is None else f"hurts {volley.answered}"
        finding.cite("DBA22-B20.10", f"{volley.target.id} has the higher total and {fate}")


def _cite_minus_not_plus(
    position: Position, volley: Volley, totals: tuple[int, int], how: str, finding: Finding
) -> None:
    """Cite that help is subtracted from the target and never added to the shooter, if this alone makes the total
    doubled."""
    help_given = -sum(line.value for line in aid_lines(position, [shot.shooter for shot in volley.shots[1:]]))
    other = (totals[0] + help_given, totals[1] + help_given)
    if how == "doubled" and help_given and compare(*other) != "doubled":
        sentence = (
            f"the help comes off {volley.target.id}: {totals[0]} against {totals[1]}, not {other[0]} against {other[1]}"
        )
        finding.cite("BOB-HALF-1b", sentence)


def shot_in_the_rear(position: Position, volley: Volley, edge: int | None, finding: Finding) -> bool:
    """Whether every shooter shot at the rear edge. This changes a recoil or a flight."""
    if volley.target.place is not None:
        return False
    rows = table(position, "shooting")
    for shot in volley.shots:
        if shot.barred is not None and shot.aim is not None and shot.aim.edge == shot.barred:
            sentence = f"{shot.shooter} is not wholly behind the line of the rear edge of {volley.target.id}"
            finding.cite_all(tuple(rows["rear_clauses"]), sentence)
    at_rear = [shot for shot in volley.shots if aims_at_rear(shot, edge)]
    if not at_rear:
        return False
    if len(at_rear) < len(volley.shots):
        others = ", ".join(shot.shooter for shot in volley.shots if shot not in at_rear)
        finding.cite(
            "BOB-SHO-18e", f"{others} did not shoot at the rear edge, so {volley.target.id} goes back as usual"
        )
        return False
    fate = str(rows["shot_in_rear"]).replace("_", " ")
    sentence = f"{volley.target.id} was shot at wholly on its rear edge and must recoil: {fate}"
    finding.cite_all(tuple(rows["shot_in_rear_clauses"]), sentence)
    for shot in at_rear:
        rear = next(aim for aim in shot.aims if aim.edge == REAR)
        for remark in rear_grounds(position.base(shot.shooter), volley.target, shot, rear):
            finding.cite_all(remark.clauses, remark.says)
    return True


def aims_at_rear(shot: Shot, edge: int | None) -> bool:
    """Whether a shooter shoots at the rear edge: it was told to and can, or no other edge is open."""
    if edge is not None:
        return edge == REAR and REAR in shot.edges
    return shot.edges == (REAR,)


def cannot_aim_at(position: Position, volley: Volley, edge: int) -> list[Remark]:
    """Why nobody in a shooting can aim at the requested edge; empty if some shooter can."""
    if any(edge in shot.edges for shot in volley.shots):
        return []
    turn = position.active or position.base(volley.principal).side
    faults = judge(position, position.base(volley.principal), volley.target, turn, (volley.target.id,), edge).faults
    return list(faults) or [Remark(f"nobody can aim at the {EDGES[edge]} edge")]
