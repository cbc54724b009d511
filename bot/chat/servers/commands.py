"""The command `/server`, with its card and the handlers of its buttons and menus."""

import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.actions import settings
from bot.chat.challenges.commands import complete_days
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import Channel, ChannelOrForum
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PASSING
from bot.chat.core.permissions import (
    check_for_matches,
    check_for_post,
    check_manager,
    forum_called,
    text_channel_here,
)
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.chat.core.settings import menu_of, options_of, value_of, values_of
from bot.model.servers import Server
from bot.texts.servers import SETTINGS, server_settings
from render import THEMES
from rules.core import Phrase

_log: Final = logging.getLogger(__name__)
_MENUS: Final = ("language", "days", "theme", "challenges")
_BUTTONS: Final = (("channel", "panel", "threads"), ("puzzles", "week"), ("pages", "voters"))


@app_commands.command(name="server", description="The settings of this server, for those who manage it.")
@app_commands.default_permissions(
    manage_guild=True
)  # Discord shows the command to nobody else, unless a server decides otherwise
@app_commands.autocomplete(days=complete_days)
@options_of(SETTINGS, channel=ChannelOrForum, panel=Channel, puzzles=Channel, week=Channel)
@slash
async def server(request: Request, **options: Any) -> Answer:
    """Change the named settings and show the card."""
    check_manager(request)
    return Show(_card(request, await _settle(request, values_of(SETTINGS, options))))


@on_press("server", in_place=True)
async def press(request: Request) -> Answer:
    """Handle a button or a menu of any setting."""
    return Change(_card(request, await _settle(request, value_of(SETTINGS, request))))


def _card(request: Request, server: Server) -> Post:
    """The settings of a server, with menus and buttons to change them."""
    here, has_forum = text_channel_here(request), forum_called(request, server.channel_id) is not None
    named, now = {one.name: one for one in SETTINGS}, discord.utils.utcnow()
    present = {one.name: getattr(server, one.stored_as) for one in SETTINGS}
    present["theme"] = server.theme if server.theme in THEMES else next(iter(THEMES))
    rows = [row_of(menu_of(named[name], Press("server", detail=name), present[name], now)) for name in _MENUS]
    for names in _BUTTONS:
        buttons = [
            button(label, Press("server", detail=f"{name}/{text}"))
            for name in names
            if name != "threads" or not has_forum  # in a forum every match has a post
            if name != "pages" or request.services.page
            for label, text in named[name].buttons(present[name], here).items()
        ]
        rows += [row_of(*buttons)] if buttons else []
    return Post(plain(server_settings(server, now, has_forum=has_forum, has_page=bool(request.services.page)), *rows))


async def _settle(request: Request, values: dict[str, Any]) -> Server:
    """The settings of the server with these values. Raises a refusal if the person or Furlong may not do that."""
    server_id = check_manager(request)
    if not values:
        return await settings.of_server(request.context, server_id)

    def changed(before: Server) -> Server:
        after = replace(before, **values)
        if after.channel_id is not None and values.keys() & {"channel_id", "uses_threads"}:
            check_for_matches(request, after.channel_id, opens_threads=after.uses_threads)
        if after.panel_channel_id is not None and "panel_channel_id" in values:
            check_for_post(request, after.panel_channel_id, Phrase("the panel"), has_picture=False)
        if after.puzzle_channel_id is not None and "puzzle_channel_id" in values:
            check_for_post(request, after.puzzle_channel_id, Phrase("the puzzle of the day"))
        if after.review_channel_id is not None and "review_channel_id" in values:
            check_for_post(request, after.review_channel_id, Phrase("the week in review"))
        return after

    settled = await settings.settle(request.context, server_id, changed)
    if settled.old_panel is not None:
        await _remove_panel(request, *settled.old_panel)
    if "panel_channel_id" in values:
        request.services.look()  # a moved panel is due at once
    return settled.after


async def _remove_panel(request: Request, channel_id: int, message_id: int) -> None:
    """Delete a panel that has moved; if Discord refuses, it stays, and people can delete it."""
    channel = request.services.discord.get_partial_messageable(channel_id, guild_id=request.server_id)
    try:
        await channel.get_partial_message(message_id).delete()
    except PASSING as error:
        _log.info("the old panel in channel %s stays there: %s", channel_id, error)
