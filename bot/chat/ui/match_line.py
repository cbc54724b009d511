"""A match in a list, with the button that leads on beside it."""

import discord
from discord import ui

from bot.chat.sentences import lists
from bot.chat.symbols import Symbols
from bot.chat.ui.press import Press, button, section
from bot.model.person import Person
from bot.model.summary import Summary


def match_line(match: Summary, person: Person, asker: Person, symbols: Symbols) -> ui.Section[ui.LayoutView]:
    """A match in a list of the matches of `person`: `asker` moves there if it waits for them, or looks at its board."""
    if match.to_move is not None and match.to_move.id == asker.id:
        leads_on = button("Move", Press("move", match.id, match.revision), discord.ButtonStyle.primary)
    else:
        leads_on = button("Board", Press("board", match.id))
    return section(lists.games_line(match, person, asker, symbols), leads_on)
