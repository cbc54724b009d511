"""Challenges and offers end by jobs."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_JOBS = sa.table("jobs", *map(sa.column, ("kind", "server_id", "match_id", "name", "data", "due_at", "attempts")))
_MATCHES = sa.table("matches", *map(sa.column, ("id", "server_id", "expires_at")))
_OFFERS = sa.table("offers", *map(sa.column, ("match_id", "due_at")))
_KINDS = {
    "ends of challenges": _MATCHES.c.expires_at.is_not(None),
    "ends of offers": sa.exists().where(_OFFERS.c.match_id == _MATCHES.c.id, _OFFERS.c.due_at.is_not(None)),
}
"""The jobs, each with the condition of the matches that have one."""


def upgrade() -> None:
    """Apply the change."""
    op.drop_index(op.f("ix_matches_expires_at"), table_name="matches", sqlite_where=sa.text("expires_at IS NOT NULL"))
    op.drop_index(op.f("ix_offers_due_at"), table_name="offers", sqlite_where=sa.text("due_at IS NOT NULL"))
    for kind, has_one in _KINDS.items():
        # All are due at once; those whose time is not over are put off.
        number, now = _MATCHES.c.id, sa.literal(int(time.time() * 1_000), sa.BigInteger)
        name, data = sa.cast(number, sa.String), sa.literal({}, sa.JSON)
        values = (sa.literal(kind), _MATCHES.c.server_id, number, name, data, now, sa.literal(0))
        op.execute(sa.insert(_JOBS).from_select(list(_JOBS.c.keys()), sa.select(*values).where(has_one)))


def downgrade() -> None:
    """Undo the change."""
    op.execute(sa.delete(_JOBS).where(_JOBS.c.kind.in_(_KINDS)))
    op.create_index(
        op.f("ix_offers_due_at"), "offers", ["due_at"], unique=False, sqlite_where=sa.text("due_at IS NOT NULL")
    )
    op.create_index(
        op.f("ix_matches_expires_at"),
        "matches",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("expires_at IS NOT NULL"),
    )
