"""Who may press forward: which groups, when, after which moves, and with which ranks."""

from __future__ import annotations

from collections.abc import Callable

from debellis.dbm.aftermath.pursuit import FLEE, must_pursue
from debellis.dbm.commands import is_demoralised, is_unreliable
from debellis.dbm.grouping.groups import BLOCK, COLUMN, commands_of, formation
from debellis.dbm.moving.lining_up import PRESSING, shift_is_straight
from debellis.dbm.moving.speeds import parts
from debellis.dbm.troops import arm, has_moved, is_holder, is_skirmisher, noted_now, troop
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.groups import joined
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.ruling import Finding

#: The move was straight ahead, or straight ahead except for a shift to line up.
STRAIGHT, LINED_UP = "straight", "lined_up"


def may_press(
    position: Position, bases: tuple[Base, ...], outcomes: dict[str, str], unfought: int, finding: Finding
) -> bool:
    """Whether a group may press forward. Both refusals and permissions are cited."""
    granted, refused = Finding(), Finding()
    checks: tuple[Callable[[Finding], bool], ...] = (
        lambda found: _is_entitled(position, bases, outcomes, found),
        lambda found: _is_time(unfought, found),
        lambda found: moved_straight(position, bases, found),
        lambda found: _no_skirmishers_ahead(position, bases, found),
        lambda found: _has_all_ranks(position, bases, found),
    )
    for check in checks:
        found = Finding()
        (granted if check(found) else refused).absorb(found)
    if refused.reasons:
        finding.absorb(refused)
        return False
    finding.absorb(granted)
    _cite_leave(position, bases, finding)
    return True


def _is_entitled(position: Position, bases: tuple[Base, ...], outcomes: dict[str, str], finding: Finding) -> bool:
    """Whether the group is entitled to press forward.

    It must be foot, in its own bound and not demoralised. All its frontal opponents must have fled without pursuit.
    """
    for fault in (
        _fault_of_group(position, bases),
        fault_of_troops(position, bases),
        _fault_of_combats(position, bases, outcomes),
    ):
        if fault is not None:
            finding.cite("DBM32-P25-press-who", fault)
            return False
    finding.cite("DBM32-P25-press-who", "every frontal opponent of this group of foot was made to flee")
    return True


def _fault_of_group(position: Position, bases: tuple[Base, ...]) -> str | None:
    if len({base.side for base in bases}) > 1 or len(bases) < 2:
        return "only a group may press forward"
    if formation(position, bases) not in (BLOCK, COLUMN):
        return "only a group may press forward"
    if position.active is not None and position.active != bases[0].side:
        return f"it is the bound of {position.active}: only the side whose bound it is may press forward"
    broken = [base.id for base in bases if is_demoralised(position, base)]
    idle = [base.id for base in bases if is_unreliable(position, base)]
    if idle:
        return f"{idle[0]} serves an ally who does nothing yet"
    return f"{broken[0]} is demoralised" if broken else None


def fault_of_troops(position: Position, bases: tuple[Base, ...]) -> str | None:
    """Why troops may not press forward: they are neither foot nor a mounted general."""
    for base in bases:
        foot = all(arm(position.edition, part.type) == "foot" and not part.on_mounts for part in parts(base))
        mounted = any(arm(position.edition, part.type) == "mounted" for part in parts(base))
        if not foot and not (mounted and base.general):
            return f"{base.id} is {troop(base).name}: only foot, and a mounted general, press forward"
    return None


def _fault_of_combats(position: Position, bases: tuple[Base, ...], outcomes: dict[str, str]) -> str | None:
    own = {base.id: outcomes[base.id] for base in bases if base.id in outcomes}
    for base in bases:
        fault = fault_of_combats(position, base, outcomes)
        if fault is not None:
            return fault
    return None if own else "none of them had a frontal opponent that fled"


def fault_of_combats(position: Position, base: Base, outcomes: dict[str, str]) -> str | None:
    """Why the combat of an element keeps it from pressing forward; None if it had none, or one that it won so."""
    fate = outcomes.get(base.id)
    if fate not in (None, FLEE):
        return f"the frontal opponent of {base.id} did not flee: {fate}"
    pursues = noted_now(position, base, "pursuing") or (fate is not None and must_pursue(position, base))
    return f"{base.id} pursues" if pursues else None


