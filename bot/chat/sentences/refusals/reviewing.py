"""Reviews."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.reviewing import CannotJudge, NotOver, ReviewFailed, TooShort


@sentence.register
def _(error: NotOver) -> str:
    return (
        f"Match #{error.match.id} is still being played. A review says who stood better when, so there is none for "
        "anybody before its end. `/try` gives you a board to try moves on."
    )


@sentence.register
def _(error: TooShort) -> str:
    return f"Match #{error.match.id} was over before there was much to decide, so there is nothing to review."


@sentence.register
def _(error: CannotJudge) -> str:
    return f"Furlong cannot judge positions of {error.match.game.name}, so it cannot review this match."


@sentence.register
def _(_error: ReviewFailed) -> str:
    return (
        "The review could not be made just now: nobody was free to think about it. Please try again in a few minutes."
    )
