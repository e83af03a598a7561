"""Manning works at the end of movement: who comes to stand opposite an assaulter, along the works or round a corner."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.holding import in_close_combat
from debellis.dbm.aftermath.obstructions import at_place
from debellis.dbm.setting_up.assaults import assaults
from debellis.dbm.setting_up.sections import SECTIONS, Section
from debellis.dbm.storming.fronts import (
    assaulted,
    corners_of,
    fellows,
    may_storm,
    opposite,
    refuse_mounted,
    sections_met,
)
from debellis.dbm.works import PF, TF
from debellis.geometry.plane import COINCIDE, bearing, coincide, distance
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sweep import free_slide
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, Question, one_of
from debellis.umpire.ruling import Finding, Reason, Ruling


class Manned(Value, frozen=True):
    """An assaulted section: who defends it, as it then stands, if anybody does; `choices` if its player must choose."""

    section: Section
    defender: Base | None = None
    choices: tuple[str, ...] = ()


class Near(Value, frozen=True):
    """An element that may move opposite an assaulter: its base, its place there, the distance, and the reason."""

    base: Base
    place: Rectangle
    off: float
    why: tuple[Reason, ...] = ()


def man(
    position: Position, attacker: Base, sections: tuple[Section, ...], works: str, choice: str | None, finding: Finding
) -> Manned | None:
    """The defender against an assaulter. None if not all of the assaulter's front edge is against the works."""
    met = sections_met(attacker, sections)
    if not met:
        return None
    at_hand = _opposed(position, attacker, met, sections, works)
    if at_hand:
        able = [near for near in at_hand if _may_slide(position, near)]
        if not able:
            names = " and ".join(near.base.id for near in at_hand)
            says = f"{names} cannot conform to {attacker.id}, who fights {met[0].name} as if nobody defended it"
            finding.cite("DBM32-P21-fort-undef", says)
            return Manned(met[0])
        return _nearest(met[0], able, choice, attacker, finding, "DBM-B28.10", "stands opposite or slides along")
    round_it = _round_the_corner(position, attacker, met[0], sections, works) if len(met) == 1 else []
    if round_it:
        what = "is not engaged and comes round the corner"
        return _nearest(met[0], round_it, choice, attacker, finding, "DBM32-P21-fort-corner-move", what)
    finding.cite("DBM-B28.10", f"nobody stands opposite {attacker.id}, who fights the empty section {met[0].name}")
    return Manned(met[0])


def _opposed(
    position: Position, attacker: Base, met: tuple[Section, ...], sections: tuple[Section, ...], works: str
) -> list[Near]:
    """The enemies at the inside edge that are partly opposite an assaulter, unless they face another one there."""
    found: dict[str, Near] = {}
    for section in met:
        for enemy in position.enemies(attacker.side):
            ruling = assaults(position, element=attacker.id, section=section, defender=enemy.id)
            if ruling.answer["fights"] != enemy.id or enemy.id in found:
                continue
            stands = replace(enemy, front=tuple(ruling.answer["defender_front"]))
            if _faces_another(position, attacker, stands, sections, works):
                continue
            place = opposite(attacker, met[0], sections, enemy.width, enemy.depth)
            found[enemy.id] = Near(stands, place, distance(stands.front, place.front), ruling.because)
    return list(found.values())


def _faces_another(position: Position, attacker: Base, stands: Base, sections: tuple[Section, ...], works: str) -> bool:
    """Whether a defender stands right opposite another assaulter."""
    for other in fellows(position, attacker, works):
        met = sections_met(other, sections)
        place = opposite(other, met[0], sections, stands.width, stands.depth) if met else None
        if place is not None and coincide(place.front, stands.front):
            return True
    return False


def _may_slide(position: Position, near: Near) -> bool:
    """Whether the way of a defender's slide along the works is free."""
    if near.off <= COINCIDE:
        return True
    here, there = near.base.front, near.place.front
    towards = ((there[0] - here[0]) / near.off, (there[1] - here[1]) / near.off)
    others = [other for other in position.standing if other.id != near.base.id]
    return all(
        free_slide(near.base.rectangle, towards, near.off, other.rectangle) >= near.off - COINCIDE for other in others
    )


