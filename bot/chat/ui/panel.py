"""The message that lists all matches that run on a server."""

from collections.abc import Sequence

from discord import ui

from bot.chat.sentences import panels
from bot.chat.ui.messages import layout
from bot.model.summary import Summary


def panel(matches: Sequence[Summary], count: int) -> ui.LayoutView:
    """The list of `count` running matches, of which `matches` are the first."""
    return layout(ui.TextDisplay(panels.panel(matches, count)))
