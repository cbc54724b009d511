"""A served Discord with people in it, and the processes that are started against it."""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import discord
from aiohttp import web
from simcord.actors import MemberActor
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env
from simcord.results import ResponseMessage

from bot.model.shards import ALL
from tests.bot import screen
from tests.bot.known_commands import EarlierStart
from tests.processes import variables
from tests.processes.clock import SharedClock
from tests.processes.cluster import BotProcess
from tests.processes.postgres import free_port
from tests.processes.waiting import patience, until_none
from tests.wire.moods import STRICT, Mood
from tests.wire.server import TOKEN, WireServer

_GOODBYE: Final = 1.0  # seconds
_ANSWERS_WITHIN: Final = 3.0  # seconds, as on Discord
_TRIES_AGAIN: Final = 0.3
"""The seconds within which a process tries again to answer after its connection broke."""

_HAPPENS_WITHIN: Final = 15.0  # seconds
_GLANCE: Final = 0.01  # seconds
_PEOPLE: Final = ("Ada", "Ben", "Cleo", "Dan")


class WireClock:
    """The clock of the simulated Discord: the one that the processes share."""

    def __init__(self, shared: SharedClock) -> None:
        """Show what `shared` shows."""
        self._shared = shared
        self._begun = shared.now()

    @property
    def elapsed(self) -> float:
        return (self.now() - self._begun).total_seconds()

    def now(self) -> Any:
        return self._shared.now()

    def advance(self, seconds: float) -> None:
        self._shared.go_on(timedelta(seconds=seconds))


class WireEnv(Env):
    """A simulated Discord whose bot is in another process: people wait until that has answered them."""

    def __init__(self, clock: SharedClock, commands: Sequence[dict[str, Any]] = ()) -> None:
        """Begin without servers. The bot has made `commands` known before."""
        super().__init__(discord.Client(intents=discord.Intents.none()), check_errors=False)
        self.backend.register_commands(None, [dict(command) for command in commands])
        self.backend.clock = WireClock(clock)  # type: ignore[assignment]
        self.failed: Mapping[str, float] = {}
        """When the last request of an interaction failed, by its token, in the time of the event loop."""

        self._asked: list[Interaction] = []
        self._register_dispatch_observer(self._note)

    def _begin_operation(self, label: str) -> None:
        """Permit people to act at the same time, because no bot is attached here."""

    def _end_operation(self) -> None:
        """See `_begin_operation`."""

    def _note(self, interaction: Interaction) -> None:
        # On a busy machine, the process may take longer than Discord permits.
        interaction.initial_response_deadline = self.backend.iso_after(patience(_ANSWERS_WITHIN))
        self._asked.append(interaction)

    async def _settle_internal(self, **_: Any) -> None:
        """Wait until the process has answered, or until people would think that it does not."""
        asked, self._asked = self._asked, []
        loop = asyncio.get_running_loop()
        until = loop.time() + patience(_ANSWERS_WITHIN)
        while loop.time() < until and not all(map(self._is_over, asked)):
            await asyncio.sleep(_GLANCE)

    def _is_over(self, interaction: Interaction) -> bool:
        if interaction.responded and not interaction.loading:
            return True
        failed_at = self.failed.get(interaction.token)
        return failed_at is not None and asyncio.get_running_loop().time() > failed_at + patience(_TRIES_AGAIN)


@dataclass
class Wire:
    """A Discord at an address, with a server whose first member manages it, and a channel and a forum on it."""

    env: WireEnv
    server: WireServer
    clock: SharedClock
    folder: Path
    guild: GuildHandle
    channel: ChannelHandle
    forum: ChannelHandle
    people: Sequence[MemberActor]
    metrics: str = ""
    """The address of the bot's metrics, if it serves any."""

    processes: list[BotProcess] = field(default_factory=list[BotProcess])

    @property
    def database(self) -> Path:
        """The file in which a bot that is started here stores its matches."""
        return self.folder / "furlong.db"

    @property
    def settings(self) -> Mapping[str, str]:
        """The environment with which a process finds this Discord: what is not the bot's own begins with FURLONG_TEST."""
        return {
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite:///{self.database}",
            "REST_PROXY": self.server.url,
            "PUZZLE_SECONDS": "0",
            "THINKERS": "1",
            variables.GATEWAY: self.server.gateway.url,
            variables.CLOCK: str(self.folder / "clock"),
            variables.PAINTS: "1",
            variables.SHOWS: "0.1",
        }

    @property
    def log(self) -> str:
        """What the newest process has logged."""
        return self.processes[-1].reply_text

    async def start(self, *arguments: str, module: str = variables.MODULE, **settings: str) -> BotProcess:
        """Start a process against this Discord: the bot, or what the arguments of the command line say."""
        log = self.folder / f"process-{len(self.processes)}.log"
        process = BotProcess(ALL, {**self.settings, **settings}, log, 0, command=("-m", module, *arguments))
        self.processes.append(process)
        await process.start()
        return process

    async def run(self, **settings: str) -> BotProcess:
        """Start the bot, and wait until it is connected."""
        process = await self.start("run", **settings)
        await process.ready()
        return process

    def messages(self, channel: ChannelHandle | None = None) -> list[ResponseMessage]:
        """What everybody sees in a channel, oldest first."""
        found = self.env.backend.messages.get((channel or self.channel).id, {})
        return [ResponseMessage(self.env, found[number]) for number in sorted(found) if not found[number].is_ephemeral]

    async def shown(self, label: str, channel: ChannelHandle | None = None) -> ResponseMessage:
        """The newest message that everybody sees in a channel with a button, once there is one."""

        def found() -> list[ResponseMessage]:
            return [one for one in self.messages(channel) if label in screen.buttons_of(one)]

        await self.until(found, f"nothing has a button {label}")
        return found()[-1]

    async def until(self, is_so: Callable[[], object], what: str, seconds: float = _HAPPENS_WITHIN) -> None:
        """Wait until something is so. Raises AssertionError if that takes too long, or the newest process has ended."""

        async def is_missing() -> str:
            if is_so():
                return ""
            assert self.processes[-1].is_running, f"{what}, and the process has ended: {self.log[-3000:]}"
            return self.log[-1000:] or "nothing was logged"

        await until_none(is_missing, what, seconds)


@asynccontextmanager
async def served(folder: Path, mood: Mood = STRICT, earlier: EarlierStart | None = None) -> AsyncGenerator[Wire]:
    """A Discord in a mood on the loopback interface, whose files are in `folder`.

    The bot has perhaps been started `earlier`. In the end, no process has sent what no Discord would understand.
    """
    clock = SharedClock(folder / "clock")
    if earlier is not None:
        shutil.copy(earlier.file, folder / "furlong.db")
    env = WireEnv(clock, () if earlier is None else earlier.sent)
    env.backend.bot_user.name = "Furlong"
    guild = env.create_guild("The Club")
    people = [guild.add_member(env.create_user(name)) for name in _PEOPLE]
    managers = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(guild.id, people[0].id, managers.id)
    channel, forum = guild.create_text_channel("games"), guild.create_forum_channel("posts")
    port = free_port()
    server = WireServer(env.backend, f"http://127.0.0.1:{port}", mood)
    env.failed = server.failed
    runner = web.AppRunner(server.app(), access_log=None, shutdown_timeout=_GOODBYE)
    await runner.setup()
    wire = Wire(env, server, clock, folder, guild, channel, forum, people)
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        yield wire
        assert not server.violations, server.violations
    finally:
        for process in wire.processes:
            if process.is_running:
                await process.kill()
        await runner.cleanup()
