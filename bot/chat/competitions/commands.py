"""The commands `/league`, `/event` and `/ladder`."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to those at the end.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
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

_OPEN, _RUNNING, _OVER = CompetitionStage.OPEN, CompetitionStage.RUNNING, CompetitionStage.OVER
_EVENTS: Final = {Format.KNOCKOUT: "knock-out", Format.SWISS: "Swiss", Format.ALL_PLAY_ALL: "all-play-all"}


def _choices(labels: Mapping[str, str]) -> Choices:
    return [app_commands.Choice(name=label, value=value) for value, label in labels.items()]


_GAMES: Final = _choices({game.key: game.name for game in GAMES.values() if 2 in game.seats})
_SIDES: Final = _choices({"one": "One match, sides shared out", "both": "Two matches with sides swapped"})

_Text = app_commands.Range[str, 1, _MOST_TEXT]
_Reason = app_commands.Range[str, 1, LONGEST_REASON]
_Command = app_commands.Command[Any, ..., Any]
_Handler = Callable[..., Awaitable[Answer]]


def _command(name: str, description: str, **options: tuple[str, Any]) -> Callable[[_Handler], _Command]:
    """Make a command of a handler, whose options each have a description and their choices, a completer or None."""

    def made(handler: _Handler) -> _Command:
        asked = app_commands.describe(**{option: text for option, (text, _values) in options.items()})(slash(handler))
        for option, (_text, values) in options.items():
            if values is not None:
                having: Any = app_commands.choices if isinstance(values, list) else app_commands.autocomplete
                asked = having(**{option: values})(asked)
        return app_commands.command(name=name, description=description)(asked)

    return made


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of commands for competitions of some formats, which its options call by its name.

    People can join a competition, and managers can cancel it, while it is open or in a stage of `late`.
    """

    name: str
    description: str
    formats: Sequence[Format]
    closing: str
    late: tuple[CompetitionStage, ...] = ()

    @property
    def a(self) -> str:
        """The name with its article."""
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"

    async def named(self, request: Request, text: str | None, *stages: CompetitionStage) -> int:
        """The number of the competition that a text names, or of the only one in these stages; the first stage goes first.

        Raises `OnlyInServers`, `UnknownCompetition`, `NoCompetition` or `SeveralCompetitions`.
        """
        found = await self._known(request)
        if text is not None and text.strip():
            return _numbered(text, found)
        for stage in stages:
            fitting = [one for one in found if one.stage is stage]
            if len(fitting) == 1 or (fitting and stage is _OVER):
                return fitting[0].id
            if fitting:
                raise SeveralCompetitions(tuple(fitting[:_MOST_NAMED]))
        raise NoCompetition

    async def _known(self, request: Request) -> Sequence[Competition]:
        if request.server_id is None:
            raise OnlyInServers
        known = await read.of_server(request.context, request.server_id)
        return [one for one in known if one.regulations.format in self.formats]

    def command(self, name: str, description: str, **options: tuple[str, Any]) -> Callable[[_Handler], _Command]:
        """Make a command of a handler whose option `text` names the competition, if there are several."""

        @suggestions
        async def complete(request: Request, typed: str) -> Choices:
            if request.server_id is None:
                return []
            labels = {str(one.id): texts.choice(one) for one in await self._known(request)}
            fitting = [
                (value, label) for value, label in labels.items() if typed.strip().casefold() in label.casefold()
            ]
            return [app_commands.Choice(name=label, value=value) for value, label in fitting[:_MOST_CHOICES]]

        which = (f"Which {self.name}, if there are several here", complete)
        made = _command(name, description, text=which, **options)
        return lambda handler: app_commands.rename(text=self.name)(made(handler))

    def acting(
        self, name: str, description: str, act: Callable[[Request, int], Awaitable[Answer]], *stages: CompetitionStage
    ) -> _Command:
        """A command that does something with a competition in one of these stages, by its number."""

        @self.command(name, description)
        async def run(request: Request, text: str | None = None) -> Answer:
            return await act(request, await self.named(request, text, *stages))

        return run

    def of(self, *own: _Command) -> app_commands.Group:
        """The group with its own commands and those that each group has."""

        @self.command(
            "remove",
            f"Take somebody out of {self.a}, for those who manage the server.",
            player=("Whom", None),
            reason=("Why, for them and for the list of what was done", None),
        )
        async def remove(
            request: Request, player: discord.User, text: str | None = None, reason: _Reason | None = None
        ) -> Answer:
            return await entering.remove(request, await self.named(request, text, _OPEN, _RUNNING), player, reason)

        group = app_commands.Group(name=self.name, description=self.description)
        for command in (
            *own,
            self.acting("join", f"Join {self.a}.", entering.enter, _OPEN, *self.late),
            self.acting(
                "leave", f"Leave {self.a}. Once it runs you are asked again.", entering.withdraw, _OPEN, _RUNNING
            ),
            self.acting(
                "cancel", f"{self.closing}, for those who manage the server.", entering.call_off, _OPEN, *self.late
            ),
            remove,
        ):
            group.add_command(command)
        return group


