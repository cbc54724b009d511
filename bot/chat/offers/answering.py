"""Answering offers, and what becomes of the notice that asked for an answer."""

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.actions import offering
from bot.actions.change import MatchChange
from bot.chat.challenges.rematches import way_to_rematch
from bot.chat.core.answers import Answer, Say
from bot.chat.core.arguments import page_number
from bot.chat.core.handlers import on_press
from bot.chat.core.outages import PASSING
from bot.chat.core.request import Request
from bot.chat.delivery.views import offer_answered
from bot.model.match import Match
from bot.model.offers.conditions import asked, offer_of
from bot.model.people import Actor
from bot.model.refusals.offers import OfferClosed
from bot.texts import offers

_log: Final = logging.getLogger(__name__)


@on_press("offer_yes")
async def accept(request: Request) -> Answer:
    """Accept, under an offer."""
    offer_id = page_number(request.press.detail)
    match = await _settle(request, offer_id, offering.accept)
    await _renew_notice(request, match, offer_id)
    return Say(await way_to_rematch(request, match) or offers.accepted(match, offer_id))


@on_press("offer_no")
async def decline(request: Request) -> Answer:
    """Decline, under an offer."""
    offer_id = page_number(request.press.detail)
    match = await _settle(request, offer_id, offering.decline)
    await _renew_notice(request, match, offer_id)
    return Say(offers.declined(match, offer_id))


async def _settle(request: Request, offer_id: int, answer: Callable[[MatchChange, Actor, int], None]) -> Match:
    """The match after an answer to an offer, shown as it is then; the buttons of an offer that is closed go."""
    try:
        async with request.change(request.press.match_id) as change:
            answer(change, request.actor, offer_id)
        return await request.show(change)
    except OfferClosed as closed:
        await _renew_notice(request, closed.match, offer_id)
        raise


async def _renew_notice(request: Request, match: Match, offer_id: int) -> None:
    """Have the notice whose button was pressed say how things are with an offer, and keep only buttons that still work.

    Boards are not touched: they show what is stored anyway. Where Discord does not take the change, nothing is lost: a
    press on an old button is answered.
    """
    message, offer = request.message, offer_of(match, offer_id)
    if message is None or message.flags.ephemeral or message.attachments or offer is None:
        return
    person = next((person for person in asked(match, offer) if person.id == request.person.id), None)
    if person is None:  # a spectator
        return
    try:
        await message.edit(view=offer_answered(match, person, offer), allowed_mentions=discord.AllowedMentions.none())
    except PASSING as error:
        _log.info("a notice of match %s keeps its buttons: %s", match.id, error)
