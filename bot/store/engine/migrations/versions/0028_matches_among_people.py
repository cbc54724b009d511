"""Whether a match is one among people is kept with it, so that the running ones of a server are counted at once."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_BEFORE, _NOW = ["server_id", "state", "deadline"], ["server_id", "state", "among_people", "deadline"]

_FIRST_ON_DISCORD = 4194304  # those below it and above 0 are characters
_ALONE = sa.text(
    "UPDATE matches SET among_people = :no WHERE id IN (SELECT match_id FROM participants GROUP BY match_id "
    "HAVING sum(CASE WHEN person_id > 0 AND person_id < :first THEN 0 ELSE 1 END) < 2)"
)


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("among_people", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.get_bind().execute(_ALONE.bindparams(sa.bindparam("no", False, sa.Boolean())), {"first": _FIRST_ON_DISCORD})
    op.create_index(op.f("ix_matches_server_id_state_among_people_deadline"), "matches", _NOW)
    op.drop_index(op.f("ix_matches_server_id_state_deadline"), "matches")


def downgrade() -> None:
    """Take the change back."""
    op.create_index(op.f("ix_matches_server_id_state_deadline"), "matches", _BEFORE)
    op.drop_index(op.f("ix_matches_server_id_state_among_people_deadline"), "matches")
    op.drop_column("matches", "among_people")
