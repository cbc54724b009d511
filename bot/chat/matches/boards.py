"""Showing matches on Discord, as they are stored.

A match is shown in its current state, in a new message or by editing the current one. One transaction then records
this, with the notices for the people who are told in another way.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Final, NamedTuple

import discord

from bot.actions import challenges, jobs, matches, settings
from bot.actions.askers import asking
from bot.chat.core.answers import PressedMessage
from bot.chat.core.messages import Post, content_of
from bot.chat.core.outages import (
    PASSING,
    PutOff,
    StillRefused,
    channel_in,
    is_deleted,
    is_our_fault,
    is_uneditable,
    obstacle,
)
from bot.chat.core.rate_limits import is_waited_for
from bot.chat.delivery import posts
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import BOARDS, MESSAGES, UPKEEP, JobKind, JobResult, again_soon
from bot.chat.delivery.recipients import Recipients, recipients_of
from bot.chat.delivery.threads import begin_thread, is_closed, resend_after, show_after
from bot.chat.matches import views
from bot.model.jobs import Claim, DueNotice, Kind, Notice, is_new
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.place import PlayerBoard
from bot.model.result import Ending
from bot.model.settings import USUAL
from bot.texts import challenges as challenge_texts
from bot.texts.language import ENGLISH, speaking, supported

_log: Final = logging.getLogger(__name__)
_ALMOST_AT_ONCE: Final = timedelta(minutes=1)
_MOST_ATTEMPTS: Final = 60
"""The most attempts, about two days of them: after that, nobody presses the buttons of an old board."""


class _Shown(NamedTuple):
    """A match with its new place, and the notices for its players.

    `by_earlier` means that other jobs of the claim are still to be done, because the message was sent by an earlier
    attempt whose answer was lost, or only says that the match begins.
    """

    match: Match
    notices: Sequence[DueNotice] = ()
    by_earlier: bool = False


async def show_board(
    delivery: Delivery, claim: Claim, match: Match | None = None, pressed: PressedMessage | None = None
) -> JobResult:
    """Show a match as it is stored, and record where it is shown.

    `match` is looked up if it is None; the `pressed` message is edited by the answer to the press. Raises
    `ServerElsewhere` or `ServerUnknown` if this process cannot see its server.
    """
    match = match or await matches.load(delivery.context, claim.about_match)
    if claim.person_id is None:
        delivery.check_here(match.place.server_id)
    else:  # which any process can write to
        match = match.seen_by(claim.person_id)
    shown = await _show(delivery, claim, match, pressed)
    left, more_waits = await jobs.note_shown(
        delivery.context, claim, match, shown.match, shown.notices, by_earlier=shown.by_earlier
    )
    if shown.match.is_thinking:
        delivery.look(Kind.THOUGHT)
    follow_up = partial(_follow_up, delivery, shown, left, pressed)
    return JobResult(shown=shown.match, more_waits=more_waits, follow_up=follow_up)


async def _show(delivery: Delivery, claim: Claim, match: Match, pressed: PressedMessage | None) -> _Shown:
    """Show a match in a new message or by editing the current one; a direct match, to the one player of the claim.

    In a direct match, a new message is for the players whom it pings, and the messages of the others are edited.
    """
    person_id = claim.person_id
    if person_id is not None and (not match.place.by_player or person_id not in {player.id for player in match.people}):
        return _Shown(match)  # they have left
    if _is_recalled(match):
        return _Shown(await _remove(delivery, match))
    if match.is_fixture and match.place.message_id is None and not is_new(claim.jobs):
        return _Shown(match)  # the table of its competition tells of it, and its board comes with the first move
    if pressed is None and not is_new(claim.jobs):
        _check_turn(delivery, match.place.shown_in, match.place.message_id)
    post = await views.post(match, delivery.symbols, delivery.thinkers.expected_wait, person_id)
    if match.is_about_to_begin:
        return await (_begin if person_id is None else _say_start)(delivery, claim, match, post)
    if person_id is not None:
        post = replace(post, pings=tuple(pinged for pinged in post.pings if pinged == person_id))
    needs_new = is_new(claim.jobs) and (person_id is None or bool(post.pings))
    can_change = match.place.message_id is not None and not match.is_shown_by_start
    is_kept = can_change and not needs_new and not (pressed is None and await _is_buried(delivery, match))
    if is_kept and await _edit(delivery, match, post, pressed):
        return _Shown(_at_present(match, person_id))
    # If the message only has to be replaced, everybody was told about it before.
    recipients = await _recipients(delivery, match, post) if needs_new else Recipients()
    try:
        moved, sent = await _send(delivery, claim, match, replace(post, pings=recipients.pings))
    except discord.HTTPException as error:
        if can_change and is_closed(error) and not claim.jobs[-1].attempts:
            await _make_do(delivery, match, post)
        raise
    delivery.note_picture(sent)
    by_earlier = claim.is_repeated and not views.was_sent_for(match, sent)
    if claim.is_repeated and content_of(sent) != content_of(post):
        # The answer was lost, and the match has changed since: Discord has sent no second message.
        await _edit(delivery, moved, post)
    # People whom a newer message is for are told about that one.
    is_overtaken = by_earlier and is_new(claim.jobs[1:])
    return _Shown(moved, () if is_overtaken else recipients.notices, by_earlier)


def _check_turn(delivery: Delivery, channel_id: int, message_id: int | None) -> None:
    """Raise `PutOff`, before anything is painted, if a message is old and may not be edited yet."""
    if not is_waited_for() and message_id is not None and delivery.old_edits.is_old(message_id):
        delivery.old_edits.check(channel_id, message_id)


async def _is_buried(delivery: Delivery, match: Match) -> bool:
    """Whether a newer message follows the board of a match of one person, where no character is thinking.

    Discord tells the id of a channel's newest message without the permission to read the channel's history.
    """
    place = match.place
    is_shown = match.state is State.RUNNING and place.message_ply == match.ply  # and only who is away has changed, say
    if not match.is_solitary or match.is_thinking or place.message_id is None or is_shown:
        return False
    try:
        channel = await delivery.client.fetch_channel(place.shown_in)
    except (*PASSING, discord.InvalidData) as error:
        _log.info("could not find out whether anything follows the board of match %s: %s", match.id, error)
        return False
    return (getattr(channel, "last_message_id", None) or 0) > place.message_id


async def _begin(delivery: Delivery, claim: Claim, match: Match, post: Post) -> _Shown:
    """Post that a match begins, and begin it with the id that Discord has given to this message.

    Nothing is rolled before that. If this is interrupted in between and the message cannot be found again, its id is
    lost, and the id of the next message counts.
    """
    moved, sent = await _send(delivery, claim, match, post)
    if claim.is_repeated and is_new(claim.jobs[1:]) and content_of(sent) != content_of(post):
        return _Shown(moved, by_earlier=True)  # it says something else
    async with matches.change(delivery.context, match.id) as change:
        challenges.begin_with(change, moved.place)
    return _Shown(change.match)


async def _say_start(delivery: Delivery, claim: Claim, match: Match, post: Post) -> _Shown:
    """Tell the next player that a direct match begins, which proves that Furlong can write to them.

    The match begins once all have been told; if one of them cannot be, it waits again. The jobs of all others end here
    and are added anew.
    """
    person = match.next_to_be_told
    if person is None or person.id != claim.person_id:
        return _Shown(match, by_earlier=True)
    pinging = replace(post, pings=() if match.is_solitary else (person.id,))  # who plays alone has the board already
    recipients = await _recipients(delivery, match, pinging)
    try:
        moved, _sent = await _send(delivery, claim, match, replace(pinging, pings=recipients.pings))
    except StillRefused:
        raise  # nobody is taken out because of a message that was not sent
    except discord.HTTPException as error:
        if not is_closed(error):
            raise
        _log.info(
            "person %s cannot be reached by direct message, so match %s does not begin: %s", person.id, match.id, error
        )
        async with matches.change(delivery.context, match.id) as change:
            challenges.take_out(change, person)
        delivery.look(Kind.BOARD)
        return _Shown(change.match.seen_by(person.id), by_earlier=True)
    board = moved.board_of(person.id)
    assert board is not None, "it was sent"
    async with matches.change(delivery.context, match.id) as change:
        challenges.told_of_start(change, replace(board, says_start=True))
    delivery.look(Kind.BOARD)
    notices = [replace(notice, kind=Notice.TURN) for notice in recipients.notices]
    return _Shown(change.match.seen_by(person.id), notices, by_earlier=True)


async def _recipients(delivery: Delivery, match: Match, post: Post) -> Recipients:
    """The recipients of a new message."""
    preferences = match.preferences
    if not preferences.keys() >= set(post.pings):  # a person has taken a seat just now
        preferences = await settings.of_people(delivery.context, post.pings)
    return recipients_of(match, post.pings, preferences, delivery.context.now())


async def _send(delivery: Delivery, claim: Claim, match: Match, post: Post) -> tuple[Match, discord.Message]:
    """Show a match in a new message; returns the match with its new place, and the message."""
    if claim.person_id is not None:
        silent = claim.person_id not in post.pings
        sent = await delivery.write_to(claim.person_id, post, claim.nonce, silent=silent)
        return _at_present(match, claim.person_id, channel_id=sent.channel.id, message_id=sent.id), sent
    place = match.place
    send = partial(delivery.send, place.server_id, post=post, nonce=claim.nonce)
    forum = None if place.wants_thread else posts.forum_of(delivery.client, match)
    if place.is_post or forum is not None:
        sent = await _send_to_post(delivery, claim, match, post, forum)
        return _at_present(match, None, message_id=sent.id, thread_id=sent.channel.id), sent
    if not place.wants_thread or not match.players_are_seated:
        sent = await send(place.channel_id)
        return _at_present(match, None, message_id=sent.id), sent
    thread_id = place.thread_id or await begin_thread(delivery.client, match)
    if thread_id is not None:
        try:
            sent = await send(thread_id)
        except discord.HTTPException as error:
            if not is_closed(error):
                raise
            _log.warning("match %s leaves its thread for the channel: %s", match.id, error)
        else:
            return _at_present(match, None, message_id=sent.id, thread_id=thread_id), sent
    sent = await send(place.channel_id)
    _log.warning("match %s is shown in its channel, because it cannot have a thread there", match.id)
    return _at_present(match, None, message_id=sent.id, thread_id=None, wants_thread=False), sent


async def _send_to_post(
    delivery: Delivery, claim: Claim, match: Match, post: Post, forum: discord.ForumChannel | None
) -> discord.Message:
    """Show a match in its forum post, or in a new one of the forum if it has none or it is gone."""
    if match.place.thread_id is not None:
        try:
            return await delivery.send(match.place.server_id, match.place.thread_id, post, claim.nonce)
        except discord.NotFound as error:
            if forum is None:
                raise
            _log.warning("the post of match %s is gone: %s", match.id, error)
    assert forum is not None, "a match without a post is in a forum"
    return await posts.begin_post(delivery, forum, match, post, claim.nonce)


async def _edit(delivery: Delivery, match: Match, post: Post, pressed: PressedMessage | None = None) -> bool:
    """Edit the current message; False if it must be replaced: it is deleted, or in a closed thread, or too old for now.

    Nobody waits until an old message may be edited. Raises `PutOff` if nobody waits for this one.
    """
    place = match.place
    assert place.message_id is not None, "it was shown"
    if await _edited_by_answer(delivery, pressed, place.message_id, post):
        return True
    try:
        return await delivery.edit(place.posted_on, place.shown_in, place.message_id, post)
    except PutOff as put_off:
        if not is_waited_for():
            raise
        _log.info("match %s is shown in a new message, because its old one is %s", match.id, put_off)
        return False
    except discord.HTTPException as error:
        if place.shown_in == place.thread_id and is_closed(error):
            return False
        raise


async def _make_do(delivery: Delivery, match: Match, post: Post) -> None:
    """Edit the current message where no new one can be sent for now, so that no button stays that leads nowhere."""
    try:
        await _edit(delivery, match, post)
    except (*PASSING, PutOff) as error:
        _log.info("the old board of match %s could not be edited either: %s", match.id, error)


async def _remove(delivery: Delivery, match: Match) -> Match:
    """Delete the current message with its ping, and the notices; returns the match without a place.

    Its forum post is deleted with everything in it, if Discord permits.
    """
    place = replace(match.place, message_id=None)
    sent = [*await jobs.messages_told(delivery.context, match.id)]
    if match.place.message_id is not None:
        sent.append((match.place.shown_in, match.place.message_id))
    if match.place.is_post and await posts.remove_post(delivery.client, match):
        sent = [message for message in sent if message[0] != match.place.thread_id]
        place = replace(place, thread_id=None)
    for channel_id, message_id in sent:
        channel = channel_in(delivery.client, match.place.posted_on, channel_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            if not is_deleted(error):
                raise
    return replace(match, place=place)


async def _edited_by_answer(delivery: Delivery, pressed: PressedMessage | None, message_id: int, post: Post) -> bool:
    """Edit a message by the answer to the press of its button; False if that is impossible."""
    if pressed is None or pressed.id != message_id:
        return False
    delivery.forget_picture(message_id)
    try:
        edited = await pressed.edit(
            view=post.view, attachments=post.attachments(), allowed_mentions=discord.AllowedMentions.none()
        )
    except PASSING as error:  # such as a late answer; a request to the channel can still work
        _log.info("message %s could not be edited by the answer to a press: %s", message_id, error)
        return False
    delivery.note_picture(edited)
    return True


async def _follow_up(delivery: Delivery, shown: _Shown, left: Sequence[Claim], pressed: PressedMessage | None) -> None:
    """Remove the buttons from earlier messages of a match, and notify people."""
    for claim in left:
        await delivery.do_now(claim, shown.match, pressed)
    if shown.match.place.by_player and shown.match.state is not State.OPEN:
        await _end_posted(delivery, shown.match, pressed)
    if shown.match.place.is_post:
        delivery.background.start(posts.tag(delivery, shown.match))
    await _show_to_the_one_alone(delivery, shown.match)
    if any(notice.due_at <= delivery.context.now() for notice in shown.notices):
        delivery.look(Kind.NOTICE)


async def _end_posted(delivery: Delivery, match: Match, pressed: PressedMessage | None) -> None:
    """Edit the answer that posted the challenge to a direct match, unless the answer to a press on it does."""
    message, language = delivery.posted_challenges.pop(match.id, (None, ENGLISH))
    if message is None or (pressed is not None and pressed.id == message.id):
        return
    with speaking(language):
        view = views.posted(match).view
    try:
        await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
    except PASSING as error:
        _log.info("the posted challenge of match %s could not be edited: %s", match.id, error)


async def _show_to_the_one_alone(delivery: Delivery, match: Match) -> None:
    """Edit the private message of a solitary player who is to move, or whose match is over."""
    if match.is_solitary and not match.is_thinking:
        for person in match.people:
            await _show_privately(delivery, match, person)


async def keep_up(delivery: Delivery, match_id: int, person: Person, revision: int) -> None:
    """Edit the private message that shows a match to a solitary player if the match has passed that revision."""
    match = (await matches.load(delivery.context, match_id)).seen_by(person.id)
    if match.revision != revision and not match.is_thinking:
        await _show_privately(delivery, match, person)


async def _show_privately(delivery: Delivery, match: Match, person: Person) -> None:
    """Edit the private message that shows a match to a solitary player, if there is one."""
    message = delivery.move_answers.board(person.id, match.id)
    if message is None:
        return
    with speaking(supported(match.preferences.get(person.id, USUAL).reads)):
        post = await views.private_board(match, person, delivery.symbols)
    try:
        await message.edit(
            view=post.view, attachments=post.attachments(), allowed_mentions=discord.AllowedMentions.none()
        )
    except PASSING as error:
        _log.info("the private board of %s in match %s could not be edited: %s", person.id, match.id, error)


async def tell_players(delivery: Delivery, claim: Claim, error: Exception) -> None:
    """Tell the players once why a match is not shown, or the others if a player's direct messages are closed."""
    about = claim.about_match, claim.person_id
    if claim.person_id is not None:
        match = await matches.load(delivery.context, claim.about_match)
        await _show_to_the_one_alone(delivery, match.seen_by(claim.person_id))
    refusal = error if isinstance(error, discord.HTTPException) and obstacle(error).reason else None
    if delivery.is_news(about, refusal, is_first=not claim.attempts) and refusal is not None:
        with asking(None):  # nobody has asked for it
            delivery.background.start(_tell_players(delivery, *about, refusal))


