"""A gate in front of the simulated Discord, so that tests see which requests are in progress at the same time."""

import asyncio
from collections import Counter
from typing import Any

from tests.bot.world import World


class Gate:
    """Holds back requests that send a message to a channel, except to some channels."""

    def __init__(self, world: World, *left_alone: int) -> None:
        self.most_held = 0
        self.most_held_in_one_channel = 0
        self._held: list[tuple[int, asyncio.Event]] = []
        self._changed = asyncio.Condition()
        self._is_open = False
        self._left_alone = left_alone
        self._request: Any = world.bot.http.request
        world.bot.http.request = self._hold

    async def _hold(self, route: Any, **options: Any) -> Any:
        is_message = route.method == "POST" and route.path.endswith("/messages")
        if is_message and not self._is_open and route.channel_id not in self._left_alone:
            held = (int(route.channel_id), asyncio.Event())
            async with self._changed:
                self._held.append(held)
                self._changed.notify_all()
            self.most_held = max(self.most_held, len(self._held))
            self.most_held_in_one_channel = max(
                self.most_held_in_one_channel, *Counter(channel for channel, _ in self._held).values()
            )
            try:
                await held[1].wait()
            finally:
                self._forget(held)
        return await self._request(route, **options)

    async def holds(self, count: int) -> None:
        """Wait until that many requests are held back."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self._held) >= count)

    def let_one_through(self) -> None:
        """Let the request that was held back longest go on."""
        held = self._held[0]
        self._forget(held)
        held[1].set()

    def open(self) -> None:
        """Hold no more requests back."""
        self._is_open = True
        while self._held:
            self.let_one_through()

    def _forget(self, held: tuple[int, asyncio.Event]) -> None:
        self._held = [one for one in self._held if one is not held]
