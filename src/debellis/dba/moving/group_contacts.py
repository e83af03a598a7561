"""The contacts in which a group ends its move. One must be legal, or be with a lone element that conforms.

`contacts_of` finds them; `judge_group_contacts` judges the end of the move. Elements that conform are named but not
moved.
"""

from __future__ import annotations

from debellis.dba.aftermath.turning import conform
from debellis.dba.book import table
from debellis.dba.fighting.fights import fights
from debellis.dba.going import going
from debellis.dba.moving.contact import MELEE, OVERLAPS, contact
from debellis.dba.moving.contacting import (
    Touched,
    is_legal,
    judge_contacts,
    judge_start,
    never_contacts,
    touched,
    touched_places,
)
from debellis.dba.moving.groups import grouped_with
from debellis.dba.troops import fits
from debellis.manoeuvre.contact import meet
from debellis.manoeuvre.march import March
from debellis.manoeuvre.places import front_touches
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value
from debellis.umpire.ruling import Finding
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together


class Contacts(Value, frozen=True):
    """The enemies and enemy places that each member touches at its end, the enemies that conform, and the legal
    contacts as (member, enemy)."""

    touched: tuple[tuple[Touched, ...], ...]
    places: tuple[tuple[Terrain, ...], ...]
    legal: frozenset[tuple[str, str]]
    conforming: frozenset[str]

    @property
    def none(self) -> bool:
        return not any(self.touched) and not any(self.places)

    @property
    def good(self) -> bool:
        """Whether at least one contact makes the move into contact legal."""
        return bool(self.legal) or bool(self.conforming)

    @property
    def enemies(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.enemy for own in self.touched for one in own))


def contacts_of(position: Position, found: March, after: Position) -> Contacts:
    """Everything that a group touches at its end. `after` shows it there."""
    own = tuple(touched(position, base, found.end(i)) for i, base in enumerate(found.members))
    places = tuple(touched_places(position, base, found.end(i)) for i, base in enumerate(found.members))
    legal: list[tuple[str, str]] = []
    for i, base in enumerate(found.members):
        end = found.end(i)
        legal += [(base.id, one.enemy) for one in own[i] if is_legal(position, base, end, own[i], one)]
        legal += [(base.id, spot.id) for spot in places[i] if front_touches(end, spot.ground)]
    conforming = {
        one.enemy
        for base, each in zip(found.members, own, strict=True)
        for one in each
        if not one.before and conform(after, one.enemy, base.id, found.names, Finding()) is not None
    }
    return Contacts(own, places, frozenset(legal), frozenset(conforming))


def judge_group_contacts(
    position: Position, found: March, contacts: Contacts, after: Position, dismounting: bool, verdict: Verdict
) -> None:
    """Judge the contacts at the end of a group move."""
    if contacts.none:
        return
    for i, base in enumerate(found.members):
        if (dismounting or never_contacts(position, base)) and (contacts.touched[i] or contacts.places[i]):
            judge_contacts(position, base, found.end(i), verdict, dismounting)
        for one in contacts.touched[i]:
            if one.enemy not in contacts.conforming:
                judge_start(position, base, one, verdict)
    if not verdict.legal and dismounting:
        return
    if contacts.good:
        _cite_good(position, found, contacts, after, verdict)
    else:
        _refuse(position, found, contacts, after, verdict)


def _refuse(position: Position, found: March, contacts: Contacts, after: Position, verdict: Verdict) -> None:
    """Refuse the move because no member is in a legal contact."""
    names = [*contacts.enemies, *dict.fromkeys(p.id for own in contacts.places for p in own)]
    says = f"{together(found.names)} would touch {', '.join(names)}, but none of them ends in a legal combat contact"
    verdict.refuse(says, "BOB-CON-4a", "BOB-CON-2h", "DBA22-B15.1")
    for base, own in zip(found.members, contacts.touched, strict=True):
        for one in own:
            _cite_not_conforming(position, found, after, base.id, one.enemy, verdict)
    if any(contacts.places):
        verdict.cite("BOB-CON-7", "a camp or town is contacted with the front edge only")


def _cite_not_conforming(
    position: Position, found: March, after: Position, base: str, name: str, verdict: Verdict
) -> None:
    """Cite why an enemy of a type that conforms does not conform although it is touched."""
    if not fits(position, position.base(name).kind, table(position, "conforming")["who"]):
        return
    trial = Finding()
    if conform(after, name, base, found.names, trial) is None:
        for reason in trial.reasons.values():
            verdict.cite(reason.clause, reason.says)


