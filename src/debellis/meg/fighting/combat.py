"""One file's combat: claims of both sides, the dice they give, what the faces do, and the exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from debellis.geometry.rectangle import FRONT
from debellis.mechanics.odds_answer import exact
from debellis.mechanics.tables import table
from debellis.meg.arguments import ANYTHING, FACE, FILE, GENERAL, UNIT, question
from debellis.meg.dice import SIDES as DIE_SIDES
from debellis.meg.dice import faces_of, moved
from debellis.meg.fighting.claims import CHARGE, MELEE, NAMES, Claim, claims_of
from debellis.meg.fighting.combatant import Combatant, charging_units, combat_now, combatant
from debellis.meg.fighting.contacts import Fight, charges_of, fight_between
from debellis.meg.fighting.effects import effect_of_face
from debellis.meg.fighting.pairing import answers_all
from debellis.meg.fighting.places import meeting
from debellis.meg.fighting.support import looks_ahead, supported_files
from debellis.meg.losses import breaks_at, lost_by
from debellis.meg.units import bases_of, named_bases, named_file, unit_name, unit_of, units_of
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value, replace
from debellis.umpire.questions import BadQuestion, list_of, one_of, table_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Line, Sheet

#: What may lie on a pair of files from a neighbour's die.
LYING = ("shatter", "shove", "none")


class Pair(Value, frozen=True):
    """A file and its opponent with the claims of both, and what lies on them from neighbours."""

    own: Combatant
    enemy: Combatant
    claims: tuple[Claim, ...]
    replies: tuple[Claim, ...]
    fight: Fight | None
    supports: bool = False
    alone: bool = False

    @property
    def total(self) -> int:
        return sum(claim.value for claim in self.claims)

    @property
    def reply(self) -> int:
        return sum(claim.value for claim in self.replies)

    @property
    def net(self) -> int:
        return self.total - self.reply


def pair_of(
    position: Position,
    file: str,
    against: str,
    combat: str,
    charging: tuple[str, ...] | None = None,
    shot: tuple[str, ...] = (),
    general: str | None = None,
    lying_on: dict[str, str] | None = None,
) -> Pair:
    """A file and its opponent in one combat."""
    mine = named_file(position, file)
    theirs = _opponents(position, mine, against)
    fight = fight_between(position, mine, theirs)
    charged = charging_units(position, charging, combat)
    shooters = frozenset(shot) | (_have_shot(position) if combat == CHARGE else frozenset())
    back = fight_between(position, theirs, mine)
    if fight is not None and unit_of(position, unit_name(theirs[0])).kind == "camp":
        theirs = (fight.theirs,)
    own = combatant(position, mine, fight, combat, charged, shooters, general or "")
    enemy = combatant(position, theirs, back, combat, charged, shooters, "")
    claims = claims_of(position, own, enemy, combat, meeting(position, mine, theirs, fight))
    replies = claims_of(position, enemy, own, combat, meeting(position, theirs, mine, back))
    lying = lying_on or {}
    claims += _lying(position, own, lying.get(own.unit.side, "none"))
    replies += _lying(position, enemy, lying.get(enemy.unit.side, "none"))
    supports = fight is None and combat == MELEE and _lends_die(position, mine, theirs)
    alone = fight is not None and not answers_all(enemy.unit) and looks_ahead(position, theirs, mine)
    return Pair(own, enemy, claims, replies, fight, supports, alone)


def _have_shot(position: Position) -> frozenset[str]:
    """The unit groups that have shot this turn: in the charge phase, before anybody shoots otherwise (MEG-B17.24)."""
    return frozenset(unit.id for unit in units_of(position) if "shot" in unit.did)


def _lends_die(position: Position, file: tuple[Base, ...], against: tuple[Base, ...]) -> bool:
    """Whether a file supports a neighbour against an enemy file, and so rolls at it unanswered (MEG-B17.16)."""
    return any(fight_between(position, other, against) is not None for other in supported_files(position, file))


def _opponents(position: Position, mine: tuple[Base, ...], against: str) -> tuple[Base, ...]:
    """The enemy file or camp that a name means; of a whole unit group, the file that is fought."""
    found = named_bases(position, against)
    if not found:
        raise BadQuestion(f"{against} is not on the table", "against")
    if found[0].side == mine[0].side:
        raise BadQuestion(f"{against} is of the same side", "against")
    if "/" in against:
        base = found[0]
        return found if unit_of(position, unit_name(base)).kind == "camp" else named_file(position, against)
    fight = fight_between(position, mine, found)
    if unit_of(position, against).kind == "camp":
        return found
    return named_file(position, (fight.theirs if fight is not None else bases_of(position, against)[0]).id)


def _lying(position: Position, own: Combatant, effect: str) -> tuple[Claim, ...]:
    if effect == "none":
        return ()
    value = int(table(position, "special_effect")[f"{effect}_bonus"])
    clause = "MEG-B17.9" if effect == "shatter" else "MEG-B17.10"
    return (Claim(effect, value, f"a {effect} lies on the opponent of {own.unit.id}", (clause,)),)


def dice_of(position: Position, net: int) -> tuple[str, str]:
    """The dice of a file and its opponent by the difference of their claims (MEG-B17.4)."""
    steep = position.options.get("net_claim_to_dice") == "steep"
    ladder: dict[str, Any] = table(position, "net_claim_to_dice_steep" if steep else "net_claim_to_dice")
    most = 2 if steep else 4
    up = min(abs(net), most)
    better, worse = ladder[f"{most}_or_more" if up == most else str(up)]
    return (better, worse) if net >= 0 else (worse, better)


def pair_dice(position: Position, pair: Pair, found: Finding) -> tuple[str | None, str | None]:
    """The dice of both files of a pair. A supporting file rolls one colour lower, and nothing is rolled back at it."""
    own, enemy = dice_of(position, pair.net)
    if pair.alone:
        found.cite("MEG-B17.21", f"{pair.enemy.unit.id} fights others to its front: this file rolls alone.")
        return own, None
    if not pair.supports:
        return own, enemy
    found.cite("MEG-B17.11", f"{pair.own.unit.id} supports with this file: its die is one colour lower.")
    found.cite("MEG-B17.16", "Nothing is rolled back at a supporting file.")
    found.cite("MEG-B17.23", "It counts its own claims with its own ranks; what is its neighbour's is not lent.")
    return moved(own, -1), None


def _cite(found: Finding, position: Position, pair: Pair) -> None:
    """The sheets of both sides, and the clauses of every claim, those of 0 included."""
    for side, claims in ((pair.own, pair.claims), (pair.enemy, pair.replies)):
        lines = tuple(Line(claim.value, claim.reason, claim.clauses) for claim in claims)
        found.add_sheet(Sheet(side.unit.id, lines))
    for one in (pair.own, pair.enemy):
        if one.charging and one.edge == FRONT and pair.fight is not None and _not_moved(position, one.unit.id):
            found.cite("MEG-B15.21", f"{one.unit.id} counts as charging, though it was struck first.")
    if any(claim.name in ("flank_charge", "unturned_flank") for claim in (*pair.claims, *pair.replies)):
        for side in (pair.own, pair.enemy):
            _draw_flank_line(found, side)
    if pair.own.unit.kind == "camp" or pair.enemy.unit.kind == "camp":
        found.cite("MEG-16f", "A camp fights as poor, loose, protected foot.")
    if position.options.get("net_claim_to_dice") != "steep":
        found.cite("MEG-B17.4", f"The difference of claims is {pair.net:+d}.")


def _cite_evaded(found: Finding, position: Position, pair: Pair, combat: str) -> None:
    """Who was caught in an evade does not stand to receive the charge, where that changes a claim (MEG-B15.23)."""
    if combat != CHARGE or not pair.enemy.evaded or pair.fight is None:
        return
    met = meeting(position, pair.own.file, pair.enemy.file, pair.fight)
    standing = claims_of(position, pair.own, replace(pair.enemy, evaded=False), combat, met)
    if sum(claim.value for claim in standing) != sum(claim.value for claim in pair.claims if claim.name not in LYING):
        found.cite("MEG-B15.23", f"{pair.enemy.unit.id} was caught in its evade and does not stand to receive.")


def _not_moved(position: Position, unit: str) -> bool:
    """Whether a unit group has declared a charge that it has not moved."""
    return any(unit in charge.by and not charge.moved for charge in charges_of(position))


def _draw_flank_line(found: Finding, side: Combatant) -> None:
    """Draw the line of a file's front edge, extended both ways: what is behind it is on its flank or rear."""
    front = side.file[0].rectangle
    a, b = front.edge(FRONT)
    reach = front.width * 2.0
    right = (front.facing[1], -front.facing[0])
    ends = ((a[0] - right[0] * reach, a[1] - right[1] * reach), (b[0] + right[0] * reach, b[1] + right[1] * reach))
    found.draw("line", ends, "zone", f"flank line of {side.unit.id}")


