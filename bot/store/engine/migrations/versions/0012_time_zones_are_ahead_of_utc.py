"""Time zones at a fixed distance from UTC have the names that people type.

Anyone who typed `GMT+2` got the zone `Etc/GMT+2`, which is two hours behind UTC. It's now `UTC+2`, as they meant it.
"""

from alembic import op

revision = "0012"
down_revision = "0011"

_RENAMED = "UPDATE preferences SET time_zone = '{new}' || substr(time_zone, {rest}) WHERE time_zone LIKE '{old}%'"
_ZERO = "UPDATE preferences SET time_zone = 'UTC' WHERE time_zone IN ('Etc/GMT', 'Etc/GMT0', 'Etc/GMT+0', 'Etc/GMT-0')"


def upgrade() -> None:
    """Apply the change."""
    op.execute(_ZERO)
    for sign in "+-":
        op.execute(_RENAMED.format(old=f"Etc/GMT{sign}", new=f"UTC{sign}", rest=len("Etc/GMT+") + 1))


def downgrade() -> None:
    """Undo the change."""
    for sign in "+-":
        op.execute(_RENAMED.format(old=f"UTC{sign}", new=f"Etc/GMT{sign}", rest=len("UTC+") + 1))