def _cite_good(position: Position, found: March, contacts: Contacts, after: Position, verdict: Verdict) -> None:
    """Cite each contact, and what allows contacts that are not legal by themselves."""
    partial: list[tuple[str, str]] = []
    for base, own, places in zip(found.members, contacts.touched, contacts.places, strict=True):
        for name in [one.enemy for one in own] + [spot.id for spot in places]:
            ruling = contact(after, mover=base.id, target=name)
            verdict.marks.extend(ruling.drawing)
            if ruling.answer["legal"]:
                for reason in ruling.because:
                    verdict.cite(reason.clause, reason.says)
            elif name in contacts.conforming:
                _cite_conforming(position, base, position.base(name), verdict)
            else:
                partial.append((base.id, name))
    if partial:
        _cite_partial(position, found, contacts, after, partial, verdict)


def _cite_conforming(position: Position, base: Base, enemy: Base, verdict: Verdict) -> None:
    says = f"{enemy.id} is a lone {enemy.code}: touched by a group it lines up with {base.id} at once"
    verdict.cite_all(("BOB-CON-2g", "BOB-CON-5a", "DBA22-B16.1"), says)
    anywhere = enemy.kind not in table(position, "conforming")["only_in_good_going"]
    if anywhere and going(position, enemy) != "good":
        verdict.cite("BOB-CON-5b", f"{enemy.id} is Light Horse and conforms in any terrain")


def _cite_partial(
    position: Position,
    found: March,
    contacts: Contacts,
    after: Position,
    partial: list[tuple[str, str]],
    verdict: Verdict,
) -> None:
    """Cite contacts without combat, which are allowed because another member of the group is in a legal contact."""
    who = sorted(contacts.legal)[0] if contacts.legal else (sorted(contacts.conforming)[0],)
    pairs = ", ".join(f"{base} with {enemy}" for base, enemy in partial)
    says = f"{pairs}: contact without combat, allowed since {' with '.join(who)} is a legal contact of the same group"
    verdict.cite_all(("BOB-CON-2f", "BOB-CON-2h", "DBA22-B15.1"), says)
    if not _are_one_group(position, contacts.enemies):
        says = f"{', '.join(contacts.enemies)} are not one group: one legal contact with any of them is enough"
        verdict.cite("BOB-CON-4a", says)
    for base, name in partial:
        if after.has_base(name):
            _cite_overlap_to_come(after, base, name, verdict)
            _cite_not_conforming(position, found, after, base, name, verdict)


def _are_one_group(position: Position, names: tuple[str, ...]) -> bool:
    """Whether these enemies stand in one group, perhaps with others."""
    if len(names) < 2:
        return True
    reached = [position.base(names[0])]
    for base in reached:
        reached += [friend for friend in grouped_with(position, base) if friend not in reached]
    ids = {base.id for base in reached}
    return all(name in ids for name in names)


def _cite_overlap_to_come(after: Position, base: str, name: str, verdict: Verdict) -> None:
    """Cite that a member will overlap an enemy after that enemy has turned to face another member."""
    found = fights(after)
    enemy = after.base(name)
    if found.fights(name):
        return
    for friend in after.friends(after.base(base).side):
        there = found.meeting(friend.id, name)
        if friend.id == base or there is None or there.kind not in ("flank", "rear"):
            continue
        turned = place("against", friend.rectangle, enemy.width, enemy.depth)
        if meet(after.base(base).rectangle, turned).kind in OVERLAPS:
            says = f"{base} will overlap {name} once it has turned to face {friend.id}, and comes there with a group"
            verdict.cite("BOB-CON-3c", says)


def touched_pairs(found: March, contacts: Contacts) -> tuple[tuple[str, str], ...]:
    """The new contacts of a move as (member, enemy or place), melee contacts first."""
    new = [
        (one.kind not in MELEE, base.id, one.enemy)
        for base, own in zip(found.members, contacts.touched, strict=True)
        for one in own
        if not one.before
    ]
    pairs = [(base, enemy) for later in (False, True) for rank, base, enemy in new if rank is later]
    pairs += [(b.id, spot.id) for b, own in zip(found.members, contacts.places, strict=True) for spot in own]
    return tuple(pairs)
