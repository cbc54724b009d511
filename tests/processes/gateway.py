"""The gateway of the double: a connection for each shard, over which a process hears what happens on its servers."""

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
"""Seconds that the answer to a heartbeat takes. One that is there before discord.py has noted that it has sent the heartbeat
counts as the answer to the one before, and the log complains of a connection that lags behind."""


@dataclass
class InteractionAnswer:
    """What a process has answered to an interaction so far; `is_given_up` once nobody is left who could."""

    callback: int | None = None
    texts: list[str] = field(default_factory=list[str])
    has_come: asyncio.Event = field(default_factory=asyncio.Event)
    is_given_up: bool = False


@dataclass(eq=False)
class Session:
    """A connection of one shard to the gateway."""

    socket: web.WebSocketResponse
    number: int
    total: int
    transport: asyncio.Transport | None
    sequence: int = 0
    open_answers: list[InteractionAnswer] = field(default_factory=list[InteractionAnswer])

    def give_up(self) -> None:
        """Whoever was to answer over this connection is gone: nobody need wait for it."""
        for answer in self.open_answers:
            answer.is_given_up = True
            answer.has_come.set()

    async def send(self, event: str, data: Mapping[str, Any]) -> None:
        self.sequence += 1
        await self.socket.send_str(json.dumps({"op": _DISPATCH, "t": event, "s": self.sequence, "d": data}))


class Gateway:
    """The connections of all shards; `servers` gives the channel of each server, `url` is where it is served."""

    def __init__(self, servers: Mapping[int, int], url: str, faults: list[str]) -> None:
        """What should not be is added to `faults`."""
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
        """Talk to whoever connects until the connection ends."""
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
        """Tell whoever holds a server of something that is to be answered; False if nobody does, or the connection broke."""
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
        """Break the connection of a shard, whoever holds it."""
        for session in self._sessions:
            if session.number == number and session.transport is not None:
                session.transport.abort()
