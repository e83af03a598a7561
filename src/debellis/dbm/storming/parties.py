"""The parties to a storming: the main attacker, its defender if any, and flankers at a corner."""

from __future__ import annotations

from debellis.dbm.setting_up.sections import Section
from debellis.dbm.storming.fronts import corners_of, fellows, is_at_corner, sections_met
from debellis.dbm.storming.manning import Manned, man
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.ruling import Finding


class Parties(Value, frozen=True):
    """Who storms what against whom. `choices` are those of whom a player must still name one as main attacker."""

    main: Base
    manned: Manned
    flankers: tuple[Base, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def defender(self) -> Base | None:
        return self.manned.defender


def parties(
    position: Position,
    attacker: Base,
    sections: tuple[Section, ...],
    works: str,
    main: str | None,
    defender: str | None,
    finding: Finding,
) -> Parties | None:
    """The parties to the fight an assaulter is in; None if it does not storm."""
    manned = man(position, attacker, sections, works, defender, finding)
    if manned is None:
        return None
    beside = _round_the_corner(position, attacker, sections, works)
    if manned.choices or not beside:
        return Parties(attacker, manned)
    men = [(other, man(position, other, sections, works, defender, Finding())) for other in beside]
    others = [(other, found) for other, found in men if found is not None]
    if manned.defender is not None:
        return _with_flankers(attacker, manned, [other for other, found in others if found.defender is None], finding)
    for other, found in others:
        if found.defender is not None:
            told = man(position, other, sections, works, defender, finding)
            assert told is not None
            return _with_flankers(other, told, [attacker], finding)
    return _chosen(attacker, manned, others, main, finding)


def _round_the_corner(position: Position, attacker: Base, sections: tuple[Section, ...], works: str) -> list[Base]:
    """The friends who assault round a corner next to which an assaulter stands, each against one section."""
    met = sections_met(attacker, sections)
    if len(met) != 1:
        return []
    found: list[Base] = []
    for adjoining, corner, _ in corners_of(met[0], sections):
        if not is_at_corner(attacker, met[0], corner):
            continue
        for friend in fellows(position, attacker, works):
            there = sections_met(friend, sections)
            if len(there) == 1 and there[0] is adjoining and is_at_corner(friend, adjoining, corner):
                found.append(friend)
    return found


def _with_flankers(main: Base, manned: Manned, flankers: list[Base], finding: Finding) -> Parties:
    """A defended section, with those round the corner, whose sections nobody defends, as flankers."""
    for flanker in flankers:
        assert manned.defender is not None
        says = f"{manned.defender.id} faces {main.id}: {flanker.id} round the corner counts as on its flank"
        finding.cite("DBM32-P21-fort-corner-two-def", says)
    return Parties(main, manned, tuple(flankers))


def _chosen(
    attacker: Base, manned: Manned, others: list[tuple[Base, Manned]], main: str | None, finding: Finding
) -> Parties:
    """The parties if nobody defends on either side of a corner: the assaulting player names the main attacker."""
    both = {attacker.id: (attacker, manned)} | {other.id: (other, found) for other, found in others}
    if main not in both:
        names = " or ".join(both)
        says = f"nobody defends either side of the corner: the assaulting player names {names} as main attacker"
        finding.cite("DBM32-P21-fort-corner-two-undef", says)
        return Parties(attacker, manned, choices=tuple(both))
    chosen, found = both[main]
    flankers = tuple(other for name, (other, _) in both.items() if name != main)
    names = " and ".join(one.id for one in flankers)
    says = f"nobody defends either side of the corner: {main} is named main attacker and {names} is the flanker"
    finding.cite("DBM32-P21-fort-corner-two-undef", says)
    return Parties(chosen, found, flankers)
