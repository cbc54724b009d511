"""Texts of the page in the browser that have no counterpart in the chat."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.model.refusals.people import LinkUsed, NoCookies, NotNamed
from bot.texts.clocks import instant
from bot.texts.sentence import register
from rules.wording import listed, plural

WELCOME_TITLE: Final = "Furlong"
WELCOME: Final = "Board games by message. To see your boards here, use /games in Discord and press “Open the board”: the link signs you in."
SIGNED_OUT_TITLE: Final = "You are not signed in"
SIGNED_OUT: Final = (
    "Use /games in Discord and press “Open the board”: the link signs you in, in this browser, for 30 days."
)
FORGED_TITLE: Final = "That did not come from this page"
FORGED: Final = "Nothing was changed. Reload the page and try again."
NOTHING_TITLE: Final = "There is nothing here"
NOTHING: Final = "The address leads nowhere. Your matches are on the first page."
NOT_UNDERSTOOD_TITLE: Final = "That was not understood"
NOT_UNDERSTOOD: Final = "Nothing was changed. Reload the page and try again."
TOO_MANY_TITLE: Final = "One moment, please"
TOO_MANY: Final = (
    "That was more than Furlong answers at once. Nothing was changed. Wait ten seconds, and reload the page."
)
LOST: Final = "Furlong cannot be reached just now. The board comes back by itself; if what you pressed has not happened then, press again."
"""The note over a board that was shown before the connection was lost."""

STARTING_TITLE: Final = "Furlong is starting"
STARTING: Final = "Reload the page in a moment."
REFUSED_TITLE: Final = "That is not possible"
BROKEN_TITLE: Final = "Something went wrong"

PUZZLE: Final = "puzzle"
PUZZLE_OF_DAY: Final = "puzzle of the day"
PUZZLES: Final = "Puzzles"
LESSONS: Final = "Lessons"
LEARN: Final = "Learn"
RULES: Final = "Rules"
TRY: Final = "Try moves"
SEASONS: Final = "Seasons"
NO_SEASONS: Final = "No league, event or ladder is open on this server. Its managers open one with /manage start."

OPEN_BOARD: Final = "Open the board"
"""The label of the button that leads to the page."""

LINK: Final = (
    "Open your board in the browser. This link is for you alone and works once, within ten minutes. Your browser then stays "
    "signed in for 30 days; `/privacy` signs it out."
)
"""The text over the link to the page."""

NO_PAGE: Final = "The page with the boards is no longer there. `/board` shows your board here."
"""The answer to a button for the page after the host has removed the page."""

ENDED: Final = "You are signed out of every browser."
"""The answer after ending all sessions."""


def streak(days: int) -> str:
    """The number of consecutive days, up to yesterday or today, on which a person solved the daily puzzle; or empty."""
    return f"🔥 {plural(days, 'day')} in a row" if days else ""


def signed_in(in_browsers: Sequence[datetime], in_discord: Sequence[datetime]) -> str:
    """Where and since when a person is signed in; empty if nowhere."""
    places = {f"in {plural(len(in_browsers), 'browser')}": in_browsers, "inside Discord": in_discord}
    told = [f"{place}, since {listed([instant(at, 'R') for at in begun])}" for place, begun in places.items() if begun]
    return f"You are signed in to the page with the boards {', and '.join(told)}." if told else ""


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
        NotNamed: "Discord did not confirm who you are. Close the board, and press **Open the board** again.",
    }
)
