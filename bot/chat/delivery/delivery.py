"""The delivery of stored jobs: a loop for each lane, and the requests to Discord that they share."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord
from cachetools import LRUCache

from bot.actions import jobs, matches, pushing, settings
from bot.actions.askers import may_post_at_once
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.actions.playing import go_on
from bot.chat.core.answers import MoveAnswers, PressedMessage, posted_challenges
from bot.chat.core.languages import channel_language
from bot.chat.core.messages import Post, pictures_of
from bot.chat.core.outages import (
    PASSING,
    ServerElsewhere,
    channel_in,
    is_edited_too_often,
    is_uneditable,
    obstacle,
    server_of,
)
from bot.chat.core.rate_limits import OldEdits, Refusals, is_waited_for
from bot.chat.delivery.loop import Background, JobKind, JobResult, Lane, Loop, no_brake, no_language
from bot.chat.delivery.threads import in_awake_thread, is_lasting
from bot.model.askers import ASKING
from bot.model.jobs import Claim, DueJob, Kind
from bot.model.match import Match, State
from bot.model.offers import Rematch
from bot.model.place import DIRECT
from bot.model.tokens import Token
from bot.model.webhooks import Webhook
from bot.opponents.thinkers import Thinkers
from bot.outside.push import Answer, Keys, Pusher
from bot.texts.language import ENGLISH, speaking, supported
from bot.texts.outages import not_posted
from bot.texts.symbols import Symbols

PostEvent = Callable[[Context, Claim, Token, Webhook], Awaitable[int | None]]
"""Posts a claimed event to a webhook; returns the status of the answer, or None if there is none in time.

