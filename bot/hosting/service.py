"""The bot as a process: its log, its signals, and the errors that end it.

An error that ends the process is one line. Its type decides the exit code: `Unreachable` may pass by itself; a
`SettingError` stays until the host changes something.
"""

import asyncio
import ctypes
import gc
import json
import logging
import platform
import re
import secrets
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Hashable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from traceback import walk_tb
from types import TracebackType
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import discord
from aiohttp import BaseConnector
from cachetools import LRUCache
from discord.http import Route

from bot import __version__
from bot.actions.shards import ShardsHeld
from bot.chat.client import Companion, Furlong, Options
from bot.chat.core import reviews
from bot.chat.core.gateway import connect_again_soon, drop_malformed_events
from bot.chat.delivery.delivery import PostEvent
from bot.hosting import systemd
from bot.hosting.config import Page, SettingError, Settings, missing
from bot.model.errors import DatabaseCrowded, DatabaseError
from bot.opponents.thinkers import ThinkerProcesses
from bot.outside.push import Pusher
from bot.outside.requests import to_public_hosts
from bot.outside.telemetry import current_subject
from bot.store.engine.engines import driver_url, is_sqlite, named_file
from bot.web.access import Activity, Site
from bot.web.server import Annex, application, served

_log: Final = logging.getLogger(__name__)
_OF_SHARD: Final = re.compile(r"Shard ID (?P<shard>[0-9]{1,9}) ")
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_MOST_SAID: Final = 200  # characters of a cause in the log
_MOST_FAULTS: Final = 200  # in memory
_GIVES_BACK: Final = timedelta(minutes=1)
"""How often memory goes back to the system: this takes up to thirty milliseconds, in which nothing else is done."""

_REPEATS_WITHIN: Final = 60.0  # seconds
_OF_DRIVERS: Final = ("sqlalchemy", "aiosqlite", "asyncpg")
_TOO_MANY_REQUESTS: Final = 429  # this and the next are HTTP statuses
_SERVER_ERROR: Final = 500
_UNAUTHORIZED: Final = 401
_FORBIDDEN: Final = 403
_TOKEN_REFUSED: Final = 4004  # a code with which Discord closes the gateway
_WRONG_FOR_GOOD: Final = {
    4010: "it does not know the shard, so look at SHARDS",
    4011: "the bot is on too many servers for so few shards, so look at SHARDS",
    4012: "it does not speak this version of its interface any more",
    4013: "it does not know the intents",
    4014: "the bot asks for intents that its application may not use",
}
"""The meaning of the codes with which Discord closes a connection for good, so that trying again would not help."""

_AWAY: Final = (
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
    aiohttp.ClientError,
    TimeoutError,
    OSError,
)
"""The exceptions of discord.py if Discord is unreachable or refuses the bot."""


class Unreachable(Exception):
    """Discord cannot be used at the moment, but perhaps later; `str(error)` is one line that says why."""


def run(settings: Settings) -> None:
    """Run the bot until it is stopped. Raises Unreachable, SettingError or DatabaseUnusable."""
    keep_log(settings.log_level, as_json=settings.logs_json)
    _log.info(
        "Furlong %s, with discord.py %s and Python %s", __version__, discord.__version__, platform.python_version()
    )
    prepare_library(settings)
    # Platforms stop a process with SIGTERM. Until the bot starts, SIGTERM ends it like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    drop_malformed_events()
    connect_again_soon()
    bot = _bot_for(settings, _companions(settings))
    set_apart_what_is_loaded()
    with explained_failures():
        with suppress(asyncio.CancelledError):  # it was stopped by a signal
            bot.run(settings.token, log_handler=None)
        if bot.failure is not None:
            raise bot.failure


@contextmanager
def explained_failures() -> Generator[None]:
    """A context in which the errors that keep a bot from Discord become SettingError or Unreachable."""
    try:
        yield
    except discord.LoginFailure:
        raise SettingError(_token_refused()) from None
    except ShardsHeld as held:
        raise SettingError(_shards_held(held)) from None
    except _AWAY as error:
        raise _meaning(error) from error
    except Exception as error:
        if not _is_of_library(error):
            raise
        code = secrets.token_hex(3).upper()
        _log.error("%s: Discord's answer could not be understood", code, exc_info=error)
        raise Unreachable(_unreachable(f"what it answers cannot be understood ({code})")) from error


def _is_of_library(error: Exception) -> bool:
    """Whether discord.py raised an error, which then is about what Discord or a proxy has answered."""
    modules = [str(frame.f_globals["__name__"]).partition(".")[0] for frame, _ in walk_tb(error.__traceback__)]
    return next((name for name in reversed(modules) if name in ("bot", "discord")), "bot") == "discord"


