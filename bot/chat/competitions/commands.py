"""The commands `/season`, which shows a league, an event or a ladder, and `/manage start`, which opens one."""

import re
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.actions.competitions import servers
from bot.actions.competitions import standings as competition_standings
from bot.chat.challenges.arguments import WEEKEND_CHOICES
from bot.chat.challenges.commands import complete_days
from bot.chat.core.answers import Answer
from bot.chat.core.arguments import choices_of, offering
from bot.chat.core.dispatcher import Choices, slash, suggestions
from bot.chat.core.request import Request
from bot.chat.screens import asked_of, beside
from bot.model.competitions.competition import (
    FEWEST_SERVERS,
    LARGEST_DIVISION,
    MOST_SERVERS,
    SMALLEST_DIVISION,
    USUAL_SIZE,
    Competition,
    Format,
)
from bot.model.refusals import OnlyInServers
from bot.model.refusals.competitions import (
    NoCompetition,
    NoLadder,
    SeveralCompetitions,
    UnknownCompetition,
)
from bot.screens import competitions, managing
from bot.screens.core import game_named
from bot.texts import competitions as competition_texts
from bot.texts.language import message, say
from bot.texts.names import season_title
from bot.texts.vocabulary import days, hours, weeks
from rules import GAMES
from rules.core import Phrase

_NUMBER: Final = re.compile(r"\s*#?(?P<number>[0-9]{1,9})\s*")
_MOST_TEXT: Final = 40  # characters; every possible value is shorter
_MOST_NAMED: Final = 5  # of several fitting names, as many as a sentence can list
_MOST_ROUNDS: Final = 12

_Text = app_commands.Range[str, 1, _MOST_TEXT]
Season = app_commands.Range[str, 1, _MOST_TEXT]


async def _seasons(request: Request) -> Sequence[Competition]:
    """The competitions of the server, the person's most likely ones first, then calls that they can accept.

    Raises `OnlyInServers`.
    """
    if request.server_id is None:
        raise OnlyInServers
    seasons = await competition_standings.of_server(request.context, request.server_id, request.person.id)
    return [*seasons, *await servers.calls(request.context, request.actor)]


async def season_called(request: Request, text: str) -> int:
    """The number of the competition that a text names by its number or the beginning of its name.

    Of the seasons of a league, a running one comes before one that is open or over. Raises `OnlyInServers`,
    `UnknownCompetition` or `SeveralCompetitions`.
    """
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return int(number["number"])
    wanted = text.strip().casefold()
    fitting = [competition for competition in await _seasons(request) if _full_name(competition).startswith(wanted)]
    if not fitting:
        raise UnknownCompetition(text)
    if any(competition.name != fitting[0].name for competition in fitting):
        raise SeveralCompetitions(tuple(fitting[:_MOST_NAMED]))
    return fitting[0].id


def _full_name(competition: Competition) -> str:
    return season_title(competition.name, competition.season).casefold()


@suggestions
async def complete_season(request: Request, typed: str) -> Choices:
    """The competitions of the server, for a command's `season`."""
    if request.server_id is None:
        return []
    return choices_of({str(entry.id): competition_texts.choice(entry) for entry in await _seasons(request)}, typed)


@app_commands.command(name="season", description="How a league, an event or a ladder is going; join or leave it there.")
@app_commands.describe(
    season="Which one; leave it out for the one you're in, or the one going on", player="Who to challenge, on a ladder"
)
@app_commands.autocomplete(season=complete_season)
@slash
async def season(request: Request, season: Season | None = None, player: discord.User | None = None) -> Answer:
    """Show a competition privately, with the person's options; or challenge a player on a ladder."""
    asked = asked_of(request)
    if player is not None:
        number = await _ladder(request) if season is None else await season_called(request, season)
        return await beside(await competitions.challenged(asked, number, player.id))
    if season is not None:
        return await beside(await competitions.season(asked, await season_called(request, season)))
    seasons = await _seasons(request)
    if not seasons:
        raise NoCompetition
    return await beside(await competitions.season(asked, seasons[0].id))