def _special_net(position: Position, pair: Pair, found: Finding) -> int:
    own = sum(claim.value for claim in pair.claims if claim.name in ("shatter", "shove"))
    theirs = sum(claim.value for claim in pair.replies if claim.name in ("shatter", "shove"))
    if own and theirs and own != theirs:
        found.cite("MEG-25e", "A shatter and a shove on the same file leave 1 for the shatter.")
    return own - theirs


def _claims(position: Position, file: str, against: str, combat: str | None = None, **more: Any) -> Ruling:
    found = Finding()
    combat = combat_now(position, combat)
    pair = pair_of(position, file, against, combat, **more)
    _cite(found, position, pair)
    _cite_evaded(found, position, pair, combat)
    named = {name: sum(claim.value for claim in pair.claims if claim.name == name) for name in NAMES}
    special = _special_net(position, pair, found)
    die = pair_dice(position, pair, found)[0]
    return found.rule("claims", {**named, "total": pair.total, "net": pair.net, "die": die, "special_net": special})


def _combat(
    position: Position, file: str, against: str, dice: tuple[str, ...], combat: str | None = None, **more: Any
) -> Ruling:
    found = Finding()
    combat = combat_now(position, combat)
    pair = pair_of(position, file, against, combat, **more)
    _cite(found, position, pair)
    _cite_evaded(found, position, pair, combat)
    _special_net(position, pair, found)
    own, enemy = pair.own.unit, pair.enemy.unit
    colours = pair_dice(position, pair, found)
    if None not in colours:
        found.cite("MEG-B17.14", "Both files roll together, and the losses of both count.")
    dice = (dice[0] if colours[0] else "blank", dice[1] if colours[1] else "blank")
    losses = {own.side: lost_by(own, (dice[1],)), enemy.side: lost_by(enemy, (dice[0],))}
    found.cite("MEG-B5.3", "A skull takes a base, a wound marks the unit group, and a second wound takes a base.")
    effect = effect_of_face(position, pair.own, pair.enemy, combat, dice[0], found)
    broken = [
        unit.id
        for unit in (own, enemy)
        if breaks_at(position, unit, unit.original - len(bases_of(position, unit.id)) + losses[unit.side][0])
    ]
    return found.rule(
        "combat",
        {
            "claims": {own.side: pair.total, enemy.side: pair.reply},
            "die": {own.side: colours[0], enemy.side: colours[1]},
            "bases": {side: lost[0] for side, lost in losses.items()},
            "wounds": {side: lost[1] for side, lost in losses.items()},
            "effect": effect,
            "broken": broken,
        },
    )