def set_apart_what_is_loaded() -> None:
    """Exempt objects that live as long as the process (modules, classes, tables) from garbage collection.

    Scanning them would hold everything else up for a tenth of a second each time.
    """
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def memory_given_back(every: timedelta = _GIVES_BACK) -> AsyncGenerator[None]:
    """Within the context, give memory that was freed back to the system at an interval, where the C library can.

    The process would otherwise keep what lies below something that is in use.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    giving = None if trim is None else asyncio.create_task(_repeat(partial(trim, 0), every))
    try:
        yield
    finally:
        if giving is not None:
            giving.cancel()


async def _repeat(act: Callable[[], object], every: timedelta) -> None:
    while True:
        await asyncio.sleep(every.total_seconds())
        act()


@asynccontextmanager
async def stopped_by_signals(close: Callable[[], Coroutine[None, None, None]]) -> AsyncGenerator[None]:
    """On Ctrl-C or SIGTERM, `close` the bot and then cancel the current task, which runs it.

    A KeyboardInterrupt could be raised in the middle of anything, where drivers may swallow it. While the bot closes,
    another signal ends the process at once.
    """
    loop, runs_bot = asyncio.get_running_loop(), asyncio.current_task()
    stopping: list[asyncio.Task[None]] = []

    def stop() -> None:
        stopping.append(loop.create_task(close()))
        # If Discord is unreachable, discord.py would keep trying to connect.
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


def _companions(settings: Settings) -> Sequence[Companion]:
    """The services that run beside the bot: signals, systemd, memory and, if set, metrics and the page."""
    companions: list[Companion] = [
        lambda bot: stopped_by_signals(bot.close),
        lambda bot: systemd.kept_informed(bot.wait_until_ready),
        lambda _bot: memory_given_back(),
    ]
    if settings.metrics is not None:
        if absent := missing("metrics"):
            raise SettingError(
                f"METRICS_PORT needs the extra “metrics” ({absent} is missing): install furlong-bot[metrics], or leave "
                "METRICS_PORT out."
            )
        from bot.hosting import metrics  # noqa: PLC0415 - it needs the extra

        url = driver_url(settings.database_url)
        disk = named_file(url).parent if is_sqlite(url) else Path()
        companions.append(partial(metrics.served, address=settings.metrics, disk=disk, backups=settings.backups))
    if settings.page is not None:
        companions.append(partial(page_served, page=settings.page))
    return companions


def annexes() -> Sequence[Annex]:
    """The interface for programs, for the server of the page; nothing without its extra: then it offers no tokens."""
    if missing("programs"):
        return ()
    from bot.api.server import ANNEX  # noqa: PLC0415 - it needs the extra

    return (ANNEX,)


def posting_events(connector: Callable[[], BaseConnector] = to_public_hosts) -> PostEvent | None:
    """Posts events to webhooks, each by a new connector; None without the extra for programs."""
    if missing("programs"):
        return None
    from bot.api.webhooks import Events  # noqa: PLC0415 - it needs the extra

    return Events(connector).post


@asynccontextmanager
async def page_served(bot: Furlong, page: Page) -> AsyncGenerator[None]:
    """Serve the page in the browser. Raises SettingError if the port cannot be used."""
    beside = annexes()
    if not beside:
        _log.info(
            "the page has no interface for programs, which needs the extra “programs”: install furlong-bot[programs]"
        )
    site = Site(
        opened=lambda: bot.services.context if bot.is_open else None,
        show=lambda change: bot.background.start(bot.delivery.show_change(change)),
        show_in_turn=lambda change: bot.background.start(bot.delivery.show_in_turn(change)),
        advise=lambda match, asker: bot.services.thinkers.advise(match, asker),
        review=lambda person, match, tell: reviews.review(bot.services, person, match, tell),
        tell=lambda: bot.background.start(bot.delivery.tell()),
        look=lambda: bot.delivery.look(),
        opens_threads=lambda channel_id: isinstance(bot.get_channel(channel_id), discord.TextChannel),
        is_member=lambda server, person: bot.services.visitors.is_member(server, person),
        may_see=lambda server, channel, person: bot.services.visitors.may_see(server, channel, person),
        may_post=lambda server, channel, person: bot.services.visitors.may_post(server, channel, person),
        left=lambda server, people: bot.services.left(server, people),
        manages=lambda server, person: bot.services.visitors.manages(server, person),
        rooms=lambda server, person: bot.services.visitors.rooms(server, person),
        public=page.url,
        proxies=page.proxies,
        pusher=bot.options.pusher,
        has_guests=page.has_guests,
        has_programs=bool(beside),
        activity=Activity(lambda: bot.application_id or 0, page.client_secret, traces=(bot.trace,))
        if page.client_secret
        else None,
    )
    host, port = page.address.host, page.address.port
    async with AsyncExitStack() as serving:
        try:
            await serving.enter_async_context(served(application(site, *beside), host, port))
        except OSError as error:
            raise SettingError(
                f"WEB_PORT {port} cannot be used on {host}: {error.strerror}. Name a free port."
            ) from None
        yield


def prepare_library(settings: Settings) -> None:
    """Set up discord.py for every client: no warnings about voice, and the proxy that the host has set."""
    # Furlong does not use voice, so do not warn the host that the libraries for it are missing.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    if settings.rest_proxy:
        Route.BASE = f"{settings.rest_proxy}{urlsplit(Route.BASE).path}"


def _bot_for(settings: Settings, companions: Sequence[Companion]) -> Furlong:
    options = Options(
        settings.database_url,
        emojis=settings.emojis,
        paces_requests=not settings.rest_proxy,
        thinkers=ThinkerProcesses(settings.thinkers, searching_seconds=settings.puzzle_seconds),
        shards=settings.shards,
        pool_size=settings.pool_size,
        page=settings.page.url if settings.page is not None else "",
        pusher=Pusher(settings.page.push_contact) if settings.page is not None and settings.page.push_contact else None,
        post_event=posting_events(),
        has_activity=settings.page is not None and bool(settings.page.client_secret),
        has_programs=settings.page is not None and bool(annexes()),
        companions=companions,
    )
    return Furlong(options)


def keep_log(level: int, *, as_json: bool = False) -> None:
    """Log to the terminal, or `as_json` for machines: Furlong from `level` up, libraries never below INFO.

    At DEBUG, libraries would log everything that passes through them: plans, names, and future rolls of sealed dice.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Faults().admit)
    # discord.py mistakes every container for a terminal and writes colours into its log.
    plain = logging.Formatter("[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
    formatter = JsonLines() if as_json else discord.utils.MISSING if sys.stderr.isatty() else plain
    if as_json:
        sys.excepthook = _log_bug
    discord.utils.setup_logging(handler=handler, formatter=formatter, level=max(level, logging.INFO))
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _log_bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log the error that ends the process, instead of Python's plain traceback."""
    _log.critical("Furlong stops because of a bug", exc_info=(kind, error, trace))


class JsonLines(logging.Formatter):
    """Formats a log record as a JSON object: time, level, logger, message, and the subject of the current work."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; `traceback` is present only if there is one, and unknown values are null."""
        concerned, message = current_subject(), record.getMessage()
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message,
            "match": concerned.match,
            "server": concerned.server,
            "shard": _shard_in(message) if concerned.shard is None else concerned.shard,
            "interaction": concerned.interaction,
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _shard_in(message: str) -> int | None:
    """The shard that a message of discord.py is about."""
    groups = _OF_SHARD.match(message)
    return None if groups is None else int(groups["shard"])


class Faults:
    """Keeps faults in the log readable: the first line names the cause, and the same fault is counted, not repeated."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin without faults; `clock` measures seconds."""
        self._clock: Final = clock
        self._known: Final = LRUCache[Hashable, list[float]](_MOST_FAULTS)
        """When each fault was last logged, and how often it has come since."""

    def admit(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged: not if its fault was within a minute, unless it has a code that a person was told.

        What Discord or the database is to blame for is one line; any other fault has its traceback below.
        """
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        is_of_discord = record.name.startswith("discord.")
        is_away = isinstance(error, _AWAY if is_of_discord else DatabaseError)
        form = str(record.msg)  # libraries may log any object, with arguments of any kind
        fault = record.name, form if is_away else record.getMessage(), _cause(error)
        if not is_of_discord and not form.startswith("%s: ") and not self._is_new(fault, record):
            return False
        what = _cause(error) if is_away else f"{type(error).__name__}: {_cause(error)}"
        record.msg, record.args = f"{record.getMessage()}: {what}", ()
        if isinstance(error, DatabaseCrowded):
            record.msg += (
                "; the database runs but is busy: if that lasts, see what else uses it, and the load of the machine"
            )
        elif isinstance(error, DatabaseError):
            record.msg += "; see whether the database runs, can be reached and has room on its disk"
        if is_away or record.name.startswith(_OF_DRIVERS):
            record.exc_info = record.exc_text = None
        return True

    def _is_new(self, fault: Hashable, record: logging.LogRecord) -> bool:
        """Whether a fault was not logged within a minute; the record says how often it came meanwhile."""
        last = self._known.setdefault(fault, [-inf, 0])
        if self._clock() - last[0] < _REPEATS_WITHIN:
            last[1] += 1
            return False
        if last[1]:
            record.msg = f"{record.msg} (and {last[1]} times more since the last line about it)"
        last[:] = self._clock(), 0
        return True


def _meaning(error: Exception) -> Unreachable | SettingError:
    """The error to report after Discord has refused or disconnected the bot."""
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
        # Discord answers an unknown bot with 401. With 403 and 429, its protection turns requests away for a while.
        if error.status < _SERVER_ERROR and error.status not in (_FORBIDDEN, _TOO_MANY_REQUESTS):
            return _refused(_cause(error))
    return Unreachable(_unreachable(_cause(error)))


def _unreachable(why: str) -> str:
    return f"Discord cannot be reached, so the bot stops: {why}."


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
    """The message of an error on one line, without the page that a server may send with it."""
    if isinstance(error, discord.HTTPException):
        return f"it answers {error.status} {error.response.reason or ''}".strip()
    if isinstance(error, discord.ConnectionClosed):
        return f"it has closed the connection ({error.code})"
    if isinstance(error, discord.GatewayNotFound):
        return "it does not tell where to connect to"
    if isinstance(error, TimeoutError):
        return "it does not answer in time"
    return " ".join(str(error).split())[:_MOST_SAID].rstrip(".") or type(error).__name__
