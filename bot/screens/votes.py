"""Votes on the moves of a channel, besides those that people cast."""

from bot.actions import votes
from bot.model.permissions import MatchAct, check
from bot.screens.core import Act, Asked, Screen, on
from bot.texts.votes import told_host


@on("vote_now", beside=True, tells=True)
async def play_now(asked: Asked) -> Screen:
    """Handle Play the vote now, behind More, which only the host has."""
    match = await asked.match()
    check(MatchAct.PLAY_NOW, match, asked.actor)
    willing = await asked.willing(match) if votes.asks_for_draw(match) else ()
    async with asked.change(match.id) as change:
        votes.play_now(change, asked.person, willing)
    match = await asked.show(change)
    return Screen(text=told_host(match), here=Act("board", match.id))
