"""The commands `/league`, `/event` and `/ladder`."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to those at the end.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC
from typing import Any, Final

import discord
from discord import app_commands

from bot.actions.competitions import entries
from bot.actions.competitions import standings as read
from bot.chat.challenges.commands import complete_days, place_of
from bot.chat.competitions import entering
from bot.chat.core.answers import Answer, Say
from bot.chat.core.arguments import game_of
from bot.chat.core.dispatcher import Choices, slash, suggestions
from bot.chat.core.permissions import check_for_pictures, text_channel_here
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
    Competition,
    CompetitionProposal,
    CompetitionStage,
    Format,
    Regulations,
    Venue,
)
from bot.model.competitions.ladder import REACH
from bot.model.durations import beginning_and_end, checked, day_in, limit_in
from bot.model.moderation import LONGEST_REASON
from bot.model.people import Person
from bot.model.refusals.commands import OnlyInServers
from bot.model.refusals.competitions import NoCompetition, NoTimeLimit, SeveralCompetitions, UnknownCompetition
from bot.model.refusals.people import NotTextChannel, UnknownSetting
from bot.model.servers import Server
from bot.texts import competitions as texts
from rules import GAMES
from rules.core import Game

_NUMBER: Final = re.compile(r"\s*#?(?P<number>[0-9]{1,9})\s*")
_MOST_CHOICES: Final = 25  # that Discord shows
_MOST_NAMED: Final = 5
_MOST_TEXT: Final = 40
_MOST_ROUNDS: Final = 12
_MOST_DIVISIONS: Final = 50
_USUAL_SIZE: Final = 6

_LEAGUES: Final = (Format.LEAGUE,)
_EVENTS: Final = {Format.KNOCKOUT: "knock-out", Format.SWISS: "Swiss", Format.ALL_PLAY_ALL: "all-play-all"}
_LADDERS: Final = (Format.LADDER,)

_GAMES: Final = [app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values() if 2 in game.seats]
_SIDES: Final = [
    app_commands.Choice(name="One match, sides shared out", value="one"),
    app_commands.Choice(name="Two matches with sides swapped", value="both"),
]

_Text = app_commands.Range[str, 1, _MOST_TEXT]
_Reason = app_commands.Range[str, 1, LONGEST_REASON]
_Command = app_commands.Command[Any, ..., Any]
_Handler = Callable[..., Awaitable[Answer]]


# --- which competition is meant ---


async def competition_named(
    request: Request, text: str | None, formats: Sequence[Format], *stages: CompetitionStage
) -> int:
    """The number of the competition that a text names, or of the only one in these stages; the first stage goes first.

    Raises `OnlyInServers`, `UnknownCompetition`, `NoCompetition` or `SeveralCompetitions`.
    """
    found = await _competitions(request, formats)
    if text is not None and text.strip():
        return _named(text, found)
    for stage in stages:
        fitting = [one for one in found if one.stage is stage]
        if len(fitting) == 1 or (fitting and stage is CompetitionStage.OVER):
            return fitting[0].id
        if fitting:
            raise SeveralCompetitions(tuple(fitting[:_MOST_NAMED]))
    raise NoCompetition


def _named(text: str, found: Sequence[Competition]) -> int:
    """The competition of a number, listed or not, or one whose name begins with the text."""
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return int(number["number"])
    wanted = text.strip().casefold()
    fitting = [one for one in found if one.name.casefold().startswith(wanted)]
    if not fitting:
        raise UnknownCompetition(text)
    return fitting[0].id


async def _competitions(request: Request, formats: Sequence[Format]) -> Sequence[Competition]:
    if request.server_id is None:
        raise OnlyInServers
    known = await read.of_server(request.context, request.server_id)
    return [one for one in known if one.regulations.format in formats]


def _complete_competition(formats: Sequence[Format]) -> Any:
    """A completer that suggests the server's competitions of these formats."""

    @suggestions
    async def complete(request: Request, typed: str) -> Choices:
        if request.server_id is None:
            return []
        labels = {str(one.id): texts.choice(one) for one in await _competitions(request, formats)}
        fitting = [(number, label) for number, label in labels.items() if typed.strip().casefold() in label.casefold()]
        return [app_commands.Choice(name=label, value=number) for number, label in fitting[:_MOST_CHOICES]]

    return complete


