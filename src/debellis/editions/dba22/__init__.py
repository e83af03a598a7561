"""De Bellis Antiquitatis 2.2 with the NASAMW commentary."""

from __future__ import annotations

from debellis.battle.game import Game
from debellis.dba.edition import make_edition
from debellis.dba.playing.game import FAMILY
from debellis.editions.dba22.book import BOOK

EDITION = make_edition(BOOK, "De Bellis Antiquitatis 2.2", ("15mm", "25mm", "15mm imperial", "25mm imperial"))
RULES = Game("dba22", FAMILY)
