"""Offering: a draw, taking a move back, more time, a rematch; and the answers to them."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.actions.checks import check_running
from bot.chat.answers import actor_of, answering, change_to_text, say, show
from bot.chat.commands.arguments import page_number
from bot.chat.commands.match_argument import complete_match, complete_over, named_or_only
from bot.chat.commands.offer_notices import renew_notice
from bot.chat.sentences import offers
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.offers import offer_buttons
from bot.chat.ui.press import Press, button, row_of
from bot.model.match import Match, State
from bot.model.offers.conditions import check_may_offer, offers_to, rematch_of, takeback_ply
from bot.model.offers.offer import OfferKind
from bot.model.offers.repetition import has_come_thrice
from bot.model.person import Actor, Person
from bot.model.refusals import NothingToRepeat, OfferClosed

if TYPE_CHECKING:
    from bot.chat.client import Furlong


@app_commands.command(name="draw", description="Offer or claim a draw. You are asked again before anything happens.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
async def draw(interaction: "discord.Interaction[Furlong]", match: str | None = None) -> None:
    """Ask whether somebody really wants a draw."""
    async with answering(interaction):
        meant = await named_or_only(interaction, match, to_move=False)
        await show(interaction, _draw_question(meant, actor_of(interaction).person))


async def ask_draw(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Draw, behind More."""
    actor = actor_of(interaction)
    meant = await interaction.client.matches.find(actor, press.match_id)
    await show(interaction, _draw_question(meant, actor.person))


def _draw_question(match: Match, person: Person) -> Post:
    check_running(match, person)
    if has_come_thrice(match):
        return _question(match, offers.draw_question(match, person), "Claim the draw", "draw_yes")
    waiting = _waiting_answer(match, person, OfferKind.DRAW)
    if waiting is not None:
        return waiting
    check_may_offer(match, OfferKind.DRAW, person)
    return _question(match, offers.draw_question(match, person), "Offer a draw", "draw_yes")


def _question(match: Match, text: str, label: str, action: str) -> Post:
    buttons = row_of(
        button(label, Press(action, match.id, match.revision), discord.ButtonStyle.primary),
        button("Play on", Press("offer_nothing", match.id, match.revision)),
    )
    return Post(plain(text, buttons))


def _waiting_answer(match: Match, person: Person, kind: OfferKind) -> Post | None:
    """What somebody else offers this person already, with the buttons that answer it."""
    for offer in offers_to(match, person.id):
        if offer.kind is kind:
            return Post(plain(offers.offer_notice(match, offer), offer_buttons(match, offer)))
    return None


