"""What visitors may see and change: finding their matches, and what screens need to be asked."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from aiohttp import web

from bot.actions import askers, matches, settings
from bot.actions.change import MatchChange, check_begun
from bot.model.competitions.competition import Venue
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.place import DIRECT, Place
from bot.model.refusals import WrongChannel
from bot.model.refusals.matches import MatchElsewhere, UnknownMatch
from bot.model.refusals.people import NoServerHere, NotNow
from bot.model.reviews import Review
from bot.opponents.manners import willing_to_draw
from bot.screens.core import Act, Asked, Rooms
from bot.texts.symbols import NO_SYMBOLS
from bot.web.access import (
    SITE,
    VISITOR,
    Site,
    Visitor,
    actor_here,
    actor_there,
    apart,
    browser_language,
    check_may_post,
    context_of,
    drawn,
    is_member,
    visitor_of,
)
from rules.core import Phrase

_PATIENCE = 2.0
"""Seconds until the page shows the progress of a review and reloads itself."""


async def match_of(request: web.Request) -> tuple[Match, Visitor | None]:
    """The match of an address: a match of the visitor, of the server where they came from, or a public one.

    The visitor is None if they see it only as anyone may. Raises HTTPUnauthorized, or what `bot.actions.matches.find`
    and `check_begun` raise.
    """
    return await match_at(request, int(request.match_info["match_id"]))


async def match_at(
    request: web.Request,
    match_id: int,
    load: Callable[[], Awaitable[Match]] | None = None,
    load_public: Callable[[], Awaitable[Match | None]] | None = None,
) -> tuple[Match, Visitor | None]:
    """The match with this number, as `match_of`; `load` and `load_public` load it for several visitors at once."""
    visitor = request.get(VISITOR)
    try:
        match = await _load(request, match_id, load)
    except (web.HTTPUnauthorized, UnknownMatch, MatchElsewhere):
        public = await (load_public() if load_public else public_match(request, match_id))
        if public is None:
            raise
        return public, None
    if not request.path.endswith("/events"):
        check_begun(match)
    return match, visitor


async def _load(request: web.Request, match_id: int, load: Callable[[], Awaitable[Match]] | None) -> Match:
    """A match of the visitor, or one that they may watch on the server where they came from."""
    visitor, context = visitor_of(request), context_of(request)
    try:
        return await matches.find(context, visitor.actor, match_id, load=load)
    except UnknownMatch:
        if not await is_member(request, visitor):
            raise
        return await matches.find(context, Actor(visitor.person, visitor.session.server_id), match_id, load=load)


async def public_match(request: web.Request, match_id: int) -> Match | None:
    """A match as anyone may watch it, without vacations; None if it does not exist or is only for members."""
    context = context_of(request)
    try:
        match = await matches.load(context, match_id)
    except UnknownMatch:
        return None
    return replace(match, away=(), away_later=()) if await settings.is_public(context, match) else None


def asked_of(
    request: web.Request,
    actor: Actor,
    act: Act,
    *loaded: Match,
    fields: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Asked:
    """What a visitor asks by a form or an address; `loaded` matches are not loaded again."""
    site, matches_by_id = request.app[SITE], {match.id: match for match in loaded}

    async def find(match_id: int) -> Match:
        if match_id not in matches_by_id:
            matches_by_id[match_id], _visitor = await match_at(request, match_id)
        return matches_by_id[match_id]

    async def actor_in(match_id: int) -> Actor:
        match = matches_by_id.get(match_id) or await _load(request, match_id, None)  # it may be a challenge
        plays = match.players_are_seated and match.seat_of(actor.person.id) is not None
        return visitor_of(request).actor if plays else await actor_there(request)

    async def show(change: MatchChange) -> Match:
        site.show(change)
        return change.match

    async def tell() -> None:
        site.tell()

    async def check_may_post_in(place: Place) -> None:
        await check_may_post(request, place.posted_on, place.channel_id)

    async def left(person_ids: Collection[int]) -> frozenset[int]:
        if site.left is None or actor.server_id is None:
            return frozenset()
        return await site.left(actor.server_id, person_ids) - {actor.person.id}  # they are a member, who may be back

    return Asked(
        context=context_of(request),
        actor=actor,
        act=act,
        seen=act.revision,
        fields=fields,
        language=browser_language(request),
        find=find,
        actor_in=actor_in,
        actor_here=partial(actor_here, request),
        show=show,
        gone_id=partial(gone_id, request, actor.person),
        willing=partial(drawn, request, willing_to_draw),
        check_may_post=check_may_post_in,
        review=partial(_review, request),
        left=left,
        symbols=NO_SYMBOLS,
        command_ids={},
        rooms=partial(_rooms, site, actor),
        venue=partial(_venue, request, actor),
        tell=tell,
        look=site.look,
        page=site.public or f"http://{request.host}",
        has_push=site.pusher is not None,
        has_programs=site.has_programs,
        is_alone=True,
    )


async def _review(request: web.Request, match: Match) -> Review | tuple[int, int]:
    """The review of a match, or its progress. Raises HTTPUnauthorized for spectators of a public match."""
    _match, visitor = await match_at(request, match.id)
    review, progress = request.app[SITE].review, (0, 1)
    if visitor is None or review is None:
        raise web.HTTPUnauthorized

    async def tell(done: int, count: int) -> None:
        nonlocal progress
        progress = done, count

    try:
        async with apart(request), asyncio.timeout(_PATIENCE):
            return await review(visitor.person, match, tell)
    except TimeoutError:
        return progress


async def _rooms(site: Site, actor: Actor) -> Rooms:
    """The channels of the server of a visitor. Raises `NoServerHere` or `NotNow`."""
    if actor.server_id is None:
        raise NoServerHere
    if site.rooms is None:
        raise NotNow
    return await site.rooms(actor.server_id, actor.person.id)


async def _venue(request: web.Request, actor: Actor, channel_id: int | None) -> Venue:
    """Where a competition is shown that a visitor opens: in a channel, with its matches there or in the server's forum.

    Raises `NoServerHere`, `NotNow`, `WrongChannel`, `NotTextChannel`, `MissingPermissions` or `MayNotPostHere`.
    """
    rooms, server_id = await _rooms(request.app[SITE], actor), actor.server_id or DIRECT
    server = await settings.of_server(context_of(request), server_id)
    shown_in = (actor.channel_id or 0) if channel_id is None else channel_id
    is_forum = rooms.is_forum(server.channel_id)
    if server.channel_id not in (None, shown_in) and not is_forum:
        raise WrongChannel(server.channel_id)
    rooms.check_for_post(shown_in, Phrase("the tables"))
    matches_in = server.channel_id if is_forum and server.channel_id else shown_in
    wants_threads = server.uses_threads and not is_forum
    rooms.check_for_matches(matches_in, opens_threads=wants_threads)
    for checked_id in {shown_in, matches_in}:
        await check_may_post(request, server_id, checked_id)
    return Venue(server_id, shown_in, matches_in, wants_threads)


async def gone_id(request: web.Request, person: Person, match: Match) -> int | None:
    """The id of the player for whom a person waits without a time limit, if only that player has left the server."""
    asks, absent, server_id = request.app[SITE].is_member, match.to_move, match.place.server_id
    if asks is None or absent is None or match.terms.has_limit or not server_id:
        return None
    account = await askers.account_behind(request.app[SITE].context, absent)
    if account is None:
        return None
    try:
        has_left = await asks(server_id, person.id) and not await asks(server_id, account)
    except NotNow:
        return None
    return absent.id if has_left else None
