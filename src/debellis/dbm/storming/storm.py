"""The question of a storming: who fights whom over works, with what totals and outcome, and where everybody ends."""

from __future__ import annotations

from typing import Any

from debellis.dbm.setting_up.sections import SECTIONS, Section
from debellis.dbm.storming.coming_in import carry_out
from debellis.dbm.storming.fight import fight_defender, fight_empty, noted_defender
from debellis.dbm.storming.fronts import PF, TF, may_storm, refuse_mounted
from debellis.dbm.storming.manning import cite_no_front
from debellis.dbm.storming.parties import Parties, parties
from debellis.manoeuvre.stops import facings_of, fronts_of
from debellis.mechanics.two_dice import DIE
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.questions import BASE, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling


def storm(
    position: Position,
    *,
    element: str,
    sections: tuple[Section, ...],
    works: str = TF,
    main: str | None = None,
    defender: str | None = None,
    dice: tuple[int, int] | None = None,
    moved_into_front_contact: tuple[str, ...] = (),
) -> Ruling:
    """The fight an assaulter of works is in, at the end of movement, and with dice what comes of it.

    `main` is whom the assaulting player names main attacker at a corner, `defender` whom the other player lets defend.
    """
    finding = Finding()
    base = position.base(element)
    for one in (base, *(() if main is None else (position.base(main),))):
        if not may_storm(position, one, works):
            refuse_mounted(one, finding)
            return finding.rule("storm", {"legal": False, "fights": False})
    party = parties(position, base, sections, works, main, defender, finding)
    if party is None:
        cite_no_front(element, finding)
        return finding.rule("storm", {"legal": False, "fights": False})
    answer = _told(party)
    if party.choices or party.manned.choices:
        return finding.rule("storm", answer)
    position, party = _manned(position, party, works)
    moved = frozenset(moved_into_front_contact)
    if party.defender is None:
        found, told = fight_empty(position, party, works, dice, moved)
    else:
        found, told = fight_defender(position, party, party.defender, dice, moved)
    finding.absorb(told)
    answer |= found
    if dice is None:
        return finding.rule("storm", answer)
    ended = carry_out(position, party, found, finding)
    answer |= {"storms": ended.storms, "lost": list(ended.lost), "moved_back": list(ended.moved_back)}
    answer |= {"flankers_recoil": list(ended.recoiled)}
    answer |= {"fronts": fronts_of(ended.position), "facings": facings_of(ended.position)}
    return finding.rule("storm", answer)


def _told(party: Parties) -> dict[str, Any]:
    """The parties to the fight, in the form of an answer."""
    undecided = bool(party.choices or party.manned.choices)
    who = party.defender
    return {
        "legal": True,
        "fights": True,
        "main": None if party.choices else party.main.id,
        "flankers": [one.id for one in party.flankers],
        "section": party.manned.section.name,
        "defender": None if who is None else who.id,
        "undefended": who is None and not party.manned.choices,
        "choices": [*party.choices, *party.manned.choices],
        "undecided": undecided,
    }


def _manned(position: Position, party: Parties, works: str) -> tuple[Position, Parties]:
    """The position with the defender where it mans the works, noted as defending them."""
    if party.defender is None:
        return position, party
    stands = noted_defender(party.defender, works)
    return position.with_base(stands), replace(party, manned=replace(party.manned, defender=stands))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "storm",
        "who fights whom over works, with what totals and outcome, and where everybody ends",
        {
            "element": BASE,
            "sections": SECTIONS,
            "works": one_of(TF, PF).or_none(),
            "main": BASE.or_none(),
            "defender": BASE.or_none(),
            "dice": list_of(DIE, 2).or_none(),
            "moved_into_front_contact": list_of(BASE).or_none(),
        },
        storm,
    ),
)
