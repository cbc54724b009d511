"""The tables of a league, for whoever asks."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; this one belongs to `/league`.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from discord import app_commands

from bot.actions.competitions.entries import Standings
from bot.chat.answers import Answer, Change, Say, Show
from bot.chat.commands.arguments import page_number
from bot.chat.commands.league_argument import complete_league, league_named
from bot.chat.dispatcher import slash
from bot.chat.handlers import on_press
from bot.chat.request import Request
from bot.chat.sentences import competitions as sentences
from bot.chat.sentences import tables
from bot.chat.ui import competitions as ui
from bot.model.competitions.competition import Stage


@app_commands.command(name="table", description="How a league stands: your division first.")
@app_commands.describe(league="Which league, if there are several here", division="Another division than yours")
@app_commands.autocomplete(league=complete_league)
@slash
async def table(
    request: Request, league: str | None = None, division: app_commands.Range[int, 1, 50] | None = None
) -> Answer:
    """Show a table for one person alone."""
    number = await league_named(request, league, Stage.RUNNING, Stage.OVER, Stage.OPEN)
    return await _table(request, number, division)


@on_press("league_tables")
async def press_tables(request: Request) -> Answer:
    """Tables, under the card of a league."""
    return await _table(request, page_number(request.press.detail), None)


async def _table(request: Request, number: int, division: int | None) -> Answer:
    standings = await request.services.entries.standings(request.actor, number)
    if not standings.tables:
        return Say(sentences.hint(standings.competition))
    return Show(await ui.private_table(standings, division or _own(request, standings), await _theme(request)))


@on_press("league_table", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Above and Below, under a table."""
    number, _, division = request.press.detail.partition("/")
    standings = await request.services.entries.standings(request.actor, page_number(number))
    if not standings.tables:
        return Change.to_text(sentences.hint(standings.competition))
    return Change(await ui.private_table(standings, page_number(division), await _theme(request)))


@on_press("league_text")
async def as_text(request: Request) -> Answer:
    """Text, under a table."""
    number, _, division = request.press.detail.partition("/")
    standings = await request.services.entries.standings(request.actor, page_number(number))
    index = page_number(division) - 1
    if not 0 <= index < len(standings.tables):
        return Say(sentences.hint(standings.competition))
    return Say(tables.table_text(standings.competition, standings.tables[index]))


def _own(request: Request, standings: Standings) -> int:
    """The division of whoever asks; the first one for everybody else."""
    entrant = standings.entrant(request.person.id)
    return 1 if entrant is None or entrant.division is None else entrant.division


async def _theme(request: Request) -> str:
    return "" if request.server_id is None else (await request.services.settings.of_server(request.server_id)).theme
