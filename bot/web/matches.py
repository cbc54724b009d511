"""Matches on the page: the board and its actions."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from aiohttp import web
from markupsafe import Markup

import render
from bot.actions import matches, playing, settings, votes
from bot.actions.change import JoiningChange
from bot.model.match import Match, State
from bot.model.offer_rules import rematch_of
from bot.model.people import Actor, Person
from bot.model.refusals import Refusal
from bot.model.refusals.matches import NotAbandoned, NotPlaying, NotStarted, UnknownMatch
from bot.model.refusals.replays import NeverPlayed
from bot.model.replays import Replay
from bot.model.settings import USUAL, Confirming
from bot.records.lessons import lessons_of
from bot.screens import registry
from bot.screens.core import Act, Answer, Asked, Handler, Screen, Weight
from bot.screens.more import HINT, options
from bot.screens.offers import open_offers
from bot.screens.pictures import painted, scene_of, thumbnail, viewpoint_of
from bot.screens.votes import VOTE, besides
from bot.texts import boards as board_texts
from bot.texts import challenges as challenge_texts
from bot.texts import characters as character_texts
from bot.texts import clocks, errors
from bot.texts import matches as match_texts
from bot.texts import offers as offer_texts
from bot.texts import ratings as rating_texts
from bot.texts import reviews as review_texts
from bot.texts import votes as vote_texts
from bot.texts.language import say
from bot.texts.names import bold, lines, link, literal_name, mention
from bot.web import access, challenges
from bot.web.access import (
    FLIPPED,
    SITE,
    VISITOR,
    Visitor,
    actor_here,
    actor_seen,
    context_of,
    drawn,
    form_of,
    token_in,
    visitor_of,
)
from bot.web.asking import asked_of, match_of
from bot.web.boards import (
    LONGEST_STAGE,
    NOTHING_TO_CHOOSE,
    Board,
    board_of,
    choices,
    motion,
    picture,
    replayed,
    why_not,
)
from bot.web.commands import html
from bot.web.graphs import Graph, graph_of
from bot.web.guests import link_to
from bot.web.live import state_of
from bot.web.pages import is_scripted, number, page
from bot.web.rules import book_of, picture_of
from bot.web.screens import Way, act_in, done, form_for, go_on, tree_sent, view_of, ways_of
from bot.web.screens import show as show_screen
from bot.web.sharing import as_anyone_sees, known_review, preview_of
from bot.web.strips import of_match
from rules import GAMES
from rules.core import MoveError, Seat

_KEPT: Final = {"Cache-Control": "private, max-age=600"}


async def show(request: web.Request) -> web.Response:
    """Show a match with its board; for the script of an open page, only the board."""
    try:
        match, visitor = await match_of(request)
    except NotStarted as waiting:  # the page shows the match as soon as it begins
        link = await link_to(request, waiting.match, request.get(VISITOR))
        ways = challenges.answers(waiting.match, await actor_here(request)) if VISITOR in request else []
        return _shown_unbegun(request, waiting.match, _waiting(request, waiting), ways, link)
    except NeverPlayed as over:  # people come here when they decline or withdraw a challenge
        return _shown_unbegun(request, over.match, html(challenge_texts.challenge_closed(over.match)))
    return shown(request, "board.html", match, await _board(request, match, visitor))


async def show_rules(request: web.Request) -> web.Response:
    """Show a match with the rules of its game beside the board, on which nothing is chosen meanwhile."""
    match, visitor = await match_of(request)
    board = await _board(request, match, visitor)
    board["board"] = replace(board["board"], picker=NOTHING_TO_CHOOSE, choices="")
    return shown(request, "board.html", match, {**board, "rules": book_of(match.game)})


def _shown_unbegun(
    request: web.Request, match: Match, text: Markup, ways: Sequence[challenges.Answer] = (), link: str = ""
) -> web.Response:
    """A match without a board: a challenge with its answers and the link for a friend, or what became of it."""
    values = {"match": match, "text": text, "state": state_of(match), "answers": ways, "link": link}
    values["picture"] = picture_of(match.game.key)
    return shown(request, "waiting.html", match, values)


def _waiting(request: web.Request, waiting: NotStarted) -> Markup:
    """What a visitor reads about a match that has not begun: a challenge, as in the channel, or that it is about to."""
    match, visitor = waiting.match, request.get(VISITOR)
    if match.is_about_to_begin:
        return html(errors.reason(waiting))
    is_hosts = visitor is not None and visitor.person == match.host
    names_by_id = {person.id: _named(person, match, visitor) for person in match.people}
    return html(
        lines(
            challenge_texts.challenge(match, to_host=is_hosts),
            "" if is_hosts else rating_texts.of_host(match),
            f"-# {say(match.game.summary)}",
        ),
        names=lambda person_id: names_by_id.get(person_id, ""),
    )


def _lessons(match: Match) -> str:
    """The address of the lessons, at the beginning of a match; empty later, or for a game without lessons."""
    family = GAMES[match.game.family]
    return f"/lessons/{family.key}" if match.history.moves < match.history.seats and lessons_of(family) else ""


async def _actor(request: web.Request, match: Match, visitor: Visitor | None) -> Actor | None:
    """A visitor as an actor in a match, who is asked about at Discord if a channel plays or others; None without a session."""
    if visitor is None:
        return None
    is_in = match.voting is None and any(person.id == visitor.person.id for person in match.people)
    return visitor.actor if is_in else await actor_seen(request)


def _seat(match: Match, actor: Actor | None) -> Seat | None:
    """The seat of a visitor, or of the channel with which they vote; None for a spectator."""
    turn = match.position.turn
    if actor is None:
        return None
    if isinstance(turn, int) and votes.may_vote(match, actor):
        return turn
    return match.seat_of(actor.person.id)


def sides_seen(request: web.Request, match: Match, actor: Actor | None) -> tuple[Seat | None, Seat | None, str]:
    """The seat of a visitor, the one from whose side they see the board, and the stage that they have chosen."""
    viewpoint = viewpoint_of(match, actor.person.id if actor else 0)
    if token_in(request, FLIPPED) and render.has_sides(match.position):
        viewpoint = None if viewpoint else Seat(1)
    return _seat(match, actor), viewpoint, request.query.get("chosen", "")[:LONGEST_STAGE]


def shown(
    request: web.Request, template: str, match: Match, values: Mapping[str, Any], status: int = 200
) -> web.Response:
    """A match as a page of its own, or as the part of it that a script asks for."""
    whole = {"part": template, "title": f"{match.game.name} #{match.id}", "preview": None, "rules": None, **values}
    return page(request, template if is_scripted(request) else "match.html", status=status, **whole)


async def flip(request: web.Request) -> web.Response:
    """Turn the board round for this visitor, in this match."""
    match, _visitor = await match_of(request)
    here = f"/matches/{match.id}"
    response = web.HTTPSeeOther(here)
    access.flip(request, response, here)
    raise response


async def show_picture(request: web.Request) -> web.Response:
    """Send the picture of a board."""
    match, visitor = await match_of(request)
    seat, viewpoint, chosen = sides_seen(request, match, await _actor(request, match, visitor))
    ply = number(request.query, "ply") if "ply" in request.query else None
    if "small" in request.query:
        data = await drawn(request, thumbnail, match.position, scene_of(match, viewpoint=viewpoint))
    elif viewpoint is None and (seat is None or ply is not None) and "bare" not in request.query:
        data = await as_anyone_sees(request, match, ply)
    elif ply is not None:
        then = Replay.of(match).at(ply)
        scene = replace(scene_of(then, viewpoint=viewpoint), is_bare="bare" in request.query)
        data = await drawn(request, painted, then.history.position, scene)
    else:
        data = await drawn(request, picture, match, seat, viewpoint, chosen)
    # As long as a match runs, the picture of a revision never changes.
    headers = _KEPT if _is_current(request, match) and match.state is State.RUNNING else {}
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}", headers=headers)


async def show_motion(request: web.Request) -> web.Response:
    """Send how pieces move towards a board: numbers, with the address of the sprites, or the sprites themselves."""
    match, visitor = await match_of(request)
    since, drawn_motion = number(request.query, "since"), None
    if "ply" in request.query:
        then = Replay.of(match).at(number(request.query, "ply"))
        viewpoint = sides_seen(request, match, None if visitor is None else visitor.actor)[1]
        drawn_motion = await drawn(request, replayed, then, viewpoint, since)
    elif _is_current(request, match):
        drawn_motion = await drawn(
            request, motion, match, *sides_seen(request, match, await _actor(request, match, visitor)), since
        )
    if drawn_motion is None:
        return web.json_response({"stages": []})
    if "sheet" in request.query:
        return web.Response(body=drawn_motion.data, content_type=f"image/{render.FILM_EXTENSION}", headers=_KEPT)
    numbers = {
        "sheet": f"{request.path_qs}&sheet",
        "size": drawn_motion.size,
        "sprites": drawn_motion.sprites,
        "patches": drawn_motion.patches,
        "stages": drawn_motion.stages,
    }
    return web.json_response(numbers, headers=_KEPT)


async def show_choices(request: web.Request) -> web.Response:
    """Send all stages of choosing a move; nothing at an outdated board, or if there are too many."""
    match, visitor = await match_of(request)
    if not _is_current(request, match):
        return web.json_response({})
    seat, viewpoint, _chosen = sides_seen(request, match, await _actor(request, match, visitor))
    return tree_sent(await drawn(request, choices, match, seat, viewpoint))


async def show_why(request: web.Request) -> web.Response:
    """Send the sentence that says why the touched place cannot be chosen; an empty one if there is nothing to say."""
    match, visitor = await match_of(request)
    point, reason = (number(request.query, "x"), number(request.query, "y")), ""
    if _is_current(request, match):
        reason = await drawn(
            request, why_not, match, *sides_seen(request, match, await _actor(request, match, visitor)), point
        )
    return web.Response(text=reason)


def _is_current(request: web.Request, match: Match) -> bool:
    """Whether the address names the current board."""
    return request.query.get("revision") == str(match.revision)


async def move(request: web.Request) -> web.Response:
    """Play the chosen move, or vote for it if a channel is to move."""
    visitor, form = visitor_of(request), await form_of(request)
    match_id, revision, text = int(request.match_info["match_id"]), number(form, "revision"), form.get("move", "")
    try:
        async with _changing(request, visitor.actor, match_id, revision) as change:
            if change.match.voting is not None:
                raise NotPlaying(change.match)
            playing.play(change, visitor.person, text, revision=revision)
    except (UnknownMatch, NotPlaying):  # a person in no seat may play for the channel where they came from
        return await _done(request, visitor, Act(VOTE, match_id, revision, text))
    except (Refusal, MoveError) as refusal:
        return await _refused(request, refusal)
    return await _after(request, change.match, visitor)


async def do(request: web.Request) -> web.Response:
    """Carry out another act in a match; what comes of it is a page of its own, or else told above the board."""
    visitor, form, match_id = visitor_of(request), await form_of(request), int(request.match_info["match_id"])
    act = replace(act_in(form), match_id=match_id)
    if act.name == HINT:
        return await _hint(request, visitor, act.revision)
    return await _done(request, visitor, act)


async def _done(request: web.Request, visitor: Visitor, act: Act) -> web.Response:
    """Do an act of a screen; if it is refused, the board says why."""
    try:
        screen = await done(request, act)
    except (Refusal, MoveError) as refusal:
        return await _refused(request, refusal)
    if "home" in await form_of(request):  # it was answered on the first page
        raise web.HTTPSeeOther("/")
    go_on(request, screen, f"/matches/{act.match_id}")
    if screen.actions and screen.here is None:
        return show_screen(request, screen.title, await view_of(request, screen, request.path))
    match, _visitor = await match_of(request)
    return await _after(request, match, visitor, "" if screen.here else screen.text)


_OF_THE_END: Final = {"rematch": Weight.MAIN, "review": Weight.PLAIN}
"""What most people do once a match is over, and how much its button stands out."""


_Question = tuple[str, str, Sequence[Way]]
"""The label of an act that asks first, its question or why it is impossible, and the ways to do it after all."""


@dataclass(frozen=True, slots=True)
class _Options:
    """What a visitor may do besides moving: at the end of a match, at once, and after a question."""

    after: list[Way] = field(default_factory=list[Way])
    at_once: list[Way] = field(default_factory=list[Way])
    questions: list[_Question] = field(default_factory=list[_Question])


async def _options(request: web.Request, match: Match, actor: Actor) -> _Options:
    here, sorted_options = f"/matches/{match.id}/deeds", _Options()
    may_get_hint = request.app[SITE].advise is not None and match.position.turn == match.seat_of(actor.person.id)
    voting = besides(match) if votes.may_vote(match, actor) else ()
    left_out = {
        "resume",  # stands with the offers
        *(() if rematch_of(match) is None else ("rematch",)),  # a link leads to it
        *(() if request.app[SITE].review and match.game.evaluation else ("review",)),
    }
    groups = options(match, actor, first=1)  # those for everybody are kept together, even for those who only watch
    for action in chain(voting, *(groups if match.state is State.RUNNING else groups[::-1])):
        handler = registry.handlers().get(action.act.name)
        if action.act.name == HINT and may_get_hint:
            sorted_options.at_once.append(form_for(here, action.act, action.label))
        elif handler is not None and handler.is_question:
            asks = await _asks(handler, asked_of(request, actor, action.act, match))
            if isinstance(asks, Act):
                sorted_options.at_once.extend(ways_of(here, [replace(action, act=asks)]))
            elif isinstance(asks, Screen) and asks.here is None:  # otherwise it is on the board already
                sorted_options.questions.append((action.label, asks.text, ways_of(here, asks.actions)))
        elif action.act.name in left_out:
            continue
        elif action.act.name in _OF_THE_END:
            sorted_options.after.extend(ways_of(here, [replace(action, weight=_OF_THE_END[action.act.name])]))
        else:
            sorted_options.at_once.extend(ways_of(here, [action]))
    return sorted_options


async def _asks(handler: Handler, asked: Asked) -> Answer | None:
    """The question before an act, or why it is impossible; None if that goes without saying."""
    try:
        return await handler.run(asked)
    except NotAbandoned:
        return None
    except Refusal as refusal:
        return Screen(text=errors.reason(refusal))


async def _hint(request: web.Request, visitor: Visitor, seen: int) -> web.Response:
    """Find a move and count the hint; the match is locked only afterwards."""
    advise = request.app[SITE].advise
    if advise is None:
        raise web.HTTPBadRequest
    match, _visitor = await match_of(request)
    try:
        playing.check_may_get_hint(match, visitor.person)
        await matches.check_unrated(context_of(request), visitor.person, match, [match.position])
        async with access.apart(request):
            advice = await advise(match, visitor.asker)
        async with _changing(request, visitor.actor, match.id, seen) as change:
            playing.note_hint(change, visitor.person, match.revision)
    except Refusal as refusal:
        return await _refused(request, refusal)
    text = character_texts.advice(advice.move, advice.reason)
    return shown(request, "board.html", match, await _board(request, change.match, visitor, text, advice.move))


@asynccontextmanager
async def _changing(request: web.Request, actor: Actor, match_id: int, seen: int) -> AsyncGenerator[JoiningChange]:
    """A unit of work of a visitor on a board that they have seen, whose changes are then shown in Discord."""
    site = request.app[SITE]
    async with matches.joining(context_of(request), match_id, actor, seen=seen, is_shown_at_once=True) as change:
        yield change
    site.show(change)


def _chat(request: web.Request, match: Match, visitor: Visitor | None) -> str:
    """The address of the channel or thread that shows a match, where its players talk; empty for who cannot go there."""
    if visitor is None or visitor.session.is_in_discord or not visitor.person.is_on_discord or match.place.by_player:
        return ""
    return request.app[SITE].neighbour or link(match) or ""


async def _refused(request: web.Request, refusal: Refusal | MoveError) -> web.Response:
    """The current board, with the reason for a refusal."""
    match, visitor = await match_of(request)
    return shown(
        request, "board.html", match, await _board(request, match, visitor, errors.reason(refusal)), status=409
    )


async def _after(request: web.Request, match: Match, visitor: Visitor, note: str = "") -> web.Response:
    """The board after a change: in place for the page's script, or by a redirect for a browser without it."""
    if not is_scripted(request) and not note:
        raise web.HTTPSeeOther(f"/matches/{match.id}")
    return shown(request, "board.html", match, await _board(request, match, visitor, note))


