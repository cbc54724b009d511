"""The commands `/season`, which shows a league, an event or a ladder, and `/manage start`, which opens one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import app_commands

from bot.actions.competitions import entries
from bot.actions.competitions import standings as read
from bot.chat.challenges.arguments import WEEKEND_CHOICES, place_of, server_settled
from bot.chat.challenges.commands import complete_days
from bot.chat.challenges.views import BOTH_SIDES, WEEKENDS
from bot.chat.competitions import entering, views
from bot.chat.core.answers import Answer, Ask, Say, Show
from bot.chat.core.arguments import choices_of
from bot.chat.core.dispatcher import Choices, on_press, slash, suggestions
from bot.chat.core.members import person_of
from bot.chat.core.permissions import check_manager, rooms_of, text_channel_here
from bot.chat.core.request import Request
from bot.model.challenges import wants_both_sides
from bot.model.clock import DEFAULT_DAYS, Terms
from bot.model.competitions.competition import (
    LARGEST_DIVISION,
    MOST_ENTRANTS,
    MOST_MATCHES,
    MOST_VACATION,
    NEVER,
    SMALLEST_DIVISION,
    USUAL_SIZE,
    Competition,
    Format,
    Regulations,
    Venue,
)
from bot.model.durations import beginning_and_end, checked, day_in, terms_in
from bot.model.refusals import OnlyInServers
from bot.model.refusals.competitions import (
    NoCompetition,
    NoLadder,
    NoTimeLimit,
    OneGame,
    SeveralCompetitions,
    SeveralTicked,
    UnknownCompetition,
)
from bot.model.refusals.people import NotTextChannel, UnknownSetting
from bot.model.servers import Server
from bot.screens.core import game_of
from bot.texts import competitions as texts
from bot.texts.language import message, say, speaking
from bot.texts.names import season_title
from bot.texts.vocabulary import days, duration_in_english, hours, weeks
from rules import GAMES
from rules.core import Game, Phrase

_NUMBER: Final = re.compile(r"\s*#?(?P<number>[0-9]{1,9})\s*")
_MOST_TEXT: Final = 40  # characters; every possible value is shorter
_MOST_NAMED: Final = 5  # of several fitting names, as many as a sentence can list
_MOST_ROUNDS: Final = 12

_GAMES: Final = choices_of({game.key: game.name for game in GAMES.values() if 2 in game.seats})
_Text = app_commands.Range[str, 1, _MOST_TEXT]
Season = app_commands.Range[str, 1, _MOST_TEXT]


async def _known(request: Request) -> Sequence[Competition]:
    """The competitions of the server, the person's most likely ones first. Raises `OnlyInServers`."""
    if request.server_id is None:
        raise OnlyInServers
    return await read.of_server(request.context, request.server_id, request.person.id)


async def season_called(request: Request, text: str) -> int:
    """The number of the competition that a text names by its number or the beginning of its name.

    Of the seasons of a league, a running one comes before one that is open or over. Raises `OnlyInServers`,
    `UnknownCompetition` or `SeveralCompetitions`.
    """
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return int(number["number"])
    wanted = text.strip().casefold()
    fitting = [one for one in await _known(request) if _full_name(one).startswith(wanted)]
    if not fitting:
        raise UnknownCompetition(text)
    if any(one.name != fitting[0].name for one in fitting):
        raise SeveralCompetitions(tuple(fitting[:_MOST_NAMED]))
    return fitting[0].id


def _full_name(competition: Competition) -> str:
    return season_title(competition.name, competition.season).casefold()


@suggestions
async def complete_season(request: Request, typed: str) -> Choices:
    """The competitions of the server, for a command's `season`."""
    if request.server_id is None:
        return []
    return choices_of({str(one.id): texts.choice(one) for one in await _known(request)}, typed)


@app_commands.command(name="season", description="How a league, an event or a ladder stands; join and leave it there.")
@app_commands.describe(
    season="Which one; the one that you play, or that runs, if you do not say", player="Whom to challenge, on a ladder"
)
@app_commands.autocomplete(season=complete_season)
@slash
async def season(request: Request, season: Season | None = None, player: discord.User | None = None) -> Answer:
    """Show a competition privately, with the person's options; or challenge a player on a ladder."""
    if player is not None:
        number = await _ladder(request) if season is None else await season_called(request, season)
        return Say(await entering.challenged(request, number, person_of(player)))
    if season is not None:
        return Show(await entering.season(request, await season_called(request, season)))
    known = await _known(request)
    if not known:
        raise NoCompetition
    return Show(await entering.season(request, known[0].id))


