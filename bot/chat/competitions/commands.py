"""Joining competitions, leaving them and looking at their tables: what leagues and events have in common."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.actions import settings
from bot.actions.competitions import entries
from bot.actions.competitions import standings as read
from bot.actions.moderation import reason_in
from bot.chat.challenges.commands import place_of
from bot.chat.competitions import views as ui
from bot.chat.competitions.competition_argument import competition_named, suggestions_of
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import page_number
from bot.chat.core.dispatcher import Choices, slash, suggestions
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post
from bot.chat.core.permissions import check_for_pictures, is_manager, text_channel_here
from bot.chat.core.request import Request
from bot.model.balance import wants_both_sides
from bot.model.clock import DEFAULT_DAYS
from bot.model.competitions.competition import CompetitionProposal, CompetitionStage, Format, Venue
from bot.model.durations import limit_in
from bot.model.moderation import LONGEST_REASON
from bot.model.people import Person
from bot.model.refusals.competitions import NotEntered, NoTimeLimit
from bot.model.refusals.people import NotManagerOfLeagues, NotTextChannel
from bot.model.servers import Server
from bot.texts import competitions as competition_news
from bot.texts import competitions as competition_rules
from bot.texts import standings as tables
from rules import GAMES
from rules.core import Game


def check_manager(request: Request) -> None:
    """Raise `NotManagerOfLeagues` for somebody who does not manage the server."""
    if not is_manager(request):
        raise NotManagerOfLeagues


async def venue_of(request: Request) -> tuple[Venue, Server]:
    """Where a competition is shown that somebody opens here, and what is usual on the server.

    Raises `NotTextChannel`, or what `place_of` and `check_for_pictures` raise.
    """
    place = await place_of(request)
    channel_id = text_channel_here(request)
    if channel_id is None:
        raise NotTextChannel(place.channel_id)
    check_for_pictures(request, channel_id, "the tables")
    return Venue(place.server_id, channel_id, place.channel_id, place.wants_thread), place.server


async def open_for_all(request: Request, proposed: CompetitionProposal) -> Answer:
    """Open a competition and show its card."""
    competition = await entries.propose(request.context, request.person, proposed)
    await request.services.delivery.tell()
    return Say(competition_news.started(competition))


async def enter(request: Request, number: int) -> Answer:
    """Join a competition."""
    competition = await entries.join(request.context, request.actor, number)
    await request.services.delivery.tell()
    return Say(competition_news.joined(competition))


@on_press("league_join")
async def press_join(request: Request) -> Answer:
    """Join, under the card of a competition."""
    return await enter(request, page_number(request.press.detail))


async def withdraw(request: Request, number: int) -> Answer:
    """Leave at once before the first day; after it, ask."""
    standings = await read.standings(request.context, request.actor, number)
    entrant = standings.entrant(request.person.id)
    if standings.competition.stage is not CompetitionStage.RUNNING:
        competition = await entries.leave(request.context, request.actor, number)
        await request.services.delivery.tell()
        return Say(competition_news.left(competition))
    if entrant is None or entrant.is_out:
        raise NotEntered(standings.competition)
    return Show(ui.leave_question(standings, competition_news.leave_question(standings, entrant)))


@on_press("league_leave")
async def press_leave(request: Request) -> Answer:
    """Leave, under the card of a competition."""
    return await withdraw(request, page_number(request.press.detail))


@on_press("league_leave_yes", in_place=True)
async def confirm_leave(request: Request) -> Answer:
    """Leave, after the question."""
    competition = await entries.leave(request.context, request.actor, page_number(request.press.detail))
    await request.services.delivery.tell()
    return Change.to_text(competition_news.left(competition))


@on_press("league_leave_no", in_place=True)
async def stay(request: Request) -> Answer:
    """Stay, after the question."""
    standings = await read.standings(request.context, request.actor, page_number(request.press.detail))
    return Change.to_text(competition_news.stayed(standings.competition))


async def call_off(request: Request, number: int) -> Answer:
    """Call a competition off that has not begun."""
    check_manager(request)
    competition = await entries.call_off(request.context, request.actor, number)
    await request.services.delivery.tell()
    return Say(competition_news.called_off(competition))


async def take_out(request: Request, number: int, player: discord.User, reason: str | None) -> Answer:
    """Take somebody out of a competition."""
    check_manager(request)
    person = Person(player.id, player.display_name)
    competition = await entries.remove(request.context, request.actor, number, person, reason_in(reason))
    await request.services.delivery.tell()
    request.services.delivery.look()
    return Say(competition_news.removed(competition, person))


async def show_table(request: Request, number: int, division: int | None) -> Answer:
    """A table for one person alone, their own division if they do not say."""
    post = await _table(request, number, division)
    return Say(post) if isinstance(post, str) else Show(post)


@on_press("league_tables")
async def press_tables(request: Request) -> Answer:
    """Tables, under the card of a competition."""
    return await show_table(request, page_number(request.press.detail), None)


@on_press("league_table", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Above and Below, under a table."""
    number, _, division = request.press.detail.partition("/")
    post = await _table(request, page_number(number), page_number(division))
    return Change.to_text(post) if isinstance(post, str) else Change(post)


