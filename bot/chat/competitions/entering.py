"""Joining a competition, leaving it, its standings and its challenges: what buttons do, and commands too."""

from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.actions import settings
from bot.actions.competitions import entries
from bot.actions.competitions import standings as read
from bot.actions.moderation import reason_in
from bot.chat.competitions import views
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import page_number, snowflake
from bot.chat.core.dispatcher import Handler, on_press
from bot.chat.core.messages import Post
from bot.chat.core.permissions import check_manager
from bot.chat.core.request import Request
from bot.model.competitions.competition import CompetitionStage
from bot.model.people import Person
from bot.model.refusals.competitions import NotEntered
from bot.texts import competitions as texts
from bot.texts import standings as standings_texts


def _on_number(action: str, run: Callable[[Request, int], Awaitable[Answer]], *, in_place: bool = False) -> Handler:
    """The handler of a button that carries the number of a competition."""

    async def pressed(request: Request) -> Answer:
        return await run(request, page_number(request.press.detail))

    return on_press(action, in_place=in_place)(pressed)


async def enter(request: Request, number: int) -> Answer:
    """Join a competition."""
    competition = await entries.join(request.context, request.actor, number)
    await request.services.tell()
    return Say(texts.joined(competition))


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


async def _confirm_leave(request: Request, number: int) -> Answer:
    return Change.to_text(await _leave(request, number))


async def _stay(request: Request, number: int) -> Answer:
    standings = await read.standings(request.context, request.actor, number)
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


async def season(request: Request, number: int, division: int | None = None) -> Post:
    """A competition for one person alone: their own division unless another is named, or its card before it begins."""
    found = await read.division(request.context, request.actor, number, division)
    server_id = found.competition.venue.server_id
    menus = views.menus(found, await read.of_server(request.context, server_id, request.person.id))
    if found.division is None:
        return views.card(await read.standings(request.context, request.actor, number), *menus)
    theme = await settings.theme_of(request.context, server_id)
    return await views.private_standings(found.competition, found.division, theme, menus)


async def _show(request: Request, number: int) -> Answer:
    return Show(await season(request, number))


@on_press("league_table", in_place=True)
async def show_division(request: Request) -> Answer:
    """The menus of divisions and competitions, and the buttons Above and Below that were there before them."""
    number, division = _division_in(request)
    return Change(await season(request, number, division or None))


def _division_in(request: Request) -> tuple[int, int]:
    """The numbers of the competition and the division that a press carries, 0 for the person's own division."""
    number, _, division = request.press.detail.partition("/")
    return page_number(number), page_number(division)


@on_press("league_text")
async def as_text(request: Request) -> Answer:
    """Text, under standings."""
    found = await read.division(request.context, request.actor, *_division_in(request))
    if found.division is None:
        return Say(texts.hint(found.competition))
    return Say(standings_texts.as_text(found.competition, found.division))


async def _explain(request: Request, number: int) -> Answer:
    standings = await read.standings(request.context, request.actor, number)
    return Say(texts.how_it_works(standings.competition))


async def ask_whom(request: Request, number: int) -> Answer:
    """Show whom the person may challenge on a ladder."""
    standings = await read.ladder(request.context, request.actor, number)
    return Show(views.whom_to_challenge(standings, request.person.id, request.context.now()))


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


press_join: Final = _on_number("league_join", enter)
press_leave: Final = _on_number("league_leave", withdraw)
press_leave_yes: Final = _on_number("league_leave_yes", _confirm_leave, in_place=True)
press_leave_no: Final = _on_number("league_leave_no", _stay, in_place=True)
press_standings: Final = _on_number("league_tables", _show)
press_about: Final = _on_number("league_about", _explain)
press_challenge: Final = _on_number("ladder", ask_whom)
