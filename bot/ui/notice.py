"""The short messages that tell somebody what waits for them."""

from discord import ui

from bot.asking import offers_to
from bot.match import Match, Person
from bot.notice import Notice
from bot.ui import words
from bot.ui.messages import Post, plain
from bot.ui.offers import offer_buttons


def notice(match: Match, person: Person, kind: Notice, *, in_channel: bool) -> Post:
    """What somebody is told of a match: in its channel, where it pings them, or in a direct message."""
    text = words.addressed(person, words.notice(match, person, kind), in_channel=in_channel)
    items: list[ui.Item[ui.LayoutView]] = []
    if kind is Notice.OFFER:
        for offer in offers_to(match, person.id):
            items += [ui.TextDisplay(words.offer_line(match, offer)), offer_buttons(match, offer)]
    return Post(plain(text, *items), pings=(person.id,))