async def _tell_players(
    delivery: Delivery, match_id: int, closed_id: int | None, refusal: discord.HTTPException
) -> None:
    match = await matches.load(delivery.context, match_id)
    closed = next((person for person in match.people if person.id == closed_id), None)
    if closed is not None and match.state is not State.RUNNING:
        delivery.unreachable.pop((match_id, closed.id), None)
        return  # a challenge says by itself who cannot be written to
    if closed is None:
        await delivery.tell_owner(match.place.server_id, match.place.channel_id, refusal)
    for person in (person for person in match.people if person.is_on_discord and person != closed):
        with speaking(supported(match.preferences.get(person.id, USUAL).reads)):
            text = (
                challenge_texts.not_shown(match, obstacle(refusal), refusal.code)
                if closed is None
                else challenge_texts.player_unreachable(match, closed)
            )
        try:
            direct = await delivery.client.create_dm(discord.Object(person.id))
            await direct.send(text)
        except PASSING as error:
            _log.info("person %s of match %s cannot be told: %s", person.id, match.id, error)


async def strip(
    delivery: Delivery, claim: Claim, match: Match | None = None, pressed: PressedMessage | None = None
) -> JobResult:
    """Remove the buttons from an old board, which until then lead to the new one, and mostly its picture too.

    One that the new board replaces is deleted.
    """
    match = match or await matches.load(delivery.context, claim.about_match)
    job = claim.first
    assert job.channel_id is not None and job.message_id is not None, "it was shown there"
    old = channel_in(delivery.client, claim.server_id, job.channel_id).get_partial_message(job.message_id)
    try:
        if match.is_replaced(job.data["ply"]):
            await old.delete()
        else:
            if pressed is None:
                _check_turn(delivery, job.channel_id, job.message_id)
            then = replace(match.place, message_id=job.message_id, message_ply=job.data["ply"])
            if job.data.get("shrinks"):
                post = views.shrunk(match, then)
                if not await _edited_by_answer(delivery, pressed, old.id, post):
                    await delivery.edit(claim.server_id, job.channel_id, job.message_id, post)
            else:
                await _leave_behind(delivery, replace(match, place=then), old, pressed)
    except discord.HTTPException as error:
        if not isinstance(error, discord.NotFound) and not is_uneditable(error):
            raise
        _log.info("the old message %s of match %s is gone: %s", job.message_id, match.id, error)
    delivery.stripped.append(claim)
    return JobResult()


