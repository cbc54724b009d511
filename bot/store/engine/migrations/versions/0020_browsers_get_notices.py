"""Browsers get notices by web push."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
works_with = "0016"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "push_subscriptions",
        sa.Column("address_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("session_hash", sa.String(length=64), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("secret", sa.String(length=120), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_push_subscriptions_person_id")),
        sa.PrimaryKeyConstraint("address_hash", name=op.f("pk_push_subscriptions")),
    )
    op.create_index(op.f("ix_push_subscriptions_person_id"), "push_subscriptions", ["person_id"], unique=False)
    op.create_index(op.f("ix_push_subscriptions_session_hash"), "push_subscriptions", ["session_hash"], unique=False)


def downgrade() -> None:
    """Undo the change."""
    op.drop_table("push_subscriptions")
