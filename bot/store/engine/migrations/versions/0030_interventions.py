"""What those who manage servers have done, and who is to be told of it."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "interventions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("deed", sa.String(length=20), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.String(length=100), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_interventions_by_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_interventions_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interventions")),
        sqlite_autoincrement=True,
    )
    known = sa.text("person_id IS NOT NULL")
    for columns in (["server_id", "id"], ["by_id"], ["due_at"]):
        op.create_index(op.f(f"ix_interventions_{'_'.join(columns)}"), "interventions", columns, unique=False)
    op.create_index(
        op.f("ix_interventions_person_id"),
        "interventions",
        ["person_id"],
        unique=False,
        sqlite_where=known,
        postgresql_where=known,
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("interventions")
