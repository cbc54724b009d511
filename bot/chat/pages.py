"""Open the board: links from Discord to the page in the browser, if the host serves one."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.actions import sessions
from bot.chat.challenges.arguments import place_of
from bot.chat.core.answers import Answer, Change, Launch, Show
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import PressButton, button, row_of
from bot.chat.core.request import Request
from bot.model.refusals import Refusal
from bot.screens.core import Act
from bot.texts import pages as page_texts
from bot.texts.language import say


async def opening(request: Request, match_id: int = 0, *, is_private: bool = True) -> Sequence[PressButton]:
    """The button that leads to a match on the page, or to its first page; empty if no page is served.

    In a private message it is the person's own link, unless the board opens inside Discord. In a public message,
    pressing the button gives them one.
    """
    if not request.services.page:
        return []
    if is_private and not _opens_in_discord(request):
        return [await _link(request, match_id or None)]
    return [button(say(page_texts.OPEN_BOARD), Act("open_board", match_id))]


def _opens_in_discord(request: Request) -> bool:
    here = request.surroundings
    return request.services.has_activity and not (here.guild and not here.permissions.use_embedded_activities)


async def _link(request: Request, match_id: int | None) -> PressButton:
    """The person's own link, on which matches begin in the same place as by command."""
    token = await sessions.link(request.context, request.actor, await _channel_id(request), match_id)
    # The address names the match, so that a signed-in browser gets there even by a used link.
    address = f"{request.services.page}/enter/{token}{f'?match={match_id}' if match_id else ''}"
    return ui.Button(label=say(page_texts.OPEN_BOARD), style=discord.ButtonStyle.link, url=address)


async def _channel_id(request: Request) -> int | None:
    """The channel for matches that the person begins on the page; None if `/play` would not work here."""
    try:
        place = await place_of(request)
        return None if place.is_borrowed else place.channel_id
    except Refusal:
        return None


@on_press("open_board", opens_modal=True)
async def open_board(request: Request) -> Answer:
    """Handle Open the board: open it inside Discord if the host has set that up, or give the person a link."""
    if not request.services.page:
        return Show(Post(plain(say(page_texts.NO_PAGE))))
    number = request.act.match_id or None
    if number:
        await request.match()

    async def link() -> Answer:
        return Show(Post(plain(say(page_texts.LINK), row_of(await _link(request, number)))))

    if not _opens_in_discord(request):
        return await link()
    await sessions.link(request.context, request.actor, await _channel_id(request), number, is_in_discord=True)
    return Launch(link)


@on_press("sign_out", in_place=True)
async def sign_out(request: Request) -> Answer:
    """Handle Sign out everywhere, under `/privacy`."""
    await sessions.end_all(request.context, request.person.id)
    return Change.to_text(say(page_texts.ENDED))
