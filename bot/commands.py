"""The commands of the command line.

Each entry of `_COMMANDS` has a summary, a function that runs the command and returns the exit code of the process, and
its arguments.
"""

import argparse
import asyncio
import logging
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, cast

from bot import __version__
from bot.hosting.checking import check
from bot.hosting.config import SettingError, Settings, missing
from bot.hosting.databases import MoveFailed, back_up, exclude, forget, migrate, move, mute, restored
from bot.hosting.health import health
from bot.hosting.rebuilding import rebuild_places, rebuild_ratings
from bot.model.errors import DatabaseUnreachable, DatabaseUnusable
from bot.model.people import FIRST_ON_DISCORD
from bot.model.refusals import Refusal
from bot.records.parsing import LARGEST, read
from bot.records.record import Record, RecordError
from bot.records.writing import picture_of, text_parts
from bot.store.engine.upgrading import known_revisions, newest_revision
from studio.laws import contract

_log: Final = logging.getLogger(__name__)
_FAILED: Final = 1  # exit codes, see `run`
_UNUSABLE: Final = 2
_SETTINGS: Final = Path(".env")
_LARGEST_ID: Final = 2**63 - 1  # of a signed 64-bit column


class Unusable(Exception):
    """A command-line argument cannot be used; `str(error)` is one line that says why."""


def run(arguments: Sequence[str] | None) -> int:
    """Run one command and return the process's exit code.

    0 means success; 1 that Discord or the database cannot be reached at the moment, or that stored data is
    inconsistent; 2 that Discord refuses the bot, or that a setting, the database or an argument must be changed first.
    """
    if Refusal.__doc__ is None:
        print("Furlong doesn't run with -OO, which takes away what its refusals say: leave it out.", file=sys.stderr)
        return _UNUSABLE
    options = _parser().parse_args(arguments)
    exit_code = _outcome(options)
    if exit_code == _UNUSABLE and getattr(options, "stay", False):
        with suppress(KeyboardInterrupt):
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            _complain(options, "The process stays until it is stopped, so that it is not restarted in vain.")
            threading.Event().wait()
    return exit_code


def _outcome(options: argparse.Namespace) -> int:
    """Run the chosen command and return its exit code; print an error as one line."""
    try:
        return _COMMANDS[options.command].run(options)
    except (SettingError, Unusable, MoveFailed) as error:
        return _complain(options, str(error))
    except DatabaseUnreachable as error:
        return _complain(options, f"DATABASE_URL cannot be used just now: {error}.", _FAILED)
    except DatabaseUnusable as error:
        return _complain(options, f"DATABASE_URL cannot be used: {error}.")
    except BrokenPipeError:
        # The reader of our output has closed the pipe. Discard the rest, which Python would write at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    name = "furlong" if Path(sys.argv[0]).stem == "furlong" else "python -m bot"
    parser = argparse.ArgumentParser(prog=name, description="Furlong: correspondence board games on Discord.")
    version = f"Furlong {__version__}, with tables at {newest_revision()}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, command in _COMMANDS.items():
        of_command = commands.add_parser(name, help=command.summary, description=command.summary)
        for argument, properties in command.arguments.items():
            of_command.add_argument(argument, **properties)
    return parser


def _complain(options: argparse.Namespace, line: str, exit_code: int = _UNUSABLE) -> int:
    """Say why a command fails: in a line on its own, or where the log is JSON to its last line, in the log."""
    if getattr(options, "logs_json", False):
        _log.error(line)
    else:
        print(line, file=sys.stderr)
    return exit_code


def _run(options: argparse.Namespace) -> int:
    settings = Settings.load(os.environ, _SETTINGS)
    options.logs_json = settings.logs_json

    from bot.hosting import service  # noqa: PLC0415 - report a wrong setting without loading discord.py

    try:
        service.run(settings)
    except service.Unreachable as error:
        return _complain(options, str(error), _FAILED)
    return 0


def _rehearse(options: argparse.Namespace) -> int:
    settings = Settings.load(os.environ, _SETTINGS)
    target: Path | None = options.report
    if target is not None and target.exists():
        raise Unusable(f"{target} is there already; choose another name, or remove it first.")

    from bot.hosting import service  # noqa: PLC0415 - report a wrong setting without loading discord.py
    from studio.rehearsal.running import Plan, rehearse  # noqa: PLC0415

    service.keep_log(logging.WARNING)
    patience = 0.0 if options.without_presses else float(options.patience)
    plan = Plan(options.channel, options.old, patience, leaves_message=options.leave, tell=partial(print, flush=True))
    # Until the rehearsal begins, SIGTERM ends it like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        report = rehearse(settings, plan)
    except service.Unreachable as error:
        return _complain(options, str(error), _FAILED)
    except (asyncio.CancelledError, KeyboardInterrupt):
        return _complain(options, "The rehearsal was stopped; what it had made is removed.", _FAILED)
    print(f"{report.table()}\n\n{report.summary()}")
    if target is not None:
        try:
            with target.open("x", encoding="utf-8") as file:
                file.write(report.as_json(datetime.now(UTC).date()))
        except OSError as error:
            raise Unusable(f"{target} cannot be written: {error.strerror}.") from None
    return _FAILED if report.differences else 0