async def _ladder(request: Request) -> int:
    """The number of the ladder that the person most likely means. Raises `OnlyInServers` or `NoLadder`."""
    ladders = [entry.id for entry in await _seasons(request) if entry.regulations.format is Format.LADDER]
    if not ladders:
        raise NoLadder
    return ladders[0]


def _suggesting(*phrases: str) -> Any:
    @suggestions
    async def complete(_request: Request, typed: str) -> Choices:
        return choices_of({text: say(text) for text in phrases}, typed)

    return complete


@app_commands.command(name="start", description="Open a league, an event or a ladder that people can join.")
@app_commands.describe(
    format="How it's played; leave all out to choose in a window",
    game="What to play",
    begins="When it starts, such as 2 hours, 3 days or 2030-01-31; people can join until then",
    lasts="How long it lasts, such as 3 hours or 8 weeks; for a league the last day works too",
    game2="A second game, in a league: the rounds take turns",
    game3="A third game, in a league",
    size="How many people a division of a league has at most, 4 to 40; 6 if you leave this out",
    sides="One match for each pair, or two with sides swapped; leave it out for whichever is fair",
    rounds="How many rounds, in Swiss rounds; as many as it takes if you leave it out",
    servers="How many servers play a season, each against each, 3 to 6; a match of two if you leave this out",
    days="How long a player has for a move, such as 3 days; leave it out for what's usual here",
    weekends="Whether time counts on weekends; it does if you leave this out",
    again="Whether the next season of a league opens by itself; it does if you leave this out",
)
@app_commands.choices(
    format=choices_of(
        {
            # Translators: A format, such as “Knock-out”, and what it is, in a list of suggestions.
            format_.value: Phrase("{format}: {description}", format=Phrase(label), description=Phrase(description))
            for format_, (label, description) in competition_texts.FORMATS.items()
        }
    ),
    sides=choices_of({"one": "One match, sides shared out", "both": "Two matches with sides swapped"}),
    weekends=WEEKEND_CHOICES,
    again=choices_of({"yes": "Season after season", "no": "One season"}),
)
@offering("game", "game2", "game3", games=[game for game in GAMES.values() if 2 in game.seats])
@app_commands.autocomplete(
    begins=_suggesting(hours(1), hours(3), message("tomorrow"), days(3), message("a week"), weeks(2)),
    lasts=_suggesting(
        hours(3), days(1), *map(weeks, (1, 2, 4, 8)), Phrase("{count, plural, one {# month} other {# months}}", count=3)
    ),
    days=complete_days,
)
@slash
async def start(
    request: Request,
    format: str | None = None,  # noqa: A002 - the name that people see
    game: str | None = None,
    begins: _Text | None = None,
    lasts: _Text | None = None,
    game2: str | None = None,
    game3: str | None = None,
    size: app_commands.Range[int, SMALLEST_DIVISION, LARGEST_DIVISION] = USUAL_SIZE,
    sides: str | None = None,
    rounds: app_commands.Range[int, 1, _MOST_ROUNDS] | None = None,
    servers: app_commands.Range[int, FEWEST_SERVERS, MOST_SERVERS] = 2,
    days: _Text | None = None,
    weekends: str = "run",
    again: str = "yes",
) -> Answer:
    """Open a competition here, or open a modal for missing options."""
    asked = asked_of(request)
    kind = None if format is None else managing.format_of(format)
    if kind is None or game is None or (kind is not Format.LADDER and None in (begins, lasts)):
        return await beside(managing.formats(asked, [*Format] if kind is None else [kind]))
    wishes = managing.Wishes(
        format=kind,
        games=[game_named(text) for text in (game, game2, game3) if text is not None],
        begins=begins or "",
        lasts=lasts or "",
        size=size,
        in_pairs=None if sides is None else sides == "both",
        rounds=rounds,
        servers=servers,
        days=days,
        pauses_weekends=weekends == "pause",
        goes_on=again == "yes",
    )
    return await beside(await managing.opened(asked, wishes))
