"""Notices for people about their matches, as they prefer: by direct message, by mention, or both."""

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.actions import jobs, matches
from bot.actions.playing import make_up_for_delay
from bot.chat.core.messages import Post, passive, plain
from bot.chat.core.outages import StillRefused
from bot.chat.core.press import PressButton, button, row_of, rows_of, section
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, JobKind, JobResult
from bot.chat.delivery.recipients import Route, is_news, routes, tell
from bot.chat.delivery.threads import is_closed, notify_after
from bot.chat.matches.boards import strip_again
from bot.model.jobs import REMINDERS, Claim, Kind, Notice, SentTo
from bot.model.match import Match
from bot.model.offer_rules import offers_to
from bot.model.offers import Offer
from bot.model.people import Person, is_on_discord
from bot.model.settings import Preferences, Reach, Reminders
from bot.screens.core import Act
from bot.screens.offers import answers
from bot.texts import notices
from bot.texts import offers as offer_texts
from bot.texts import pages as page_texts
from bot.texts.language import say, speaking, spoken, supported

_log: Final = logging.getLogger(__name__)
_REMINDERS_AGAIN: Final = REMINDERS[1:]
_LATE: Final = timedelta(minutes=5)  # a notice sent so long after it was due may be out of date

_Told = tuple[Claim, Match]
"""The claim of a notice, and the match that it is about."""


async def send_notice(delivery: Delivery, claim: Claim) -> JobResult:
    """Send a notice, keep it until the person's quiet hours end, or drop it if it is no longer true."""
    context, person_id, reason = delivery.context, claim.about_person, _reason(claim)
    match, is_true = await _checked(delivery, claim)
    sent: Sequence[SentTo] = ()
    together = {claim.first.id: (claim, match)}
    if is_true:
        preferences = await jobs.unless_quiet(context, claim)
        if preferences is None or (reason in _REMINDERS_AGAIN and await jobs.is_early(context, claim, match, reason)):
            return JobResult()
        if reason not in _REMINDERS_AGAIN or preferences.reminders is Reminders.SEVERAL:
            if _goes_together(match, reason, preferences):
                together |= await _due_with(delivery, claim, match, preferences)
            asks_several = reason is Notice.OFFER and len(together) > 1
            messages: Sequence[discord.Message] = ()
            try:
                messages = await _tell(delivery, [*together.values()], preferences)
            except BaseException as error:
                if not asks_several or not isinstance(error, StillRefused):
                    await _release(delivery, together)
                    raise
            if not messages and asks_several:  # where no channel is open, one by one
                together = await _release(delivery, together)
                messages = await _tell(delivery, [*together.values()], preferences)
            sent = [(message.channel.id, message.id) for message in messages]
        for reminder, reminded in together.values():
            if _reason(reminder) in REMINDERS and preferences.reminders is Reminders.SEVERAL:
                await jobs.remind_again(context, reminded, person_id, _reason(reminder))
    for reminder, reminded in together.values():
        await jobs.note_told(context, reminder, reminded, sent)
    if sent and reason is Notice.OFFER:
        await _overtake(delivery, match, person_id, sent)
    return JobResult()


def _reason(claim: Claim) -> Notice:
    return Notice(claim.first.data["notice"])


def _goes_together(match: Match, reason: Notice, preferences: Preferences) -> bool:
    """Whether one message may bring other notices too: reminders, or the same question to others in a channel."""
    if reason is Notice.OFFER:
        return preferences.reach is Reach.CHANNEL and not match.place.by_player
    return reason in REMINDERS and preferences.reach is not Reach.PUSH


async def _release(delivery: Delivery, together: Mapping[int, _Told]) -> dict[int, _Told]:
    """Let the notices but the first be sent by themselves; returns the first."""
    first, *others = together
    for number in others:
        await jobs.put_off(delivery.context, together[number][0], timedelta())
    return {first: together[first]}


async def _checked(delivery: Delivery, claim: Claim) -> tuple[Match, bool]:
    """The match of a notice as its person sees it, and whether the notice is true and news to them."""
    context, person_id, reason = delivery.context, claim.about_person, _reason(claim)
    match = await matches.load(context, claim.about_match)
    if reason is Notice.REMINDER and _is_late(delivery, claim):
        async with matches.change(context, match.id) as change:
            make_up_for_delay(change, person_id)
        match = change.match
    match = match.seen_by(person_id)
    is_there = any(person.id == person_id and (person.is_on_discord or person.is_guest) for person in match.people)
    return match, is_there and is_news(match, person_id, reason, claim.first.revision or 0, context.now())


