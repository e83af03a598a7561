"""Which numbers of a decision are secret, and who may see each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("events", sa.Column("secret", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("events", "secret")
