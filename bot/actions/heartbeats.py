"""The measurement of outages, so that players of servers that were cut off from the bot lose no time.

While a shard is connected, the bot stores a sign of life for it, again and again. If the next sign comes much later
than it should, because the process was stopped, asleep or cut off from Discord, the time between them is an outage: it
does not count on any clock of a server of that shard. With every sign of life, the bot also stores which single servers
are cut off, because Discord says that they are unavailable, or because the bot was removed from them: that is an outage
of one server.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.actions.context import Context
from bot.model.shards import Shard, Shards, latest_signs
from bot.outside.telemetry import Gauge, provide
from bot.store import clocks, departures, heartbeats, outages, uses
from bot.store import people as people_store
from bot.store.clocks import RunningClock
from bot.store.engine import processes
from bot.store.engine.conditions import ACCURACY
from bot.store.engine.database import Connection
from bot.store.heartbeats import SignOfLife
from bot.store.jobs import boards, queue

_log: Final = logging.getLogger(__name__)
_MISSED_BEATS: Final = 3  # a single late or lost sign of life is not an outage
_BATCH: Final = 200  # clocks in one transaction, while others wait
_LONGEST_TIME: Final = timedelta(days=90)
"""More time than almost any player has for a move, including weekends and vacations."""

_WORTH_SHOWING: Final = timedelta(minutes=15)
"""Boards show the minute of a deadline. A smaller change of deadlines is not worth editing every board."""


_JUMP: Final = timedelta(minutes=1)  # a smaller correction of the machine's clock is none of a day's clocks' business


class SteadyClock:
    """The time, which goes on evenly: what the machine's clock jumps counts only once a heartbeat has `follow`ed it.

    Until then nobody loses the time of a jump, and afterwards it is an outage that counts on no clock. A machine that
    was asleep has jumped too.
    """

    def __init__(self, machine: Callable[[], datetime], elapsed: Callable[[], float]) -> None:
        """Begin with the time by the `machine`; `elapsed` measures seconds, and nobody can set it."""
        self._machine, self._elapsed = machine, elapsed
        self._first = self._at = machine()
        self._begun = self._since = elapsed()
        self._jumps = 0
        provide(
            Gauge("clock_jumps", "How often the machine's clock was set by more than a minute.", lambda: self._jumps)
        )

    def __call__(self) -> datetime:
        """The time."""
        return self._at + timedelta(seconds=self._elapsed() - self._since)

    def steady(self) -> datetime:
        """An instant that goes on by itself, whatever the machine's clock is set to."""
        return self._first + timedelta(seconds=self._elapsed() - self._begun)

    @property
    def jump(self) -> timedelta:
        """How far the machine's clock was set ahead, or back if negative; zero up to a minute."""
        jump = self._machine() - self()
        return jump if abs(jump) > _JUMP else timedelta()

    def follow(self) -> None:
        """Take over the time by the machine; a jump is logged."""
        if jump := self.jump:
            self._jumps += 1
            _log.warning(
                "the machine's clock was set %s by %s, or the machine was asleep; no match loses time by that",
                "ahead" if jump > timedelta() else "back",
                timedelta(seconds=round(abs(jump).total_seconds())),
            )
        self._at, self._since = self._machine(), self._elapsed()


