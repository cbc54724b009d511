"""Joining competitions, leaving them and looking at their tables: what leagues and events have in common."""

import discord

from bot.actions.managing import reason_in
from bot.chat.answers import Answer, Change, Say, Show
from bot.chat.commands.arguments import page_number
from bot.chat.commands.playing import place_of
from bot.chat.handlers import on_press
from bot.chat.permissions import check_for_pictures, is_manager, text_channel_here
from bot.chat.request import Request
from bot.chat.sentences import competition_news, competition_rules, tables
from bot.chat.ui import competitions as ui
from bot.chat.ui.messages import Post
from bot.model.competitions.competition import CompetitionProposal, CompetitionStage, Venue
from bot.model.person import Person
from bot.model.refusals.competitions import NotEntered
from bot.model.refusals.settings import NotManagerOfLeagues, NotTextChannel
from bot.model.server import Server


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
    competition = await request.services.entries.propose(request.person, proposed)
    await request.services.delivery.tell()
    return Say(competition_news.started(competition))


async def enter(request: Request, number: int) -> Answer:
    """Join a competition."""
    competition = await request.services.entries.join(request.actor, number)
    await request.services.delivery.tell()
    return Say(competition_news.joined(competition))


@on_press("league_join")
async def press_join(request: Request) -> Answer:
    """Join, under the card of a competition."""
    return await enter(request, page_number(request.press.detail))


async def withdraw(request: Request, number: int) -> Answer:
    """Leave at once before the first day; after it, ask."""
    standings = await request.services.competitions.standings(request.actor, number)
    entrant = standings.entrant(request.person.id)
    if standings.competition.stage is not CompetitionStage.RUNNING:
        competition = await request.services.entries.leave(request.actor, number)
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
    competition = await request.services.entries.leave(request.actor, page_number(request.press.detail))
    await request.services.delivery.tell()
    return Change.to_text(competition_news.left(competition))


@on_press("league_leave_no", in_place=True)
async def stay(request: Request) -> Answer:
    """Stay, after the question."""
    standings = await request.services.competitions.standings(request.actor, page_number(request.press.detail))
    return Change.to_text(competition_news.stayed(standings.competition))


async def call_off(request: Request, number: int) -> Answer:
    """Call a competition off that has not begun."""
    check_manager(request)
    competition = await request.services.entries.call_off(request.actor, number)
    await request.services.delivery.tell()
    return Say(competition_news.called_off(competition))


async def take_out(request: Request, number: int, player: discord.User, reason: str | None) -> Answer:
    """Take somebody out of a competition."""
    check_manager(request)
    person = Person(player.id, player.display_name)
    competition = await request.services.entries.remove(request.actor, number, person, reason_in(reason))
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
    found = await request.services.competitions.division(request.actor, number, division)
    if found.table is None:
        return competition_news.hint(found.competition)
    theme = (await request.services.settings.of_server(found.competition.venue.server_id)).theme
    return await ui.private_table(found.competition, found.table, found.divisions, theme)


@on_press("league_text")
async def as_text(request: Request) -> Answer:
    """Text, under a table."""
    number, _, division = request.press.detail.partition("/")
    found = await request.services.competitions.division(request.actor, page_number(number), page_number(division))
    if found.table is None:
        return Say(competition_news.hint(found.competition))
    return Say(tables.table_text(found.competition, found.table))


@on_press("league_about")
async def explain(request: Request) -> Answer:
    """How it works, under the card of a competition and its tables."""
    standings = await request.services.competitions.standings(request.actor, page_number(request.press.detail))
    return Say(competition_rules.how_it_works(standings.competition))