async def _ladder(request: Request) -> int:
    """The number of the ladder that the person most likely means. Raises `OnlyInServers` or `NoLadder`."""
    ladders = [one.id for one in await _known(request) if one.regulations.format is Format.LADDER]
    if not ladders:
        raise NoLadder
    return ladders[0]


async def _venue(request: Request) -> tuple[Venue, Server]:
    """The place of a competition opened by this request, and the server's settings.

    Raises `NotTextChannel`, or the errors of `place_of` and `ServerRooms.check_for_post`.
    """
    place = await place_of(request)
    channel_id = text_channel_here(request)
    if channel_id is None:
        raise NotTextChannel(place.channel_id)
    rooms_of(request).check_for_post(channel_id, Phrase("the tables"))
    return Venue(place.server_id, channel_id, place.channel_id, place.wants_thread), place.server


def _terms(days: str | None, server: Server, *, pauses_weekends: bool = False) -> Terms:
    """The terms of all matches. Raises `NoTimeLimit`, because a match without a limit might never end."""
    time = Terms(server.days or DEFAULT_DAYS) if days is None else terms_in(duration_in_english(days))
    if not time.has_limit:
        raise NoTimeLimit
    return replace(time, pauses_weekends=pauses_weekends, is_rated=True, most_vacation=MOST_VACATION)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wishes:
    """A manager's wishes for a new competition."""

    format: Format
    games: Sequence[Game]
    begins: str
    lasts: str
    size: int = USUAL_SIZE
    in_pairs: bool | None = None
    """Whether each pair plays twice, with sides swapped; None for whatever is fair."""

    rounds: int | None = None
    days: str | None = None
    pauses_weekends: bool = False
    goes_on: bool = True


