"""What holds for a server: the command, and what the buttons and menus of its card do."""

import logging
from dataclasses import replace
from typing import Any, Final

from discord import app_commands

from bot.actions import settings
from bot.chat.challenges.commands import complete_days
from bot.chat.challenges.places import Channel, ChannelOrForum
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import snowflake
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post
from bot.chat.core.outages import PASSING
from bot.chat.core.permissions import (
    check_for_matches,
    check_for_panel,
    check_for_pictures,
    check_manager,
    forum_called,
    text_channel_here,
)
from bot.chat.core.press import Press
from bot.chat.core.request import Request
from bot.chat.servers.views import NONE, OFF, ON, server_card
from bot.model.durations import limit_in
from bot.model.refusals.people import UnknownSetting
from bot.model.servers import MOST_CHALLENGE_DAYS, Server
from render import THEMES

_log: Final = logging.getLogger(__name__)
_LONGEST: Final = 60


@app_commands.command(name="server", description="The settings of this server, for those who manage it.")
@app_commands.default_permissions(
    manage_guild=True
)  # Discord shows it to nobody else, unless a server decides otherwise
@app_commands.describe(
    days="How long a player has for a move unless a challenge says otherwise, such as 3 days, or no limit",
    channel="The only channel where matches may begin, or in its threads; or a forum with a post for every match",
    threads="Whether every match gets a thread of its own for its boards",
    panel="Where a message lists all running matches and whose turn it is",
    challenges="How long an open challenge waits for players, such as 7 days, or no limit",
    puzzles="Where a puzzle of the day is posted, which everybody solves privately",
    week="Where the week in review is posted every Monday, if anything has happened",
    theme="How pictures look",
)
@app_commands.autocomplete(days=complete_days)
@app_commands.choices(
    threads=[
        app_commands.Choice(name="One for every match", value=ON),
        app_commands.Choice(name="None", value=OFF),
    ],
    theme=[app_commands.Choice(name=name, value=key) for key, name in THEMES.items()],
)
@slash
async def server(
    request: Request,
    days: app_commands.Range[str, 1, _LONGEST] | None = None,
    channel: ChannelOrForum | None = None,
    threads: str | None = None,
    panel: Channel | None = None,
    puzzles: Channel | None = None,
    week: Channel | None = None,
    challenges: app_commands.Range[str, 1, _LONGEST] | None = None,
    theme: str | None = None,
) -> Answer:
    """Change what was named and show how things are."""
    check_manager(request)
    values: dict[str, Any] = {} if days is None else {"days": limit_in(days)}
    if channel is not None:
        values["channel_id"] = channel.id
    if threads is not None:
        values["uses_threads"] = threads == ON
    if panel is not None:
        values["panel_channel_id"] = panel.id
    if puzzles is not None:
        values["puzzle_channel_id"] = puzzles.id
    if week is not None:
        values["review_channel_id"] = week.id
    if challenges is not None:
        values["challenge_days"] = limit_in(challenges, MOST_CHALLENGE_DAYS)
    if theme is not None:
        values["theme"] = _theme(theme)
    return Show(_card(request, await _settle(request, values)))


@on_press("server_days", in_place=True, takes_value=True)
async def choose_days(request: Request) -> Answer:
    """The menu of days."""
    return await _settle_in_place(request, {"days": limit_in(request.value)})


@on_press("server_theme", in_place=True, takes_value=True)
async def choose_theme(request: Request) -> Answer:
    """The menu of themes."""
    return await _settle_in_place(request, {"theme": _theme(request.value)})


@on_press("server_challenges", in_place=True, takes_value=True)
async def choose_challenge_days(request: Request) -> Answer:
    """The menu of days for which an open challenge waits."""
    return await _settle_in_place(request, {"challenge_days": limit_in(request.value, MOST_CHALLENGE_DAYS)})


@on_press("server_channel", in_place=True)
async def choose_channel(request: Request) -> Answer:
    """Only this channel, or any."""
    return await _settle_in_place(request, {"channel_id": _channel_in(request.press)})


@on_press("server_panel", in_place=True)
async def choose_panel(request: Request) -> Answer:
    """The panel in this channel, or none."""
    return await _settle_in_place(request, {"panel_channel_id": _channel_in(request.press)})


@on_press("server_puzzles", in_place=True)
async def choose_puzzles(request: Request) -> Answer:
    """The puzzle of the day in this channel, or none."""
    return await _settle_in_place(request, {"puzzle_channel_id": _channel_in(request.press)})


@on_press("server_week", in_place=True)
async def choose_week(request: Request) -> Answer:
    """The week in review in this channel, or none."""
    return await _settle_in_place(request, {"review_channel_id": _channel_in(request.press)})


@on_press("server_threads", in_place=True)
async def choose_threads(request: Request) -> Answer:
    """Threads, or none."""
    return await _settle_in_place(request, {"uses_threads": request.press.detail == ON})


async def _settle_in_place(request: Request, values: dict[str, Any]) -> Answer:
    return Change(_card(request, await _settle(request, values)))


def _card(request: Request, server: Server) -> Post:
    has_forum = forum_called(request, server.channel_id) is not None
    return server_card(server, text_channel_here(request), has_forum=has_forum)


async def _settle(request: Request, values: dict[str, Any]) -> Server:
    """The server's settings with these values, if somebody asks who may and Furlong can do what they say."""
    server_id = check_manager(request)
    if not values:
        return await settings.of_server(request.context, server_id)

    def changed(before: Server) -> Server:
        after = replace(before, **values)
        if after.channel_id is not None and values.keys() & {"channel_id", "uses_threads"}:
            check_for_matches(request, after.channel_id, opens_threads=after.uses_threads)
        if after.panel_channel_id is not None and "panel_channel_id" in values:
            check_for_panel(request, after.panel_channel_id)
        if after.puzzle_channel_id is not None and "puzzle_channel_id" in values:
            check_for_pictures(request, after.puzzle_channel_id, "the puzzle of the day")
        if after.review_channel_id is not None and "review_channel_id" in values:
            check_for_pictures(request, after.review_channel_id, "the week in review")
        return after

    settled = await settings.settle(request.context, server_id, changed)
    if settled.old_panel is not None:
        await _remove_panel(request, *settled.old_panel)
    if "panel_channel_id" in values:
        request.services.delivery.look()  # a panel that has moved is due at once
    return settled.after


async def _remove_panel(request: Request, channel_id: int, message_id: int) -> None:
    """Delete a panel that belongs there no more; where Discord does not let us, it stays as it is and can be deleted."""
    channel = request.services.discord.get_partial_messageable(channel_id, guild_id=request.server_id)
    try:
        await channel.get_partial_message(message_id).delete()
    except PASSING as error:
        _log.info("the old panel in channel %s stays there: %s", channel_id, error)


def _channel_in(press: Press) -> int | None:
    return None if press.detail == NONE else snowflake(press.detail)


def _theme(key: str) -> str:
    if key not in THEMES:
        raise UnknownSetting(key)
    return key
