"""A faster SimCord with the same behaviour, which is patient on a busy machine."""

import asyncio
import copy
from asyncio import Task
from collections.abc import Awaitable, Callable
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final

import pytest
from discord import Client
from simcord import _dpy_internals, components, gateway, results
from simcord.backend import serializers
from simcord.env import Env
from simcord.http import router

from bot.actions.heartbeats import SteadyClock

_search_for_wait: Final = _dpy_internals.is_wait_for_listener
_PATIENCE: Final = 60.0
_MOMENT: Final = 0.001  # seconds
_MOMENTS: Final = 50
"""How many moments there may be: a test may have a task that is always ready."""
_ATOMS: Final = frozenset({str, int, float, bool, type(None)})


def quicken(patch: pytest.MonkeyPatch) -> None:
    """Remove what the bot does not need, for the lifetime of `patch`."""
    # Time passes as the simulation lets it pass, in tests as in the bot.
    patch.setattr("bot.chat.client.SteadyClock", _simulated_clock)
    # The interval at which it checks whether the bot is idle; each start and each tick would lose 50 ms.
    settle: Any = vars(Env)["_settle_internal"]
    patch.setitem(settle.__kwdefaults__, "idle", 0.001)
    # It checks all tasks after each that ends, which takes long and tells nothing while others are ready to run.
    patch.setattr(Env, "_settle_internal", _settling_after_ready_tasks(settle))
    # The time that the bot may take to become idle. The usual five seconds are too short on a busy machine.
    patch.setitem(vars(Env)["__init__"].__kwdefaults__, "settle_timeout", _PATIENCE)
    # It would search every task of the bot each time for a wait for an event.
    patch.setattr(_dpy_internals, "is_wait_for_listener", _is_wait)
    # It copies every payload several times, and payloads are JSON.
    for module in (components, results, serializers):
        patch.setattr(module, "deepcopy", copy_of_json)
    for module in (gateway, router):
        patch.setattr(module, "copy", SimpleNamespace(deepcopy=copy_of_json))


def _simulated_clock(now: Callable[[], datetime], _elapsed: object) -> SteadyClock:
    return SteadyClock(now, lambda: now().timestamp())


def _settling_after_ready_tasks(settle: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def settle_later(env: Env, **options: Any) -> None:
        loop: Any = asyncio.get_running_loop()
        for _ in range(_MOMENTS):
            if not loop._ready:
                break
            await asyncio.sleep(_MOMENT)  # `sleep(0)` would itself be ready, and `quick_sqlite` would make way for it
        await settle(env, **options)

    return settle_later


def _is_wait(client: Client, task: Task[Any]) -> bool:
    return bool(_dpy_internals.listener_futures(client)) and _search_for_wait(client, task)


def copy_of_json(value: Any) -> Any:
    """A deep copy, made quickly if the value is JSON."""
    kind: Any = value.__class__
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: item if type(item) in _ATOMS else copy_of_json(item) for key, item in value.items()}
    if kind is list:
        return [item if type(item) in _ATOMS else copy_of_json(item) for item in value]
    return copy.deepcopy(value)
