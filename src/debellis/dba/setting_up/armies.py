"""Armies: whether these elements and their general are a legal army, in one game and from game to game."""

from __future__ import annotations

import re
from collections import Counter

from debellis.battle.armies import ArmyInfo
from debellis.dba.book import book, table
from debellis.dba.options import option
from debellis.dba.setting_up.lists import army_size, find_army, is_choice, is_printed, misfits, rosters
from debellis.dba.troops import read_troops
from debellis.geometry.plane import COINCIDE
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import FLAG, NUMBER, TEXT, BadQuestion, Question, list_of, table_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

_SEVERAL = re.compile(r"([1-9]\d?)\s*x\s*(\S.*)")
_FOLLOWERS = "camp_followers"
_GENERAL_BY_LIST = ("BOB-GLO-5a", "DBA22-B3.3")
_BASE_DEPTHS = ("BOB-TRN-1b",)


class Element(Value, frozen=True):
    """One element as written in an army: `notation` without the word "general"."""

    notation: str
    kind: str
    depth: float
    general: bool


def read_elements(texts: tuple[str, ...], position: Position, argument: str) -> tuple[Element, ...]:
    """The elements that these notations mean; "6x4Bd" means six."""
    found: list[Element] = []
    for text in texts:
        several = _SEVERAL.fullmatch(text)
        notation = several[2] if several else text
        try:
            troops = read_troops(book(position), notation, position.scale)
        except ValueError as error:
            raise BadQuestion(str(error), argument) from None
        element = Element(_code_of(notation), troops.kind, troops.depth, troops.general)
        found += [element] * (int(several[1]) if several else 1)
    return tuple(found)


def may_field(
    position: Position,
    *,
    elements: tuple[str, ...],
    army: str | None = None,
    general: str | None = None,
    previous: tuple[str, ...] | None = None,
    previous_general: str | None = None,
    depths: dict[str, float] | None = None,
    tournament: bool | None = None,
    offers: tuple[str, ...] = (),
) -> Ruling:
    """Whether these elements are an army of that list, the general among them.

    Without a list they are judged alone. For a list that is not on file, `offers` may name what it offers in addition
    to the elements taken.
    """
    verdict = Verdict()
    listed = None if army is None else find_army(position.edition, army)
    strict = option(position, "tournament") if tournament is None else tournament
    if strict and army is not None and not is_printed(position.edition, army):
        verdict.refuse(f"{army} is none of the printed lists, the only ones a tournament allows.", "BOB-TRN-1a")
    given = read_elements(elements, position, "elements")
    if general is not None and _is_own(position, _code_of(general)) and not any(e.general for e in given):
        given += read_elements((general,), position, "general")
    fighting = _set_followers_aside(position, verdict, given)
    size = army_size(position.edition, listed)
    if len(fighting) != size:
        says = f"An army is {size} elements with the general among them; these are {len(fighting)}."
        verdict.refuse(says, "BOB-GLO-5a", "DBA22-B3.1")
    commander = _general_of(position, verdict, fighting, general, listed)
    if commander is not None:
        _judge_general_on_foot(position, verdict, fighting, commander, listed, offers)
    if previous is not None:
        before = read_elements(previous, position, "previous")
        commander = _compare_games(verdict, position, listed, fighting, commander, before, previous_general)
    if listed is not None:
        _check_list(position, verdict, listed, fighting, commander)
    if depths:
        _check_depths(verdict, position, depths)
    return verdict.decide("may_field", listed=listed is not None)


def _set_followers_aside(position: Position, verdict: Verdict, given: tuple[Element, ...]) -> tuple[Element, ...]:
    """The elements without the camp followers, who do not count as part of the army."""
    fighting = tuple(e for e in given if e.kind != _FOLLOWERS)
    followers = len(given) - len(fighting)
    if followers > 1:
        verdict.refuse(f"An army has at most one element of camp followers, not {followers}.", "DBA22-B3.1")
    if followers:
        verdict.cite(
            "BOB-TRN-3a", f"The camp followers are an extra base, not one of the {army_size(position.edition)}."
        )
    return fighting


