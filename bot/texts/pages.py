"""Texts of the page in the browser that have no counterpart in the chat."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.model.people import Person
from bot.model.refusals.people import LinkUsed, NoCookies, NotNamed, NotNow, TimedOut
from bot.texts.clocks import instant
from bot.texts.language import listed, message, register, say

WELCOME_TITLE: Final = "Furlong"
WELCOME: Final = message(
    "Board games by message. To see your boards here, use /games in Discord and press “Open the board”: the link signs you in."
)
SIGNED_OUT_TITLE: Final = message("You are not signed in")
SIGNED_OUT: Final = message(
    "Use /games in Discord and press “Open the board”: the link signs you in, in this browser, for 30 days."
)
FORGED_TITLE: Final = message("That did not come from this page")
FORGED: Final = message("Nothing was changed. Reload the page and try again.")
NOTHING_TITLE: Final = message("There is nothing here")
NOTHING: Final = message("The address leads nowhere. Your matches are on the first page.")
NOT_UNDERSTOOD_TITLE: Final = message("That was not understood")
NOT_UNDERSTOOD: Final = message("Nothing was changed. Reload the page and try again.")
TOO_LONG_TITLE: Final = message("That is too long")
TOO_LONG: Final = message("Nothing was changed. Go back, and try a shorter text.")
TOO_MANY_TITLE: Final = message("One moment, please")
TOO_MANY: Final = message(
    "That was more than Furlong answers at once. Nothing was changed. Wait ten seconds, and reload the page."
)
LOST: Final = message(
    "Furlong cannot be reached just now. The board comes back by itself; if what you pressed has not happened then, press again."
)
"""The note over a board that was shown before the connection was lost."""

STARTING_TITLE: Final = message("Furlong is starting")
STARTING: Final = message("Reload the page in a moment.")
REFUSED_TITLE: Final = message("That is not possible")
BROKEN_TITLE: Final = message("Something went wrong")

PUZZLE: Final = message("puzzle")
PUZZLE_OF_DAY: Final = message("puzzle of the day")
PUZZLES: Final = message("Puzzles")
LESSONS: Final = message("Lessons")
LEARN: Final = message("Learn")
RULES: Final = message("Rules")
TRY: Final = message("Try moves")
SEASONS: Final = message("Seasons")
NO_SEASONS: Final = message(
    "No league, event or ladder is open on this server. Its managers open one with /manage start."
)

OPEN_BOARD: Final = message("Open the board")
"""The label of the button that leads to the page."""

LINK: Final = message(
    "Open your board in the browser. This link is for you alone and works once, within ten minutes. Your browser then stays "
    "signed in for 30 days; `/privacy` signs it out."
)
"""The text over the link to the page."""

NO_PAGE: Final = message("The page with the boards is no longer there. `/board` shows your board here.")
"""The answer to a button for the page after the host has removed the page."""

ENDED: Final = message("You are signed out of every browser.")
"""The answer after ending all sessions."""


def signs_in(invited: Person, other: Person | None) -> str:
    """Whom a link signs in; `other` is another person who is signed in."""
    if other is None:
        return say("This link signs you in as {person}, once.", person=invited)
    return say(
        "You are signed in as **{other}**. This link is **{person}'s**, and signs you in as {person} instead. Go on only if you "
        "are {person}.",
        other=other,
        person=invited,
    )


def streak(days: int) -> str:
    """The number of consecutive days, up to yesterday or today, on which a person solved the daily puzzle; or empty."""
    return say("🔥 {days:# day|# days} in a row", days=days) if days else ""


def signed_in(in_browsers: Sequence[datetime], in_discord: Sequence[datetime]) -> str:
    """Where and since when a person is signed in; empty if nowhere."""
    if in_browsers and in_discord:
        return say(
            "You are signed in to the page with the boards in {count:# browser|# browsers}, since {times}, and inside "
            "Discord, since {times_in_discord}.",
            count=len(in_browsers),
            times=_ago(in_browsers),
            times_in_discord=_ago(in_discord),
        )
    if in_browsers:
        return say(
            "You are signed in to the page with the boards in {count:# browser|# browsers}, since {times}.",
            count=len(in_browsers),
            times=_ago(in_browsers),
        )
    if in_discord:
        return say(
            "You are signed in to the page with the boards inside Discord, since {times}.", times=_ago(in_discord)
        )
    return ""


def _ago(times: Sequence[datetime]) -> str:
    return listed([instant(at, "R") for at in times])


register(
    {
        LinkUsed: (
            "This link has been used, or is older than ten minutes. Each link opens the page once: use `/games` in Discord, and press "
            "**Open the board** there."
        ),
        NoCookies: (
            "Your browser keeps no cookies inside Discord, so the board cannot know you here. Use Discord's own app, or "
            "open Furlong's page in a browser of its own."
        ),
        NotNow: "Discord does not say just now whether you are on the server. Try again in a moment.",
        TimedOut: (
            "You're timed out on this server, so you can't begin or join anything there until that's over. Your matches "
            "that are running go on."
        ),
        NotNamed: "Discord did not confirm who you are. Close the board, and press **Open the board** again.",
    }
)
