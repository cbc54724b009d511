"""The leaderboard of a server, and what a person has achieved on it."""

from typing import Final

import discord
from discord import app_commands

from bot.actions import matches, ratings, settings
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import game_of, page_number
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post
from bot.chat.core.request import Request
from bot.chat.ratings import views
from bot.model.match import State
from bot.model.people import Person
from bot.model.ratings import ALL_ROUND, Field, Leaderboard
from bot.model.refusals.competitions import BotHasNoProfile, RatingsAreOfServers
from bot.texts import ratings as texts
from rules import GAMES

_LOOKS: Final = 3
"""How often a page is composed again because a person on it turned out to have left the server."""


@app_commands.command(name="leaderboard", description="Who plays best on this server, in one game or in all of them.")
@app_commands.describe(game="Which game; all of them together if you do not say")
@app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values()])
@slash
async def leaderboard_command(request: Request, game: str = ALL_ROUND) -> Answer:
    """Show the first page of a leaderboard."""
    return Show(await _page(request, game, 0))


@on_press("leaderboard_open")
async def open_leaderboard(request: Request) -> Answer:
    """Leaderboard, under a profile."""
    return Show(await _page(request, request.press.detail, 0))


@on_press("leaderboard", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Back and Next, under a leaderboard."""
    pool, _, number = request.press.detail.partition("/")
    return Change(await _page(request, pool, page_number(number)))


@on_press("leaderboard_of", in_place=True, takes_value=True)
async def choose_pool(request: Request) -> Answer:
    """Another game, from the menu under a leaderboard."""
    return Change(await _page(request, request.value, 0))


@on_press("leaderboard_about")
async def explain(_request: Request) -> Answer:
    """How it works, under a leaderboard."""
    return Say(texts.about_ratings())


async def _page(request: Request, pool: str, page: int) -> Post:
    """A page of a leaderboard. Raises `UnknownGame` or `RatingsAreOfServers`."""
    known = pool if pool == ALL_ROUND else game_of(pool).key
    request.services.members.met(_server_of(request), request.person.id)
    return views.leaderboard(await _composed(request, known, page), request.person.id)


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
    """The server of a request. Raises `RatingsAreOfServers` in a direct message."""
    if request.server_id is None:
        raise RatingsAreOfServers
    return request.server_id


@app_commands.command(name="profile", description="Somebody's results, rivals and ratings.")
@app_commands.describe(player="Whose profile; yours if you do not say")
@slash
async def profile_command(request: Request, player: discord.User | None = None) -> Answer:
    """Show what a player has achieved on this server."""
    return Show(await _profile(request, request.person if player is None else _player(player)))


@app_commands.context_menu(name="Profile")
@slash
async def profile_of(request: Request, person: discord.Member) -> Answer:
    """Profile, in the menu that Discord opens on a person."""
    return Show(await _profile(request, _player(person)))


@on_press("profile_open")
async def open_profile(request: Request) -> Answer:
    """My profile, under a leaderboard."""
    return Show(await _profile(request, request.person))


def _player(chosen: discord.User | discord.Member) -> Person:
    """The person chosen. Raises `BotHasNoProfile`."""
    person = Person(chosen.id, chosen.display_name)
    if chosen.bot:
        raise BotHasNoProfile(person)
    return person


async def _profile(request: Request, person: Person) -> Post:
    services, server_id = request.services, _server_of(request)
    services.members.met(server_id, request.person.id)
    found = await ratings.profile(request.context, person, server_id, services.members.gone(server_id))
    running = await matches.of_person(request.context, person, server_id, State.RUNNING)
    theme = await settings.theme_of(request.context, server_id)
    return await views.profile(found, running, request.person, services.symbols, theme)
