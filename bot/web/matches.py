"""Matches on the page: the board and its actions, watching, and replays."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any, Final

from aiohttp import web
from markupsafe import Markup

import render
from bot.actions import matches, playing, reviews, settings, votes
from bot.actions.change import JoiningChange
from bot.actions.replays import FilmProgress, Studio
from bot.model.characters import character_keys
from bot.model.match import Match, State
from bot.model.offer_rules import rematch_of
from bot.model.people import Actor, Person
from bot.model.refusals import Refusal
from bot.model.refusals.matches import NotAbandoned, NotPlaying, NotStarted, UnknownMatch
from bot.model.replays import NeverPlayed, Replay, StillPlayed
from bot.model.reviews import Review
from bot.pictures import chances_of, end_card, filmed, painted, scene_of, thumbnail, viewpoint_of
from bot.records.lessons import lessons_of
from bot.screens import registry
from bot.screens.core import Act, Answer, Asked, Handler, Screen, Weight
from bot.screens.more import options
from bot.screens.offers import open_offers
from bot.screens.votes import besides
from bot.sharing import check_shared, replay_file
from bot.texts import boards, challenges, characters, clocks, errors, offers, ratings, replays
from bot.texts import matches as match_texts
from bot.texts import ratings as rating_texts
from bot.texts import reviews as review_texts
from bot.texts import votes as vote_texts
from bot.texts.language import say, voice
from bot.texts.names import bold, lines, literal_name, mention
from bot.web import access
from bot.web import challenges as answering
from bot.web.access import (
    FLIPPED,
    SITE,
    VISITOR,
    Visitor,
    actor_here,
    actor_seen,
    asker_of,
    check_session,
    context_of,
    drawn,
    form_of,
    token_in,
    visitor_of,
)
from bot.web.asking import asked_of, match_of
from bot.web.boards import LONGEST_STAGE, Board, board_of, lines_of, motion, picture, replayed, why_not
from bot.web.commands import html
from bot.web.guests import link_to
from bot.web.live import HUB, state_of, stream
from bot.web.pages import asked_at, is_scripted, number, page
from bot.web.screens import Way, act_in, done, form_for, go_on, view_of, ways_of
from bot.web.screens import show as show_screen
from rules import GAMES
from rules.core import MoveError, Seat

_HINT: Final = "hint"
_KEPT: Final = {"Cache-Control": "private, max-age=600"}
STUDIO: Final = web.AppKey("studio", Studio)
"""The studio that paints shared files."""


async def show(request: web.Request) -> web.Response:
    """Show a match with its board; for the script of an open page, only the board."""
    try:
        match, visitor = await match_of(request)
    except NotStarted as waiting:  # the page shows the match as soon as it begins
        link = await link_to(request, waiting.match, request.get(VISITOR))
        ways = answering.answers(waiting.match, await actor_here(request)) if VISITOR in request else []
        return _shown_unbegun(request, waiting.match, _waiting(request, waiting), ways, link)
    except NeverPlayed as over:  # people come here when they decline or withdraw a challenge
        return _shown_unbegun(request, over.match, html(challenges.challenge_closed(over.match)))
    return _shown(request, "board.html", match, await _board(request, match, visitor))


def _shown_unbegun(
    request: web.Request, match: Match, text: Markup, ways: Sequence[answering.Answer] = (), link: str = ""
) -> web.Response:
    """A match without a board: a challenge with its answers and the link for a friend, or what became of it."""
    told = {"match": match, "text": text, "state": state_of(match), "answers": ways, "link": link}
    return _shown(request, "waiting.html", match, told)


def _waiting(request: web.Request, waiting: NotStarted) -> Markup:
    """What a visitor reads about a match that has not begun: a challenge, as in the channel, or that it is about to."""
    match, visitor = waiting.match, request.get(VISITOR)
    if match.is_about_to_begin:
        return html(errors.reason(waiting))
    is_hosts = visitor is not None and visitor.person == match.host
    known = {person.id: _named(person, match, visitor) for person in match.people}
    return html(
        lines(
            challenges.challenge(match, to_host=is_hosts),
            "" if is_hosts else ratings.of_host(match),
            f"-# {say(match.game.summary)}",
        ),
        names=lambda person_id: known.get(person_id, ""),
    )


def _lessons(match: Match) -> str:
    """The address of the lessons, at the beginning of a match; empty later, or for a game without lessons."""
    family = GAMES[match.game.family]
    return f"/lessons/{family.key}" if match.history.moves < match.history.seats and lessons_of(family) else ""


async def _actor(request: web.Request, match: Match, visitor: Visitor | None) -> Actor | None:
    """A visitor as an actor in a match, who is asked about at Discord only if a channel plays; None without a session."""
    if visitor is None or match.voting is None:
        return None if visitor is None else visitor.actor
    return await actor_seen(request)


def _seat(match: Match, actor: Actor | None) -> Seat | None:
    """The seat of a visitor, or of the channel with which they vote; None for a spectator."""
    turn = match.position.turn
    if actor is None:
        return None
    if isinstance(turn, int) and votes.may_vote(match, actor):
        return turn
    return match.seat_of(actor.person.id)


def _view(request: web.Request, match: Match, actor: Actor | None) -> tuple[Seat | None, Seat | None, str]:
    """The seat of a visitor, the one from whose side they see the board, and the stage that they have chosen."""
    viewpoint = viewpoint_of(match, actor.person.id if actor else 0)
    if token_in(request, FLIPPED) and render.has_sides(match.position):
        viewpoint = None if viewpoint else Seat(1)
    return _seat(match, actor), viewpoint, request.query.get("chosen", "")[:LONGEST_STAGE]


def _shown(
    request: web.Request, template: str, match: Match, values: Mapping[str, Any], status: int = 200
) -> web.Response:
    whole = {"part": template, "title": f"{match.game.name} #{match.id}", "preview": None, **values}
    return page(request, template if is_scripted(request) else "match.html", status=status, **whole)


_MOST_AFTER: Final = 7
"""How many moves after the position shown a replay lists."""


async def replay(request: web.Request) -> web.Response:
    """Show a match after some of its steps."""
    match, visitor = await match_of(request)
    whole, ply = Replay.of(match), number(request.query, "ply", match.ply)
    then = whole.at(min(ply, whole.last))
    board, alt = f"/matches/{match.id}/picture?ply={then.last}", match_texts.alt_text(then)
    versus, status_line = boards.versus(then), replays.replay_status(then)
    viewpoint = _view(request, match, None if visitor is None else visitor.actor)[1]
    preview = None
    if visitor is None:
        size = render.size(await _as_anyone_sees(request, match, then.last))
        preview = preview_of(request, board, size, alt, versus, status_line)
    values = {
        "preview": preview,
        "match": match,
        "html": html,
        "can_share": visitor is not None and whole.result is not None,
        "ply": then.last,
        "last": whole.last,
        "versus": versus,
        "step": replays.replay_step(then, whole.last),
        "status_line": status_line,
        "picture": board,
        "size": render.picture_size(then.history.position, scene_of(then, viewpoint=viewpoint)),
        "motion": asked_at(f"/matches/{match.id}/motion", ply=then.last, view="" if viewpoint is None else viewpoint),
        "alt": alt,
        "lines": lines_of(whole, min(then.last + _MOST_AFTER, whole.last)),
    }
    return _shown(request, "replay.html", match, values)


async def share(request: web.Request) -> web.Response:
    """Send the file that shows a finished match without a server."""
    match, visitor = await match_of(request)
    if visitor is None:
        raise web.HTTPUnauthorized  # painting a whole match takes seconds
    check_shared(match)
    sheet = await request.app[STUDIO].sheet(filmed(Replay.of(match)), visitor.person.id, _unheard, voice())
    file = await replay_file(match, sheet)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return web.Response(body=file.data, content_type="text/html", charset="utf-8", headers=headers)


async def _unheard(_progress: FilmProgress) -> None:
    """Ignore progress, because the browser itself shows that it is waiting."""


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
    seat, viewpoint, chosen = _view(request, match, await _actor(request, match, visitor))
    ply = number(request.query, "ply") if "ply" in request.query else None
    if "small" in request.query:
        data = await drawn(request, thumbnail, match.position, scene_of(match, viewpoint=viewpoint))
    elif viewpoint is None and (seat is None or ply is not None):
        data = await _as_anyone_sees(request, match, ply)
    elif ply is not None:
        then = Replay.of(match).at(ply)
        data = await drawn(request, painted, then.history.position, scene_of(then, viewpoint=viewpoint))
    else:
        data = await drawn(request, picture, match, seat, viewpoint, chosen)
    # As long as a match runs, the picture of a revision never changes.
    headers = _KEPT if _is_current(request, match) and match.state is State.RUNNING else {}
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}", headers=headers)


async def show_card(request: web.Request) -> web.Response:
    """Send the card of a finished match, in the shape of its board or of a preview, or only its curve of chances."""
    match, visitor = await match_of(request)
    if match.state is not State.FINISHED:
        raise StillPlayed(match)
    review = await _known_review(request, match, visitor)
    if "chances" not in request.query:
        data = await drawn(request, partial(end_card, is_wide="wide" in request.query), match, review)
    elif review is not None:
        data = await drawn(request, render.chances, chances_of(match, review))
    else:
        raise web.HTTPNotFound
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}")


async def _known_review(request: web.Request, match: Match, visitor: Visitor | None) -> Review | None:
    """The review of a match that was made before; None for spectators of a public match."""
    return None if visitor is None else await reviews.known(context_of(request), visitor.person, match)


async def show_motion(request: web.Request) -> web.Response:
    """Send how pieces move towards a board: numbers, with the address of the sprites, or the sprites themselves."""
    match, visitor = await match_of(request)
    since, found = number(request.query, "since"), None
    if "ply" in request.query:
        then = Replay.of(match).at(number(request.query, "ply"))
        viewpoint = _view(request, match, None if visitor is None else visitor.actor)[1]
        found = await drawn(request, replayed, then, viewpoint, since)
    elif _is_current(request, match):
        found = await drawn(
            request, motion, match, *_view(request, match, await _actor(request, match, visitor)), since
        )
    if found is None:
        return web.json_response({"stages": []})
    if "sheet" in request.query:
        return web.Response(body=found.data, content_type=f"image/{render.FILM_EXTENSION}", headers=_KEPT)
    numbers = {
        "sheet": f"{request.path_qs}&sheet",
        "size": found.size,
        "sprites": found.sprites,
        "patches": found.patches,
        "stages": found.stages,
    }
    return web.json_response(numbers, headers=_KEPT)


async def show_why(request: web.Request) -> web.Response:
    """Send the sentence that says why the touched place cannot be chosen; an empty one if there is nothing to say."""
    match, visitor = await match_of(request)
    point, told = (number(request.query, "x"), number(request.query, "y")), ""
    if _is_current(request, match):
        told = await drawn(
            request, why_not, match, *_view(request, match, await _actor(request, match, visitor)), point
        )
    return web.Response(text=told)


async def _as_anyone_sees(request: web.Request, match: Match, ply: int | None = None) -> bytes:
    """The picture of a match, or of its position after `ply` entries, for a spectator."""
    then = match if ply is None else Replay.of(match).at(ply)
    return await drawn(request, painted, then.history.position, scene_of(then))


def _is_current(request: web.Request, match: Match) -> bool:
    """Whether the address names the current board."""
    return request.query.get("revision") == str(match.revision)


async def events(request: web.Request) -> web.StreamResponse:
    """Stream the changes of a match."""
    hub, watcher = request.app[HUB], asker_of(request, request.get(VISITOR))
    if not hub.has_room(watcher):
        raise web.HTTPTooManyRequests

    async def may_watch() -> bool:
        try:
            await check_session(request)
            await match_of(request)
        except (web.HTTPException, Refusal):
            return False
        return True

    async with hub.watching(request, watcher, int(request.match_info["match_id"])) as changed:
        match, _visitor = await match_of(request)
        hub.shows(match, changed)
        return await stream(request, state_of(match), changed, may_watch)


async def move(request: web.Request) -> web.Response:
    """Play the chosen move, or vote for it if a channel is to move."""
    visitor, form = visitor_of(request), await form_of(request)
    match_id, revision, text = int(request.match_info["match_id"]), number(form, "revision"), form.get("move", "")
    try:
        async with _changing(request, visitor.actor, match_id) as change:
            if change.match.voting is not None:
                raise NotPlaying(change.match)
            playing.play(change, visitor.person, text, revision=revision)
    except (UnknownMatch, NotPlaying):  # a person in no seat may play for the channel where they came from
        return await _done(request, visitor, Act("vote", match_id, revision, text))
    except (Refusal, MoveError) as refusal:
        return await _refused(request, refusal)
    return await _after(request, change.match, visitor)


async def do(request: web.Request) -> web.Response:
    """Carry out another act in a match; what comes of it is a page of its own, or else told above the board."""
    visitor, form, match_id = visitor_of(request), await form_of(request), int(request.match_info["match_id"])
    act = replace(act_in(form), match_id=match_id)
    if act.name == _HINT:
        return await _hint(request, visitor)
    return await _done(request, visitor, act)


async def _done(request: web.Request, visitor: Visitor, act: Act) -> web.Response:
    """Do an act of a screen; if it is refused, the board says why."""
    try:
        screen = await done(request, act)
    except (Refusal, MoveError) as refusal:
        return await _refused(request, refusal)
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
    here, found = f"/matches/{match.id}/deeds", _Options()
    may_get_hint = request.app[SITE].advise is not None and match.position.turn == match.seat_of(actor.person.id)
    voting = besides(match) if votes.may_vote(match, actor) else ()
    left_out = {
        *("log", "dice", "rules", "replay"),  # kept together, even for those who only watch
        "resume",  # stands with the offers
        *(() if rematch_of(match) is None else ("rematch",)),  # a link leads to it
        *(() if request.app[SITE].review and match.game.evaluation else ("review",)),
    }
    groups = options(match, actor)
    for action in chain(voting, *(groups if match.state is State.RUNNING else groups[::-1])):
        handler = registry.handlers().get(action.act.name)
        if action.act.name == _HINT and may_get_hint:
            found.at_once.append(form_for(here, action.act, action.label))
        elif handler is not None and handler.is_question:
            asks = await _asks(handler, asked_of(request, actor, action.act, match))
            if isinstance(asks, Act):
                found.at_once.extend(ways_of(here, [replace(action, act=asks)]))
            elif isinstance(asks, Screen) and asks.here is None:  # otherwise it is on the board already
                found.questions.append((action.label, asks.text, ways_of(here, asks.actions)))
        elif action.act.name in left_out:
            continue
        elif action.act.name in _OF_THE_END:
            found.after.extend(ways_of(here, [replace(action, weight=_OF_THE_END[action.act.name])]))
        else:
            found.at_once.extend(ways_of(here, [action]))
    return found


async def _asks(handler: Handler, asked: Asked) -> Answer | None:
    """The question before an act, or why it is impossible; None if that goes without saying."""
    try:
        return await handler.run(asked)
    except NotAbandoned:
        return None
    except Refusal as refusal:
        return Screen(text=errors.reason(refusal))


async def _hint(request: web.Request, visitor: Visitor) -> web.Response:
    """Find a move and count the hint; the match is locked only afterwards."""
    advise = request.app[SITE].advise
    if advise is None:
        raise web.HTTPBadRequest
    match, _visitor = await match_of(request)
    try:
        playing.check_may_get_hint(match, visitor.person)
        await matches.check_unrated(context_of(request), visitor.person, match, [match.position])
        found = await advise(match, visitor.person)
        async with _changing(request, visitor.actor, match.id) as change:
            playing.note_hint(change, visitor.person, match.revision)
    except Refusal as refusal:
        return await _refused(request, refusal)
    text = characters.advice(found.move, found.reason)
    return _shown(request, "board.html", match, await _board(request, change.match, visitor, text, found.move))


@asynccontextmanager
async def _changing(request: web.Request, actor: Actor, match_id: int) -> AsyncGenerator[JoiningChange]:
    """A unit of work of a visitor, whose changes are then shown in Discord."""
    site = request.app[SITE]
    async with matches.joining(context_of(request), match_id, actor, is_shown_at_once=True) as change:
        yield change
    site.show(change)


async def _refused(request: web.Request, refusal: Refusal | MoveError) -> web.Response:
    """The current board, with the reason for a refusal."""
    match, visitor = await match_of(request)
    return _shown(
        request, "board.html", match, await _board(request, match, visitor, errors.reason(refusal)), status=409
    )


async def _after(request: web.Request, match: Match, visitor: Visitor, note: str = "") -> web.Response:
    """The board after a change: in place for the page's script, or by a redirect for a browser without it."""
    if not is_scripted(request) and not note:
        raise web.HTTPSeeOther(f"/matches/{match.id}")
    return _shown(request, "board.html", match, await _board(request, match, visitor, note))


