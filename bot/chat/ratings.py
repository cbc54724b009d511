"""Commands and handlers for the leaderboard of a server and for profiles."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands, ui

import render
from bot.actions import matches, ratings, settings
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.members import person_of
from bot.chat.core.messages import Post, Unpainted, image, layout, picture
from bot.chat.core.press import PressMenu, button, menu, row_of, turning
from bot.chat.core.request import Request
from bot.chat.matches.commands import match_line
from bot.model.match import State, Summary
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.ratings import ALL_ROUND, Field, Leaderboard, LeaderboardRow, Profile
from bot.model.refusals.competitions import BotHasNoProfile, ProfileOfAnother
from bot.screens.core import Act, game_of, page_number
from bot.texts import limits, names
from bot.texts import ratings as texts
from bot.texts.clocks import short_day, short_month
from bot.texts.language import say
from bot.texts.symbols import Symbols
from rules import GAMES

_MOST_RUNNING: Final = 4  # matches on a profile

_LOOKS: Final = 3
"""The most attempts to compose a page without people who turn out to have left the server."""


@app_commands.command(name="leaderboard", description="Who plays best on this server, in one game or in all of them.")
@app_commands.describe(game="Which game; all of them together if you do not say")
@app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values()])
@slash
async def leaderboard_command(request: Request, game: str = ALL_ROUND) -> Answer:
    """Show the first page of a leaderboard."""
    return Show(await _page(request, game, 0))


@on_press("leaderboard_open")
async def open_leaderboard(request: Request) -> Answer:
    """Handle Leaderboard, under a profile."""
    return Show(await _page(request, request.act.detail, 0))


@on_press("leaderboard", in_place=True)
async def show_page(request: Request) -> Answer:
    """Handle Back and Next, under a leaderboard."""
    pool, _, number = request.act.detail.partition("/")
    return Change(await _page(request, pool, page_number(number)))


@on_press("leaderboard_of", in_place=True, takes_value=True)
async def choose_pool(request: Request) -> Answer:
    """Handle the choice of another game in the menu under a leaderboard."""
    return Change(await _page(request, request.value, 0))


@on_press("leaderboard_about")
async def explain(_request: Request) -> Answer:
    """Handle How it works, under a leaderboard."""
    return Say(texts.about_ratings())


async def _page(request: Request, pool: str, page: int) -> Post:
    """A page of a leaderboard. Raises `UnknownGame`."""
    known = pool if pool == ALL_ROUND else game_of(pool).key
    request.services.members.met(_server_of(request), request.person.id)
    return _leaderboard_post(await _composed(request, known, page), request.person.id)


async def _composed(request: Request, pool: str, page: int, looks: int = _LOOKS) -> Leaderboard:
    """A page without the people who turn out to have left the server."""
    members, server_id, guild = request.services.members, _server_of(request), request.surroundings.guild
    field = Field(server_id, pool, members.gone(server_id))
    board = await ratings.leaderboard(request.context, field, page, request.person)
    people = [row.person.id for row in board.rows]
    if looks and guild is not None and await members.look_up(guild, people):
        return await _composed(request, pool, page, looks - 1)
    return board


def _server_of(request: Request) -> int:
    """The server whose matches count, or `DIRECT` if there is no server."""
    return request.server_id or DIRECT


@app_commands.command(name="profile", description="A player's results, rivals and ratings.")
@app_commands.describe(player="Whose profile; yours if you do not say")
@slash
async def profile_command(request: Request, player: discord.User | None = None) -> Answer:
    """Show a player's profile on this server."""
    return Show(await _profile(request, request.person if player is None else _player(player)))


@app_commands.context_menu(name="Profile")
@slash
async def profile_of(request: Request, person: discord.Member) -> Answer:
    """Profile, in the menu that Discord opens on a person."""
    return Show(await _profile(request, _player(person)))


@on_press("profile_open")
async def open_profile(request: Request) -> Answer:
    """Handle My profile, under a leaderboard."""
    return Show(await _profile(request, request.person))


def _player(chosen: discord.User | discord.Member) -> Person:
    """The person chosen. Raises `BotHasNoProfile`."""
    person = person_of(chosen)
    if chosen.bot:
        raise BotHasNoProfile(person)
    return person


