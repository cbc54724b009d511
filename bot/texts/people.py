"""Texts about blocked people and vacations."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.model.match import Summary
from bot.model.people import Person
from bot.model.refusals.people import VacationTooLong
from bot.model.vacations import DAYS_A_YEAR, VacationStanding
from bot.texts.language import listed, message, say, sentence
from bot.texts.matches import games_line
from bot.texts.names import lines, literal_name, names
from bot.texts.symbols import Symbols

_MOST_DUE: Final = 15  # matches in a notice
_MOST_PEOPLE: Final = 30  # names in a message


def blocked(people: Sequence[Person], newest: Person | None = None) -> str:
    """The list of blocked people; `newest` is the person whom the reader has just asked to block."""
    lines = [say("### People you've blocked")]
    if newest is not None:
        lines.append(say("{person:b} is blocked, and won't find out.", person=newest))
    if not people:
        lines.append(say("Nobody. `/block person:` blocks someone, and they won't find out."))
        return "\n".join(lines)
    more = len(people) - _MOST_PEOPLE
    if list(people) != [newest]:
        shown = names(people[:_MOST_PEOPLE])
        lines.append(say("{people} and {count} more", people=shown, count=more) if more > 0 else shown)
    lines.append(
        say(
            "-# On no server can they challenge you, join your open challenges or offer you anything in a match: Furlong says that you aren't taking any just now. Your matches go on, and leagues, events, ladders and server matches may still pair you."
        )
    )
    return "\n".join(lines)


CHOOSE: Final = message("Unblock a person")
"""The placeholder of the menu of blocked people."""


def option(person: Person) -> str:
    """The label of a person in that menu, as plain text."""
    return literal_name(person) if person.name.strip() else say("a person")


_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)


def vacation(standing: VacationStanding) -> str:
    """A person's vacation, and the days of vacation that they have left."""
    if standing.running is not None:
        text = say(
            "You're on vacation until {until}, {until:R}: your clocks are stopped, and your opponents see it. You can still move.",
            until=standing.running.ended_at,
        )
    else:
        text = say("You aren't on vacation: your clocks run.")
    return lines(text, _planned(standing), _left(standing))


def vacation_hint(standing: VacationStanding) -> str:
    """How a person goes on vacation by a command; empty if they are on one, or have no days left."""
    if standing.running is not None or standing.most_days == 0:
        return ""
    return say("-# `/vacation days:{days}` stops all your clocks at once.", days=min(standing.most_days, 7))


def _planned(standing: VacationStanding) -> str:
    planned = standing.planned
    if planned is None:
        return ""
    return say(
        "Your next vacation is planned from {since:d} to {until:d}. Your opponents and those who challenge you see it.",
        since=planned.began_at,
        until=planned.ended_at,
    )


def came_back(standing: VacationStanding) -> str:
    """The answer after a person has ended their vacation."""
    return f"{say('Welcome back! Your clocks go on from where they stopped.')}\n{_left(standing)}"


def vacation_over(person: Person, due: Sequence[Summary], symbols: Symbols) -> str:
    """The notice that a vacation is over, with the matches in which the person's clock runs again."""
    lines = [f"- {games_line(match, person, person, symbols)}" for match in due[:_MOST_DUE]]
    more = len(due) - len(lines)
    if more > 0:
        lines.append(say("-# and {count, plural, one {# more} other {# more}}: `/games`", count=more))
    return "\n".join([say("your vacation is over, and your clocks run again."), *lines])


def _left(standing: VacationStanding) -> str:
    return say(
        "-# You have {time_left}. Everybody has {days} days a year.",
        time_left=budget_left(standing.left),
        days=DAYS_A_YEAR,
    )


def budget_left(left: Sequence[tuple[int, timedelta]]) -> str:
    """The days of vacation left in each year: `12 days left in 2030 and 28 days in 2031`."""
    parts = [
        say("{time} left in {year}", time=_to_the_hour(amount), year=year)
        if place == 0
        else say("{time} in {year}", time=_to_the_hour(amount), year=year)
        for place, (year, amount) in enumerate(left)
    ]
    return listed(parts)


def _to_the_hour(amount: timedelta) -> str:
    days, rest = divmod(max(amount, timedelta()), _DAY)
    hours = rest // _HOUR
    parts = [say("{count, plural, one {# day} other {# days}}", count=days)] if days else []
    if hours:
        parts.append(say("{count, plural, one {# hour} other {# hours}}", count=hours))
    return listed(parts) or (say("less than an hour") if rest else say("no days"))


@sentence.register
def _(error: VacationTooLong) -> str:
    left = budget_left(error.left)
    if error.most == 0:
        return say(
            "You have {time_left}, which is too little for another day of vacation. Nothing has changed.",
            time_left=left,
        )
    return say(
        "You have {time_left}, so a vacation can last {days, plural, one {# day} other {# days}} from now at most. Nothing has changed.",
        time_left=left,
        days=error.most,
    )
