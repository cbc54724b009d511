"""Showing people the changes of a unit of work."""

from dataclasses import replace

from bot.actions import matches
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.actions.playing import go_on
from bot.chat.delivery.delivery import Delivery
from bot.model.jobs import Kind
from bot.model.match import Match
from bot.model.offer import Rematch


async def show(context: Context, delivery: Delivery, change: MatchChange) -> Match:
    """Show the changes of a unit of work and notify people; returns the match as it is shown then.

    Planned moves that are now due are played first, and a rematch that began is shown first. Never raises errors of
    Discord: what cannot be shown now is stored.
    """
    while change.has_more_planned:
        async with matches.change(context, change.match.id, is_shown_at_once=True) as change:
            go_on(change)
    match = change.match
    if any(one is not None and one.is_thinking for one in (match, change.successor)):
        delivery.look(Kind.THOUGHT)
    if change.successor is not None and change.successor_claim is not None:
        match = _leading_to(await delivery.show(change.successor, change.successor_claim), match)
    if change.claim is None:
        await delivery.deliver(match.id)
        return match
    return await delivery.show(match, change.claim, change.preferences, has_notices=change.has_notices)


def _leading_to(rematch: Match, match: Match) -> Match:
    """The match with the place where its rematch is shown."""
    place = Rematch(rematch.id, rematch.place)
    offers = (
        replace(offer, rematch=place) if offer.rematch is not None and offer.rematch.id == rematch.id else offer
        for offer in match.offers
    )
    return replace(match, offers=tuple(offers))