def _odds(position: Position, file: str, against: str, combat: str | None = None, **more: Any) -> Ruling:
    found = Finding()
    combat = combat_now(position, combat)
    pair = pair_of(position, file, against, combat, **more)
    _cite(found, position, pair)
    _cite_evaded(found, position, pair, combat)
    own_die, enemy_die = pair_dice(position, pair, found)
    if own_die is not None:
        found.cite("MEG-B5.1", f"The chances are those of the faces of a {own_die} die.")
    own_faces, enemy_faces = faces_of(position.edition, own_die), faces_of(position.edition, enemy_die)
    answer: dict[str, Any] = {name: exact(Fraction(count, DIE_SIDES)) for name, count in own_faces.items()}
    for side, unit, die in (("enemy", pair.enemy.unit, own_faces), ("own", pair.own.unit, enemy_faces)):
        lost = Fraction(0)
        broken = Fraction(0)
        gone = unit.original - len(bases_of(position, unit.id))
        for face, count in die.items():
            bases, _ = lost_by(unit, (face,))
            if bases:
                lost += Fraction(count, DIE_SIDES)
            if bases and breaks_at(position, unit, gone + bases):
                broken += Fraction(count, DIE_SIDES)
        answer[f"base_lost_{side}"] = exact(lost)
        answer[f"broken_{side}"] = exact(broken)
    answer["base_lost"] = {pair.own.unit.side: answer["base_lost_own"], pair.enemy.unit.side: answer["base_lost_enemy"]}
    answer["broken"] = {pair.own.unit.side: answer["broken_own"], pair.enemy.unit.side: answer["broken_enemy"]}
    return found.rule("odds", answer)


_AS_CLAIMS = {
    "file": FILE,
    "against": ANYTHING,
    "combat": one_of(CHARGE, MELEE).or_none(),
    "charging": list_of(UNIT).or_none(),
    "shot": list_of(UNIT).or_none(),
    "general": GENERAL.or_none(),
    "lying_on": table_of(one_of(*LYING)).or_none(),
}
QUESTIONS = (
    question("claims", "the claims of a file against another, line by line", dict(_AS_CLAIMS), _claims),
    question(
        "combat",
        "what comes of one file's combat",
        {**_AS_CLAIMS, "dice": list_of(FACE, 2)},
        _combat,
    ),
    question("odds", "the exact odds of one file's combat", dict(_AS_CLAIMS), _odds),
)
