"""The program that writes the migration from the newest one to the tables in `bot/store/engine/schema/`.

    python -m tools.migration "Puzzles know their author"     a new migration, to be read and completed by hand
    python -m tools.migration --first                         the first tables again, until the first release

Alembic compares the tables that the migrations make on SQLite with those in the schema. It sees tables, columns and
indexes, but not the rows: add by hand what should happen to them. `tests/bot/store/test_migrations.py` tries each
migration up and down.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final, Literal

from alembic import command
from alembic.autogenerate.api import AutogenContext
from alembic.operations.ops import DropTableOp, MigrationScript, ModifyTableOps
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection, DefaultClause, Double, False_, True_, TypeDecorator, create_engine
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable, DDLElement

from bot.store.engine.schema import METADATA
from bot.store.engine.upgrading import alembic_configuration

FIRST_TABLES: Final = Path(__file__).parents[1] / "tests" / "bot" / "store" / "first_tables"


def main() -> None:
    """Write what the command line asks for, and print the names of the files."""
    message = " ".join(sys.argv[1:])
    if not message or (message.startswith("-") and message != "--first"):
        sys.exit(__doc__)
    for written in _first_tables() if message == "--first" else [_migration(message)]:
        print(written)


def make_first_tables(connection: Connection) -> None:
    """Make the tables of the first version in an empty database, as the first migration left them."""
    for statement in (FIRST_TABLES / f"{connection.dialect.name}.sql").read_text("utf-8").rstrip(";\n").split(";\n"):
        connection.exec_driver_sql(statement)
    scripts = ScriptDirectory.from_config(alembic_configuration())
    [first] = scripts.get_bases()
    MigrationContext.configure(connection).stamp(scripts, first)


def _first_tables() -> list[Path]:
    files: list[Path] = []
    for dialect in (sqlite.dialect(), postgresql.dialect()):
        statements: list[DDLElement] = []
        for table in METADATA.sorted_tables:
            indexes = sorted(table.indexes, key=lambda index: str(index.name))
            statements += [CreateTable(table), *map(CreateIndex, indexes)]
        compiled = "".join(f"{str(each.compile(dialect=dialect)).strip()};\n" for each in statements)
        files.append(FIRST_TABLES / f"{dialect.name}.sql")
        files[-1].write_text(re.sub(r" *\n\s*", "\n", compiled), encoding="utf-8")
    return files


def _migration(message: str) -> Path:
    with create_engine("sqlite://").begin() as connection:
        make_first_tables(connection)
        configuration = alembic_configuration(connection, render_item=_written)
        newest = ScriptDirectory.from_config(configuration).get_current_head()
        command.upgrade(configuration, "head")
        number = f"{int(newest or 0) + 1:04}"
        script = command.revision(
            configuration,
            message,
            autogenerate=True,
            rev_id=number,
            process_revision_directives=_drop_indexes_with_tables,
        )
    assert isinstance(script, Script)
    written = Path(script.path)
    written.write_text(re.sub(r"\n +# ### .*", "", written.read_text("utf-8")), "utf-8")
    for tool in ("check --quiet --fix", "format --quiet"):
        subprocess.run([sys.executable, "-m", "ruff", *tool.split(), written], check=True)
    return written


def _written(kind: str, item: object, _context: AutogenContext) -> str | Literal[False]:
    """The source of a type or a default of a column in a migration; False for the usual one."""
    if kind == "type" and isinstance(item, TypeDecorator):
        stored = item.impl_instance  # it stays the same if ours changes
        return "sa.Double[float]()" if isinstance(stored, Double) else f"sa.{stored!r}"
    if kind == "server_default" and isinstance(item, DefaultClause) and isinstance(item.arg, (True_, False_)):
        return f"sa.{item.arg}()"  # SQLite, where migrations are generated, calls these 1 and 0
    return False


def _drop_indexes_with_tables(_context: MigrationContext, _revision: object, scripts: list[MigrationScript]) -> None:
    """Leave out of a downgrade what is implied: an index is dropped with its table."""
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
