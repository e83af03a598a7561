"""Orders of deployment: where commands stand to one another, left to right and front to rear, without vagueness."""

from __future__ import annotations

from itertools import combinations

from debellis.dbm.conduct.guidelines import guidelines_hold
from debellis.dbm.setting_up.zones import EDGE
from debellis.geometry.plane import COINCIDE
from debellis.table.board import inward, sideways
from debellis.table.position import Position
from debellis.umpire.questions import NUMBER, TEXT, BadQuestion, Question, list_of, one_of, table_of
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

LEFT_OF, RIGHT_OF, BEHIND, AHEAD = "left_of", "right_of", "behind", "in_front_of"
_TURNED = {RIGHT_OF: LEFT_OF, AHEAD: BEHIND}
LINES = ("front", "middle", "rear")
Pair = tuple[str, str]


def may_order(
    position: Position,
    *,
    commands: tuple[str, ...],
    relations: tuple[tuple[str, ...], ...] = (),
    lines: dict[str, str] | None = None,
    areas: dict[str, tuple[float, ...]] | None = None,
    base_edge: str = "south",
) -> Ruling:
    """Whether orders fix the places of commands: by `relations`, by `lines` (front, middle, rear), or by a map."""
    verdict = Verdict()
    guidelines = guidelines_hold(position)
    clause = "IWF-G6.1a" if guidelines else "DBM-B12.1"
    lefts, behinds = _read(relations, commands)
    if areas is not None:
        _read_map(position, areas, commands, base_edge, lefts, behinds)
        if guidelines:
            verdict.cite("IWF-G6.1c", "The places of the commands are read from the map.")
    lefts, behinds = _closed(lefts), _closed(behinds)
    if any((b, a) in known for known in (lefts, behinds) for a, b in known):
        verdict.refuse("The orders contradict themselves.", clause)
    placed = set(commands) if areas is not None else {name for pair in lefts for name in pair}
    vague = [pair for pair in combinations(commands, 2) if not _fixed(pair, lefts, behinds, placed)]
    for one, other in vague:
        says = f"The orders do not say how {one} and {other} stand to one another from left to right."
        verdict.refuse(says, clause)
        if guidelines and lines and one in lines and other in lines:
            says = f"{one} is {lines[one]} and {other} is {lines[other]}, which leaves left and right open."
            verdict.cite("IWF-G6.1b", says)
        elif guidelines and _either_way((one, other), behinds):
            says = f"{one} and {other} are ordered only front to rear, which leaves left and right open."
            verdict.cite("IWF-G6.1b", says)
    if not vague and behinds and areas is None:
        verdict.cite("IWF-7.4", "A command may be ordered behind or in front of another.")
    return verdict.decide("may_order", vague=[f"{one} and {other}" for one, other in vague])


def _read(relations: tuple[tuple[str, ...], ...], commands: tuple[str, ...]) -> tuple[set[Pair], set[Pair]]:
    """Who is left of whom and who is behind whom."""
    lefts: set[Pair] = set()
    behinds: set[Pair] = set()
    for one, word, other in relations:
        if one not in commands or other not in commands or word not in (LEFT_OF, BEHIND, *_TURNED):
            raise BadQuestion(f"a relation is two of the commands with {LEFT_OF}, {BEHIND}, ... between", "relations")
        pair = (other, one) if word in _TURNED else (one, other)
        (lefts if _TURNED.get(word, word) == LEFT_OF else behinds).add(pair)
    return lefts, behinds


def _read_map(
    position: Position,
    areas: dict[str, tuple[float, ...]],
    commands: tuple[str, ...],
    base_edge: str,
    lefts: set[Pair],
    behinds: set[Pair],
) -> None:
    """Add what a map shows: whose area lies wholly left of, or wholly behind, whose."""
    missing = [name for name in commands if name not in areas]
    if missing:
        return
    mirrored = base_edge in ("north", "west")
    spans: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {}
    for name in commands:
        west, south, east, north = areas[name]
        corners = ((west, south), (east, north))
        across = sorted((-1.0 if mirrored else 1.0) * sideways(p, base_edge) for p in corners)
        deep = sorted(inward(p, base_edge, position.size) for p in corners)
        spans[name] = ((across[0], across[1]), (deep[0], deep[1]))
    for one in commands:
        for other in commands:
            if spans[one][0][1] <= spans[other][0][0] + COINCIDE:
                lefts.add((one, other))
            if spans[one][1][1] <= spans[other][1][0] + COINCIDE:
                behinds.add((one, other))


def _closed(pairs: set[Pair]) -> set[Pair]:
    """With everything that follows: left of what is left of a third is left of the third."""
    found = set(pairs)
    while True:
        more = {(a, d) for a, b in found for c, d in found if b == c} - found
        if not more:
            return found
        found |= more


def _fixed(pair: Pair, lefts: set[Pair], behinds: set[Pair], placed: set[str]) -> bool:
    """Whether two commands have a left-right relation, or one is behind the other and either has one to a third."""
    return _either_way(pair, lefts) or (_either_way(pair, behinds) and any(name in placed for name in pair))


def _either_way(pair: Pair, known: set[Pair]) -> bool:
    return pair in known or (pair[1], pair[0]) in known


QUESTIONS: tuple[Question, ...] = (
    Question(
        "may_order",
        "whether orders fix the places of commands to one another",
        {
            "commands": list_of(TEXT),
            "relations": list_of(list_of(TEXT, 3)).or_none(),
            "lines": table_of(one_of(*LINES)).or_none(),
            "areas": table_of(list_of(NUMBER, 4)).or_none(),
            "base_edge": EDGE.or_none(),
        },
        may_order,
        needs={"base_edge": ("areas",)},
    ),
)
