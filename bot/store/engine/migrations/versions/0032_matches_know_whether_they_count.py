"""Matches know from their beginning whether they count for ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
works_with = "0028"

_ALIKE = """
    SELECT count(*) FROM matches AS other
    WHERE other.server_id = matches.server_id AND other.game = matches.game AND other.seats = matches.seats
    AND other.ended_at < matches.ended_at AND other.ended_at > matches.ended_at - 604800000
    AND EXISTS (SELECT 1 FROM rating_changes WHERE rating_changes.match_id = other.id)
    AND matches.seats = (
        SELECT count(*) FROM participants AS own
        JOIN participants AS theirs ON theirs.person_id = own.person_id AND theirs.joined
        WHERE own.match_id = matches.id AND own.joined AND theirs.match_id = other.id
    )
"""
"""Counts the matches alike that had counted in the seven days before one ended, which decided until now."""


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("counts", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.execute(
        "UPDATE matches SET counts = false WHERE is_rated AND state = 'finished' AND NOT EXISTS "
        f"(SELECT 1 FROM rating_changes WHERE rating_changes.match_id = matches.id) AND ({_ALIKE}) >= 3"
    )


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("matches", "counts")
