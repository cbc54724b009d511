"""Ratings and profiles."""

from bot.chat.sentences import names
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.standings import BotHasNoProfile, RatingsAreOfServers


@sentence.register
def _(_error: RatingsAreOfServers) -> str:
    return "Ratings belong to a server: use `/leaderboard` and `/profile` in the channels of the one that you mean."


@sentence.register
def _(error: BotHasNoProfile) -> str:
    return (
        f"**{names.name(error.person)}** is a bot, and bots do not play here. Name a person, or nobody to see your own."
    )