async def _table(request: Request, number: int, division: int | None) -> Post | str:
    """A table, or that there is none yet."""
    found = await read.division(request.context, request.actor, number, division)
    if found.table is None:
        return competition_news.hint(found.competition)
    theme = await settings.theme_of(request.context, found.competition.venue.server_id)
    return await ui.private_table(found.competition, found.table, found.divisions, theme)


@on_press("league_text")
async def as_text(request: Request) -> Answer:
    """Text, under a table."""
    number, _, division = request.press.detail.partition("/")
    found = await read.division(request.context, request.actor, page_number(number), page_number(division))
    if found.table is None:
        return Say(competition_news.hint(found.competition))
    return Say(tables.table_text(found.competition, found.table))


@on_press("league_about")
async def explain(request: Request) -> Answer:
    """How it works, under the card of a competition and its tables."""
    standings = await read.standings(request.context, request.actor, page_number(request.press.detail))
    return Say(competition_rules.how_it_works(standings.competition))


# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to what asks for them.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false


GAME_CHOICES: Final = [
    app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values() if 2 in game.seats
]
SIDES_CHOICES: Final = [
    app_commands.Choice(name="One match, sides shared out", value="one"),
    app_commands.Choice(name="Two matches with sides swapped", value="both"),
]
_Handler = Callable[..., Awaitable[Answer]]
_Command = app_commands.Command[Any, ..., Any]
_Reason = app_commands.Range[str, 1, LONGEST_REASON]


def limit_of(days: str | None, server: Server) -> int:
    """For how many days a player has time for a move. Raises `NoTimeLimit`: what is to end needs a limit."""
    limit = (server.days or DEFAULT_DAYS) if days is None else limit_in(days)
    if limit is None:
        raise NoTimeLimit
    return limit


def both_sides(sides: str | None, games: Sequence[Game]) -> bool:
    """Whether two who meet play twice: as somebody says, and else where a single match would be unfair."""
    return wants_both_sides(games) if sides is None else sides == "both"


def complete_from(texts: Sequence[str], suffix: str = "") -> Any:
    """What suggests those of some texts that begin with what was typed."""

    @suggestions
    async def complete(_request: Request, typed: str) -> Choices:
        fitting = [text for text in texts if text.startswith(typed.strip().casefold())]
        return [app_commands.Choice(name=f"{text}{suffix}", value=text) for text in fitting]

    return complete


def entry_commands(word: str, formats: Sequence[Format], late: Sequence[CompetitionStage]) -> Sequence[_Command]:
    """The commands join, leave, cancel and remove of a group called `word`; one can join what is in a stage of `late`."""
    option_text, a = f"Which {word}, if there are several here", f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
    closing = f"Call {a} off before it begins" if Format.LADDER not in formats else f"Close {a} for good"
    complete = suggestions_of(formats)

    async def named(request: Request, text: str | None, *stages: CompetitionStage) -> int:
        return await competition_named(request, text, formats, *stages)

    def command(name: str, description: str, **described: str) -> Callable[[_Handler], _Command]:
        """What makes a command of a handler whose option `text` says which one is meant, if there are several."""

        def made(handler: _Handler) -> _Command:
            asked = app_commands.rename(text=word)(slash(handler))
            asked = app_commands.describe(text=option_text, **described)(asked)
            asked = app_commands.autocomplete(text=complete)(asked)
            return app_commands.command(name=name, description=description)(asked)

        return made

    @command("join", f"Join {a}.")
    async def join(request: Request, text: str | None = None) -> Answer:
        return await enter(request, await named(request, text, CompetitionStage.OPEN, *late))

    @command("leave", f"Leave {a}. Once it runs you are asked again.")
    async def leave(request: Request, text: str | None = None) -> Answer:
        return await withdraw(request, await named(request, text, CompetitionStage.OPEN, CompetitionStage.RUNNING))

    @command("cancel", f"{closing}, for those who manage the server.")
    async def cancel(request: Request, text: str | None = None) -> Answer:
        return await call_off(request, await named(request, text, CompetitionStage.OPEN, *late))

    @command(
        "remove",
        f"Take somebody out of {a}, for those who manage the server.",
        player="Whom",
        reason="Why, for them and for the list of what was done",
    )
    async def remove(
        request: Request, player: discord.User, text: str | None = None, reason: _Reason | None = None
    ) -> Answer:
        number = await named(request, text, CompetitionStage.OPEN, CompetitionStage.RUNNING)
        return await take_out(request, number, player, reason)

    return (join, leave, cancel, remove)