def _database() -> str:
    return Settings.database(os.environ, _SETTINGS)


def _playground(options: argparse.Namespace) -> int:
    if absent := missing("playground"):
        raise SettingError(
            f"The playground needs the extra “playground” ({absent} is missing): install furlong-bot[playground]."
        )
    from studio.playground import server  # noqa: PLC0415 - it needs an extra that a host does not install

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    server.run(options.database, options.port, with_demo=options.demo)
    return 0


def _replay(options: argparse.Namespace) -> int:
    record = _record(options.file)
    _check_ply(record, options.step)
    # A terminal may lack characters that occur in names.
    cast("TextIOWrapper[Any]", sys.stdout).reconfigure(errors="backslashreplace")
    for part in text_parts(record, options.step):
        print(part, end="\n\n", flush=True)
    return 0


def _picture(options: argparse.Namespace) -> int:
    target: Path = options.picture
    kind = target.suffix.lower()
    if kind not in (".png", ".webp"):
        raise Unusable(f"{target} would be neither a PNG nor a WebP picture: end its name in .png or .webp.")
    record = _record(options.file)
    ply = record.history.ply if options.step is None else options.step
    _check_ply(record, ply)
    picture = picture_of(record, ply, is_png=kind == ".png")
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
    tally = asyncio.run(check(_database(), print))
    print(
        f"Matches checked: {tally.matches:,}. Moves replayed: {tally.moves:,}. Matches that do not agree: {tally.wrong:,}."
    )
    return _FAILED if tally.wrong else 0


def _contract(options: argparse.Namespace) -> int:
    faults = [*contract.faults(options.package)]
    print("\n".join(faults) or f"{options.package} keeps the contract.")
    return _FAILED if faults else 0


def _health(_options: argparse.Namespace) -> int:
    shards = Settings.held_shards(os.environ, _SETTINGS)
    state = asyncio.run(health(_database(), datetime.now(UTC), shards))
    print(state.line)
    return 0 if state.is_well else _FAILED


def _rebuild(rebuild: Callable[..., Coroutine[Any, Any, bool]], options: argparse.Namespace) -> int:
    agrees = asyncio.run(rebuild(_database(), print, only_look=options.check))
    return _FAILED if options.check and not agrees else 0


def _backup(options: argparse.Namespace) -> int:
    try:
        size = back_up(_database(), options.file)
    except FileExistsError as error:
        raise Unusable(f"{error}.") from None
    except OSError as error:
        raise Unusable(f"{options.file} cannot be written: {error.strerror}.") from None
    print(f"{options.file} is a copy of the database ({size:,} bytes).")
    return 0


def _move(options: argparse.Namespace) -> int:
    for name, address in (("SOURCE", options.source), ("TARGET", options.target)):
        if re.match(r"[^/]+://[^/@]*:[^/]*@", address):
            raise Unusable(
                f"{name} has a password, which all users of this machine can see while this runs: leave it out, and put it "
                "into ~/.pgpass or the variable PGPASSWORD."
            )
    tell = partial(print, file=sys.stderr, flush=True)
    moved = asyncio.run(move(options.source, options.target, tell, mends=options.mend))
    print(f"Moved. Rows: {moved.rows:,}. Matches replayed: {moved.matches:,}. Now set DATABASE_URL to the new address.")
    return 0


def _migrate(options: argparse.Namespace) -> int:
    if options.to is not None and options.to not in known_revisions():
        raise Unusable(f"--to must be one of {', '.join(sorted(known_revisions()))}.")
    asyncio.run(migrate(_database(), options.to))
    if options.to is None:
        print("The tables are up to date.")
    else:
        print(
            f"The tables are at {options.to}. Start the bot only with a Furlong whose --version says that, or they are "
            "upgraded again."
        )
    return 0


def _restored(_options: argparse.Namespace) -> int:
    asyncio.run(restored(_database()))
    return 0


def _forget(options: argparse.Namespace) -> int:
    if not FIRST_ON_DISCORD <= options.person <= _LARGEST_ID:
        raise Unusable(f"{str(options.person)[:30]} is not the Discord id of anybody.")
    done = asyncio.run(forget(_database(), options.person, print))
    return 0 if done else _FAILED


def _mute(options: argparse.Namespace) -> int:
    if not FIRST_ON_DISCORD <= options.about <= _LARGEST_ID:
        raise Unusable(f"{str(options.about)[:30]} is not the Discord id of anybody, nor of a server.")
    asyncio.run(mute(_database(), options.about, is_muted=not options.undo))
    print(f"The lobby across servers is {'open to' if options.undo else 'closed for'} {options.about}.")
    return 0


