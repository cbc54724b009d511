"""Events: a knock-out, Swiss rounds, or everybody against everybody, for an evening or a month."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to the one below.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

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
from bot.chat.core.dispatcher import slash
from bot.chat.core.request import Request
from bot.model.clock import Terms
from bot.model.competitions.competition import (
    MOST_ENTRANTS,
    MOST_MATCHES,
    MOST_VACATION,
    CompetitionProposal,
    CompetitionStage,
    Format,
    Regulations,
)
from bot.model.days import beginning_and_end
from bot.model.refusals.people import UnknownSetting

_MOST_TEXT: Final = 40
_MOST_ROUNDS: Final = 12
_FORMATS: Final = (Format.KNOCKOUT, Format.SWISS, Format.ALL_PLAY_ALL)
_NAMES: Final = {Format.KNOCKOUT: "knock-out", Format.SWISS: "Swiss", Format.ALL_PLAY_ALL: "all-play-all"}
_Text = app_commands.Range[str, 1, _MOST_TEXT]
_BEGINNINGS: Final = ("1 hour", "3 hours", "tomorrow", "3 days", "a week")
_LENGTHS: Final = ("3 hours", "1 day", "1 week", "2 weeks", "4 weeks")

complete_event = suggestions_of(_FORMATS)


complete_beginning = complete_from(_BEGINNINGS)
complete_length = complete_from(_LENGTHS)


@app_commands.command(name="start", description="Open an event that people can join, for those who manage the server.")
@app_commands.describe(
    format="How it is played",
    game="What to play",
    begins="When it begins, such as 2 hours, 3 days or 2030-01-31; people join until then",
    lasts="How long it lasts, such as 3 hours, 2 weeks",
    sides="Whether two who meet play once or twice, sides swapped; what is fair if you do not say",
    rounds="How many rounds, in Swiss rounds; enough for a winner if you do not say",
    days="How long a player has for a move, such as 1 day; what is usual here if you do not say",
)
@app_commands.autocomplete(days=complete_days, begins=complete_beginning, lasts=complete_length)
@app_commands.choices(
    format=[
        app_commands.Choice(name="Knock-out: pairs of matches, the winner goes on", value=Format.KNOCKOUT),
        app_commands.Choice(name="Swiss: rounds among those who stand alike", value=Format.SWISS),
        app_commands.Choice(name="All-play-all: everybody meets everybody", value=Format.ALL_PLAY_ALL),
    ],
    game=GAME_CHOICES,
    sides=SIDES_CHOICES,
)
@slash
async def start(
    request: Request,
    format: str,  # noqa: A002 - what people see of it
    game: str,
    begins: _Text,
    lasts: _Text,
    sides: str | None = None,
    rounds: app_commands.Range[int, 1, _MOST_ROUNDS] | None = None,
    days: _Text | None = None,
) -> Answer:
    """Open an event here."""
    competing.check_manager(request)
    venue, server = await competing.venue_of(request)
    limit = limit_of(days, server)
    begins_at, ends_at = beginning_and_end(begins, lasts, request.services.now())
    kind, chosen = _format(format), game_of(game)
    in_pairs = both_sides(sides, [chosen]) or kind is Format.KNOCKOUT
    size = MOST_MATCHES // (1 + in_pairs) + 1 if kind is Format.ALL_PLAY_ALL else MOST_ENTRANTS
    terms = Terms(limit, is_rated=True, most_vacation=MOST_VACATION)
    regulations = Regulations(kind, (chosen,), size, in_pairs, terms, rounds=rounds)
    proposed = CompetitionProposal(f"{chosen.name} {_NAMES[kind]}", venue, regulations, begins_at, ends_at)
    return await competing.open_for_all(request, proposed)


def _format(text: str) -> Format:
    """The format of that key. Raises `UnknownSetting`."""
    found = next((one for one in _FORMATS if one == text), None)
    if found is None:
        raise UnknownSetting(text)
    return found


async def _named(request: Request, text: str | None, *stages: CompetitionStage) -> int:
    return await competition_named(request, text, _FORMATS, *stages)


@app_commands.command(name="table", description="How an event stands.")
@app_commands.describe(event="Which event, if there are several here")
@app_commands.autocomplete(event=complete_event)
@slash
async def table(request: Request, event: str | None = None) -> Answer:
    """Show the table for one person alone."""
    return await competing.show_table(
        request,
        await _named(request, event, CompetitionStage.RUNNING, CompetitionStage.OVER, CompetitionStage.OPEN),
        None,
    )


event: Final = app_commands.Group(name="event", description="Knock-out, Swiss rounds, everybody against everybody.")
for _command in (start, table, *entry_commands("event", _FORMATS, (CompetitionStage.RUNNING,))):
    event.add_command(_command)
