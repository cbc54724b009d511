"""The list of somebody's matches."""

from typing import Final

import discord
from discord import app_commands, ui

from bot.actions import matches as stored
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import page_number, snowflake
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, row_of, section
from bot.chat.core.request import Request
from bot.model.match import State
from bot.model.people import Person
from bot.model.refusals.commands import UnknownButton
from bot.model.summary import Summary
from bot.texts import matches, names
from bot.texts.symbols import Symbols

_PAGE: Final = 10


@app_commands.command(name="games", description="List matches: whose turn it is and where the board is.")
@app_commands.describe(player="Whose matches; yours if you do not say")
@slash
async def games(request: Request, player: discord.User | None = None) -> Answer:
    """List the matches of a player that wait or run."""
    person = request.person if player is None else Person(player.id, player.display_name)
    return Show(Post(await _page(request, person, 0)))


@on_press("games", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Back and Next, under the list."""
    person_id, _, page = request.press.detail.partition("/")
    person = await _person(request, snowflake(person_id))
    return Change(Post(await _page(request, person, page_number(page))))


async def _person(request: Request, person_id: int) -> Person:
    """Whose list a button is under. Raises `UnknownButton` for somebody whose name nothing shows where it is pressed."""
    if person_id == request.person.id:
        return request.person
    found = None if request.server_id is None else await stored.person_on(request.context, request.server_id, person_id)
    if found is None:
        raise UnknownButton
    return found


async def _page(request: Request, person: Person, number: int) -> ui.LayoutView:
    # In a direct message somebody may look at their own matches on all servers, not at those of others.
    visible = person if request.server_id is not None else request.person
    found = await stored.of_person(request.context, visible, request.server_id, State.RUNNING, State.OPEN)
    if not found:
        return plain(matches.no_games(visible, request.person))
    pages = -(-len(found) // _PAGE)
    number = min(number, pages - 1)
    on_page = found[number * _PAGE : (number + 1) * _PAGE]
    lines = [match_line(match, visible, request.person, request.services.symbols) for match in on_page]
    heading = matches.games_heading(visible, request.person)
    if pages == 1:
        return plain(heading, *lines)
    back = button("Back", Press("games", detail=f"{visible.id}/{max(number - 1, 0)}"), disabled=number == 0)
    following = button("Next", Press("games", detail=f"{visible.id}/{number + 1}"), disabled=number == pages - 1)
    return plain(heading, *lines, ui.TextDisplay(names.page_of(number, pages)), row_of(back, following))


def match_line(match: Summary, person: Person, asker: Person, symbols: Symbols) -> ui.Section[ui.LayoutView]:
    """A match in a list of the matches of `person`: `asker` moves there if it waits for them, or looks at its board."""
    if match.to_move is not None and match.to_move.id == asker.id:
        leads_on = button("Move", Press("move", match.id, match.revision), discord.ButtonStyle.primary)
    else:
        leads_on = button("Board", Press("board", match.id))
    return section(matches.games_line(match, person, asker, symbols), leads_on)
