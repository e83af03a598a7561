"""The reason of a decision, and whether hints are allowed in a battle."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("battles", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("events", sa.Column("reason", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("events", "reason")
    op.drop_column("battles", "hints")
