"""Offers on boards and in notices: a line each, and the buttons that answer it."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.chat.core.press import Press, PressButton, button, row_of
from bot.model.match import Match, State
from bot.model.offer import Offer, OfferKind
from bot.model.offer_rules import open_offer
from bot.texts import offers
from rules.core import Seat

_LABELS: Final = {OfferKind.TIME: ("Give 1 day", "No"), OfferKind.STAND_IN: ("Agree", "Retire the seat")}
_USUAL_LABELS: Final = ("Accept", "Decline")


def offer_buttons(match: Match, offer: Offer) -> ui.ActionRow[ui.LayoutView]:
    """What can be answered to an open offer; only those whom it is for may press."""
    accept, decline = _LABELS.get(offer.kind, _USUAL_LABELS)
    number = str(offer.id)
    return row_of(
        button(accept, Press("offer_yes", match.id, match.revision, number), discord.ButtonStyle.success),
        button(decline, Press("offer_no", match.id, match.revision, number), discord.ButtonStyle.danger),
    )


def seat_button(match: Match, seat: Seat) -> PressButton:
    """That somebody who does not play takes a seat that its player has left."""
    return button(offers.seat_label(match, seat), Press("seat", match.id, match.revision, f"{seat}"))


def open_offers(match: Match) -> Sequence[ui.Item[ui.LayoutView]]:
    """All open offers of a match, each with its buttons below it."""
    items: list[ui.Item[ui.LayoutView]] = []
    for offer in match.open_offers:
        items += [ui.TextDisplay(offers.offer_line(match, offer)), offer_buttons(match, offer)]
    free_seats = match.seating.free_seats if match.state is State.RUNNING else ()
    if free_seats and open_offer(match, OfferKind.REPLACEMENT) is None:
        items.append(row_of(*[seat_button(match, seat) for seat in free_seats]))
    return items


def rematch_button(match: Match) -> PressButton:
    """Rematch, under a match that is over; it leads to the rematch once there is one."""
    return button(offers.rematch_label(match), Press("rematch", match.id, match.revision))
