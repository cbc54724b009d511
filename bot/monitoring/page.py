"""The page of metrics, for a Prometheus server to fetch; it tells nothing of what people do in private."""

import logging
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, Protocol

from aiohttp import web

from bot.chat.core.services import Services
from bot.config import Address, SettingError
from bot.monitoring.metrics import Metrics
from bot.store.engine.errors import DatabaseError
from bot.store.engine.timing import statements_timed
from bot.telemetry import measures

_log: Final = logging.getLogger(__name__)
_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class _ServedBot(Protocol):
    """The bot, as far as it matters here."""

    @property
    def services(self) -> Services:
        """What it works with, once its store is open; AttributeError before."""
        ...


@asynccontextmanager
async def served(bot: _ServedBot, address: Address) -> AsyncGenerator[None]:
    """Have the metrics of a bot at `/metrics` meanwhile. Raises SettingError if the port cannot be had."""
    metrics = Metrics()

    async def answer(_request: web.Request) -> web.Response:
        services = getattr(bot, "services", None)
        if services is not None:
            try:
                await metrics.read(services.database, services.now())
            except DatabaseError:
                _log.warning("what waits cannot be looked up for the metrics")
        return web.Response(body=metrics.page(), headers={"Content-Type": _TYPE})

    application = web.Application()
    application.router.add_get("/metrics", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address.host, address.port).start()
        except OSError as error:
            raise SettingError(
                f"METRICS_PORT {address.port} cannot be used on {address.host}: {_reason(error)}. Name a free port, or none."
            ) from None
        with measures.watching(metrics), statements_timed():
            yield
    finally:
        await runner.cleanup()


def _reason(error: OSError) -> str:
    """What is wrong with an address; asyncio adds the address to it, in its own way."""
    return os.strerror(error.errno) if error.errno else str(error)