async def _due_with(delivery: Delivery, claim: Claim, match: Match, preferences: Preferences) -> Mapping[int, _Told]:
    """The claims of other notices that one message can bring with this one, each with its match.

    A message in a channel names no match of another channel, where others may read. It asks those who are told there
    and whom the same offers wait for.
    """
    context, due = delivery.context, dict[int, _Told]()
    for other in await jobs.due_with(context, claim):
        reminded, is_true = await _checked(delivery, other)
        is_here = reminded.place.channel_id == match.place.channel_id
        fits = is_here if preferences.reach.in_channel and not match.place.by_player else preferences.reach.directly
        if is_true and _reason(other) is Notice.OFFER:
            others = await jobs.unless_quiet(context, other)
            is_same = offers_to(reminded, other.about_person) == offers_to(match, claim.about_person)
            fits = is_same and others is not None and others.reach is Reach.CHANNEL
        is_again = is_true and _reason(other) in _REMINDERS_AGAIN
        if is_again and await jobs.is_early(context, other, reminded, _reason(other)):
            continue
        if is_true and fits:
            due[other.first.id] = other, reminded
        else:
            await jobs.put_off(context, other, timedelta())  # it is looked at by itself
    return due


async def _overtake(delivery: Delivery, asked: Match, person_id: int, sent: Sequence[SentTo]) -> None:
    """Edit a message about offers if they were closed while it was sent; have earlier messages edited too."""
    match = await matches.load(delivery.context, asked.id)
    offers = offers_to(asked, person_id)
    if not set(offers) <= set(offers_to(match, person_id)):
        await jobs.renew_notices(delivery.context, match, person_id, sent, offers)
    delivery.look(Kind.OLD_NOTICE)


def _is_late(delivery: Delivery, claim: Claim) -> bool:
    """Whether a notice is sent long after it was due, for reasons other than quiet hours."""
    due_at = claim.first.due_at
    return claim.attempts > 0 or (due_at is not None and delivery.context.now() - due_at > _LATE)


async def _tell(delivery: Delivery, told: Sequence[_Told], preferences: Preferences) -> Sequence[discord.Message]:
    """Tell a person by all routes that they prefer, of one match or of all of which they are reminded; or ask several.

    Raises errors of an unavailable Discord unless one route succeeded.
    """
    claim, match = told[0]
    reason, person_id = _reason(claim), claim.about_person
    if preferences.reach is Reach.PUSH:
        player = next(person for person in match.people if person.id == person_id)
        with speaking(supported(preferences.reads)):
            pushed = notices.pushed(match, player, reason)
        if await delivery.push(person_id, pushed):
            return ()
    if not is_on_discord(person_id):
        return ()
    message_id = match.place.message_id
    shown_at = match.changed_at if message_id is None else discord.utils.snowflake_time(message_id)
    person = next(person for person in match.people if person.id == person_id)
    send = partial(_send, delivery, told, person, supported(preferences.reads))
    by_routes = ((Route.DIRECT,),) if match.place.by_player else routes(reason, preferences, shown_at)
    if reason is Notice.OFFER and len(told) > 1:
        by_routes = ((Route.MENTION,),)
    messages = await tell(by_routes, send)
    if not messages:
        _log.info("person %s cannot be told of match %s", person_id, match.id)
    return messages


async def renew_notice(delivery: Delivery, claim: Claim) -> JobResult:
    """Edit a message about offers so that it shows the answers and has only buttons that still work."""
    match, job = await matches.load(delivery.context, claim.about_match), claim.first
    match = match.seen_by(claim.about_person)
    assert job.channel_id is not None and job.message_id is not None, "it was sent there"
    is_public = job.channel_id in (match.place.channel_id, match.place.thread_id)  # and may have asked several
    people = [person for person in match.people if is_public or person.id == claim.about_person]
    asked = [offer for offer in match.offers if offer.id in job.data["offers"]]
    if people and asked:
        asks_still = is_public and (job.channel_id, job.message_id) in await jobs.messages_told(
            delivery.context, match.id
        )
        is_replaced = job.data["is_replaced"] and not asks_still
        awaited = {offer.id for person in people for offer in offers_to(match, person.id)}
        waiting = [offer for offer in asked if offer.id in awaited and not is_replaced]
        answered = [offer for offer in asked if offer not in waiting]
        lines = [notices.answered(match, people, answered)] if answered else []
        if is_public and waiting:
            lines.append(notices.asked_together(match, []))
        view = passive(*(ui.TextDisplay[ui.LayoutView](line) for line in lines), *_waiting(match, waiting))
        await delivery.edit(claim.server_id, job.channel_id, job.message_id, Post(view))
    await jobs.finish(delivery.context, claim)
    return JobResult()


