"""The bot as a process: its log, and what it means if Discord does not let it in.

What goes wrong is one line. The exit code of the process follows from its kind: `Unreachable` passes by itself, a
`SettingError` stays until somebody has changed something.
"""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from typing import Final, Protocol
from urllib.parse import urlsplit

import aiohttp
import discord
from discord.http import Route

from bot import app
from bot.actions.holding import ShardsHeld
from bot.chat.client import Furlong
from bot.config import SettingError, Settings
from bot.monitoring import systemd
from bot.monitoring.log import JsonLines
from bot.opponents.thinkers import ThinkerProcesses

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_MOST_SAID: Final = 200
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500
_UNAUTHORIZED: Final = 401
_FORBIDDEN: Final = 403
_TOKEN_REFUSED: Final = 4004
_WRONG_FOR_GOOD: Final = {
    4010: "it does not know the shard, so look at SHARDS",
    4011: "the bot is on too many servers for so few shards, so look at SHARDS",
    4012: "it does not speak this version of its interface any more",
    4013: "it does not know the intents",
    4014: "the bot asks for intents that its application may not use",
}
"""What it means when Discord closes the connection with one of these numbers: trying again would not help."""

_AWAY: Final = (
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
    aiohttp.ClientError,
    TimeoutError,
    OSError,
)
"""What discord.py raises where Discord is away or will not have us."""


class Unreachable(Exception):
    """Discord cannot be used just now; `str(error)` is one line that says why. Another time it may be."""


def run(settings: Settings) -> None:
    """Run the bot until it is stopped. Raises Unreachable, SettingError or DatabaseUnusable."""
    keep_log(settings.log_level, as_json=settings.logs_json)
    # Furlong has no use for voice, so its host need not hear that the libraries for it are missing.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    # A platform that stops the process asks with SIGTERM; until the bot starts, it is to end as with Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    bot = _bot_for(settings)
    companions: list[Callable[[], AbstractAsyncContextManager[None]]] = [
        partial(stopped_by_signals, bot),
        partial(systemd.kept_informed, bot),
    ]
    if settings.metrics is not None:
        from bot.monitoring import page  # noqa: PLC0415 - most hosts do without it

        companions.append(partial(page.served, bot, settings.metrics))
    bot.companions = companions
    set_apart_what_is_loaded()
    try:
        with suppress(asyncio.CancelledError):  # it was stopped by a signal
            bot.run(settings.token, log_handler=None)
        if bot.failure is not None:
            raise bot.failure
    except discord.LoginFailure:
        raise SettingError(_token_refused()) from None
    except ShardsHeld as held:
        raise SettingError(_shards_held(held)) from None
    except _AWAY as error:
        raise _meaning(error) from error


def set_apart_what_is_loaded() -> None:
    """Have Python not look for garbage any more among what lives as long as the process: modules, classes, tables.

    It would do so while nothing else goes on, for a tenth of a second each time.
    """
    gc.collect()
    gc.freeze()


class _Stoppable(Protocol):
    """The bot, as far as signals are concerned."""

    async def close(self) -> None:
        """Stop in an orderly way."""
        ...


@asynccontextmanager
async def stopped_by_signals(bot: _Stoppable) -> AsyncGenerator[None]:
    """Have Ctrl-C and SIGTERM close the bot, and then end the task that runs it, which is the present one.

    As KeyboardInterrupt they would come up in the middle of anything, where drivers may swallow them. Once it closes, another
    signal ends the process at once.
    """
    loop, runs_bot = asyncio.get_running_loop(), asyncio.current_task()
    stopping: list[asyncio.Task[None]] = []

    def stop() -> None:
        stopping.append(loop.create_task(bot.close()))
        # Where Discord is away, discord.py would go on trying to connect.
        stopping[-1].add_done_callback(lambda _: runs_bot is not None and runs_bot.cancel())

    with suppress(NotImplementedError):  # on Windows, where both arrive as a KeyboardInterrupt
        for number in _SIGNALS:
            loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        with suppress(NotImplementedError):
            for number in _SIGNALS:
                loop.remove_signal_handler(number)


def _bot_for(settings: Settings) -> Furlong:
    if settings.rest_proxy:
        Route.BASE = f"{settings.rest_proxy}{urlsplit(Route.BASE).path}"
    return app.create(
        settings.database_url,
        emojis=settings.emojis,
        thinkers=ThinkerProcesses(settings.thinkers),
        shards=settings.shards,
        pool_size=settings.pool_size,
    )


def keep_log(level: int, *, as_json: bool = False) -> None:
    """Log to the terminal, or `as_json` for machines: Furlong itself from `level` on, libraries from INFO on at the lowest.

    At DEBUG they write down whatever passes through them: plans, names, and how sealed dice will fall.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_shorten)
    # discord.py takes every container for a terminal, and writes colours into its log.
    plain = logging.Formatter("[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
    formatter = JsonLines() if as_json else discord.utils.MISSING if sys.stderr.isatty() else plain
    discord.utils.setup_logging(handler=handler, formatter=formatter, level=max(level, logging.INFO))
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _shorten(record: logging.LogRecord) -> bool:
    """Put what discord.py says of an attempt to connect on one line; it would add a traceback to each of them."""
    error = record.exc_info[1] if record.exc_info else None
    if record.name.startswith("discord.") and isinstance(error, _AWAY):
        record.msg, record.args = f"{record.getMessage()}: {_cause(error)}", ()
        record.exc_info = record.exc_text = None
    return True


def _meaning(error: Exception) -> Unreachable | SettingError:
    """What it means that Discord has not let the bot in, or has thrown it out."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return _refused(_WRONG_FOR_GOOD[4014])
    if isinstance(error, discord.ConnectionClosed):
        if error.code == _TOKEN_REFUSED:
            return SettingError(_token_refused())
        if error.code in _WRONG_FOR_GOOD:
            return _refused(_WRONG_FOR_GOOD[error.code])
    if isinstance(error, discord.HTTPException):
        if error.status == _UNAUTHORIZED:
            return SettingError(_token_refused())
        # To a bot that it does not know Discord says 401; what stands before it turns others away for a while.
        if error.status < _SERVER_ERROR and error.status not in (_FORBIDDEN, _TOO_MANY_REQUESTS):
            return _refused(_cause(error))
    return Unreachable(f"Discord cannot be reached, so the bot stops: {_cause(error)}.")


def _shards_held(held: ShardsHeld) -> str:
    if held.shards.is_everything:
        return (
            f"Another process works with this database already ({held.by}): stop it first, or give each process shards of "
            "its own (SHARDS)."
        )
    return (
        f"SHARDS cannot be used: {held.shards} of them are held by another process with this database already "
        f"({held.by}). Stop it first, or give each process shards of its own."
    )


def _token_refused() -> str:
    return "DISCORD_TOKEN was refused by Discord: copy it again from the developer portal."


def _refused(why: str) -> SettingError:
    return SettingError(
        f"Discord refuses the bot: {why}. Look at the application in the developer portal; if all is well there, "
        "install the newest Furlong."
    )


def _cause(error: BaseException) -> str:
    """What an error says, on one line; never the page that a server sends along with it."""
    if isinstance(error, discord.HTTPException):
        return f"it answers {error.status} {error.response.reason or ''}".strip()
    if isinstance(error, discord.ConnectionClosed):
        return f"it has closed the connection ({error.code})"
    if isinstance(error, discord.GatewayNotFound):
        return "it does not tell where to connect to"
    if isinstance(error, TimeoutError):
        return "it does not answer in time"
    return " ".join(str(error).split())[:_MOST_SAID].rstrip(".") or type(error).__name__
