"""How often a database is gone to: on SQLite the trips to the driver's thread, on PostgreSQL those to the server."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from sqlalchemy import make_url


class _Recorder(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.trips: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if str(record.msg).startswith("executing"):
            self.trips.append(record.getMessage())


@contextmanager
def trips() -> Generator[list[str]]:
    """Collects the trips that are made meanwhile, as what aiosqlite says about each of them."""
    recorder, logger = _Recorder(), logging.getLogger("aiosqlite")
    level, propagates = logger.level, logger.propagate
    logger.addHandler(recorder)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield recorder.trips
    finally:
        logger.removeHandler(recorder)
        logger.setLevel(level)
        logger.propagate = propagates


@dataclass
class Wire:
    """A way to a server on which the round trips are counted; everything passes as it is."""

    host: str
    port: int
    trips: int = 0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect a client with the server until one of them closes."""
        from_server, to_server = await asyncio.open_connection(self.host, self.port)
        is_answered = True

        async def ask() -> None:
            nonlocal is_answered
            while data := await reader.read(1 << 16):
                self.trips += is_answered
                is_answered = False
                to_server.write(data)

        async def answer() -> None:
            nonlocal is_answered
            while data := await from_server.read(1 << 16):
                is_answered = True
                writer.write(data)

        ways = [asyncio.create_task(way()) for way in (ask, answer)]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (writer, to_server):
                end.close()


@asynccontextmanager
async def wire_to(url: str) -> AsyncGenerator[tuple[str, Wire]]:
    """The address of the same database by a way that counts, and the way."""
    address = make_url(url)
    wire = Wire(address.host or "localhost", address.port or 5432)
    async with await asyncio.start_server(wire.carry, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield address.set(host="127.0.0.1", port=port).render_as_string(hide_password=False), wire
