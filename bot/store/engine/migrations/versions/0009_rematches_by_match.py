"""Offers can be looked up by the rematch that they have led to, as the database does before a match is deleted."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_NAME = "ix_offers_rematch_id"


def upgrade() -> None:
    """Apply the change."""
    known = sa.text("rematch_id IS NOT NULL")
    op.create_index(op.f(_NAME), "offers", ["rematch_id"], sqlite_where=known, postgresql_where=known)


def downgrade() -> None:
    """Take the change back."""
    op.drop_index(op.f(_NAME), "offers")