async def _leave_behind(
    delivery: Delivery, match: Match, old: discord.PartialMessage, pressed: PressedMessage | None
) -> None:
    """Remove the buttons from an old message, which keeps its picture; if Discord refuses that, upload it again."""
    kept = delivery.picture_in(old.id)
    reader_id = next((board.person_id for board in match.boards if board.channel_id == old.channel.id), None)
    post = await views.left_behind(match, delivery.symbols, kept, reader_id)
    if await _edited_by_answer(delivery, pressed, old.id, post):
        return
    try:
        async with delivery.paced(old.channel.id, old.id):
            await old.edit(
                view=post.view, attachments=post.attachments(), allowed_mentions=discord.AllowedMentions.none()
            )
    except discord.HTTPException as error:
        if kept is None or not is_our_fault(error):
            raise
        _log.warning(
            "Discord does not let message %s keep its picture, so pictures are uploaded again: %s", old.id, error
        )
        delivery.keeps_pictures = False
        await _leave_behind(delivery, match, old, pressed)


def strip_again(delivery: Delivery, claim: Claim, error: Exception) -> timedelta | None:
    """The delay before another attempt to remove old buttons; None after two days of attempts."""
    return again_soon(delivery, claim, error) if claim.attempts + 1 < _MOST_ATTEMPTS else None


