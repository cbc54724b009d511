"""Texts of the page in the browser that have no counterpart in the chat."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.model.match import Summary
from bot.model.people import Person
from bot.texts.clocks import instant
from bot.texts.language import listed, message, say

WELCOME_TITLE: Final = message("Board games, one move at a time")
WELCOME: Final = message(
    "Play the people of your Discord server, a move now and then, or one of Furlong's characters at once."
)
WAITING: Final = message("{count, plural, one {# board waits for you} other {# boards wait for you}}")
QUIET: Final = message("All quiet. What shall we play?")
"""The heading of the first page while nothing waits for the visitor."""

SIGNED_OUT_TITLE: Final = message("You aren't signed in")
SIGNED_OUT: Final = message(
    "Use /games in Discord and press “Open the board”: the link signs you in, in this browser, for 30 days."
)
FORGED_TITLE: Final = message("That didn't come from this page")
FORGED: Final = message("Nothing was changed. Go back, reload the page there and try again.")
NOTHING_TITLE: Final = message("There's nothing here")
NOTHING: Final = message("This address leads nowhere. Your matches are on the first page.")
NOT_UNDERSTOOD_TITLE: Final = message("Sorry, I didn't get that")
NOT_UNDERSTOOD: Final = message("Nothing was changed. Go back, reload the page there and try again.")
TOO_LONG_TITLE: Final = message("That's too long")
TOO_LONG: Final = message("Nothing was changed. Go back, and try a shorter text.")
TOO_MANY_TITLE: Final = message("One moment, please")
TOO_MANY: Final = message("Too many requests. Nothing was changed. Wait ten seconds, and reload the page.")
LOST: Final = message(
    "Furlong can't be reached just now. The board comes back by itself. If pressing did nothing, press again."
)
"""The note over a board that was shown before the connection was lost."""

UNHEARD: Final = message(
    "News doesn't come by itself here just now: perhaps too many pages are open. Close some, or reload this one."
)
"""The note over a board whose page can be loaded, but is not kept up to date."""

STARTING_TITLE: Final = message("Furlong is starting")
STARTING: Final = message("Reload the page in a moment.")
REFUSED_TITLE: Final = message("That isn't possible")
BROKEN_TITLE: Final = message("Something went wrong")

PUZZLE: Final = message("puzzle")
PUZZLE_OF_DAY: Final = message("puzzle of the day")
PUZZLES: Final = message("Puzzles")
LESSONS: Final = message("Lessons")
LEARN: Final = message("Learn")
RULES: Final = message("Rules")
TRY: Final = message("Try moves")
SEASONS: Final = message("Seasons")
OPEN_SEASON: Final = message("Open a new one")
OPEN_IT: Final = message("Open it")
SETTINGS: Final = message("Settings")
SERVER_SETTINGS: Final = message("Settings of this server")
VACATION: Final = message("Vacation")
GO_AWAY: Final = message("Go on vacation")
STAY_AWAY: Final = message("Stay away longer")
AWAY_FOR: Final = message("How long")
AWAY_FROM: Final = message("From which day, if not from now on")
AWAY_FROM_HINT: Final = message("Such as tomorrow, Friday or 2030-12-24, in your own time zone")
SAVE: Final = message("Save")
SAVED: Final = message("Saved.")
TYPE_OTHER: Final = message("Type another")

OPEN_BOARD: Final = message("Open the board")
"""The label of the button that leads to the page."""

LINK: Final = message(
    "Open your board in the browser. This link is for you alone and works once, within ten minutes. Your browser then stays "
    "signed in for 30 days; `/privacy` signs it out."
)
"""The text over the link to the page."""

NO_PAGE: Final = message("The page with the boards is no longer there. `/board` shows your board here.")
"""The answer to a button for the page after the host has removed the page."""

ENDED: Final = message("You're signed out of every browser.")
"""The answer after ending all sessions."""


def signs_in(invited: Person, other: Person | None) -> str:
    """Whom a link signs in; `other` is another person who is signed in."""
    if other is None:
        return say("This link signs you in as {person}, once.", person=invited)
    if other.is_guest:
        return say(
            "You play here as {other}. This link is **{person}'s**: it signs you in as {person}, and the matches that you've played here become theirs. Go on only if you're {person}.",
            other=other,
            person=invited,
        )
    return say(
        "You're signed in as **{other}**. This link is **{person}'s**, and signs you in as {person} instead. Go on only if you're {person}.",
        other=other,
        person=invited,
    )


LINK_BACK: Final = message("Your way back")
UNTIL: Final = message(
    "It signs you in once, in any browser, until {until}, and isn't shown again. Keep it to yourself."
)
"""The title and the text over a link with which a guest comes back."""

PLAYERS: Final = message("{count, plural, one {# player} other {# players}}")


def challenged(match: Summary, person: Person) -> str:
    """What a person waits for in a match that has not begun: others, or their own answer."""
    if person.id not in match.asked_ids:
        return say("waits for an answer") if match.people[1:] else say("waits for players")
    return say("{player:b} challenges you", player=match.host)


def free_seats(match: Summary) -> str:
    """Whom an open challenge needs, and whether it is rated."""
    needed = say(
        "needs {count, plural, one {# more player} other {# more players}}", count=match.seats - len(match.people)
    )
    return f"{needed} · {say('rated') if match.is_rated else say('casual')}"


def streak(days: int) -> str:
    """The number of consecutive days, up to yesterday or today, on which a person solved the daily puzzle; or empty."""
    return say("🔥 {days, plural, one {# day} other {# days}} in a row", days=days) if days else ""


def signed_in(in_browsers: Sequence[datetime], in_discord: Sequence[datetime]) -> str:
    """Where and since when a person is signed in; empty if nowhere."""
    if in_browsers and in_discord:
        return say(
            # Translators: {times} and {times_in_discord} are points in time, one or several.
            "You're signed in to the page with the boards in {count, plural, one {# browser} other {# browsers}}, since {times}, and inside Discord, since {times_in_discord}.",
            count=len(in_browsers),
            times=_ago(in_browsers),
            times_in_discord=_ago(in_discord),
        )
    if in_browsers:
        return say(
            "You're signed in to the page with the boards in {count, plural, one {# browser} other {# browsers}}, since {times}.",
            count=len(in_browsers),
            times=_ago(in_browsers),
        )
    if in_discord:
        return say(
            "You're signed in to the page with the boards inside Discord, since {times}.", times=_ago(in_discord)
        )
    return ""


def _ago(times: Sequence[datetime]) -> str:
    return listed([instant(at, "R") for at in times])
