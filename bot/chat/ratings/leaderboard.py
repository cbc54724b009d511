"""The leaderboard of a server."""

from typing import Final

import discord
from discord import app_commands, ui

from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import game_of, page_number
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, layout
from bot.chat.core.press import Press, PressMenu, button, menu, row_of
from bot.chat.core.request import Request
from bot.model.ratings import ALL_ROUND
from bot.model.refusals.ratings import RatingsAreOfServers
from bot.store.leaderboards import Field, Leaderboard, LeaderboardRow, leaderboard
from bot.texts import names, ratings
from rules import GAMES

_LOOKS: Final = 3
"""How often a page is composed anew because somebody on it turned out to have left."""

_MOST_OPTIONS: Final = 25


@app_commands.command(name="leaderboard", description="Who plays best on this server, in one game or in all of them.")
@app_commands.describe(game="Which game; all of them together if you do not say")
@app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values()])
@slash
async def leaderboard_command(request: Request, game: str = ALL_ROUND) -> Answer:
    """Show the first page of a leaderboard."""
    return Show(await _page(request, _pool(game), 0))


@on_press("leaderboard_open")
async def open_leaderboard(request: Request) -> Answer:
    """Leaderboard, under a profile."""
    return Show(await _page(request, _pool(request.press.detail), 0))


@on_press("leaderboard", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Back and Next, under a leaderboard."""
    pool, _, number = request.press.detail.partition("/")
    return Change(await _page(request, _pool(pool), page_number(number)))


@on_press("leaderboard_of", in_place=True, takes_value=True)
async def choose_pool(request: Request) -> Answer:
    """Another game, from the menu under a leaderboard."""
    return Change(await _page(request, _pool(request.value), 0))


@on_press("leaderboard_about")
async def explain(_request: Request) -> Answer:
    """How it works, under a leaderboard."""
    return Say(ratings.about_ratings())


def _pool(key: str) -> str:
    """The pool of that name. Raises `UnknownGame`."""
    return key if key == ALL_ROUND else game_of(key).key


def server_of(request: Request) -> int:
    """The server that somebody asks on. Raises `RatingsAreOfServers` in a direct message."""
    if request.server_id is None:
        raise RatingsAreOfServers
    return request.server_id


async def _page(request: Request, pool: str, page: int) -> Post:
    request.services.members.met(server_of(request), request.person.id)
    return Post(layout(*_items(await _composed(request, pool, page), request.person.id)))


async def _composed(request: Request, pool: str, page: int, looks: int = _LOOKS) -> Leaderboard:
    """A page without those who turn out to have left."""
    members, server_id, guild = request.services.members, server_of(request), request.surroundings.guild
    field = Field(server_id, pool, members.gone(server_id))
    board = await leaderboard(request.services.database, field, page, request.person.id)
    people = [row.person.id for row in board.rows]
    if looks and guild is not None and await members.look_up(guild, people):
        return await _composed(request, pool, page, looks - 1)
    return board


def _items(board: Leaderboard, person_id: int) -> list[ui.Item[ui.LayoutView]]:
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(ratings.leaderboard_heading(board.pool))]
    for part in _parts(board, person_id):
        items += [ui.Separator(visible=False), ui.TextDisplay(part)]
    if board.rows and board.own not in board.rows:
        own = ratings.no_own_rating(board.pool) if board.own is None else _line(board, person_id, board.own)
        items += [ui.Separator(), ui.TextDisplay(own)]
    if board.pages > 1:
        items.append(ui.TextDisplay(names.page_of(board.page, board.pages)))
    return [*items, row_of(_menu(board.pool)), _buttons(board)]


def _parts(board: Leaderboard, person_id: int) -> list[str]:
    """The people on a page, those with provisional ratings apart."""
    if not board.rows:
        return [ratings.empty_leaderboard(board.pool)]
    parts = [_line(board, person_id, row) for row in board.rows]
    ranked = sum(row.position is not None for row in board.rows)
    if ranked < len(parts):
        parts.insert(ranked, ratings.provisional_heading())
    return parts


def _line(board: Leaderboard, person_id: int, row: LeaderboardRow) -> str:
    """Somebody, in a form in which figures stand below each other on the whole page."""
    on_page = board.rows if board.own is None else (*board.rows, board.own)
    width = max(len(str(one.position or "")) for one in on_page)
    return ratings.leaderboard_row(row, is_own=row.person.id == person_id, width=width)


def _menu(pool: str) -> PressMenu:
    pools = (ALL_ROUND, *GAMES)[:_MOST_OPTIONS]
    options = [discord.SelectOption(label=ratings.pool_name(key), value=key, default=key == pool) for key in pools]
    return menu(ratings.leaderboard_menu_hint(), Press("leaderboard_of"), options)


def _buttons(board: Leaderboard) -> ui.ActionRow[ui.LayoutView]:
    others = button("My profile", Press("profile_open")), button("How it works", Press("leaderboard_about"))
    if board.pages == 1:
        return row_of(*others)
    back, following = (
        Press("leaderboard", detail=f"{board.pool}/{page}") for page in (max(board.page - 1, 0), board.page + 1)
    )
    return row_of(
        button("Back", back, disabled=board.page == 0),
        button("Next", following, disabled=board.page == board.pages - 1),
        *others,
    )
