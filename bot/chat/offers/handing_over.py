"""Handing a match between two people over to a character, if the other agrees."""

from discord import app_commands

from bot.actions import offering, standing_in
from bot.actions.checks import check_running
from bot.chat.challenges.company import LEVELS, character_called
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import page_number
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.chat.matches.match_argument import complete_match, named_or_asked
from bot.model.characters import CHARACTERS
from bot.model.match import Match
from bot.model.offer import OfferKind
from bot.model.offers.conditions import check_may_hand_over, check_may_offer
from bot.texts import offers
from bot.texts import offers as handovers
from rules.core import Seat


@app_commands.command(name="handover", description="Ask your opponent to let a character finish a match for you.")
@app_commands.describe(level="Who is to finish it", match="Which match, if you have several here")
@app_commands.choices(level=LEVELS)
@app_commands.autocomplete(match=complete_match)
@slash
async def handover(request: Request, level: str | None = None, match: str | None = None) -> Answer:
    """Hand a match over, or ask to whom."""
    target = await named_or_asked(request, match, Press("handover"))
    if level is None:
        return Show(_question(request, target))
    return Say(await _offered(request, target.id, level))


@on_press("handover")
async def ask(request: Request) -> Answer:
    """Hand over, behind More."""
    return Show(_question(request, await request.match()))


def _question(request: Request, match: Match) -> Post:
    check_running(match, request.person)
    check_may_hand_over(match)
    check_may_offer(match, OfferKind.HANDOVER, request.person)
    buttons = [
        button(character.name, Press("handover_to", match.id, match.revision, character.key))
        for character in CHARACTERS
    ]
    return Post(plain(handovers.character_prompt(match, request.person), row_of(*buttons)))


@on_press("handover_to", in_place=True)
async def hand_over(request: Request) -> Answer:
    """A character, chosen after that question."""
    press = request.press
    return Change.to_text(await _offered(request, press.match_id, press.detail, press.revision))


async def _offered(request: Request, match_id: int, level: str, revision: int | None = None) -> str:
    async with request.change(match_id) as change:
        offering.offer_handover(change, request.actor, character_called(level), revision=revision)
    return offers.offered(await request.show(change), OfferKind.HANDOVER, request.person)


@on_press("seat")
async def take_seat(request: Request) -> Answer:
    """Play on for somebody, under a board."""
    async with request.change(request.press.match_id) as change:
        standing_in.replace_in(change, Seat(page_number(request.press.detail)), request.person)
    return Say(offers.offered(await request.show(change), OfferKind.REPLACEMENT, request.person))
