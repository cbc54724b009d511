"""The bot at its own turns: a loop beside those that send what is stored, which has the moves of characters found."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Final, Protocol

from bot.actions import matches
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.actions.thinking import claim_draw, play_turn, resign, turn_found
from bot.chat.characters.manners import claims_draw, resigns
from bot.chat.core.showing import show
from bot.chat.delivery.background import Background
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import Loop, SendResult, no_brake
from bot.chat.delivery.stored import Stored
from bot.model.characters import Character
from bot.model.match import Match
from bot.model.refusals.matches import StaleBoard
from bot.model.reviews import Decision
from bot.opponents.hints import Hint
from bot.opponents.levels import Level, level_of
from bot.store.jobs import thoughts
from bot.store.jobs.thoughts import LEASE, ThoughtClaim
from rules.core import Move, Position
from rules.record import Step

_log: Final = logging.getLogger(__name__)
_AT_ONCE: Final = 64
"""Turns that are thought about or wait for somebody to think; who is next among them is not decided here."""

_PATIENCE: Final = 1.0  # seconds, for what was found and is being stored when the bot stops


class Thinkers(Protocol):
    """Whoever finds moves, aside from all that the bot does besides."""

    @property
    def expected_wait(self) -> timedelta:
        """How long it takes until somebody begins to think about what is asked now."""
        ...

    async def choose(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Move:
        """The move that a level makes in a position, after those that are `past`; `asker` is who waits for it."""
        ...

    async def hint(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Hint:
        """A move that a level would play in a position, after those that are `past`, and why."""
        ...

    async def review(self, step: Step, ply: int, asker: Hashable = None) -> Decision:
        """What a move of a match that is over gave away. Raises `bot.opponents.thinkers.NoAnswer`."""
        ...

    async def luck(self, rolls: Sequence[Step], seats: int, asker: Hashable = None) -> tuple[float, ...]:
        """By seat: what rolls were worth. Raises `bot.opponents.thinkers.NoAnswer`."""
        ...

    async def puzzle(self, position: Position, asker: Hashable = None) -> str | None:
        """The line of the puzzle in a position, if it is one. Raises `bot.opponents.thinkers.NoAnswer`."""
        ...

    async def close(self) -> None:
        """Stop thinking; who waits for an answer is cancelled."""
        ...


class Thinking:
    """Has the turns of characters played that are due, with `thinkers`."""

    def __init__(
        self,
        context: Context,
        delivery: Delivery,
        thinkers: Thinkers,
        brake: Callable[[], Awaitable[None]] = no_brake,
    ) -> None:
        """Nothing happens before `look` is called; `brake` waits before what is due is begun."""
        self._thinkers = thinkers
        self._background = Background()
        self._loop = Loop(_Turns(context, delivery, thinkers), self._background, brake, at_once=_AT_ONCE)

    def look(self) -> None:
        """Have all that is due played by and by."""
        self._loop.look()

    @property
    def is_busy(self) -> bool:
        """Whether anything is thought about."""
        return self._background.is_busy

    async def play_due(self) -> None:
        """Play all that is due; returns when nothing is under way any more. Raises what the store raises."""
        await self._loop.look()
        await self._background.idle()

    async def close(self) -> None:
        """Stop: what is being thought about is left to the next to start."""
        self._loop.stop()
        await self._thinkers.close()
        await self._background.stop(_PATIENCE)
        try:
            await self._loop.abandon()
        except Exception:  # noqa: BLE001 - the database is away; the bot stops even so, and claims run out by themselves
            _log.exception("moves that were being found when the bot stopped come with a delay")


class _Turns(Stored[ThoughtClaim, SendResult]):
    """Turns of characters, as one kind of thing that is done: their number is that of the match, their channel its host."""

    def __init__(self, context: Context, delivery: Delivery, thinkers: Thinkers) -> None:
        super().__init__(context, thoughts)
        self._delivery = delivery
        self._thinkers = thinkers

    async def abandon(self, claimed: ThoughtClaim) -> None:
        async with self._database.write() as connection:
            await thoughts.abandon(connection, claimed)

    async def put_back(self, claimed: ThoughtClaim, error: Exception) -> None:
        _log.warning("the move of a character in match %s is found later: %s", claimed.match_id, error)
        async with self._database.write() as connection:
            await thoughts.put_back(connection, claimed, self._context.now())

    async def show(self, claimed: ThoughtClaim) -> SendResult:
        """Find a turn, play it and show it; where the match has moved on meanwhile, there is nothing to play."""
        match = await matches.load(self._context, claimed.match_id)
        if match.revision != claimed.revision or not match.is_thinking:
            return SendResult()
        async with self._kept(claimed):
            act = await self._found(match)
        try:
            async with matches.change(self._context, match.id, is_shown_at_once=True) as change:
                act(change, claimed.revision)
        except StaleBoard:
            return SendResult()
        await show(self._context, self._delivery, change)
        return SendResult(more_waits=change.match.is_thinking)

    async def _found(self, match: Match) -> Callable[[MatchChange, int], None]:
        """What the character who is to move does."""
        besides = await asyncio.to_thread(_besides_moving, match)
        return besides or partial(play_turn, moves=await turn_found(match, self._choose))

    async def _choose(
        self, position: Position, character: Character, seed: int, past: Sequence[Position], asker: int
    ) -> Move:
        return await self._thinkers.choose(position, level_of(character), seed, past, asker)

    @asynccontextmanager
    async def _kept(self, claimed: ThoughtClaim) -> AsyncGenerator[None]:
        """Keep a turn for as long as it is thought about."""
        renewing = asyncio.create_task(self._renew(claimed))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, claimed: ThoughtClaim) -> None:
        is_held = True
        while is_held:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            async with self._database.write() as connection:
                is_held = await thoughts.renew(connection, claimed, self._context.now())


def _besides_moving(match: Match) -> Callable[[MatchChange, int], None] | None:
    """What a character does instead of moving; None if it moves."""
    if claims_draw(match):
        return claim_draw
    return resign if resigns(match) else None
