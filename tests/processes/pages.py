"""The pages of the processes: people who touch boards there, their programs, and spectators."""

import asyncio
import hashlib
import random
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

import aiohttp

from bot.actions.tokens import PREFIX
from bot.api.core import PATH
from bot.web.access import COOKIE, csrf_of
from rules.core import Move
from tests.processes.asking import Questions
from tests.processes.clock import SharedClock
from tests.processes.cluster import BotProcess, Cluster
from tests.processes.waiting import patience

URL = "http://localhost"
"""The public address of every page; each listens on a different port."""

_LASTS = timedelta(days=30)
_ANSWERED_WITHIN = 60.0
_SIGN_IN = (
    "INSERT INTO page_sessions (token_hash, person_id, is_link, begun_at, expires_at) VALUES ($1, $2, false, $3, $4)"
)
_GIVE_TOKEN = "INSERT INTO tokens (person_id, name, scope, secret_hash, made_at, expires_at) VALUES ($1, 'Mine', 'play', $2, $3, $4)"


class Pages:
    """The pages of the processes of a cluster, and the people who are signed in there."""

    def __init__(self, questions: Questions, clock: SharedClock) -> None:
        self.cluster: Cluster | None = None
        """The processes that serve the pages; without any, nobody touches a board."""

        self._questions, self._clock = questions, clock
        self._chance = random.Random(8)
        self._tokens: dict[int, str] = {}
        self._secrets: dict[int, str] = {}

    def any_process(self) -> BotProcess | None:
        """Any running process."""
        running = [] if self.cluster is None else [one for one in self.cluster.processes if one.is_running]
        return self._chance.choice(running) if running else None

    async def play(self, process: BotProcess, person_id: int, match_id: int, move: Move) -> bool:
        """Touch a move on the page of a process; returns whether it was played. Raises errors of a lost connection."""
        token = await self._signed_in(person_id)
        [row] = await self._questions.rows("SELECT revision FROM matches WHERE id = $1", match_id)
        form = {"csrf": csrf_of(token), "revision": str(row["revision"]), "move": str(move)}
        timeout = aiohttp.ClientTimeout(total=patience(_ANSWERED_WITHIN))
        async with (
            aiohttp.ClientSession(timeout=timeout) as client,
            client.post(f"{_of(process)}/matches/{match_id}/moves", data=form, headers=_as(token)) as answer,
        ):
            assert answer.status in (200, 409, 500, 503), f"the page answers {answer.status}: {await answer.text()}"
            return answer.status == 200

    async def program(self, process: BotProcess, person_id: int, match_id: int, move: Move) -> bool:
        """Have a program of a person play a move; returns whether it was played. Raises errors of a lost connection."""
        headers = {"Authorization": f"Bearer {await self._secret(person_id)}"}
        timeout = aiohttp.ClientTimeout(total=patience(_ANSWERED_WITHIN))
        address = f"{_of(process)}{PATH}/matches/{match_id}/moves"
        async with (
            aiohttp.ClientSession(timeout=timeout) as client,
            client.post(address, json={"move": str(move)}, headers=headers) as answer,
        ):
            assert answer.status in (200, 409, 500, 503), (
                f"a program is answered {answer.status}: {await answer.text()}"
            )
            return answer.status == 200

    @asynccontextmanager
    async def watched(
        self, processes: Sequence[BotProcess], person_id: int, match_id: int
    ) -> AsyncGenerator[Sequence[asyncio.Event]]:
        """Keep a match open on the pages of processes; yields an event for each, set when its page has a change."""
        token, changes = await self._signed_in(person_id), [asyncio.Event() for _ in processes]
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None)) as client:
            streams = [
                await client.get(f"{_of(process)}/matches/{match_id}/events", headers=_as(token))
                for process in processes
            ]
            for stream in streams:
                assert stream.status == 200, await stream.text()
                while b"event: states" not in await stream.content.readline():
                    pass
            tasks = [
                asyncio.create_task(_hear(stream, change)) for stream, change in zip(streams, changes, strict=True)
            ]
            yield changes
            for task, stream in zip(tasks, streams, strict=True):
                task.cancel()
                stream.close()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _signed_in(self, person_id: int) -> str:
        """The token of a person's session."""
        if person_id not in self._tokens:
            token = secrets.token_urlsafe(16)
            await self._questions.rows(_SIGN_IN, _hash_of(token), person_id, *self._lasts())
            self._tokens[person_id] = token
        return self._tokens[person_id]

    async def _secret(self, person_id: int) -> str:
        """The secret of a person's program."""
        if person_id not in self._secrets:
            secret = PREFIX + secrets.token_urlsafe(24)
            await self._questions.rows(_GIVE_TOKEN, person_id, _hash_of(secret), *self._lasts())
            self._secrets[person_id] = secret
        return self._secrets[person_id]

    def _lasts(self) -> tuple[int, int]:
        """Now, and when what begins now ends, as the database stores it."""
        now = self._clock.now()
        return int(now.timestamp() * 1000), int((now + _LASTS).timestamp() * 1000)


def _hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


async def _hear(stream: aiohttp.ClientResponse, change: asyncio.Event) -> None:
    with suppress(aiohttp.ClientError, ConnectionError):
        async for line in stream.content:
            if line.startswith(b"event: states"):
                change.set()


def _of(process: BotProcess) -> str:
    return f"http://127.0.0.1:{process.port}"


def _as(token: str) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={token}", "Origin": URL}
