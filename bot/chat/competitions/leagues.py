"""Leagues: opening one, joining it, leaving it, and its tables."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to the one below.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from datetime import UTC
from typing import Final

from discord import app_commands

from bot.chat.challenges.commands import complete_days
from bot.chat.competitions import commands as competing
from bot.chat.competitions.commands import (
    GAME_CHOICES,
    SIDES_CHOICES,
    both_sides,
    complete_from,
    entry_commands,
    limit_of,
)
from bot.chat.competitions.competition_argument import competition_named, suggestions_of
from bot.chat.core.answers import Answer
from bot.chat.core.arguments import game_of
from bot.chat.core.dispatcher import slash, suggestions
from bot.chat.core.request import Request
from bot.model.clock import Terms
from bot.model.competitions.competition import (
    LARGEST_DIVISION,
    MOST_VACATION,
    SMALLEST_DIVISION,
    CompetitionProposal,
    CompetitionStage,
    Format,
    Regulations,
)
from bot.model.days import checked, day_in
from rules.core import Game

_MOST_TEXT: Final = 40
_MOST_DIVISIONS: Final = 50
_FORMATS: Final = (Format.LEAGUE,)
_USUAL_SIZE: Final = 6
_Text = app_commands.Range[str, 1, _MOST_TEXT]
_Size = app_commands.Range[int, SMALLEST_DIVISION, LARGEST_DIVISION]
_FIRST: Final = ("tomorrow", "3 days", "a week", "2 weeks")
_LENGTHS: Final = ("2 weeks", "4 weeks", "6 weeks", "8 weeks", "3 months")

complete_league = suggestions_of(_FORMATS)


@suggestions
async def complete_first(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """First days that begin with what was typed."""
    today = request.services.now().astimezone(UTC).date()
    return [
        app_commands.Choice(name=f"{text} ({day_in(text, today).isoformat()})", value=day_in(text, today).isoformat())
        for text in _FIRST
        if text.startswith(typed.strip().casefold())
    ]


complete_last = complete_from(_LENGTHS, " after the first day")


@app_commands.command(name="start", description="Open a league that people can join, for those who manage the server.")
@app_commands.describe(
    game="What to play",
    first_day="When all matches begin, such as 2030-01-31 or 2 weeks; people join until then",
    last_day="When all matches end, such as 2030-03-31 or 8 weeks after the first day",
    game2="A second game: the rounds take turns",
    game3="A third game",
    size="How many people a division has at most, 4 to 8; 6 if you do not say",
    sides="Whether two who meet play once, or twice with sides swapped; what is fair if you do not say",
    days="How long a player has for a move, such as 3 days; what is usual here if you do not say",
    weekends="Whether time counts on weekends; it does if you do not say",
    again="Whether the next season opens by itself; it does if you do not say",
)
@app_commands.autocomplete(days=complete_days, first_day=complete_first, last_day=complete_last)
@app_commands.choices(
    game=GAME_CHOICES,
    game2=GAME_CHOICES,
    game3=GAME_CHOICES,
    sides=SIDES_CHOICES,
    weekends=[
        app_commands.Choice(name="Clocks run", value="run"),
        app_commands.Choice(name="Clocks pause on Saturday and Sunday (UTC)", value="pause"),
    ],
    again=[
        app_commands.Choice(name="Season after season", value="yes"),
        app_commands.Choice(name="One season", value="no"),
    ],
)
@slash
async def start(
    request: Request,
    game: str,
    first_day: _Text,
    last_day: _Text,
    game2: str | None = None,
    game3: str | None = None,
    size: _Size = _USUAL_SIZE,
    sides: str | None = None,
    days: _Text | None = None,
    weekends: str = "run",
    again: str = "yes",
) -> Answer:
    """Open a league here."""
    competing.check_manager(request)
    venue, server = await competing.venue_of(request)
    limit = limit_of(days, server)
    today = request.services.now().astimezone(UTC).date()
    first = day_in(first_day, today)
    begins_at, ends_at = checked(first, day_in(last_day, first), today)
    games = tuple(dict.fromkeys(game_of(key) for key in (game, game2, game3) if key is not None))
    terms = Terms(limit, weekends == "pause", is_rated=True, most_vacation=MOST_VACATION)
    regulations = Regulations(Format.LEAGUE, games, size, both_sides(sides, games), terms, goes_on=again == "yes")
    proposed = CompetitionProposal(_name(games), venue, regulations, begins_at, ends_at)
    return await competing.open_for_all(request, proposed)


def _name(games: tuple[Game, ...]) -> str:
    """What a league is called."""
    return f"{games[0].name} league" if len(games) == 1 else f"League of {len(games)} games"


async def _named(request: Request, text: str | None, *stages: CompetitionStage) -> int:
    return await competition_named(request, text, _FORMATS, *stages)


@app_commands.command(name="table", description="How a league stands: your division first.")
@app_commands.describe(league="Which league, if there are several here", division="Another division than yours")
@app_commands.autocomplete(league=complete_league)
@slash
async def table(
    request: Request, league: str | None = None, division: app_commands.Range[int, 1, _MOST_DIVISIONS] | None = None
) -> Answer:
    """Show a table for one person alone."""
    number = await _named(request, league, CompetitionStage.RUNNING, CompetitionStage.OVER, CompetitionStage.OPEN)
    return await competing.show_table(request, number, division)


league: Final = app_commands.Group(name="league", description="Seasons in small divisions, all matches at once.")
for _command in (start, table, *entry_commands("league", _FORMATS, ())):
    league.add_command(_command)
