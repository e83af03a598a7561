"""Prints odds for people to read in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from debellis.cli.loss_table import LossRow, loss_table, percent
from debellis.odds.phase import PhaseReport
from debellis.odds.report import CombatTold, Estimated, LossesTold, OutcomeTold, Report
from debellis.table.position import Position

_FATES = {
    "no_effect": "holds",
    "recoil": "recoils",
    "flee": "flees",
    "destroyed": "is destroyed",
    "change_sides": "changes sides",
}
_PHASES = {"shooting": "shots", "melee": "close combats"}


def tell(found: Report, title: str, position: Position) -> None:
    """Print a report: the combats, the best order, and the expected losses."""
    console = Console(highlight=False)
    console.print(Text(title, style="bold"))
    console.print(Text(f"{position.active}'s {_PHASES[found.phase]}: {len(found.combats)} to choose from"))
    for number, combat in enumerate(found.combats, start=1):
        _tell_combat(console, number, combat, position)
    if len(found.order) > 1:
        _tell_order(console, found)
    console.print()
    console.print(Padding(losses_table(found.losses, "elements lost", general=True), (0, 0, 0, 2)))
    console.print(Text(_how(found), style="dim"), soft_wrap=True)


def _tell_combat(console: Console, number: int, combat: CombatTold, position: Position) -> None:
    one, two = (_named(name, position) for name in combat.sides)
    sums = f"{combat.factors[0]:+d} against {combat.factors[1]:+d}"
    console.print(Text.assemble(f"\n{number}  ", (f"{one} and {two}", "bold cyan"), (f"  {sums}", "dim")))
    grid = Table.grid(padding=(0, 2), pad_edge=False)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    for outcome in sorted(combat.outcomes, key=lambda outcome: -outcome.chance.value):
        grid.add_row(percent(outcome.chance.value), outcome.chance.fraction, _fate(outcome))
    console.print(Padding(grid, (0, 0, 0, 3)))


def _named(name: str, position: Position) -> str:
    return f"{name} ({position.base(name).code})" if position.has_base(name) else name


def _fate(outcome: OutcomeTold) -> str:
    fate = "nothing happens" if outcome.loser is None else f"{outcome.loser} {_FATES[outcome.outcome]}"
    more = [says for says in outcome.also if says != fate]
    told = any(says.startswith(fate) for says in more)
    return "; ".join(more if told else (fate, *more))


def _tell_order(console: Console, found: Report) -> None:
    names = (f"{at + 1} ({' and '.join(found.combats[at].sides)})" for at in found.order)
    console.print(
        Text.assemble("\nBest order for ", f"{found.side}: ", (", ".join(names), "bold green")), soft_wrap=True
    )
    if found.worst is None:
        says = "by which of every two is better first, as far as that was worked out; not every order was compared"
    elif found.worst == found.worth.value:
        says = "every order was compared, and all are worth the same"
    else:
        says = f"of every order; it is worth {found.worth.value:+.3f} and the worst {found.worst:+.3f}"
    if found.reconsidered is not None and found.reconsidered > found.worth.value + 1e-9:
        says += f"; choosing anew after each result is worth {found.reconsidered:+.3f}"
    console.print(Text(f"   {says}", style="dim"), soft_wrap=True)


def tell_phase(found: PhaseReport) -> None:
    """Print what a whole phase may cost both sides."""
    console = Console(highlight=False)
    console.print(Text("\nThe whole phase", style="bold"))
    console.print(Padding(losses_table(found.losses, "TuGs lost", general=False), (0, 0, 0, 2)))
    usual = "  Every file in turn, leftmost first, and every shot that may be made; generals do not join in."
    console.print(Text(usual, style="dim"), soft_wrap=True)
    console.print(Text(_how(found), style="dim"), soft_wrap=True)


def losses_table(losses: dict[str, LossesTold], what: str, *, general: bool) -> Table:
    """The losses of both sides, with the chance to lose the general if wanted, and the chance to win."""
    rows: list[LossRow] = []
    for side, lost in losses.items():
        shares = {number: _percent(chance) for number, chance in lost.elements.items()}
        expected = f"{lost.expected.value:.2f}{_error(lost.expected, 1.0)}"
        leader = (_percent(lost.general),) if general else ()
        rows.append(LossRow(side, shares, (expected, *leader, _percent(lost.wins))))
    return loss_table(what, ("expected", "general", "wins") if general else ("expected", "wins"), rows)


def _how(found: Report | PhaseReport) -> str:
    worth = f"Worth {found.worth.value:+.3f}{_error(found.worth, 1.0, 3)} to {found.side}"
    if found.exact:
        return f"  {worth}. Exact."
    return f"  {worth}. Played out {found.samples} times; the intervals are 95 % intervals."


def _percent(number: Estimated) -> str:
    return f"{percent(number.value)}{_error(number, 100.0, 1)}"


def _error(number: Estimated, scale: float, digits: int = 2) -> str:
    """The wider half of the interval, if there is one."""
    half = scale * max(number.value - number.low, number.high - number.value)
    return f" ±{half:.{digits}f}" if number.high > number.low else ""
