"""A made-up next version, installed in one process after the other while people go on asking on every server.

It takes two steps: the first adds to the tables beside processes that know nothing of it, the second removes something
once all of them know.
"""

import asyncio
import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.store.engine.upgrading import newest_revision
from tests.processes import variables
from tests.processes.cluster import BotProcess, Cluster
from tests.processes.stage import RunStage
from tests.processes.waiting import patience, until_none

_MIGRATION: Final = """
from alembic import op

revision = "{revision}"
down_revision = "{before}"
works_with = "{before}"


def upgrade():
    for statement in {up}:
        op.execute(statement)


def downgrade():
    raise NotImplementedError
"""
_ADDED: Final = (
    "CREATE TABLE mottos (id INTEGER PRIMARY KEY, motto VARCHAR(40) NOT NULL)",
    "ALTER TABLE matches ADD COLUMN motto_id INTEGER REFERENCES mottos (id)",
    "CREATE INDEX ix_matches_motto_id ON matches (motto_id)",
)
_REMOVED: Final = ("ALTER TABLE matches DROP COLUMN motto_id", "DROP TABLE mottos")
_MOST_SECONDS: Final = 10.0
_PAUSE: Final = 0.1


@dataclass
class Upgrade:
    """Installs the versions while people play on these servers."""

    stage: RunStage
    cluster: Cluster
    servers: Sequence[int]
    _longest: dict[int, float] = field(default_factory=dict[int, float])
    """The longest time without an answer, in seconds, by server."""

    _is_over: asyncio.Event = field(default_factory=asyncio.Event)

    async def installed(self) -> Mapping[str, float]:
        """Install both steps; returns the longest time in seconds that any server was without answers, by step."""
        found, before = dict[str, float](), newest_revision()
        folder = self.stage.folder / "next versions"
        folder.mkdir()
        for revision, statements in (("9000", _ADDED), ("9001", _REMOVED)):
            migration = _MIGRATION.format(revision=revision, before=before, up=statements)
            (folder / f"{revision}_next.py").write_text(migration, encoding="utf-8")
            found[revision] = await self._one_by_one(folder)
            [row] = await self.stage.rows("SELECT version_num FROM alembic_version")
            assert row["version_num"] == revision, row
            before = revision
        return found

    async def _one_by_one(self, folder: Path) -> float:
        self._longest.clear()
        self._is_over.clear()
        playing = asyncio.create_task(self.stage.players.all(map(self._plays, self.servers)))
        for process in self.cluster.processes:
            await process.stop()
            process.settings = {**process.settings, variables.VERSIONS: str(folder)}
            await process.start()
            await process.ready()
            await self._has_answered(process)
        self._is_over.set()
        await playing
        longest = max(self._longest.values())
        assert longest < patience(_MOST_SECONDS), f"a server was without answers for {longest:.1f} s"
        return longest

    async def _plays(self, server_id: int) -> None:
        """Play one match after the other, and note how long the players waited for an answer."""
        while not self._is_over.is_set():
            played = self.stage.players.new_match(server_id, "3 days")
            await self._timed(server_id, self.stage.players.begin(played))
            while isinstance(played.position.turn, int) and not self._is_over.is_set():
                await self._timed(server_id, self.stage.players.play(played, 1))
                await asyncio.sleep(_PAUSE)

    async def _timed(self, server_id: int, doing: Awaitable[None]) -> None:
        begun = time.monotonic()
        await doing
        self._longest[server_id] = max(time.monotonic() - begun, self._longest.get(server_id, 0.0))

    async def _has_answered(self, process: BotProcess) -> None:
        """Wait until a process that has just started has answered on each of its servers."""
        achieved = self.stage.players.achieved
        aims = {server_id: achieved[server_id] + 1 for server_id in self.servers if process.shards.hold(server_id)}

        async def silent() -> list[int]:
            return [server_id for server_id, aim in aims.items() if achieved[server_id] < aim]

        await until_none(silent, "servers have no answer after an upgrade", _MOST_SECONDS)
