"""The edge of the page: whatever arrives has a length, an encoding, a deadline and a number at once.

All of it is checked before anything else looks at a request, because anyone can send one.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Hashable, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final
from urllib.parse import parse_qsl

from aiohttp import BodyPartReader, MultipartReader, StreamReader, web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http_exceptions import HttpProcessingError

from bot.outside import telemetry
from bot.texts import pages as page_texts

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_Handle = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

LARGEST_BODY: Final = 65_536
"""The most bytes of a form; a plan may have some thousand characters."""

LARGEST_UNKNOWN: Final = 16_384
"""The most bytes of a form from a visitor without a session, who can send nothing but a token or a code."""

ARRIVES_WITHIN: Final = 10.0
"""Seconds for a form to arrive."""

LEAVES_WITHIN: Final = 60.0
"""Seconds for a visitor to receive an answer, other than a stream."""

IDLE: Final = 20.0
"""Seconds after which a connection is closed if no complete head of a request arrives."""

REFUSED_AFTER: Final = 1.0
"""Seconds after which whoever asks too often is told so, so that answering them costs others nothing."""

MOST_CONNECTIONS: Final = 2_000
"""The most connections to the page at once, in case the process may open many files."""

_MOST_FROM_PEER: Final = 128
"""The most connections at once from an address, unless a reverse proxy is in front, which all visitors come through."""

_SHARE: Final = 2  # one of so many files that the process may open is left to visitors
_MOST_FIELDS: Final = 100
_MOST_IN_UPLOAD: Final = 8
_LONGEST_HEADER_OF_PART: Final = 1_000  # bytes of a part's head, of which the name of a file is the most
_MALFORMED: Final = (
    ValueError,
    AssertionError,
    RuntimeError,
    RuntimeWarning,
    HttpProcessingError,
    web.RequestPayloadError,
)
"""What the library raises for parts that are malformed, or warns of."""

_MULTIPART: Final = re.compile(
    r"multipart/form-data ?; ?boundary=(?P<boundary>[A-Za-z0-9'+_./:=?-]{1,70})", re.IGNORECASE
)
_FORM: Final = re.compile(r'application/x-www-form-urlencoded ?(?:; ?charset="?(?:utf-?8)?"?)?', re.IGNORECASE)
_LINGERS: Final = 1.0  # seconds for which unread input is still taken in, so that the answer is received
_MOST_HEADERS: Final = 64
_WITH_PORT: Final = re.compile(r"\[(?P<v6>[^]]*)\](?::[0-9]+)?|(?P<v4>[0-9.]+):[0-9]+")
_NETWORK: Final = 64  # bits of an IPv6 address that those in a household share
_AROUND: Final = {4: 24, 6: 48}  # bits of an address that those in a network share, by the version of IP
_MOST_COUNTED: Final = 20_000  # askers in the cache
_NUL: Final = "\0"
_NOTHING_ELSE: Final = {"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff"}


def ip_of(address: str) -> IPv4Address | IPv6Address | None:
    """The IP address that a proxy or the network wrote, perhaps with a port, or IPv4 as IPv6; None if it is none."""
    groups = _WITH_PORT.fullmatch(address)
    try:
        ip = ip_address(address if groups is None else groups["v6"] or groups["v4"])
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else ip


@lru_cache(_MOST_COUNTED)
def household(address: str) -> str:
    """Those who share an IP address, as `ip_of` reads it.

    For IPv6 it is the network, because every household has countless addresses.
    """
    ip = ip_of(address)
    if ip is None:
        return address
    return str(IPv6Network((int(ip), _NETWORK), strict=False)) if isinstance(ip, IPv6Address) else str(ip)


@lru_cache(_MOST_COUNTED)
def network(address: str) -> str:
    """The network around a household: a /24 of IPv4 or a /48 of IPv6, of which one subscriber can have every address."""
    ip = ip_of(address.partition("/")[0])
    return address if ip is None else str(ip_network(f"{ip}/{_AROUND[ip.version]}", strict=False))


class Crowd:
    """The requests that are being answered, by those who sent them."""

    def __init__(self) -> None:
        """Begin without requests."""
        self._counts: Final = Counter[Hashable]()

    @contextmanager
    def holding(self, asker: Hashable, most: int) -> Generator[None]:
        """A context for answering a request. Raises HTTPTooManyRequests if `most` are being answered already."""
        if self._counts[asker] >= most:
            raise web.HTTPTooManyRequests
        self._counts[asker] += 1
        try:
            yield
        finally:
            self._counts[asker] -= 1
            if not self._counts[asker]:
                del self._counts[asker]


HELD: Final = web.RequestKey("held", ExitStack)
"""The contexts that end once the answer has been received."""


@web.middleware
async def bounded(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Send an answer within a deadline, so that nobody keeps a connection by not reading."""
    with ExitStack() as held:
        request[HELD] = held
        response = await handler(request)
        if response.status == HTTPStatus.TOO_MANY_REQUESTS:
            await asyncio.sleep(REFUSED_AFTER)  # while the request still counts as one that is being answered
        try:
            async with asyncio.timeout(LEAVES_WITHIN):
                await response.prepare(request)
                await response.write_eof()
        except TimeoutError:
            if request.transport is not None:
                request.transport.abort()
        return response


