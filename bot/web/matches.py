"""Matches on the page: the board and its actions, watching, and replays."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from aiohttp import web

import render
from bot.actions import matches, playing, settings, votes
from bot.actions.change import JoiningChange, check_begun
from bot.actions.replays import FilmProgress, Studio
from bot.model.match import Match, State, may_be_abandoned
from bot.model.offer_rules import rematch_of
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, may
from bot.model.refusals import Refusal
from bot.model.refusals.matches import MatchElsewhere, NotPlaying, NotStarted, UnknownMatch
from bot.model.refusals.people import NotNow
from bot.model.replays import Replay
from bot.model.votes import DRAW, RESIGN
from bot.opponents.manners import willing_to_draw
from bot.pictures import filmed, painted, scene_of, viewpoint_of
from bot.records.lessons import lessons_of
from bot.sharing import check_shared, replay_file
from bot.texts import boards, challenges, characters, clocks, errors, replays
from bot.texts import matches as texts_of_matches
from bot.texts import votes as texts_of_votes
from bot.texts.language import voice
from bot.texts.markup import html
from bot.texts.names import lines, literal_name
from bot.web.access import (
    SITE,
    VISITOR,
    Visitor,
    actor_here,
    actor_seen,
    address_of,
    check_may_post,
    check_session,
    context_of,
    drawn,
    form_of,
    is_member,
    visitor_of,
)
from bot.web.boards import LONGEST_STAGE, board_of, picture
from bot.web.challenges import answers
from bot.web.live import HUB, state_of, stream
from bot.web.more import DEEDS, HINT, Entry, Sent, asked, entries, said
from bot.web.pages import is_scripted, number, page
from render.theme import WIDTH
from rules import GAMES
from rules.core import MoveError, Seat

STUDIO: Final = web.AppKey("studio", Studio)
"""The studio that paints shared files."""


async def show(request: web.Request) -> web.Response:
    """Show a match with its board; for the script of an open page, only the board."""
    try:
        match, visitor = await match_of(request)
    except NotStarted as waiting:  # the page shows the match as soon as it begins
        told: dict[str, Any] = {
            "match": waiting.match,
            "text": html(errors.reason(waiting)),
            "state": state_of(waiting.match),
        }
        told["answers"] = answers(waiting.match, await actor_here(request)) if VISITOR in request else []
        return _shown(request, "waiting.html", waiting.match, told)
    return _shown(request, "board.html", match, await _board(request, match, visitor))


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


def _shown(
    request: web.Request, template: str, match: Match, values: Mapping[str, Any], status: int = 200
) -> web.Response:
    whole = {"part": template, "title": f"{match.game.name} #{match.id}", "preview": None, **values}
    return page(request, template if is_scripted(request) else "match.html", status=status, **whole)


async def replay(request: web.Request) -> web.Response:
    """Show a match after some of its steps."""
    match, visitor = await match_of(request)
    whole, ply = Replay.of(match), number(request.query, "ply", match.ply)
    then = whole.at(min(ply, whole.last))
    board, alt = f"/matches/{match.id}/picture?ply={then.last}", texts_of_matches.alt_text(then)
    versus, status_line = boards.versus(then), replays.replay_status(then)
    preview = None
    if visitor is None:
        painted_board = await _as_anyone_sees(request, match, then.last)
        preview = preview_of(request, board, painted_board, alt, versus, status_line)
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
        "alt": alt,
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


async def show_picture(request: web.Request) -> web.Response:
    """Send the picture of a board."""
    match, visitor = await match_of(request)
    watcher, seat = visitor.person.id if visitor else 0, _seat(match, await _actor(request, match, visitor))
    viewpoint = viewpoint_of(match, watcher)
    ply = number(request.query, "ply") if "ply" in request.query else None
    if viewpoint is None and (seat is None or ply is not None):
        data = await _as_anyone_sees(request, match, ply)
    elif ply is not None:
        then = Replay.of(match).at(ply)
        data = await drawn(request, painted, then.history.position, scene_of(then, viewpoint=viewpoint))
    else:
        chosen = request.query.get("chosen", "")[:LONGEST_STAGE]
        data = await drawn(request, picture, match, seat, viewpoint, chosen)
    headers = {"Cache-Control": "private, max-age=600"} if _is_current(request, match) else {}
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}", headers=headers)


async def _as_anyone_sees(request: web.Request, match: Match, ply: int | None = None) -> bytes:
    """The picture of a match, or of its position after `ply` entries, for a spectator."""
    then = match if ply is None else Replay.of(match).at(ply)
    return await drawn(request, painted, then.history.position, scene_of(then))


def _is_current(request: web.Request, match: Match) -> bool:
    """Whether the address names the current board, so that its picture never changes."""
    return request.query.get("revision") == str(match.revision) and match.state is State.RUNNING


async def events(request: web.Request) -> web.StreamResponse:
    """Stream the changes of a match."""
    hub, watcher = request.app[HUB], request[VISITOR].person.id if VISITOR in request else address_of(request)
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
        return await _vote(request, visitor, match_id, text, revision)
    except (Refusal, MoveError) as refusal:
        return await _refused(request, refusal)
    return await _after(request, change.match, visitor)


async def _vote(request: web.Request, visitor: Visitor, match_id: int, move: str, revision: int | None) -> web.Response:
    """Vote for a move of the channel where the visitor asked for the link."""
    actor = await actor_here(request)
    try:
        match = await votes.cast(context_of(request), actor, match_id, move, revision)
    except (Refusal, MoveError) as refusal:
        return await _refused(request, refusal)
    return await _after(request, match, visitor)


_MAY_END: Final = {"draw": MatchAct.OFFER, "vote_now": MatchAct.PLAY_NOW}
"""The actions that may end a match in a draw, if the characters agree, which takes a while to find out."""


async def do(request: web.Request) -> web.Response:
    """Carry out another action on a match, confirmed on the page if necessary."""
    visitor, form = visitor_of(request), await form_of(request)
    if form.get("deed") == HINT:
        return await _hint(request, visitor)
    if form.get("deed") in (RESIGN, DRAW):
        return await _vote(
            request, visitor, int(request.match_info["match_id"]), form["deed"], number(form, "revision")
        )
    deed = DEEDS.get(form.get("deed", ""))
    if deed is None:
        raise web.HTTPBadRequest
    match, _visitor = await match_of(request)
    plays = match.seat_of(visitor.person.id) is not None  # otherwise they host a match that their channel plays
    actor = visitor.actor if plays else await actor_here(request)
    ends = _MAY_END.get(form["deed"])
    may_end = ends is not None and may(ends, match, actor)
    willing = await drawn(request, willing_to_draw, match) if may_end else frozenset[int]()
    gone_id = await _gone_id(request, match, visitor.person) if form["deed"] == "call_off" else None
    sent = Sent(number(form, "revision"), number(form, "offer"), willing, gone_id)
    try:
        if form["deed"] == "rematch":
            await check_may_post(request, match.place.server_id, match.place.channel_id)
        async with _changing(request, actor, match.id) as change:
            deed(change, actor, sent)
    except (Refusal, MoveError) as refusal:
        return await _refused(request, refusal)
    rematch = rematch_of(change.match)
    if rematch is not None and rematch.id:
        raise web.HTTPSeeOther(f"/matches/{rematch.id}")
    return await _after(request, change.match, visitor, said(change.match, form["deed"], sent, visitor.person))


async def _entries(request: web.Request, match: Match, actor: Actor) -> list[Entry]:
    """The actions of a visitor besides moving."""
    may_be = may_be_abandoned(match, actor.person.id)
    gone_id = await _gone_id(request, match, actor.person) if may_be else None
    now, has_hints = context_of(request).now(), request.app[SITE].advise is not None
    return list(entries(match, actor, now, has_hints=has_hints, gone_id=gone_id))


async def _gone_id(request: web.Request, match: Match, person: Person) -> int | None:
    """The id of the player for whom a person waits without a time limit, if only that player has left the server."""
    asks, absent, server_id = request.app[SITE].is_member, match.to_move, match.place.server_id
    if asks is None or absent is None or not absent.is_on_discord or match.terms.has_limit or not server_id:
        return None
    try:
        has_left = await asks(server_id, person.id) and not await asks(server_id, absent.id)
    except NotNow:
        return None
    return absent.id if has_left else None


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


async def match_of(request: web.Request) -> tuple[Match, Visitor | None]:
    """The match of an address: a match of the visitor, of the server where they came from, or a public one.

    The visitor is None if they see it only as anyone may. Raises HTTPUnauthorized, or what `bot.actions.matches.find`
    and `check_begun` raise.
    """
    return await match_at(request, int(request.match_info["match_id"]))


async def match_at(request: web.Request, match_id: int) -> tuple[Match, Visitor | None]:
    """The match with this number, as `match_of`."""
    visitor = request.get(VISITOR)
    try:
        match = await _found(request, match_id)
    except (web.HTTPUnauthorized, UnknownMatch, MatchElsewhere):
        public = await public_match(request, match_id)
        if public is None:
            raise
        return public, None
    if not request.path.endswith("/events"):
        check_begun(match)
    return match, visitor


async def _found(request: web.Request, match_id: int) -> Match:
    """A match of the visitor, or one that they may watch on the server where they came from."""
    visitor, context = visitor_of(request), context_of(request)
    try:
        return await matches.find(context, visitor.actor, match_id)
    except UnknownMatch:
        if not await is_member(request, visitor):
            raise
        return await matches.find(context, Actor(visitor.person, visitor.session.server_id), match_id)


async def _board(
    request: web.Request, match: Match, visitor: Visitor | None, note: str = "", advised: str = ""
) -> dict[str, Any]:
    """The values of the board's template; after a change, only an `advised` move is chosen."""
    actor = await _actor(request, match, visitor)
    seat, viewpoint = _seat(match, actor), viewpoint_of(match, actor.person.id if actor else 0)
    if actor and not note:
        so_far = texts_of_votes.so_far(match, actor.person) if seat is not None else ""
        note = so_far or texts_of_votes.waits_for_other(match, actor.person, votes.part_of(match, actor))
    chosen = advised if request.method == "POST" else request.query.get("chosen", "")[:LONGEST_STAGE]
    board = await drawn(request, board_of, match, seat, viewpoint, chosen, note)
    known = {person.id: literal_name(person) for person in match.people}
    turn_line = (
        boards.your_turn(match, ping=match.is_thinking) if match.state is State.RUNNING else boards.outcome(match)
    )
    versus, preview = boards.versus(match), None
    if visitor is None:
        painted_board = await _as_anyone_sees(request, match)
        preview = preview_of(request, board.picture, painted_board, board.alt, versus, turn_line)
    return {
        "preview": preview,
        "board": board,
        "match": match,
        "width": WIDTH,
        "state": state_of(match),
        "asked": asked(match, visitor.person) if visitor else [],
        "entries": await _entries(request, match, actor) if actor else [],
        "rematch": rematch_of(match),
        "plays": visitor is not None and match.seat_of(visitor.person.id) is not None,
        "can_review": visitor and request.app[SITE].review and match.game.evaluation,
        "html": partial(html, names=lambda person_id: known.get(person_id, "")),
        "versus": lines(versus, f"-# {challenges.terms(match)}"),
        "turn_line": turn_line,
        "time_line": turn_line if match.voting is not None else lines(clocks.deadline(match), clocks.banks(match)),
        "lessons": _lessons(match) if board.is_to_move else "",
    }


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview that other sites show under a link to a match, in plain text, with full addresses."""

    address: str
    description: str
    picture: str
    width: int
    height: int
    alt: str


async def public_match(request: web.Request, match_id: int) -> Match | None:
    """A match as anyone may watch it, without vacations; None if it does not exist or is only for members."""
    context = context_of(request)
    try:
        match = await matches.load(context, match_id)
    except UnknownMatch:
        return None
    return replace(match, away=()) if await settings.is_public(context, match) else None


def preview_of(request: web.Request, picture: str, painted: bytes, alt: str, *sentences: str) -> Preview:
    """The preview of a page with the picture `painted`, at the path `picture`; `sentences` describe the match."""
    site = request.app[SITE].public or f"http://{request.host}"
    description = " · ".join(html(sentence).striptags() for sentence in sentences if sentence)
    return Preview(f"{site}{request.path_qs}", description, f"{site}{picture}", *render.size(painted), alt)
