"""Days whose puzzle was solved."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "puzzle_days",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_puzzle_days_person_id")),
        sa.PrimaryKeyConstraint("person_id", "day", name=op.f("pk_puzzle_days")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Undo the change."""
    op.drop_table("puzzle_days")
