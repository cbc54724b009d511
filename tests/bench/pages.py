"""The page in the browser: the cost of a touched move beside a typed one, and the load of a thousand open pages."""

import asyncio
import random
import socket
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from aiohttp import ClientSession
from simcord.env import Env

from bot.actions import sessions
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.chat.client import Furlong, Options
from bot.model.challenges import Proposal
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.sessions import SESSION_LASTS
from bot.store.engine.database import Database
from bot.web import server
from bot.web.access import COOKIE, Site, Visitor
from bot.web.live import MOST_STREAMS
from rules import GAMES
from tests.bench.measure import Measurement
from tests.bench.turns import ROUNDS, TURNS, TurnCosts, begun_match, people_of
from tests.bot.matches import Matches

STREAMS = 1_000
SECONDS = 10
A_SECOND = 50
"""The number of requests a second while the pages are open."""

_TICK: Final = 0.01  # seconds
_PUBLIC: Final = "http://localhost"
_SERVER, _CHANNEL = 1 << 22, 2 << 22


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        # first, because the simulated Discord leaves so many objects that garbage collection holds the loop up
        streams = runner.run(_streams(Path(folder)))
        return [*runner.run(_turns(Path(folder))), *streams]


async def _turns(folder: Path) -> list[Measurement]:
    typed, touched = TurnCosts(), TurnCosts()
    for number in range(1 + ROUNDS):
        await _round(folder / f"turns{number}.db", *((typed, touched) if number else (TurnCosts(), TurnCosts())))
    note = "CPU of Play on the page, its board, its picture, and the board in the simulated Discord; Furl"
    return [
        Measurement("A touched move", median(touched.cpu) * 1e3, "ms", note),
        Measurement("  touched / typed", median(touched.cpu) / median(typed.cpu), "x", most=1.2),
    ]


async def _round(file: Path, typed: TurnCosts, touched: TurnCosts) -> None:
    """Play matches in which every other move is typed and the others are touched."""
    bot, chance = Furlong(Options(f"sqlite:///{file}")), random.Random(1)
    env = Env(bot, check_errors=False)
    await env.start()
    channel, people = people_of(env)
    context = bot.services.context
    shown: list[asyncio.Task[Match]] = []

    def show(change: MatchChange) -> None:
        shown.append(asyncio.create_task(bot.delivery.show_change(change)))

    async with served(Site(opened=lambda: context, show=show, show_in_turn=show)) as port, ClientSession() as client:
        visitors = {
            who.id: await visitor_for(context, Actor(Person(who.id, who.name), who.guild.id), channel.id)
            for who in people
        }
        number = 0
        for turn in range(2 * TURNS):
            number, match = await begun_match(bot, channel, people, "furl", number)
            assert match.to_move is not None
            mover, move = match.to_move, chance.choice(match.position.legal_moves())
            if turn % 2:
                with typed.command():
                    await next(who for who in people if who.id == mover.id).slash(channel, "move", move=move)
                continue
            visitor, address = visitors[mover.id], f"http://127.0.0.1:{port}/matches/{number}"
            form = {"csrf": visitor.csrf, "revision": str(match.revision), "move": move}
            headers = {"Cookie": f"{COOKIE}={visitor.token}", "Accept": "text/html+board"}
            with touched.command():
                async with client.post(f"{address}/moves", data=form, headers=headers) as answer:
                    assert answer.status == 200
                    await answer.read()
                async with client.get(f"{address}/picture", headers=headers) as answer:
                    await answer.read()
                await shown.pop()
    await env.shutdown()
    await bot.close()


async def _streams(folder: Path) -> list[Measurement]:
    database = await Database.open(f"sqlite:///{folder / 'streams.db'}")
    context = Matches(database, now=lambda: datetime.now(UTC))
    people = [Person((number + 10) << 22, f"P{number}") for number in range(STREAMS // MOST_STREAMS + 2)]
    shown: list[tuple[int, Visitor]] = []
    for host, guest in zip(people[::2], people[1::2], strict=False):
        proposed = await context.propose(Actor(host, _SERVER), _SERVER, Proposal(GAMES["furl"], _CHANNEL, (guest,)))
        match = await context.join(Actor(guest, _SERVER), proposed.id)
        shown += [(match.id, await visitor_for(context, Actor(person, _SERVER), _CHANNEL)) for person in (host, guest)]
    site = Site(opened=lambda: context, show=lambda _change: None, show_in_turn=lambda _change: None, public=_PUBLIC)
    lags: list[float] = []
    async with served(site) as port, ClientSession() as client:
        before = _memory()
        with ExitStack() as opened:
            for _, (number, visitor) in zip(range(STREAMS), cycle(shown), strict=False):
                opened.enter_context(await open_stream(port, number, visitor))
            more = _memory() - before
            for request in range(SECONDS * A_SECOND):
                number, visitor = shown[request % len(shown)]
                asking = asyncio.create_task(ask(client, f"http://127.0.0.1:{port}/matches/{number}", visitor))
                until = perf_counter() + 1 / A_SECOND
                while perf_counter() < until:
                    begun = perf_counter()
                    await asyncio.sleep(_TICK)
                    lags.append(perf_counter() - begun - _TICK)
                await asking
    await database.close()
    lags.sort()
    note = f"the loop beside {STREAMS:,} open pages and {A_SECOND} requests a second, both ends in one process"
    return [
        Measurement(f"Memory of {STREAMS:,} open pages", more, "MB", most=64),
        Measurement("Lag beside them, the worst in a hundred", lags[-len(lags) // 100] * 1e3, "ms", note),
        Measurement("  the longest", lags[-1] * 1e3, "ms", most=50),
    ]


@asynccontextmanager
async def served(site: Site) -> AsyncGenerator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with server.served(server.application(site), "127.0.0.1", port):
        yield port


async def visitor_for(context: Context, actor: Actor, channel_id: int) -> Visitor:
    token, _match_id = await sessions.begin(context, await sessions.link(context, actor, channel_id))
    session = await sessions.find(context, token)
    assert session is not None and session.expires_at - context.now() <= SESSION_LASTS
    return Visitor(session, token, "", session.person.id)


def _head(visitor: Visitor) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={visitor.token}", "X-Forwarded-For": f"10.0.0.{visitor.person.id % 251}"}


async def ask(client: ClientSession, address: str, visitor: Visitor) -> None:
    async with client.get(address, headers=_head(visitor)) as answer:
        assert answer.status == 200
        await answer.read()


async def open_stream(port: int, number: int, visitor: Visitor) -> socket.socket:
    """Open a stream without a client library, whose cost would add to the measurement."""
    made = socket.socket()
    made.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(made, ("127.0.0.1", port))
    lines = [f"GET /matches/{number}/events HTTP/1.1", "Host: localhost"]
    lines += [f"{name}: {value}" for name, value in _head(visitor).items()]
    await loop.sock_sendall(made, "\r\n".join((*lines, "", "")).encode())
    assert b" 200 " in await loop.sock_recv(made, 4096)
    return made


def _memory() -> float:
    """The current memory of this process in megabytes."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1_024
