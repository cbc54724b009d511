"""Vacations."""

from bot.chat.sentences import clocks, vacations
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.vacations import AwayLonger, NotAway, VacationTooLong
from rules.wording import plural


@sentence.register
def _(error: VacationTooLong) -> str:
    left = f"You have {vacations.budget_left(error.left)}"
    if error.most == 0:
        return f"{left}, which is not enough for another day of vacation. Nothing has changed."
    return f"{left}, so a vacation can last {plural(error.most, 'day')} from now at most. Nothing has changed."


@sentence.register
def _(error: AwayLonger) -> str:
    return (
        f"You are on vacation until {clocks.instant(error.until)} already, which is later. `/vacation` has a button that "
        "ends it at once."
    )


@sentence.register
def _(_error: NotAway) -> str:
    return "You are not on that vacation any more. `/vacation` says how things are."
