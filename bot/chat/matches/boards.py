"""Looking at a board: the picture, the text, and the buttons behind More."""

from typing import Final

import discord
from discord import app_commands, ui

from bot.actions.checks import check_begun
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import page_number
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.chat.matches.match_argument import complete_match, named_or_asked
from bot.chat.matches.viewpoint import viewpoint
from bot.chat.matches.views import private_board
from bot.model.match import Match, State
from bot.model.people import Person
from bot.texts import boards, challenges, guide, matches

_TWO: Final = 2


@app_commands.command(name="board", description="Show the current board of a match, for you alone.")
@app_commands.describe(match="Which match, if you have several here", as_text="As text instead of a picture")
@app_commands.autocomplete(match=complete_match)
@slash
async def board(request: Request, match: str | None = None, as_text: bool = False) -> Answer:
    """Show a board privately."""
    target = await named_or_asked(request, match, Press("text") if as_text else Press("board"))
    if as_text:
        return Say(_as_text(target))
    return Show(await private_board(target, request.person, request.services.symbols, await viewpoint(request, target)))


@on_press("board")
async def show_board(request: Request) -> Answer:
    """A match, chosen from those that `/board` may mean."""
    match = await request.match()
    return Show(await private_board(match, request.person, request.services.symbols, await viewpoint(request, match)))


@on_press("text")
async def show_text(request: Request) -> Answer:
    """Text, under a board."""
    match = await request.match()
    return Say(_as_text(match))


def _as_text(match: Match) -> str:
    return matches.text_board(match) if match.players_are_seated else challenges.challenge_status(match)


@on_press("more")
async def more(request: Request) -> Answer:
    """More, under a board: what is needed now and then."""
    match = await request.match()
    check_begun(match)
    return Show(Post(plain(guide.more(match), *_more(match, request.person))))


def _more(match: Match, person: Person) -> list[ui.ActionRow[ui.LayoutView]]:
    """What stands behind More: for everybody, then for those who play. Each row has room on a phone."""
    for_all = [
        button("Log", Press("log", match.id, match.revision)),
        button("Replay", Press("replay", match.id, match.revision)),
        button("Rules", Press("rules", detail=f"{match.game.key}/0")),
        button("Try moves", Press("try", match.id)),
    ]
    seat, note = match.seat_of(person.id), button("Note", Press("note", match.id))
    if seat is not None and match.state is not State.RUNNING:
        return [row_of(*for_all, note)]
    if seat is None or match.seating.has_left(seat):
        return [row_of(*for_all)]
    for_themselves = [button("Plan", Press("plan", match.id, match.revision)), note]
    if match.has_hints:
        for_themselves.append(button("Hint", Press("hint", match.id, match.revision)))
    asking = [
        button("Draw", Press("draw", match.id, match.revision)),
        button("Takeback", Press("takeback", match.id, match.revision)),
    ]
    if match.clock is not None:
        asking.append(button("More time", Press("time", match.id, match.revision)))
    leaving = [button("Resign", Press("resign", match.id, match.revision), discord.ButtonStyle.danger)]
    if match.seats == _TWO and not match.has_characters:
        leaving.insert(0, button("Hand over", Press("handover", match.id, match.revision)))
    return [row_of(*buttons) for buttons in (for_all, for_themselves, asking, leaving)]


@on_press("log")
async def log(request: Request) -> Answer:
    """Log: all that has happened, the latest first."""
    match = await request.match()
    return Show(_log(match, 0))


@on_press("log_page", in_place=True)
async def turn_log(request: Request) -> Answer:
    """Earlier and Later, under the log."""
    match = await request.match()
    return Change(_log(match, page_number(request.press.detail)))


def _log(match: Match, page: int) -> Post:
    last = boards.log_pages(match) - 1
    page = min(page, last)
    if not last:
        return Post(plain(boards.log_page(match, page)))
    older = button("Earlier", Press("log_page", match.id, 0, str(page + 1)), disabled=page == last)
    newer = button("Later", Press("log_page", match.id, 0, str(max(page - 1, 0))), disabled=page == 0)
    return Post(plain(boards.log_page(match, page), row_of(older, newer)))