async def _profile(request: Request, person: Person) -> Post:
    """A person's profile. Raises `ProfileOfAnother`."""
    if request.server_id is None and person.id != request.person.id:
        raise ProfileOfAnother(person)
    services, server_id = request.services, _server_of(request)
    services.members.met(server_id, request.person.id)
    found = await ratings.profile(request.context, person, server_id, services.members.gone(server_id))
    running = await matches.of_person(request.context, person, server_id, State.RUNNING)
    theme = await settings.theme_of(request.context, server_id)
    return await _profile_post(found, running, request.person, services.symbols, theme)


_Item = ui.Item[ui.LayoutView]


def _leaderboard_post(board: Leaderboard, person_id: int) -> Post:
    """A page of a leaderboard, as `person_id` sees it."""
    items: list[_Item] = [ui.TextDisplay(texts.leaderboard_heading(board))]
    for part in _parts(board, person_id):
        items += [ui.Separator(visible=False), ui.TextDisplay(part)]
    if board.rows and board.own not in board.rows:
        own = texts.no_own_rating(board) if board.own is None else _line(board, person_id, board.own)
        items += [ui.Separator(), ui.TextDisplay(own)]
    if board.pages > 1:
        items.append(ui.TextDisplay(names.page_of(board.page, board.pages)))
    return Post(layout(*items, row_of(_menu(board.pool)), _buttons(board)))


def _parts(board: Leaderboard, person_id: int) -> list[str]:
    """The rows of a page, with a heading over provisional ratings."""
    if not board.rows:
        return [texts.empty_leaderboard(board)]
    parts = [_line(board, person_id, row) for row in board.rows]
    ranked = sum(row.position is not None for row in board.rows)
    if ranked < len(parts):
        parts.insert(ranked, texts.provisional_heading())
    return parts


def _line(board: Leaderboard, person_id: int, row: LeaderboardRow) -> str:
    """A person's row, with figures padded to the widest on the page, so that they are aligned."""
    on_page = board.rows if board.own is None else (*board.rows, board.own)
    width = max(len(str(one.position or "")) for one in on_page)
    return texts.leaderboard_row(row, is_own=row.person.id == person_id, width=width)


def _menu(pool: str) -> PressMenu:
    pools = (ALL_ROUND, *GAMES)[: limits.MENU]
    options = [discord.SelectOption(label=texts.pool_name(key), value=key, default=key == pool) for key in pools]
    return menu(say("Another game"), Act("leaderboard_of"), options)


def _buttons(board: Leaderboard) -> ui.ActionRow[ui.LayoutView]:
    others = button(say("My profile"), Act("profile_open")), button(say("How it works"), Act("leaderboard_about"))
    if board.pages == 1:
        return row_of(*others)
    act = Act("leaderboard", detail=f"{board.pool}/")
    return row_of(*turning(act, board.page, board.pages, say("Back"), say("Next")), *others)


async def _profile_post(
    found: Profile, running: Sequence[Summary], asker: Person, symbols: Symbols, theme: str
) -> Post:
    """A profile, with the first of the matches that the person is playing."""
    chart = await _chart(found, theme)
    results = texts.profile_results(found) if found.matches else texts.nothing_reached(found.person, asker)
    items: list[_Item] = [ui.TextDisplay(f"{texts.profile_heading(found.person)}\n{results}")]
    if chart is not None:
        items.append(image(texts.curve_alt(found.person, found.tracks)))
    if found.rivals:
        items += [ui.Separator(visible=False), ui.TextDisplay(texts.profile_rivals(found.rivals))]
    if found.characters:
        items += [ui.Separator(visible=False), ui.TextDisplay(texts.profile_characters(found.characters))]
    if running:
        items += [ui.Separator(visible=False), ui.TextDisplay(say("**Playing now**"))]
        items += [match_line(match, found.person, asker, symbols) for match in running[:_MOST_RUNNING]]
    if len(running) > _MOST_RUNNING:
        items.append(ui.TextDisplay(texts.more_matches(len(running) - _MOST_RUNNING)))
    return Post(layout(*items, row_of(button(say("Leaderboard"), Act("leaderboard_open", detail=ALL_ROUND)))), chart)


async def _chart(found: Profile, theme: str) -> bytes | Unpainted | None:
    """The chart of ratings, painted off the event loop; None if there are no ratings."""
    if not found.tracks:
        return None
    lines = [
        render.Line(texts.pool_name(track.pool), [render.Point(at.timestamp(), rating) for at, rating in track.points])
        for track in found.tracks
    ]
    # The person's name is above the picture, where every script can be shown.
    curve = render.Curve(say("Ratings"), lines, theme, short_day, short_month)
    return await picture(lambda: render.curve(curve))
