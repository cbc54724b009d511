"""Beginning matches on the page, against characters or by challenges, and answering challenges."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from aiohttp import web

from bot.actions import challenges, matches, people, settings
from bot.actions import engines as engine_actions
from bot.actions.change import JoiningChange
from bot.model.challenges import Proposal, Wishes
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, may
from bot.model.place import DIRECT, Place
from bot.model.refusals import OnlyInServers, Refusal
from bot.model.refusals.challenges import OpponentNotHere, UnknownOpponent
from bot.model.servers import Server
from bot.screens import challenges as windows
from bot.screens.core import Act, Ask, Choosable, Part
from bot.texts import challenges as challenge_texts
from bot.texts import errors
from bot.texts.language import say
from bot.texts.names import name
from bot.web.access import SITE, actor_here, actor_there, check_may_post, context_of, form_of, visitor_of
from bot.web.commands import html
from bot.web.pages import game_of, number, page
from bot.web.rules import picture_of
from bot.web.screens import fields_in, filled
from players.characters import available, keyed
from rules.core import Game, Seat


async def begin(request: web.Request) -> web.Response:
    """Begin a match against a character where the visitor asked for the link.

    Like a match begun there by command, it belongs to that server and is shown in that channel or a thread of it. With
    a link from a direct message, it stays in direct messages.
    """
    form, context = await form_of(request), context_of(request)
    game = context.games.get(form.get("game", ""))
    character = keyed(form.get("character", ""))
    if game is None or character is None:
        raise web.HTTPBadRequest
    actor, channel_id = await actor_beginning(request)
    is_guest = visitor_of(request).person.is_guest
    seats = number(form, f"players.{game.key}", game.seats.start)
    if seats not in game.seats:
        raise web.HTTPBadRequest
    opponents = seated(available(character, game, seats), seats - 1)
    wants_thread = await _wants_thread(request, actor, channel_id)
    proposal = Proposal(game, channel_id, opponents, Seat(0), None, Terms(), wants_thread, by_player=is_guest)
    return await _proposed(request, actor, proposal)


async def actor_beginning(request: web.Request) -> tuple[Actor, int]:
    """The visitor, and the channel where their matches begin: the one that the server has chosen for matches, if any.

    The matches of a guest are on the page alone. Raises HTTPBadRequest if there is none, `OnlyInServers` if the visitor
    has left the server, `MayNotPostHere` if they may not write there, or what `actor_here` raises.
    """
    visitor = visitor_of(request)
    channel_id = visitor.session.channel_id
    if visitor.person.is_guest:
        return visitor.actor, 0
    if channel_id is None:
        raise web.HTTPBadRequest
    actor = await actor_here(request)
    if actor.server_id != visitor.session.server_id:
        raise OnlyInServers
    if actor.server_id is not None:
        channel_id = (await settings.of_server(context_of(request), actor.server_id)).channel_id or channel_id
        await check_may_post(request, actor.server_id, channel_id)
    return actor, channel_id


async def _proposed(request: web.Request, actor: Actor, proposal: Proposal) -> web.Response:
    raise web.HTTPSeeOther(f"/matches/{(await propose(request, actor, proposal)).id}")


async def propose(request: web.Request, actor: Actor, proposal: Proposal) -> Match:
    """Store the match of a proposal, and show it. Raises the errors of `challenges.propose`."""
    facts = context_of(request), actor, actor.server_id or DIRECT, proposal
    change = await challenges.propose(*facts, is_shown_at_once=True)
    request.app[SITE].show(change)
    return change.match


async def _wants_thread(request: web.Request, actor: Actor, channel_id: int) -> bool:
    """Whether a match in a channel gets its own thread, according to the server's settings."""
    site = request.app[SITE]
    if actor.server_id is None or not site.opens_threads(channel_id):
        return False
    return (await settings.of_server(context_of(request), actor.server_id)).uses_threads


async def ask(request: web.Request) -> web.Response:
    """Show the form for the opponents and terms of a challenge."""
    if visitor_of(request).person.is_guest:
        return _asked_of_guest(request, {})
    actor, _channel_id = await actor_beginning(request)
    return await _asked(request, actor, request.query)


async def challenge(request: web.Request) -> web.Response:
    """Challenge people, or post an open challenge if nobody is named, as `/play` does; a guest gets a link to it."""
    form, game = await form_of(request), game_of(request)
    if visitor_of(request).person.is_guest:
        try:
            return await _proposed(request, visitor_of(request).actor, _asked_for_friend(form, game))
        except Refusal as refusal:
            return _asked_of_guest(request, form, errors.reason(refusal))
    actor, channel_id = await actor_beginning(request)
    try:
        return await _proposed(request, actor, await _asked_for(request, actor, game, channel_id))
    except Refusal as refusal:
        return await _asked(request, actor, form, errors.reason(refusal))