def _general_of(
    position: Position, verdict: Verdict, fighting: tuple[Element, ...], named: str | None, listed: ArmyInfo | None
) -> int | None:
    """The index of the general's element; None if it cannot be determined."""
    marked = [i for i, e in enumerate(fighting) if e.general]
    if len(marked) > 1:
        verdict.refuse(f"Exactly one element is marked as the general's; here {len(marked)} are.", "BOB-GLO-5b")
        return None
    if named is not None:
        name = _code_of(named)
        alike = [i for i, e in enumerate(fighting) if is_choice(e.notation, name) or is_choice(name, e.notation)]
        if not alike:
            says = f"The general is one of the {army_size(position.edition)}, and there is no {name} among them."
            verdict.refuse(says, "BOB-GLO-5a", "DBA22-B3.3")
            return None
        return marked[0] if marked and marked[0] in alike else alike[0]
    if marked:
        return marked[0]
    return _unmarked_general(verdict, fighting, listed)


def _code_of(notation: str) -> str:
    """A notation without the word "general"."""
    return " ".join(notation.split()).removesuffix("general").strip()


def _is_own(position: Position, code: str) -> bool:
    """Whether it is a general who is a separate element. Such a general may be named apart from the others."""
    row = book(position).codes.get(code)
    return row is not None and row.general


def _judge_general_on_foot(
    position: Position,
    verdict: Verdict,
    fighting: tuple[Element, ...],
    commander: int,
    listed: ArmyInfo | None,
    offers: tuple[str, ...],
) -> None:
    """Refuse a separate general on foot if the list offers any mounted element, taken or not."""
    rules = book(position)
    his = fighting[commander]
    if not _is_own(position, his.notation) or rules.types[his.kind].mounted:
        return
    offered = [e.notation for e in (*fighting, *read_elements(offers, position, "offers"))]
    if listed is not None:
        offered = [choice for roster in rosters(listed) for slot in roster for choice in slot.any_of]
    rows = [rules.codes[choice.partition("//")[0]] for choice in dict.fromkeys(offered)]
    mounted = [row.code for row in rows if not row.general and rules.types[row.type].mounted]
    if mounted:
        says = f"A general is on foot only where the list offers nobody mounted; this one offers {', '.join(mounted)}."
        verdict.refuse(says, *table(position, "army")["foot_general_clauses"])


def _unmarked_general(verdict: Verdict, fighting: tuple[Element, ...], listed: ArmyInfo | None) -> int | None:
    """The index of the general's element if none is marked: only if exactly one element could be it."""
    if listed is None:
        verdict.refuse("It is not said which element is the general's.", "BOB-GLO-5b")
        return None
    could = [i for i, e in enumerate(fighting) if any(is_choice(e.notation, code) for code in listed.general)]
    if not could:
        says = f"The general must be {' or '.join(listed.general)}, and there is none among these."
        verdict.refuse(says, "BOB-GLO-5a", "DBA22-B3.3")
        return None
    if len(could) > 1:
        says = f"{len(could)} elements could be the general's; the opponent must be able to tell which it is."
        verdict.refuse(says, "BOB-GLO-5b")
        return None
    return could[0]


def _check_list(
    position: Position, verdict: Verdict, listed: ArmyInfo, fighting: tuple[Element, ...], commander: int | None
) -> None:
    """Report elements that do not fit the list, and a general of a type it does not allow."""
    notations = tuple(e.notation for e in fighting)
    role = commander
    if commander is not None and not any(is_choice(notations[commander], code) for code in listed.general):
        says = f"The list allows {' or '.join(listed.general)} as general, not {notations[commander]}."
        clauses = table(position, "army").get("general_by_list_clauses", _GENERAL_BY_LIST)
        verdict.refuse(says, *clauses)
        role = None
    left = misfits(listed, notations, role)
    if len(left) <= len(fighting) - army_size(position.edition, listed):
        return
    offered = {code for roster in rosters(listed) for slot in roster for code in slot.any_of}
    strangers = [e for e in left if not any(is_choice(e, code) for code in offered)]
    if strangers:
        verdict.refuse(f"{listed.id} {listed.name} has no {', '.join(strangers)}.", "DBA22-B3.1")
    if len(strangers) < len(left):
        too_many = ", ".join(e for e in left if e not in strangers)
        verdict.refuse(
            f"{listed.id} {listed.name} does not allow this many, or not together: {too_many}.", "DBA22-B3.2"
        )