async def _board(
    request: web.Request, match: Match, visitor: Visitor | None, note: str = "", advised: str = ""
) -> dict[str, Any]:
    """The values of the board's template; after a change, only an `advised` move is chosen."""
    actor = await _actor(request, match, visitor)
    seat, viewpoint, chosen = sides_seen(request, match, actor)
    if actor and not note:
        so_far = vote_texts.so_far(match, actor.person) if seat is not None else ""
        note = so_far or vote_texts.waits_for_other(match, actor.person, votes.part_of(match, actor))
    chosen = advised if request.method == "POST" else chosen
    board = await drawn(request, board_of, match, seat, viewpoint, chosen, note)
    # A character that finishes the match for somebody is seated, though it was never asked to play.
    names_by_id = {person.id: _named(person, match, visitor) for person in (*match.people, *match.seated)}
    may_flip = render.has_sides(match.position)
    near = viewpoint if may_flip else match.seat_of(visitor.person.id) if visitor else None
    turn_line = (
        board_texts.your_turn(match, ping=match.is_thinking)
        if match.state is State.RUNNING
        else board_texts.outcome(match)
    )
    versus, preview = board_texts.versus(match, call=mention if visitor else bold), None
    if visitor is None and match.state is State.FINISHED:
        preview = preview_of(request, f"/matches/{match.id}/card?wide", render.WIDE, board.alt, versus, turn_line)
    elif visitor is None:
        size = render.size(await as_anyone_sees(request, match))
        preview = preview_of(request, _as_anyone_asks(board.picture), size, board.alt, versus, turn_line)
    may_do = await _options(request, match, actor) if actor else _Options()
    return {
        "preview": preview,
        "board": board,
        "match": match,
        "state": state_of(match),
        "offers": _offers(match, visitor.person) if visitor else [],
        "confirms_every": actor is not None
        and match.preferences.get(actor.person.id, USUAL).confirming is Confirming.EVERY,
        "may_do": may_do,
        "may_flip": may_flip,
        "as_text": match.position.seen_from(viewpoint),
        "players": of_match(match, near or Seat(0)),
        "known": names_by_id,
        "ending": await _ending(request, match, visitor) if match.state is State.FINISHED else None,
        "next": await _next(request, board),
        "rematch": rematch_of(match),
        "chat": _chat(request, match, visitor),
        "html": partial(html, names=lambda person_id: names_by_id.get(person_id, "")),
        "terms": f"{clocks.agreed(match.terms)} · {board_texts.moves_played(match)}",
        "turn_line": turn_line,
        "time_line": turn_line
        if match.voting is not None
        else lines(clocks.deadline(match), clocks.banks(match), offer_texts.waived(match)),
        "lessons": _lessons(match) if board.is_to_move else "",
    }


