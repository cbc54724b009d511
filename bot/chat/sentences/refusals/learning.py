"""Lessons."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.learning import NoLessons


@sentence.register
def _(error: NoLessons) -> str:
    return f"There are no lessons of {error.game.name} yet. `/rules` explains it with pictures."
