"""The short messages that tell a person what waits for them."""

from collections.abc import Sequence

from discord import ui

from bot.chat.core.messages import Post, plain
from bot.chat.offers.views import offer_buttons
from bot.model.match import Match
from bot.model.notice import Notice
from bot.model.offer import Offer
from bot.model.offer_rules import offers_to
from bot.model.people import Person
from bot.texts import notices, offers


def notice(match: Match, person: Person, kind: Notice, *, in_channel: bool) -> Post:
    """What somebody is told of a match: in its channel, where it pings them, or in a direct message."""
    text = notices.addressed(person, notices.notice(match, person, kind), in_channel=in_channel)
    items = _waiting(match, person) if kind is Notice.OFFER else []
    return Post(plain(text, *items), pings=(person.id,))


def asked_anew(match: Match, person: Person, asked: Sequence[Offer]) -> ui.LayoutView:
    """What a notice that `asked` somebody for answers says once a newer one does."""
    return plain(notices.asked_anew(match, person, asked))


def offer_answered(match: Match, person: Person, offer: Offer) -> ui.LayoutView:
    """What a notice says once somebody has answered an offer, with whatever else still waits for them."""
    return plain(notices.offer_answered(match, person, offer), *_waiting(match, person))


def _waiting(match: Match, person: Person) -> list[ui.Item[ui.LayoutView]]:
    """What waits for somebody's answer, each with its buttons below it."""
    items: list[ui.Item[ui.LayoutView]] = []
    for offer in offers_to(match, person.id):
        items += [ui.TextDisplay(offers.offer_line(match, offer)), offer_buttons(match, offer)]
    return items
