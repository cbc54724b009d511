"""Rate limits of requests to Discord: the limit for the token, and the limit on refused requests.

Discord permits a token fifty requests a second, from all processes together; answers to interactions do not count. It
bans an address for a while after ten thousand requests within ten minutes that it answers with 401, 403 or 429. The bot
slows down long before that. Messages older than an hour may be edited only a few times within seconds in each channel.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from contextlib import suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from time import monotonic, perf_counter
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast

import aiohttp
import discord
from cachetools import LRUCache, TTLCache
from discord.http import Route
from discord.utils import snowflake_time

from bot.chat.core.outages import PutOff, StillRefused
from bot.model.askers import ASKING, MANY_REFUSED, Counts
from bot.model.jobs import wait_after
from bot.model.shards import PER_SECOND, Share
from bot.model.shares import Shares
from bot.outside import telemetry
from bot.outside.telemetry import Gauge

_log: Final = logging.getLogger(__name__)
_INVALID: Final = frozenset({401, 403, 429})
_TOO_MANY: Final = 429  # HTTP status
_NO_CONTENT: Final = 204  # HTTP status
_JSON: Final = "application/json"
_SWITCHED: Final = 101  # HTTP status of a connection that becomes a WebSocket
_PERIOD: Final = 600.0  # seconds
_REMEMBERED: Final = 60.0  # seconds, for the number of all processes, which those who send nothing do not learn
_BANNED_FROM: Final = 10_000  # requests within `_PERIOD`, by Discord's documentation
_WAITS: Final = ((5_000, 60.0), (MANY_REFUSED, 2.0))
"""Minimum numbers of invalid requests, with the delay in seconds for requests that nobody is waiting for."""

_RENEWS: Final = 0.5
"""Seconds between two leases, and so the longest wait for a share that another process no longer needs."""

_CATCHES_UP: Final = 0.05
"""The most seconds to catch up after a delay: more would send too many requests within one second."""

_RATE_WITHOUT_STORE: Final = 1.0
"""Requests a second while the database, through which processes share the limit, is unavailable."""

_NOBODY_WAITS: Final = ContextVar("nobody waits", default=False)
"""Whether nobody is waiting for the requests of the current task."""

_LAST: Final = 1e6
"""The handicap, in seconds of requests, of those that nobody is waiting for."""

_BEHIND: Final = ContextVar[Hashable]("who is behind", default=None)
"""Who is behind what the bot does by itself in the current task, such as a stored job."""


_OLD: Final = timedelta(hours=1)
_OLD_EDITS: Final = 3
"""How many edits of messages older than an hour Discord permits in a channel within `_OLD_PERIOD`, as was observed."""

_OLD_EDITS_UNASKED: Final = 2  # of them; the rest is left for people who wait
_OLD_PERIOD: Final = timedelta(seconds=6)
_AFTER_REFUSAL: Final = timedelta(seconds=20)
_MOST_CHANNELS: Final = 2_000
_MOST_TURNS: Final = 50_000  # pairs of numbers
_MOST_REFUSALS: Final = 20_000
_LONGEST_REFUSED: Final = timedelta(minutes=10)
_MOST_REOPENED: Final = 30  # within `_PERIOD`, for each person


def is_waited_for() -> bool:
    """Whether a person may be waiting for the requests of the current task."""
    return not _NOBODY_WAITS.get()


def come_first() -> None:
    """Give all requests of the current task high priority, because a person waits for them."""
    _NOBODY_WAITS.set(False)


def come_last() -> None:
    """Give all requests of the current task low priority, because nobody is waiting for them."""
    _NOBODY_WAITS.set(True)


def act_for(asker: Hashable) -> None:
    """Count all requests of the current task for an asker who is behind them, though the bot sends them by itself."""
    _BEHIND.set(asker)


class OldEdits:
    """The pace of edits of messages older than an hour, which Discord limits in each channel.

    `now` tells the time, with which ids are compared, and `steady` a time that nobody sets. Nobody ever waits for the
    pace: an edit that may not be sent now is put off, to its turn among those of its channel.
    """

    def __init__(self, now: Callable[[], datetime], steady: Callable[[], datetime]) -> None:
        """Begin without edits."""
        self._now: Final = now
        self._steady: Final = steady
        self._lately: Final = LRUCache[int, deque[datetime]](_MOST_CHANNELS)
        self._last_turns: Final = LRUCache[int, datetime](_MOST_CHANNELS)
        self._turns: Final = LRUCache[int, datetime](_MOST_TURNS)
        """When it is the turn of each message that waits to be edited."""

    def is_old(self, message_id: int) -> bool:
        """Whether a message is so old that its edits are limited; its id tells when it was sent."""
        return self._now() - snowflake_time(message_id) >= _OLD - _OLD_PERIOD

    def check(self, channel_id: int, message_id: int) -> None:
        """Raise `PutOff` unless an old message may be edited now."""
        lately, now = self._of_channel(channel_id), self._steady()
        most = _OLD_EDITS if is_waited_for() else _OLD_EDITS_UNASKED
        free_at = now if len(lately) < most else lately[-most] + _OLD_PERIOD
        if not is_waited_for():
            turn = self._turns.get(message_id)
            if turn is None:
                after = self._last_turns.get(channel_id, now - _OLD_PERIOD) + _OLD_PERIOD / _OLD_EDITS_UNASKED
                turn = self._last_turns[channel_id] = max(now, after)
                self._turns[message_id] = turn
            free_at = max(free_at, turn)
        if free_at > now:
            raise PutOff(free_at - now)

    def admit(self, channel_id: int, message_id: int) -> None:
        """Count an edit of an old message that is sent now. Raises `PutOff` if it may not be."""
        self.check(channel_id, message_id)
        self._turns.pop(message_id, None)
        self._of_channel(channel_id).append(self._steady())

    def refused(self, channel_id: int) -> PutOff:
        """Note that Discord has refused an edit all the same; returns the exception for it."""
        until = self._steady() + _AFTER_REFUSAL
        self._lately[channel_id] = deque([until - _OLD_PERIOD] * _OLD_EDITS, maxlen=_OLD_EDITS)
        return PutOff(_AFTER_REFUSAL)

    def _of_channel(self, channel_id: int) -> deque[datetime]:
        """When old messages of a channel were edited within the period, the latest last."""
        lately = self._lately.get(channel_id)
        if lately is None:
            lately = self._lately[channel_id] = deque(maxlen=_OLD_EDITS)
        while lately and lately[0] <= self._steady() - _OLD_PERIOD:
            lately.popleft()
        return lately


class InvalidRequests:
    """A counter of the requests that Discord refuses; `clock` returns the time in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin without refused requests."""
        self._clock = clock
        self._refused: deque[float] = deque(maxlen=_BANNED_FROM)
        self._has_warned = False
        self._of_all = TTLCache[None, int](1, _REMEMBERED, clock)
        """The last known number for all processes together, because they may share an address."""
        self.tell: Callable[[], object] = lambda: None
        """Called in the task of each request that was refused."""

    def note(self, status: int, rate_limit: str | None = None) -> None:
        """Count a request by the status of its answer; a rate limit that is `shared` with others does not count."""
        if status in _INVALID and rate_limit != "shared":
            self._refused.append(self._clock())
            self.tell()

    @property
    def count(self) -> int:
        """The number of requests of this process refused in the last ten minutes."""
        since = self._clock() - _PERIOD
        while self._refused and self._refused[0] <= since:
            self._refused.popleft()
        return len(self._refused)

    @property
    def lately(self) -> int:
        """The number of requests of all processes refused in the last ten minutes, as far as it is known."""
        return max(self.count, self._of_all.get(None, 0))

    def note_all(self, refused: int) -> None:
        """Note how many requests of all processes were refused in the last ten minutes."""
        self._of_all[None] = refused

    @property
    def wait(self) -> float:
        """The delay in seconds for requests that nobody is waiting for."""
        refused = self.lately
        return next((seconds for least, seconds in _WAITS if refused >= least), 0.0)

    async def brake(self) -> None:
        """Delay requests that nobody is waiting for, and give all requests of the current task low priority."""
        come_last()
        wait = self.wait
        if wait and not self._has_warned:
            _log.warning(
                "Discord has refused %s requests in ten minutes, and bans at %s: the bot slows down",
                self.lately,
                _BANNED_FROM,
            )
        self._has_warned = bool(wait)
        if wait:
            await asyncio.sleep(wait)


class _Refusal(NamedTuple):
    """What Discord said to the latest of some refusals of the same request, and until when it is not sent again.

    The error itself is not kept, because its traceback holds what was sent, such as pictures.
    """

    reason: str | None
    code: int
    text: str
    until: datetime
    times: int
    may_post: bool


_About = tuple[str, str, int | None, bool]
"""What is asked of Discord: a method, an address, the person with whom a conversation is opened, and whether files are
sent, for which it may lack a permission that words do not need."""

Request = Callable[..., Coroutine[Any, Any, Any]]
"""A request to Discord, as discord.py's client for HTTP sends it: of a route, with its parameters."""


