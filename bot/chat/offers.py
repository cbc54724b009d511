"""Handlers for offering a draw, a takeback, more time, a handover or a rematch, taking a seat, and answering offers."""

import asyncio
from collections.abc import Callable

import discord

from bot.actions import jobs, matches, standing_in
from bot.actions import offers as offering
from bot.actions.change import MatchChange, check_running
from bot.chat.challenges.arguments import character_called
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.permissions import check_may_play_again
from bot.chat.core.press import button, row_of
from bot.chat.core.request import Request
from bot.chat.matches.views import offer_buttons, presses_of
from bot.model.characters import CHARACTERS
from bot.model.match import Match
from bot.model.offer_rules import check_may_hand_over, check_may_offer, has_come_thrice, offer_of, offers_to, rematch_of
from bot.model.offers import Offer, OfferKind
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, check
from bot.model.refusals.offers import OfferClosed
from bot.opponents import manners
from bot.screens.core import Act, page_number
from bot.texts import offers
from bot.texts.language import say
from rules.core import Seat


@on_press("draw")
async def ask_draw(request: Request) -> Answer:
    """Handle Draw, behind More: ask the player to confirm offering or claiming one."""
    match = await request.match()
    check_running(match, request.person)
    act = Act("draw_yes", match.id, match.revision)
    if has_come_thrice(match):
        return _confirmation(match, act, offers.draw_label(match), offers.draw_question(match, request.person))
    return _question(match, request.person, OfferKind.DRAW, act, offers.draw_label(match), offers.draw_question)


@on_press("takeback")
async def ask_takeback(request: Request) -> Answer:
    """Handle Takeback, behind More: ask the player to confirm; a solitary player's move is taken back at once."""
    match = await request.match()
    check_running(match, request.person)
    if match.is_solitary:
        return Say(await _take_back(request, request.act.revision or None))  # a command carries no revision
    act = Act("takeback_yes", match.id, match.revision)
    return _question(match, request.person, OfferKind.TAKEBACK, act, say(offers.ASK_TAKEBACK), offers.takeback_question)


def _question(
    match: Match, person: Person, kind: OfferKind, act: Act, label: str, text_of: Callable[[Match, Person], str]
) -> Answer:
    """Ask a player to confirm an offer; if the same is already offered to them, show that instead."""
    for offer in offers_to(match, person.id):
        if offer.kind is kind:
            return Show(Post(plain(offers.offer_notice(match, offer), offer_buttons(match, offer))))
    text = text_of(match, person)
    check_may_offer(match, kind, person)
    return _confirmation(match, act, label, text)


def _confirmation(match: Match, act: Act, label: str, text: str) -> Answer:
    buttons = row_of(
        button(label, act, discord.ButtonStyle.primary),
        button(say("Play on"), Act("offer_nothing", match.id, match.revision)),
    )
    return Show(Post(plain(text, buttons)))


@on_press("time")
async def more_time(request: Request) -> Answer:
    """Handle More time, behind More."""
    async with request.change(request.act.match_id) as change:
        offering.more_time(change, request.actor)
    return Say(await _offered(request, change, OfferKind.TIME))


async def _offered(request: Request, change: MatchChange, kind: OfferKind) -> str:
    """Show a match in which something was offered, and return the answer to the person who offered it."""
    return offers.offered(await request.show(change), kind, request.person)


@on_press("draw_yes", in_place=True)
async def confirm_draw(request: Request) -> Answer:
    """Handle Offer a draw or claim it, after the question."""
    match = await request.match()
    check_running(match, request.person, MatchAct.OFFER)
    willing = await asyncio.to_thread(manners.willing_to_draw, match)
    async with request.change(request.act.match_id) as change:
        offering.offer_draw(change, request.actor, revision=request.act.revision, willing=willing)
    return Change.to_text(await _offered(request, change, OfferKind.DRAW))


@on_press("takeback_yes", in_place=True)
async def confirm_takeback(request: Request) -> Answer:
    """Handle Ask to take a move back, after the question."""
    return Change.to_text(await _take_back(request, request.act.revision))


