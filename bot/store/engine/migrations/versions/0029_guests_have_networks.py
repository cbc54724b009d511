"""Guests have networks."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "guests",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("household", sa.String(length=64), nullable=False),
        sa.Column("network", sa.String(length=64), nullable=False),
        sa.Column("came_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_guests_person_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_guests")),
    )
    op.create_index(op.f("ix_guests_household_came_at"), "guests", ["household", "came_at"])
    op.create_index(op.f("ix_guests_network"), "guests", ["network"])


def downgrade() -> None:
    """Undo the change."""
    op.drop_table("guests")