class Refusals:
    """The requests to channels that Discord has lately refused, which it need not refuse again.

    Whatever asks for the same one meets the same error without sending it, until a wait is over that doubles with each
    refusal. It is sent at once if the bot has got the permissions in the channel that it lacked.
    """

    def __init__(self, steady: Callable[[], datetime], may_post: Callable[[int], bool]) -> None:
        """Begin without refusals. `may_post` tells whether the bot is known to have the permissions in a channel."""
        self._steady: Final = steady
        self._may_post: Final = may_post
        self._lately: Final = LRUCache[_About, _Refusal](_MOST_REFUSALS)
        self._direct: Final = LRUCache[int, int](_MOST_REFUSALS)
        """The channels of direct messages, by person."""
        self._reopened: Final = Counts(timedelta(seconds=_PERIOD))
        """How often something was sent again by person, because they acted."""

    def heeded(self, request: Request) -> Request:
        """The same way to send requests, except for those that Discord still refuses. Raises `StillRefused` for these."""

        async def send(route: Route, **parameters: Any) -> Any:
            sent = parameters.get("json")
            recipient = cast("dict[str, Any]", sent).get("recipient_id") if isinstance(sent, dict) else None
            if route.channel_id is None and recipient is None:
                return await request(route, **parameters)
            about = route.method, route.url, recipient, bool(parameters.get("files"))
            self._check(about, route)
            try:
                answer = await request(route, **parameters)
            except discord.Forbidden as error:
                self._note(about, route, error)
                raise
            self._lately.pop(about, None)
            if recipient is not None:
                self._direct[recipient] = int(answer["id"])
            return answer

        return send

    def reopen(self, person_id: int, message: discord.Message | None = None) -> None:
        """Let a person be written to directly again who has just acted, and a message be edited on which they did."""
        if not self._reopened.has_left(person_id, _MOST_REOPENED):
            return
        routes: list[tuple[Route, int | None]] = [(Route("POST", "/users/@me/channels"), person_id)]
        if (channel_id := self._direct.get(person_id)) is not None:
            routes.append((_posting(channel_id), None))
        if message is not None:
            path = "/channels/{channel_id}/messages/{message_id}"
            routes.append((Route("PATCH", path, channel_id=message.channel.id, message_id=message.id), None))
        forgotten = [self._forget(route, recipient) for route, recipient in routes]
        if any(forgotten):
            self._reopened.count(person_id, _MOST_REOPENED)

    def reopen_channel(self, channel_id: int) -> None:
        """Let something be posted in a channel again, because somebody may have mended why Discord refused it."""
        self._forget(_posting(channel_id))

    def _forget(self, route: Route, recipient: int | None = None) -> bool:
        about = route.method, route.url, recipient
        forgotten = [self._lately.pop((*about, has_files), None) for has_files in (False, True)]
        return forgotten != [None, None]

    def _check(self, about: _About, route: Route) -> None:
        refusal = self._lately.get(about)
        wait = timedelta() if refusal is None else refusal.until - self._steady()
        if refusal is not None and wait > timedelta() and (refusal.may_post or not self._may_post_on(route)):
            raise StillRefused(refusal.reason, refusal.code, refusal.text, wait)

    def _note(self, about: _About, route: Route, error: discord.Forbidden) -> None:
        before, now, times = self._lately.get(about), self._steady(), 0
        if before is not None:  # one that was sent together with another is no repetition
            times = before.times if before.until > now else before.times + 1
        until = now + wait_after(times, _LONGEST_REFUSED)
        said = error.response.reason, error.code, error.text
        self._lately[about] = _Refusal(*said, until, times, self._may_post_on(route))

    def _may_post_on(self, route: Route) -> bool:
        return route.channel_id is not None and self._may_post(int(route.channel_id))


