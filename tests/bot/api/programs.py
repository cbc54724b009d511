"""Programs that use the interface with a token."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from aiohttp import ClientSession, DummyCookieJar

from bot.actions import engines as engine_actions
from bot.actions import tokens
from bot.api.core import PATH
from bot.model.people import Person
from bot.model.tokens import Scope
from tests.bot.web.visiting import ADA, SERVER, Visited

MONTH = timedelta(days=30)


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: Any

    @property
    def error(self) -> str:
        return self.body["error"]


@dataclass(frozen=True)
class Client:
    """A program with a token."""

    site: Visited
    secret: str

    async def ask(self, method: str, path: str, **options: Any) -> Reply:
        headers = {"Authorization": f"Bearer {self.secret}", **options.pop("headers", {})}
        address = f"http://127.0.0.1:{self.site.port}{PATH}{path}"
        async with (
            ClientSession(cookie_jar=DummyCookieJar()) as session,
            session.request(method, address, headers=headers, allow_redirects=False, **options) as answer,
        ):
            assert answer.content_type == "application/json", await answer.text()
            return Reply(answer.status, await answer.json(), answer.headers)

    async def get(self, path: str, **query: str) -> Reply:
        return await self.ask("GET", path, params=query)

    async def post(self, path: str, **body: Any) -> Reply:
        return await self.ask("POST", path, json=body)


async def engine(site: Visited, name: str = "Bolt", owner: Person = ADA, *games: str) -> Client:
    """An engine of a person on the server, whose program follows its matches."""
    found, secret = await engine_actions.register(site.matches, owner, SERVER, name, games or ("furl",))
    await engine_actions.note_ready(site.matches, found.person)
    return Client(site, secret)


async def program(site: Visited, person: Person = ADA, scope: Scope = Scope.PLAY) -> Client:
    """A program of a person, with a new token."""
    _token, secret = await tokens.make(site.matches, person, "My engine", scope, MONTH)
    return Client(site, secret)