def _complete(*known: str, suffix: str = "") -> Any:
    """A completer that suggests the known texts that begin with what was typed."""

    @suggestions
    async def complete(_request: Request, typed: str) -> Choices:
        fitting = [text for text in known if text.startswith(typed.strip().casefold())]
        return [app_commands.Choice(name=f"{text}{suffix}", value=text) for text in fitting]

    return complete


@suggestions
async def _complete_first_day(request: Request, typed: str) -> Choices:
    today = request.context.now().astimezone(UTC).date()
    fitting = [
        text for text in ("tomorrow", "3 days", "a week", "2 weeks") if text.startswith(typed.strip().casefold())
    ]
    days = {text: day_in(text, today).isoformat() for text in fitting}
    return [app_commands.Choice(name=f"{text} ({day})", value=day) for text, day in days.items()]


# --- opening ---


async def _venue(request: Request) -> tuple[Venue, Server]:
    """Where a competition opened by this request is shown, and the server's settings.

    Raises `NotManagerOfLeagues`, `NotTextChannel`, or what `place_of` and `check_for_pictures` raise.
    """
    entering.check_manager(request)
    place = await place_of(request)
    channel_id = text_channel_here(request)
    if channel_id is None:
        raise NotTextChannel(place.channel_id)
    check_for_pictures(request, channel_id, "the tables")
    return Venue(place.server_id, channel_id, place.channel_id, place.wants_thread), place.server


def _terms(days: str | None, server: Server, *, pauses_weekends: bool = False) -> Terms:
    """The terms of all matches. Raises `NoTimeLimit`, because a match without a limit might never end."""
    limit = (server.days or DEFAULT_DAYS) if days is None else limit_in(days)
    if limit is None:
        raise NoTimeLimit
    return Terms(limit, pauses_weekends, is_rated=True, most_vacation=MOST_VACATION)


def _both_sides(sides: str | None, games: Sequence[Game]) -> bool:
    """Whether two who meet play twice: as the host chose, and else where a single match would be unfair."""
    return wants_both_sides(games) if sides is None else sides == "both"


