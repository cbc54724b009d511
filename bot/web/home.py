"""The first page, with waiting matches and everything to begin; and signing in by a link, and signing out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from aiohttp import web
from markupsafe import Markup

from bot.actions import guests as guest_actions
from bot.actions import matches, puzzles, ratings, sessions
from bot.actions.competitions import standings as competition_standings
from bot.actions.context import Context
from bot.model.match import Match, Summary
from bot.model.people import Actor, Person
from bot.model.picking import Choice, choose
from bot.model.place import DIRECT
from bot.model.puzzles import AttemptEnding
from bot.model.ratings import PastResult, verdict
from bot.model.refusals import Refusal
from bot.model.refusals.learning import NoPuzzles
from bot.model.refusals.people import LinkUsed
from bot.records.lessons import lessons_of
from bot.records.puzzles import shipped
from bot.screens.exercises import play_label
from bot.screens.offers import open_offers
from bot.screens.pictures import puzzle_board
from bot.texts import characters as character_texts
from bot.texts import competitions as competition_texts
from bot.texts import lobby as lobby_texts
from bot.texts import matches as match_texts
from bot.texts import names
from bot.texts import pages as page_texts
from bot.texts import ratings as rating_texts
from bot.texts.clocks import time_left
from bot.texts.language import say
from bot.web import access, activity, guests
from bot.web.access import SITE, VISITOR, Visitor, actor_seen, asker_of, context_of, drawn, form_of, visitor_of
from bot.web.boards import LONGEST_STAGE, picker_of, stages
from bot.web.commands import html
from bot.web.live import HUB
from bot.web.pages import asked_at, is_scripted, number, page, picture_at
from bot.web.rules import picture_of
from bot.web.screens import Form, Way, board_at, choices_sent, picture, question, scenes_of, size_at, ways_of
from bot.web.strips import of_board
from players.characters import CHARACTERS, Character
from rules import FAMILIES, GAMES
from rules.core import Game

_MOST_RUNNING = 50  # this and the next keep the page short
_MOST_LISTED = 10
_SOON: Final = timedelta(hours=12)
"""The time left from which on a match is urgent."""


async def home(request: web.Request) -> web.Response:
    """Show what waits for the visitor and their other matches first, then what can be begun and learnt."""
    inside = request.app[SITE].activity
    if inside is not None and "frame_id" in request.query:
        return activity.shake_hands(request, inside)
    if VISITOR not in request:
        doorway = request.app[SITE].doorway
        return await (welcome(request, "welcome.html") if doorway is None else doorway(request))
    visitor, context = visitor_of(request), context_of(request)
    person, actor = visitor.person, await actor_seen(request)
    lists = await matches.home(context, actor, _MOST_RUNNING, _MOST_LISTED)
    to_watch = [match for match in lists.to_watch if not match.is_voted_on_by(person)]
    waiting = sorted((match for match in lists.running if match.to_move == person), key=_urgency)
    needed = [
        _Needed(match.host, say("{player:b} challenges you", player=match.host), match)
        for match in lists.asked
        if person.id in match.asked_ids
    ]
    needed += [need for number in lists.offered for need in await _offers(context, visitor.actor, number)]
    seasons = await _seasons(context, actor)
    count = len(waiting) + len(lists.ballots) + len(needed)
    values: dict[str, Any] = {
        "count": count,
        "has_count": True,
        "heading": say(page_texts.WAITING, count=count) if count else say(page_texts.QUIET),
        "needed": needed,
        "running": lists.running,
        "waiting": waiting,
        "others": [match for match in lists.running if match.to_move != person],
        "is_soon": partial(_is_soon, now=context.now()),
        "ballots": lists.ballots,
        "asked": [match for match in lists.asked if person.id not in match.asked_ids],
        "finished": [(match, result(lists.results.get(match.id))) for match in lists.finished],
        "equals": await ratings.equals(context, person, actor.server_id or DIRECT),
        "has_reviews": request.app[SITE].review is not None,
        "daily": await _daily(request, actor),
        "families": [[*games] for _family, games in groupby(context.games.values(), attrgetter("family"))],
        "begun": next((match.game for match in (*lists.running, *lists.finished)), next(iter(context.games.values()))),
        "beside": _beside,
        "can_begin": visitor.session.channel_id is not None or person.is_guest,
        "to_watch": _without(to_watch, person.id),
        "to_join": _without(lists.to_join, person.id),
        "lobby": [(match, lobby_texts.facts(one, match)) for one, match in lists.lobby],
        "lobby_heading": say(lobby_texts.LOBBY),
        "seasons": seasons,
        "has_seasons": seasons is not None,
    }
    return page(request, "home.html", **{**SHOWN, **values})


@dataclass(frozen=True, slots=True)
class _Needed:
    """What only the visitor can answer: who asks, what, and in which match."""

    person: Person
    asks: str
    match: Summary | Match
    ways: Sequence[Way] = ()
    """The answers to an offer; none for a challenge, whose answers are always the same."""


async def _offers(context: Context, actor: Actor, match_id: int) -> Sequence[_Needed]:
    """The open offers in one of the visitor's matches that wait for their answer."""
    try:
        match = await matches.find(context, actor, match_id)
    except Refusal:  # one that is seen only on its own server
        return ()
    asked = [offer for offer in open_offers(match, actor.person.id) if offer.text and offer.actions]
    other = next((player for player in match.players if player.id != actor.person.id), match.host)
    here = f"/matches/{match_id}/deeds"
    needs = [
        _Needed(other, offer.text, match, [form for form in ways_of(here, offer.actions) if isinstance(form, Form)])
        for offer in asked
    ]
    return [need for need in needs if len(need.ways) > 1]


