"""Live pages: a stream for each open page, and one look at the database for all of them."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final

from aiohttp import web

from bot.actions import matches
from bot.model.match import Match
from bot.web.access import Site

_log: Final = logging.getLogger(__name__)

EVERY: Final = 0.4
"""Seconds between two looks: a change made in any process is on every page within a second."""

MOST_STREAMS: Final = 6
"""The maximum number of streams of one person: browsers open no more at once to one address."""

_SILENCE: Final = 20.0  # seconds after which a comment keeps proxies from closing a stream


class Hub:
    """The streams of this process. What changed is asked of the database, so it does not matter which process changed it."""

    def __init__(self, site: Site) -> None:
        """Nothing is watched yet."""
        self._site: Final = site
        self._watched: Final[defaultdict[int, set[asyncio.Event]]] = defaultdict(set)
        self._by_person: Final[defaultdict[int, int]] = defaultdict(int)
        self._known: Final[dict[int, object]] = {}

    def has_room(self, person_id: int) -> bool:
        """Whether a person may open another stream."""
        return self._by_person.get(person_id, 0) < MOST_STREAMS

    @asynccontextmanager
    async def watching(self, person_id: int, match_id: int) -> AsyncGenerator[asyncio.Event]:
        """An event that is set whenever a match has changed."""
        changed = asyncio.Event()
        self._watched[match_id].add(changed)
        self._by_person[person_id] += 1
        try:
            yield changed
        finally:
            self._watched[match_id].discard(changed)
            if not self._watched[match_id]:
                del self._watched[match_id]
                self._known.pop(match_id, None)
            self._by_person[person_id] -= 1
            if not self._by_person[person_id]:
                del self._by_person[person_id]

    async def run(self) -> None:
        """Look at what is watched until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            if not self._watched:
                continue
            try:
                states = await matches.states(self._site.context, list(self._watched))
            except Exception:  # noqa: BLE001 - the database is away; the pages wait with it
                _log.exception("the pages could not be kept up to date")
                continue
            for match_id, state in states.items():
                if self._known.setdefault(match_id, state) != state:
                    self._known[match_id] = state
                    for changed in self._watched.get(match_id, ()):
                        changed.set()


def state_of(match: Match) -> str:
    """What differs between two pages of a match if one of them is out of date."""
    return f"{match.revision}.{match.changed_at.timestamp()}"


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
