"""The stream by which an open page learns of what happens on boards."""

from collections.abc import Collection, Mapping
from functools import partial

from aiohttp import web

from bot.actions import matches
from bot.model.match import Match
from bot.model.refusals import Refusal
from bot.web.access import (
    VISITOR,
    asker_of,
    check_session,
    context_of,
)
from bot.web.asking import match_at, match_of, public_match
from bot.web.live import HUB, MOST_WATCHED, state_of, stream
from bot.web.pages import number


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