async def _board(
    request: web.Request, match: Match, visitor: Visitor | None, note: str = "", advised: str = ""
) -> dict[str, Any]:
    """The values of the board's template; after a change, only an `advised` move is chosen."""
    actor = await _actor(request, match, visitor)
    seat, viewpoint, chosen = _view(request, match, actor)
    if actor and not note:
        so_far = vote_texts.so_far(match, actor.person) if seat is not None else ""
        note = so_far or vote_texts.waits_for_other(match, actor.person, votes.part_of(match, actor))
    chosen = advised if request.method == "POST" else chosen
    board = await drawn(request, board_of, match, seat, viewpoint, chosen, note)
    # A character that finishes the match for somebody is seated, though it was never asked to play.
    known = {person.id: _named(person, match, visitor) for person in (*match.people, *match.seated)}
    may_flip = render.has_sides(match.position)
    turn_line = (
        boards.your_turn(match, ping=match.is_thinking) if match.state is State.RUNNING else boards.outcome(match)
    )
    versus, preview = boards.versus(match, call=mention if visitor else bold), None
    if visitor is None and match.state is State.FINISHED:
        preview = preview_of(request, f"/matches/{match.id}/card?wide", render.WIDE, board.alt, versus, turn_line)
    elif visitor is None:
        size = render.size(await _as_anyone_sees(request, match))
        preview = preview_of(request, board.picture, size, board.alt, versus, turn_line)
    may_do = await _options(request, match, actor) if actor else _Options()
    return {
        "preview": preview,
        "board": board,
        "match": match,
        "state": state_of(match),
        "offers": _offers(match, visitor.person) if visitor else [],
        "may_do": may_do,
        "may_flip": may_flip,
        "players": _players(match),
        "known": known,
        "ending": await _ending(request, match, visitor) if match.state is State.FINISHED else None,
        "next": await _next(request, board),
        "rematch": rematch_of(match),
        "html": partial(html, names=lambda person_id: known.get(person_id, "")),
        "versus": lines(versus, f"-# {challenges.terms(match)}"),
        "turn_line": turn_line,
        "time_line": turn_line
        if match.voting is not None
        else lines(clocks.deadline(match), clocks.banks(match), offers.waived(match)),
        "lessons": _lessons(match) if board.is_to_move else "",
    }


