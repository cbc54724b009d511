"""Offering a draw, a takeback, more time or a handover, and answering offers."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord
from discord import app_commands

from bot.actions import offers as offering
from bot.actions import standing_in
from bot.actions.change import MatchChange, check_running
from bot.chat.challenges.arguments import LEVELS, character_called
from bot.chat.challenges.commands import way_to_rematch
from bot.chat.characters.manners import willing_to_draw
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import complete_match, named_or_asked, page_number
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PASSING
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.chat.matches.notices import offer_answered
from bot.chat.matches.views import offer_buttons
from bot.model.characters import CHARACTERS
from bot.model.match import Match
from bot.model.offer_rules import (
    asked,
    check_may_hand_over,
    check_may_offer,
    has_come_thrice,
    offer_of,
    offers_to,
    takeback_ply,
)
from bot.model.offers import OfferKind
from bot.model.people import Actor, Person
from bot.model.refusals.offers import OfferClosed
from bot.texts import offers
from bot.texts import offers as handovers
from rules.core import Seat


@app_commands.command(name="draw", description="Offer or claim a draw. You are asked again before anything happens.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
@slash
async def draw(request: Request, match: str | None = None) -> Answer:
    """Ask whether somebody really wants a draw."""
    target = await named_or_asked(request, match, Press("draw"))
    return Show(_draw_question(target, request.person))


@on_press("draw")
async def ask_draw(request: Request) -> Answer:
    """Draw, behind More."""
    match = await request.match()
    return Show(_draw_question(match, request.person))


def _draw_question(match: Match, person: Person) -> Post:
    check_running(match, person)
    press = Press("draw_yes", match.id, match.revision)
    if has_come_thrice(match):
        return _question(match, offers.draw_question(match, person), "Claim the draw", press)
    waiting = _waiting_answer(match, person, OfferKind.DRAW)
    if waiting is not None:
        return waiting
    check_may_offer(match, OfferKind.DRAW, person)
    return _question(match, offers.draw_question(match, person), "Offer a draw", press)


def _question(match: Match, text: str, label: str, press: Press) -> Post:
    buttons = row_of(
        button(label, press, discord.ButtonStyle.primary),
        button("Play on", Press("offer_nothing", match.id, match.revision)),
    )
    return Post(plain(text, buttons))


def _waiting_answer(match: Match, person: Person, kind: OfferKind) -> Post | None:
    """What somebody else offers this person already, with the buttons that answer it."""
    for offer in offers_to(match, person.id):
        if offer.kind is kind:
            return Post(plain(offers.offer_notice(match, offer), offer_buttons(match, offer)))
    return None


@on_press("draw_yes", in_place=True)
async def confirm_draw(request: Request) -> Answer:
    """Offer a draw or claim it, after the question."""
    seen = await request.match()
    willing = await asyncio.to_thread(willing_to_draw, seen)
    async with request.change(request.press.match_id) as change:
        offering.offer_draw(change, request.actor, revision=request.press.revision, willing=willing)
    match = await request.show(change)
    return Change.to_text(offers.offered(match, OfferKind.DRAW, request.person))


@app_commands.command(name="takeback", description="Ask to take your last move back. You are asked again first.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
@slash
async def take_back(request: Request, match: str | None = None) -> Answer:
    """Ask whether somebody really wants their move back."""
    target = await named_or_asked(request, match, Press("takeback"))
    return Show(_takeback_question(target, request.person))


@on_press("takeback")
async def ask_takeback(request: Request) -> Answer:
    """Takeback, behind More."""
    match = await request.match()
    return Show(_takeback_question(match, request.person))


def _takeback_question(match: Match, person: Person) -> Post:
    seat = check_running(match, person)
    waiting = _waiting_answer(match, person, OfferKind.TAKEBACK)
    if waiting is not None:
        return waiting
    takeback_ply(match, seat)
    check_may_offer(match, OfferKind.TAKEBACK, person)
    press = Press("takeback_yes", match.id, match.revision)
    return _question(match, offers.takeback_question(match, person), "Ask for a takeback", press)


@on_press("takeback_yes", in_place=True)
async def confirm_takeback(request: Request) -> Answer:
    """Ask to take a move back, after the question."""
    async with request.change(request.press.match_id) as change:
        offering.ask_takeback(change, request.actor, revision=request.press.revision)
    match = await request.show(change)
    return Change.to_text(offers.offered(match, OfferKind.TAKEBACK, request.person))


@on_press("offer_nothing", in_place=True)
async def offer_nothing(request: Request) -> Answer:
    """Play on, after a question."""
    match = await request.match()
    check_running(match, request.person)
    return Change.to_text(offers.offer_kept_back(match))


@app_commands.command(name="time", description="Ask for another day for your move, or give one to whoever is to move.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
@slash
async def time(request: Request, match: str | None = None) -> Answer:
    """Ask for a day, or give one."""
    target = await named_or_asked(request, match, Press("time"))
    return await _more_time(request, target.id)


@on_press("time")
async def more_time(request: Request) -> Answer:
    """More time, behind More."""
    return await _more_time(request, request.press.match_id)


async def _more_time(request: Request, match_id: int) -> Answer:
    async with request.change(match_id) as change:
        offering.more_time(change, request.actor)
    match = await request.show(change)
    return Say(offers.offered(match, OfferKind.TIME, request.person))


_log: Final = logging.getLogger(__name__)


@on_press("offer_yes")
async def accept(request: Request) -> Answer:
    """Accept, under an offer."""
    offer_id = page_number(request.press.detail)
    match = await _settle(request, offer_id, offering.accept)
    await _renew_notice(request, match, offer_id)
    return Say(await way_to_rematch(request, match) or offers.accepted(match, offer_id))


@on_press("offer_no")
async def decline(request: Request) -> Answer:
    """Decline, under an offer."""
    offer_id = page_number(request.press.detail)
    match = await _settle(request, offer_id, offering.decline)
    await _renew_notice(request, match, offer_id)
    return Say(offers.declined(match, offer_id))


async def _settle(request: Request, offer_id: int, answer: Callable[[MatchChange, Actor, int], None]) -> Match:
    """The match after an answer to an offer, shown as it is then; the buttons of an offer that is closed go."""
    try:
        async with request.change(request.press.match_id) as change:
            answer(change, request.actor, offer_id)
        return await request.show(change)
    except OfferClosed as closed:
        await _renew_notice(request, closed.match, offer_id)
        raise


async def _renew_notice(request: Request, match: Match, offer_id: int) -> None:
    """Have the notice whose button was pressed say how things are with an offer, and keep only buttons that still work.

    Boards are not touched: they show what is stored anyway. Where Discord does not take the change, nothing is lost: a
    press on an old button is answered.
    """
    message, offer = request.message, offer_of(match, offer_id)
    if message is None or message.flags.ephemeral or message.attachments or offer is None:
        return
    person = next((person for person in asked(match, offer) if person.id == request.person.id), None)
    if person is None:  # a spectator
        return
    try:
        await message.edit(view=offer_answered(match, person, offer), allowed_mentions=discord.AllowedMentions.none())
    except PASSING as error:
        _log.info("a notice of match %s keeps its buttons: %s", match.id, error)


@app_commands.command(name="handover", description="Ask your opponent to let a character finish a match for you.")
@app_commands.describe(level="Who is to finish it", match="Which match, if you have several here")
@app_commands.choices(level=LEVELS)
@app_commands.autocomplete(match=complete_match)
@slash
async def handover(request: Request, level: str | None = None, match: str | None = None) -> Answer:
    """Hand a match over, or ask to whom."""
    target = await named_or_asked(request, match, Press("handover"))
    if level is None:
        return Show(_question_handing_over(request, target))
    return Say(await _offered(request, target.id, level))


@on_press("handover")
async def ask(request: Request) -> Answer:
    """Hand over, behind More."""
    return Show(_question_handing_over(request, await request.match()))


def _question_handing_over(request: Request, match: Match) -> Post:
    check_running(match, request.person)
    check_may_hand_over(match)
    check_may_offer(match, OfferKind.HANDOVER, request.person)
    buttons = [
        button(character.name, Press("handover_to", match.id, match.revision, character.key))
        for character in CHARACTERS
    ]
    return Post(plain(handovers.character_prompt(match, request.person), row_of(*buttons)))


@on_press("handover_to", in_place=True)
async def hand_over(request: Request) -> Answer:
    """A character, chosen after that question."""
    press = request.press
    return Change.to_text(await _offered(request, press.match_id, press.detail, press.revision))


async def _offered(request: Request, match_id: int, level: str, revision: int | None = None) -> str:
    async with request.change(match_id) as change:
        offering.offer_handover(change, request.actor, character_called(level), revision=revision)
    return offers.offered(await request.show(change), OfferKind.HANDOVER, request.person)


@on_press("seat")
async def take_seat(request: Request) -> Answer:
    """Play on for somebody, under a board."""
    async with request.change(request.press.match_id) as change:
        standing_in.replace_in(change, Seat(page_number(request.press.detail)), request.person)
    return Say(offers.offered(await request.show(change), OfferKind.REPLACEMENT, request.person))
