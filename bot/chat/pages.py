"""Open the board: the way from Discord to the page in the browser, where the host serves one."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.actions import sessions
from bot.chat.challenges.arguments import place_of
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.chat.core.request import Request
from bot.model.refusals import Refusal
from bot.texts import pages


def opening(request: Request, match_id: int = 0) -> Sequence[PressButton]:
    """The button that leads to a match on the page, or to its first page; none where no page is served."""
    return [button(pages.OPEN_BOARD, Press("open_board", match_id))] if request.services.page else []


@on_press("open_board")
async def open_board(request: Request) -> Answer:
    """Give the person a link of their own, which begins matches where they could begin them by command."""
    if not request.services.page:
        return Show(Post(plain(pages.NO_PAGE)))
    number = request.press.match_id
    if number:
        await request.match()
    try:
        channel_id = (await place_of(request)).channel_id
    except Refusal:
        channel_id = None
    token = await sessions.link(request.context, request.actor, channel_id)
    address = f"{request.services.page}/enter/{token}{f'?match={number}' if number else ''}"
    link = ui.Button[ui.LayoutView](label=pages.OPEN_BOARD, style=discord.ButtonStyle.link, url=address)
    return Show(Post(plain(pages.LINK, row_of(link))))


@on_press("sign_out", in_place=True)
async def sign_out(request: Request) -> Answer:
    """Sign out everywhere, under `/privacy`."""
    await sessions.end_all(request.context, request.person.id)
    return Change.to_text(pages.ENDED)
