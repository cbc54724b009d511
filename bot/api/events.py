"""Live events: the stream of a person's matches, fed by the same watch over the database as open pages."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final

import msgspec
from aiohttp import web

from bot.actions import matches, tokens
from bot.actions.engines import note_ready
from bot.api.core import Call
from bot.api.matches import in_list
from bot.api.schema import MatchInList
from bot.model.engines import READY_FOR, SEEN_EVERY
from bot.model.match import State
from bot.model.refusals.matches import UnknownMatch
from bot.web.access import SITE, asker_of
from bot.web.live import HUB, SILENCE, send, set_within, streamed

_READ_EVERY: Final = 5.0
"""Seconds after which the list is read again at the latest, for matches that are new to it."""

MOST_FOLLOWED: Final = 200
"""The most matches that a stream follows, those that wait for the person first."""


async def stream(call: Call) -> web.StreamResponse:
    """Send the open and running matches of the token's owner, and then each that changes, until the token ends.

    Raises HTTPTooManyRequests if the person has as many streams as possible.
    """
    request, hub = call.request, call.request.app[HUB]
    watcher = asker_of(request, call.program)
    if not hub.has_room(request, watcher):
        raise web.HTTPTooManyRequests
    async with hub.watching(request, watcher) as changed:
        return await streamed(request, lambda response: _tell(call, response, changed))


async def _tell(call: Call, response: web.StreamResponse, changed: asyncio.Event) -> None:
    context, hub, asker = call.request.app[SITE].context, call.request.app[HUB], asker_of(call.request, call.program)
    sent, sent_at, noted_at, questions = dict[int, MatchInList](), monotonic(), None, _Questions()
    await send(response, "retry: 1000\n\n")
    while await tokens.find(context, call.program.token) is not None:
        changed.clear()
        current = await hub.in_turn(asker, partial(_listed, call))
        if await hub.follow(changed, current):
            current = await hub.in_turn(
                asker, partial(_listed, call)
            )  # they may have changed before they were followed
        is_time = noted_at is None or monotonic() - noted_at >= SEEN_EVERY.total_seconds()
        if questions.are_answered(current.values()) and is_time:
            noted_at = monotonic()
            await note_ready(context, call.program.person)
        news = [f"event: match\ndata: {_spelled(match)}\n\n" async for match in _news(call, sent, current)]
        if news or monotonic() - sent_at >= SILENCE:
            await send(response, "".join(news) or ": still here\n\n")
            sent_at = monotonic()
        sent = current
        await set_within(changed, _READ_EVERY)


class _Questions:
    """The challenges and turns that a stream has asked its program about: one that answers none any more is away."""

    def __init__(self) -> None:
        self._open = set[tuple[int, int]]()
        self._answered_at = monotonic()

    def are_answered(self, rows: Iterable[MatchInList]) -> bool:
        """Whether nothing waits for the program, or something that did was answered within a minute."""
        before = self._open
        self._open = {
            (row.id, row.revision) for row in rows if row.is_your_turn or (row.state == "open" and not row.is_yours)
        }
        if not before or before - self._open:
            self._answered_at = monotonic()
        return not self._open or monotonic() - self._answered_at < (READY_FOR - SEEN_EVERY).total_seconds()


def _spelled(match: MatchInList) -> str:
    return msgspec.json.encode(match).decode()


async def _listed(call: Call) -> dict[int, MatchInList]:
    context, person = call.request.app[SITE].context, call.program.person
    states = State.OPEN, State.RUNNING
    summaries = await matches.of_person(context, person, None, *states, most=MOST_FOLLOWED)
    return {match.id: match for match in await in_list(context, summaries, person)}


async def _news(
    call: Call, before: Mapping[int, MatchInList], current: Mapping[int, MatchInList]
) -> AsyncGenerator[MatchInList]:
    """The matches that differ from what is known, and those that are over."""
    context = call.request.app[SITE].context
    for match_id, match_in_list in current.items():
        if before.get(match_id) != match_in_list:
            yield match_in_list
    for match_id in before.keys() - current.keys():
        with suppress(UnknownMatch):  # it was deleted
            match = await matches.find(context, call.program.actor, match_id)
            for match_in_list in await in_list(context, [match], call.program.person):
                yield match_in_list
