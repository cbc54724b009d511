"""The door for guests, who play here without Discord, and links with which they invite a friend."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from aiohttp import web

from bot.actions import challenges, guests, matches
from bot.model.challenges import AskedTerms, Proposal, terms_for
from bot.model.guests import LONGEST_NAME, STAYS
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.refusals import Refusal
from bot.model.refusals.challenges import NoLongerOpen
from bot.model.refusals.guests import TooManyGuests
from bot.texts import challenges as challenge_texts
from bot.texts import errors
from bot.texts import pages as page_texts
from bot.texts.language import say
from bot.texts.markup import html
from bot.web import access, edge
from bot.web.access import SITE, VISITOR, Visitor, address_of, context_of, form_of, visitor_of
from bot.web.pages import game_of, page
from bot.web.rules import picture_of
from rules.core import Seat

MOST_FROM_ADDRESS: Final = 50
"""The most guests who come in from one household, such as a school, within a day."""

ARRIVALS: Final = web.AppKey("arrivals", edge.Counts)
"""How many guests came from each address lately."""

A_DAY: Final = timedelta(days=1).total_seconds()
_DAYS: Final = 3
"""The usual days for a move of friends."""

_WAITS_DAYS: Final = 7
"""How long a link waits for a friend."""


def _check_open(request: web.Request) -> None:
    """Raise HTTPNotFound unless the host lets guests in."""
    if not request.app[SITE].has_guests:
        raise web.HTTPNotFound


def door(note: str = "") -> Mapping[str, Any]:
    """What the form shows in which a guest chooses a name."""
    return {"longest": LONGEST_NAME, "days": STAYS.days, "note": note}


async def enter(request: web.Request) -> web.Response:
    """Let a guest in, under the name of the form."""
    _check_open(request)
    if VISITOR in request:
        raise web.HTTPSeeOther("/")
    _guest, token = await _entered(request)
    response = web.HTTPSeeOther("/")
    access.signed_in(request, response, token)
    raise response


async def _entered(request: web.Request) -> tuple[Person, str]:
    """A new guest and the token of their session. Raises `NoGuestName` or `TooManyGuests`."""
    address, form = address_of(request), await form_of(request)
    try:
        request.app[ARRIVALS].count(address, MOST_FROM_ADDRESS)
    except web.HTTPTooManyRequests:
        raise TooManyGuests from None
    try:
        return await guests.enter(request.app[SITE].context, form.get("name", ""))
    except Refusal:
        request.app[ARRIVALS].forgive(address)
        raise


async def ask_for_friend(request: web.Request, note: str = "") -> web.Response:
    """Show the form for the terms of a match with a friend, who gets a link."""
    game, form = game_of(request), await form_of(request)
    return page(
        request,
        "challenge.html",
        status=409 if note else 200,
        title=say("Play a friend at {game}", game=game.name),
        game=game,
        note=html(note) if note else "",
        form=form,
        challenge_texts=challenge_texts,
        times={"": challenge_texts.usual_time(_DAYS)} | {time: say(time) for time in challenge_texts.TIMES},
        sides=challenge_texts.side_labels(game),
        others=(),
        also={},
        go=say("Make the link"),
    )


async def invite_friend(request: web.Request) -> web.Response:
    """Begin to wait for a friend, and lead to where the link is shown."""
    form, game, visitor = await form_of(request), game_of(request), visitor_of(request)
    seat = next((Seat(at) for at, side in enumerate(challenge_texts.SIDES) if side == form.get("side")), None)
    try:
        terms = terms_for(AskedTerms(form.get("time") or None), _DAYS, (), by_player=True)
        proposal = Proposal(game, 0, (), seat, game.seats.start, terms, waits_days=_WAITS_DAYS, by_player=True)
        change = await challenges.propose(
            context_of(request), Actor(visitor.person, None), DIRECT, proposal, is_shown_at_once=True
        )
    except Refusal as refusal:
        return await ask_for_friend(request, errors.reason(refusal))
    request.app[SITE].show(change)
    raise web.HTTPSeeOther(f"/matches/{change.match.id}")


async def link_to(request: web.Request, match: Match, visitor: Visitor | None) -> str:
    """The link with which a friend joins a guest's match that waits for one; empty for everybody else."""
    if visitor is None or not visitor.person.is_guest or match.host != visitor.person or not match.is_open_challenge:
        return ""
    site = request.app[SITE].public or f"http://{request.host}"
    return f"{site}/invited/{match.id}/{await guests.signature(context_of(request), match.id)}"


async def ask_to_join(request: web.Request) -> web.Response:
    """Show who invites to which game; nobody joins by looking at it."""
    return _invited(request, await _match_of_link(request))


async def _match_of_link(request: web.Request) -> Match:
    """The match of a link that still waits. Raises `UnknownInvitation` or `NoLongerOpen`."""
    _check_open(request)
    signed = request.match_info["signature"]
    match = await guests.invited_to(request.app[SITE].context, int(request.match_info["match_id"]), signed)
    visitor = request.get(VISITOR)
    if visitor is not None and any(player.id == visitor.person.id for player in match.players):
        raise web.HTTPSeeOther(f"/matches/{match.id}")
    if not match.is_open_challenge or match.players_are_seated:
        raise NoLongerOpen(match)
    return match


def _invited(request: web.Request, match: Match, note: str = "") -> web.Response:
    return page(
        request,
        "invited.html",
        status=409 if note else 200,
        title=say("{player} invites you to a game of {game}", player=match.host, game=match.game.name),
        game=match.game,
        picture=picture_of(match.game.key),
        terms=html(challenge_texts.terms(match)),
        door=door(note),
        texts=page_texts,
    )


async def join(request: web.Request) -> web.Response:
    """Join the match of a link, as the visitor or as a new guest."""
    match, visitor, token = await _match_of_link(request), request.get(VISITOR), ""
    leads_to = f"/matches/{match.id}"
    try:
        if visitor is None:
            person, token = await _entered(request)
        else:
            person = visitor.person
        actor = Actor(person, None, invited_to=match.id)
        async with matches.joining(context_of(request), match.id, actor, is_shown_at_once=True) as change:
            challenges.join(change, person)
        request.app[SITE].show(change)
    except Refusal as refusal:
        if not token:
            return _invited(request, match, html(errors.reason(refusal)))
        leads_to = request.path  # they have come in all the same, and the link itself says why nobody can join any more
    response = web.HTTPSeeOther(leads_to)
    if token:
        access.signed_in(request, response, token)
    raise response
