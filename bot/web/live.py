"""Live updates: a stream for all open pages of a browser, one of boards, and one query of the database for all."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Hashable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import astuple
from functools import partial
from itertools import chain
from typing import Any, Final, TypeVar

from aiohttp import web
from cachetools import TTLCache

from bot.actions import matches
from bot.model.match import Match, Version
from bot.model.refusals import Refusal
from bot.model.shares import Turns
from bot.outside.telemetry import Gauge, provide
from bot.web import edge
from bot.web.access import VISITOR, Site, address_of, asker_of, check_session, context_of
from bot.web.asking import match_at, match_of, public_match
from bot.web.pages import number

_log: Final = logging.getLogger(__name__)

EVERY: Final = 0.4
"""Seconds between two queries: a change made in any process appears on every page within a second."""

MOST_STREAMS: Final = 6
"""The maximum number of streams of one person, whose browsers open one each."""

MOST_WATCHED: Final = 20
"""The maximum number of matches in one stream."""

MOST_BY_ADDRESS: Final = 30
"""The maximum number of streams from one household, of guests or without a session; several people may share it."""

MOST_BY_NETWORK: Final = 150
"""The same for the network around it."""

MOST_PUBLIC: Final = 1_000
"""The maximum number of streams without a session in this process, and half of the `room` at most."""

MOST_UNKNOWN: Final = 1_500
"""The same with those of guests, and three quarters of the `room` at most.

