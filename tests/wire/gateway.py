"""Discord's gateway, served over real WebSockets: sessions that resume, compression, heartbeats and every way to end.

It follows https://discord.com/developers/docs/events/gateway and refuses what that page forbids.
"""

import asyncio
import json
import zlib
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from typing import Any, Final, Protocol

from aiohttp import WSMsgType, web
from discord import Intents

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _RECONNECT, _INVALID, _HELLO, _ACK = 0, 1, 2, 6, 7, 9, 10, 11
_PRESENCE, _MEMBERS = 3, 8
_UNKNOWN_OPCODE, _NOT_IDENTIFIED, _WRONG_TOKEN, _IDENTIFIED_TWICE = 4001, 4003, 4004, 4005
_WRONG_SHARD, _WRONG_VERSION, _WRONG_INTENTS = 4010, 4012, 4013
_ENDS_SESSION: Final = frozenset({1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014})
"""The codes after which a session cannot be resumed."""

_MOST_KEPT: Final = 1_000  # events of a session, for processes that resume it
_USUAL_INTERVAL: Final = 41.25  # seconds
_ON_THE_WAY: Final = 0.3
"""The delay in seconds of the answer to a heartbeat.

If it arrived before discord.py has noted sending the heartbeat, discord.py would take it for the answer to the previous
one and log a warning about a slow connection.
"""


class GatewayWorld(Protocol):
    """What a gateway tells of: the bot, and the servers that it is on."""

    def ready(self) -> dict[str, Any]:
        """The fields of READY that are about the bot: `user` and `application`."""
        ...

    def server_ids(self) -> Iterable[int]:
        """The servers that the bot is on."""
        ...

    def server(self, server_id: int) -> Mapping[str, Any]:
        """The payload of GUILD_CREATE for a server."""
        ...