class Heartbeat:
    """The signs of life of a bot, stored for each connected shard at intervals of `every`."""

    def __init__(self, context: Context, every: timedelta, clock: SteadyClock | None = None) -> None:
        """Nothing is stored before the first `beat`; the shards of the `context` are those connected at the moment.

        Each beat follows the `clock`, if the time of the `context` is one.
        """
        self._context = context
        self._every = every
        self._clock = clock
        self._beat_at = context.steady()
        self._ahead = 0.0
        provide(
            Gauge("silence_seconds", "How long ago a sign of life was stored.", lambda: self.silence.total_seconds())
        )
        provide(
            Gauge("clock_ahead_seconds", "How far the machine's clock is ahead of PostgreSQL's.", lambda: self._ahead)
        )
        self.is_sure = True
        """Whether the last beat found the clock where it should be: otherwise nobody loses on time before the next."""
        self._longest_silence = every * _MISSED_BEATS
        self._has_begun = False
        self._has_to_credit = False
        self._are_back: Collection[int] = ()
        """The servers that were cut off, whose clocks do not all know of it yet."""

    async def beat(self) -> Shards:
        """Store a sign of life for every connected shard, note their outages, and return these shards.

        If the machine's clock was put back, outages, vacations and clocks that lie in the future are corrected.
        """
        shards = self._context.shards()
        if not shards.numbers:
            return shards
        async with self._context.database.write() as connection:
            before, jump = self._context.now(), timedelta() if self._clock is None else self._clock.jump
            now = before + jump
            theirs = None if self._clock is None else await processes.database_time(connection)
            self._ahead = 0.0 if theirs is None else (now - theirs).total_seconds()
            await uses.forget(connection, now)
            last_signs = await heartbeats.all_signs(connection)
            signs = {shard: latest_signs(shard, _instants(last_signs), self._longest_silence) for shard in shards}
            silent = {
                part: at
                for parts in signs.values()
                for part, at in parts.items()
                if self._is_long_ago(at, now) or jump > timedelta()
            }
            if silent:
                _log.warning("shards %s were cut off since %s; no clock counts that time", shards, min(silent.values()))
                await outages.add(connection, silent, now)
            was_ahead = not silent and (jump < timedelta() or await self._was_ahead(connection, signs, now))
            if was_ahead:
                _log.warning("the machine's clock was ahead and is put back; instants in the future are corrected")
                latest = max((at for parts in signs.values() for at in parts.values()), default=before)
                await queue.hasten(connection, now, max(before, latest))
                await outages.clip(connection, now)
                await people_store.correct_vacations(connection, now)
            self._are_back = await outages.note_cut_off(
                connection, await self._cut_off(connection, shards), shards, now
            )
            to_reckon = {shard for shard, parts in signs.items() if was_ahead or any(part in silent for part in parts)}
            await self._keep(connection, shards, last_signs, to_reckon, now)
        self._beat_at, self.is_sure = self._context.steady(), not jump
        self.follow()
        return shards

    @property
    def silence(self) -> timedelta:
        """How long ago the last sign of life was stored, or this process started, however the clock was set since."""
        return self._context.steady() - self._beat_at

    @property
    def has_jumped(self) -> bool:
        """Whether the machine's clock has jumped since the last beat."""
        return self._clock is not None and bool(self._clock.jump)

    def follow(self) -> None:
        """Take over the time by the machine, where no clock can count it: while no shard is connected, or after a beat."""
        if self._clock is not None:
            self._clock.follow()

    async def catch_up(self) -> None:
        """Credit the outages of the connected shards at once, rather than with the next sign of life.

        Otherwise a turn made before that would take the time of the outage from its player's bank.
        """
        async with self._context.database.read() as connection:
            instants = await heartbeats.beats(connection)
            has_cut_off = await outages.any_lasts(connection, self._context.shards())
        signs = [latest_signs(shard, instants, self._longest_silence) for shard in self._context.shards()]
        now, is_new = self._context.now(), any(not parts for parts in signs)
        if (
            is_new
            or has_cut_off
            or self.has_jumped
            or any(self._is_long_ago(at, now) for parts in signs for at in parts.values())
        ):
            await self.look_at_servers()

    async def look_at_servers(self) -> None:
        """Store which servers are cut off just now, and credit those that are back."""
        await self.credit(await self.beat())

    async def _cut_off(self, connection: Connection, shards: Shards) -> Mapping[int, datetime]:
        """The servers of some shards that are cut off one by one, and since when."""
        left = await departures.left_servers(connection)
        present = dict.fromkeys(self._context.unavailable(), self._context.now())
        return {**present, **{server_id: since for server_id, since in left.items() if shards.hold(server_id)}}

    def _is_long_ago(self, at: datetime, now: datetime) -> bool:
        return now - at > self._longest_silence

    async def _keep(
        self,
        connection: Connection,
        shards: Shards,
        last_signs: Mapping[Shard, SignOfLife],
        to_reckon: set[Shard],
        now: datetime,
    ) -> None:
        """Store the signs of life of these shards; all clocks of those `to_reckon` must be brought up to date."""
        new = {
            shard: SignOfLife(now, 0 if shard in to_reckon or _is_unfinished(shard, last_signs) else None)
            for shard in shards
            if shard in to_reckon or shard not in last_signs
        }
        kept = {**last_signs, **new}
        self._has_to_credit = any(kept[shard].reckoned is not None for shard in shards)
        await heartbeats.keep(connection, new)
        await heartbeats.beat(connection, shards, now)
        if new:
            await heartbeats.forget_covered(connection, kept, shards.total)

    async def _was_ahead(
        self, connection: Connection, signs: Mapping[Shard, Mapping[Shard, datetime]], now: datetime
    ) -> bool:
        """Whether the machine's clock seems to have been ahead, judging by the instants stored meanwhile.

        A clock that was ahead only for a moment may have left no sign of life, so the first call looks at deadlines
        too.
        """
        is_first, self._has_begun = not self._has_begun, True
        if any(now < at - ACCURACY for parts in signs.values() for at in parts.values()):
            return True
        return is_first and await clocks.has_deadline_after(connection, now + _LONGEST_TIME)

    async def credit(self, shards: Shards) -> None:
        """Bring all clocks of some shards up to date after an outage, in bounded batches; resumes if interrupted.

        The last `beat` has found whether there is an outage, or an earlier one that is not yet credited everywhere.
        """
        beat_at = self._context.now()
        while (self._has_to_credit and await self._credit_some(shards)) or (
            self._are_back and await self._credit_some_servers(self._are_back)
        ):
            if self._context.now() - beat_at >= self._every:  # very many clocks take a while, which is not an outage
                beat_at = self._context.now()
                await self.beat()

    async def _credit_some(self, shards: Shards) -> bool:
        """Bring some clocks of these shards up to date; return whether there may be more."""
        async with self._context.database.write() as connection:
            waiting = await heartbeats.to_reckon(connection, shards)
            if waiting is None:
                return False
            some, up_to = waiting
            running = await clocks.running_after(connection, up_to, _BATCH, some)
            await heartbeats.note_reckoned(connection, some, await self._reckon(connection, running))
            return True

    async def _credit_some_servers(self, servers: Collection[int]) -> bool:
        """Bring some clocks of servers that were cut off up to date; return whether there may be more."""
        async with self._context.database.write() as connection:
            waiting = await outages.to_reckon(connection, servers)
            if waiting is None:
                return False
            some, up_to = waiting
            running = await clocks.running_on(connection, up_to, _BATCH, some)
            await outages.note_reckoned(connection, some, await self._reckon(connection, running))
            return True

    async def _reckon(self, connection: Connection, running: Sequence[RunningClock]) -> int | None:
        """Bring a batch of clocks up to date; return the last of its matches, or None if it was the last batch."""
        reckoned_anew = await clocks.reckon(connection, running, self._context.now())
        moved = [
            match_id
            for match_id, before, clock in reckoned_anew
            if abs(clock.deadline - before.deadline) > _WORTH_SHOWING
        ]
        await boards.renew(connection, moved, self._context.now())
        return None if len(running) < _BATCH else running[-1].match_id


def _instants(signs: Mapping[Shard, SignOfLife]) -> Mapping[Shard, datetime]:
    return {shard: sign.at for shard, sign in signs.items()}


def _is_unfinished(shard: Shard, signs: Mapping[Shard, SignOfLife]) -> bool:
    """Whether an earlier outage may still be missing on clocks of a shard, under any number of shards."""
    return any(sign.reckoned is not None and other.meets(shard) for other, sign in signs.items())