@dataclass(frozen=True, slots=True)
class _Player:
    """A player beside the board."""

    person: Person
    face: str
    """The key of their face; empty if they have none."""

    side: str
    is_to_move: bool

    deadline: datetime | None
    """Until when they have to move; None while they wait, or without a time limit."""

    bank: str
    """The time left in their bank while they wait, in words; empty if there are no banks."""


def _players(match: Match) -> Sequence[_Player]:
    faces, found = character_keys(match.seated), list[_Player]()
    for seat, person in enumerate(match.seated):
        is_to_move = match.state is State.RUNNING and match.position.turn == seat
        has_bank = match.state is State.RUNNING and not is_to_move and seat < len(match.banks)
        bank = clocks.stretch(match.banks[seat]) if has_bank else ""
        at = match.deadline if is_to_move else None
        side = say(match.position.side(Seat(seat)))
        found.append(_Player(person, faces[seat] if faces else "", side, is_to_move, at, bank))
    return found


@dataclass(frozen=True, slots=True)
class _Ending:
    """What is shown and sent at the end of a match besides the board."""

    verdict: str
    ratings: str
    turned: str
    """What turned the match, in a sentence; empty if that is unknown."""

    chances: str
    """The description of the curve of chances; empty if there is none."""

    sentence: str
    link: str
    """The address of the match for everybody; empty if it is not public."""


async def _ending(request: web.Request, match: Match, visitor: Visitor | None) -> _Ending:
    review = await _known_review(request, match, visitor)
    site, is_public = request.app[SITE].public, await settings.is_public(context_of(request), match)
    return _Ending(
        match_texts.verdict(match, None if visitor is None else visitor.person.id),
        rating_texts.new_ratings(match),
        "" if review is None else review_texts.turned(match, review),
        "" if review is None else review_texts.alt(match, review),
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


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview that other sites show under a link to a match, in plain text, with full addresses."""

    address: str
    description: str
    picture: str
    width: int
    height: int
    alt: str


def preview_of(request: web.Request, picture: str, size: tuple[int, int], alt: str, *sentences: str) -> Preview:
    """The preview of a page with a picture of a size, at the path `picture`; `sentences` describe the match."""
    site = request.app[SITE].public or f"http://{request.host}"
    description = " · ".join(html(sentence).striptags() for sentence in sentences if sentence)
    return Preview(f"{site}{request.path_qs}", description, f"{site}{picture}", *size, alt)
