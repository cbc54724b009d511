"""What the client holds to have everything shown that is stored: boards, notices, panels, bulletins and calls."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord

from bot.actions.context import Context
from bot.chat.delivery.background import Background
from bot.chat.delivery.boards import Boards
from bot.chat.delivery.bulletins import Bulletins
from bot.chat.delivery.calls import Calls
from bot.chat.delivery.daily_puzzles import DailyPuzzles
from bot.chat.delivery.interventions import Interventions
from bot.chat.delivery.loop import Loop, no_brake
from bot.chat.delivery.notices import Notices
from bot.chat.delivery.old_boards import OldBoards
from bot.chat.delivery.panels import Panels
from bot.chat.delivery.posts import Posts
from bot.chat.delivery.threads import Threads
from bot.chat.delivery.weekly_reviews import WeeklyReviews
from bot.model.match import Match
from bot.model.settings import Preferences
from bot.store.jobs.backlog import Work
from bot.store.jobs.boards import BoardClaim
from bot.store.jobs.old_boards import OldBoardClaim
from bot.texts.symbols import Symbols

_log: Final = logging.getLogger(__name__)

# At a quarter of a second each, all of them together stay about at the fifty requests a second that Discord allows.
_BOARDS: Final = 10
_NOTICES: Final = 4
_OF_EACH_OTHER_KIND: Final = 2

_OTHER_KINDS: Final = {
    Work.PANEL: Panels,
    Work.BULLETIN: Bulletins,
    Work.INTERVENTION: Interventions,
    Work.CALL: Calls,
    Work.DAILY_PUZZLE: DailyPuzzles,
    Work.WEEKLY_REVIEW: WeeklyReviews,
}
_PATIENCE: Final = 5.0  # seconds; hosts give a process some ten to stop


class Delivery:
    """Shows what is stored about `matches` with `client`."""

    def __init__(
        self,
        client: discord.Client,
        context: Context,
        symbols: Symbols,
        brake: Callable[[], Awaitable[None]] = no_brake,
        expected_wait: Callable[[], timedelta] = timedelta,
    ) -> None:
        """Nothing is sent before one of the methods is called; `brake` waits before what nobody is waiting for.

        `expected_wait` tells how long it takes at the moment until somebody begins to think about a character's move.
        """
        self._context = context
        self._background = Background()
        threads = Threads(client)
        self._notices = Notices(client, context, threads)
        self._notice_loop = Loop(self._notices, self._background, brake, at_once=_NOTICES)
        self._old_boards = OldBoards(client, context, symbols)
        self._old_board_loop = Loop(self._old_boards, self._background, brake, at_once=_OF_EACH_OTHER_KIND)
        self._boards = Boards(
            client,
            context,
            threads,
            Posts(client, context, threads),
            self._background,
            symbols=symbols,
            on_old_board=self._strip,
            on_notices=self._notice_loop.look,
            expected_wait=expected_wait,
        )
        self._board_loop = Loop(self._boards, self._background, brake, at_once=_BOARDS)
        self._loops: Mapping[Work, Loop[Any, Any]] = {
            Work.BOARD: self._board_loop,
            Work.NOTICE: self._notice_loop,
            Work.OLD_BOARD: self._old_board_loop,
            **{
                work: Loop(kind(client, context, threads), self._background, brake, at_once=_OF_EACH_OTHER_KIND)
                for work, kind in _OTHER_KINDS.items()
            },
        }

    def look(self) -> None:
        """Have all that is due sent by and by; what is being sent already goes on meanwhile."""
        for loop in self._loops.values():
            loop.look()

    @property
    def looks(self) -> Mapping[Work, Callable[[], object]]:
        """By kind: what has all that is due of it sent by and by."""
        return {kind: loop.look for kind, loop in self._loops.items()}

    async def deliver_due(self) -> None:
        """Send all that is due; returns when nothing is under way any more. Raises what the store raises."""
        rounds = [loop.look() for loop in self._loops.values()]
        await self.idle()
        await asyncio.gather(*rounds)

    async def deliver(self, match_id: int) -> None:
        """Show a match as it is now, as far as something of it waits and nobody else is at it.

        What follows goes on in the background, once the task that asks for this is done: the message that showed the
        match so far loses its buttons, and those are told who like to be told in another way. It never raises: what is
        to be shown is stored, and the change that led to it is not undone by a failure here.
        """
        try:
            await self._board_loop.deliver(match_id)
        except Exception:  # noqa: BLE001 - the database is away; the announcement waits in it
            _log.exception("match %s could not be looked up to be shown; it is tried again", match_id)
        self._background.start_after(asyncio.current_task(), self._notify(match_id))

    async def show(
        self,
        match: Match,
        claim: BoardClaim,
        preferences: Mapping[int, Preferences] | None = None,
        *,
        has_notices: bool = True,
    ) -> Match:
        """Show a match that was changed just now; returns it with the message and thread in which it is shown then.

        `claim` was taken in the transaction of the change. `preferences` are those of everybody in the match, looked up
        if they are None; `has_notices` tells that the change has left some. The rest is as with `deliver`.
        """
        shown = None
        try:
            shown = await self._board_loop.send(claim, partial(self._boards.show_match, match, claim, preferences))
        except Exception:  # noqa: BLE001 - the database is away; the claim runs out by itself
            _log.exception("what was done to show match %s could not be noted; it is tried again", match.id)
        if shown is not None and shown.more_waits:
            self._background.start(self._board_loop.deliver(match.id))
        if has_notices:
            self._background.start_after(asyncio.current_task(), self._notify(match.id))
        return match if shown is None else shown.match

    async def tell(self) -> None:
        """Send what there is to tell of competitions now; it never raises, for all of it is stored."""
        try:
            await self._loops[Work.BULLETIN].look()
        except Exception:  # noqa: BLE001 - the database is away; what is due waits in it
            _log.exception("competitions could not be told of; it is tried again")

    async def idle(self) -> None:
        """Wait until nothing is under way any more."""
        await self._background.idle()

    async def close(self) -> None:
        """Stop: nothing new is sent. What is under way has a few seconds; what remains, the next to start sends at once."""
        for loop in self._loops.values():
            loop.stop()
        await self._background.stop(_PATIENCE)
        try:
            for loop in self._loops.values():
                await loop.abandon()
        except Exception:  # noqa: BLE001 - the database is away; the bot stops even so, and claims run out by themselves
            _log.exception("what was being sent when the bot stopped is sent with a delay")

    async def _strip(self, match: Match, claim: OldBoardClaim) -> None:
        """Take the buttons off the message that showed a match until now."""
        await self._old_board_loop.send(claim, partial(self._old_boards.strip, match, claim))

    async def _notify(self, match_id: int) -> None:
        """Send the notices of a match that are due."""
        for number in await self._notices.due_of_match(match_id):
            await self._notice_loop.deliver(number)
