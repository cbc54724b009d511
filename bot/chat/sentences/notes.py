"""Notes to oneself."""

from typing import Final

from bot.chat.sentences.names import plain_text, shortened, title
from bot.model.match import Match

_LONGEST_TITLE: Final = 45


def note(match: Match, text: str) -> str:
    """What somebody has written about a match."""
    heading = f"**Your note** on {title(match)}, for your eyes only"
    return f"{heading}:\n{plain_text(text)}" if text else f"{heading}: nothing yet."


def modal_title(match: Match) -> str:
    """Over the modal in which a note is written; at most 45 characters."""
    return shortened(f"Note · {title(match)}", _LONGEST_TITLE)


def modal_label() -> str:
    """Over the text in that modal."""
    return "Nobody else sees it"