@web.middleware
async def counted(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Report the status of every answer."""
    response = await handler(request)
    telemetry.visited(response.status)
    return response


def _is_readable(request: web.BaseRequest) -> bool:
    """Whether the head of a request is UTF-8, and its address has only characters that addresses have."""
    try:
        for line in request.raw_headers:
            b"".join(line).decode()
    except UnicodeDecodeError:
        return False
    return request.raw_path.isascii() and "%00" not in request.raw_path


def _reading(handle: _Handle) -> _Handle:
    """A handler that passes on only requests that can be read."""

    async def handle_readable(request: web.BaseRequest) -> web.StreamResponse:
        if _is_readable(request):
            return await handle(request)
        return web.Response(status=HTTPStatus.BAD_REQUEST, text=page_texts.NOT_UNDERSTOOD, headers=_NOTHING_ELSE)

    return handle_readable


async def form_in(request: web.Request, largest: int) -> Mapping[str, str]:
    """The fields of a form of at most `largest` bytes, which is UTF-8, whatever the request says.

    Raises HTTPUnsupportedMediaType, HTTPRequestEntityTooLarge, HTTPRequestTimeout or HTTPBadRequest.
    """
    if not request.body_exists:
        return {}
    kind, coding = request.headers.get("Content-Type", ""), request.headers.get("Content-Encoding", "identity")
    # The server's own reading of a type takes a second for one of 8 kB, and ends with an error for many brackets.
    if not _FORM.fullmatch(kind) or coding.lower() != "identity":
        raise web.HTTPUnsupportedMediaType
    return _fields(await body_of(request, largest))


@dataclass(frozen=True, slots=True)
class Upload:
    """A form with a file, which may be empty."""

    fields: Mapping[str, str]
    file: bytes
    name: str
    """The name of the file; empty if none was chosen."""


def has_file(request: web.Request) -> bool:
    """Whether a form is sent in the way that files need."""
    return _MULTIPART.fullmatch(request.headers.get("Content-Type", "")) is not None


async def upload_in(request: web.Request, largest: int) -> Upload:
    """A form with a file, of at most `largest` bytes in all, whose fields are UTF-8.

    Raises HTTPRequestEntityTooLarge, HTTPRequestTimeout or HTTPBadRequest.
    """
    body, fields, file, name = await body_of(request, largest), dict[str, str](), b"", ""
    try:
        async for part, data in _parts(request, body):
            if part.filename is None:
                fields[part.name or ""] = data.decode()
            else:
                file, name = data, part.filename
    except _MALFORMED as error:
        raise web.HTTPBadRequest from error
    if any(_NUL in text for pair in fields.items() for text in pair):
        raise web.HTTPBadRequest
    return Upload(fields, file, name)


async def _parts(request: web.Request, body: bytes) -> AsyncGenerator[tuple[BodyPartReader, bytes]]:
    """The parts of a form, each with its bytes, which are taken as they are."""
    kind = _MULTIPART.fullmatch(request.headers["Content-Type"])
    # The library reads what stands before the first part line by line, at once: a million empty lines take seconds.
    if kind is None or not body.startswith(f"--{kind['boundary']}".encode()):
        raise web.HTTPBadRequest
    content = StreamReader(BaseProtocol(asyncio.get_running_loop()), len(body))
    content.feed_data(body)
    content.feed_eof()
    reader = MultipartReader(
        request.headers, content, max_field_size=_LONGEST_HEADER_OF_PART, max_headers=_MOST_IN_UPLOAD
    )
    count = 0
    while (part := await reader.next()) is not None:
        count += 1
        if isinstance(part, MultipartReader) or count > _MOST_IN_UPLOAD:
            raise web.HTTPBadRequest
        yield part, bytes(await part.read())


async def body_of(request: web.Request, largest: int) -> bytes:
    """A body of at most `largest` bytes. Raises HTTPRequestEntityTooLarge, HTTPRequestTimeout or HTTPBadRequest."""
    body = bytearray()
    try:
        async with asyncio.timeout(ARRIVES_WITHIN):
            while len(body) <= largest and (part := await request.content.readany()):
                body += part
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (web.RequestPayloadError, ConnectionError) as error:  # malformed, or the visitor has left
        raise web.HTTPBadRequest from error
    if len(body) > largest:
        raise web.HTTPRequestEntityTooLarge(largest, len(body))
    return bytes(body)


def _fields(body: bytes) -> Mapping[str, str]:
    try:
        pairs = parse_qsl(
            body.decode(), keep_blank_values=True, encoding="utf-8", errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError as error:
        raise web.HTTPBadRequest from error
    if any(_NUL in name or _NUL in value for name, value in pairs):
        raise web.HTTPBadRequest
    return dict(pairs)


class Door(asyncio.Protocol):
    """Lets a connection in, to the server, if there is room."""

    def __init__(self, server: web.Server, most: int, most_from_peer: int | None) -> None:
        """Guard a server; `most_from_peer` is None if all visitors come through a reverse proxy."""
        self._server, self._most, self._most_from_peer = server, most, most_from_peer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hand the connection over, or end it."""
        assert isinstance(transport, asyncio.Transport)
        if self._is_full(transport.get_extra_info("peername")):
            transport.abort()
            return
        handler = self._server()
        transport.set_protocol(handler)
        handler.connection_made(transport)

    def _is_full(self, peer: Any) -> bool:
        others = self._server.connections
        if len(others) >= self._most:
            return True
        if self._most_from_peer is None or not peer:
            return False
        theirs = household(peer[0])
        return sum(household(other.peername[0]) == theirs for other in others if other.peername) >= self._most_from_peer


LIMITS: Final[Mapping[str, Any]] = {
    "auto_decompress": False,
    "keepalive_timeout": IDLE,
    "lingering_time": _LINGERS,
    "max_headers": _MOST_HEADERS,
    "shutdown_timeout": 1,
}
"""The options of an `AppRunner` that limit what it reads by itself: heads of requests, and the rest of bodies."""


def room() -> int:
    """The most connections at a time."""
    return min(MOST_CONNECTIONS, _files_allowed() // _SHARE)


@asynccontextmanager
async def served(app: web.Application, host: str, port: int, *, behind_proxy: bool = False) -> AsyncGenerator[int]:
    """A context in which an application is served to as many visitors as there is room for; yields the port.

    Raises OSError if the port cannot be used.
    """
    malformed = logging.getLogger(f"{__name__}.malformed")
    malformed.setLevel(logging.CRITICAL)  # anyone can send malformed requests; our own errors are logged with a code
    runner = web.AppRunner(app, access_log=None, logger=malformed, **LIMITS)
    await runner.setup()
    try:
        server = runner.server
        assert server is not None
        server.request_handler = _reading(server.request_handler)
        most = room()
        most_from_peer = None if behind_proxy else _MOST_FROM_PEER
        door = await asyncio.get_running_loop().create_server(lambda: Door(server, most, most_from_peer), host, port)
        try:
            yield door.sockets[0].getsockname()[1]
        finally:
            door.close()
    finally:
        await runner.cleanup()


def _files_allowed() -> int:
    """How many files and connections the process may have open."""
    with suppress(ImportError, ValueError):
        import resource  # noqa: PLC0415 - which Windows does not have

        allowed, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if allowed != resource.RLIM_INFINITY:
            return allowed
    return MOST_CONNECTIONS * _SHARE
