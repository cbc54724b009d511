"""Serving the playground's page on this machine, until it is stopped."""

import asyncio
import os
import signal
import socket
import sys
import zoneinfo
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.actions.shards import ShardsHeld
from bot.hosting.config import SettingError
from bot.model.errors import DatabaseUnusable
from studio.playground import demo, webhooks
from studio.playground.page import page_of
from studio.playground.proxy import HOST, served
from studio.playground.world import PEOPLE, keep_time, prepare, world_of


def run(database: Path, port: int, *, with_demo: bool = False) -> None:
    """Serve the playground on this machine until Ctrl-C, SIGTERM or the channel's own “Stop the playground”.

    The simulated channel is at `port`, the page with the boards at the next one.

    With `with_demo`, a missing database file is created with some dozens of matches.

    Raises `SettingError` if the port or the database cannot be used.
    """
    _check_port(port)
    with suppress(KeyboardInterrupt):  # on Windows; see `_stopped_by_signals`
        try:
            asyncio.run(_serve(database, port, with_demo=with_demo and not database.exists()))
        except DatabaseUnusable as error:
            raise SettingError(f"The playground cannot keep its matches in {database}: {error}.") from error
        except ShardsHeld as held:
            raise SettingError(
                f"Another playground has {database} open ({held.by}): use its page, stop it, or choose another file with "
                "--database."
            ) from held


def _check_port(port: int) -> None:
    """Raise `SettingError` if `port` cannot be used. Called before anything else happens."""
    with _probe() as probe:
        try:
            probe.bind((HOST, port))
        except OverflowError:
            raise SettingError(f"Port {port} cannot be used: ports go from 0 to 65535.") from None
        except OSError as error:
            raise SettingError(
                f"Port {port} cannot be used ({error.strerror}): stop what uses it, perhaps another playground, "
                "or choose another port with --port."
            ) from error


def _probe() -> socket.socket:
    """A socket with the same options as the servers, which start in spite of remnants of closed connections."""
    probe = socket.socket()
    if sys.platform != "win32":
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return probe


def _free_port(wanted: int) -> int:
    """The wanted port, or another one if it is in use."""
    with _probe() as probe, suppress(OSError, OverflowError):
        probe.bind((HOST, wanted))
        return probe.getsockname()[1]
    return _free_port(0)


async def _serve(database: Path, port: int, *, with_demo: bool) -> None:
    stopped = _stopped_by_signals()
    url = f"sqlite:///{database}"
    if with_demo:
        print("Some dozens of matches are being played first. This takes about half a minute, once.", flush=True)
        if not await _done_before(stopped.wait(), demo.create(database)):
            print("The playground has stopped before they were.", flush=True)
            return
    key, begins = await prepare(url)
    page_port = _free_port(port + 1) if port else _free_port(0)
    async with world_of(url, begins, page=f"http://{HOST}:{page_port}") as world:
        preview = world.env.preview(
            world.place.idle_channel, viewers=world.place.people, layout="channel", timezone=_time_zone()
        )
        preview.capability = key  # so that the address stays the same, and an open page can be reloaded
        async with (
            preview,
            served(preview, port) as (proxy, channel),
            page_of(world, channel, page_port) as address,
            asyncio.TaskGroup() as tasks,
        ):
            preview.channel = world.place.channel
            clock = tasks.create_task(keep_time(world, proxy))
            print(_greeting(address, database), flush=True)
            await _done_before(stopped.wait(), preview.wait_closed())
            clock.cancel()
    print("The playground has stopped.", flush=True)


def _stopped_by_signals() -> asyncio.Event:
    """An event that Ctrl-C and SIGTERM set, so that the playground ends in an orderly way."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows Ctrl-C arrives as a KeyboardInterrupt
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped


async def _done_before(stop: Coroutine[Any, Any, Any], work: Coroutine[Any, Any, Any]) -> bool:
    """Whether some work ended before `stop`. Raises the errors of the work."""
    waiting, working = asyncio.create_task(stop), asyncio.create_task(work)
    await asyncio.wait((waiting, working), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if working.done():
        working.result()
        return True
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working
    return False


def _time_zone() -> str:
    """The name of this machine's time zone, or UTC if it is unknown."""
    name = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return name if name in zoneinfo.available_timezones() else "UTC"


def _greeting(url: str, database: Path) -> str:
    return (
        f"Furlong's playground is open. Visit it with a browser on this machine:\n\n    {url}\n\n"
        "It leads on to the channel of the simulated Discord, with the same matches. You can be "
        f"{', '.join(PEOPLE[:-1])} or {PEOPLE[-1]} there (“Viewing as”, at the top); {PEOPLE[0]} manages the server. /help "
        "says what to do.\n"
        "Nobody wants to wait for days here: /later lets them pass. /visit opens threads, /inbox direct messages.\n"
        f"Webhooks may go to {webhooks.ADDRESS}; what has arrived is shown at {url}{webhooks.PATH}.\n"
        f"Ctrl-C stops the playground. Matches are kept in {database} and go on at the next start."
    )
