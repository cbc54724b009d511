"""Sealed dice and plans."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "plans",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.JSON(), nullable=False),
        sa.Column("stopped_at", sa.Text(), nullable=True),
        sa.Column("stopped_because", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_plans_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_plans_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_plans")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("secret", sa.LargeBinary(length=32), nullable=True))
        batch_op.add_column(sa.Column("commitment", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("joined_by", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("joined_by")
        batch_op.drop_column("commitment")
        batch_op.drop_column("secret")

    op.drop_table("plans")
