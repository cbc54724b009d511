"""The command `/settings`: its card, and what its menus do."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands, ui

from bot.actions import settings as stored
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import game_of, games_in
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, menu, row_of
from bot.chat.core.request import Request
from bot.chat.core.settings import menu_of, options_of, value_of, values_of
from bot.model.refusals.people import TellsOnServers
from bot.texts import challenges as lookouts
from bot.texts.settings import SETTINGS, TELL, own_settings
from rules import GAMES

_LONGEST_LIST: Final = 200
_LONGEST_CHOICE: Final = 100


@suggestions
async def complete_games(_request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """All games, none, and each game, after those that were typed before the last comma, for a command's `tell`."""
    before, comma, last = typed.rpartition(",")
    several = () if comma else (lookouts.ALL, lookouts.NONE)
    names = [*several, *(game.name for game in GAMES.values())]
    fitting = [name for name in names if name.casefold().startswith(last.strip().casefold())]
    found = [f"{before}{comma}{' ' if comma else ''}{name}" for name in fitting]
    return [app_commands.Choice(name=one, value=one) for one in found if len(one) <= _LONGEST_CHOICE]


@app_commands.command(
    name="settings", description="How Furlong tells you of your turn, when it keeps quiet, and who may challenge you."
)
@app_commands.autocomplete(tell=complete_games)
@options_of((*SETTINGS, TELL), tell=app_commands.Range[str, 1, _LONGEST_LIST])
@slash
async def settings(request: Request, **options: Any) -> Answer:
    """Change what was named and show how things are."""
    values = values_of(SETTINGS, options)
    games = None if options["tell"] is None else games_in(options["tell"])
    if games is not None and request.server_id is None:
        raise TellsOnServers
    if values:
        await _prefer(request, values)
    if games is not None:
        await _look_out(request, games)
    return Show(await _card(request))


@on_press("own", in_place=True, takes_value=True)
async def choose(request: Request) -> Answer:
    """The menu of any setting."""
    await _prefer(request, value_of(SETTINGS, request))
    return Change(await _card(request))


@on_press("own_tell", in_place=True)
async def choose_games(request: Request) -> Answer:
    """The menu of the games of which the person is told here."""
    await _look_out(request, [game_of(key).key for key in request.values])
    return Change(await _card(request))


async def _prefer(request: Request, values: dict[str, Any]) -> None:
    await stored.prefer(request.context, request.person, lambda before: replace(before, **values))


async def _look_out(request: Request, games: Collection[str]) -> None:
    if request.server_id is None:
        raise TellsOnServers
    await stored.look_out(request.context, request.person, request.server_id, games)


async def _card(request: Request) -> Post:
    liked, now = await stored.of_person(request.context, request.person.id), discord.utils.utcnow()
    rows: list[ui.Item[ui.LayoutView]] = [
        row_of(menu_of(one, Press("own", detail=one.name), getattr(liked, one.stored_as), now)) for one in SETTINGS
    ]
    if request.server_id is not None:
        games = await stored.lookouts_of(request.context, request.person, request.server_id)
        options = [
            discord.SelectOption(label=lookouts.option(game.name), value=game.key, default=game.key in games)
            for game in GAMES.values()
        ]
        choosing = row_of(menu(lookouts.MENU_HINT, Press("own_tell"), options, any_number=True))
        rows += [ui.TextDisplay(lookouts.in_settings(games)), choosing]
    return Post(plain(own_settings(liked, now), *rows))