async def _open(request: Request, proposed: CompetitionProposal) -> Answer:
    """Open a competition and show its card."""
    competition = await entries.propose(request.context, request.person, proposed)
    await request.services.tell()
    return Say(texts.started(competition))


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
@app_commands.autocomplete(
    days=complete_days,
    first_day=_complete_first_day,
    last_day=_complete("2 weeks", "4 weeks", "6 weeks", "8 weeks", "3 months", suffix=" after the first day"),
)
@app_commands.choices(
    game=_GAMES,
    game2=_GAMES,
    game3=_GAMES,
    sides=_SIDES,
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
async def start_league(
    request: Request,
    game: str,
    first_day: _Text,
    last_day: _Text,
    game2: str | None = None,
    game3: str | None = None,
    size: app_commands.Range[int, SMALLEST_DIVISION, LARGEST_DIVISION] = _USUAL_SIZE,
    sides: str | None = None,
    days: _Text | None = None,
    weekends: str = "run",
    again: str = "yes",
) -> Answer:
    """Open a league here."""
    venue, server = await _venue(request)
    terms = _terms(days, server, pauses_weekends=weekends == "pause")
    today = request.context.now().astimezone(UTC).date()
    first = day_in(first_day, today)
    begins_at, ends_at = checked(first, day_in(last_day, first), today)
    games = tuple(dict.fromkeys(game_of(key) for key in (game, game2, game3) if key is not None))
    regulations = Regulations(Format.LEAGUE, games, size, _both_sides(sides, games), terms, goes_on=again == "yes")
    name = f"{games[0].name} league" if len(games) == 1 else f"League of {len(games)} games"
    return await _open(request, CompetitionProposal(name, venue, regulations, begins_at, ends_at))


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
@app_commands.autocomplete(
    days=complete_days,
    begins=_complete("1 hour", "3 hours", "tomorrow", "3 days", "a week"),
    lasts=_complete("3 hours", "1 day", "1 week", "2 weeks", "4 weeks"),
)
@app_commands.choices(
    format=[
        app_commands.Choice(name="Knock-out: pairs of matches, the winner goes on", value=Format.KNOCKOUT),
        app_commands.Choice(name="Swiss: rounds among those who stand alike", value=Format.SWISS),
        app_commands.Choice(name="All-play-all: everybody meets everybody", value=Format.ALL_PLAY_ALL),
    ],
    game=_GAMES,
    sides=_SIDES,
)
@slash
async def start_event(
    request: Request,
    format: str,  # noqa: A002 - the name that people see
    game: str,
    begins: _Text,
    lasts: _Text,
    sides: str | None = None,
    rounds: app_commands.Range[int, 1, _MOST_ROUNDS] | None = None,
    days: _Text | None = None,
) -> Answer:
    """Open an event here."""
    venue, server = await _venue(request)
    terms = _terms(days, server)
    begins_at, ends_at = beginning_and_end(begins, lasts, request.context.now())
    kind, chosen = next((one for one in _EVENTS if one == format), None), game_of(game)
    if kind is None:
        raise UnknownSetting(format)
    in_pairs = _both_sides(sides, [chosen]) or kind is Format.KNOCKOUT
    size = MOST_MATCHES // (1 + in_pairs) + 1 if kind is Format.ALL_PLAY_ALL else MOST_ENTRANTS
    regulations = Regulations(kind, (chosen,), size, in_pairs, terms, rounds=rounds)
    name = f"{chosen.name} {_EVENTS[kind]}"
    return await _open(request, CompetitionProposal(name, venue, regulations, begins_at, ends_at))


@app_commands.command(name="open", description="Open a ladder that people can join, for those who manage the server.")
@app_commands.describe(
    game="What to play",
    days="How long a player has for a move, such as 3 days; what is usual here if you do not say",
)
@app_commands.autocomplete(days=complete_days)
@app_commands.choices(game=_GAMES)
@slash
async def open_ladder(request: Request, game: str, days: _Text | None = None) -> Answer:
    """Open a ladder here."""
    venue, server = await _venue(request)
    chosen = game_of(game)
    regulations = Regulations(Format.LADDER, (chosen,), MOST_ENTRANTS, both_sides=False, terms=_terms(days, server))
    proposed = CompetitionProposal(f"{chosen.name} ladder", venue, regulations, request.context.now(), NEVER)
    return await _open(request, proposed)


# --- taking part ---


@app_commands.command(name="table", description="How a league stands: your division first.")
@app_commands.describe(league="Which league, if there are several here", division="Another division than yours")
@app_commands.autocomplete(league=_complete_competition(_LEAGUES))
@slash
async def show_league(
    request: Request, league: str | None = None, division: app_commands.Range[int, 1, _MOST_DIVISIONS] | None = None
) -> Answer:
    """Show a division's standings to the person alone."""
    stages = CompetitionStage.RUNNING, CompetitionStage.OVER, CompetitionStage.OPEN
    return await entering.show_standings(request, await competition_named(request, league, _LEAGUES, *stages), division)


@app_commands.command(name="challenge", description=f"Challenge somebody up to {REACH} places above you on a ladder.")
@app_commands.describe(
    player="Whom; choose from a list if you do not say", ladder="Which ladder, if there are several here"
)
@app_commands.autocomplete(ladder=_complete_competition(_LADDERS))
@slash
async def challenge(request: Request, player: discord.User | None = None, ladder: str | None = None) -> Answer:
    """Challenge a player, or show whom one may challenge."""
    number = await competition_named(request, ladder, _LADDERS, CompetitionStage.RUNNING)
    if player is None:
        return await entering.ask_whom(request, number)
    return Say(await entering.challenge(request, number, Person(player.id, player.display_name)))


def _shared(
    word: str,
    formats: Sequence[Format],
    show: tuple[str, str] | None,
    late: Sequence[CompetitionStage] = (),
    besides: Sequence[_Command] = (),
) -> Sequence[_Command]:
    """The commands that each group has, called `word` there: show, join, leave, cancel and remove.

    `show` is the name and the description of the first, which `besides` follow. One can join and cancel what is open or
    in a stage of `late`.
    """
    option_text, a = f"Which {word}, if there are several here", f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
    closing = f"Call {a} off before it begins" if formats is not _LADDERS else f"Close {a} for good"
    complete = _complete_competition(formats)
    opened, running, over = CompetitionStage.OPEN, CompetitionStage.RUNNING, CompetitionStage.OVER

    async def named(request: Request, text: str | None, *stages: CompetitionStage) -> int:
        return await competition_named(request, text, formats, *stages)

    def command(name: str, description: str, **described: str) -> Callable[[_Handler], _Command]:
        """Make a command of a handler whose option `text` names the competition, if there are several."""

        def made(handler: _Handler) -> _Command:
            asked = app_commands.rename(text=word)(slash(handler))
            asked = app_commands.describe(text=option_text, **described)(asked)
            asked = app_commands.autocomplete(text=complete)(asked)
            return app_commands.command(name=name, description=description)(asked)

        return made

    @command("join", f"Join {a}.")
    async def join(request: Request, text: str | None = None) -> Answer:
        return await entering.enter(request, await named(request, text, opened, *late))

    @command("leave", f"Leave {a}. Once it runs you are asked again.")
    async def leave(request: Request, text: str | None = None) -> Answer:
        return await entering.withdraw(request, await named(request, text, opened, running))

    @command("cancel", f"{closing}, for those who manage the server.")
    async def cancel(request: Request, text: str | None = None) -> Answer:
        return await entering.call_off(request, await named(request, text, opened, *late))

    @command(
        "remove",
        f"Take somebody out of {a}, for those who manage the server.",
        player="Whom",
        reason="Why, for them and for the list of what was done",
    )
    async def remove(
        request: Request, player: discord.User, text: str | None = None, reason: _Reason | None = None
    ) -> Answer:
        return await entering.remove(request, await named(request, text, opened, running), player, reason)

    if show is None:
        return (join, leave, cancel, remove)

    @command(*show)
    async def shown(request: Request, text: str | None = None) -> Answer:
        return await entering.show_standings(request, await named(request, text, running, over, opened))

    return (shown, *besides, join, leave, cancel, remove)


def _group(name: str, description: str, *commands: _Command) -> app_commands.Group:
    group = app_commands.Group(name=name, description=description)
    for command in commands:
        group.add_command(command)
    return group


league: Final = _group(
    "league",
    "Seasons in small divisions, all matches at once.",
    start_league,
    show_league,
    *_shared("league", _LEAGUES, None),
)
event: Final = _group(
    "event",
    "Knock-out, Swiss rounds, everybody against everybody.",
    start_event,
    *_shared("event", tuple(_EVENTS), ("table", "How an event stands."), (CompetitionStage.RUNNING,)),
)
ladder: Final = _group(
    "ladder",
    "Places on a server: beat somebody above, take their place.",
    open_ladder,
    *_shared(
        "ladder", _LADDERS, ("show", "Who stands where on a ladder."), (CompetitionStage.RUNNING,), besides=[challenge]
    ),
)