async def _take_back(request: Request, revision: int | None) -> str:
    async with request.change(request.act.match_id) as change:
        offering.ask_takeback(change, request.actor, revision=revision)
    return await _offered(request, change, OfferKind.TAKEBACK)


@on_press("offer_nothing", in_place=True)
async def offer_nothing(request: Request) -> Answer:
    """Handle Play on, after a question."""
    match = await request.match()
    check_running(match, request.person)
    return Change.to_text(offers.offer_kept_back(match))


@on_press("offer_yes", in_place=True)
async def accept(request: Request) -> Answer:
    """Handle Accept, under an offer."""
    match, offer = await _settle(request, offering.accept)
    return Say(await _way_to_rematch(request, match) or offers.accepted(match, offer))


@on_press("offer_no", in_place=True)
async def decline(request: Request) -> Answer:
    """Handle Decline, under an offer."""
    return Say(offers.declined(*await _settle(request, offering.decline)))


async def _settle(request: Request, answer: Callable[[MatchChange, Actor, int], None]) -> tuple[Match, Offer]:
    """Answer the offer of a press, and show the match. A notice with a button that is too late is edited."""
    offer_id = page_number(request.act.detail)
    try:
        async with request.joining(request.act.match_id) as change:
            answer(change, request.actor, offer_id)
    except OfferClosed as closed:
        await _renew_notice(request, closed.match)
        raise
    match = await request.show(change)
    request.services.look()
    offer = offer_of(match, offer_id)
    assert offer is not None, "it was answered"
    return match, offer


async def _renew_notice(request: Request, match: Match) -> None:
    """Edit the message of the pressed button if it is a notice, which has buttons for answering offers and no others.

    A board of the match, even an old one, has others too, and is updated anyway.
    """
    message, boards = request.message, {match.place.message_id, *(board.message_id for board in match.boards)}
    if message is None or message.flags.ephemeral or message.id in boards:
        return
    acts = presses_of(message)
    if {act.name for act in acts} <= {"offer_yes", "offer_no"}:
        asked = [offer for offer in match.offers if f"{offer.id}" in {act.detail for act in acts}]
        sent = (message.channel.id, message.id)
        await jobs.renew_notices(request.context, match, request.person.id, [sent], asked)
        request.services.look()


@on_press("handover")
async def ask_level(request: Request) -> Answer:
    """Handle Hand over, behind More: ask which character should finish the match."""
    match = await request.match()
    check_running(match, request.person)
    check_may_hand_over(match)
    check_may_offer(match, OfferKind.HANDOVER, request.person)
    buttons = [
        button(character.name, Act("handover_to", match.id, match.revision, character.key)) for character in CHARACTERS
    ]
    return Show(Post(plain(offers.character_prompt(match, request.person), row_of(*buttons))))


@on_press("handover_to", in_place=True)
async def hand_over(request: Request) -> Answer:
    """Handle the choice of a character after that question."""
    act = request.act
    async with request.change(act.match_id) as change:
        offering.offer_handover(change, request.actor, character_called(act.detail), revision=act.revision)
    return Change.to_text(await _offered(request, change, OfferKind.HANDOVER))


@on_press("seat", in_place=True)
async def take_seat(request: Request) -> Answer:
    """Handle Play on for a player who has left, under a board."""
    async with request.change(request.act.match_id) as change:
        standing_in.replace_in(change, Seat(page_number(request.act.detail)), request.person)
    return Say(await _offered(request, change, OfferKind.REPLACEMENT))


@on_press("rematch", in_place=True)
async def rematch(request: Request) -> Answer:
    """Handle Rematch, under a match that is over."""
    before = await request.match()
    check(MatchAct.REMATCH, before, request.actor)
    await check_may_play_again(request, before.place)
    async with request.joining(request.act.match_id) as change:
        offering.offer_rematch(change, request.actor)
    match = await request.show(change)
    return Say(await _way_to_rematch(request, match) or offers.offered(match, OfferKind.REMATCH, request.person))


async def _way_to_rematch(request: Request, match: Match) -> str:
    """The answer that leads to a match's rematch; empty if there is none."""
    new = rematch_of(match)
    return "" if new is None else offers.rematch_there(await matches.load(request.context, new.id))
