"""Reading a case file: TOML written by a player into a position and questions about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.casebook.asks import read_ask, read_clauses, read_do
from debellis.casebook.bases import check_standing, place_bases, read_base, read_notes
from debellis.casebook.case import Case, Frame, Step
from debellis.casebook.case_text import FARTHEST, CaseText, open_case_text
from debellis.casebook.generals import CASE_KEYS, read_charges, read_generals, read_moment
from debellis.casebook.index import title_of
from debellis.casebook.playing import begin
from debellis.casebook.section import Section, one_line, suggest
from debellis.casebook.terrain import SIDES, check_terrain, name_features, read_terrain
from debellis.casebook.units import read_units
from debellis.geometry.plane import Point
from debellis.table.bases import Base
from debellis.table.position import Command, Position
from debellis.table.scale import Scale
from debellis.table.terrain import Terrain
from debellis.umpire.editions import Commands, Edition, Troops, UnitWords, UnknownEdition, edition
from debellis.umpire.questions import BadQuestion, checked

KEYS = (
    "title",
    "edition",
    "clauses",
    "table",
    "active",
    "bound",
    "phase",
    "pips",
    "opening",
    "scale",
    "lost",
    "unlanded",
    "options",
    "command",
    "frames",
    "terrain",
    "base",
    "ask",
    "do",
)


def read_case(file: Path, *, answered: bool = True, shown: str | None = None) -> Case:
    """The case in a file; CaseError with file, line and one sentence if it is malformed.

    Faults of single questions do not raise: they are kept with the question. `answered` says whether every
    question must come with its answer, as in a casebook, or may just be asked; `shown` is the name to give the file.
    """
    return case_from(open_case_text(file, shown), answered=answered)


def case_from(case_text: CaseText, *, answered: bool = True) -> Case:
    """The case with this text."""
    top = Section(case_text, (), case_text.values, "a case")
    top.allow(KEYS + CASE_KEYS)
    rules = _edition(top)
    _refuse_keys(top, rules)
    if top.has("command") and rules.commands is None:
        raise top.fault("command", f"armies of {rules.name} have no commands")
    clauses = read_clauses(top, "clauses")
    position, waiting = _position(top, rules)
    opening = _opening(top, position, waiting)
    steps = _steps(top, rules, answered)
    case = Case(case_text.file, title_of(top), clauses, position, steps, case_text, opening, _frames(top))
    _check_opening(top, case)
    return case


def _refuse_keys(top: Section, rules: Edition) -> None:
    """Refuse what this edition does not have: units where it has bases, bases where it has units."""
    foreign = CASE_KEYS if rules.units is None else ("base", "bound", "pips", "lost", "unlanded", "command")
    for key in foreign:
        if top.has(key):
            what = "units" if rules.units is None else "single bases, bounds or PIPs; it has [[unit]]s"
            raise top.fault(key, f"{rules.name} has no {what}, so a case of it has no {key}")


def _check_opening(top: Section, case: Case) -> None:
    """Refuse a case that cannot begin in its phase."""
    try:
        begin(case)
    except ValueError as error:
        raise top.fault("phase", one_line(error)) from None
    except Exception as broken:
        what = f"{type(broken).__name__}: {one_line(broken)}"
        raise top.fault(
            "phase", f"the rules code failed to begin from this position ({what}); please report the case"
        ) from None


def _edition(top: Section) -> Edition:
    top.need("edition", 'the rules it is played by, as in edition = "dba22"')
    try:
        return edition(top.text("edition"))
    except UnknownEdition as error:
        raise top.fault("edition", str(error)) from None


def _opening(top: Section, position: Position, waiting: tuple[Base, ...]) -> Opening | None:
    """Where the battle is taken up, for a case that is played."""
    keys = ("do", "opening") if edition(top.text("edition")).units is not None else ("do", "phase", "pips", "opening")
    played = [key for key in keys if top.has(key)]
    if not played and not waiting:
        return None
    try:
        rules_of(top.text("edition"))
    except UnknownEdition:
        key = played[0] if played else "base"
        raise top.fault(
            key,
            f"{top.text('edition')} is not playable yet; its cases can only ask questions",
        ) from None
    return Opening(top.text("phase", Opening().phase), _pips(top), waiting, _told(top, position))


def _told(top: Section, position: Position) -> dict[str, Any]:
    """What was settled before the battle is taken up, in the words of the edition."""
    if not top.has("opening"):
        return {}
    words = rules_of(position.edition).opening_words
    try:
        return checked("the opening", words, top.table("opening"), position)
    except BadQuestion as bad:
        raise top.case_text.fault(("opening", bad.argument), one_line(bad)) from None


def _pips(top: Section) -> int:
    pips = top.whole("pips", 0)
    return Opening().purse if pips is None else pips


def _position(top: Section, rules: Edition) -> tuple[Position, tuple[Base, ...]]:
    """What stands where, and the bases that are not on the table yet."""
    scale = _scale(top, rules)
    size = _size(top, rules, scale)
    terrain = _terrain(top, rules)
    if rules.units is not None:
        return _position_of_units(top, rules, rules.units, scale, size, terrain), ()
    bases, waiting, turn_notes = _bases(top, rules, scale, size, terrain)
    position = Position(
        edition=rules.name,
        size=size,
        bases=bases,
        terrain=terrain,
        scale=scale,
        active=top.word("active", SIDES),
        bound=top.whole("bound", 1),
        lost=_lost(top, rules, scale),
        unlanded=_unlanded(top),
        options=_options(top, rules),
        commands=_commands(top, rules.commands, (*bases, *waiting)),
        turn_notes=turn_notes or UNSET,
    )
    return position, waiting


def _position_of_units(
    top: Section, rules: Edition, words: UnitWords, scale: Scale, size: Point, terrain: tuple[Terrain, ...]
) -> Position:
    """What stands where, in an edition whose armies consist of units."""
    units, bases = read_units(top, words, scale, size, terrain)
    return Position(
        edition=rules.name,
        size=size,
        bases=bases,
        terrain=terrain,
        scale=scale,
        active=top.word("active", SIDES),
        options=_options(top, rules),
        units=units,
        generals=read_generals(top, words, units, bases),
        charges=read_charges(top, words, units),
        moment=read_moment(top, words, units),
    )


def _commands(top: Section, commands: Commands | None, bases: tuple[Base, ...]) -> tuple[Command, ...] | UnsetType:
    """The commands as written, and those that only bases name. Unset where there are none, if they are optional."""
    if commands is None:
        return UNSET
    found: dict[str, Command] = {}
    for section in top.tables("command", "command"):
        section.allow(("id", "side", "notes", "strength", "gone"))
        section.need("id", "it a short name of its own")
        section.need("side", "red or blue")
        name, side = section.text("id"), section.word("side", SIDES)
        assert side is not None
        if name in found:
            raise section.fault("id", f"there are two commands {name!r}; give each its own id")
        notes = read_notes(section, commands.command_notes)
        strength, gone = section.number("strength") or 0.0, section.number("gone") or 0.0
        found[name] = Command(name, side, notes, strength, gone)
    for base in bases:
        if base.service is UNSET:
            continue
        known = found.setdefault(base.service.command, Command(base.service.command, base.side))
        if known.side != base.side:
            sentence = f"base {base.id} is {base.side}, but its command {known.id} is {known.side}"
            raise top.case_text.fault(("base", bases.index(base)), sentence)
    if not found and commands.optional:
        return UNSET
    for base in bases:
        if base.service is UNSET and any(one.side == base.side for one in found.values()):
            sentence = f"base {base.id} has no command, but its side has commands; give its command"
            raise top.case_text.fault(("base", bases.index(base)), sentence)
    return tuple(found.values())


def _frames(top: Section) -> bool | tuple[Frame, ...]:
    """Whether the case is repeated in other frames, or the frames it names."""
    value = top.values.get("frames", True)
    if isinstance(value, bool):
        return value
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise top.wrong("frames", "true, false or a list of frames [{ turn = 213.5, mirror = true }]")
    found: list[Frame] = []
    for i, item in enumerate(value):
        section = Section(top.case_text, ("frames", i), item, "a frame")
        section.allow(("turn", "mirror"))
        found.append(Frame(section.number("turn") or 0.0, section.flag("mirror")))
    return tuple(found)


def _scale(top: Section, rules: Edition) -> Scale:
    name = top.word("scale", rules.scales)
    return rules.scale(name or rules.scales[0])


def _size(top: Section, rules: Edition, scale: Scale) -> tuple[float, float]:
    if not top.has("table"):
        return rules.table_size(scale)
    value = top.values["table"]
    if not isinstance(value, list) or len(value) != 2:
        raise top.wrong("table", "[width, depth] in millimetres")
    width, depth = top.point("table")
    if not (0.0 < width <= FARTHEST and 0.0 < depth <= FARTHEST):
        raise top.wrong("table", "[width, depth] in millimetres, both more than 0")
    return (width, depth)


def _terrain(top: Section, rules: Edition) -> tuple[Terrain, ...]:
    sections = top.tables("terrain", "terrain")
    for section in sections:
        check_terrain(section, rules.terrain_kinds, of_units=rules.units is not None)
    taken = {str(section.values.get("id")) for section in top.tables("base", "base")}
    names = name_features(sections, taken)
    for i, section in enumerate(sections):
        if names[i] in names[:i]:
            raise section.fault("id", f"there are two terrain features {names[i]!r}; give each its own id")
    return tuple(read_terrain(section, name) for section, name in zip(sections, names, strict=True))


def _bases(
    top: Section, rules: Edition, scale: Scale, size: tuple[float, float], terrain: tuple[Terrain, ...]
) -> tuple[tuple[Base, ...], tuple[Base, ...], dict[str, tuple[str, ...]]]:
    """The bases on the table, those not on it yet, and what is noted of any of them for this turn."""

    def troops(notation: str) -> Troops:
        return rules.read_troops(notation, scale)

    entries = [read_base(section, troops, rules.commands) for section in top.tables("base", "base")]
    features = {piece.id for piece in terrain}
    seen: set[str] = set()
    for entry in entries:
        name = entry.base.id
        if name in seen:
            raise entry.section.fault("id", f"there are two bases {name!r}; give each its own id")
        if name in features:
            raise entry.section.fault("id", f"{name!r} is the id of a terrain feature already; give the base another")
        seen.add(name)
    placed = [entry for entry in entries if entry.placed_by != "undeployed"]
    bases = place_bases(placed, terrain)
    check_standing(placed, bases, size)
    waiting = tuple(entry.base for entry in entries if entry.placed_by == "undeployed")
    return bases, waiting, {entry.base.id: entry.turn_notes for entry in entries if entry.turn_notes}


def _lost(top: Section, rules: Edition, scale: Scale) -> dict[str, tuple[str, ...]]:
    sides = _by_side(top, "lost")
    for side in sides.values:
        for i, notation in enumerate(sides.names(side)):
            try:
                rules.read_troops(notation, scale)
            except ValueError as error:
                raise top.case_text.fault(("lost", side, i), one_line(error)) from None
    return {side: sides.names(side) for side in sides.values}


def _unlanded(top: Section) -> dict[str, int]:
    sides = _by_side(top, "unlanded")
    return {side: sides.whole(side, 0) or 0 for side in sides.values}


def _by_side(top: Section, key: str) -> Section:
    section = Section(top.case_text, (key,), top.table(key), key)
    section.allow(SIDES)
    return Section(top.case_text, (key,), {side: section.values[side] for side in SIDES if side in section.values}, key)


def _options(top: Section, rules: Edition) -> dict[str, Any]:
    values = top.table("options")
    section = Section(top.case_text, ("options",), values, f"options of {rules.name}")
    for key, value in values.items():
        if key not in rules.options:
            known = tuple(rules.options)
            hint = suggest(key, known) if known else "it has none"
            raise section.fault(key, f"{rules.name} has no option {key!r}; {hint}")
        if not any(value == choice and type(value) is type(choice) for choice in rules.options[key]):
            raise section.wrong(key, f"one of {', '.join(str(choice) for choice in rules.options[key])}")
    return dict(values)


def _steps(top: Section, rules: Edition, answered: bool) -> tuple[Step, ...]:
    """The questions and actions, in the order in which they are written."""
    asks = top.tables("ask", "an ask")
    dos = top.tables("do", "a do")
    steps: list[Step] = [read_ask(section, i, rules.questions, answered) for i, section in enumerate(asks, 1)]
    if dos:
        actions = rules_of(rules.name).action_forms
        steps += [read_do(section, i, actions) for i, section in enumerate(dos, 1)]
        steps.sort(key=lambda step: top.case_text.line((step.kind, step.number - 1)))
    return tuple(steps)
