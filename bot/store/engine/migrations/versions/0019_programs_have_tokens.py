"""Programs have tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
works_with = "0016"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("scope", sa.String(length=20), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_tokens_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_tokens_secret_hash")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_tokens_expires_at"), "tokens", ["expires_at"], unique=False)
    op.create_index(op.f("ix_tokens_person_id"), "tokens", ["person_id"], unique=False)


def downgrade() -> None:
    """Undo the change."""
    op.drop_table("tokens")
