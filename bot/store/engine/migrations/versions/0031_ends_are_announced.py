"""Ends of tokens are announced, and days of puzzles have the instant of their solution."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0029"
works_with = "0028"

_TOKENS = sa.table("tokens", *map(sa.column, ("id", "person_id", "expires_at")))
_ENGINES = sa.table("engines", *map(sa.column, ("person_id", "owner_id")))
_JOBS = sa.table(
    "jobs",
    *map(sa.column, ("kind", "server_id", "person_id", "name", "due_at", "attempts")),
    sa.column("data", sa.JSON()),
)
_A_WEEK = 7 * 86_400_000  # milliseconds


def upgrade() -> None:
    """Apply the change."""
    with op.batch_alter_table("puzzle_days") as table:
        table.add_column(sa.Column("solved_at", sa.BigInteger(), nullable=True))
    owners = sa.outerjoin(_TOKENS, _ENGINES, _ENGINES.c.person_id == _TOKENS.c.person_id)
    owner = sa.func.coalesce(_ENGINES.c.owner_id, _TOKENS.c.person_id)
    found = op.get_bind().execute(sa.select(_TOKENS.c.id, owner, _TOKENS.c.expires_at).select_from(owners)).all()
    rows: list[dict[str, Any]] = [
        {
            "kind": "ends of tokens",
            "server_id": 0,
            "person_id": owner_id,
            "name": str(token_id),
            "due_at": expires_at - _A_WEEK,
            "attempts": 0,
            "data": {},
        }
        for token_id, owner_id, expires_at in found
    ]
    if rows:
        op.get_bind().execute(sa.insert(_JOBS), rows)


def downgrade() -> None:
    """Undo the change."""
    op.get_bind().execute(sa.delete(_JOBS).where(_JOBS.c.kind == "ends of tokens"))
    with op.batch_alter_table("puzzle_days") as table:
        table.drop_column("solved_at")
