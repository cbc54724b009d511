"""Live updates: a stream for each open page, and one query of the database for all of them."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import astuple
from typing import Final

from aiohttp import web

from bot.actions import matches
from bot.model.match import Match, Version
from bot.telemetry import Gauge, provide
from bot.web import edge
from bot.web.access import VISITOR, Site

_log: Final = logging.getLogger(__name__)

EVERY: Final = 0.4
"""Seconds between two queries: a change made in any process appears on every page within a second."""

MOST_STREAMS: Final = 6
"""The maximum number of streams of one person, because browsers open no more to one address."""

MOST_BY_ADDRESS: Final = 30
"""The maximum number of streams from one address without a session; several people may share it."""

MOST_PUBLIC: Final = 1_000
"""The maximum number of streams without a session in this process, to leave connections for the bot."""

SILENCE: Final = 20.0
"""Seconds until a comment is sent, to keep proxies from closing a stream."""


class Hub:
    """The streams of this process, fed by changes in the database, whichever process made them."""

    def __init__(self, site: Site) -> None:
        """Begin without streams."""
        self._site: Final = site
        self._watched: Final[defaultdict[int, set[asyncio.Event]]] = defaultdict(set)
        self._of_event: Final[dict[asyncio.Event, set[int]]] = {}
        self._by_watcher: Final[defaultdict[int | str, dict[asyncio.Event, web.BaseRequest]]] = defaultdict(dict)
        self._known: Final[dict[int, Version]] = {}
        provide(
            Gauge(
                "page_streams", "Open pages that are kept up to date.", lambda: sum(map(len, self._by_watcher.values()))
            )
        )

    def has_room(self, watcher: int | str) -> bool:
        """Whether a person (by id), or an address without a session, may open another stream.

        Connections notice at once that a page was left; streams notice only at their next write.
        """
        if isinstance(watcher, int):
            return self._open(watcher) < MOST_STREAMS
        public = sum(self._open(one) for one in self._by_watcher if isinstance(one, str))
        return self._open(watcher) < MOST_BY_ADDRESS and public < MOST_PUBLIC

    def _open(self, watcher: int | str) -> int:
        return sum(request.transport is not None for request in self._by_watcher.get(watcher, {}).values())

    @asynccontextmanager
    async def watching(
        self, request: web.BaseRequest, watcher: int | str, *match_ids: int
    ) -> AsyncGenerator[asyncio.Event]:
        """A context with an event that is set whenever one of some matches changes."""
        changed = asyncio.Event()
        self._by_watcher[watcher][changed] = request
        self._watch(changed, match_ids)
        try:
            yield changed
        finally:
            self._watch(changed, ())
            del self._by_watcher[watcher][changed]
            if not self._by_watcher[watcher]:
                del self._by_watcher[watcher]

    def _watch(self, changed: asyncio.Event, match_ids: Collection[int]) -> None:
        """Have an event set whenever one of these matches changes, and no other."""
        for match_id in self._of_event.pop(changed, set()).difference(match_ids):
            self._watched[match_id].discard(changed)
            if not self._watched[match_id]:
                del self._watched[match_id]
                self._known.pop(match_id, None)
        for match_id in match_ids:
            self._watched[match_id].add(changed)
        if match_ids:
            self._of_event[changed] = set(match_ids)

    async def follow(self, changed: asyncio.Event, match_ids: Collection[int]) -> bool:
        """Have an event set whenever one of these matches changes from now on; return whether some of them are new."""
        new = set(match_ids).difference(self._of_event.get(changed, ()))
        self._watch(changed, match_ids)
        if new:
            for match_id, version in (await matches.versions(self._site.context, list(new))).items():
                self._known.setdefault(match_id, version)
        return bool(new)

    def wake(self, watcher: int | str) -> None:
        """Have the streams of a person check whether they may go on, because a session of theirs has ended."""
        for changed in self._by_watcher.get(watcher, {}):
            changed.set()

    def shows(self, match: Match, changed: asyncio.Event) -> None:
        """Record the version of a match that a page shows; sets `changed` if a different version is known."""
        if self._known.setdefault(match.id, match.version) != match.version:
            changed.set()

    async def run(self) -> None:
        """Watch for changes until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            if not self._watched:
                continue
            try:
                versions = await matches.versions(self._site.context, list(self._watched))
            except Exception:  # noqa: BLE001 - the database is away; the pages wait with it
                _log.exception("the pages could not be kept up to date")
                continue
            for match_id, version in versions.items():
                if self._known.setdefault(match_id, version) != version:
                    self._known[match_id] = version
                    for changed in self._watched.get(match_id, ()):
                        changed.set()


HUB: Final = web.AppKey("hub", Hub)


def state_of(match: Match) -> str:
    """The version of a match, as stored in a page."""
    return "|".join(map(str, astuple(match.version)))


async def stream(
    request: web.Request, state: str, changed: asyncio.Event, may_watch: Callable[[], Awaitable[bool]]
) -> web.StreamResponse:
    """Send the visitor and the current state to a page, and then news whenever `changed` is set, until the page is left.

    The visitor may be another one than when the page was loaded. It also ends once its visitor may no longer watch,
    which it checks before each event and whenever it was silent.
    """

    async def tell(response: web.StreamResponse) -> None:
        visitor = request[VISITOR].csrf if VISITOR in request else ""
        await send(response, f"retry: 1000\nevent: visitor\ndata: {visitor}\n\nevent: state\ndata: {state}\n\n")
        while True:
            is_news = await set_within(changed, SILENCE)
            if not await may_watch():
                break
            changed.clear()
            await send(response, "event: changed\ndata:\n\n" if is_news else ": still here\n\n")

    return await streamed(request, tell)


async def streamed(
    request: web.BaseRequest, tell: Callable[[web.StreamResponse], Awaitable[None]]
) -> web.StreamResponse:
    """A stream of all that `tell` sends. A fault ends it, because no other answer can follow; the visitor asks anew."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
    try:
        with suppress(ConnectionError, TimeoutError):  # it can be left at any time, even before it begins
            await response.prepare(request)
            await tell(response)
    except Exception:
        if not response.prepared:
            raise
        _log.exception("a stream of events has ended; another one will be asked for")
    return response


async def set_within(changed: asyncio.Event, seconds: float) -> bool:
    """Wait until an event is set, at most for some seconds; return whether it is."""
    try:
        await asyncio.wait_for(changed.wait(), seconds)
    except TimeoutError:
        return False
    return True


async def send(response: web.StreamResponse, text: str) -> None:
    """Send a part of a stream. Raises TimeoutError if the visitor does not receive it."""
    async with asyncio.timeout(edge.LEAVES_WITHIN):
        await response.write(text.encode())
