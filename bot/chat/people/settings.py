"""Settings: what somebody likes, as a group of commands."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to the one below.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final, TypeVar

import discord
from discord import app_commands, ui

import render
from bot.actions import settings as stored
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import game_of, games_in
from bot.chat.core.dispatcher import slash, suggestions
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, menu, row_of
from bot.chat.core.request import Request
from bot.model.durations import quiet_in
from bot.model.refusals.people import TellsOnServers, UnknownSetting, UnknownZone
from bot.model.settings import Challengers, Preferences, Reach, Sharing, View
from bot.model.zones import zone_named, zone_of, zones_like
from bot.texts import challenges as lookouts
from bot.texts import settings as sentences
from rules import GAMES

_LONGEST: Final = 60
_LONGEST_LIST: Final = 200
_MOST_CHOICES: Final = 25
_LONGEST_CHOICE: Final = 100
_SIMILAR: Final = 3
_NIGHTS: Final = ("off", "20-7", "21-6", "21-7", "22-6", "22-7", "22-8", "23-7", "23-8", "0-7", "0-8", "0-9", "1-9")
_Value = TypeVar("_Value")
_Setting = TypeVar("_Setting", bound=StrEnum)
_Text = app_commands.Range[str, 1, _LONGEST]
_List = app_commands.Range[str, 1, _LONGEST_LIST]


def _choices(values: Iterable[_Setting], label: Callable[[_Setting], str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=label(one), value=one.value) for one in values]


@suggestions
async def complete_zone(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Time zones that fit what was typed, for a command's `zone`."""
    return [app_commands.Choice(name=_zone_label(zone), value=zone) for zone in zones_like(typed, _MOST_CHOICES)]


@suggestions
async def complete_quiet(_request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Usual quiet hours that begin with what was typed, for a command's `quiet`."""
    labels = {sentences.quiet(quiet_in(night)): sentences.quiet_option(quiet_in(night)) for night in _NIGHTS}
    fitting = [(value, label) for value, label in labels.items() if value.startswith(typed.strip().casefold())]
    return [app_commands.Choice(name=label, value=value) for value, label in fitting]


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
    name="me", description="How Furlong tells you of your turn, when it keeps quiet, and who may challenge you."
)
@app_commands.describe(
    notice="How you are told that it is your turn",
    quiet="Hours in which Furlong does not disturb you, such as 22-7 or 22:00-07:30, or off",
    zone="Where your clock is, such as Europe/Berlin; a city will do",
    view="From which side you see boards that are shown to you alone",
    tell="Of which games you are told when somebody here looks for players, such as Furl, Fursaz; all, or none",
    challenges="Who may challenge you and make you offers in your matches",
    puzzles="Whether positions from your finished matches may become puzzles for their server",
)
@app_commands.autocomplete(quiet=complete_quiet, zone=complete_zone, tell=complete_games)
@app_commands.choices(
    notice=_choices(Reach, sentences.reach),
    view=_choices(View, sentences.view),
    challenges=_choices(Challengers, sentences.challengers),
    puzzles=_choices(Sharing, sentences.sharing),
)
@slash
async def own(
    request: Request,
    notice: str | None = None,
    quiet: _Text | None = None,
    zone: _Text | None = None,
    view: str | None = None,
    challenges: str | None = None,
    puzzles: str | None = None,
    tell: _List | None = None,
) -> Answer:
    """Change what was named and show how things are."""
    values: dict[str, Any] = {} if notice is None else {"reach": _one_of(Reach, notice)}
    if quiet is not None:
        values["quiet"] = quiet_in(quiet)
    if zone is not None:
        values["time_zone"] = _zone(zone)
    if view is not None:
        values["view"] = _one_of(View, view)
    if challenges is not None:
        values["challengers"] = _one_of(Challengers, challenges)
    if puzzles is not None:
        values["sharing"] = _one_of(Sharing, puzzles)
    games = None if tell is None else games_in(tell)
    if games is not None and request.server_id is None:
        raise TellsOnServers
    liked = await _prefer(request, values)
    if games is not None:
        await _look_out(request, games)
    return Show(await _own_card(request, liked))


@on_press("own_notice", in_place=True, takes_value=True)
async def choose_reach(request: Request) -> Answer:
    """The menu of ways to be told."""
    return Change(await _own_card(request, await _prefer(request, {"reach": _one_of(Reach, request.value)})))


@on_press("own_quiet", in_place=True, takes_value=True)
async def choose_quiet(request: Request) -> Answer:
    """The menu of quiet hours."""
    return Change(await _own_card(request, await _prefer(request, {"quiet": quiet_in(request.value)})))


@on_press("own_zone", in_place=True, takes_value=True)
async def choose_zone(request: Request) -> Answer:
    """The menu of time zones."""
    return Change(await _own_card(request, await _prefer(request, {"time_zone": _zone(request.value)})))


