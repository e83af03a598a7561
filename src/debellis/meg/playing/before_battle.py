"""What is known before the first turn of a battle that is set up by hand: PBS cards, the grid, items of terrain."""

from __future__ import annotations

from msgspec import Struct

from debellis.battle.secrets import Secret


class Item(Struct, frozen=True):
    """An item of terrain that a side has chosen and has still to place. `sort` is compulsory or optional."""

    owner: str
    kind: str
    sort: str


class BeforeBattle(Struct, frozen=True):
    """Where the steps before the first turn stand.

    `chooser` won the roll of the army commanders, with a skull if he `may_intercept`. `hands` are the PBS cards left,
    `dealt` how many there were, `passes` how often a side passed, `named` the cards laid face down in this `round`.
    `mover` may move the marker by so many `steps` from its `cell`, a column and a row of the grid.

    `sort` says whether compulsory or optional items are chosen and placed. `left` are the numbers of compulsory items
    still to be chosen by class, `picked` the kinds each side has chosen,
    `stopped` those who choose no more, `items` what is to be placed. `item` is the one in hand, `die` its placement
    die, `piece` the id of the piece that may be adjusted, `adjusting` the adjustment die.

    `outscouted` is by how many percent one side is outscouted. `share` are the unit groups that this side still places
    first, `more` how many the deciding side places before the other goes on.
    """

    chooser: str = ""
    may_intercept: bool = False
    intercepts: bool = False
    hands: dict[str, Secret[tuple[str, ...]]] = {}
    dealt: dict[str, int] = {}
    passes: dict[str, int] = {}
    named: dict[str, Secret[str]] = {}
    round: int = 0
    mover: str = ""
    steps: int = 0
    cell: tuple[str, str] = ("", "")
    sort: str = "compulsory"
    left: dict[str, int] = {}
    picked: dict[str, tuple[str, ...]] = {}
    stopped: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    item: Item | None = None
    die: int | None = None
    piece: str = ""
    adjusting: int = 0
    outscouted: tuple[str, int] = ("", 0)
    share: int = 0
    more: int = 0
