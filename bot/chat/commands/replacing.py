"""Playing on in a seat that somebody has left at a table of three or four, if all who stay agree."""

from bot.actions import standing_in
from bot.chat.answers import Answer, Say
from bot.chat.commands.arguments import page_number
from bot.chat.handlers import on_press
from bot.chat.request import Request
from bot.chat.sentences import offers
from bot.model.offer import OfferKind
from rules.core import Seat


@on_press("seat")
async def take_seat(request: Request) -> Answer:
    """Play on for somebody, under a board."""
    async with request.change(request.press.match_id) as change:
        standing_in.replace_in(change, Seat(page_number(request.press.detail)), request.person)
    return Say(offers.offered(await request.show(change), OfferKind.REPLACEMENT, request.person))
