"""People whom somebody has blocked, and who may challenge somebody."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "blocks",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_blocks_person_id")),
        sa.ForeignKeyConstraint(["blocked_id"], ["people.id"], name=op.f("fk_blocks_blocked_id")),
        sa.PrimaryKeyConstraint("person_id", "blocked_id", name=op.f("pk_blocks")),
    )
    with op.batch_alter_table("blocks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_blocks_blocked_id"), ["blocked_id"], unique=False)
    with op.batch_alter_table("preferences", schema=None) as batch_op:
        batch_op.add_column(sa.Column("challengers", sa.String(length=20), server_default="everyone", nullable=False))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("preferences", "challengers")
    with op.batch_alter_table("blocks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_blocks_blocked_id"))
    op.drop_table("blocks")
