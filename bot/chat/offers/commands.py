"""Offering a draw, to take a move back, or more time."""

import asyncio

import discord
from discord import app_commands

from bot.actions import offering
from bot.actions.checks import check_running
from bot.chat.characters.manners import willing_to_draw
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.chat.matches.match_argument import complete_match, named_or_asked
from bot.chat.offers.views import offer_buttons
from bot.model.match import Match
from bot.model.offer import OfferKind
from bot.model.offers.conditions import check_may_offer, offers_to, takeback_ply
from bot.model.offers.repetition import has_come_thrice
from bot.model.people import Person
from bot.texts import offers


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
