"""The requests that the simulated Discord gets, with the files they upload and how they were answered.

SimCord's own log (`Env.http_requests`) has neither files nor answers.
"""

import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
from simcord.backend import Backend
from simcord.http import FakeHTTPClient, FakeWebhookAdapter

from tests.conformance.rule import Json, json_object


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request: its name and its size in bytes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Request:
    """A REST request of the bot.

    `path` is the path below the API's root, `body` the parsed JSON (of a multipart request `payload_json`) or None,
    `query` the parameters after the path. `answer` is what Discord answered, None if that was nothing; `is_taken` says
    whether it accepted the request. `at` is the time in seconds since the recording began.
    """

    method: str
    path: str
    body: Any = None
    uploads: tuple[Upload, ...] = ()
    answer: Any = None
    is_taken: bool = True
    at: float = 0.0
    query: Json = field(default_factory=dict[str, Any])

    @property
    def fields(self) -> Json:
        """The body, if it is an object; otherwise nothing."""
        return json_object(self.body)

    @property
    def things(self) -> Sequence[Json]:
        """The body, if it is a list; otherwise the body alone."""
        return self.body if self.body.__class__ is list else [self.fields]


@dataclass(frozen=True, slots=True)
class Recording:
    """What crossed the border between the bot and one Discord: requests, and interactions as Discord sent them."""

    requests: Sequence[Request]
    interactions: Sequence[Json] = ()


class Recorder:
    """Records the requests to every simulated Discord."""

    def __init__(self) -> None:
        self._requests: dict[Backend, list[Request]] = {}

    def attach(self, patch: pytest.MonkeyPatch) -> None:
        """Record from now on, for the lifetime of `patch`."""
        for client in (FakeHTTPClient, FakeWebhookAdapter):
            patch.setattr(client, "request", self._recorded(client.request))

    def _recorded(self, send: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def request(client: Any, *parts: Any, **options: Any) -> Any:
            backend: Backend = client.backend
            uploads = tuple(Upload(file.filename, _size(file)) for file in options.get("files") or ())
            number, answer, is_taken = len(backend.http_requests), None, False
            try:
                answer = await send(client, *parts, **options)
                is_taken = True
            finally:
                sent = backend.http_requests[number]
                at, query = backend.clock.elapsed, sent.params
                made = Request(sent.method, sent.path, sent.json, uploads, answer, is_taken, at, query)
                self._requests.setdefault(backend, []).append(made)
            return answer

        return request

    def take(self) -> list[Recording]:
        """What was recorded since the last call, a recording for each Discord."""
        taken = [Recording(requests, _interactions(backend)) for backend, requests in self._requests.items()]
        self._requests.clear()
        return taken


def _size(file: discord.File) -> int:
    before = file.fp.tell()
    size = file.fp.seek(0, io.SEEK_END)
    file.fp.seek(before)
    return size - before


def _interactions(backend: Backend) -> list[Json]:
    return [payload for _, event, payload in backend.transcript if event == "INTERACTION_CREATE"]
