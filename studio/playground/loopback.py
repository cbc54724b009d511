"""The way from the bot to receivers of webhooks and notices on this machine, for the playground and for tests."""

from typing import Final

from aiohttp import ClientRequest, ClientTimeout, TCPConnector
from aiohttp.connector import Connection
from aiohttp.tracing import Trace

from bot.outside.requests import PublicHosts


class Loopback(TCPConnector):
    """Takes requests for one host to a port of this machine, unencrypted, and all others to public hosts alone."""

    def __init__(self, host: str, port: int) -> None:
        """Stand for this host at this port."""
        super().__init__(resolver=PublicHosts(), force_close=True)  # pyright: ignore[reportUnknownMemberType]
        self._stand_in_for: Final = host
        self._stand_in_at: Final = port

    async def connect(
        self,
        req: ClientRequest,
        traces: list[Trace],
        timeout: ClientTimeout,  # noqa: ASYNC109 - the library's signature
    ) -> Connection:
        """Connect a request."""
        if req.url.host == self._stand_in_for:
            req.url = req.url.with_scheme("http").with_host("127.0.0.1").with_port(self._stand_in_at)
        return await super().connect(req, traces, timeout)
