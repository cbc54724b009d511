"""Vacations."""

from bot.chat.sentences import clocks, vacations
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.vacations import AwayLonger, NotAway, VacationTooLong
from rules.wording import plural


@sentence.register
def _(error: VacationTooLong) -> str:
    left = f"You have {vacations.budget_left(error.left)}"
    if error.most == 0:
        return f"{left}, which is too little for another day of vacation. Nothing has changed."
    return f"{left}, so a vacation can last {plural(error.most, 'day')} from now at most. Nothing has changed."


@sentence.register
def _(error: AwayLonger) -> str:
    return (
        f"You are on vacation already, and until later: {clocks.instant(error.until)}. `/vacation` has a button that ends "
        "it at once."
    )


@sentence.register
def _(_error: NotAway) -> str:
    return "That vacation is over already. `/vacation` says how many days you have left."
