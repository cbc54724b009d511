"""Playing a match that is over once more."""

from discord import app_commands

from bot.actions import matches, offering
from bot.chat.core.answers import Answer, Say
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.request import Request
from bot.chat.matches.match_argument import complete_over, number_in
from bot.model.match import Match, State
from bot.model.offer import OfferKind
from bot.model.offers.conditions import rematch_of
from bot.model.refusals.offers import NothingToRepeat
from bot.texts import offers


@app_commands.command(name="rematch", description="Offer to play a finished match again with sides swapped.")
@app_commands.describe(match="Which match; your latest one if you do not say")
@app_commands.autocomplete(match=complete_over)
@slash
async def rematch(request: Request, match: str | None = None) -> Answer:
    """Offer a rematch."""
    return await _offer_rematch(request, await _named_or_latest(request, match))


async def _named_or_latest(request: Request, text: str | None) -> int:
    number = number_in(text)
    if number is not None:
        return number
    over = await matches.of_person(request.context, request.person, request.server_id, State.FINISHED, most=1)
    if not over:
        raise NothingToRepeat
    return over[0].id


@on_press("rematch")
async def press_rematch(request: Request) -> Answer:
    """Rematch, under a match that is over."""
    return await _offer_rematch(request, request.press.match_id)


async def _offer_rematch(request: Request, match_id: int) -> Answer:
    async with request.change(match_id) as change:
        offering.offer_rematch(change, request.actor)
    match = await request.show(change)
    return Say(await way_to_rematch(request, match) or offers.offered(match, OfferKind.REMATCH, request.person))


async def way_to_rematch(request: Request, match: Match) -> str:
    """The way to the rematch of a match; empty if there is none."""
    new = rematch_of(match)
    return "" if new is None else offers.rematch_there(await matches.load(request.context, new.id))
