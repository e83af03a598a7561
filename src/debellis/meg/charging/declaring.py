"""Declaring charges: who may charge, how far he may wheel, and whether he reaches those he names."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import distance
from debellis.geometry.turning import arc, free_share, turning
from debellis.mechanics.tables import table
from debellis.meg.arguments import COLOUR, GENERAL, TARGETS, UNIT, UNITS, block_members, question
from debellis.meg.cards.command import judge_command
from debellis.meg.cards.costs import cards_of
from debellis.meg.cards.hands import judge_holding
from debellis.meg.charging.forced import BEHIND, forced_targets, is_forced, is_hesitant, is_impetuous, reasons_against
from debellis.meg.charging.reaching import judge_reach, reaches
from debellis.meg.charging.way import Way, charge_way, counts_as_sug, draw_reach
from debellis.meg.fighting.contacts import in_combat, opponents
from debellis.meg.fighting.support import engaged_bases
from debellis.meg.general_facts import ALLY, IDLE, SUB_GENERAL, general_of, held, rank_row
from debellis.meg.going import going_under
from debellis.meg.losses import near_breaking
from debellis.meg.moving.actions import judge_act
from debellis.meg.moving.nearness import ahead_within, directly_ahead
from debellis.meg.troops import ARTILLERY, CAMP, SUG, TUG, has
from debellis.meg.units import (
    File,
    bases_of,
    bw,
    facing_of,
    files_of,
    frame_of,
    generals_of,
    moment,
    on_table,
    unit_name,
    unit_of,
)
from debellis.meg.words import COLOURS
from debellis.table.position import Position
from debellis.table.units import General, Unit
from debellis.table.value import replace
from debellis.umpire.questions import Kind, WrongValue, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.verdict import QuietVerdict, Verdict, permit


def _wheel(value: Any, position: Position) -> tuple[float, str]:
    if not isinstance(value, dict) or set(value) != {"degrees", "pivot"} or value["pivot"] not in ("left", "right"):
        raise WrongValue('a wheel { degrees = number, pivot = "left" or "right" }')
    degrees = value["degrees"]
    if isinstance(degrees, bool) or not isinstance(degrees, int | float) or degrees < 0:
        raise WrongValue("a wheel of a number of degrees, not negative")
    return (float(degrees), str(value["pivot"]))


def _contract(value: Any, position: Position) -> tuple[int, str]:
    if not isinstance(value, dict) or set(value) != {"files", "drop"} or value["drop"] not in ("left", "right"):
        raise WrongValue('a contraction { files = number, drop = "left" or "right" }')
    if isinstance(value["files"], bool) or not isinstance(value["files"], int) or value["files"] < 1:
        raise WrongValue("a contraction by a whole number of files")
    return (value["files"], str(value["drop"]))


WHEEL = Kind("wheel", _wheel)
CONTRACT = Kind("contraction", _contract)


def judge_charger(verdict: Verdict, position: Position, unit: Unit) -> None:
    """Refuse a charge by those who do not charge (MEG-B15.1) or have acted."""
    judge_act(verdict, replace(position, moment=replace(moment(position), phase="")), unit, "C2")
    if unit.broken and unit.broken_by == "shooting":
        verdict.cite("MEG-26a", f"{unit.id} was broken by shooting and does nothing more.")
    if unit.troops.type == ARTILLERY:
        verdict.refuse(f"{unit.id} is artillery, which does not charge.", "MEG-B15.1")
    if unit.defends in BEHIND:
        verdict.refuse(f"{unit.id} stands behind {unit.defends} and does not charge.", "MEG-B15.1")
    if unit.formation == "cantabrian":
        verdict.refuse(f"{unit.id} is in Cantabrian formation and does not charge.", "MEG-B15.1")
    if unit.formation == "orb":
        verdict.refuse(f"{unit.id} is in orb and does not charge.", "MEG-B25.10")
    if is_hesitant(position, unit):
        verdict.refuse(f"{unit.id} belongs to a hesitant ally.", "MEG-B15.1")
    if not on_table(position, unit):
        verdict.refuse(f"{unit.id} is not on the table.", "MEG-B15.1")


def judge_targets(verdict: Verdict, position: Position, unit: Unit, targets: tuple[Unit, ...]) -> None:
    """Refuse a charge of a SuG on a TuG that is not near to breaking; camps and skirmisher form are open to it."""
    for target in targets:
        if target.side == unit.side:
            verdict.refuse(f"{target.id} is a friend.", "MEG-B15.2")
        if not counts_as_sug(unit):
            continue
        if target.kind == CAMP:
            permit(verdict, f"{target.id} is a camp and no TuG.", "MEG-16d")
        elif target.kind == TUG and counts_as_sug(target):
            permit(verdict, f"{target.id} is in skirmisher form and may be charged by SuGs.", "MEG-20k")
        elif target.kind == TUG and not near_breaking(position, target):
            what = "a SuG" if unit.kind == SUG else "in skirmisher form and charges as a SuG"
            verdict.refuse(f"{unit.id} is {what}, and the TuG {target.id} is not near to breaking.", "MEG-35a")
        elif target.kind == TUG:
            permit(verdict, f"{target.id} is within one base of breaking.", "MEG-B3.8")


def is_open_to(position: Position, unit: Unit, target: Unit) -> bool:
    """Whether a unit group may have another one as a target of its charge, wherever the two stand."""
    quiet = QuietVerdict()
    judge_targets(quiet, position, unit, (target,))
    return not quiet.faults


def judge_wheel(verdict: Verdict, position: Position, names: tuple[str, ...], degrees: float, hand: str) -> None:
    """Refuse a wheel of more than 90 degrees, or one that something stands in the way of (MEG-23a)."""
    most = float(table(position, "document")["charge_wheel_max_deg"])
    if degrees > most:
        verdict.refuse(f"A charge wheels at most {most:g} degrees.", "MEG-23a")
        return
    own = tuple(base for name in names for base in bases_of(position, name))
    place = frame_of(own, facing_of(position, unit_of(position, names[0])))
    about = place.corners[0 if hand == "left" else 1]
    side = own[0].side
    free, by = 1.0, ""
    far = max(distance(about, corner) for base in own for corner in base.rectangle.corners)
    for other in position.by_side.near_all().near(about, far):
        name = unit_name(other)
        if name in names or (other.side == side and unit_of(position, name).kind == SUG):
            continue
        for base in own:
            share = free_share(
                turning(base.rectangle, about, degrees if hand == "right" else -degrees), other.rectangle
            )
            if share < free:
                free, by = share, name
    if not by:
        return
    verdict.measure("possible wheel", degrees * free, "degrees", degrees)
    possible = f"{degrees * free:.2f}"
    which = "any wheel to that side" if float(possible) == 0.0 else f"a wheel of more than {possible} degrees"
    verdict.refuse(f"{by} is in the way of {which}.", "MEG-23a")
    blocker = unit_of(position, by)
    if blocker.side != side and counts_as_sug(blocker):
        verdict.cite("MEG-23b", f"{by} stands so close that the charge can only go straight ahead.")


def judge_free(verdict: Verdict, position: Position, unit: Unit, targets: tuple[Unit, ...]) -> None:
    """Refuse a free charge for which there is no ground (MEG-B15.4)."""
    good = all(
        going_under(position, bases_of(position, one.id), one)[0] == "good"
        for one in (unit, *targets)
        if one.kind != CAMP
    )
    if counts_as_sug(unit) and good and all(target.kind != CAMP and counts_as_sug(target) for target in targets):
        permit(verdict, f"{unit.id} is a SuG and may charge SuGs free in good going.", "MEG-B15.4")
        return
    if has(unit, "fanatic"):
        permit(verdict, f"{unit.id} are fanatics and may always charge free.", "MEG-B25.15")
        return
    if has(unit, "expendable"):
        far = bw(position, float(table(position, "expendable")["free_charge_if_tug_within_bw"]))
        if directly_ahead(position, unit, far, (TUG,)):
            permit(verdict, f"{unit.id} are expendables with a TuG directly ahead.", "MEG-B25.18")
            return
    ahead = forced_targets(position, unit, Finding()) if is_impetuous(unit) else ()
    if not ahead:
        verdict.refuse(f"{unit.id} has no ground for a free charge.", "MEG-B15.4")
    elif reasons_against(position, unit, ahead):
        permit(verdict, f"The charge of {unit.id} is not forced but free.", "MEG-B15.4")


def judge_block(verdict: Verdict, position: Position, names: tuple[str, ...], kind: str) -> None:
    """A block charge is prompted, never free or forced (MEG-31a)."""
    if kind == "free":
        verdict.refuse("A free charge cannot be raised to a block charge.", "MEG-31a")
    elif kind == "forced":
        verdict.refuse("A forced charge is made by one unit group alone.", "MEG-B15.3")


def judge_cards(
    verdict: Verdict, position: Position, names: tuple[str, ...], general: str | None, cards: tuple[str, ...]
) -> None:
    """Refuse cards that do not pay a prompted charge, and the extra one of a block (MEG-31b)."""
    units = [unit_of(position, name) for name in names]
    needed = [max((cards_of(position, unit, "C2")[0] for unit in units), key=COLOURS.index)]
    if len(units) > 1:
        needed.append(str(table(position, "block")["extra_card"]))
    he = None if general is None else general_of(position, general)
    raised = 0 if he is None else _raised(position, he, units)
    played = sorted((COLOURS.index(card) for card in cards), reverse=True)
    wanted = sorted((COLOURS.index(card) for card in needed), reverse=True)
    paid = len(played) >= len(wanted) and played[0] + raised >= wanted[0]
    plain = len(played) >= len(wanted) and played[0] >= wanted[0]
    if paid and not plain and he is not None:
        permit(verdict, f"{he.id} is with the unit group and raises the card by one colour.", "MEG-B7.5")
    elif plain and not paid and he is not None:
        verdict.cite("MEG-B7.4", f"The unit group is out of command of {he.id}, and the card counts one colour less.")
        if he.fighting:
            verdict.cite("MEG-10b", f"{he.id} fights in the front rank: all others are out of command.")
    if not cards:
        verdict.cite("MEG-B7.10", "Nothing voluntary is done without a card.")
    if not paid and cards and all(card == "black" for card in cards):
        verdict.cite("MEG-B6.3", "A black card prompts nothing by itself.")
    if plain and played[0] > wanted[0]:
        permit(verdict, "A card may be played where a lower colour is asked.", "MEG-B6.2")
    if not paid or any(played[i] < wanted[i] for i in range(1, len(wanted))):
        verdict.refuse(f"The charge costs {' and '.join(needed)}.", "MEG-31b" if len(units) > 1 else "MEG-B13.3")
    if he is not None:
        _permit_payer(verdict, position, he, units, paid, plain)
        judge_payer(verdict, he, units)
        judge_holding(verdict, he, cards)
        most = int(rank_row(position, he)["block_ugs"])
        if len(units) > most:
            verdict.refuse(f"{he.id} moves at most {most} unit groups as a block.", "MEG-B13.18")


def _permit_payer(
    verdict: Verdict, position: Position, general: General, units: list[Unit], paid: bool, plain: bool
) -> None:
    """What the general who pays stands on: a block counts as one, sub-generals command as the commander does."""
    if len(units) > 1 and paid != plain:
        verdict.cite("MEG-B6.11", "A block is in command if all of it is; the general of one of it raises the card.")
    if general.role == SUB_GENERAL and not any(unit.contingent for unit in units):
        permit(verdict, "The commander and every sub-general prompt the main army alike.", "MEG-B7.9")
    others = [one for one in generals_of(position) if one.side == general.side and one.id != general.id]
    if any(_might_pay(position, one, units) for one in others):
        permit(verdict, f"Several generals hold cards that fit, and {general.id} was named to pay.", "MEG-B6.10")


def _might_pay(position: Position, general: General, units: list[Unit]) -> bool:
    """Whether a general, too, has a card for a charge of these unit groups and commands them."""
    quiet = QuietVerdict()
    judge_payer(quiet, general, units)
    needed = max(COLOURS.index(cards_of(position, unit, "C2")[0]) for unit in units)
    best = max((COLOURS.index(card) for card in held(general)), default=-1)
    return not quiet.faults and best + _raised(position, general, units) >= needed and best >= 0


def judge_payer(verdict: Verdict, general: General, units: list[Unit]) -> None:
    """Refuse cards of a general who may not order these unit groups (MEG-B7.13)."""
    if general.state in IDLE:
        says = f"{general.id} is {general.state.replace('_', ' ')} and commands nobody."
        verdict.refuse(says, "MEG-B7.13")
    for unit in units:
        if (general.role == ALLY or unit.contingent) and general.contingent != unit.contingent:
            verdict.refuse(f"{general.id} does not command {unit.id}.", "MEG-B7.8", "MEG-B7.13", "MEG-B7.15")


def _raised(position: Position, general: General, units: list[Unit]) -> int:
    """By how many colours the card of a general counts more with his own unit group, or less out of command."""
    numbers = table(position, "general_rules")
    if any(unit.id == general.unit for unit in units):
        return int(numbers["attached_upgrade_colours"])
    command = QuietVerdict()
    for unit in units:
        judge_command(command, position, general, unit)
    return -int(numbers["out_of_command_penalty_colours"]) if command.faults else 0


def _engaged_files(verdict: Verdict, position: Position, unit: Unit, targets: tuple[Unit, ...]) -> None:
    """A unit group in combat charges only with an unengaged file, up to 1 BW ahead (MEG-B15.30)."""
    for target in targets:
        if free_files(position, unit, target):
            permit(verdict, f"An unengaged file of {unit.id} charges {target.id}.", "MEG-B15.30")
            return
    verdict.refuse(f"{unit.id} is in combat, and no free file has a target within 1 BW.", "MEG-B15.30")


def free_files(position: Position, unit: Unit, target: Unit) -> tuple[tuple[float, File], ...]:
    """The unengaged files of a unit group in combat with a target within 1 BW ahead, and how far each has to go."""
    far = bw(position, 1.0)
    engaged = {base.id for base in engaged_bases(position, unit, Finding())}
    found: list[tuple[float, File]] = []
    for file in files_of(position, unit.id):
        if any(base.id in engaged for base in file) or opponents(position, file):
            continue
        ahead = [ahead_within(file[0], base, far) for base in bases_of(position, target.id)]
        near = [apart for apart in ahead if apart is not None]
        if near:
            found.append((min(near), file))
    return tuple(found)


def _may_charge(
    position: Position,
    unit: str | None = None,
    block: tuple[str, ...] | None = None,
    on: tuple[str, ...] = (),
    kind: str = "prompted",
    wheel: tuple[float, str] | None = None,
    contract: tuple[int, str] | None = None,
    general: str | None = None,
    cards: tuple[str, ...] | None = None,
) -> Ruling:
    verdict = Verdict()
    names = block_members(position, unit, block)
    targets = tuple(unit_of(position, name) for name in on)
    for name in names:
        judge_charger(verdict, position, unit_of(position, name))
        judge_targets(verdict, position, unit_of(position, name), targets)
    lead = unit_of(position, names[0])
    if block is not None:
        judge_block(verdict, position, names, kind)
    if kind == "free":
        judge_free(verdict, position, lead, targets)
    if kind == "forced" and not is_forced(position, lead, Finding()):
        verdict.refuse(f"No forced charge of {lead.id} is due.", "MEG-B15.3")
    if cards is not None and kind == "prompted":
        judge_cards(verdict, position, names, general, cards)
    if all(on_table(position, unit_of(position, name)) for name in names):
        _judge_way(verdict, position, names, targets, kind, wheel, contract)
    if not verdict.legal:
        verdict.cite("MEG-24b", "A charge that may not be declared is struck out, with no other penalty.")
    elif block is not None:
        permit(verdict, "A block charge is prompted and costs one extra card.", "MEG-31b")
        permit(verdict, "A block charge is a single charge.", "MEG-32a")
    return verdict.decide("may_charge")


def _judge_way(
    verdict: Verdict,
    position: Position,
    names: tuple[str, ...],
    targets: tuple[Unit, ...],
    kind: str,
    wheel: tuple[float, str] | None,
    contract: tuple[int, str] | None,
) -> None:
    """The wheel, and whether the targets are reached after it."""
    lead = unit_of(position, names[0])
    if in_combat(position, lead.id):
        _engaged_files(verdict, position, lead, targets)
        return
    degrees, hand = wheel or (0.0, "left")
    if degrees:
        judge_wheel(verdict, position, names, degrees, hand)
    way = charge_way(position, names, degrees, hand)
    draw_reach(verdict, way)
    if kind != "forced":
        for target in targets:
            before = len(verdict.faults)
            judge_reach(verdict, position, way, target, contract)
            if degrees and len(verdict.faults) > before and _eaten_by_wheel(position, names, way, degrees, target):
                verdict.cite("MEG-B15.18", "The wheel and the way straight ahead are one distance.")


def _eaten_by_wheel(position: Position, names: tuple[str, ...], way: Way, degrees: float, target: Unit) -> bool:
    """Whether a target would be reached if the wheel cost nothing of the distance (MEG-B15.18)."""
    bases = tuple(base for name in names for base in bases_of(position, name))
    wide = frame_of(bases, facing_of(position, unit_of(position, names[0]))).width
    return reaches(position, replace(way, far=way.far + arc(wide, degrees)), target)


QUESTIONS = (
    question(
        "may_charge",
        "whether a charge may be declared",
        {
            "unit": UNIT.or_none(),
            "block": UNITS.or_none(),
            "on": TARGETS,
            "kind": one_of("prompted", "free", "forced").or_none(),
            "wheel": WHEEL.or_none(),
            "contract": CONTRACT.or_none(),
            "general": GENERAL.or_none(),
            "cards": list_of(COLOUR).or_none(),
        },
        _may_charge,
    ),
)
