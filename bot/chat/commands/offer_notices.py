"""What becomes of a message that asked somebody for an answer, once they have pressed one of its buttons."""

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.outages import PASSING
from bot.chat.ui.notice import answered
from bot.model.match import Match
from bot.model.offers.conditions import asked, offer_of

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_log: Final = logging.getLogger(__name__)


async def renew_notice(interaction: "discord.Interaction[Furlong]", match: Match, offer_id: int) -> None:
    """Have the notice whose button was pressed say how things are with an offer, and keep only buttons that still work.

    Boards are not touched: they show what is stored anyway. Where Discord does not take the change, nothing is lost: a
    press on an old button is answered.
    """
    message, offer = interaction.message, offer_of(match, offer_id)
    if message is None or message.flags.ephemeral or message.attachments or offer is None:
        return
    person = next((person for person in asked(match, offer) if person.id == interaction.user.id), None)
    if person is None:  # a spectator
        return
    try:
        await message.edit(view=answered(match, person, offer), allowed_mentions=discord.AllowedMentions.none())
    except PASSING as error:
        _log.info("a notice of match %s keeps its buttons: %s", match.id, error)
