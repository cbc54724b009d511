"""A page on a separate database, and browsers that visit it."""

import asyncio
import random
import re
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from typing import Any

from aiohttp import ClientSession, CookieJar, DummyCookieJar, FormData

from bot.actions import sessions
from bot.actions.change import MatchChange
from bot.api.server import ANNEX
from bot.model.challenges import Proposal
from bot.model.match import Match
from bot.model.people import Actor, Membership, Person
from bot.store.engine.database import Database
from bot.web import access, server
from rules import GAMES
from rules.core import Seat
from tests.bot.matches import Matches
from tests.bot.queue import check_none_is_too_far
from tests.bot.thinking import AtOnce

ADA, BEN, CLEO = (Person((number + 1) << 22, name) for number, name in enumerate(("Ada", "Ben", "Cleo")))
SERVER, CHANNEL = 77 << 22, 78 << 22
CLIENT_SECRET = "the secret of the application"


@dataclass
class Visited:
    """The page on a database, with a clock that tests move, and what it has shown in Discord."""

    matches: Matches
    port: int
    clock: list[datetime]
    looked: list[int] = field(default_factory=list[int])
    in_turn: list[int] = field(default_factory=list[int])
    """Those of them that nobody has claimed to be shown at once."""
    members: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    memberships: dict[int, Membership] = field(default_factory=dict[int, Membership])
    """How people stand on every server, by id, unless they are ordinary members."""

    def actor(self, person: Person) -> Actor:
        return Actor(person, SERVER)

    async def match(
        self, game: str = "furl", host: Person = ADA, guest: Person = BEN, server_id: int = SERVER
    ) -> Match:
        """A running match that the host begins."""
        proposed = await self.proposed(game, host, guest, server_id)
        return await self.matches.join(Actor(guest, server_id), proposed.id)

    async def proposed(
        self, game: str = "furl", host: Person = ADA, guest: Person = BEN, server_id: int = SERVER
    ) -> Match:
        """A match that waits for the guest."""
        proposal = Proposal(GAMES[game], CHANNEL, (guest,), host_seat=Seat(0))
        return await self.matches.propose(Actor(host, server_id), server_id, proposal)

    @asynccontextmanager
    async def stream(self, path: str, headers: dict[str, str]) -> AsyncGenerator[AsyncIterator[str]]:
        """The lines of a stream."""
        address = f"http://127.0.0.1:{self.port}{path}"
        async with asyncio.timeout(20), ClientSession() as session, session.get(address, headers=headers) as answer:
            yield (line.decode().rstrip() async for line in answer.content)

    async def heard(self, path: str, cookie: str, change: Callable[[], Awaitable[object]]) -> str:
        """Open a stream, and do something once it has sent its state; returns the next event."""
        headers = {"Cookie": f"{access.COOKIE}={cookie}"}
        async with (
            asyncio.timeout(20),
            ClientSession() as session,
            session.get(f"http://127.0.0.1:{self.port}{path}", headers=headers) as answer,
        ):
            has_changed, lines = False, (line.decode() async for line in answer.content)
            async for line in lines:
                if line == "event: states\n" and not has_changed:
                    has_changed = True
                    await change()
                elif line.startswith("event: ") and line != "event: visitor\n":
                    return line.removeprefix("event: ").strip()
        raise AssertionError("the stream has ended")

    async def watch(self, path: str, headers: Mapping[str, str]) -> int:
        """Open a stream that stays open until the end of the test; returns the status of the answer."""
        _OPEN.append(session := ClientSession())
        answer = await session.get(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        return answer.status

    async def ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> "Answer":
        """Send a raw request, without a browser."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = {"Host": "127.0.0.1", "Connection": "close", "Content-Length": str(len(body)), **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items() if value)]
        writer.write("\r\n".join((*lines, "", "")).encode() + body)
        try:
            async with asyncio.timeout(20):
                first = await reader.readline()
                text = (
                    "" if b" 200 " in first and "/events" in path else (await reader.read()).decode("utf-8", "replace")
                )
        finally:
            writer.close()
        return Answer(int(first.split()[1]), text, {})

    async def request(
        self, method: str, path: str, form: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> "Answer":
        """Send a request as a client that keeps no cookies."""
        async with (
            ClientSession(cookie_jar=DummyCookieJar()) as client,
            client.request(
                method, f"http://127.0.0.1:{self.port}{path}", data=form, headers=headers, allow_redirects=False
            ) as answer,
        ):
            return Answer(answer.status, await answer.text(), answer.headers)

    async def session(self, person: Person) -> str:
        """The token of a session in a browser."""
        return (await sessions.begin(self.matches, await self.link(person)))[0]

    async def link(self, person: Person, server_id: int | None = SERVER) -> str:
        return await sessions.link(self.matches, Actor(person, server_id), CHANNEL)

    async def visit(self, person: Person, server_id: int | None = SERVER) -> "Browser":
        """The browser of a person who has used a link."""
        browser = Browser(self)
        answer = await browser.post("/enter", token=await self.link(person, server_id))
        assert answer.status == 303
        return browser


@dataclass
class Answer:
    status: int
    text: str
    headers: Any


class Browser:
    """A browser that keeps cookies and follows no redirects."""

    def __init__(self, site: Visited) -> None:
        self.site = site
        self._session = ClientSession(cookie_jar=CookieJar(unsafe=True))
        _OPEN.append(self._session)

    async def get(self, path: str, **headers: str) -> Answer:
        async with self._session.get(self._url(path), headers=headers, allow_redirects=False) as answer:
            return Answer(answer.status, (await answer.read()).decode("utf-8", "replace"), answer.headers)

    async def get_bytes(self, path: str) -> bytes:
        async with self._session.get(self._url(path)) as answer:
            assert answer.status == 200
            return await answer.read()

    async def post(self, path: str, origin: str = "", /, **form: str) -> Answer:
        headers = {"Origin": origin} if origin else None
        async with self._session.post(self._url(path), data=form, headers=headers, allow_redirects=False) as answer:
            return Answer(answer.status, await answer.text(), answer.headers)

    async def post_bytes(self, path: str, **form: str) -> bytes:
        async with self._session.post(self._url(path), data=form) as answer:
            assert answer.status == 200
            return await answer.read()

    async def upload(self, path: str, data: bytes, name: str, **form: str) -> Answer:
        """Send a form with a file called `name`; none is chosen if that is empty."""
        sent = FormData({"csrf": await self.csrf(), **form}, default_to_multipart=True)
        sent.add_field("file", data, filename=name, content_type="text/plain")
        async with self._session.post(self._url(path), data=sent, allow_redirects=False) as answer:
            return Answer(answer.status, await answer.text(), answer.headers)

    async def writes(self, match: Match, kind: str, text: str) -> Answer:
        """Send the form of a plan or a note."""
        sent = {"deed": f"{kind}_save", "match": str(match.id), "in.value": text}
        return await self.post(f"/matches/{match.id}/{kind}", csrf=await self.csrf(), **sent)

    @property
    def cookie(self) -> str:
        """The token of the session."""
        return next(cookie.value for cookie in self._session.cookie_jar if cookie.key == access.COOKIE)

    async def csrf(self) -> str:
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', (await self.get("/")).text)
        assert found is not None
        return found[1]

    def _url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.site.port}{path}"


_OPEN: list[ClientSession] = []


@asynccontextmanager
async def visited(url: str, **options: Any) -> AsyncGenerator[Visited]:
    """Serve a page within the context; `options` are those of a `bot.web.access.Site`."""
    clock = [datetime(2030, 1, 1, tzinfo=UTC)]
    database = await Database.open(url)
    memberships: dict[int, Membership] = {}

    async def membership(_server_id: int, person_id: int) -> Membership:
        return memberships.get(person_id, Membership.MEMBER)

    matches = Matches(database, now=lambda: clock[0], lots=random.Random(1), membership=membership)
    looked, in_turn = list[int](), list[int]()
    members = {(SERVER, person.id) for person in (ADA, BEN, CLEO)}

    async def is_member(server_id: int, person_id: int) -> bool:
        return (server_id, person_id) in members

    def show_in_turn(change: MatchChange) -> None:
        looked.append(change.match.id)
        if change.claim is None:
            in_turn.append(change.match.id)

    thinkers = AtOnce()
    site = access.Site(
        opened=lambda: matches,
        show=lambda change: looked.append(change.match.id),
        show_in_turn=show_in_turn,
        advise=lambda match, asker: thinkers.advise(match, asker),
        is_member=is_member,
        **options,
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with server.served(server.application(site, ANNEX), "127.0.0.1", port):
        yield Visited(matches, port, clock, looked, in_turn, members, memberships)
    while _OPEN:
        await _OPEN.pop().close()
    await check_none_is_too_far(database, clock[0])
    await database.close()


def picture_in(answer: Answer) -> str:
    """The address of the picture on a page."""
    found = re.search(r'<img src="([^"]+)"', answer.text.partition('class="picture"')[2])
    assert found is not None
    return unescape(found[1])


def words(answer: Answer) -> str:
    """The text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())
