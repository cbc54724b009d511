"""A faster SimCord with the same behaviour, which is patient on a busy machine."""

import copy
from asyncio import Task
from types import SimpleNamespace
from typing import Any, Final

import pytest
from discord import Client
from simcord import _dpy_internals, components, gateway, results
from simcord.backend import serializers
from simcord.env import Env
from simcord.http import router

_search_for_wait: Final = _dpy_internals.is_wait_for_listener
_PATIENCE: Final = 60.0
_ATOMS: Final = frozenset({str, int, float, bool, type(None)})


def quicken(patch: pytest.MonkeyPatch) -> None:
    """Remove what the bot does not need, for the lifetime of `patch`."""
    # The interval at which it checks whether the bot is idle; each start and each tick would lose 50 ms.
    settle: Any = vars(Env)["_settle_internal"]
    patch.setitem(settle.__kwdefaults__, "idle", 0.005)
    # The time that the bot may take to become idle. The usual five seconds are too short on a busy machine.
    patch.setitem(vars(Env)["__init__"].__kwdefaults__, "settle_timeout", _PATIENCE)
    # It would search every task of the bot each time for a wait for an event.
    patch.setattr(_dpy_internals, "is_wait_for_listener", _is_wait)
    # It copies every payload several times, and payloads are JSON.
    for module in (components, results, serializers):
        patch.setattr(module, "deepcopy", copy_of_json)
    for module in (gateway, router):
        patch.setattr(module, "copy", SimpleNamespace(deepcopy=copy_of_json))


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