async def _asked_for(request: web.Request, actor: Actor, game: Game, channel_id: int) -> Proposal:
    """The proposal in a form. Raises the errors of `settled`."""
    form = await form_of(request)
    fields, typed = fields_in(form), form.get("typed.who", "")
    by_id = {str(person.id): person for person in await opponents(request, _server_of(actor), actor.person, game)}
    named = list[Person]()
    for part in _who(game):
        value = "".join(fields.get(part, ()))
        if part == "who" and typed.strip():
            named.append(await _called(request, actor, typed))
        elif value in by_id:
            named.append(by_id[value])
        elif value not in ("", windows.ANYONE):
            raise web.HTTPBadRequest
    wishes = _wishes(fields)
    if named:
        wishes = replace(wishes, players=None, least_reliability=None)
    return await settled(
        request, actor, Place(_server_of(actor), channel_id), game, tuple(dict.fromkeys(named)), wishes
    )


async def _called(request: web.Request, actor: Actor, text: str) -> Person:
    """The opponent with a typed name. Raises `UnknownOpponent`."""
    name = " ".join(text.split())[:_LONGEST_NAME]
    players = await people.opponents_on(context_of(request), _server_of(actor), actor.person, name)
    if len(players) != 1:
        raise UnknownOpponent(name)
    return players[0]


def _wishes(fields: Mapping[str, Sequence[str]]) -> Wishes:
    """The terms in a form. Raises `TermsContradict`."""
    time = "".join(fields.get("days", ()))
    return challenge_texts.wished(windows.chosen(fields), Wishes(None if time in ("", windows.USUAL) else time))


async def opponents(request: web.Request, server_id: int, person: Person, game: Game | None = None) -> list[Person]:
    """The people whom a person may want to challenge on a server, and its engines that are ready."""
    context, has_engines = context_of(request), request.app[SITE].has_programs
    ready = await engine_actions.ready(context, server_id, game) if has_engines else ()
    return [*await people.opponents_on(context, server_id, person), *ready]


async def settled(
    request: web.Request, actor: Actor, place: Place, game: Game, named: Sequence[Person], wishes: Wishes
) -> Proposal:
    """The proposal of a visitor. Raises `OpponentNotHere` or the errors of `Wishes.proposal`."""
    site, server_id, channel_id = request.app[SITE], place.server_id, place.channel_id
    for person in (person_named for person_named in named if person_named.is_on_discord):
        is_there = site.is_member is None or await site.is_member(server_id, person.id)
        if not is_there or not (site.may_see is None or await site.may_see(server_id, channel_id, person.id)):
            raise OpponentNotHere(person, channel_id)
    server = await settings.of_server(context_of(request), server_id)
    there = replace(place, wants_thread=await _wants_thread(request, actor, channel_id))
    return wishes.proposal(game, named, there, server)


def _asked_for_friend(form: Mapping[str, str], game: Game) -> Proposal:
    """The proposal in a guest's form, for a friend who gets a link. Raises `NotDays`."""
    wishes = replace(_wishes(fields_in(form)), players=game.seats.start)
    return wishes.proposal(game, (), Place(DIRECT, 0, by_player=True), _TO_FRIENDS)


def _who(game: Game) -> Sequence[str]:
    """The names of the parts for the opponents who can be challenged at once."""
    return ["who", *(f"who{other}" for other in range(2, game.seats[-1]))]


def _server_of(actor: Actor) -> int:
    """The server whose members can be challenged. Raises `OnlyInServers`."""
    if actor.server_id is None:
        raise OnlyInServers
    return actor.server_id


