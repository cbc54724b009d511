"""Beginning matches on the page: against a character at once, or by an open challenge; and answering challenges."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from bot.actions import challenges, matches, settings
from bot.actions.change import JoiningChange
from bot.model.challenges import Proposal
from bot.model.characters import CHARACTERS, seated
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.refusals.commands import OnlyInServers
from bot.web.access import SITE, actor_here, form_of, visitor_of
from rules.core import Game, Seat


async def begin(request: web.Request) -> web.Response:
    """Begin a match where the visitor asked for the link: against a character, or an open challenge that anyone there can join.

    It belongs to that server and is shown in that channel or a thread of it, just as one begun there by command; one that
    was begun by a link from a direct message stays there.
    """
    visitor, form, context = visitor_of(request), await form_of(request), request.app[SITE].context
    game, channel_id = context.games.get(form.get("game", "")), visitor.session.channel_id
    character = next((one for one in CHARACTERS if one.key == form.get("character")), None)
    if game is None or channel_id is None or (character is None and form.get("character")):
        raise web.HTTPBadRequest
    actor = await actor_here(request)
    if actor.server_id is None and (character is None or visitor.session.server_id is not None):
        raise OnlyInServers
    if character is None:
        proposal = await _open_challenge(request, actor, game, channel_id)
    else:
        terms = Terms(has_hints="hints" in form)
        opponents = seated(character, game.seats.start - 1)
        wants_thread = await _wants_thread(request, actor, channel_id)
        proposal = Proposal(game, channel_id, opponents, Seat(0), None, terms, wants_thread)
    change = await challenges.propose(context, actor, actor.server_id or DIRECT, proposal, is_shown_at_once=True)
    request.app[SITE].show(change)
    raise web.HTTPSeeOther(f"/matches/{change.match.id}")


async def _wants_thread(request: web.Request, actor: Actor, channel_id: int) -> bool:
    """Whether a match in a channel has a thread of its own, as the server has set."""
    site = request.app[SITE]
    if actor.server_id is None or not site.opens_threads(channel_id):
        return False
    return (await settings.of_server(site.context, actor.server_id)).uses_threads


async def _open_challenge(request: web.Request, actor: Actor, game: Game, channel_id: int) -> Proposal:
    """An open challenge as `/play` with nothing but a game posts it."""
    assert actor.server_id is not None, "others could not join it in a direct message"
    server = await settings.of_server(request.app[SITE].context, actor.server_id)
    wants_thread = await _wants_thread(request, actor, channel_id)
    terms = Terms(server.days, is_rated=True)
    return Proposal(game, channel_id, (), None, None, terms, wants_thread, waits_days=server.challenge_days)


@dataclass(frozen=True, slots=True)
class Answer:
    """A way to answer a challenge: the deed that is sent, and its button."""

    deed: str
    label: str


_DEEDS: Final[Mapping[str, Callable[[JoiningChange, Person], None]]] = {
    "join": challenges.join,
    "decline": challenges.decline,
    "leave": challenges.leave,
    "start": challenges.start,
    "cancel": challenges.cancel,
}


def answers(match: Match, person: Person) -> list[Answer]:
    """What a person can do with a match that has not begun."""
    if match.state is not State.OPEN or match.is_about_to_begin:
        return []
    has_joined = any(player.id == person.id for player in match.players)
    if person.id == match.host.id:
        can_start = match.is_table and len(match.players) in match.game.seats
        return [*([Answer("start", "Start now")] if can_start else []), Answer("cancel", "Cancel")]
    if match.is_table:
        return [Answer("leave", "Leave") if has_joined else Answer("join", "Join")]
    if all(other.id != person.id for other in match.opponents_of(match.host.id)):
        return []
    return [*([] if has_joined else [Answer("join", "Accept")]), Answer("decline", "Decline")]


async def answer(request: web.Request) -> web.Response:
    """Answer a challenge, and see what comes of it."""
    form, site, match_id = await form_of(request), request.app[SITE], int(request.match_info["match_id"])
    deed = _DEEDS.get(form.get("deed", ""))
    if deed is None:
        raise web.HTTPBadRequest
    actor = await actor_here(request)
    async with matches.joining(site.context, match_id, actor, is_shown_at_once=True) as change:
        deed(change, actor.person)
    site.show(change)
    raise web.HTTPSeeOther(f"/matches/{match_id}")