async def confirm_draw(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Offer a draw or claim it, after the question."""
    actor = actor_of(interaction)
    match = await interaction.client.matches.offer_draw(actor, press.match_id, revision=press.revision)
    await interaction.client.delivery.deliver(match.id)
    await change_to_text(interaction, offers.offered(match, OfferKind.DRAW, actor.person))


@app_commands.command(name="takeback", description="Ask to take your last move back. You are asked again first.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
async def take_back(interaction: "discord.Interaction[Furlong]", match: str | None = None) -> None:
    """Ask whether somebody really wants their move back."""
    async with answering(interaction):
        meant = await named_or_only(interaction, match, to_move=False)
        await show(interaction, _takeback_question(meant, actor_of(interaction).person))


async def ask_takeback(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Take back, behind More."""
    actor = actor_of(interaction)
    meant = await interaction.client.matches.find(actor, press.match_id)
    await show(interaction, _takeback_question(meant, actor.person))


def _takeback_question(match: Match, person: Person) -> Post:
    seat = check_running(match, person)
    waiting = _waiting_answer(match, person, OfferKind.TAKEBACK)
    if waiting is not None:
        return waiting
    takeback_ply(match, seat)
    check_may_offer(match, OfferKind.TAKEBACK, person)
    return _question(match, offers.takeback_question(match, person), "Ask for it back", "takeback_yes")


async def confirm_takeback(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Ask to take a move back, after the question."""
    actor = actor_of(interaction)
    match = await interaction.client.matches.ask_takeback(actor, press.match_id, revision=press.revision)
    await interaction.client.delivery.deliver(match.id)
    await change_to_text(interaction, offers.offered(match, OfferKind.TAKEBACK, actor.person))


async def offer_nothing(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Play on, after a question."""
    actor = actor_of(interaction)
    match = await interaction.client.matches.find(actor, press.match_id)
    check_running(match, actor.person)
    await change_to_text(interaction, offers.offer_kept_back(match))


@app_commands.command(name="time", description="Ask for another day for your move, or give one to whoever is to move.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
async def time(interaction: "discord.Interaction[Furlong]", match: str | None = None) -> None:
    """Ask for a day, or give one."""
    async with answering(interaction):
        meant = await named_or_only(interaction, match, to_move=False)
        await _more_time(interaction, meant.id)


async def more_time(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """More time, behind More."""
    await _more_time(interaction, press.match_id)


async def _more_time(interaction: "discord.Interaction[Furlong]", match_id: int) -> None:
    actor = actor_of(interaction)
    match = await interaction.client.matches.more_time(actor, match_id)
    await interaction.client.delivery.deliver(match.id)
    await say(interaction, offers.offered(match, OfferKind.TIME, actor.person))


@app_commands.command(name="rematch", description="Offer to play a finished match again with the seats swapped.")
@app_commands.describe(match="Which match; your latest one if you do not say")
@app_commands.autocomplete(match=complete_over)
async def rematch(interaction: "discord.Interaction[Furlong]", match: str | None = None) -> None:
    """Offer a rematch."""
    async with answering(interaction):
        await _offer_rematch(interaction, await _named_or_latest(interaction, match))


async def _named_or_latest(interaction: "discord.Interaction[Furlong]", text: str | None) -> int:
    if text is not None and text.strip():
        return (await named_or_only(interaction, text, to_move=False)).id
    actor = actor_of(interaction)
    over = await interaction.client.matches.of_person(actor.person, actor.server_id, State.FINISHED, most=1)
    if not over:
        raise NothingToRepeat
    return over[0].id


async def press_rematch(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Rematch, under a match that is over."""
    await _offer_rematch(interaction, press.match_id)


async def _offer_rematch(interaction: "discord.Interaction[Furlong]", match_id: int) -> None:
    actor = actor_of(interaction)
    match = await interaction.client.matches.offer_rematch(actor, match_id)
    await _show_all(interaction, match)
    await say(interaction, await _led_to(interaction, match) or offers.offered(match, OfferKind.REMATCH, actor.person))


async def accept(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Accept, under an offer."""
    offer_id = page_number(press.detail)
    match = await _answered(interaction, press.match_id, offer_id, interaction.client.matches.accept_offer)
    await _show_all(interaction, match)
    await renew_notice(interaction, match, offer_id)
    await say(interaction, await _led_to(interaction, match) or offers.accepted(match, offer_id))


async def decline(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Decline, under an offer."""
    offer_id = page_number(press.detail)
    match = await _answered(interaction, press.match_id, offer_id, interaction.client.matches.decline_offer)
    await interaction.client.delivery.deliver(match.id)
    await renew_notice(interaction, match, offer_id)
    await say(interaction, offers.declined(match, offer_id))


async def _answered(
    interaction: "discord.Interaction[Furlong]",
    match_id: int,
    offer_id: int,
    answer: Callable[[Actor, int, int], Awaitable[Match]],
) -> Match:
    """The match after an answer to an offer; the buttons of an offer that is closed go."""
    try:
        return await answer(actor_of(interaction), match_id, offer_id)
    except OfferClosed as closed:
        await renew_notice(interaction, closed.match, offer_id)
        raise


async def _show_all(interaction: "discord.Interaction[Furlong]", match: Match) -> None:
    """Show what has changed: the new match first, if a rematch has begun."""
    new = rematch_of(match)
    if new is not None:
        await interaction.client.delivery.deliver(new.id)
    await interaction.client.delivery.deliver(match.id)


async def _led_to(interaction: "discord.Interaction[Furlong]", match: Match) -> str:
    """The way to the rematch of a match; empty if there is none."""
    new = rematch_of(match)
    return "" if new is None else offers.rematch_there(await interaction.client.matches.load(new.id))
