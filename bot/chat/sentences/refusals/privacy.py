"""Being forgotten."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.privacy import AskedOfAnother, KeepsPlaying


@sentence.register
def _(_error: AskedOfAnother) -> str:
    return "That question was for somebody else, and only they can answer it. `/privacy delete` asks you."


@sentence.register
def _(_error: KeepsPlaying) -> str:
    return (
        "Your matches are over, but another one has begun meanwhile, so Furlong has not forgotten you yet. "
        "Use `/privacy delete` once more."
    )
