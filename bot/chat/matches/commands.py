"""Commands and handlers for matches: board, log, text, lists, resigning, and checking the dice."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands, ui

from bot.actions import matches
from bot.actions.change import check_running
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import complete_match, named_or_asked
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.members import person_of
from bot.chat.core.messages import Post, plain, ply_of, texts_of
from bot.chat.core.press import button_of, items_of, row_of
from bot.chat.core.request import Request
from bot.chat.matches.views import private_board
from bot.chat.pages import opening
from bot.chat.replays import views as view
from bot.model.lobby import LobbyChallenge
from bot.model.match import Match, State, Summary
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.refusals.matches import NoBoardThere
from bot.model.replays import Replay
from bot.screens import lobby as lobby_screens
from bot.screens.core import Act, page_number, snowflake, turning
from bot.screens.lobby import FIRST
from bot.screens.matches import line_of
from bot.screens.pictures import viewpoint_of
from bot.texts import challenges as challenge_texts
from bot.texts import lobby as lobby_texts
from bot.texts import matches as match_texts
from bot.texts import names
from bot.texts.language import say


@app_commands.command(name="board", description="Show the current board of a match, for you alone.")
@app_commands.describe(match="Which match, if you have several here", as_text="As text instead of a picture")
@app_commands.autocomplete(match=complete_match)
@slash
async def board(request: Request, match: str | None = None, as_text: bool = False) -> Answer:
    """Show a board privately."""
    target = await named_or_asked(request, match, Act("text") if as_text else Act("board"))
    return Say(_as_text(target, request.person)) if as_text else await _private(request, target)


@on_press("board")
async def show_board(request: Request) -> Answer:
    """Handle the choice of a match that `/board` may mean."""
    return await _private(request, await request.match())


async def _private(request: Request, match: Match) -> Show:
    if match.place.message_id is None and not match.place.by_player:
        match = await request.services.renew(match)  # Discord may have refused it, and people may have mended that
    return Show(await private_board(match, request.person, request.services.symbols))


@on_press("text")
async def show_text(request: Request) -> Answer:
    """Handle Text, under a board."""
    return Say(_as_text(await request.match(), request.person))


def _as_text(match: Match, person: Person) -> str:
    if not match.players_are_seated:
        return challenge_texts.challenge_status(match)
    return match_texts.text_board(match, viewpoint_of(match, person.id))


_PAGE: Final = 10  # matches, each with a button, in a message of forty components


@app_commands.command(name="games", description="List matches: whose turn it is and where the board is.")
@app_commands.describe(player="Whose matches; leave it out for yours")
@slash
async def games(request: Request, player: discord.User | None = None) -> Answer:
    """List a player's open and running matches and, for themselves, the votes in this channel."""
    person = request.person if player is None else person_of(player)
    return Show(Post(await _page(request, person, 0)))


@on_press("my_games")
async def list_own(request: Request) -> Answer:
    """Handle Your matches, under the table of a competition."""
    return Show(Post(await _page(request, request.person, 0)))


@on_press("games", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Handle Back and Next, under the list."""
    person_id, _, page = request.act.detail.partition("/")
    person = await matches.person_seen(request.context, request.actor, snowflake(person_id))
    return Change(Post(await _page(request, person, page_number(page))))


async def _page(request: Request, person: Person, number: int) -> ui.LayoutView:
    # In a direct message people may look at their own matches on all servers, not at those of others.
    visible = person if request.server_id is not None else request.person
    listed = await matches.of_person(request.context, visible, request.server_id, State.RUNNING, State.OPEN)
    if visible == request.person:
        direct = (
            ()
            if request.server_id is None
            else await matches.of_person(request.context, visible, DIRECT, State.RUNNING)
        )
        waits = [match for match in direct if match.to_move == visible]
        listed = [*await matches.voted_on_by(request.context, request.actor), *waits, *listed]
    offered = await matches.in_lobby(request.context, request.actor, FIRST) if visible == request.person else ()
    if not listed:
        return plain(match_texts.no_games(visible, request.person), *_lobby(offered))
    pages = -(-len(listed) // _PAGE)
    number = min(number, pages - 1)
    on_page = listed[number * _PAGE : (number + 1) * _PAGE]
    gone = await _gone(request, on_page)
    lines = items_of([line_of(match, visible, request.person, request.services.symbols, gone) for match in on_page])
    heading = match_texts.games_heading(visible, request.person)
    beside = await opening(request) if visible == request.person else ()
    if pages == 1:
        lobby = _lobby(offered if len(on_page) <= FIRST else [])
        return plain(heading, *lines, *([row_of(*beside)] if beside else []), *lobby)
    others = turning(Act("games", detail=f"{visible.id}/"), number, pages, say("Back"), say("Next"))
    return plain(
        heading, *lines, ui.TextDisplay(names.page_of(number, pages)), row_of(*map(button_of, others), *beside)
    )


def _lobby(offered: Sequence[tuple[LobbyChallenge, Summary]]) -> Sequence[ui.Item[ui.LayoutView]]:
    """The first challenges for everyone on Furlong, and the way to all of them, where there are any."""
    if not offered:
        return ()
    heading = ui.TextDisplay[ui.LayoutView](f"### {say(lobby_texts.LOBBY)}")
    return heading, *items_of(lobby_screens.lines(offered)), row_of(button_of(lobby_screens.way()))


async def _gone(request: Request, listed: Sequence[Summary]) -> frozenset[int]:
    """The people in running matches here who have left the server."""
    people = {person for match in listed if match.state is State.RUNNING for person in match.people}
    return await request.left([person.id for person in people if person.is_on_discord])


@on_press("resign_no", in_place=True)
async def keep(request: Request) -> Answer:
    """Handle Play on, after the question."""
    match = await request.match()
    check_running(match, request.person)
    return Change.to_text(match_texts.played_on(match))


@app_commands.context_menu(name="Text")
@slash
async def text(request: Request, message: discord.Message) -> Answer:
    """Show the board of a message as text."""
    match, ply = await _shown_in(request, message)
    if ply == match.ply:
        return Say(_as_text(match, request.person))
    return Say(match_texts.text_then(Replay.of(match).at(ply), viewpoint_of(match, request.person.id)))


@app_commands.context_menu(name="Replay from here")
@slash
async def replay_from_here(request: Request, message: discord.Message) -> Answer:
    """Replay the match of a message, starting at the position that the message shows."""
    match, ply = await _shown_in(request, message)
    return Show(await view.position(Replay.of(match), ply))


async def _shown_in(request: Request, message: discord.Message) -> tuple[Match, int]:
    """The match of one of our messages, named in its heading, and the ply that it shows.

    Boards need no buttons for that. Raises `NoBoardThere`, or the errors of `Request.find`.
    """
    texts = texts_of(message) if message.author == request.services.discord.user else []
    number = next(filter(None, map(names.number_in_title, texts)), None)
    if number is None:
        raise NoBoardThere
    match = await request.find(number)
    if not match.players_are_seated:
        raise NoBoardThere
    ply = None if message.id == match.place.message_id else ply_of(message)
    return match, match.ply if ply is None else min(ply, match.ply)