def _is_recalled(match: Match) -> bool:
    """Whether the match was a challenge that its host withdrew almost at once, of which nothing need remain."""
    is_withdrawn = not match.is_open_challenge and match.result is not None and match.result.ending is Ending.CANCELLED
    return is_withdrawn and match.ended_at is not None and match.ended_at - match.created_at <= _ALMOST_AT_ONCE


def _at_present(match: Match, reader_id: int | None, **place: Any) -> Match:
    """The match, recorded as shown in its current state at a place; in a direct match, to one player."""
    ply = match.ply if match.players_are_seated else None
    now = replace(match.place, message_ply=ply, **place)
    if reader_id is None or now.message_id is None:
        return replace(match, place=now)
    board = PlayerBoard(reader_id, now.channel_id, now.message_id, ply, says_start=False)
    others = (other for other in match.boards if other.person_id != reader_id)
    return replace(match, place=now, boards=(*others, board))


async def show_in_room(delivery: Delivery, claim: Claim) -> JobResult:
    """Show, where a challenge for everyone on Furlong was posted, who plays and how it ended; nobody is pinged.

    A forum has no room for it. Raises `ServerElsewhere` or `ServerUnknown` if this process cannot see the server.
    """
    delivery.check_here(claim.server_id)
    context, job = delivery.context, claim.first
    assert job.channel_id is not None, "it was posted in a channel"
    match = await matches.load(context, claim.about_match)
    await settings.note_lobby_changed(context)
    is_over = match.state in (State.FINISHED, State.CALLED_OFF)
    is_nowhere = isinstance(channel_in(delivery.client, claim.server_id, job.channel_id), discord.ForumChannel)
    if is_nowhere or (is_over and job.message_id is None):
        await jobs.finish(context, claim)
        return JobResult()
    facts = claim, job.channel_id, job.message_id, views.posted(match), claim.nonce
    message_id = await delivery.keep_up(*facts, silent=True)
    await (jobs.finish(context, claim) if is_over else jobs.note_posted(context, claim, message_id))
    return JobResult()


async def _tell_of_room(delivery: Delivery, claim: Claim, error: Exception) -> None:
    """Tell the owner of a server once that the channel is closed."""
    await delivery.tell_owner(claim.server_id, claim.first.channel_id or 0, error)


LOBBY: Final = JobKind(Kind.LOBBY, MESSAGES, show_in_room, resend_after, _tell_of_room)
BOARD: Final = JobKind(Kind.BOARD, BOARDS, show_board, show_after, tell_players)
OLD_BOARD: Final = JobKind(Kind.OLD_BOARD, UPKEEP, strip, strip_again)