async def _asked(request: web.Request, actor: Actor, form: Mapping[str, str], note: str = "") -> web.Response:
    """The form, with its previous content and a note if it was refused."""
    context, game, server_id = context_of(request), game_of(request), _server_of(actor)
    server, is_first = await settings.of_server(context, server_id), await people.never_counted(context, actor.person)
    offered = [
        Choosable(name(person), "", f"{person.id}")
        for person in await opponents(request, server_id, actor.person, game)
    ]
    anyone = Choosable(say(challenge_texts.ANYONE), "", windows.ANYONE, is_chosen=True)
    nobody = Choosable(say(challenge_texts.NOBODY_ELSE), "", windows.ANYONE, is_chosen=True)
    first, *further = _who(game)
    parts = [
        Part(name=first, label=say(challenge_texts.AGAINST), options=[anyone, *offered], longest=_LONGEST_NAME),
        windows.time_part(server.days),
        windows.rated_part(is_direct=False, is_first=is_first),
        *(Part(name=field, label=say(challenge_texts.AND_AGAINST), options=[nobody, *offered]) for field in further),
        *windows.others(game, is_direct=True, is_open=True),  # chat alone has votes and matches in direct messages
    ]
    title = say("Challenge people at {game}", game=game.name)
    ask = Ask(Act(""), title, parts, say(challenge_texts.PLAY), text=challenge_texts.SENTENCE)
    return _form(request, {"in.who": form["who"]} if "who" in form else form, note, ask)


_LONGEST_NAME: Final = 100
"""The most characters of a typed name that are looked for; Discord's have 32."""

_PLACES: Final = {"game": "game", "opponent": "who", "time": "days", "rated": "is_rated", "side": "host_seat"}
"""The parts in the places of the sentence that a form is, in any order."""

_SPLIT: Final = re.compile(f"<({'|'.join(_PLACES)})>")

_TO_FRIENDS: Final = Server(days=3, challenge_days=7)
"""The usual days for a move in matches of guests, and how long a link waits for a friend."""


def _asked_of_guest(request: web.Request, form: Mapping[str, str], note: str = "") -> web.Response:
    """The form for the terms of a match with a friend, who gets a link."""
    game = game_of(request)
    side, *_others = windows.others(game, is_direct=True, is_open=False)
    parts = [windows.time_part(_TO_FRIENDS.days), side]
    title = say("Play a friend at {game}", game=game.name)
    return _form(
        request, form, note, Ask(Act(""), title, parts, say("Make the link"), text=challenge_texts.GUEST_SENTENCE)
    )


def _form(request: web.Request, form: Mapping[str, str], note: str, ask: Ask) -> web.Response:
    """A form as a sentence, with its previous content, and a note if it was refused; other parts are folded up."""
    entered, places = fields_in(form), _SPLIT.split(say(ask.text, **{place: f"<{place}>" for place in _PLACES}))
    parts = {part.name: filled(part, entered.get(part.name)) for part in ask.parts}
    inline = {place: parts.pop(part) for place, part in _PLACES.items() if place in places[1::2] and part in parts}
    return page(
        request,
        "challenge.html",
        status=409 if note else 200,
        game=game_of(request),
        title=ask.title,
        go=ask.label,
        note=html(note) if note else "",
        is_filled=bool(note or entered),
        sentence=places,
        inline=inline,
        parts=[*parts.values()],
        picture=picture_of(game_of(request).key),
        challenge_texts=challenge_texts,
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """A way to answer a challenge: the action that the form sends, and its button."""

    deed: str
    label: str


DEEDS: Final[Mapping[str, Callable[[JoiningChange, Person], None]]] = {
    MatchAct.JOIN: challenges.join,
    MatchAct.DECLINE: challenges.decline,
    MatchAct.LEAVE: challenges.leave,
    MatchAct.START: challenges.start,
    MatchAct.CANCEL: challenges.cancel,
}
"""How a challenge is answered, by what a form or a program names."""


def answers(match: Match, actor: Actor) -> list[Answer]:
    """A person's options in a match that has not begun."""
    labels = {
        MatchAct.START: say("Start now"),
        MatchAct.CANCEL: say("Withdraw"),
        MatchAct.LEAVE: say("Leave"),
        MatchAct.JOIN: say("Join") if match.is_open_challenge else say("Accept"),
        MatchAct.DECLINE: say("Decline"),
    }
    possible = [act for act in labels if may(act, match, actor)]
    if MatchAct.START in possible and not (match.is_open_challenge and len(match.players) in match.game.seats):
        possible.remove(MatchAct.START)
    return [Answer(act.value, labels[act]) for act in possible]


async def answer(request: web.Request) -> web.Response:
    """Answer a challenge, and show the result."""
    form, site, match_id = await form_of(request), request.app[SITE], int(request.match_info["match_id"])
    deed = DEEDS.get(form.get("deed", ""))
    if deed is None:
        raise web.HTTPBadRequest
    actor = await actor_there(request)
    facts, seen = (context_of(request), match_id, actor), number(form, "revision")
    async with matches.joining(*facts, seen=seen, is_shown_at_once=True) as change:
        deed(change, actor.person)
    site.show(change)
    raise web.HTTPSeeOther(f"/matches/{match_id}")