def _exclude(options: argparse.Namespace) -> int:
    if not asyncio.run(exclude(_database(), options.competition, options.person, datetime.now(UTC))):
        raise Unusable(f"{options.person} is in no match between servers with the number {options.competition}.")
    print(f"{options.person} is out of it; the boards that go on are lost in a moment.")
    return 0


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line: its summary, the function that runs it, and its arguments for `argparse`."""

    summary: str
    run: Callable[[argparse.Namespace], int]
    arguments: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Any])


_RECORD: Final[Mapping[str, Any]] = {
    "file": {"type": Path, "help": "a record file, as docs/records.md describes it"},
    "--step": {"type": int, "help": "only the position after this step; 0 is the start"},
}
_CHECK: Final[Mapping[str, Any]] = {"--check": {"action": "store_true", "help": "only compare, and change nothing"}}

_COMMANDS: Final[Mapping[str, Command]] = {
    "run": Command(
        "start the bot; the settings are described in .env.example",
        _run,
        {
            "--stay": {
                "action": "store_true",
                "help": "where a setting must be changed, report it and wait to be stopped instead of ending",
            }
        },
    ),
    "playground": Command(
        "try the bot in a browser, without Discord and without a token",
        _playground,
        {
            "--database": {
                "type": Path,
                "default": Path("playground.db"),
                "help": "the file that keeps its matches (%(default)s)",
            },
            "--port": {
                "type": int,
                "default": 8765,
                "help": "the port of the simulated channel on this machine; the page has the next (%(default)s)",
            },
            "--demo": {"action": "store_true", "help": "start a new database with some dozens of matches"},
        },
    ),
    "rehearse": Command(
        "try on Discord, in a channel of a test server, everything that Furlong does there, and compare what happens",
        _rehearse,
        {
            "channel": {"type": int, "metavar": "CHANNEL_ID", "help": "the ID of a text channel of a test server"},
            "--report": {
                "type": Path,
                "metavar": "FILE",
                "help": "a new JSON file for the findings, without names or IDs",
            },
            "--without-presses": {"action": "store_true", "help": "leave out everything for which buttons are pressed"},
            "--patience": {
                "type": int,
                "default": 180,
                "metavar": "SECONDS",
                "help": "how long to wait for the buttons to be pressed (%(default)s)",
            },
            "--leave": {"action": "store_true", "help": "leave a message behind, for --old in an hour"},
            "--old": {"type": int, "metavar": "MESSAGE_ID", "help": "that message, which is edited and then deleted"},
        },
    ),
    "replay": Command("show a record file, position by position", _replay, _RECORD),
    "picture": Command(
        "paint a position of a record file",
        _picture,
        {**_RECORD, "picture": {"type": Path, "help": "the new file for the picture, which ends in .png or .webp"}},
    ),
    "health": Command("report the health of the running bot in one line and by the exit code", _health),
    "check": Command("replay every stored match and report those that do not agree", _check),
    "contract": Command(
        "check a package with games: say what is missing or wrong",
        _contract,
        {"package": {"metavar": "PACKAGE", "help": "the package that the entry point names, such as furlong_wye"}},
    ),
    "ratings": Command("recompute all ratings from the stored matches", partial(_rebuild, rebuild_ratings), _CHECK),
    "seasons": Command(
        "recompute the places of all seasons from their matches", partial(_rebuild, rebuild_places), _CHECK
    ),
    "migrate": Command(
        "upgrade the tables without starting the bot, or downgrade them for an older Furlong",
        _migrate,
        {
            "--to": {
                "metavar": "TABLES",
                "help": "the version of the tables, as the older Furlong's --version prints it",
            }
        },
    ),
    "restored": Command("begin all numbers anew after a backup was restored, where the bot cannot see that", _restored),
    "forget": Command(
        "delete a person's data, as /privacy does",
        _forget,
        {"person": {"type": int, "metavar": "PERSON_ID", "help": "the Discord ID of the person"}},
    ),
    "mute": Command(
        "close the lobby across servers for a person or a server",
        _mute,
        {
            "about": {"type": int, "metavar": "ID", "help": "the Discord ID of the person or the server"},
            "--undo": {"action": "store_true", "help": "open it again"},
        },
    ),
    "exclude": Command(
        "take a person out of a match between servers, where no manager may",
        _exclude,
        {
            "competition": {
                "type": int,
                "metavar": "NUMBER",
                "help": "the number of the match, as in the address of its page",
            },
            "person": {"type": int, "metavar": "PERSON_ID", "help": "the Discord ID of the person"},
        },
    ),
    "backup": Command(
        "copy a running SQLite database into a new file",
        _backup,
        {"file": {"type": Path, "help": "the new file for the copy"}},
    ),
    "move": Command(
        "copy a whole database into an empty one, from SQLite to PostgreSQL or back",
        _move,
        {
            "source": {"metavar": "SOURCE", "help": "the address of the existing database, as in DATABASE_URL"},
            "target": {
                "metavar": "TARGET",
                "help": "the address of an empty database, or of a file that does not exist yet",
            },
            "--mend": {
                "action": "store_true",
                "help": "copy a text that only one kind of database can hold without what does not fit, and name its row",
            },
        },
    ),
}