def _is_time(unfought: int, finding: Finding) -> bool:
    """Whether every combat of the bound has been fought."""
    if unfought > 0:
        finding.cite("DBM32-P25-press-when", f"{unfought} of the combats of this bound are still to be resolved")
    return unfought <= 0


def moved_straight(position: Position, bases: tuple[Base, ...], finding: Finding) -> bool:
    """Whether all moves of the group in this bound were straight ahead."""
    for base in bases:
        if not has_moved(position, base):
            continue
        if noted_now(position, base, LINED_UP) and not shift_is_straight(position, PRESSING):
            finding.cite("IWF-13.8a", f"the shift by which {base.id} lined up makes its move not straight ahead")
            finding.cite("DBM32-P25-press-straight", f"{base.id} did not move entirely straight ahead this bound")
            return False
        if not noted_now(position, base, STRAIGHT) and not noted_now(position, base, LINED_UP):
            finding.cite("DBM32-P25-press-straight", f"{base.id} did not move entirely straight ahead this bound")
            return False
    return True


def _no_skirmishers_ahead(position: Position, bases: tuple[Base, ...], finding: Finding) -> bool:
    """Whether every skirmisher of the group stands behind another kind of troops."""
    light = [base for base in bases if all(is_skirmisher(position.edition, part) for part in parts(base))]
    others = [base.rectangle for base in bases if base not in light]
    behind = {base.id for base in light if _covered(base.rectangle, others, [b.rectangle for b in light])}
    for base in light:
        if base.id not in behind:
            finding.cite("DBM32-P25-press-skirm", f"{base.id} is a skirmisher and not in a rear rank behind others")
            return False
    if light:
        finding.cite("DBM32-P25-press-skirm", f"{light[0].id} may come along behind other troops")
    return True


def _covered(place: Rectangle, others: list[Rectangle], light: list[Rectangle]) -> bool:
    """Whether an element stands directly behind troops other than skirmishers, or behind an element that does."""
    if any(directly_behind(place, other) for other in others):
        return True
    ahead = [one for one in light if one is not place and directly_behind(place, one)]
    return any(_covered(one, others, [other for other in light if other is not one]) for one in ahead)


def _has_all_ranks(position: Position, bases: tuple[Base, ...], finding: Finding) -> bool:
    """Whether the group includes every rank that stands lined up behind any of its elements."""
    names = {base.id for base in bases}
    side = bases[0].side
    left = [friend for friend in position.friends(side) if friend.id not in names and not is_holder(friend)]
    for base in bases:
        for friend in left:
            if directly_behind(friend.rectangle, base.rectangle):
                sentence = f"{friend.id} stands lined up behind {base.id} and must press forward with it"
                finding.cite("DBM32-P25-press-allranks", sentence)
                finding.cite("DBM32-P25-press-subgroup", sentence)
                return False
    return True


def _cite_leave(position: Position, bases: tuple[Base, ...], finding: Finding) -> None:
    """Cite the clauses that allow the group to press forward as it is."""
    names = {base.id for base in bases}
    if any(directly_behind(a.rectangle, b.rectangle) for a in bases for b in bases if a is not b):
        finding.cite("DBM32-P25-press-allranks", "all its ranks press forward together")
    rest = [friend for friend in position.friends(bases[0].side) if friend.id not in names]
    if any(joined(friend.rectangle, base.rectangle) for friend in rest for base in bases):
        finding.cite("DBM32-P25-press-subgroup", "it is part of a larger group and presses forward by itself")
    commands = commands_of(bases)
    if len(commands) > 1:
        sentence = f"elements of {' and '.join(commands)} may press forward as one group"
        finding.cite("IWF-12.3c", sentence)
        finding.cite("DBM32-P25-press-nopip", f"{sentence}, for it costs no PIPs")
    lined_up = any(has_moved(position, base) and noted_now(position, base, LINED_UP) for base in bases)
    if lined_up and shift_is_straight(position, PRESSING):
        finding.cite("DBM32-P18-para2b", "the shift to line up does not keep its move from being straight ahead")
