"""The command line: `python -m bot run` or `furlong run`, and the other commands in the same way.

Every command is an entry of `_COMMANDS`: its summary, its arguments, and a function that runs it and returns the exit
code of the process.
"""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, cast

from bot.config import SettingError, Settings
from bot.model.errors import DatabaseUnreachable, DatabaseUnusable
from bot.model.people import FIRST_ON_DISCORD
from bot.records.parsing import LARGEST, read
from bot.records.record import Record, RecordError

_FAILED: Final = 1
_UNUSABLE: Final = 2
_STOPPED: Final = 130
_SETTINGS: Final = Path(".env")
_LARGEST_ID: Final = 2**63 - 1


class Unusable(Exception):
    """A command-line argument cannot be used; `str(error)` is one line that says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the process's exit code.

    0 is success. 1 means that Discord or the database cannot be reached just now, or that stored data does not agree. 2
    means that Discord refuses the bot, or that the settings, the database or an argument cannot be used, until someone
    changes that. 130 means that Ctrl-C was pressed.
    """
    options = _parser().parse_args(arguments)
    try:
        return _COMMANDS[options.command].run(options)
    except (SettingError, Unusable) as error:
        return _complain(str(error))
    except DatabaseUnreachable as error:
        return _complain(f"DATABASE_URL cannot be used just now: {error}.", _FAILED)
    except DatabaseUnusable as error:
        return _complain(f"DATABASE_URL cannot be used: {error}.")
    except BrokenPipeError:
        # The program that reads our output has seen enough. The rest must not be written when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _STOPPED


def _parser() -> argparse.ArgumentParser:
    name = "furlong" if Path(sys.argv[0]).stem == "furlong" else "python -m bot"
    parser = argparse.ArgumentParser(prog=name, description="Furlong: correspondence board games on Discord.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, command in _COMMANDS.items():
        command.arguments(commands.add_parser(name, help=command.summary, description=command.summary))
    return parser


def _complain(line: str, exit_code: int = _UNUSABLE) -> int:
    print(line, file=sys.stderr)
    return exit_code


def _no_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def _run(_options: argparse.Namespace) -> int:
    settings = Settings.load(os.environ, _SETTINGS)

    from bot import service  # noqa: PLC0415 - a wrong setting is answered without loading Discord's library

    try:
        service.run(settings)
    except service.Unreachable as error:
        return _complain(str(error), _FAILED)
    return 0


def _database() -> str:
    return Settings.database(os.environ, _SETTINGS)


def _playground_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", type=Path, default=Path("playground.db"), help="the file that keeps its matches (%(default)s)"
    )
    parser.add_argument("--port", type=int, default=8765, help="the port on this machine (%(default)s)")
    parser.add_argument("--demo", action="store_true", help="start a new database with some dozens of matches")


def _playground(options: argparse.Namespace) -> int:
    try:
        from bot.playground import server  # noqa: PLC0415 - it needs an extra that a host does not install
    except ImportError as error:
        raise SettingError(f"The playground needs the extra “playground” ({error.name} is missing).") from None

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    server.run(options.database, options.port, with_demo=options.demo)
    return 0


def _replay_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a record file, as docs/records.md describes it")
    parser.add_argument("--step", type=int, help="only the position after this step; 0 is the start")


def _replay(options: argparse.Namespace) -> int:
    from bot.records.presentation import text_parts  # noqa: PLC0415 - it loads what paints, which only records need

    record = _record(options.file)
    _check_ply(record, options.step)
    # A terminal may lack characters that occur in names.
    cast("TextIOWrapper[Any]", sys.stdout).reconfigure(errors="backslashreplace")
    for part in text_parts(record, options.step):
        print(part, end="\n\n", flush=True)
    return 0


def _picture_arguments(parser: argparse.ArgumentParser) -> None:
    _replay_arguments(parser)
    parser.add_argument("picture", type=Path, help="the new file for the picture, which ends in .png or .webp")


def _picture(options: argparse.Namespace) -> int:
    from bot.records import presentation  # noqa: PLC0415 - it loads what paints, which only records need

    target: Path = options.picture
    kind = target.suffix.lower()
    if kind not in (".png", ".webp"):
        raise Unusable(f"{target} would be neither a PNG nor a WebP picture: end its name in .png or .webp.")
    record = _record(options.file)
    ply = record.history.ply if options.step is None else options.step
    _check_ply(record, ply)
    picture = presentation.picture(record, ply, is_png=kind == ".png")
    try:
        with target.open("xb") as file:
            file.write(picture)
    except FileExistsError:
        raise Unusable(f"{target} is there already; choose another name, or remove it first.") from None
    except OSError as error:
        raise Unusable(f"{target} cannot be written: {error.strerror}.") from None
    return 0


