"""Exchanges: after the invader has deployed, the defender may swap the places of two pairs of his elements."""

from __future__ import annotations

from debellis.dba.book import table
from debellis.dba.setting_up.deployment import judge_ground, judge_zone
from debellis.geometry.plane import bearing
from debellis.geometry.rectangle import overlaps
from debellis.manoeuvre.contact import directly_behind
from debellis.table.bases import Base
from debellis.table.board import is_off
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

Pair = tuple[str, str]


def may_exchange(
    position: Position,
    *,
    pairs: tuple[Pair, ...],
    base_edge: str | None = None,
    held_back: tuple[str, ...] = (),
) -> Ruling:
    """Whether the defender may make these exchanges, one after another, and where everybody then stands."""
    verdict = Verdict()
    most = int(table(position, "deployment")["swap_pairs"])
    if len(pairs) > most:
        says = f"The defender may exchange {most} pairs, not {len(pairs)}."
        verdict.refuse(says, "BOB-SCH-7a", "DBA22-B9.3")
    after = position
    moved: dict[str, None] = {}
    for one, other in pairs:
        if _may_be_paired(verdict, position, one, other, held_back):
            after, touched = exchange(verdict, after, one, other)
            moved.update(dict.fromkeys(touched))
    named = [name for pair in pairs for name in pair]
    if verdict.legal and len(set(named)) < len(named):
        says = "The exchanges may follow each other and share an element."
        verdict.cite_all(("BOB-SCH-7e", "DBA22-B9.3"), says)
    _judge_places(position, verdict, after, tuple(moved), base_edge)
    stand = [after.base(name) for name in moved if after.base(name).on_table]
    return verdict.decide(
        "may_exchange",
        fronts={base.id: list(base.front) for base in stand},
        facings={base.id: bearing(base.facing) for base in stand},
        inside={name: after.base(name).inside for name in moved if not after.base(name).on_table},
    )


def _may_be_paired(verdict: Verdict, position: Position, one: str, other: str, held_back: tuple[str, ...]) -> bool:
    """Report a pair that cannot be exchanged at all."""
    for name in (one, other):
        afloat = position.has_base(name) and _is_afloat(position, position.base(name))
        if name in held_back or not position.has_base(name) or afloat:
            says = f"{name} is not on the table, and those held back for a landing cannot be exchanged."
            verdict.refuse(says, "BOB-SCH-7d", "DBA22-B9.3")
            return False
    a, b = position.base(one), position.base(other)
    if a.id == b.id or a.side != b.side:
        verdict.refuse("An exchange is between two of the defender's own elements.", "BOB-SCH-7a")
        return False
    for base in (a, b):
        if base.inside is not None and position.feature(base.inside).kind == "bua":
            says = f"{base.id} is in the town and may be exchanged with one in the line."
            verdict.cite_all(("BOB-SCH-7c", "DBA22-B9.3"), says)
    return True


def _is_afloat(position: Position, base: Base) -> bool:
    return base.inside is not None and position.feature(base.inside).kind == "waterway"


def exchange(verdict: Verdict, position: Position, one: str, other: str) -> tuple[Position, list[str]]:
    """Swap two elements. Each takes the other's front edge, and bases in column behind them make space or close up."""
    files = [_file_from(position, one), _file_from(position, other)]
    if files[1][0] in files[0]:
        files = files[:1]
    elif files[0][0] in files[1]:
        files = files[1:]
    a, b = position.base(one), position.base(other)
    if a.depth != b.depth and (a.on_table or b.on_table):
        says = f"Bases {a.depth:g} and {b.depth:g} millimetres deep exchange front edges; ranks behind adjust."
        verdict.cite_all(("BOB-SCH-7b", "DBA22-B9.3"), says)
    swap = {one: other, other: one}
    after = position
    for file in files:
        head = position.base(file[0])
        front = head.front
        for name in file:
            base = position.base(swap.get(name, name))
            after = after.with_base(replace(base, front=front, facing=head.facing, inside=head.inside))
            front = (front[0] - head.facing[0] * base.depth, front[1] - head.facing[1] * base.depth)
    return after, [name for file in files for name in file] + [one, other]


def _file_from(position: Position, name: str) -> list[str]:
    """An element and the bases in column behind it, from the front. Inside a place it is alone."""
    file = [name]
    base = position.base(name)
    while base.on_table:
        behind = next((b for b in position.friends(base.side) if directly_behind(b.rectangle, base.rectangle)), None)
        if behind is None:
            break
        file.append(behind.id)
        base = behind
    return file


def _judge_places(
    position: Position, verdict: Verdict, after: Position, moved: tuple[str, ...], base_edge: str | None
) -> None:
    """Report elements that the exchange leaves without space, out of the zone, or on ground they may not enter."""
    for name in moved:
        base = after.base(name)
        if not base.on_table:
            continue
        judge_ground(verdict, after, base)
        crowded = [b.id for b in after.standing if b.id != name and overlaps(b.rectangle, base.rectangle)]
        if crowded:
            says = f"There is no room for {name}: {', '.join(crowded)} stands there."
            verdict.refuse(says, "BOB-SCH-7b")
        if is_off(base.rectangle, after.size):
            verdict.refuse(f"{name} would be pushed off the battlefield.", "BOB-SCH-7b")
        elif base_edge is not None:
            trial = Verdict()
            judge_zone(trial, after, base_edge, base)
            if not trial.legal:
                verdict.refuse(f"{name} would leave the deployment zone.", "BOB-SCH-7b")