def _is_soon(match: Summary, now: datetime) -> bool:
    """Whether the time for a match is about to run out."""
    return match.deadline is not None and match.deadline - now < _SOON


def _urgency(match: Summary) -> tuple[bool, datetime]:
    """The key by which waiting matches are sorted: the one whose time runs out first, then the one that waits longest."""
    return match.deadline is None, match.deadline or match.changed_at


async def welcome(request: web.Request, template: str, **values: Any) -> web.Response:
    """Show what Furlong is to people without a session; the template says how they get one."""
    door = guests.door() if request.app[SITE].has_guests else None
    values = {
        "title": say(page_texts.WELCOME_TITLE),
        "door": door,
        "first": None if door is None else await _first_choice(request),
        "texts": page_texts,
        "html": html,
        "families": FAMILIES,
        **SHOWN,
        **values,
    }
    return page(request, "hello.html" if is_scripted(request) and door else template, **values)


async def _first_choice(request: web.Request) -> Mapping[str, Any]:
    """The board on which a guest chooses their first move before they have come in."""
    board, chosen = guests.first_board(), request.query.get("chosen", "")[:LONGEST_STAGE]
    choice = choose(board.position, chosen) or Choice("", (), None, None)
    return {
        "players": of_board(board),
        "picture": asked_at("/first/picture", chosen=choice.chosen),
        "choices": asked_at("/first/choices"),
        "alt": match_texts.picker_alt(board.game, choice.chosen, stages(choice)),
        "size": size_at(board, choice),
        "picker": await drawn(request, picker_of, board.position, choice, scenes_of(board)),
        "question": html(question(board.position, choice)),
        "label": "" if choice.move is None else play_label(choice.move),
    }


async def show_first_picture(request: web.Request) -> web.Response:
    """Send the picture of the board of a first move, which is the same for everybody."""
    return await picture(request, guests.first_board(), request.query.get("chosen", "")[:LONGEST_STAGE])


async def show_first_choices(request: web.Request) -> web.Response:
    """Send all stages of choosing a first move."""
    return await choices_sent(request, guests.first_board())


def _inline(text: str) -> Markup:
    """A line of text within another as HTML."""
    return Markup(html(text).removeprefix("<p>").removesuffix("</p>"))


def _company(game: Game, equals: Mapping[str, Character]) -> Sequence[Character]:
    """The characters to play at a game, from the gentlest: the five faces, and whichever is as strong as the visitor."""
    opponents, equal = [*CHARACTERS], equals.get(game.key)
    if equal is not None and equal.steps:
        opponents.insert(opponents.index(equal.face) + 1, equal)
    return opponents


SHOWN: Final[Mapping[str, Any]] = {
    "characters": CHARACTERS,
    "company": _company,
    "equal": character_texts.EQUAL_NAME,
    "manner": character_texts.here,
    "picture_of": picture_of,
    "picture_at": picture_at,
    "texts": page_texts,
    "inline": _inline,
    "time_left": time_left,
}
"""What the templates of both use."""


def result(result: PastResult | None) -> tuple[str, str]:
    """A person's result in a match with the change of their rating, and its look; no look for one without a place."""
    if result is None or result.seat >= len(result.places):  # a stand-in has no place
        return say("Over"), ""
    ended = verdict(result.places, result.seat)
    return rating_texts.result(ended, result.change), ended.value