_LEAGUE: Final = _Group(
    "league", "Seasons in small divisions, all matches at once.", [Format.LEAGUE], "Call a league off before it begins"
)
_EVENT: Final = _Group(
    "event",
    "Knock-out, Swiss rounds, everybody against everybody.",
    list(_EVENTS),
    "Call an event off before it begins",
    (_RUNNING,),
)
_LADDER: Final = _Group(
    "ladder",
    "Places on a server: beat somebody above, take their place.",
    [Format.LADDER],
    "Close a ladder for good",
    (_RUNNING,),
)


def _numbered(text: str, found: Sequence[Competition]) -> int:
    """The competition of a number, listed or not, or one whose name begins with the text."""
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return int(number["number"])
    wanted = text.strip().casefold()
    fitting = [one for one in found if one.name.casefold().startswith(wanted)]
    if not fitting:
        raise UnknownCompetition(text)
    return fitting[0].id


def _complete(*known: str, suffix: str = "", is_day: bool = False) -> Any:
    """A completer that suggests the known texts that begin with what was typed, or the days that they mean."""

    @suggestions
    async def complete(request: Request, typed: str) -> Choices:
        fitting = [text for text in known if text.startswith(typed.strip().casefold())]
        if not is_day:
            return [app_commands.Choice(name=f"{text}{suffix}", value=text) for text in fitting]
        days = {text: day_in(text, _today(request)).isoformat() for text in fitting}
        return [app_commands.Choice(name=f"{text} ({day})", value=day) for text, day in days.items()]

    return complete


def _today(request: Request) -> date:
    return request.context.now().astimezone(UTC).date()


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


async def _open(
    request: Request, name: str, venue: Venue, regulations: Regulations, period: tuple[datetime, datetime]
) -> Answer:
    """Open a competition from one instant to another and show its card."""
    proposed = Competition(name, venue, regulations, *period, request.person, request.context.now())
    competition = await entries.propose(request.context, proposed)
    await request.services.tell()
    return Say(texts.started(competition))


@_command(
    "start",
    "Open a league that people can join, for those who manage the server.",
    game=("What to play", _GAMES),
    first_day=(
        "When all matches begin, such as 2030-01-31 or 2 weeks; people join until then",
        _complete("tomorrow", "3 days", "a week", "2 weeks", is_day=True),
    ),
    last_day=(
        "When all matches end, such as 2030-03-31 or 8 weeks after the first day",
        _complete("2 weeks", "4 weeks", "6 weeks", "8 weeks", "3 months", suffix=" after the first day"),
    ),
    game2=("A second game: the rounds take turns", _GAMES),
    game3=("A third game", _GAMES),
    size=("How many people a division has at most, 4 to 40; 6 if you do not say", None),
    sides=("Whether two who meet play once, or twice with sides swapped; what is fair if you do not say", _SIDES),
    days=("How long a player has for a move, such as 3 days; what is usual here if you do not say", complete_days),
    weekends=(
        "Whether time counts on weekends; it does if you do not say",
        _choices({"run": "Clocks run", "pause": "Clocks pause on Saturday and Sunday (UTC)"}),
    ),
    again=(
        "Whether the next season opens by itself; it does if you do not say",
        _choices({"yes": "Season after season", "no": "One season"}),
    ),
)
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
    today = _today(request)
    first = day_in(first_day, today)
    period = checked(first, day_in(last_day, first), today)
    games = tuple(dict.fromkeys(game_of(key) for key in (game, game2, game3) if key is not None))
    regulations = Regulations(Format.LEAGUE, games, size, _both_sides(sides, games), terms, goes_on=again == "yes")
    name = f"{games[0].name} league" if len(games) == 1 else f"League of {len(games)} games"
    return await _open(request, name, venue, regulations, period)


