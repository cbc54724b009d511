"""The gateway of the fake Discord: a connection for each shard, over which a process receives events of its servers."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.processes import payloads

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _INVALID, _HELLO, _ACK = 0, 1, 2, 6, 9, 10, 11
_INTERVAL = 41_250  # milliseconds between two heartbeats
_GRACE = 4.0  # seconds in which an answer may still come after a connection has ended
_ON_THE_WAY = 0.3
"""The delay in seconds of the answer to a heartbeat.

If it arrived before discord.py has noted sending the heartbeat, discord.py would take it for the answer to the previous
one and log a warning about a slow connection.
"""


@dataclass
class InteractionAnswer:
    """The answer of a process to an interaction so far; `is_given_up` once no process is left to answer.

    `pressed` is the number of the message with the pressed button, `channel_id` where it was pressed, if that is known.
    """

    pressed: int | None = None
    channel_id: int | None = None
    callback: int | None = None
    texts: list[str] = field(default_factory=list[str])
    has_come: asyncio.Event = field(default_factory=asyncio.Event)
    is_given_up: bool = False


@dataclass(eq=False)
class Session:
    """The connection of a shard to the gateway."""

    socket: web.WebSocketResponse
    number: int
    total: int
    transport: asyncio.Transport | None
    sequence: int = 0
    open_answers: list[InteractionAnswer] = field(default_factory=list[InteractionAnswer])

    def give_up(self) -> None:
        """Stop waiting for answers over this connection, because its process is gone."""
        for answer in self.open_answers:
            answer.is_given_up = True
            answer.has_come.set()

    async def send(self, event: str, data: Mapping[str, Any]) -> None:
        self.sequence += 1
        await self.socket.send_str(json.dumps({"op": _DISPATCH, "t": event, "s": self.sequence, "d": data}))


class Gateway:
    """The connections of all shards; `servers` maps each server to its channel, `url` is the address of the gateway."""

    def __init__(self, servers: Mapping[int, int], url: str, faults: list[str]) -> None:
        """Begin without connections; faults of a process are added to `faults`."""
        self.servers = servers
        self.url = url
        self._sessions: list[Session] = []
        self._faults = faults

    def session_of(self, server_id: int) -> Session | None:
        """The connection that holds the shard of a server, if there is one."""
        for session in self._sessions:
            if (server_id >> 22) % session.total == session.number and not session.socket.closed:
                return session
        return None

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_str(json.dumps({"op": _HELLO, "d": {"heartbeat_interval": _INTERVAL}}))
        session = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                sent = json.loads(frame.data)
                if sent["op"] == _HEARTBEAT:
                    await asyncio.sleep(_ON_THE_WAY)
                    await socket.send_str(json.dumps({"op": _ACK}))
                elif sent["op"] == _IDENTIFY:
                    number, total = sent["d"]["shard"]
                    session = await self._identify(Session(socket, number, total, request.transport))
                elif sent["op"] == _RESUME:
                    await socket.send_str(json.dumps({"op": _INVALID, "d": False}))
        except ConnectionError:
            pass
        finally:
            if session is not None:
                self._sessions.remove(session)
                asyncio.get_running_loop().call_later(_GRACE, session.give_up)
        return socket

    async def _identify(self, session: Session) -> Session:
        number, total = session.number, session.total
        held = [(one.number, one.total) for one in self._sessions if not one.socket.closed]
        if any(number % min(total, theirs) == other % min(total, theirs) for other, theirs in held):
            self._faults.append(f"shard {number}/{total} is connected twice: {held}")
        self._sessions.append(session)
        mine = [server for server in self.servers if (server >> 22) % total == number]
        await session.send(
            "READY",
            {
                "v": 10,
                "user": payloads.user(payloads.BOT, "Furlong", is_bot=True),
                "guilds": [{"id": str(server), "unavailable": True} for server in mine],
                "session_id": f"session-{number}-{len(self._sessions)}",
                "resume_gateway_url": self.url,
                "shard": [number, total],
                "application": {"id": str(payloads.APPLICATION), "flags": 0},
            },
        )
        for server in mine:
            await session.send("GUILD_CREATE", payloads.server(server, self.servers[server]))
        return session

    async def tell(self, server_id: int, event: str, data: Mapping[str, Any], answer: InteractionAnswer) -> bool:
        """Send an event to the process that holds a server; False if there is none, or the connection broke."""
        session = self.session_of(server_id)
        if session is None:
            return False
        session.open_answers = [*(one for one in session.open_answers if not one.has_come.is_set()), answer]
        try:
            await session.send(event, data)
        except (ConnectionError, RuntimeError):
            return False
        return True

    def cut_off(self, number: int) -> None:
        """Break the connection of a shard."""
        for session in self._sessions:
            if session.number == number and session.transport is not None:
                session.transport.abort()
