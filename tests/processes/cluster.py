"""The processes of the bot: starting each with its shards, killing it, waiting until it is connected."""

import asyncio
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.model.shards import Shards
from tests.processes import variables
from tests.processes.postgres import free_port
from tests.processes.waiting import patience, until_none

_READY_WITHIN, _GONE_WITHIN = 60.0, 60.0
_TROUBLE = re.compile(r"^\[[^]]*\] \[(?:WARNING|ERROR|CRITICAL) *\] (.*)", re.MULTILINE)
_CODE_OR_NUMBER = re.compile(r"\b(?=[0-9A-F]*[0-9])[0-9A-F]+\b")


@dataclass(eq=False)
class BotProcess:
    """One process of the bot; `settings` is its environment, with the shards that it holds and the port of its page."""

    shards: Shards
    settings: Mapping[str, str]
    log: Path
    port: int
    core: int | None = None
    command: Sequence[str] = ("-m", variables.MODULE)
    """The arguments of Python: what the process runs."""

    running: asyncio.subprocess.Process | None = field(default=None, init=False)
    _log_begins: int = field(default=0, init=False)

    async def start(self) -> None:
        """Start it, without waiting until it is connected."""
        self._log_begins = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.running = await asyncio.create_subprocess_exec(
                sys.executable, *self.command, env={**os.environ, **self.settings}, stdout=log, stderr=log
            )
        if self.core is not None:
            os.sched_setaffinity(self.running.pid, {self.core})

    async def kill(self) -> None:
        """Kill it in the middle of its work."""
        assert self.running is not None
        self.running.kill()
        await self._gone()

    async def stop(self) -> float:
        """Ask it to end, as a platform does; returns the seconds that took."""
        assert self.running is not None
        loop = asyncio.get_running_loop()
        begun = loop.time()
        self.running.send_signal(signal.SIGTERM)
        await self._gone()
        return loop.time() - begun

    async def exit_code(self) -> int:
        """Wait until it has ended by itself."""
        await self._gone()
        assert self.running is not None and self.running.returncode is not None
        return self.running.returncode

    async def _gone(self) -> None:
        assert self.running is not None
        try:
            async with asyncio.timeout(patience(_GONE_WITHIN)):
                await self.running.wait()
        except TimeoutError:
            raise AssertionError(f"process {self.shards} does not end") from None

    @property
    def is_running(self) -> bool:
        return self.running is not None and self.running.returncode is None

    @property
    def reply_text(self) -> str:
        """The log since its last start."""
        return self.log.read_bytes()[self._log_begins :].decode()

    async def ready(self) -> None:
        """Wait until all of its shards are connected and it knows their servers."""
        await until_none(self._not_ready, f"process {self.shards} is not ready", _READY_WITHIN)

    async def _not_ready(self) -> str:
        """The last line of its log, unless it is ready."""
        assert self.is_running, f"process {self.shards} has ended: {self.reply_text[-1000:]}"
        return "" if "bot.chat.client: ready on" in self.reply_text else self.reply_text[-300:] or "nothing was said"

    def trouble(self) -> str:
        """A summary of its troubles: each kind of warning with its count."""
        kinds = Counter(_CODE_OR_NUMBER.sub("…", line)[:160] for line in _TROUBLE.findall(self.log.read_text()))
        lines = [f"{count:5} x {kind}" for kind, count in kinds.most_common(8)]
        return "\n".join([f"--- {self.shards}, {'running' if self.is_running else 'ended'}; {self.log}", *lines])


class Cluster:
    """Several processes that hold all shards together."""

    def __init__(self, folder: Path, settings: Mapping[str, str], shards: Iterable[str]) -> None:
        self.processes: list[BotProcess] = []
        for text in shards:
            log, port = folder / f"{text.replace('/', '-of-')}.log", free_port()
            environment = {**settings, "SHARDS": text, "WEB_PORT": str(port)}
            self.processes.append(BotProcess(Shards.parse(text), environment, log, port))

    def holder(self, server_id: int) -> BotProcess:
        """The process that should hold the shard of a server."""
        return next(process for process in self.processes if process.shards.hold(server_id))

    async def start(self) -> None:
        """Start all of them at the same time, and wait until they are ready."""
        for process in self.processes:
            await process.start()
        await asyncio.gather(*(process.ready() for process in self.processes))

    async def close(self) -> None:
        for process in self.processes:
            if process.is_running:
                await process.kill()