class Connection:
    """A WebSocket to a process; `compression` is as the process asks for it, "" for none."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, compression: str) -> None:
        """Begin with nothing sent."""
        self.socket = socket
        self._transport = transport
        self._compress = _compressor(compression)
        self._is_closed_here = False
        self._outbox: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()

    @property
    def is_open(self) -> bool:
        return not self.socket.closed

    def send(self, op: int, data: Any = None, **dispatched: Any) -> None:
        """Send a payload after those before it."""
        self._outbox.put_nowait({"op": op, "d": data, **dispatched})

    async def write(self, is_lost: Callable[[str], bool]) -> None:
        """Write what is sent until the connection ends; it breaks instead of an event that `is_lost`."""
        while True:
            payload = await self._outbox.get()
            if is_lost(payload.get("t") or ""):
                self.abort()
                return
            text = json.dumps(payload)
            if self._compress is None:
                await self.socket.send_str(text)
            else:
                await self.socket.send_bytes(self._compress(text.encode()))

    async def close(self, code: int) -> None:
        """Close the connection with a code."""
        self._is_closed_here = True
        await self.socket.close(code=code)

    @property
    def is_left(self) -> bool:
        """Whether the process itself has ended the session: a code of ours comes back as another one."""
        return not self._is_closed_here and self.socket.close_code in (1000, 1001)

    def abort(self) -> None:
        """Break the connection without a word."""
        if self._transport is not None:
            self._transport.abort()


def _compressor(name: str) -> Callable[[bytes], bytes] | None:
    """Compresses the messages of one connection, which share a context."""
    if name == "zlib-stream":
        stream = zlib.compressobj()
        return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)
    if name == "zstd-stream":  # discord.py asks for it where Python or a package brings it
        zstd: Any = import_module("compression.zstd").ZstdCompressor()
        return lambda data: zstd.compress(data, zstd.FLUSH_BLOCK)
    assert not name, f"no such compression: {name}"
    return None


@dataclass(eq=False)
class Session:
    """A session of a shard: what was sent in it, and the connection that it has at the moment."""

    id: str
    number: int
    total: int
    intents: Intents
    connection: Connection | None
    sequence: int = 0
    is_over: bool = False
    _sent: deque[tuple[int, str, Any]] = field(default_factory=lambda: deque[tuple[int, str, Any]](maxlen=_MOST_KEPT))

    @property
    def is_connected(self) -> bool:
        return self.connection is not None and self.connection.is_open

    def holds(self, server_id: int) -> bool:
        return (server_id >> 22) % self.total == self.number

    def send(self, event: str, data: Any) -> None:
        """Send an event, now or once the session is resumed."""
        self.sequence += 1
        self._sent.append((self.sequence, event, data))
        self._write(self.sequence, event, data)

    def knows_since(self, sequence: int) -> bool:
        """Whether everything after `sequence` is still kept."""
        return self.sequence - len(self._sent) <= sequence <= self.sequence

    def resume(self, connection: Connection, sequence: int) -> None:
        """Send everything after `sequence` again, over a new connection."""
        self.connection = connection
        for number, event, data in list(self._sent):
            if number > sequence:
                self._write(number, event, data)
        self.send("RESUMED", {})

    def _write(self, sequence: int, event: str, data: Any) -> None:
        if self.is_connected:
            assert self.connection is not None
            self.connection.send(_DISPATCH, data, t=event, s=sequence)


class Gateway:
    """The sessions of all shards with `token`; what a process does wrong is added to `violations`."""

    def __init__(self, world: GatewayWorld, url: str, violations: list[str], *, token: str = "") -> None:
        """Begin without sessions. `url` is the address of the gateway; without `token`, any is right."""
        self.world = world
        self.url = url
        self.sessions: list[Session] = []
        self.interval = _USUAL_INTERVAL
        """Seconds between two heartbeats."""

        self.acknowledges = True
        """Whether heartbeats are answered."""

        self.refusals: deque[int | bool] = deque()
        """The answers to the next attempts to identify or resume.

        An integer closes the connection with that code; a boolean is INVALID SESSION, resumable or not.
        """

        self.closed_doors: deque[int] = deque()
        """HTTP statuses with which the next connections are refused, with the page of a proxy."""

        self.lost_events: Counter[str] = Counter()
        """How many events of each name never arrive, because the connection breaks under them."""

        self.received: list[str] = []
        """What processes have sent, in order: "IDENTIFY", "RESUME" or "HEARTBEAT"."""

        self.paths: list[str] = []
        """The paths that processes have connected to, in order."""

        self.compressions: set[str] = set()
        """The compressions that processes have asked for."""

        self.on_gone: Callable[[Session], None] = lambda _session: None
        """Called when the connection of a session has ended."""

        self._token = token
        self._violations = violations
        self._numbers = count(1)

    # --- what it is told to do ---

    def session_of(self, server_id: int) -> Session | None:
        """The connected session that holds a server, if there is one."""
        return next((one for one in self.sessions if one.is_connected and one.holds(server_id)), None)

    def tell(self, server_id: int, event: str, data: Any) -> Session | None:
        """Send an event to the session that holds a server; None if it is not connected."""
        session = self.session_of(server_id)
        if session is not None:
            session.send(event, data)
        return session

    def holder(self, server_id: int) -> Session | None:
        """The session that holds a server, which may be waiting to be resumed."""
        return next((one for one in reversed(self.sessions) if not one.is_over and one.holds(server_id)), None)

    def cut_off(self, number: int | None = None) -> None:
        """Break the connection of a shard, or of all."""
        for session in self.sessions:
            if session.connection is not None and number in (None, session.number):
                session.connection.abort()

    async def close(self, code: int) -> None:
        """Close all connections with a code."""
        for session in list(self.sessions):
            session.is_over |= code in _ENDS_SESSION
            if session.connection is not None:
                await session.connection.close(code)

    def ask_to_reconnect(self) -> None:
        """Ask all processes to connect anew (RECONNECT)."""
        self._send_to_all(_RECONNECT)

    def invalidate(self, *, is_resumable: bool) -> None:
        """Declare all sessions invalid (INVALID SESSION)."""
        for session in self.sessions:
            session.is_over |= not is_resumable
        self._send_to_all(_INVALID, is_resumable)

    def send_raw(self, event: str, data: Any) -> None:
        """Send an event as it is, however malformed, to all sessions."""
        for session in self.sessions:
            session.send(event, data)

    def _send_to_all(self, op: int, data: Any = None) -> None:
        for session in self.sessions:
            if session.connection is not None and session.is_connected:
                session.connection.send(op, data)

    # --- what processes do ---

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve a connection until it ends."""
        if self.closed_doors:
            return web.Response(
                status=self.closed_doors.popleft(), text="<h1>Bad gateway</h1>", content_type="text/html"
            )
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self.paths.append(request.path)
        compression = request.query.get("compress", "")
        self.compressions.add(compression)
        connection = Connection(socket, request.transport, compression)
        writer = asyncio.create_task(connection.write(self._is_lost))
        connection.send(_HELLO, {"heartbeat_interval": round(self.interval * 1000)})
        session: Session | None = None
        try:
            if request.query.get("v") != "10":
                await socket.close(code=_WRONG_VERSION)
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    session = await self._receive(connection, session, json.loads(frame.data))
        except ConnectionError:
            pass
        finally:
            writer.cancel()
            with suppress(asyncio.CancelledError, ConnectionError, RuntimeError):
                await writer
            if session is not None:
                self._end(session, connection)
        return socket

    def _is_lost(self, event: str) -> bool:
        if not self.lost_events[event]:
            return False
        self.lost_events[event] -= 1
        return True

    def _end(self, session: Session, connection: Connection) -> None:
        """Note that a connection has ended; a session that its process has closed with 1000 is over."""
        if session.connection is not connection:
            return
        session.connection = None
        session.is_over |= connection.is_left
        if session.is_over:
            self.sessions.remove(session)
        self.on_gone(session)

    async def _receive(
        self, connection: Connection, session: Session | None, sent: Mapping[str, Any]
    ) -> Session | None:
        match sent["op"]:
            case op if op == _HEARTBEAT:
                self.received.append("HEARTBEAT")
                if self.acknowledges:
                    delay = min(_ON_THE_WAY, self.interval / 4)
                    asyncio.get_running_loop().call_later(delay, connection.send, _ACK)
            case op if op == _IDENTIFY:
                self.received.append("IDENTIFY")
                if session is not None:
                    await connection.close(_IDENTIFIED_TWICE)
                elif not await self._is_refused(connection, sent["d"]["token"]):
                    return await self._identify(connection, sent["d"])
            case op if op == _RESUME:
                self.received.append("RESUME")
                if not await self._is_refused(connection, sent["d"]["token"]):
                    return self._resume(connection, sent["d"])
            case op if op in (_PRESENCE, _MEMBERS):
                if session is None:
                    await connection.close(_NOT_IDENTIFIED)
            case _:
                await connection.close(_UNKNOWN_OPCODE)
        return session

    async def _is_refused(self, connection: Connection, token: str) -> bool:
        refusal: int | bool = self.refusals.popleft() if self.refusals else -1
        if isinstance(refusal, bool):
            connection.send(_INVALID, refusal)
        elif self._token and token != self._token:
            await connection.close(_WRONG_TOKEN)
        elif refusal > 0:
            await connection.close(refusal)
        else:
            return False
        return True

    async def _identify(self, connection: Connection, data: Mapping[str, Any]) -> Session | None:
        number, total = data.get("shard") or (0, 1)
        if not 0 <= number < total:
            await connection.close(_WRONG_SHARD)
            return None
        if not isinstance(data.get("intents"), int):
            await connection.close(_WRONG_INTENTS)
            return None
        held = [(one.number, one.total) for one in self.sessions if one.is_connected]
        if any(number % min(total, theirs) == other % min(total, theirs) for other, theirs in held):
            self._violations.append(f"shard {number}/{total} is connected twice: {held}")
        intents = Intents._from_value(data["intents"])  # pyright: ignore[reportPrivateUsage]
        session = Session(f"session-{next(self._numbers)}", number, total, intents, connection)
        self.sessions = [one for one in self.sessions if one.is_connected or one.number != number]
        self.sessions.append(session)
        mine = [server_id for server_id in self.world.server_ids() if session.holds(server_id)]
        session.send(
            "READY",
            {
                "v": 10,
                **self.world.ready(),
                "guilds": [{"id": str(server_id), "unavailable": True} for server_id in mine],
                "session_id": session.id,
                "resume_gateway_url": f"{self.url}/resume",
                "shard": [number, total],
            },
        )
        for server_id in mine:
            session.send("GUILD_CREATE", self.world.server(server_id))
        return session

    def _resume(self, connection: Connection, data: Mapping[str, Any]) -> Session | None:
        session = next((one for one in self.sessions if one.id == data["session_id"] and not one.is_over), None)
        if session is None or not session.knows_since(data["seq"]):
            connection.send(_INVALID, False)
            return None
        session.resume(connection, data["seq"])
        return session
