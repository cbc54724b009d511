"""Joining a competition, leaving it, its standings and its challenges: what buttons do, and commands too."""

import discord

from bot.actions import settings
from bot.actions.competitions import entries
from bot.actions.competitions import standings as read
from bot.actions.moderation import reason_in
from bot.chat.competitions import views
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import page_number, snowflake
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post
from bot.chat.core.permissions import is_manager
from bot.chat.core.request import Request
from bot.model.competitions.competition import CompetitionStage
from bot.model.people import Person
from bot.model.refusals.competitions import NotEntered
from bot.model.refusals.people import NotManagerOfLeagues
from bot.texts import competitions as texts
from bot.texts import standings as standings_texts


def check_manager(request: Request) -> None:
    """Raise `NotManagerOfLeagues` for anyone who does not manage the server."""
    if not is_manager(request):
        raise NotManagerOfLeagues


async def enter(request: Request, number: int) -> Answer:
    """Join a competition."""
    competition = await entries.join(request.context, request.actor, number)
    await request.services.tell()
    return Say(texts.joined(competition))


@on_press("league_join")
async def press_join(request: Request) -> Answer:
    """Join, under the card of a competition."""
    return await enter(request, page_number(request.press.detail))


async def withdraw(request: Request, number: int) -> Answer:
    """Leave at once before the first day; after it, ask first."""
    standings = await read.standings(request.context, request.actor, number)
    entrant = standings.entrant(request.person.id)
    if standings.competition.stage is not CompetitionStage.RUNNING:
        return Say(await _leave(request, number))
    if entrant is None or entrant.is_out:
        raise NotEntered(standings.competition)
    return Show(views.leave_question(standings, texts.leave_question(standings, entrant)))


async def _leave(request: Request, number: int) -> str:
    competition = await entries.leave(request.context, request.actor, number)
    await request.services.tell()
    return texts.left(competition)


@on_press("league_leave")
async def press_leave(request: Request) -> Answer:
    """Leave, under the card of a competition."""
    return await withdraw(request, page_number(request.press.detail))


@on_press("league_leave_yes", in_place=True)
async def confirm_leave(request: Request) -> Answer:
    """Leave, after the question."""
    return Change.to_text(await _leave(request, page_number(request.press.detail)))


@on_press("league_leave_no", in_place=True)
async def stay(request: Request) -> Answer:
    """Stay, after the question."""
    standings = await read.standings(request.context, request.actor, page_number(request.press.detail))
    return Change.to_text(texts.stayed(standings.competition))


async def call_off(request: Request, number: int) -> Answer:
    """Cancel a competition that has not begun, or close a ladder."""
    check_manager(request)
    competition = await entries.call_off(request.context, request.actor, number)
    await request.services.tell()
    return Say(texts.called_off(competition))


async def remove(request: Request, number: int, player: discord.User, reason: str | None) -> Answer:
    """Remove a player from a competition."""
    check_manager(request)
    person = Person(player.id, player.display_name)
    competition = await entries.remove(request.context, request.actor, number, person, reason_in(reason))
    await request.services.tell()
    request.services.look()
    return Say(texts.removed(competition, person))


async def show_standings(request: Request, number: int, division: int | None = None) -> Answer:
    """Standings for one person alone: the division named, or else their own."""
    post = await _standings(request, number, division)
    return Say(post) if isinstance(post, str) else Show(post)


@on_press("league_tables")
async def press_standings(request: Request) -> Answer:
    """Tables, under the card of a competition."""
    return await show_standings(request, page_number(request.press.detail))


@on_press("league_table", in_place=True)
async def turn_page(request: Request) -> Answer:
    """Above and Below, under standings."""
    post = await _standings(request, *_division_in(request))
    return Change.to_text(post) if isinstance(post, str) else Change(post)


def _division_in(request: Request) -> tuple[int, int]:
    """The numbers of the competition and the division that a button carries."""
    number, _, division = request.press.detail.partition("/")
    return page_number(number), page_number(division)


async def _standings(request: Request, number: int, division: int | None) -> Post | str:
    """Standings, or the sentence that there are none yet."""
    found = await read.division(request.context, request.actor, number, division)
    if found.division is None:
        return texts.hint(found.competition)
    theme = await settings.theme_of(request.context, found.competition.venue.server_id)
    return await views.private_standings(found.competition, found.division, found.count, theme)


@on_press("league_text")
async def as_text(request: Request) -> Answer:
    """Text, under standings."""
    found = await read.division(request.context, request.actor, *_division_in(request))
    if found.division is None:
        return Say(texts.hint(found.competition))
    return Say(standings_texts.as_text(found.competition, found.division))


@on_press("league_about")
async def explain(request: Request) -> Answer:
    """How it works, under the card of a competition and its standings."""
    standings = await read.standings(request.context, request.actor, page_number(request.press.detail))
    return Say(texts.how_it_works(standings.competition))


async def ask_whom(request: Request, number: int) -> Answer:
    """Show whom the person may challenge on a ladder."""
    standings = await read.ladder(request.context, request.actor, number)
    return Show(views.whom_to_challenge(standings, request.person.id))


@on_press("ladder")
async def press_challenge(request: Request) -> Answer:
    """Challenge, under a ladder."""
    return await ask_whom(request, page_number(request.press.detail))


@on_press("ladder_meet", in_place=True)
async def press_whom(request: Request) -> Answer:
    """An opponent, chosen from the list."""
    number, _, person_id = request.press.detail.partition("/")
    return Change.to_text(await challenge(request, page_number(number), Person(snowflake(person_id), "")))


async def challenge(request: Request, number: int, opponent: Person) -> str:
    """Challenge an opponent on a ladder and show the challenge; returns the sentence for the challenger."""
    change, before = await entries.challenge(request.context, request.actor, number, opponent)
    await request.show(change)
    await request.services.tell()
    return texts.challenged(before, opponent.id)
