"""Writes the migration that leads from the newest one to the tables in `bot/store/engine/schema/`.

    python -m tests.migration "Puzzles know their author"     a new migration, to be read and completed by hand
    python -m tests.migration --first                         the first one again, until 1.0 has been released

Alembic compares the tables that the migrations make on SQLite with those in the schema. It sees tables, columns and indexes,
but not what becomes of the rows: add that by hand. `tests/bot/store/test_migrations.py` tries each migration up and down.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from alembic import command
from alembic.operations.ops import DropTableOp, MigrationScript, ModifyTableOps
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.store.engine.upgrading import alembic_configuration

VERSIONS: Final = Path("bot/store/engine/migrations/versions")


def main() -> None:
    """Write the migration that the command line asks for, and name its file."""
    [message] = sys.argv[1:] or sys.exit(__doc__)
    if message == "--first":
        for file in VERSIONS.glob("0*.py"):
            file.unlink()
        message = "The first tables"
    with create_engine("sqlite://").begin() as connection:
        configuration = alembic_configuration(connection)
        newest = ScriptDirectory.from_config(configuration).get_current_head()
        command.upgrade(configuration, "head")
        number = f"{int(newest or 0) + 1:04}"
        command.revision(
            configuration,
            message,
            autogenerate=True,
            rev_id=number,
            process_revision_directives=_drop_indexes_with_tables,
        )
    written = VERSIONS / f"{number}_{re.sub(r'[^a-z0-9]+', '_', message.lower())[:40]}.py"
    written.write_text(re.sub(r"\n +# ### .*", "", written.read_text()))
    for tool in ("check --quiet --fix", "format --quiet"):
        subprocess.run([sys.executable, "-m", "ruff", *tool.split(), written], check=True)
    print(written)


def _drop_indexes_with_tables(_context: MigrationContext, _revision: object, scripts: list[MigrationScript]) -> None:
    """Leave out of a downgrade what happens by itself: an index goes with its table."""
    for script in scripts:
        downgrade = script.downgrade_ops
        assert downgrade is not None
        tables = {change.table_name for change in downgrade.ops if isinstance(change, DropTableOp)}
        downgrade.ops = [
            change
            for change in downgrade.ops
            if not isinstance(change, ModifyTableOps) or change.table_name not in tables
        ]


if __name__ == "__main__":
    main()
