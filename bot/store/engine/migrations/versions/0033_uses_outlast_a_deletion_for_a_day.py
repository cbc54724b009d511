"""Uses outlast a deletion for a day."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "uses",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uses")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_uses_name_used_at"), "uses", ["name", "used_at"], unique=False)
    op.create_index(op.f("ix_uses_used_at"), "uses", ["used_at"], unique=False)


def downgrade() -> None:
    """Undo the change."""
    op.drop_table("uses")
