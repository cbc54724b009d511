"""The message that lists all matches that run on a server."""

from collections.abc import Sequence

from discord import ui

from bot.match import Summary
from bot.ui import words
from bot.ui.messages import layout


def panel(matches: Sequence[Summary], count: int) -> ui.LayoutView:
    """The list of `count` running matches, of which `matches` are the first."""
    return layout(ui.TextDisplay(words.panel(matches, count)))