def _posting(channel_id: int) -> Route:
    """The route of new messages in a channel."""
    return Route("POST", "/channels/{channel_id}/messages", channel_id=channel_id)


class Pacer:
    """A pacer that admits requests at this process's rate, first those that people are waiting for.

    Those who are behind them get fair shares, so that nobody waits for all the requests of another.
    """

    def __init__(
        self,
        invalid: InvalidRequests,
        lease: Callable[[float, int], Awaitable[Share]],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Begin without requests. `lease` takes the rate that this process wants and its number of refused requests."""
        self._invalid = invalid
        self._lease = lease
        self._clock = clock
        self._sent = 0.0  # seconds of requests at the full rate, by which the shares are measured
        self._waiting: Final = Shares[asyncio.Future[None]](1, now=lambda: self._sent)
        self._arrived = asyncio.Event()
        self._admitting: asyncio.Task[None] | None = None
        self._admitted = 0  # since the last lease
        self._next_at = 0.0

    @property
    def waiting(self) -> int:
        """The number of requests that wait to be sent."""
        return len(self._waiting)

    async def admit(self) -> None:
        """Wait until one more request may be sent."""
        admitted = asyncio.get_running_loop().create_future()
        asker = ASKING.get()
        self._waiting.put(admitted, _BEHIND.get() if asker is None else asker, _LAST if _NOBODY_WAITS.get() else 0.0)
        self._arrived.set()
        if self._admitting is None or self._admitting.done():
            self._admitting = asyncio.create_task(self._admit())
        await admitted

    async def _admit(self) -> None:
        """Admit requests one by one, until none has come for a while."""
        rate, renews_at = 0.0, self._clock()
        while True:
            now = self._clock()
            if now >= renews_at:
                rate, renews_at = await self._renewed(), self._clock() + _RENEWS
                if not rate and not self._waiting:
                    return
            elif rate and now >= self._next_at and (taken := self._waiting.take()) is not None:
                admitted, asker = taken
                if not admitted.done():  # otherwise its task was cancelled
                    admitted.set_result(None)
                    self._admitted += 1
                    self._sent += 1 / PER_SECOND
                    self._next_at = max(self._next_at, now - _CATCHES_UP) + 1 / rate
                self._waiting.end(asker)
            else:
                paced_at = max(now, self._next_at) if self._waiting and rate else renews_at
                self._arrived.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(paced_at, renews_at) - now):
                        await self._arrived.wait()

    async def _renewed(self) -> float:
        """The rate of this process from now on; 0 if it needs none."""
        demand = (len(self._waiting) + self._admitted) / _RENEWS
        self._admitted = 0
        try:
            # A little more than was sent, so that a process can find out whether it may send more.
            share = await self._lease(demand + 1 if demand else 0.0, self._invalid.count)
        except Exception as error:  # noqa: BLE001 - drivers raise all kinds of things while the database is away
            _log.info("the share of the requests to Discord could not be renewed: %s", error)
            return _RATE_WITHOUT_STORE if demand else 0.0
        if demand:
            self._invalid.note_all(share.refused)
        return share.rate if demand else 0.0


def tracing(invalid: InvalidRequests, pacer: Pacer | None = None) -> aiohttp.TraceConfig:
    """The tracing configuration by which a client paces and reports its requests."""
    telemetry.provide(
        Gauge("invalid_requests", "Requests of the last ten minutes that Discord refused.", lambda: invalid.count)
    )
    if pacer is not None:
        telemetry.provide(
            Gauge("requests_waiting", "Requests that wait until they may be sent.", lambda: pacer.waiting)
        )

    async def begin(
        _session: aiohttp.ClientSession, context: SimpleNamespace, sent: aiohttp.TraceRequestStartParams
    ) -> None:
        if pacer is not None and _counts(sent.url.path):
            await pacer.admit()
        context.begun = perf_counter()

    async def end(
        _session: aiohttp.ClientSession, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        status = ended.response.status
        if status == _SWITCHED:  # the connection to the gateway, which Discord does not count
            return
        limit = ended.response.headers.get("X-RateLimit-Scope", "unknown") if status == _TOO_MANY else None
        invalid.note(status, limit)
        telemetry.requested(ended.method, status, perf_counter() - context.begun, limit)
        if _is_of_api(ended.url.path) and not await _is_understood(ended.response):
            ended.response.close()
            raise aiohttp.ClientPayloadError(_strange(ended.response))

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    return trace


async def _is_understood(response: aiohttp.ClientResponse) -> bool:
    """Whether discord.py understands an answer of the API; a proxy on the way may answer something else.

    It takes a success that is not JSON for the data, and looks for the delay in any JSON that refuses for now.
    """
    if response.status == _NO_CONTENT or not (response.ok or response.status == _TOO_MANY):
        return True
    try:
        answer: Any = json.loads(await response.read())
    except ValueError:
        return not response.ok
    if response.status == _TOO_MANY:
        return isinstance(answer, dict) and isinstance(cast("dict[str, Any]", answer).get("retry_after"), int | float)
    return isinstance(answer, dict | list) and response.headers.get("Content-Type") == _JSON


def _strange(response: aiohttp.ClientResponse) -> str:
    kind = response.content_type
    return (
        f"it answers what is not from its API ({response.status} {response.reason or ''}, {kind}), perhaps by a proxy"
    )


def _is_of_api(path: str) -> bool:
    return path.startswith("/api/")


def _counts(path: str) -> bool:
    """Whether a request counts against the limit: requests to the API, except answers to interactions."""
    return _is_of_api(path) and path.split("/")[3:4] not in (["interactions"], ["webhooks"])
