"""People who ask to play on in a seat that another has left."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    known = sa.text("for_id IS NOT NULL")
    with op.batch_alter_table("offers", schema=None) as batch_op:
        batch_op.add_column(sa.Column("for_id", sa.BigInteger(), nullable=True))
        batch_op.create_foreign_key(batch_op.f("fk_offers_for_id"), "people", ["for_id"], ["id"])
        batch_op.create_index(batch_op.f("ix_offers_for_id"), ["for_id"], sqlite_where=known, postgresql_where=known)


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("offers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_offers_for_id"))
        batch_op.drop_constraint(batch_op.f("fk_offers_for_id"), type_="foreignkey")
        batch_op.drop_column("for_id")
