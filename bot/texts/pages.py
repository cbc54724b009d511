"""The page in the browser: what it says where the chat has no sentence for it."""

from typing import Final

from bot.model.refusals.people import LinkUsed
from bot.texts.sentence import register

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
REFUSED_TITLE: Final = "That is not possible"
BROKEN_TITLE: Final = "Something went wrong"

OPEN_BOARD: Final = "Open the board"
"""On the button that leads to the page."""

register(
    {
        LinkUsed: (
            "This link was used already, or it is older than ten minutes. Press **Open the board** in Discord again: each link "
            "opens the page once."
        ),
    }
)
