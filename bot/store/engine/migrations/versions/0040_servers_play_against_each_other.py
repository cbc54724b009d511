"""Servers play against each other."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "sides",
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("side_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_sides_competition_id")),
        sa.PrimaryKeyConstraint("competition_id", "side_id", name=op.f("pk_sides")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_sides_side_id"), "sides", ["side_id"], unique=False)
    op.add_column("entrants", sa.Column("side_id", sa.BigInteger(), nullable=True))
    op.add_column("fixtures", sa.Column("is_casual", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("servers", sa.Column("meets_servers", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("servers", "meets_servers")
    op.drop_column("fixtures", "is_casual")
    op.drop_column("entrants", "side_id")
    op.drop_index(op.f("ix_sides_side_id"), table_name="sides")
    op.drop_table("sides")
