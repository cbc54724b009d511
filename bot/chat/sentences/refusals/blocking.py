"""Blocking people."""

from bot.chat.sentences import names
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.blocking import BlocksBot, BlocksThemselves, TooManyBlocked


@sentence.register
def _(_error: BlocksThemselves) -> str:
    return "You cannot block yourself. `/settings me challenges:` says who may challenge you."


@sentence.register
def _(error: BlocksBot) -> str:
    return f"**{names.name(error.person)}** is a bot, which challenges nobody. Name a person."


@sentence.register
def _(error: TooManyBlocked) -> str:
    return (
        f"You have blocked {error.most} people, and nobody can block more. `/block` lists them, to take some of that back; "
        "or let only those challenge you whom you have played: `/settings me challenges:`."
    )
