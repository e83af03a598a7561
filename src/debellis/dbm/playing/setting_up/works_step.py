"""Works: each side that bought any lays them in its zone before orders are written, the defender first."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.battle.chance import Chance
from debellis.battle.phase import Happened, Phase, all_but_last, placed_by
from debellis.battle.rules import Event
from debellis.battle.sides import other
from debellis.dbm.measures import base_width
from debellis.dbm.playing.actions import Action, LayWorks, WorksSection
from debellis.dbm.playing.setting_up.drawing_up import pose_from
from debellis.dbm.playing.setting_up.terrain_laying import take
from debellis.dbm.playing.state import State, defender
from debellis.dbm.setting_up.fortifications import may_fortify
from debellis.dbm.setting_up.sections import Section
from debellis.dbm.setting_up.zones import depth_of_zone
from debellis.dbm.works import piece_of
from debellis.geometry.outline import share_ground
from debellis.geometry.plane import COINCIDE, Segment, distance
from debellis.mechanics.tables import table
from debellis.table.board import farthest_inward
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import Verdict

CLAUSES = ("DBM-B6.1", "DBM-B6.2")
#: Works run along one line in an automatic layout; if the middle is taken it moves aside by so many base widths.
_ASIDE = (0, 3, -3, 6, -6, 9, -9, 12, -12)


def section(laid: WorksSection, side: str) -> Section:
    """The section that an action lays."""
    (a, b), (c, d) = laid.inside, laid.outside
    backwards = (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0.0
    return Section(laid.id, f"{side} works", (a, b), (d, c) if backwards else (c, d))


def check(state: State, action: LayWorks) -> Ruling:
    """Whether a side may lay its works so."""
    verdict = Verdict()
    side, position = state.turn, state.position
    names = [laid.id for laid in action.sections]
    if len(set(names)) < len(names) or any(position.has_feature(name) for name in names):
        verdict.refuse("Each section has a name of its own.", *CLAUSES)
        return verdict.decide("lay_works")
    _judge_bought(verdict, state, action)
    for laid in action.sections:
        if distance(*laid.inside) <= COINCIDE or distance(*laid.outside) <= COINCIDE:
            verdict.refuse(f"An edge of {laid.id} has no length.", *CLAUSES)
    if not verdict.legal or not action.sections:
        return verdict.decide("lay_works")
    sections = tuple(section(laid, side) for laid in action.sections)
    for one in sections:
        _judge_ground(verdict, position, one, state.edges[side])
    if action.bua is not None and not position.has_feature(action.bua):
        verdict.refuse(f"There is no {action.bua} on the table.", "DBM-B6.3")
        return verdict.decide("lay_works")
    take(verdict, may_fortify(position, sections=sections, bua=action.bua))
    return verdict.decide("lay_works")


def _judge_bought(verdict: Verdict, state: State, action: LayWorks) -> None:
    """Refuse works that were not bought, and sections that are no whole number of element widths."""
    bought = state.forces[state.turn].works or {}
    width = base_width(state.position)
    used: dict[str, int] = {}
    for laid in action.sections:
        wide = distance(*laid.inside) / width
        if abs(wide - round(wide)) * width > COINCIDE or round(wide) < 1:
            verdict.refuse(f"{laid.id} must be a whole number of element widths wide.", "DBM-B6.1")
        used[laid.kind] = used.get(laid.kind, 0) + round(wide)
    for kind, count in used.items():
        most = bought.get(kind, 0)
        if count > most:
            says = f"{state.turn} has bought {most} element widths of {kind}, and these are {count}."
            verdict.refuse(says, "DBM-B5.7")


def _judge_ground(verdict: Verdict, position: Position, one: Section, edge: str) -> None:
    """Refuse works outside the zone of a side, in water, and across other works."""
    deepest = farthest_inward(one.ground, edge, position.size)
    zone = depth_of_zone(position, edge)
    verdict.measure(f"{one.name} from its own edge", deepest, limit=zone)
    (wide, deep), slack = position.size, COINCIDE
    off = any(not (-slack <= x <= wide + slack and -slack <= y <= deep + slack) for x, y in one.ground)
    if deepest > zone + COINCIDE or off:
        verdict.refuse(f"{one.name} lies outside the zone in which its side deploys.", "DBM-B12.2")
    kinds = table(position, "works")["not_on"]
    for piece in position.terrain:
        if piece.kind in kinds and share_ground(one.ground, piece.ground):
            verdict.refuse(f"{one.name} cannot lie on {piece.id}.", "DBM-B6.1")


def lay(state: State, action: LayWorks, dice: Chance) -> Happened[State]:
    """Put the works on the table; then the other side."""
    side = state.turn
    kinds: dict[str, str] = table(state.position, "works")["kinds"]
    pieces = tuple(piece_of(section(laid, side), kinds[laid.kind], laid.kind, side) for laid in action.sections)
    position = replace(state.position, terrain=(*state.position.terrain, *pieces))
    says = f"{side} lays {len(pieces)} sections of works" if pieces else f"{side} lays no works"
    return _following(replace(state, position=position)), (Event("works", says, CLAUSES),)


def _following(state: State) -> State:
    if state.turn == defender(state):
        return replace(state, turn=other(state.turn))
    return replace(state, phase="orders", turn=defender(state))


def no_works(state: State) -> Happened[State] | None:
    """A side that bought no works lays none."""
    return None if state.forces[state.turn].works else (_following(state), ())


def _ideas(state: State) -> Iterator[Action]:
    bought = state.forces[state.turn].works or {}
    for share in (1, 2):
        for aside in _ASIDE:
            idea = _line(state, {kind: count // share for kind, count in bought.items()}, aside)
            if idea.sections and check(state, idea).answer["legal"]:
                yield idea
                break
    yield LayWorks()


def _line(state: State, counts: dict[str, int], aside: int) -> LayWorks:
    """Works in one line along the front of the zone, about the middle of the table."""
    side, position = state.turn, state.position
    edge, width = state.edges[side], base_width(position)
    front = depth_of_zone(position, edge)
    thin = float(table(position, "works")["thin_bw"]) * width
    kinds = [kind for kind, count in counts.items() for _ in range(count)]
    at = position.size[0] * 0.5 + (aside - 0.5 * len(kinds)) * width
    laid: list[WorksSection] = []
    for i, kind in enumerate(kinds, 1):
        inside, outside = (_edge(position, edge, at, width, deep) for deep in (front - thin, front))
        laid.append(WorksSection(f"{side}_works{i}", kind, inside, outside))
        at += width
    return LayWorks(tuple(laid))


def _edge(position: Position, edge: str, along: float, width: float, deep: float) -> Segment:
    return pose_from(position, edge, along, deep).front, pose_from(position, edge, along + width, deep).front


PHASES: dict[str, Phase] = {
    "works": Phase(
        "lay out the works",
        (LayWorks,),
        check,
        lay,
        all_but_last(_ideas),
        out_of_order=placed_by("DBM-B12.1"),
        passes=no_works,
        setting_up=True,
    )
}
