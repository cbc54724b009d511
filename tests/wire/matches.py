"""Matches over the wire, with people who try again as people do, and what must hold of them in the end."""

import asyncio
import random
import re
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final

from simcord.actors import MemberActor
from simcord.components import walk_components
from sqlalchemy import func, select

from bot.actions import matches, settings
from bot.actions.context import Context
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.votes import Voting
from bot.store.engine.database import Database
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches as match_table
from bot.texts import notices
from rules.core import Move
from tests.processes.waiting import until_none
from tests.wire.world import Wire

_MOST_TRIES: Final = 12
_QUIET_WITHIN: Final = 30.0  # seconds
_PRESS_ID: Final = re.compile(r"furlong:(?P<action>[a-z_]+):(?P<match>[0-9]+):(?P<revision>[0-9]+):.*")
_BOARD: Final = ("move", "ballot")
_LATER: Final = timedelta(hours=2)
"""Jobs due after that, and the ends of votes, are not something that failed."""


@dataclass(frozen=True)
class Posted:
    """A message as the bot has posted it."""

    id: int
    channel_id: int
    revision: int | None
    """The revision of the match that it shows; None if it shows no running match."""

    pings: tuple[int, ...]


@dataclass
class Table:
    """The database of a bot, and everything that it has posted, by match."""

    wire: Wire
    context: Context
    posted: defaultdict[int, list[Posted]] = field(default_factory=lambda: defaultdict[int, list[Posted]](list))

    def note(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note a message that is posted."""
        if event != "MESSAGE_CREATE":
            return
        for action, match_id, revision in _presses(payload.get("components") or ()):
            if match_id and action != "open_board":
                message = self.wire.env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
                shown = revision if action in _BOARD else None
                pings = tuple(message.ping_user_ids)
                self.posted[match_id].append(Posted(message.id, message.channel_id, shown, pings))
                return

    async def match(self, number: int) -> Match:
        """A match as it is stored."""
        return await matches.load(self.context, number)

    async def newest(self) -> int:
        """The number of the newest match; 0 if there is none."""
        async with self.context.database.read() as connection:
            return (await connection.execute(select(func.max(match_table.c.id)))).scalar() or 0

    async def quiet(self) -> None:
        """Wait until everything due is done, letting time pass where something is tried again later."""
        await until_none(self._waiting, "something still waits", _QUIET_WITHIN)

    async def _waiting(self) -> Sequence[Any]:
        now = self.context.now()
        is_due = (jobs.c.due_at <= now) | ((jobs.c.due_at < now + _LATER) & (jobs.c.kind != Kind.VOTE))
        async with self.context.database.read() as connection:
            rows = (await connection.execute(select(jobs.c.kind, jobs.c.due_at, jobs.c.attempts).where(is_due))).all()
        if rows and all(row.due_at > now for row in rows):
            self.wire.clock.go_on(min(row.due_at for row in rows) - now)
        return rows


@asynccontextmanager
async def table_of(wire: Wire) -> AsyncGenerator[Table]:
    """The database of the bot that runs on this Discord."""
    context = Context(await Database.open(f"sqlite+aiosqlite:///{wire.database}"), now=wire.clock.now)
    table = Table(wire, context)
    await settings.settle(context, wire.guild.id, lambda before: replace(before, shows_solitary=True))
    wire.env.backend.subscribers.append(table.note)
    try:
        yield table
    finally:
        wire.env.backend.subscribers.remove(table.note)
        await context.close()


@dataclass
class WireMatch:
    """A running match whose people type or press until what they do is stored."""

    table: Table
    number: int
    chance: random.Random
    asked: list[str] = field(default_factory=list[str])
    """The moves that people have made."""

    async def stored(self) -> Match:
        return await self.table.match(self.number)

    async def move(self) -> None:
        """Who is to move types a legal move, again and again until it is stored; nothing if a character is to move."""
        before = await self.stored()
        if before.state is not State.RUNNING:
            return
        token = self.chance.choice(before.history.position.legal_moves())
        if before.voting is not None:
            await self._vote(before.voting, token)
        elif before.to_move is not None and before.to_move.is_on_discord:
            mover = before.to_move.id
            await self._until_stored(mover, token, lambda after: after.revision != before.revision)
            self.asked.append(token)

    async def _vote(self, voting: Voting, token: Move) -> None:
        """Everybody votes for the same move at once, and time passes until it is played."""
        people = self.table.wire.people
        await asyncio.gather(
            *(
                self._until_stored(who.id, token, lambda after, who=who: _has_voted(after, who.id, token))
                for who in people
            )
        )
        stored = (await self.stored()).voting
        assert stored is not None and stored.tally == [(token, len(people))], "everybody's vote counts once"
        self.table.wire.clock.go_on(voting.ends_at - self.table.context.now())
        self.asked.append(token)

    async def _until_stored(self, person_id: int, token: Move, is_stored: Callable[[Match], bool]) -> None:
        who = next(one for one in self.table.wire.people if one.id == person_id)
        for _ in range(_MOST_TRIES):
            await self._types(who, await self.stored(), token)
            if is_stored(await self.stored()):
                return
        raise AssertionError(f"{token} is not stored after {_MOST_TRIES} tries: {self.table.wire.log[-3000:]}")

    async def _types(self, who: MemberActor, match: Match, token: Move) -> None:
        options = {"move": token, "match": str(self.number)}
        if match.place.by_player:
            await who.user.slash("move", **options)
        else:
            await who.slash(self.table.wire.channel, "move", **options)

    async def check(self) -> None:
        """Nothing is lost and nothing happened twice, in the database and on Discord."""
        match = await self.stored()
        people = [
            one.token
            for one in match.history.entries
            if one.is_move and one.seat is not None and not match.players[one.seat].is_character
        ]
        assert people == self.asked, f"match {self.number} has {people}, and people have made {self.asked}"
        by_channel: defaultdict[int, list[Posted]] = defaultdict(list)
        for posted in self.table.posted[self.number]:
            by_channel[posted.channel_id if match.place.by_player else 0].append(posted)
        for shown in by_channel.values():
            counted = Counter(posted.revision for posted in shown if posted.revision is not None)
            assert counted.total() == len(counted), f"match {self.number} was shown twice: {shown}"
        for channel_id, message_id in _places(match):
            self._check_board(match, channel_id, message_id)
        mark, channel = notices.thread_mark(match), match.place.channel_id
        threads = [one for one in self.table.wire.env.backend.channels.values() if one.parent_id == channel]
        own = [one.id for one in threads if (one.name or "").startswith(mark)]
        assert own == [match.place.thread_id][: len(own)], f"match {self.number} has the threads {own}"

    def _check_board(self, match: Match, channel_id: int, message_id: int) -> None:
        """The newest message about the match in a channel shows it as it is; the one before keeps buttons that lead there."""
        wire = self.table.wire
        own = {posted.id for posted in self.table.posted[self.number]}
        playable = {
            message.id: revision
            for message in wire.env.backend.messages[channel_id].values()
            for action, _, revision in _presses(message.components)
            if message.id in own and action in _BOARD
        }
        is_running = match.state is State.RUNNING
        assert is_running or not playable, f"match {self.number} is over, and can be played on: {playable}"
        before = {posted: revision for posted, revision in playable.items() if posted != message_id}
        assert playable.get(message_id, match.revision) == match.revision, f"match {self.number} is shown by {playable}"
        assert len(before) <= 1, f"match {self.number} is shown by {playable}"
        assert all(posted < message_id for posted in before), f"match {self.number} is shown by {playable}"


def _has_voted(match: Match, person_id: int, token: Move) -> bool:
    return match.voting is not None and match.voting.choice_of(person_id) == token


def _places(match: Match) -> list[tuple[int, int]]:
    """The channels in which a match is shown, with the message that shows it."""
    if match.place.by_player:
        return [(board.channel_id, board.message_id) for board in match.boards]
    assert match.place.message_id is not None
    return [(match.place.shown_in, match.place.message_id)]


def _presses(components: Any) -> Iterator[tuple[str, int, int]]:
    """The action, the match and the revision of each button."""
    for part in walk_components(components):
        found = _PRESS_ID.fullmatch(part.get("custom_id") or "")
        if found is not None:
            yield found["action"], int(found["match"]), int(found["revision"])
