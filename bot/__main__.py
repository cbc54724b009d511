"""The command line: `python -m bot run` and `python -m bot playground`."""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.config import SettingError, Settings
from bot.store.database import DatabaseUnusable

_FAILED: Final = 1
_UNUSABLE: Final = 2


class Unreachable(Exception):
    """Discord could not be reached to log in."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the process's exit code.

    0 is a clean end, 1 that Discord could not be reached, 2 that the settings or the database will not do.
    """
    options = _parser().parse_args(arguments)
    try:
        if options.command == "run":
            _run()
        else:
            _playground(options.database, options.port)
    except SettingError as error:
        return _complain(str(error))
    except DatabaseUnusable as error:
        return _complain(f"DATABASE_URL cannot be used: {error}.")
    except Unreachable as error:
        return _complain(f"Discord cannot be reached, so the bot did not start: {error}", _FAILED)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Furlong: board games by message on Discord.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="start the bot; the settings are described in .env.example")
    playground = commands.add_parser("playground", help="try the bot in a browser, without Discord and without a token")
    playground.add_argument(
        "--database", type=Path, default=Path("playground.db"), help="the file that keeps its matches (%(default)s)"
    )
    playground.add_argument("--port", type=int, default=8765, help="the port on this machine (%(default)s)")
    return parser


def _run() -> None:
    settings = Settings.load(os.environ, Path(".env"))

    import aiohttp  # noqa: PLC0415 - a wrong setting is answered without loading Discord's library
    import discord  # noqa: PLC0415

    from bot import client  # noqa: PLC0415

    discord.utils.setup_logging(level=settings.log_level)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Furlong has no use for voice, so its host need not hear that the libraries for it are missing.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    # A platform that stops the process asks with SIGTERM; it is to end as with Ctrl-C, with the store closed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        client.create(settings.database_url).run(settings.token, log_handler=None)
    except discord.LoginFailure:
        raise SettingError("DISCORD_TOKEN was refused by Discord: copy it again from the developer portal.") from None
    except aiohttp.ClientConnectionError as error:
        raise Unreachable(str(error)) from None


def _playground(database: Path, port: int) -> None:
    try:
        from bot import playground  # noqa: PLC0415 - it needs an extra that a host does not install
    except ImportError as error:
        raise SettingError(f"The playground needs the extra “playground” ({error.name} is missing).") from None

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    playground.run(database, port)


def _complain(line: str, exit_code: int = _UNUSABLE) -> int:
    print(line, file=sys.stderr)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