def _beside(key: str) -> dict[str, str]:
    """The links to a game's other pages, besides playing it."""
    taught = GAMES[key].family
    lessons = {say(page_texts.LEARN): f"/lessons/{taught}"} if key == taught and lessons_of(GAMES[taught]) else {}
    puzzles = {say(page_texts.PUZZLES): f"/puzzles/{key}"} if shipped(key) else {}
    return {**lessons, say(page_texts.RULES): f"/rules/{key}", **puzzles, say(page_texts.TRY): f"/try/{key}"}


async def _daily(request: web.Request, actor: Actor) -> dict[str, Any] | None:
    """The puzzle of the day, with its game, its board and the visitor's result; None if there is none."""
    try:
        trial = await puzzles.today(context_of(request), actor)
    except NoPuzzles:
        return None
    return {
        "game": trial.puzzle.game,
        "picture": board_at(request, replace(puzzle_board(trial), is_bare=True), ""),
        "is_solved": trial.attempt.ending is AttemptEnding.SOLVED,
        "streak": page_texts.streak(trial.days_in_a_row or 0),
    }


async def _seasons(context: Context, actor: Actor) -> Sequence[tuple[int, str]] | None:
    """The competitions of the server where the visitor asks; None if they are on none."""
    if actor.server_id is None:
        return None
    seasons = await competition_standings.of_server(context, actor.server_id, actor.person.id)
    return [(season.id, names.shortened(competition_texts.choice(season))) for season in seasons[:_MOST_LISTED]]


def _without(summaries: Sequence[Summary], person_id: int) -> list[Summary]:
    return [match for match in summaries if all(person.id != person_id for person in match.people)]


async def ask_to_enter(request: web.Request) -> web.Response:
    """Show the page behind a link, which does not sign in yet, because Discord itself opens links for previews."""
    return await _question(request, request.match_info["token"], number(request.query, "match"))


async def _question(request: web.Request, token: str, match_id: int) -> web.Response:
    """Say whom a link signs in, and ask whether to go on if another person is signed in."""
    invited = await sessions.invited(request.app[SITE].context, token)
    here = request[VISITOR].person if VISITOR in request else None
    other = here if here is not None and invited is not None and here.id != invited.id else None
    text = "" if invited is None else page_texts.signs_in(invited, other)
    return page(request, "enter.html", token=token, match_id=match_id, text=html(text), invited=invited, other=other)


async def enter(request: web.Request) -> web.Response:
    """Use a link: begin a session and redirect to the board. A signed-in browser may follow a used link too.

    Another person's link signs in only after a question that named both.
    """
    form, context, visitor = await form_of(request), request.app[SITE].context, request.get(VISITOR)
    token = form.get("token", "")
    invited = await sessions.invited(context, token)
    if invited is None and visitor is None:
        raise LinkUsed
    if invited is None:
        raise web.HTTPSeeOther(_board(number(form, "match")))
    if visitor is not None and visitor.person.id != invited.id:
        if form.get("instead") != str(visitor.person.id):
            return await _question(request, token, number(form, "match"))
        if visitor.person.is_guest:
            return await _kept(request, visitor, token)
        await _signed_out(request, visitor)
    token, match_id = await sessions.begin(context, token)
    response = web.HTTPSeeOther(_board(match_id))
    access.signed_in(request, response, token)
    raise response


async def _kept(request: web.Request, visitor: Visitor, token: str) -> web.Response:
    """Use a link in the browser of a guest, whose matches come along, and redirect to the board."""
    token, match_id = await guest_actions.sign_in(request.app[SITE].context, visitor.person, token)
    request.app[HUB].wake(asker_of(request, visitor))
    request.app[SITE].look()
    response = web.HTTPSeeOther(_board(match_id))
    access.signed_in(request, response, token)
    raise response


def _board(match_id: int | None) -> str:
    return f"/matches/{match_id}" if match_id else "/"


async def leave(request: web.Request) -> web.Response:
    """Sign out, after a question if the visitor could never sign in again."""
    visitor = visitor_of(request)
    if visitor.person.is_guest and "sure" not in await form_of(request):
        return page(request, "leave.html")
    await _signed_out(request, visitor)
    response = web.HTTPSeeOther("/")
    response.del_cookie(access.COOKIE)
    raise response


async def _signed_out(request: web.Request, visitor: Visitor) -> None:
    """End a session, and the streams of its pages."""
    await sessions.end(request.app[SITE].context, visitor.token)
    request.app[HUB].wake(asker_of(request, visitor))