def _compare_games(
    verdict: Verdict,
    position: Position,
    listed: ArmyInfo | None,
    fighting: tuple[Element, ...],
    commander: int | None,
    before: tuple[Element, ...],
    previous_general: str | None,
) -> int | None:
    """Compare with an earlier game of the event.

    Returns the index of the element whose place in the list the general takes.
    """
    earlier = Counter(e.notation for e in before if e.kind != _FOLLOWERS)
    now = Counter(e.notation for e in fighting)
    varies = bool(option(position, "army_options_vary"))
    if earlier != now:
        changed = ", ".join(sorted((now - earlier).keys() | (earlier - now).keys()))
        if varies:
            verdict.cite("BOB-TRN-2d", f"At this event options may vary from game to game: {changed}.")
        else:
            verdict.refuse(
                f"All games are fought with the same {army_size(position.edition)} elements; {changed} differs.",
                "BOB-TRN-2b",
            )
    former = previous_general or next((e.notation for e in before if e.general), None)
    if former is None or commander is None or varies:
        return commander
    return _change_general(verdict, listed, fighting, commander, _code_of(former), earlier)


def _change_general(
    verdict: Verdict,
    listed: ArmyInfo | None,
    fighting: tuple[Element, ...],
    commander: int,
    former: str,
    earlier: Counter[str],
) -> int:
    """Judge a change of the general's element since the earlier game. Returns the index whose list place he takes."""
    present = fighting[commander].notation
    if present == former:
        return commander
    allowed = listed.general if listed else (former, present)
    stays = next((i for i, e in enumerate(fighting) if e.notation == former), None)
    if not earlier[present]:
        verdict.refuse(f"{present} may not become the general: it was not used in the earlier game.", "BOB-TRN-2c")
    elif stays is None:
        verdict.refuse(f"The former general's {former} must stay in the army.", "BOB-TRN-2c")
    elif any(is_choice(present, code) for code in allowed):
        says = f"The list allows {present} as general, it was used before, and the former general's {former} stays."
        verdict.cite("BOB-TRN-2c", says)
        return stays
    return commander


def _check_depths(verdict: Verdict, position: Position, depths: dict[str, float]) -> None:
    """Report bases shallower than the standard. Deeper bases are allowed."""
    for code, depth in depths.items():
        element = read_elements((code,), position, "depths")[0]
        if depth < element.depth - COINCIDE:
            standard = table(position, "army").get("depth_clauses", _BASE_DEPTHS)
            clauses = ("BOB-TRN-3a",) if element.kind == _FOLLOWERS else standard
            verdict.refuse(f"A {code} base is at least {element.depth:g} millimetres deep, not {depth:g}.", *clauses)
        elif depth > element.depth + COINCIDE:
            verdict.cite("BOB-TRN-1b", f"A {code} base may be deeper than {element.depth:g} millimetres: {depth:g}.")


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_field",
        "whether these elements and their general are an army of that list, also after an earlier game of an event",
        {
            "army": TEXT.or_none(),
            "elements": list_of(TEXT),
            "general": TEXT.or_none(),
            "previous": list_of(TEXT).or_none(),
            "previous_general": TEXT.or_none(),
            "depths": table_of(NUMBER).or_none(),
            "tournament": FLAG.or_none(),
            "offers": list_of(TEXT).or_none(),
        },
        may_field,
    ),
)
