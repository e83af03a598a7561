"""Discovery of ambushers in a move: who must stop, who may continue and how, and what mounted infantry may still do."""

from __future__ import annotations

from debellis.dbm.commanding.march_limits import judge_limits, limit_of
from debellis.dbm.going import going
from debellis.dbm.measures import in_paces
from debellis.dbm.moving.speeds import allowance, in_going
from debellis.dbm.spontaneous.impetuous import known_enemies
from debellis.dbm.troops import troop
from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import gap
from debellis.geometry.sweep import stages, until_in
from debellis.manoeuvre.nearing import first_within
from debellis.manoeuvre.steps import Step
from debellis.manoeuvre.ways import GroupWay, standing
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace
from debellis.umpire.questions import BASE, NUMBER, WHOLE, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import Verdict

TACTICAL, MARCH = "tactical", "march"
STOP, GO_ON = "stop", "go_on"


class Discovery(Value, frozen=True):
    """Movers at the place where they discover ambushers, with the kind of move and the distance already moved."""

    position: Position
    movers: tuple[Base, ...]
    found: tuple[Base, ...]
    march: int
    moved: float

    @property
    def away(self) -> float:
        """The distance to the nearest discovered ambusher."""
        return min(gap(m.rectangle, e.rectangle) for m in self.movers for e in self.found)

    @property
    def left(self) -> float:
        """The rest of the move, for the slowest mover."""
        limits = [allowance(self.position, m, going(self.position, m)) or 0.0 for m in self.movers]
        return max(0.0, min(limits) - self.moved)


def on_discovery(
    position: Position,
    *,
    movers: tuple[str, ...],
    ambushers: tuple[str, ...],
    move: str,
    moved: float,
    march_number: int = 1,
) -> Ruling:
    """What movers may do that have just discovered ambushers. They stand where they made the discovery."""
    finding = Finding()
    if not movers or not ambushers:
        raise BadQuestion("name at least one mover and one ambusher", "movers" if not movers else "ambushers")
    found = Discovery(
        position,
        tuple(position.base(name) for name in movers),
        tuple(position.base(name) for name in ambushers),
        march_number if move == MARCH else 0,
        moved,
    )
    finding.measure("discovered at", in_paces(position, found.away), "paces", in_paces(position, limit_of(position)))
    answer = _beyond_foot(found, finding) or _later_march(found, finding) or _first(found, finding)
    return finding.rule("on_discovery", answer)


def _answer(may: tuple[str, ...], left: float = 0.0, way: str | None = None) -> dict[str, object]:
    kept = {"may": list(may), "must_stop": GO_ON not in may, "remaining": left, "go_on_as": way}
    return {"contact": None, "keeps_mounts": None, "may_shoot": None, "moves_again": GO_ON in may, **kept}


def gully_of(found: Discovery) -> Terrain | None:
    """The gully that holds the discovered ambushers."""
    for piece in found.position.features(*table(found.position, "sight")["sunken"]):
        if all(lies(enemy.rectangle, piece.ground) != OUTSIDE for enemy in found.found):
            return piece
    return None


def _beyond_foot(found: Discovery, finding: Finding) -> dict[str, object] | None:
    """Judge mounted infantry that moved further than it could on foot: it stops, stays mounted, does not shoot."""
    position = found.position
    for base in found.movers:
        what = troop(base)
        if not what.on_mounts:
            continue
        on_foot = in_going(position, replace(what, on_mounts=False), going(position, base)) or 0.0
        if found.moved <= on_foot + COINCIDE:
            continue
        gone = in_paces(position, found.moved)
        says = (
            f"{base.id} has gone {gone:g} paces, more than it goes on foot: it stops, keeps its mounts, does not shoot"
        )
        finding.cite("IWF-9.3a", says)
        gully = gully_of(found)
        if gully is not None:
            finding.cite("IWF-9.3b", f"those in {gully.id} are not in contact with it, even if bases touch")
        contact = None if gully is None else False
        return _answer((STOP,)) | {"contact": contact, "keeps_mounts": True, "may_shoot": False}
    return None