@_command(
    "start",
    "Open an event that people can join, for those who manage the server.",
    format=(
        "How it is played",
        _choices(
            {
                Format.KNOCKOUT: "Knock-out: pairs of matches, the winner goes on",
                Format.SWISS: "Swiss: rounds among those who stand alike",
                Format.ALL_PLAY_ALL: "All-play-all: everybody meets everybody",
            }
        ),
    ),
    game=("What to play", _GAMES),
    begins=(
        "When it begins, such as 2 hours, 3 days or 2030-01-31; people join until then",
        _complete("1 hour", "3 hours", "tomorrow", "3 days", "a week"),
    ),
    lasts=(
        "How long it lasts, such as 3 hours, 2 weeks",
        _complete("3 hours", "1 day", "1 week", "2 weeks", "4 weeks"),
    ),
    sides=("Whether two who meet play once or twice, sides swapped; what is fair if you do not say", _SIDES),
    rounds=("How many rounds, in Swiss rounds; enough for a winner if you do not say", None),
    days=("How long a player has for a move, such as 1 day; what is usual here if you do not say", complete_days),
)
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
    period = beginning_and_end(begins, lasts, request.context.now())
    kind, chosen = next((one for one in _EVENTS if one == format), None), game_of(game)
    if kind is None:
        raise UnknownSetting(format)
    in_pairs = _both_sides(sides, [chosen]) or kind is Format.KNOCKOUT
    size = MOST_MATCHES // (1 + in_pairs) + 1 if kind is Format.ALL_PLAY_ALL else MOST_ENTRANTS
    regulations = Regulations(kind, (chosen,), size, in_pairs, terms, rounds=rounds)
    name = f"{chosen.name} {_EVENTS[kind]}"
    return await _open(request, name, venue, regulations, period)


@_command(
    "open",
    "Open a ladder that people can join, for those who manage the server.",
    game=("What to play", _GAMES),
    days=("How long a player has for a move, such as 3 days; what is usual here if you do not say", complete_days),
)
async def open_ladder(request: Request, game: str, days: _Text | None = None) -> Answer:
    """Open a ladder here."""
    venue, server = await _venue(request)
    chosen = game_of(game)
    regulations = Regulations(Format.LADDER, (chosen,), MOST_ENTRANTS, both_sides=False, terms=_terms(days, server))
    return await _open(request, f"{chosen.name} ladder", venue, regulations, (request.context.now(), NEVER))


# --- standings and challenges ---


@_LEAGUE.command("table", "How a league stands: your division first.", division=("Another division than yours", None))
async def show_league(
    request: Request, text: str | None = None, division: app_commands.Range[int, 1, _MOST_DIVISIONS] | None = None
) -> Answer:
    """Show a division's standings to the person alone."""
    number = await _LEAGUE.named(request, text, _RUNNING, _OVER, _OPEN)
    return await entering.show_standings(request, number, division)


@_LADDER.command(
    "challenge",
    f"Challenge somebody up to {REACH} places above you on a ladder.",
    player=("Whom; choose from a list if you do not say", None),
)
async def challenge(request: Request, player: discord.User | None = None, text: str | None = None) -> Answer:
    """Challenge a player, or show whom one may challenge."""
    number = await _LADDER.named(request, text, _RUNNING)
    if player is None:
        return await entering.ask_whom(request, number)
    return Say(await entering.challenge(request, number, Person(player.id, player.display_name)))


_SHOWN: Final = (entering.show_standings, _RUNNING, _OVER, _OPEN)

league: Final = _LEAGUE.of(start_league, show_league)
event: Final = _EVENT.of(start_event, _EVENT.acting("table", "How an event stands.", *_SHOWN))
ladder: Final = _LADDER.of(open_ladder, _LADDER.acting("show", "Who stands where on a ladder.", *_SHOWN), challenge)