@on_press("own_view", in_place=True, takes_value=True)
async def choose_view(request: Request) -> Answer:
    """The menu of sides from which boards are seen."""
    return Change(await _own_card(request, await _prefer(request, {"view": _one_of(View, request.value)})))


@on_press("own_tell", in_place=True)
async def choose_games(request: Request) -> Answer:
    """The menu of games of which they are told here."""
    if request.server_id is None:
        raise TellsOnServers
    await _look_out(request, [game_of(key).key for key in request.values])
    return Change(await _own_card(request, await _prefer(request, {})))


async def _look_out(request: Request, games: Collection[str]) -> None:
    assert request.server_id is not None, "that was looked at"
    await stored.look_out(request.context, request.person, request.server_id, games)


@on_press("own_challenges", in_place=True, takes_value=True)
async def choose_challengers(request: Request) -> Answer:
    """The menu of who may challenge them."""
    values = {"challengers": _one_of(Challengers, request.value)}
    return Change(await _own_card(request, await _prefer(request, values)))


@on_press("own_sharing", in_place=True, takes_value=True)
async def choose_sharing(request: Request) -> Answer:
    """The menu of what may become of somebody's finished matches."""
    return Change(await _own_card(request, await _prefer(request, {"sharing": _one_of(Sharing, request.value)})))


async def _prefer(request: Request, values: dict[str, Any]) -> Preferences:
    person = request.person
    if not values:
        return await stored.of_person(request.context, person.id)
    return await stored.prefer(request.context, person, lambda before: replace(before, **values))


async def _own_card(request: Request, liked: Preferences) -> Post:
    usual = [quiet_in(night) for night in _NIGHTS]
    nights = usual if liked.quiet in usual else [*usual, liked.quiet]
    familiar = zones_like("", _MOST_CHOICES)
    zones = familiar if liked.time_zone in familiar else [liked.time_zone, *familiar[: _MOST_CHOICES - 1]]
    menus = [
        (sentences.reach_menu_hint(), Press("own_notice"), _options(Reach, liked.reach, sentences.reach_option)),
        (
            sentences.quiet_menu_hint(),
            Press("own_quiet"),
            _options(nights, liked.quiet, sentences.quiet_option, sentences.quiet),
        ),
        (sentences.zone_menu_hint(), Press("own_zone"), _options(zones, liked.time_zone, _zone_label)),
        (sentences.view_menu_hint(), Press("own_view"), _options(View, liked.view, sentences.view_option)),
        (
            sentences.challengers_menu_hint(),
            Press("own_challenges"),
            _options(Challengers, liked.challengers, sentences.challengers_option),
        ),
        (sentences.sharing_menu_hint(), Press("own_sharing"), _options(Sharing, liked.sharing, sentences.sharing)),
    ]
    text = sentences.own_settings(liked, discord.utils.utcnow(), _boards_without_sides())
    rows = [row_of(menu(hint, press, options)) for hint, press, options in menus]
    return Post(plain(text, *rows, *await _lookout_items(request)))


def _options(
    values: Iterable[_Value], chosen: _Value, label: Callable[[_Value], str], typed: Callable[[_Value], str] = str
) -> list[discord.SelectOption]:
    """The values of a menu, of which one is chosen; `typed` is how each would be typed."""
    return [discord.SelectOption(label=label(one), value=typed(one), default=one == chosen) for one in values]


async def _lookout_items(request: Request) -> list[ui.Item[ui.LayoutView]]:
    """Of which games somebody is told on this server, with the menu for it; nothing in a direct message."""
    if request.server_id is None:
        return []
    games = await stored.lookouts_of(request.context, request.person, request.server_id)
    options = [
        discord.SelectOption(label=lookouts.option(game.name), value=game.key, default=game.key in games)
        for game in GAMES.values()
    ]
    choosing = row_of(menu(lookouts.menu_hint(), Press("own_tell"), options, any_number=True))
    return [ui.TextDisplay(lookouts.in_settings(games)), choosing]


def _boards_without_sides() -> list[str]:
    """The games whose boards nobody can see from another side."""
    families = [game for game in GAMES.values() if game.key == game.family]
    return [game.name for game in families if not render.has_sides(game.start(game.seats[0]))]


def _zone_label(zone: str) -> str:
    return sentences.zone_choice(zone, discord.utils.utcnow().astimezone(zone_of(zone)))


def _one_of(kind: type[_Setting], text: str) -> _Setting:
    """What somebody has chosen. Raises `UnknownSetting`."""
    if text not in list(kind):
        raise UnknownSetting(text)
    return kind(text)


def _zone(text: str) -> str:
    found = zone_named(text)
    if found is None:
        raise UnknownZone(text, zones_like(text, _SIMILAR))
    return found


settings: Final = app_commands.Group(name="settings", description="How Furlong works for you.")
settings.add_command(own)
