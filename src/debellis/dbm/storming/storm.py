"""The question of a storming: who fights whom over works, with what totals and outcome, and where everybody ends."""

from __future__ import annotations

from typing import Any

from debellis.dbm.aftermath.forks import FIRST, Choices
from debellis.dbm.setting_up.sections import SECTIONS, Section
from debellis.dbm.setting_up.zones import EDGE
from debellis.dbm.storming.coming_in import Ended, carry_out
from debellis.dbm.storming.fight import fight_defender, fight_empty, noted_defender
from debellis.dbm.storming.fronts import assaulted, may_storm, refuse_mounted
from debellis.dbm.storming.manning import cite_no_front
from debellis.dbm.storming.parties import Parties, parties
from debellis.dbm.works import PF, TF
from debellis.manoeuvre.stops import facings_of, fronts_of
from debellis.mechanics.two_dice import DIE
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, Question, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling


class Stormed(Value, frozen=True):
    """A storming as judged: the answer, the parties if there is a fight, and with dice how it ended."""

    answer: dict[str, Any]
    party: Parties | None = None
    ended: Ended | None = None


def storm(
    position: Position,
    *,
    element: str,
    sections: tuple[Section, ...] = (),
    works: str | None = None,
    main: str | None = None,
    defender: str | None = None,
    dice: tuple[int, int] | None = None,
    moved_into_front_contact: tuple[str, ...] = (),
    base_edges: dict[str, str] | None = None,
) -> Ruling:
    """The fight an assaulter of works is in, at the end of movement, and with dice what comes of it.

    Without `sections` the works are those that lie on the table. `base_edges` are the edges over which each side may
    flee. `main` is whom the assaulting player names main attacker at a corner, `defender` whom the other lets defend.
    """
    finding = Finding()
    kind, against = assaulted(position, position.base(element), sections, works)
    moved = moved_into_front_contact
    done = judge_storm(position, element, against, kind, main, defender, dice, moved, base_edges or {}, finding)
    answer = done.answer
    if done.ended is not None:
        ended = done.ended
        answer |= {"storms": ended.storms, "lost": list(ended.lost), "moved_back": list(ended.moved_back)}
        answer |= {"flankers_recoil": list(ended.recoiled)}
        answer |= {"fronts": fronts_of(ended.position), "facings": facings_of(ended.position)}
    return finding.rule("storm", answer)


def judge_storm(
    position: Position,
    element: str,
    sections: tuple[Section, ...],
    works: str,
    main: str | None,
    defender: str | None,
    dice: tuple[int, int] | None,
    into_front: tuple[str, ...],
    edges: dict[str, str],
    finding: Finding,
    choices: Choices = FIRST,
) -> Stormed:
    """The fight an assaulter is in, and with dice how it ends. The reasons are cited."""
    base = position.base(element)
    for one in (base, *(() if main is None else (position.base(main),))):
        if not may_storm(position, one, works):
            refuse_mounted(one, finding)
            return Stormed({"legal": False, "fights": False})
    party = parties(position, base, sections, works, main, defender, finding)
    if party is None:
        cite_no_front(element, finding)
        return Stormed({"legal": False, "fights": False})
    answer = _told(party)
    if party.choices or party.manned.choices:
        return Stormed(answer, party)
    position, party = _manned(position, party, works)
    moved = frozenset(into_front)
    if party.defender is None:
        found, told = fight_empty(position, party, works, dice, moved)
    else:
        found, told = fight_defender(position, party, party.defender, dice, moved)
    finding.absorb(told)
    answer |= found
    if dice is None:
        return Stormed(answer, party)
    return Stormed(answer, party, carry_out(position, party, found, edges, finding, choices))


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
            "sections": SECTIONS.or_none(),
            "works": one_of(TF, PF).or_none(),
            "main": BASE.or_none(),
            "defender": BASE.or_none(),
            "dice": list_of(DIE, 2).or_none(),
            "moved_into_front_contact": list_of(BASE).or_none(),
            "base_edges": table_of(EDGE).or_none(),
        },
        storm,
    ),
)
