"""Running a rehearsal: connecting, finding the channel, doing the parts in order, and tidying up."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord

from bot.chat.core.messages import plain, texts_of
from bot.chat.core.outages import PASSING
from bot.hosting.config import SettingError, Settings
from bot.hosting.service import explained_failures, prepare_library, stopped_by_signals
from studio.rehearsal.presses import presses
from studio.rehearsal.report import Report
from studio.rehearsal.stage import ACCEPTED, MARK, REFUSED, Stage, refusal
from studio.rehearsal.steps import STEPS, old_edits

_READY_WITHIN: Final = 60.0  # seconds
_TOO_MANY: Final = 429  # HTTP status
_NEEDED: Final = discord.Permissions(
    view_channel=True, send_messages=True, attach_files=True, create_public_threads=True, send_messages_in_threads=True
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the host asks for: the channel, an old message of ours there, the patience for presses in seconds.

    With `leaves_message` a message stays in the channel, whose id is printed, for edits in an hour.
    """

    channel_id: int
    old_message_id: int | None = None
    patience: float = 180.0
    leaves_message: bool = False

    tell: Callable[[str], None] = lambda _line: None
    """Tells the host a line while the rehearsal goes on."""


def rehearse(settings: Settings, plan: Plan) -> Report:
    """Do a rehearsal.

    Raises `SettingError` or `bot.hosting.service.Unreachable` if it cannot begin, and `asyncio.CancelledError` (on
    Windows `KeyboardInterrupt`) if a signal stopped it, after it has tidied up.
    """
    prepare_library(settings)
    with explained_failures():
        return asyncio.run(_until_stopped(settings, plan))


async def _until_stopped(settings: Settings, plan: Plan) -> Report:
    async def close() -> None:
        pass  # the contexts in which the rehearsal runs tidy up as it is cancelled

    async with stopped_by_signals(close):
        return await _rehearse(settings, plan)


async def _rehearse(settings: Settings, plan: Plan) -> Report:
    report, limited = Report(), list[float]()
    client = discord.AutoShardedClient(
        intents=discord.Intents(guilds=True, messages=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        max_messages=None,
        allowed_mentions=discord.AllowedMentions.none(),
        http_trace=_noting(limited),
    )
    async with _connected(client, settings.token), AsyncExitStack() as stack:
        stage = Stage(client, _channel(client, plan.channel_id), report, stack, limited)
        for handler in _tidying(stage):
            client.event(handler)
        report.note("connect", ACCEPTED, ACCEPTED)
        has_page = settings.page is not None and bool(settings.page.client_secret)
        for step in STEPS:
            await _done(stage, step.__name__, step(stage))
        await _done(stage, "old_edits", old_edits(stage, plan.old_message_id))
        if plan.patience:
            await _done(stage, "presses", presses(stage, plan.patience, plan.tell, has_page=has_page))
        if plan.leaves_message:
            left = await stage.channel.send(view=plain("Left by a rehearsal, for edits in an hour"))
            plan.tell(f"In an hour: furlong rehearse {plan.channel_id} --old {left.id}")
    return report


def _tidying(stage: Stage) -> Sequence[Callable[[Any], Coroutine[Any, Any, None]]]:
    """The handlers that find what a rehearsal has made, also if Discord's answer to it was lost.

    Discord may also tell a channel of a new thread, in the name of who started it.
    """

    def is_ours(person_id: int | None) -> bool:
        return stage.client.user is not None and person_id == stage.client.user.id

    async def on_message(message: discord.Message) -> None:
        is_news = message.type is discord.MessageType.thread_created and message.channel.id == stage.channel.id
        is_marked = any(text.removeprefix("-# ").startswith(MARK) for text in texts_of(message))
        if is_ours(message.author.id) and (is_news or is_marked):
            stage.tidy(message)

    async def on_thread_create(thread: discord.Thread) -> None:
        if is_ours(thread.owner_id) and thread.name.startswith(MARK):
            stage.tidy(thread)

    return on_message, on_thread_create


async def _done(stage: Stage, name: str, step: Any) -> None:
    """Do one part. A refusal in the middle ends it, and is a finding."""
    try:
        await step
    except discord.HTTPException as error:
        stage.report.note(f"the rest of {name}", ACCEPTED, REFUSED, refusal(error))
    except PASSING as error:
        stage.report.note(f"the rest of {name}", ACCEPTED, "no answer", type(error).__name__)


@asynccontextmanager
async def _connected(client: discord.Client, token: str) -> AsyncGenerator[None]:
    """A context in which the client is connected. Raises what keeps it from that."""
    is_ready = asyncio.Event()

    async def on_ready() -> None:
        is_ready.set()

    client.event(on_ready)
    async with client:
        running, ready = asyncio.create_task(client.start(token)), asyncio.create_task(is_ready.wait())
        await asyncio.wait((running, ready), return_when=asyncio.FIRST_COMPLETED, timeout=_READY_WITHIN)
        if running.done():
            ready.cancel()
            await running
        if not ready.done():
            running.cancel()
            raise TimeoutError("Discord does not list the servers")
        try:
            yield
        finally:
            await client.close()
            await asyncio.gather(running, return_exceptions=True)


def _channel(client: discord.Client, channel_id: int) -> discord.TextChannel:
    """The channel of the rehearsal. Raises `SettingError`."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise SettingError(
            f"{channel_id} is no text channel on a server that has invited the bot. Copy its ID in Discord."
        )
    may = channel.permissions_for(channel.guild.me)
    if not may.is_superset(_NEEDED):
        lacking = ", ".join(name.replace("_", " ") for name, needed in _NEEDED if needed and not getattr(may, name))
        raise SettingError(f"In that channel the bot lacks these permissions: {lacking}.")
    return channel


def _noting(limited: list[float]) -> aiohttp.TraceConfig:
    """A trace that notes when a request was answered with 429, which discord.py repeats by itself."""

    async def end(_session: object, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
        if ended.response.status == _TOO_MANY:
            limited.append(asyncio.get_running_loop().time())

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(end)
    return trace