async def _open(request: Request, wishes: _Wishes) -> Answer:
    """Open a competition and show its card. Raises `OneGame`, or the errors of reading the wishes."""
    venue, server = await _venue(request)
    kind, games = wishes.format, tuple(wishes.games)
    if len(games) > 1 and kind is not Format.LEAGUE:
        raise OneGame
    is_fair_twice = wants_both_sides(games) if wishes.in_pairs is None else wishes.in_pairs
    in_pairs = kind is Format.KNOCKOUT or (kind is not Format.LADDER and is_fair_twice)
    sizes = {Format.LEAGUE: wishes.size, Format.ALL_PLAY_ALL: MOST_MATCHES // (1 + in_pairs) + 1}
    terms = _terms(wishes.days, server, pauses_weekends=wishes.pauses_weekends)
    goes_on = wishes.goes_on and kind is Format.LEAGUE
    regulations = Regulations(
        kind, games, sizes.get(kind, MOST_ENTRANTS), in_pairs, terms, goes_on=goes_on, rounds=wishes.rounds
    )
    now = request.context.now()
    with speaking(await request.language_here()):
        name = texts.new_name(regulations)
    proposed = Competition(name, venue, regulations, *_period(wishes, now), request.person, created_at=now)
    competition = await entries.propose(request.context, request.actor, proposed)
    await request.services.tell()
    return Show(views.opened(competition))


def _period(wishes: _Wishes, now: datetime) -> tuple[datetime, datetime]:
    """The beginning and end of a competition: whole days for a league, no end for a ladder."""
    if wishes.format is Format.LADDER:
        return now, NEVER
    begins, lasts = duration_in_english(wishes.begins), duration_in_english(wishes.lasts)
    if wishes.format is not Format.LEAGUE:
        return beginning_and_end(begins, lasts, now)
    today = now.astimezone(UTC).date()
    first = day_in(begins, today)
    return checked(first, day_in(lasts, first), today)


def _suggesting(*known: str) -> Any:
    @suggestions
    async def complete(_request: Request, typed: str) -> Choices:
        return choices_of({text: say(text) for text in known}, typed)

    return complete


def _format(text: str) -> Format:
    """The format with a name. Raises `UnknownSetting`."""
    found = next((one for one in Format if one == text), None)
    if found is None:
        raise UnknownSetting(text, list(Format))
    return found


@app_commands.command(name="start", description="Open a league, an event or a ladder that people can join.")
@app_commands.describe(
    format="How it is played; leave all out to choose in a window",
    game="What to play",
    begins="When it begins, such as 2 hours, 3 days or 2030-01-31; people join until then",
    lasts="How long it lasts, such as 3 hours or 8 weeks; for a league the last day will do too",
    game2="A second game, in a league: the rounds take turns",
    game3="A third game, in a league",
    size="How many people a division of a league has at most, 4 to 40; 6 if you do not say",
    sides="Whether two who meet play once, or twice with sides swapped; what is fair if you do not say",
    rounds="How many rounds, in Swiss rounds; enough for a winner if you do not say",
    days="How long a player has for a move, such as 3 days; what is usual here if you do not say",
    weekends="Whether time counts on weekends; it does if you do not say",
    again="Whether the next season of a league opens by itself; it does if you do not say",
)
@app_commands.choices(
    format=choices_of(
        {
            one.value: Phrase("{format}: {description}", format=Phrase(label), description=Phrase(description))
            for one, (label, description) in texts.FORMATS.items()
        }
    ),
    game=_GAMES,
    game2=_GAMES,
    game3=_GAMES,
    sides=choices_of({"one": "One match, sides shared out", "both": "Two matches with sides swapped"}),
    weekends=WEEKEND_CHOICES,
    again=choices_of({"yes": "Season after season", "no": "One season"}),
)
@app_commands.autocomplete(
    begins=_suggesting(hours(1), hours(3), message("tomorrow"), days(3), message("a week"), weeks(2)),
    lasts=_suggesting(hours(3), days(1), *map(weeks, (1, 2, 4, 8)), Phrase("{count:# month|# months}", count=3)),
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
    days: _Text | None = None,
    weekends: str = "run",
    again: str = "yes",
) -> Answer:
    """Open a competition here, or open a modal for missing options."""
    check_manager(request)
    kind = None if format is None else _format(format)
    if kind is None or game is None or (kind is not Format.LADDER and None in (begins, lasts)):
        return Show(views.formats([*Format] if kind is None else [kind]))
    wishes = _Wishes(
        format=kind,
        games=tuple(dict.fromkeys(game_of(key) for key in (game, game2, game3) if key is not None)),
        begins=begins or "",
        lasts=lasts or "",
        size=size,
        in_pairs=None if sides is None else sides == "both",
        rounds=rounds,
        days=days,
        pauses_weekends=weekends == "pause",
        goes_on=again == "yes",
    )
    return await _open(request, wishes)


@on_press("season_start", opens_modal=True)
async def ask(request: Request) -> Answer:
    """Handle the buttons of the formats: open the modal for the other options."""
    check_manager(request)
    server = await server_settled(request)
    return Ask(views.window(_format(request.act.detail), server.days or DEFAULT_DAYS))


@on_press("season_open")
async def open_as_asked(request: Request) -> Answer:
    """Handle the submission of that modal."""
    check_manager(request)
    fields = request.fields
    also = fields.get("also", ())
    wishes = _Wishes(
        format=_format(request.act.detail),
        games=[game_of(key) for key in fields.get("game", ("",))],
        begins="".join(fields.get("begins", ())),
        lasts="".join(fields.get("lasts", ())),
        size=_ticked(also, views.SIZES) or USUAL_SIZE,
        rounds=_ticked(also, views.ROUNDS),
        in_pairs=True if BOTH_SIDES in also else None,
        days="".join(fields.get("days", ())) or None,
        pauses_weekends=WEEKENDS in also,
        goes_on=views.ONCE not in also,
    )
    return await _open(request, wishes)


def _ticked(also: Sequence[str], offered: Mapping[str, int]) -> int | None:
    """The number among those `offered` that was ticked; None if there is none. Raises `SeveralTicked`."""
    numbers = [number for value, number in offered.items() if value in also]
    if len(numbers) > 1:
        raise SeveralTicked(tuple(numbers))
    return numbers[0] if numbers else None
