"""SimCord, quicker for bots such as ours and patient on a busy machine: what it does stays the same."""

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
    """Take out what the bot does not need, as long as `patch` lasts."""
    # How often it looks whether the bot has come to rest; it would lose 50 ms with every start and every tick.
    settle: Any = vars(Env)["_settle_internal"]
    patch.setitem(settle.__kwdefaults__, "idle", 0.005)
    # How long the bot may take to come to rest. The usual five seconds do not suffice where many others want the cores.
    patch.setitem(vars(Env)["__init__"].__kwdefaults__, "settle_timeout", _PATIENCE)
    # Each time it searches every task of the bot for a wait for an event.
    patch.setattr(_dpy_internals, "is_wait_for_listener", _is_wait)
    # It copies every payload several times, and they are JSON.
    for module in (components, results, serializers):
        patch.setattr(module, "deepcopy", copy_of_json)
    for module in (gateway, router):
        patch.setattr(module, "copy", SimpleNamespace(deepcopy=copy_of_json))


def _is_wait(client: Client, task: Task[Any]) -> bool:
    return bool(_dpy_internals.listener_futures(client)) and _search_for_wait(client, task)


def copy_of_json(value: Any) -> Any:
    """A deep copy, made quickly where the value is JSON."""
    kind: Any = value.__class__
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: item if type(item) in _ATOMS else copy_of_json(item) for key, item in value.items()}
    if kind is list:
        return [item if type(item) in _ATOMS else copy_of_json(item) for item in value]
    return copy.deepcopy(value)