def _may_march_near(found: Discovery) -> bool:
    """Whether the movers may march to within 50 paces of the discovered enemy and of other enemies near."""
    position = found.position
    way = GroupWay(found.movers, tuple(standing(base) for base in found.movers), (Step(),))
    side = found.movers[0].side
    known = {enemy.id: enemy for enemy in (*known_enemies(position, side), *found.found)}
    tried = Verdict()
    return judge_limits(position, way, tuple(known.values()), tried) < limit_of(position) and tried.legal


def _later_march(found: Discovery, finding: Finding) -> dict[str, object] | None:
    """Judge a later march: it ends, or continues nearer to the discovered enemy. None if the movers choose freely."""
    position = found.position
    if found.march == 0 or (found.march == 1 and table(position, "march_discovery")["first_goes_on"]):
        return None
    names = " and ".join(enemy.id for enemy in found.found)
    gully = gully_of(found)
    if found.march > 1 and gully is not None:
        return _at_gully(found, gully, finding)
    if found.away > limit_of(position) + COINCIDE:
        return None
    reach = limit_of(position, True)
    if found.away > reach + COINCIDE and _may_march_near(found):
        ahead = [first_within(m.rectangle, found.left, e.rectangle, reach) for m in found.movers for e in found.found]
        says = f"they may march to 50 paces of {names}: they go on by that rule, straight ahead"
        finding.cite("IWF-9.2b" if found.march > 1 else "DBM32-P18-march-50", says)
        return _answer((STOP, GO_ON), min(found.left, *ahead), MARCH)
    finding.cite("DBM32-P18-march-discover", f"the march discovers {names} within 200 paces: it ends at once")
    if found.march > 1:
        says = f"march {found.march} of this bound discovers {names}: they stop and move no more this bound"
        finding.cite("IWF-9.2a", says)
    return _answer((STOP,))


def _at_gully(found: Discovery, gully: Terrain, finding: Finding) -> dict[str, object]:
    """Judge a later march that discovers enemy in a gully: it stops at the edge of the gully."""
    says = f"they are on march {found.march} and stop touching the edge of {gully.id}, in contact with nobody"
    finding.cite("IWF-9.2a", f"march {found.march} of this bound discovers enemy: they move no more this bound")
    finding.cite("IWF-9.2d", says)
    far = max(found.left, 0.0)
    to_edge = [until_in(stages(m.rectangle, m.facing, far, gully.ground)) for m in found.movers]
    on = min(to_edge)
    touched = min(range(len(to_edge)), key=to_edge.__getitem__)
    lead = found.movers[touched]
    front = lead.rectangle.advanced(on if on <= far else 0.0).front
    return _answer((STOP,), on if on <= far else 0.0) | {"contact": False, "front": list(front)}


def _first(found: Discovery, finding: Finding) -> dict[str, object]:
    """Judge a first march or a tactical move: the movers stop there, or change the rest of the move."""
    names = " and ".join(enemy.id for enemy in found.found)
    if found.march > 1:
        finding.cite("DBM-B18.1", f"{names} is more than 200 paces off: the march may go on")
        return _answer((STOP, GO_ON), found.left, MARCH)
    near = found.away <= limit_of(found.position) + COINCIDE
    way = MARCH if found.march == 1 and not near else TACTICAL
    rest = "as a tactical move" if found.march == 1 and near else "otherwise than planned"
    finding.cite("IWF-9.2c", f"{names} is discovered: they stop there, or use the rest of their move {rest}")
    return _answer((STOP, GO_ON), found.left, way) | {"moves_again": way == MARCH}


QUESTIONS: tuple[Question, ...] = (
    Question(
        "on_discovery",
        "what movers may do who have just discovered ambushers",
        {
            "movers": list_of(BASE),
            "ambushers": list_of(BASE),
            "move": one_of(TACTICAL, MARCH),
            "moved": NUMBER,
            "march_number": WHOLE.or_none(),
        },
        on_discovery,
    ),
)