async def _send(
    delivery: Delivery, told: Sequence[_Told], person: Person, language: str, route: Route
) -> discord.Message:
    """Tell a person by one route: in their language directly, in that of the channel by a mention."""
    in_channel, (claim, match) = route is Route.MENTION, told[0]
    with speaking(spoken() if in_channel else language):
        if _reason(claim) is Notice.OFFER and len(told) > 1:
            post = _question(match, [other.about_person for other, _match in told])
        else:
            post = _post(
                delivery, [reminded for _claim, reminded in told], person, _reason(claim), in_channel=in_channel
            )
    if in_channel:
        return await _mention(delivery, match, post, claim.nonce)
    return await delivery.write_to(person.id, post, claim.nonce)


def _question(match: Match, people: Sequence[int]) -> Post:
    """The message in a channel that asks several people for their answer to the same offers."""
    asked = [person for person in match.people if person.id in people]
    return Post(
        plain(notices.asked_together(match, asked), *_waiting(match, offers_to(match, people[0]))), pings=tuple(people)
    )


def _post(delivery: Delivery, reminded: Sequence[Match], person: Person, reason: Notice, *, in_channel: bool) -> Post:
    """The message that tells a person about a match, or reminds them of several, the most urgent first, with Move beside."""
    reminded = sorted(reminded, key=lambda reminded_match: reminded_match.deadline or reminded_match.changed_at)
    match = reminded[0]
    text = notices.addressed(person, notices.notice(match, person, reason), in_channel=in_channel)
    if reason in REMINDERS:
        moves = [section(notices.waiting(reminded_match, person), _move(reminded_match)) for reminded_match in reminded]
        return Post(plain(text, *moves, *_page_of(delivery, match)), pings=(person.id,))
    items: list[ui.Item[ui.LayoutView]] = _waiting(match, offers_to(match, person.id)) if reason is Notice.OFFER else []
    if reason is Notice.TURN:
        items += _page_of(delivery, match)
    return Post(plain(text, *items), pings=(person.id,))


def _move(match: Match) -> PressButton:
    return button(say("Move"), Act("move", match.id, match.revision), discord.ButtonStyle.primary)


def _page_of(delivery: Delivery, match: Match) -> list[ui.Item[ui.LayoutView]]:
    """The button that opens the page of a match, if there is a page."""
    return [row_of(button(say(page_texts.OPEN_BOARD), Act("open_board", match.id)))] if delivery.page else []


async def _mention(delivery: Delivery, match: Match, post: Post, nonce: str) -> discord.Message:
    """Send a message to the place of a match, or to its channel if the thread is closed, unless that is a forum."""
    place = match.place
    channels = (place.shown_in,) if place.is_post else (place.shown_in, place.channel_id)
    for channel_id in dict.fromkeys(channels):
        try:
            return await delivery.send(place.server_id, channel_id, post, nonce)
        except discord.HTTPException as error:
            if channel_id == channels[-1] or not is_closed(error):
                raise
    raise AssertionError("the channel is the last that is tried")


def _waiting(match: Match, waiting: Sequence[Offer]) -> list[ui.Item[ui.LayoutView]]:
    """The offers that wait for a person's answer, each with its buttons below."""
    items: list[ui.Item[ui.LayoutView]] = []
    for offer in waiting:
        items += [ui.TextDisplay(offer_texts.offer_line(match, offer)), *rows_of(answers(match, offer))]
    return items


NOTICE: Final = JobKind(Kind.NOTICE, NOTICES, send_notice, notify_after)
OLD_NOTICE: Final = JobKind(Kind.OLD_NOTICE, NOTICES, renew_notice, strip_again)
