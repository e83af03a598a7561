"""DBA for the Renaissance: the quick reference sheet of pike, shot and pistols, on the rules of v2.2+."""

from __future__ import annotations

from debellis.battle.game import Game
from debellis.dba.edition import make_edition
from debellis.dba.playing.game import FAMILY
from debellis.editions.rrr.book import BOOK

EDITION = make_edition(BOOK, "DBA for the Renaissance", ("15mm", "25mm"))
RULES = Game("rrr", FAMILY)
