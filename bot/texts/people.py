"""Texts about blocked people and vacations."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.model.people import Person
from bot.model.refusals.people import (
    AwayLonger,
    BlocksBot,
    BlocksThemselves,
    NotAway,
    TooManyBlocked,
    VacationTooLong,
)
from bot.model.vacations import DAYS_A_YEAR, VacationStanding
from bot.texts import clocks
from bot.texts.clocks import instant
from bot.texts.names import name, names
from bot.texts.sentence import register, sentence
from rules.wording import listed, plural

_MOST_PEOPLE: Final = 30


def blocked(people: Sequence[Person], newest: Person | None = None) -> str:
    """The list of blocked people; `newest` is the person whom the reader has just asked to block."""
    lines = ["### People you have blocked"]
    if newest is not None:
        lines.append(f"**{name(newest)}** is blocked and does not find out.")
    if not people:
        lines.append("Nobody. `/block person:` blocks someone, who does not find out.")
        return "\n".join(lines)
    more = len(people) - _MOST_PEOPLE
    if list(people) != [newest]:
        lines.append(names(people[:_MOST_PEOPLE]) + (f" and {more} more" if more > 0 else ""))
    lines.append(
        "-# They cannot challenge you, join your open challenges or offer you anything in a match, on any server: Furlong "
        "tells them that you are not taking challenges or offers just now. Matches that you play go on, and leagues and "
        "events may still pair you."
    )
    return "\n".join(lines)


CHOOSE: Final = "Unblock a person"
"""The placeholder of the menu of blocked people."""


def option(person: Person) -> str:
    """The label of a person in that menu, as plain text."""
    return " ".join(person.name.split()) or "a person"


register(
    {
        BlocksThemselves: "You cannot block yourself. `/settings challenges:` says who may challenge you.",
        TooManyBlocked: (
            "You have blocked {most} people, the most possible. `/block` lists them, so that you can unblock some. Or accept "
            "challenges only from people you have played: `/settings challenges:`."
        ),
        NotAway: "That vacation is over already. `/vacation` says how many days you have left.",
    }
)


@sentence.register
def _(error: BlocksBot) -> str:
    return f"**{name(error.person)}** is a bot, which challenges nobody. Name a person."


_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)


def vacation(standing: VacationStanding) -> str:
    """A person's vacation, and the days of vacation that they have left."""
    if standing.running is not None:
        until = standing.running.ended_at
        return (
            f"You are on vacation until {instant(until)}, {instant(until, 'R')}: your clocks stand still, and your "
            f"opponents see it. You can move all the same.\n{_left(standing)}"
        )
    if standing.most_days == 0:
        return f"You are not on vacation: your clocks run.\n{_left(standing)}"
    return (
        f"You are not on vacation: your clocks run. `/vacation days:{min(standing.most_days, 7)}` stops all of them "
        f"at once.\n{_left(standing)}"
    )


def came_back(standing: VacationStanding) -> str:
    """The answer after a person has ended their vacation."""
    return f"Welcome back! Your clocks run on from where they stood.\n{_left(standing)}"


def _left(standing: VacationStanding) -> str:
    return f"-# You have {budget_left(standing.left)}. Everybody has {DAYS_A_YEAR} days a year."


def budget_left(left: Sequence[tuple[int, timedelta]]) -> str:
    """The days of vacation left in each year: `12 days left in 2030 and 28 days in 2031`."""
    parts = [
        f"{_to_the_hour(amount)}{' left' if place == 0 else ''} in {year}" for place, (year, amount) in enumerate(left)
    ]
    return listed(parts)


def _to_the_hour(amount: timedelta) -> str:
    whole, rest = divmod(max(amount, timedelta()), _DAY)
    hours = rest // _HOUR
    parts = [plural(whole, "day")] if whole else []
    if hours:
        parts.append(plural(hours, "hour"))
    return listed(parts) or ("less than an hour" if rest else "no days")


@sentence.register
def _(error: VacationTooLong) -> str:
    left = f"You have {budget_left(error.left)}"
    if error.most == 0:
        return f"{left}, which is too little for another day of vacation. Nothing has changed."
    return f"{left}, so a vacation can last {plural(error.most, 'day')} from now at most. Nothing has changed."


@sentence.register
def _(error: AwayLonger) -> str:
    return (
        f"You are on vacation already, and until later: {clocks.instant(error.until)}. `/vacation` has a button that ends "
        "it at once."
    )
