"""People register engines."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
works_with = "0023"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "engines",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["people.id"], name=op.f("fk_engines_owner_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_engines_person_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_engines")),
    )
    op.create_index(op.f("ix_engines_owner_id"), "engines", ["owner_id"], unique=False)
    op.create_index(op.f("ix_engines_server_id"), "engines", ["server_id"], unique=False)


def downgrade() -> None:
    """Undo the change."""
    op.drop_table("engines")
