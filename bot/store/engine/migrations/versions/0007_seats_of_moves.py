"""Moves say from which seat they were made instead of by whom, and whatever refers to people can be looked up by them.

Who has sat there is in the table of participants, once for a match instead of once for a move. So somebody can be
forgotten without a look at any move, and without the database looking for them in every row of every table.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_INDEXES = (
    ("matches", ["host_id", "created_at"], None),
    ("matches", ["to_move_id"], "to_move_id IS NOT NULL"),
    ("matches", ["ended_by_id"], "ended_by_id IS NOT NULL"),
    ("plans", ["person_id"], None),
    ("offers", ["by_id"], None),
    ("notices", ["person_id"], None),
)


def upgrade() -> None:
    """Apply the change."""
    op.add_column("moves", sa.Column("seat", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE moves SET seat = (SELECT place FROM participants WHERE participants.match_id = moves.match_id "
        "AND participants.person_id = moves.person_id) WHERE person_id IS NOT NULL"
    )
    with op.batch_alter_table("moves", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_moves_person_id"), type_="foreignkey")
        batch_op.drop_column("person_id")
    for table, columns, condition in _INDEXES:
        where = None if condition is None else sa.text(condition)
        op.create_index(_name(table, columns), table, columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Take the change back."""
    for table, columns, _condition in _INDEXES:
        op.drop_index(_name(table, columns), table)
    op.add_column("moves", sa.Column("person_id", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE moves SET person_id = (SELECT person_id FROM participants WHERE participants.match_id = moves.match_id "
        "AND participants.place = moves.seat) WHERE seat IS NOT NULL"
    )
    with op.batch_alter_table("moves", schema=None) as batch_op:
        batch_op.drop_column("seat")
        batch_op.create_foreign_key(batch_op.f("fk_moves_person_id"), "people", ["person_id"], ["id"])


def _name(table: str, columns: Sequence[str]) -> str:
    return op.f(f"ix_{table}_{'_'.join(columns)}")