def _as_anyone_asks(picture: str) -> str:
    """The address of a board's picture with its painted players, which strips replace on the page."""
    path, _, query = picture.partition("?")
    return f"{path}?{urlencode([pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] != 'bare'])}"


@dataclass(frozen=True, slots=True)
class _Ending:
    """What is shown and sent at the end of a match besides the board."""

    verdict: str
    ratings: str
    turned: str
    """What turned the match, in a sentence; empty if that is unknown."""

    graph: Graph | None
    """How the chances changed; None if that is unknown."""

    sentence: str
    link: str
    """The address of the match for everybody; empty if it is not public."""


async def _ending(request: web.Request, match: Match, visitor: Visitor | None) -> _Ending:
    review = await known_review(request, match, visitor)
    site, is_public = request.app[SITE].public, await settings.is_public(context_of(request), match)
    return _Ending(
        match_texts.verdict(match, None if visitor is None else visitor.person.id),
        rating_texts.new_ratings(match),
        "" if review is None else review_texts.turned(match, review),
        None if review is None else graph_of(match, review),
        match_texts.in_short(match),
        f"{site or f'http://{request.host}'}/matches/{match.id}" if is_public else "",
    )


async def _next(request: web.Request, board: Board) -> int | None:
    """The number of the match to go on with for a visitor who has moved, or whose match is over; None if none waits."""
    if VISITOR not in request or board.is_to_move:
        return None
    return await matches.next_waiting(context_of(request), request[VISITOR].person, board.match.id)


def _named(person: Person, match: Match, visitor: Visitor | None) -> str:
    """A player's name, which is a link to their profile if the visitor comes from the server of the match."""
    shown = literal_name(person)
    if visitor is None or visitor.session.server_id != match.place.server_id:
        return shown
    return Markup('<a href="/profile/{}">{}</a>').format(person.id, shown)


def _offers(match: Match, person: Person) -> Sequence[tuple[str, Sequence[Way]]]:
    """The open offers of a match, with the ways for a person to answer, and the free seats for those who do not play."""
    shown = open_offers(match, person.id)
    plays, here = match.seat_of(person.id) is not None, f"/matches/{match.id}/deeds"
    return [(offer.text, ways_of(here, offer.actions)) for offer in shown if offer.text or not plays]