def _round_the_corner(
    position: Position, attacker: Base, section: Section, sections: tuple[Section, ...], works: str
) -> list[Near]:
    """The unengaged defenders of the sections round a corner for whom there is room opposite an assaulter."""
    found: dict[str, Near] = {}
    for adjoining, _, _ in corners_of(section, sections):
        for enemy in position.enemies(attacker.side):
            if not defends(position, attacker, enemy, adjoining):
                continue
            if _is_engaged(position, attacker, enemy, sections, works):
                continue
            place = opposite(attacker, section, sections, enemy.width, enemy.depth)
            if any(overlaps(other.rectangle, place) for other in position.standing if other.id != enemy.id):
                continue
            found[enemy.id] = Near(enemy, place, distance(enemy.front, place.front))
    return list(found.values())


def defends(position: Position, attacker: Base, enemy: Base, section: Section) -> bool:
    """Whether an element stands at the inside edge of a section, facing out."""
    ruling = assaults(position, element=attacker.id, section=section, defender=enemy.id)
    return bool(ruling.answer.get("defends"))


def _is_engaged(position: Position, attacker: Base, enemy: Base, sections: tuple[Section, ...], works: str) -> bool:
    """Whether a defender is in close combat or a section it defends is assaulted by somebody else."""
    if in_close_combat(position, enemy):
        return True
    own = [one for one in sections if not one.is_corner and defends(position, attacker, enemy, one)]
    others = fellows(position, attacker, works)
    return any(
        assaults(position, element=other.id, section=section).answer["assaults"] for other in others for section in own
    )


def _nearest(
    section: Section, able: list[Near], choice: str | None, attacker: Base, finding: Finding, clause: str, what: str
) -> Manned:
    """The nearest element able to defend. Of several equally near, the one its player chooses."""
    least = min(near.off for near in able)
    first = [near for near in able if near.off <= least + COINCIDE]
    if len(first) > 1:
        chosen = [near for near in first if near.base.id == choice]
        if not chosen:
            names = " and ".join(near.base.id for near in first)
            finding.cite(clause, f"{names} are equally near to {attacker.id}: their player chooses who defends")
            return Manned(section, choices=tuple(near.base.id for near in first))
        first = chosen
    near = first[0]
    for reason in near.why:
        finding.cite(reason.clause, reason.says)
    finding.cite(clause, f"{near.base.id} {what} to man {section.name} against {attacker.id}")
    return Manned(section, at_place(near.base, near.place))


def ask_man_works(
    position: Position,
    *,
    element: str,
    sections: tuple[Section, ...] = (),
    works: str | None = None,
    defender: str | None = None,
) -> Ruling:
    """Who mans the section an element assaults, and where it then stands.

    Without `sections` the works are those that lie on the table.
    """
    finding = Finding()
    base = position.base(element)
    works, sections = assaulted(position, base, sections, works)
    if not may_storm(position, base, works):
        refuse_mounted(base, finding)
        return finding.rule("man_works", {"assaults": False, "defender": None})
    manned = man(position, base, sections, works, defender, finding)
    if manned is None:
        cite_no_front(element, finding)
        return finding.rule("man_works", {"assaults": False, "defender": None})
    who = manned.defender
    answer: dict[str, Any] = {"assaults": True, "section": manned.section.name, "choices": list(manned.choices)}
    answer |= {"defender": None if who is None else who.id, "undefended": who is None and not manned.choices}
    if who is not None:
        far = distance(position.base(who.id).front, who.front)
        finding.measure("moved to man the works", far)
        answer |= {"front": list(who.front), "facing": bearing(who.facing), "moves": far > COINCIDE}
    return finding.rule("man_works", answer)


def cite_no_front(element: str, finding: Finding) -> None:
    """Cite that an element storms nothing because not all of its front edge is against works."""
    finding.cite("DBM-B28.10", f"not all of the front edge of {element} is against the outside edge of works")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "man_works",
        "who mans the section of works an element assaults at the end of movement, and where it then stands",
        {
            "element": BASE,
            "sections": SECTIONS.or_none(),
            "works": one_of(TF, PF).or_none(),
            "defender": BASE.or_none(),
        },
        ask_man_works,
    ),
)
