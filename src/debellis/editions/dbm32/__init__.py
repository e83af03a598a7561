"""De Bellis Multitudinis 3.2. It answers questions; it is not offered to be played yet."""

from __future__ import annotations

from debellis.dbm.edition import make_edition

EDITION = make_edition("dbm32", "De Bellis Multitudinis 3.2", {})