Raises a refusal if there is nothing to post.
"""

_log: Final = logging.getLogger(__name__)
_PATIENCE: Final = 5.0  # seconds; hosts give a process some ten to stop
_SOON: Final = 3.0  # seconds; the longest that a person waits for the edit of an old message
_LATE: Final = 30.0  # seconds; the same for a request that nobody waits for
_MOST_ASKED: Final = 2000  # entries of each cache
_MOST_PICTURES: Final = 20_000  # pairs of numbers


class Delivery:
    """The service that does jobs of some `kinds` with `client`, and has what every kind needs."""

    def __init__(
        self,
        client: discord.Client,
        context: Context,
        kinds: Iterable[JobKind],
        *,
        symbols: Symbols,
        thinkers: Thinkers,
        catch_up: Callable[[], Awaitable[None]],
        page: str = "",
        pusher: Pusher | None = None,
        post_event: PostEvent | None = None,
        brake: Callable[[], Awaitable[None]] = no_brake,
        refusals: Refusals | None = None,
    ) -> None:
        """Begin idle; nothing happens before a method is called.

        `page` is the public address of the page in the browser, empty if none is served, and `pusher` sends notices to
        browsers, unless it is None; so does `post_event` to webhooks. `catch_up` credits downtime that is not known
        yet. `brake` delays requests that nobody is waiting for, and `refusals` are those that `client` heeds.
        """
        self.client = client
        self.context = context
        self.symbols = symbols
        self.thinkers = thinkers
        self.catch_up: Final = catch_up
        self.page = page
        self.pusher: Final = pusher
        self.post_event: Final = post_event
        self.tagging = asyncio.Lock()
        """Held while tags are added to a forum, because all its tags are changed at once."""

        self.unreachable: Final = LRUCache[tuple[int, int | None], int](_MOST_ASKED)
        """The latest refusals, in this process only: their codes, or 0, by match and the player in whose direct messages
        it is shown, or by channel."""
        self.move_answers: Final = MoveAnswers(now=context.steady)
        self.posted_challenges: Final = posted_challenges(now=context.steady)
        self.refusals: Final = refusals or Refusals(context.steady, lambda _channel: False)
        self.old_edits: Final = OldEdits(context.now, context.steady)
        self.keeps_pictures = True
        """Whether Discord lets edits keep a picture by its id and name; not once it has refused that to this process.

        Its documentation does not say so; see `docs/discord.md`.
        """
        self._pictures: Final = LRUCache[int, int](_MOST_PICTURES)
        self.background = Background()
        self.stripped: list[Claim] = []
        """Claims of old boards whose buttons are removed; they are deleted together, so that a turn stays cheap."""

        self._kinds: Final = {kind.kind: kind for kind in kinds}
        self.loops: Final = {
            lane: Loop(
                self,
                context,
                lane,
                {kind: job_kind for kind, job_kind in self._kinds.items() if job_kind.lane is lane},
                self.background if lane.patience is None else Background(),
                brake,
                self._language_of if lane.patience is None else no_language,
            )
            for lane in dict.fromkeys(job_kind.lane for job_kind in self._kinds.values())
        }

    async def _language_of(self, claim: Claim, match: Match | None = None, *_known: object) -> str:
        """The language of a job: of the channel on a server, else of the person in direct messages."""
        if claim.server_id != DIRECT:
            chosen = (
                match.language if match is not None else await settings.server_language(self.context, claim.server_id)
            )
            return channel_language(chosen, self.client.get_guild(claim.server_id))
        if claim.person_id is None:
            return ENGLISH
        if match is not None and claim.person_id in match.preferences:
            return supported(match.preferences[claim.person_id].reads)
        return supported(await settings.language_of(self.context, claim.person_id))

    def _loop_of(self, kind: Kind) -> Loop:
        return self.loops[self._kinds[kind].lane]

    async def look_around(self) -> None:
        """Do everything that is due in the background; nearly always, a single query finds nothing.

        Never raises.
        """
        try:
            await self._forget_stripped()
            self._look(await jobs.may_be_due(self.context))
        except Exception:  # noqa: BLE001 - the database is away; what is due waits in it
            _log.exception("due jobs could not be looked up; trying again")

    async def _forget_stripped(self) -> None:
        if self.stripped:
            stripped, self.stripped = self.stripped, []
            await jobs.forget_old_boards(self.context, stripped)

    def look(self, *kinds: Kind) -> None:
        """Do the due jobs of these kinds in the background, or of all kinds that send messages."""
        self._look(kinds or [kind for kind, job_kind in self._kinds.items() if job_kind.lane.patience is None])

    def _look(self, kinds: Iterable[Kind]) -> None:
        for lane in dict.fromkeys(self._kinds[kind].lane for kind in kinds if kind in self._kinds):
            self.loops[lane].look()

    @property
    def _sending(self) -> Sequence[Lane]:
        return [lane for lane in self.loops if lane.patience is None]

    async def deliver_due(self, *lanes: Lane) -> None:
        """Do all that is due in these lanes, or in all that send messages, and all that follows from it.

        Raises the store's errors.
        """
        await self._forget_stripped()
        loops = [self.loops[lane] for lane in lanes or self._sending]
        rounds = [loop.look() for loop in loops]
        for loop in loops:
            await loop.background.idle()
        await asyncio.gather(*rounds)

    async def deliver(self, match_id: int) -> None:
        """Show a match if its board is due and no other process is showing it.

        The rest follows in the background when the caller's task is done: the message that showed the match before
        loses its buttons, and players get notices. Never raises: the job is stored, and a failure here does not undo
        the change that led to it.
        """
        try:
            await self._loop_of(Kind.BOARD).deliver(DueJob(Kind.BOARD, match_id, 0))
        except Exception:  # noqa: BLE001 - the database is away; the job waits in it
            _log.exception("match %s could not be loaded to be shown; trying again", match_id)
        self.background.start_after(asyncio.current_task(), self._notify)

    async def show(
        self, match: Match, claim: Claim, *, has_notices: bool = True, pressed: PressedMessage | None = None
    ) -> Match:
        """Show a match that was changed just now; returns it with the message and thread that show it.

        `claim` was taken in the transaction of the change. `has_notices` says whether the change has left notices. The
        `pressed` message is edited by the answer to the press. Otherwise this is like `deliver`.
        """
        loop, asker, result = self._loop_of(Kind.BOARD), asyncio.current_task(), None
        try:
            result = await self.background.run(loop.do(claim, match, pressed))
        except Exception:  # noqa: BLE001 - the database is away; the claim runs out by itself
            _log.exception("it could not be stored that match %s is shown; trying again", match.id)
        if result is not None and result.follow_up is not None:
            self.background.start_after(asker, result.follow_up)
        if result is not None and result.more_waits:
            self.background.start(loop.deliver(DueJob(Kind.BOARD, match.id, 0)))
        if has_notices:
            self.background.start_after(asker, self._notify)
        return match if result is None or result.shown is None else result.shown

    async def show_change(self, change: MatchChange, pressed: PressedMessage | None = None) -> Match:
        """Show the changes of a unit of work and notify people; returns the match as shown.

        Planned moves that are now due are played first, and a rematch that began is shown first. Never raises errors of
        Discord: what cannot be shown now is stored.
        """
        while change.has_more_planned:
            async with matches.change(self.context, change.match.id, is_shown_at_once=True) as change:
                go_on(change)
        match = change.match
        if any(changed is not None and changed.is_thinking for changed in (match, change.successor)):
            self.look(Kind.THOUGHT)
        if match.place.by_player:
            if change.successor is not None:
                await self._show_to_players(change.successor)
            return await self._show_to_players(match)
        if change.successor is not None and change.successor_claim is not None:
            match = _leading_to(await self.show(change.successor, change.successor_claim), match)
        if change.claim is None:
            await self.deliver(match.id)
            return match
        return await self.show(match, change.claim, has_notices=change.has_notices, pressed=pressed)

    async def show_in_turn(self, change: MatchChange) -> None:
        """Show the changes of a unit of work, as `show_change` does, but by the loops: in turns with what else is due.

        Nobody waits for what a program does.
        """
        while change.has_more_planned:
            async with matches.change(self.context, change.match.id) as change:
                go_on(change)
        self.look(Kind.BOARD, Kind.NOTICE, Kind.LOBBY, Kind.THOUGHT)

    async def _show_to_players(self, match: Match) -> Match:
        """Show a direct match to all its people and notify them; returns it as it is afterwards.

        Players are told one after the other that it begins, so one round may lead to the next.
        """
        before = None
        while before is None or (before.state, before.next_to_be_told) != (match.state, match.next_to_be_told):
            before = match
            jobs_of = [DueJob(Kind.BOARD, match.id, 0, person.id) for person in match.people if person.is_on_discord]
            try:
                await asyncio.gather(*(self._loop_of(Kind.BOARD).deliver(job) for job in jobs_of))
                match = await matches.load(self.context, match.id)
            except Exception:  # noqa: BLE001 - the database is away; the jobs wait in it
                _log.exception("match %s could not be loaded to be shown; trying again", match.id)
        self.background.start_after(asyncio.current_task(), self._notify)
        if match.lobby_id is not None and (match.state is not State.RUNNING or not match.history.moves):
            self.look(Kind.LOBBY)
        return match

    async def do_now(self, claim: Claim, *subject: Any) -> None:
        """Do a job that was claimed with the previous one; `subject` has what its kind would otherwise look up."""
        await self._loop_of(claim.kind).do(claim, *subject)

    async def renew(self, match: Match) -> Match:
        """Show a match at once if its board is out of date and was put off; return it with the place of its board.

        Never raises.
        """
        try:
            if not await jobs.hasten_board(self.context, match.id):
                return match
            self.reopen(match.place.shown_in)
            if match.place.by_player:
                await self._show_to_players(match)
                return match
            await self.deliver(match.id)
            return replace(match, place=(await matches.load(self.context, match.id)).place)
        except Exception:  # noqa: BLE001 - the database is away; the job waits in it
            _log.exception("match %s could not be loaded to be shown; trying again", match.id)
            return match

    def reopen(self, channel_id: int) -> None:
        """Let who acts try at once to post in a channel where Discord has refused it, unless much of theirs was refused."""
        if may_post_at_once(self.context.budget):
            self.refusals.reopen_channel(channel_id)

    async def tell(self) -> None:
        """Post the due bulletins of competitions; never raises, because they are stored."""
        try:
            await self._loop_of(Kind.BULLETIN).look()
        except Exception:  # noqa: BLE001 - the database is away; what is due waits in it
            _log.exception("bulletins of competitions could not be posted; trying again")

    async def _notify(self) -> None:
        """Send the notices that are due, one after the other in a channel, so that one message can ask several people."""
        self.look(Kind.NOTICE)

    async def close(self) -> None:
        """Begin nothing new, and give work in progress a few seconds; the next process to start does the rest."""
        aside = [(lane, loop) for lane, loop in self.loops.items() if lane.patience is not None]
        for _, loop in aside:
            loop.stop()
        await self.thinkers.close()
        for lane, loop in aside:
            await loop.background.stop(lane.patience or 0.0)
        for lane in self._sending:
            self.loops[lane].stop()
        await self.background.stop(_PATIENCE)
        try:
            for loop in self.loops.values():
                await loop.abandon()
        except Exception:  # noqa: BLE001 - the database is away; the bot stops even so, and claims run out by themselves
            _log.exception("unfinished jobs could not be released; they will be done with a delay")

    async def send(
        self, server_id: int, channel_id: int, post: Post, nonce: str, *, silent: bool = False
    ) -> discord.Message:
        """Send a new message to a channel or thread; an archived thread is taken out of the archive first.

        A `silent` message pings and notifies nobody.
        """
        channel = channel_in(self.client, server_id, channel_id)
        mentions = discord.AllowedMentions.none() if silent else post.allowed_mentions
        send = partial(channel.send, view=post.view, allowed_mentions=mentions, nonce=nonce, silent=silent)
        return await in_awake_thread(self.client, server_id, channel_id, lambda: send(files=post.files()))

    async def edit(self, server_id: int, channel_id: int, message_id: int, post: Post) -> bool:
        """Change a message without pinging anybody; False if it can never be edited, such as a deleted one.

        Raises `PutOff` for a message older than an hour that Discord does not let the bot edit just now.
        """
        channel = channel_in(self.client, server_id, channel_id)
        self.forget_picture(message_id)
        edit = partial(
            channel.get_partial_message(message_id).edit,
            view=post.view,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        try:
            async with self.paced(channel_id, message_id):
                edited = await in_awake_thread(
                    self.client, server_id, channel_id, lambda: edit(attachments=post.attachments())
                )
        except discord.HTTPException as error:
            if is_uneditable(error):
                return False
            raise
        self.note_picture(edited)
        return True

    @asynccontextmanager
    async def paced(self, channel_id: int, message_id: int) -> AsyncGenerator[None]:
        """A context for an edit of a message, at the pace at which Discord permits it. Raises `PutOff`."""
        is_old = self.old_edits.is_old(message_id)
        if is_old:
            self.old_edits.admit(channel_id, message_id)
        patience = None if not is_old else _SOON if is_waited_for() else _LATE
        try:
            async with asyncio.timeout(patience):  # discord.py would wait until the limit has passed
                yield
        except TimeoutError:
            raise self.old_edits.refused(channel_id) from None
        except discord.HTTPException as error:
            if is_edited_too_often(error):
                raise self.old_edits.refused(channel_id) from error
            raise

    def note_picture(self, message: discord.Message) -> None:
        """Remember the picture of a message that was sent or edited just now, for `picture_in`."""
        for picture in pictures_of(message):
            if picture.attachment_id is not None:
                self._pictures[message.id] = picture.attachment_id

    def forget_picture(self, message_id: int) -> None:
        """Forget the picture of a message that is about to be edited, because the answer may be lost."""
        self._pictures.pop(message_id, None)

    def picture_in(self, message_id: int) -> int | None:
        """The id of the picture that an edit of a message can keep; None if the edit has to upload one."""
        return self._pictures.get(message_id) if self.keeps_pictures else None

    async def keep_up(
        self, claim: Claim, channel_id: int, message_id: int | None, post: Post, nonce: str, *, silent: bool
    ) -> int:
        """Edit a message that is kept up to date, or send it if it does not exist; returns its id."""
        if message_id is not None and await self.edit(claim.server_id, channel_id, message_id, post):
            return message_id
        return (await self.send(claim.server_id, channel_id, post, nonce, silent=silent)).id

    async def post_once(self, claim: Claim, channel_id: int | None, post: Post) -> JobResult:
        """Post something silently in a channel that a server has chosen; without a channel, drop the job."""
        if channel_id is None:
            await jobs.finish(self.context, claim)
        else:
            sent = await self.send(claim.server_id, channel_id, post, claim.nonce, silent=True)
            await jobs.note_posted(self.context, claim, sent.id)
        return JobResult()

    def is_news(self, about: tuple[int, int | None], error: discord.HTTPException | None, *, is_first: bool) -> bool:
        """Note an error, None if it is no refusal, and return whether people have not been told of it here before.

        One that is not the first of its job may have been told by an earlier process.
        """
        code = 0 if error is None else error.code or error.status
        before = self.unreachable.get(about, 0 if is_first else code)
        self.unreachable[about] = code
        return code != before

    async def tell_owner(self, server_id: int, channel_id: int, error: Exception) -> None:
        """Tell the owner of a server once if Discord refuses posts in a channel until a manager or the host mends that."""
        guild = self.client.get_guild(server_id)
        if guild is None or not isinstance(error, discord.HTTPException) or not is_lasting(error):
            return
        if guild.owner_id is not None and self.is_news((channel_id, None), error, is_first=True):
            text = partial(not_posted, channel_id, obstacle(error), error.code)
            await self.tell_one((guild.owner_id,), text, f"shut-{channel_id}")

    async def tell_one(self, person_ids: Sequence[int], text: Callable[[], str], nonce: str) -> bool:
        """Write directly to the first of some people who can be reached; False if none can."""
        for person_id in person_ids:
            try:
                direct = await self.client.create_dm(discord.Object(person_id))
                with speaking(supported(await settings.language_of(self.context, person_id))):
                    message = text()
                await direct.send(message, nonce=nonce)
            except PASSING as error:
                _log.info("person %s cannot be told that a channel is closed: %s", person_id, error)
            else:
                return True
        return False

    async def write_to(self, person_id: int, post: Post, nonce: str, *, silent: bool = False) -> discord.Message:
        """Send a direct message; a `silent` one notifies nobody."""
        if ASKING.get() == person_id:  # who may have opened their direct messages, and acts on the page, perhaps
            self.refusals.reopen(person_id)
        direct = await self.client.create_dm(discord.Object(person_id))
        mentions = discord.AllowedMentions.none() if silent else post.allowed_mentions
        sending: dict[str, Any] = {"view": post.view, "files": post.files(), "allowed_mentions": mentions}
        return await direct.send(**sending, nonce=f"{nonce}-d", silent=silent)

    async def push(self, person_id: int, notice: Mapping[str, str]) -> bool:
        """Tell a person by web push; False if none of their browsers can be reached, so that they are told by Discord.

        A browser that is gone is forgotten.
        """
        pusher, context = self.pusher, self.context
        browsers = () if pusher is None else await pushing.subscriptions_of(context, person_id)
        if pusher is None or not browsers:
            return False
        keys = Keys.load(await pushing.keys(context, lambda: pusher.new_keys().stored))
        answers = await asyncio.gather(*(pusher.send(keys, browser, notice) for browser in browsers))
        for browser, answer in zip(browsers, answers, strict=True):
            if answer is Answer.GONE:
                await pushing.forget(context, browser)
        return Answer.TAKEN in answers

    def check_here(self, server_id: int) -> None:
        """Raise `ServerElsewhere` or `ServerUnknown` unless this process serves a server and knows its channels."""
        if not self.context.shards().hold(server_id):
            raise ServerElsewhere(f"server {server_id} belongs to a shard that is not connected here")
        if server_id != DIRECT:
            server_of(self.client, server_id)


def _leading_to(rematch: Match, match: Match) -> Match:
    """The match with the place where its rematch is shown."""
    place = Rematch(rematch.id, rematch.place)
    offers = (
        replace(offer, rematch=place) if offer.rematch is not None and offer.rematch.id == rematch.id else offer
        for offer in match.offers
    )
    return replace(match, offers=tuple(offers))
