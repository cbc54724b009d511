"""The page inside Discord, as an Activity: Discord identifies the visitor, and then it is the same page.

Discord loads the first page in a frame, through its proxy. The script there shakes hands with Discord and asks it for a
code, which is exchanged here for the person's ID and name. Discord's tokens are used for nothing else, and never leave
this process.
"""

import secrets
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

from aiohttp import ClientError, ClientSession, ClientTimeout, web

from bot.actions import askers, sessions
from bot.model.people import Person, is_on_discord
from bot.model.refusals.people import NoCookies, NotNamed, NotNow
from bot.model.texts import LARGEST_ID, number_in
from bot.web import access
from bot.web.access import COOKIE_IN_DISCORD, RATES, SITE, Activity, csrf_of, form_of, token_in
from bot.web.pages import page

_PATIENCE: Final = ClientTimeout(total=10)
_LONGEST_CODE: Final = 200  # characters; Discord's codes are far shorter
_MOST_REFUSED_BY_NETWORK: Final = 10
"""How many codes from a network Discord may refuse, or be asked about at once, within ten seconds."""
_MOST_REFUSED: Final = 60
"""The same for all together, after which only networks without a refused code may have Discord asked."""

DISCORD: Final = web.AppKey("discord", ClientSession)
"""The client by which Discord is asked about visitors."""


async def connected(app: web.Application) -> AsyncGenerator[None]:
    """Keep one client for all visitors, which is paced and counted with the bot's own requests."""
    activity = app[SITE].activity
    if activity is None:
        yield
        return
    async with ClientSession(timeout=_PATIENCE, raise_for_status=True, trace_configs=[*activity.traces]) as app[
        DISCORD
    ]:
        yield


def shake_hands(request: web.Request, activity: Activity) -> web.Response:
    """The first page inside Discord, before the visitor is known."""
    token = token_in(request, COOKIE_IN_DISCORD) or secrets.token_urlsafe()
    response = page(
        request, "activity.html", client=activity.client_id, origins=" ".join(activity.parents), state=csrf_of(token)
    )
    access.signed_in(request, response, token, is_in_discord=True)
    return response


async def enter(request: web.Request) -> web.Response:
    """Begin a session of the person whom Discord names for a code, and redirect to the board that they want to open.

    Raises `NoCookies` or `NotNamed`.
    """
    activity, context = request.app[SITE].activity, request.app[SITE].context
    arrived_at, form = context.now(), await form_of(request)
    if activity is None:
        raise web.HTTPNotFound
    former = token_in(request, COOKIE_IN_DISCORD)
    if not former:
        raise NoCookies
    if not secrets.compare_digest(form.get("csrf", "").encode(), csrf_of(former).encode()):
        raise web.HTTPForbidden
    person = await _person(request, activity, form.get("code", "")[:_LONGEST_CODE])
    server_id, is_member = _id(form.get("guild", "")), request.app[SITE].is_member
    try:
        with askers.asking(person.id):
            if not server_id or is_member is None or not await is_member(server_id, person.id):
                server_id = None  # the script's data may be forged
    except NotNow:
        server_id = None
    token, pressed_for = await sessions.begin_in_discord(context.serving(arrived_at), person, server_id)
    await sessions.end(context, former)
    match_id = _id(form.get("match", "")) or pressed_for
    response = web.HTTPSeeOther(f"/matches/{match_id}" if match_id else "/")
    access.signed_in(request, response, token, is_in_discord=True)
    raise response


def _id(text: str) -> int:
    """The id in a text; 0 if it is not an id."""
    return number_in(text, LARGEST_ID) or 0


async def _person(request: web.Request, activity: Activity, code: str) -> Person:
    """The person who authorised the page inside Discord, given the code.

    Raises `NotNamed` or, without asking Discord, HTTPTooManyRequests if it has just refused many codes, or `NotNow`.
    """
    if not code:
        raise NotNamed
    rates, network = request.app[RATES], access.asker_of(request, None)
    limits = {("code", network): _MOST_REFUSED_BY_NETWORK, ("code",): _MOST_REFUSED, ("first code", network): 1}
    if not request.app[SITE].context.budget.may_question:
        raise NotNow
    within, all_within, is_first = [rates.count(counted, most) for counted, most in limits.items()]
    if not (within and (all_within or is_first)):
        raise web.HTTPTooManyRequests
    try:
        person = await _named(request.app[DISCORD], activity, code)
    except (ClientError, TimeoutError, ValueError, LookupError, TypeError) as error:
        raise NotNamed from error
    if not is_on_discord(person.id):
        raise NotNamed
    for counted in limits:
        rates.forgive(counted)
    return person


async def _named(discord: ClientSession, activity: Activity, code: str) -> Person:
    """Exchange a code for the person. Raises errors of various kinds for an answer that names nobody."""
    exchange = {
        "client_id": str(activity.client_id),
        "client_secret": activity.secret,
        "grant_type": "authorization_code",
        "code": code,
    }
    async with discord.post(f"{activity.api}/oauth2/token", data=exchange) as answer:
        granted: Mapping[str, Any] = await answer.json()
    headers = {"Authorization": f"Bearer {granted['access_token']}"}
    async with discord.get(f"{activity.api}/users/@me", headers=headers) as answer:
        user: Mapping[str, Any] = await answer.json()
    return Person(int(user["id"]), str(user.get("global_name") or user["username"]), str(user["username"]))
