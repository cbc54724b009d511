"""What goes wrong between a process and Discord: refused, cut and slow answers, and the answers of proxies."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from fnmatch import fnmatchcase
from typing import Any, Final

from aiohttp import web

_LONGEST: Final = 30.0  # seconds
_PAGE: Final = "<html><head><title>Bad gateway</title></head><body><h1>Please try again later</h1></body></html>"


class Cut(Enum):
    """Where the connection breaks."""

    BEFORE = auto()
    """Before the request arrives."""

    AFTER = auto()
    """After the request was carried out, before its answer."""

    MIDWAY = auto()
    """In the middle of the answer."""

    GATEWAY = auto()
    """The connection to the gateway, while the request is carried out and answered."""


@dataclass(frozen=True)
class Refusal:
    """An answer instead of Discord's; with `is_carried_out`, Discord has done what was requested all the same."""

    status: int
    body: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    content_type: str = "application/json"
    is_carried_out: bool = False

    def response(self) -> web.Response:
        # Discord names no charset.
        return web.Response(
            body=self.body.encode(), status=self.status, headers=self.headers, content_type=self.content_type
        )


@dataclass(frozen=True)
class Held:
    """An answer that comes only after an event, or after half a minute."""

    until: asyncio.Event

    async def over(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST):
                await self.until.wait()


What = Cut | Refusal | Held


def error(status: int, code: int = 0, message: str = "") -> Refusal:
    """An answer of Discord with one of its error codes."""
    return Refusal(status, json.dumps({"code": code, "message": message or f"{status}: error {code}"}))


def rate_limited(scope: str, retry_after: float, code: int | None = None) -> Refusal:
    """A 429 of a `scope`: "global", "user" (of the route) or "shared" with others.

    https://discord.com/developers/docs/topics/rate-limits
    """
    body: dict[str, Any] = {
        "message": "You are being rate limited.", "retry_after": retry_after, "global": scope == "global",
    }  # fmt: skip
    if code is not None:
        body["code"] = code
    headers = {"Via": "1.1 google", "Retry-After": str(int(retry_after) + 1), "X-RateLimit-Scope": scope}
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    else:
        headers |= {
            "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": str(retry_after),
            "X-RateLimit-Bucket": f"{scope}-limit",
        }  # fmt: skip
    return Refusal(429, json.dumps(body), headers)


def page(status: int, *, is_carried_out: bool = False) -> Refusal:
    """The page of a proxy, or of a network that wants people to sign in."""
    return Refusal(status, _PAGE, content_type="text/html", is_carried_out=is_carried_out)


@dataclass
class Fault:
    """What happens to the next requests of a method with a path, both patterns as of `fnmatch`.

    It happens `times` times, after `spared` requests to which nothing happens.
    """

    method: str
    path: str
    what: What
    times: int = 1
    spared: int = 0
    happened: int = field(default=0, init=False)

    def next(self, method: str, path: str) -> What | None:
        """What happens to a request that has arrived now; None for nothing."""
        if self.happened >= self.times or not (fnmatchcase(method, self.method) and fnmatchcase(path, self.path)):
            return None
        if self.spared:
            self.spared -= 1
            return None
        self.happened += 1
        return self.what
