"""The door for guests, who play here without Discord, and links with which they invite a friend."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from aiohttp import web

from bot.actions import challenges, matches, playing, sessions
from bot.actions import guests as guest_actions
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.errors import DatabaseBusy
from bot.model.guests import LONGEST_NAME, STAYS
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.refusals import Refusal
from bot.model.refusals.challenges import NoLongerOpen
from bot.screens.pictures import Diagram
from bot.texts import challenges as challenge_texts
from bot.texts import errors
from bot.texts import pages as page_texts
from bot.texts.language import say
from bot.web import access, edge
from bot.web.access import SITE, VISITOR, Visitor, address_of, context_of, form_of, visitor_of
from bot.web.challenges import propose
from bot.web.commands import html
from bot.web.pages import number, page, shown
from bot.web.rules import picture_of
from players.characters import MOLE
from rules import FAMILIES
from rules.core import MoveError, Seat

_WITHOUT_MATCH: Final = (Refusal, DatabaseBusy)
"""What keeps a guest who has just come in from a match, but not from the page."""


def _check_open(request: web.Request) -> None:
    """Raise HTTPNotFound unless the host lets guests in."""
    if not request.app[SITE].has_guests:
        raise web.HTTPNotFound


def door(note: str = "") -> Mapping[str, Any]:
    """What the form shows in which a guest chooses a name."""
    return {"longest": LONGEST_NAME, "days": STAYS.days, "note": note}


def first_board() -> Diagram:
    """The board on the first page, where a newcomer's first move begins a match against the gentlest character."""
    game = FAMILIES[0]
    sides = [say("You"), MOLE.name], ["", MOLE.key]
    return Diagram(game, game.start(game.seats.start), (), "", *sides, is_bare=True)


async def enter(request: web.Request) -> web.Response:
    """Let a guest in, under the name of the form; whoever has made a first move before that goes on with its match."""
    _check_open(request)
    if VISITOR in request:
        raise web.HTTPSeeOther("/")
    form, leads_to = await form_of(request), "/"
    guest, token = await _entered(request)
    if "move" in form:
        with suppress(*_WITHOUT_MATCH):  # they have come in all the same, and the first page says why if they try again
            leads_to = await _begun(request, guest, form["move"])
    response = web.HTTPSeeOther(leads_to)
    access.signed_in(request, response, token)
    raise response


async def _begun(request: web.Request, guest: Person, move: str) -> str:
    """The address of a match that a new guest has begun by a first move, which is not made if it is illegal.

    Raises what `propose` raises.
    """
    board, actor = first_board(), Actor(guest, None)
    proposal = Proposal(board.game, 0, seated(MOLE, 1), Seat(0), None, Terms(), by_player=True)
    match = await propose(request, actor, proposal)
    with suppress(Refusal, MoveError):
        begun = matches.joining(context_of(request), match.id, actor, seen=match.revision, is_shown_at_once=True)
        async with begun as change:
            playing.play(change, guest, move)
        request.app[SITE].show(change)
    return f"/matches/{match.id}"


async def _entered(request: web.Request) -> tuple[Person, str]:
    """A new guest and the token of their session. Raises `NoGuestName` or `TooManyGuests`."""
    address, form = address_of(request), await form_of(request)
    return await guest_actions.enter(request.app[SITE].context, form.get("name", ""), address, edge.network(address))


async def link_back(request: web.Request) -> web.Response:
    """Make a link with which the guest comes back in any browser, and show it this once."""
    visitor = visitor_of(request)
    if not visitor.person.is_guest:
        raise web.HTTPNotFound
    token = await sessions.link_back(context_of(request), visitor.session)
    link = f"{request.app[SITE].public or f'http://{request.host}'}/enter/{token}"
    return shown(
        request,
        "back.html",
        title=say(page_texts.LINK_BACK),
        link=link,
        until=html(say(page_texts.UNTIL, until=visitor.session.expires_at)),
    )


async def link_to(request: web.Request, match: Match, visitor: Visitor | None) -> str:
    """The link with which a friend joins a match that waits for one and is posted nowhere; empty for all but its host."""
    is_posted = not match.place.by_player or bool(match.place.channel_id)
    if visitor is None or match.host != visitor.person or not match.is_open_challenge or is_posted:
        return ""
    site = request.app[SITE].public or f"http://{request.host}"
    return f"{site}/invited/{match.id}/{await guest_actions.signature(context_of(request), match.id)}"


async def ask_to_join(request: web.Request) -> web.Response:
    """Show who invites to which game; nobody joins by looking at it."""
    return _invited(request, await _match_of_link(request))


async def _match_of_link(request: web.Request) -> Match:
    """The match of a link that still waits. Raises `UnknownInvitation` or `NoLongerOpen`."""
    _check_open(request)
    signed = request.match_info["signature"]
    match = await guest_actions.invited_to(request.app[SITE].context, int(request.match_info["match_id"]), signed)
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
        title=say("{player} invites you to a match of {game}", player=match.host, game=match.game.name),
        game=match.game,
        revision=match.revision,
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
        facts, seen = (context_of(request), match.id, actor), number(await form_of(request), "revision")
        async with matches.joining(*facts, seen=seen, is_shown_at_once=True) as change:
            challenges.join(change, person)
        request.app[SITE].show(change)
    except _WITHOUT_MATCH as refusal:
        if not token:
            return _invited(request, match, html(errors.reason(refusal)))
        leads_to = request.path  # they have come in all the same, and the link itself says why nobody can join any more
    response = web.HTTPSeeOther(leads_to)
    if token:
        access.signed_in(request, response, token)
    raise response