The other connections are for people on Discord, and for everybody's requests.
"""

_PUBLIC: Final = "everybody without a session"
_UNKNOWN: Final = "everybody who isn't on Discord"

SILENCE: Final = 20.0
"""Seconds until a comment is sent, to keep proxies from closing a stream."""

_MOST_ANSWERS: Final = 1_000

_Answer = TypeVar("_Answer")


class Hub:
    """The streams of this process, fed by changes in the database, whichever process made them."""

    def __init__(self, site: Site, turns: Turns) -> None:
        """Begin without streams; their questions take `turns`."""
        self._site: Final = site
        self._watched: Final[defaultdict[int, set[asyncio.Event]]] = defaultdict(set)
        self._of_event: Final[dict[asyncio.Event, set[int]]] = {}
        self._by_watcher: Final[defaultdict[int | str, dict[asyncio.Event, web.Request]]] = defaultdict(dict)
        self._known: Final[dict[int, Version]] = {}
        self._turns: Final = turns
        self._answers: Final = TTLCache[Hashable, asyncio.Task[Any]](_MOST_ANSWERS, SILENCE)
        provide(
            Gauge(
                "page_streams",
                "Open pages that are kept up to date.",
                lambda: len({*chain(*self._by_watcher.values())}),
            )
        )

    def has_room(self, request: web.Request, watcher: int | str) -> bool:
        """Whether a person (by id), or a network in which guests or visitors without a session are, may open another stream.

        Connections notice at once that a page was left; streams notice only at their next write.
        """
        return all(self._open(group) < most for group, most in _limits(request, watcher).items())

    def _open(self, watcher: int | str) -> int:
        return sum(request.transport is not None for request in self._by_watcher.get(watcher, {}).values())

    @asynccontextmanager
    async def watching(
        self, request: web.Request, watcher: int | str, *match_ids: int
    ) -> AsyncGenerator[asyncio.Event]:
        """A context with an event that is set whenever one of some matches changes."""
        changed, groups = asyncio.Event(), _limits(request, watcher)
        for group in groups:
            self._by_watcher[group][changed] = request
        self._watch(changed, match_ids)
        try:
            yield changed
        finally:
            self._watch(changed, ())
            for group in groups:
                del self._by_watcher[group][changed]
                if not self._by_watcher[group]:
                    del self._by_watcher[group]

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

    async def once(self, about: Hashable, ask: Callable[[], Awaitable[_Answer]]) -> _Answer:
        """The answer to a question, asked once for all watchers; it lasts some seconds. Raises what asking it raises.

        It is nobody's alone, so it does not wait for the turn of whoever asks first.
        """
        asked: asyncio.Task[_Answer] | None = self._answers.get(about)
        if asked is None or (asked.done() and (asked.cancelled() or asked.exception() is not None)):
            asked = self._answers[about] = asyncio.ensure_future(self.in_turn(about, ask))
        return asked.result() if asked.done() else await asyncio.shield(asked)

    def version(self, match_id: int) -> Version | None:
        """The last known version of a watched match."""
        return self._known.get(match_id)

    async def in_turn(self, asker: Hashable, ask: Callable[[], Awaitable[_Answer]]) -> _Answer:
        """The answer to a question of a watcher, who waits for other watchers so that no player waits for them.

        Those behind whom fewer questions were answered lately go first.
        """
        async with self._turns.turn(asker):
            return await ask()

    def wake(self, watcher: int | str) -> None:
        """Have the streams of a person check whether they may go on, because a session of theirs has ended."""
        self._answers.clear()
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


def _limits(request: web.Request, watcher: int | str) -> Mapping[int | str, int]:
    """Those who share limits with a watcher, the watcher included, and how many streams each may have."""
    if isinstance(watcher, int):
        return {watcher: MOST_STREAMS}
    near: dict[int | str, int] = {watcher: MOST_BY_NETWORK, address_of(request): MOST_BY_ADDRESS}
    near[_UNKNOWN] = min(MOST_UNKNOWN, 3 * edge.room() // 4)
    return near if VISITOR in request else {**near, _PUBLIC: min(MOST_PUBLIC, edge.room() // 2)}


HUB: Final = web.AppKey("hub", Hub)


def state_of(match: Match) -> str:
    """The version of a match, as stored in a page."""
    return "|".join(map(str, astuple(match.version)))


async def stream(
    request: web.Request, changed: asyncio.Event, states: Callable[[], Awaitable[Mapping[int, str]]]
) -> web.StreamResponse:
    """Send the visitor and the states of some matches to a browser, and those again whenever `changed` is set.

    The visitor may be another one than when a page was loaded. It ends once there are no `states` any more, which it
    looks for whenever it was silent as well.
    """

    async def tell(response: web.StreamResponse) -> None:
        visitor, sent = request[VISITOR].csrf if VISITOR in request else "", dict[int, str]()
        await send(response, f"event: visitor\ndata: {visitor}\n\n")
        while current := await states():
            news = f"event: states\ndata: {json.dumps(current)}\n\n"
            await send(response, news if current != sent else ": still here\n\n")
            sent = current
            await set_within(changed, SILENCE)
            changed.clear()

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
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await changed.wait()
    return changed.is_set()


async def send(response: web.StreamResponse, text: str) -> None:
    """Send a part of a stream. Raises TimeoutError if the visitor does not receive it."""
    async with asyncio.timeout(edge.LEAVES_WITHIN):
        await response.write(text.encode())


async def events(request: web.Request) -> web.StreamResponse:
    """Stream the states of a match, and of those that other pages of the same browser show (`also`)."""
    hub, watcher = request.app[HUB], asker_of(request, request.get(VISITOR))
    if not hub.has_room(request, watcher):
        raise web.HTTPTooManyRequests
    also = [number({"id": text}, "id") for text in request.query.get("also", "").split(",")[:MOST_WATCHED] if text]
    match_ids = [*dict.fromkeys([int(request.match_info["match_id"]), *also])][:MOST_WATCHED]

    async with hub.watching(request, watcher, *match_ids) as changed:
        watched = [match for match in [await _watched(request, match_id) for match_id in match_ids] if match]
        if not watched:
            await match_of(request)  # says why
        for match in watched:
            hub.shows(match, changed)
        return await stream(request, changed, partial(_states, request, match_ids))


async def _watched(request: web.Request, match_id: int) -> Match | None:
    """A match in a stream; None if the visitor may not watch it, or not any more."""
    hub = request.app[HUB]
    about, context = (match_id, hub.version(match_id)), context_of(request)
    load = partial(hub.once, ("match", *about), partial(matches.load, context, match_id))
    load_public = partial(hub.once, ("public", *about), partial(public_match, request, match_id))
    try:
        return (await match_at(request, match_id, load, load_public))[0]
    except (web.HTTPException, Refusal):
        return None


async def _states(request: web.Request, match_ids: Collection[int]) -> Mapping[int, str]:
    """The states of matches, empty for those that the visitor may not watch; none once they may watch nothing."""
    try:
        if VISITOR in request:
            await request.app[HUB].once(("session", request[VISITOR].token), partial(check_session, request))
    except web.HTTPUnauthorized:
        return {}
    by_id = {match_id: await _watched(request, match_id) for match_id in match_ids}
    return (
        {match_id: state_of(match) if match else "" for match_id, match in by_id.items()} if any(by_id.values()) else {}
    )
