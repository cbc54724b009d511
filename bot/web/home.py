"""The first page, with waiting matches and everything to begin; and signing in by a link, and signing out."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from aiohttp import web
from markupsafe import Markup

from bot.actions import guests as guest_actions
from bot.actions import matches, puzzles, ratings, sessions
from bot.actions.competitions import standings
from bot.actions.context import Context
from bot.model.characters import CHARACTERS, Character
from bot.model.match import Summary
from bot.model.people import Actor
from bot.model.place import DIRECT
from bot.model.puzzles import AttemptEnding, NoPuzzles
from bot.model.ratings import PastResult, verdict
from bot.model.refusals.people import LinkUsed
from bot.pictures import puzzle_board
from bot.records.lessons import lessons_of
from bot.records.puzzles import shipped
from bot.texts import characters, competitions, names
from bot.texts import pages as page_texts
from bot.texts import ratings as rating_texts
from bot.texts.clocks import time_left
from bot.texts.language import say
from bot.web import access, activity, guests
from bot.web.access import SITE, VISITOR, Visitor, actor_seen, asker_of, context_of, form_of, visitor_of
from bot.web.commands import html
from bot.web.live import HUB
from bot.web.pages import number, page, picture_at
from bot.web.rules import picture_of
from bot.web.screens import board_at
from rules import FAMILIES, GAMES
from rules.core import Game

_MOST_RUNNING = 50  # this and the next keep the page short
_MOST_LISTED = 10


async def home(request: web.Request) -> web.Response:
    """Show what waits for the visitor and their other matches first, then what can be begun and learnt."""
    inside = request.app[SITE].activity
    if inside is not None and "frame_id" in request.query:
        return activity.shake_hands(request, inside)
    if VISITOR not in request:
        doorway = request.app[SITE].doorway
        return welcome(request, "welcome.html") if doorway is None else doorway(request)
    visitor, context = visitor_of(request), context_of(request)
    person, actor = visitor.person, await actor_seen(request)
    found = await matches.home(context, actor, _MOST_RUNNING, _MOST_LISTED)
    to_watch = [match for match in found.to_watch if not match.is_voted_on_by(person)]
    values: dict[str, Any] = {
        "waiting": [match for match in found.running if match.to_move == person],
        "others": [match for match in found.running if match.to_move != person],
        "ballots": found.ballots,
        "asked": found.asked,
        "finished": [(match, _result(found.results.get(match.id))) for match in found.finished],
        "equals": await ratings.equals(context, person, actor.server_id or DIRECT),
        "has_reviews": request.app[SITE].review is not None,
        "daily": await _daily(request, actor),
        "families": [[*found] for _family, found in groupby(context.games.values(), attrgetter("family"))],
        "begun": next((match.game for match in (*found.running, *found.finished)), next(iter(context.games.values()))),
        "beside": _beside,
        "can_begin": visitor.session.channel_id is not None or person.is_guest,
        "to_watch": _without(to_watch, person.id),
        "to_join": _without(found.to_join, person.id),
        "seasons": await _seasons(context, actor),
    }
    return page(request, "home.html", **{**_SHOWN, **values})


def welcome(request: web.Request, template: str, **values: Any) -> web.Response:
    """Show what Furlong is to people without a session; the template says how they get one."""
    door = guests.door() if request.app[SITE].has_guests else None
    values = {
        "title": say(page_texts.WELCOME_TITLE),
        "door": door,
        "texts": page_texts,
        "families": FAMILIES,
        **_SHOWN,
        **values,
    }
    return page(request, template, **values)


def _inline(text: str) -> Markup:
    """A line of text within another as HTML."""
    return Markup(html(text).removeprefix("<p>").removesuffix("</p>"))


def _company(game: Game, equals: Mapping[str, Character]) -> Sequence[Character]:
    """The characters to play at a game, from the gentlest: the five faces, and whichever is as strong as the visitor."""
    found, equal = [*CHARACTERS], equals.get(game.key)
    if equal is not None and equal.steps:
        found.insert(found.index(equal.face) + 1, equal)
    return found


_SHOWN: Final[Mapping[str, Any]] = {
    "characters": CHARACTERS,
    "company": _company,
    "equal": characters.EQUAL_NAME,
    "manner": characters.here,
    "picture_of": picture_of,
    "picture_at": picture_at,
    "texts": page_texts,
    "inline": _inline,
    "time_left": time_left,
}
"""What the templates of both use."""


def _result(result: PastResult | None) -> tuple[str, str]:
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
        "picture": board_at(request, puzzle_board(trial), ""),
        "is_solved": trial.attempt.ending is AttemptEnding.SOLVED,
        "streak": page_texts.streak(trial.days_in_a_row or 0),
    }


async def _seasons(context: Context, actor: Actor) -> Sequence[tuple[int, str]] | None:
    """The competitions of the server where the visitor asks; None if they are on none."""
    if actor.server_id is None:
        return None
    found = await standings.of_server(context, actor.server_id, actor.person.id)
    return [(one.id, names.shortened(competitions.choice(one))) for one in found[:_MOST_LISTED]]


def _without(found: Sequence[Summary], person_id: int) -> list[Summary]:
    """The matches without a person."""
    return [match for match in found if all(person.id != person_id for person in match.people)]


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
    """Sign out."""
    await _signed_out(request, visitor_of(request))
    response = web.HTTPSeeOther("/")
    response.del_cookie(access.COOKIE)
    raise response


async def _signed_out(request: web.Request, visitor: Visitor) -> None:
    """End a session, and the streams of its pages."""
    await sessions.end(request.app[SITE].context, visitor.token)
    request.app[HUB].wake(asker_of(request, visitor))
