"""`debellis odds`: before a phase of combats, the odds of each, the expected losses, and the best order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from debellis.cli.output import MISMATCH, refuse, write_json

if TYPE_CHECKING:
    from debellis.battle.replay import Replayed
    from debellis.battle.rules import Rules
    from debellis.table.position import Position


#: How much work and how many samples the phases of units are given unless told otherwise: their decisions take longer.
_WORK, _SAMPLES = 1000, 200


def odds(
    file: Path = typer.Argument(..., metavar="FILE", help="A case file, or the log of a battle."),
    after: int | None = typer.Option(
        None, "--after", min=0, metavar="N", help="Of a log: after its Nth decision, not at its end."
    ),
    shooting: bool = typer.Option(True, "--shooting/--no-shooting", help="Whether anybody shoots before the melees."),
    work: int | None = typer.Option(
        None, "--work", min=0, help="The most decisions to play out exactly: 4000, or 1000 where units fight."
    ),
    samples: int | None = typer.Option(
        None, "--samples", min=2, help="How many times to sample a phase that has more: 1000, or 200 where units fight."
    ),
    seed: int = typer.Option(0, "--seed", help="The seed of the samples."),
    json: bool = typer.Option(False, "--json", help="Write the result as JSON."),
) -> None:
    """The fights or shots to come: the odds of each, the losses of both sides, the best order for the active player.

    A position in the middle of moving is taken as if the moves ended now. In Mortem et Gloriam a case or a moment of a
    log is told by its engagements, the losses and the break of both, and by what the whole phase may cost both sides,
    if it is one of combats or shots.
    """
    from debellis.odds import SAMPLES, WORK, NoCombat, before_combat, report

    effort = (_WORK if work is None else work, samples or _SAMPLES, seed)
    if _tell_units(file, json, effort):
        return
    rules, state, title = _moment(file, after)
    if has_units(rules.edition):
        _tell_moment(
            rules,
            state,
            rules.position(state),
            title,
            json,
            (_WORK if work is None else work, samples or _SAMPLES, seed),
        )
        return
    try:
        begun = before_combat(rules, state, shooting=shooting)
    except NoCombat as none:
        refuse(f"{file}: {none}")
    found = report(rules, begun, work=WORK if work is None else work, samples=samples or SAMPLES, seed=seed)
    if json:
        write_json(found)
        return
    from debellis.cli.odds_telling import tell

    tell(found, title, begun.position)


def has_units(name: str) -> bool:
    """Whether the armies of an edition consist of units."""
    from debellis.umpire.editions import edition

    return edition(name).units is not None


def _tell_moment(
    rules: Rules, state: Any, position: Position, title: str, json: bool, effort: tuple[int, int, int]
) -> None:
    """Tell the engagements of a moment, and the odds of its phase if it is one of combats or shots."""
    from debellis.cli.engagement_odds import tell_engagements
    from debellis.odds import NoCombat, phase_report

    work, samples, seed = effort
    try:
        phase = phase_report(rules, state, work=work, samples=samples, seed=seed)
    except NoCombat:
        phase = None
    tell_engagements(position, title, phase, json=json)


def _tell_units(file: Path, json: bool, effort: tuple[int, int, int]) -> bool:
    """Tell the engagements of a case whose armies consist of units; False if it is no such case."""
    from debellis.casebook import CaseError, read_case

    if file.suffix != ".toml":
        return False
    try:
        case = read_case(file, answered=False)
    except CaseError:
        return False
    if not has_units(case.position.edition) or case.opening is not None:
        return False
    from debellis.battle.playable import rules_of
    from debellis.battle.rules import Opening
    from debellis.cli.engagement_odds import tell_engagements

    rules = rules_of(case.position.edition)
    try:
        state = rules.from_position(case.position, Opening())
    except ValueError:
        tell_engagements(case.position, case.title, None, json=json)
        return True
    _tell_moment(rules, state, case.position, case.title, json, effort)
    return True


def _moment(file: Path, after: int | None) -> tuple[Rules, Any, str]:
    """The rules and the state of a file, and its title."""
    try:
        text = file.read_bytes()
    except OSError as error:
        refuse(f"{file} cannot be read ({(error.strerror or 'no reason given').lower()})")
    if text.lstrip().startswith(b"{"):
        return _of_log(file, text, after)
    if after is not None:
        refuse(f"{file} is not the log of a battle; --after needs one")
    return _of_case(file)


def _of_log(file: Path, text: bytes, after: int | None) -> tuple[Rules, Any, str]:
    from debellis.battle.playable import rules_of
    from debellis.battle.replay import BadLog, read_header, replay
    from debellis.umpire.editions import UnknownEdition

    try:
        rules = rules_of(read_header(text).edition)
        done = replay(text, rules)
    except UnknownEdition as error:
        refuse(f"{file}: {error}")
    except BadLog as bad:
        if bad.last is None or after is None or after >= len(bad.last.moments):
            refuse(f"{file}, {bad}")
        done = bad.last
    last = len(done.moments) - 1
    number = last if after is None else after
    if number > last:
        refuse(f"{file} has moments up to decision {last}; there is none after decision {number}")
    state = done.moments[number].state
    if rules.result(state) is not None:
        refuse(f"{file}: the battle is over; choose a moment with --after{_for_example(rules, done)}")
    return rules, state, f"{file.name}, after decision {number}"


def _for_example(rules: Rules, done: Replayed) -> str:
    """A hint that names the last few decisions after which a phase of combats begins; empty if there are none."""
    from debellis.battle.survey import FIGHT

    found: list[int] = []
    before = None
    for number, moment in enumerate(done.moments):
        phase = (moment.state.phase, moment.state.turn)
        fights = moment.state.phase == "shooting" or rules.survey.stage(moment.state) == FIGHT
        if phase != before and fights:
            found.append(number)
        before = phase
    return f", for example {', '.join(map(str, found[-5:]))}" if found else ""


def _of_case(file: Path) -> tuple[Rules, Any, str]:
    """A case as it stands after its actions; a case without an opening is taken at the end of movement."""
    from debellis.battle.playable import rules_of
    from debellis.battle.rules import Opening
    from debellis.casebook import CaseError, read_case
    from debellis.casebook.case import Do
    from debellis.casebook.playing import RulesBroke, Stuck, begin, take
    from debellis.umpire.editions import UnknownEdition

    try:
        case = read_case(file, answered=False)
        rules = rules_of(case.position.edition)
        if case.opening is None:
            return rules, rules.from_position(case.position, Opening(purse=0)), case.title
        state = begin(case)
        for step in case.steps:
            if isinstance(step, Do):
                _, state = take(case, state, step)
        return rules, state, case.title
    except Stuck as stuck:
        refuse(f"{file}, line {case.line(step)}: {stuck.sentence}")
    except (CaseError, UnknownEdition, ValueError) as error:
        refuse(str(error))
    except RulesBroke as broken:
        typer.echo(str(broken), err=True)
        raise typer.Exit(MISMATCH) from None
