"""Live pages: a stream for each open page, and one look at the database for all of them."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import astuple
from typing import Final

from aiohttp import web

from bot.actions import matches
from bot.model.match import Match, Version
from bot.web.access import Site

_log: Final = logging.getLogger(__name__)

EVERY: Final = 0.4
"""Seconds between two looks: a change made in any process is on every page within a second."""

MOST_STREAMS: Final = 6
"""The maximum number of streams of one person: browsers open no more at once to one address."""

MOST_BY_ADDRESS: Final = 30
"""The maximum number of streams from one address without a session: several people may share it."""

MOST_PUBLIC: Final = 1_000
"""The maximum number of streams without a session in this process, so that its connections suffice for the bot."""

_SILENCE: Final = 20.0  # seconds after which a comment keeps proxies from closing a stream


class Hub:
    """The streams of this process. What changed is asked of the database, so it does not matter which process changed it."""

    def __init__(self, site: Site) -> None:
        """Nothing is watched yet."""
        self._site: Final = site
        self._watched: Final[defaultdict[int, set[asyncio.Event]]] = defaultdict(set)
        self._by_watcher: Final[defaultdict[int | str, list[web.BaseRequest]]] = defaultdict(list)
        self._known: Final[dict[int, Version]] = {}

    def has_room(self, watcher: int | str) -> bool:
        """Whether a person by id, or an address without a session, may open another stream.

        A page that was left is noticed by its connection at once, by its stream only when that is written to next.
        """
        if isinstance(watcher, int):
            return self._open(watcher) < MOST_STREAMS
        public = sum(self._open(one) for one in self._by_watcher if isinstance(one, str))
        return self._open(watcher) < MOST_BY_ADDRESS and public < MOST_PUBLIC

    def _open(self, watcher: int | str) -> int:
        return sum(request.transport is not None for request in self._by_watcher.get(watcher, ()))

    @asynccontextmanager
    async def watching(
        self, request: web.BaseRequest, watcher: int | str, match_id: int
    ) -> AsyncGenerator[asyncio.Event]:
        """An event that is set whenever a match has changed."""
        changed = asyncio.Event()
        self._watched[match_id].add(changed)
        self._by_watcher[watcher].append(request)
        try:
            yield changed
        finally:
            self._watched[match_id].discard(changed)
            if not self._watched[match_id]:
                del self._watched[match_id]
                self._known.pop(match_id, None)
            self._by_watcher[watcher].remove(request)
            if not self._by_watcher[watcher]:
                del self._by_watcher[watcher]

    def shows(self, match: Match, changed: asyncio.Event) -> None:
        """Note which version of a match a page begins with; `changed` is set if the match is known to be in another."""
        if self._known.setdefault(match.id, match.version) != match.version:
            changed.set()

    async def run(self) -> None:
        """Look at what is watched until cancelled."""
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
    """The version of a match as a page keeps it."""
    return "|".join(map(str, astuple(match.version)))


async def stream(request: web.Request, state: str, changed: asyncio.Event) -> web.StreamResponse:
    """Tell a page the present state, and then whenever `changed` is set, until the page goes away."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
    await response.prepare(request)
    with suppress(ConnectionError):
        await response.write(f"retry: 1000\nevent: state\ndata: {state}\n\n".encode())
        while True:
            try:
                await asyncio.wait_for(changed.wait(), _SILENCE)
            except TimeoutError:
                await response.write(b": still here\n\n")
                continue
            changed.clear()
            await response.write(b"event: changed\ndata:\n\n")
    return response