def _record(file: Path) -> Record:
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Unusable(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    try:
        return read(data)
    except RecordError as error:
        raise Unusable(f"{file} is not a record that can be replayed. {error}") from None


def _check_ply(record: Record, ply: int | None) -> None:
    if ply is not None and not 0 <= ply <= record.history.ply:
        raise Unusable(f"The record has {record.history.ply} steps, so --step goes from 0 to {record.history.ply}.")


def _check(_options: argparse.Namespace) -> int:
    from bot.admin.checking import check  # noqa: PLC0415 - most commands do without it

    tally = asyncio.run(check(_database(), print))
    print(
        f"Matches checked: {tally.matches:,}. Moves replayed: {tally.moves:,}. Matches that do not agree: {tally.wrong:,}."
    )
    return _FAILED if tally.wrong else 0


def _health(_options: argparse.Namespace) -> int:
    from bot.admin.health import health  # noqa: PLC0415 - most commands do without it

    shards = Settings.held_shards(os.environ, _SETTINGS)
    found = asyncio.run(health(_database(), datetime.now(UTC), shards))
    print(found.line)
    return 0 if found.is_well else _FAILED


def _check_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="only compare, and change nothing")


def _ratings(options: argparse.Namespace) -> int:
    from bot.admin.rebuilding import rebuild_ratings  # noqa: PLC0415 - most commands do without it

    return _rebuilt(rebuild_ratings(_database(), print, only_look=options.check), options)


def _seasons(options: argparse.Namespace) -> int:
    from bot.admin.rebuilding import rebuild_places  # noqa: PLC0415 - most commands do without it

    return _rebuilt(rebuild_places(_database(), print, only_look=options.check), options)


def _rebuilt(rebuilding: Coroutine[Any, Any, bool], options: argparse.Namespace) -> int:
    return _FAILED if not asyncio.run(rebuilding) and options.check else 0


def _backup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the new file for the copy")


def _backup(options: argparse.Namespace) -> int:
    from bot.admin.databases import back_up  # noqa: PLC0415 - most commands do without it

    try:
        size = back_up(_database(), options.file)
    except FileExistsError as error:
        raise Unusable(f"{error}.") from None
    except OSError as error:
        raise Unusable(f"{options.file} cannot be written: {error.strerror}.") from None
    print(f"{options.file} is a copy of the database ({size:,} bytes).")
    return 0


def _move_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", help="the address of the existing database, as in DATABASE_URL")
    parser.add_argument(
        "target", metavar="TARGET", help="the address of an empty database, or of a file that does not exist yet"
    )


def _move(options: argparse.Namespace) -> int:
    from bot.admin.databases import MoveFailed, move  # noqa: PLC0415 - most commands do without it

    try:
        moved = asyncio.run(move(options.source, options.target, partial(print, file=sys.stderr, flush=True)))
    except MoveFailed as error:
        raise Unusable(str(error)) from None
    print(f"Moved. Rows: {moved.rows:,}. Matches replayed: {moved.matches:,}. Now set DATABASE_URL to the new address.")
    return 0


def _migrate(_options: argparse.Namespace) -> int:
    from bot.admin.databases import migrate  # noqa: PLC0415 - most commands do without it

    asyncio.run(migrate(_database()))
    print("The tables are up to date.")
    return 0


def _forget_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("person", type=int, metavar="PERSON_ID", help="the Discord ID of the person")


def _forget(options: argparse.Namespace) -> int:
    from bot.admin.privacy import forget  # noqa: PLC0415 - most commands do without it

    if not FIRST_ON_DISCORD <= options.person <= _LARGEST_ID:
        raise Unusable(f"{str(options.person)[:30]} is not the Discord id of anybody.")
    done = asyncio.run(forget(_database(), options.person, print))
    return 0 if done else _FAILED


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line: its summary, a function that adds its arguments to a parser, and one that runs it."""

    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


_COMMANDS: Final[Mapping[str, Command]] = {
    "run": Command("start the bot; the settings are described in .env.example", _no_arguments, _run),
    "playground": Command(
        "try the bot in a browser, without Discord and without a token", _playground_arguments, _playground
    ),
    "replay": Command("show a record file, position by position", _replay_arguments, _replay),
    "picture": Command("paint a position of a record file", _picture_arguments, _picture),
    "health": Command("report the health of the running bot in one line and by the exit code", _no_arguments, _health),
    "check": Command("replay every stored match and report those that do not agree", _no_arguments, _check),
    "ratings": Command("recompute all ratings from the stored matches", _check_argument, _ratings),
    "seasons": Command("recompute the places of all seasons from their matches", _check_argument, _seasons),
    "migrate": Command("upgrade the tables of an older Furlong without starting the bot", _no_arguments, _migrate),
    "forget": Command("delete a person's data, as /privacy delete does", _forget_arguments, _forget),
    "backup": Command("copy a running SQLite database into a new file", _backup_arguments, _backup),
    "move": Command(
        "copy a whole database into an empty one, from SQLite to PostgreSQL or back", _move_arguments, _move
    ),
}


if __name__ == "__main__":
    sys.exit(main())
