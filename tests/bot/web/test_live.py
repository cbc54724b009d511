"""Live pages: every open page of a match hears of changes."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from aiohttp import ClientConnectionResetError, ServerDisconnectedError, web

from bot.actions import sessions
from bot.actions.context import Context
from bot.model.askers import Asker
from bot.model.sessions import Session
from bot.model.shares import Turns
from bot.web import access
from bot.web.access import Visitor
from bot.web.live import MOST_STREAMS, MOST_WATCHED, Hub
from tests.bot.tables import statements
from tests.bot.web.visiting import ADA, BEN, CLEO, Visited

pytestmark = pytest.mark.each_database


async def test_a_page_hears_of_a_change_made_as_soon_as_it_is_open(site: Visited) -> None:
    match, cookie = await site.match(), await site.session(BEN)
    path = f"/matches/{match.id}/events"
    assert await site.heard(path, cookie, lambda: site.matches.resign(site.actor(ADA), match.id)) == "states"


async def test_a_stream_tells_the_states_of_all_matches_that_a_browser_shows(site: Visited) -> None:
    first, second, cookie = await site.match(), await site.match(), await site.session(BEN)
    unseen = await site.match(host=ADA, guest=CLEO, server_id=99 << 22)
    path = f"/matches/{first.id}/events?also={second.id},{unseen.id}"
    async with site.stream(path, {"Cookie": f"{access.COOKIE}={cookie}"}) as lines:
        before = await _states(lines)
        assert before[first.id] and before[second.id] and not before[unseen.id]
        await site.matches.resign(site.actor(ADA), second.id)
        after = await _states(lines)
    assert [match_id for match_id in before if before[match_id] != after[match_id]] == [second.id]


async def test_only_so_many_matches_are_in_a_stream_and_only_numbers_name_them(site: Visited) -> None:
    match, cookie = await site.match(), await site.session(BEN)
    path, headers = f"/matches/{match.id}/events?also=", {"Cookie": f"{access.COOKIE}={cookie}"}
    async with site.stream(path + ",".join(map(str, range(1_000, 1_100))), headers) as lines:
        assert len(await _states(lines)) == MOST_WATCHED
    assert (await site.ask("GET", f"{path}1,x", headers, b"")).status == 400


async def _states(lines: AsyncIterator[str]) -> dict[int, str]:
    """The states that a stream tells next."""
    async for line in lines:
        if line == "event: states":
            break
    return {int(number): state for number, state in json.loads((await anext(lines)).removeprefix("data: ")).items()}


async def test_a_change_is_asked_once_for_all_who_watch_a_match(site: Visited) -> None:
    match, watchers = await site.match(), 8
    headers = [{"Cookie": f"{access.COOKIE}={await site.session(who)}"} for who in (ADA, BEN) for _ in range(4)]
    async with AsyncExitStack() as open_pages:
        pages = [
            await open_pages.enter_async_context(site.stream(f"/matches/{match.id}/events", one)) for one in headers
        ]
        before = [await _states(lines) for lines in pages]
        await site.matches.resign(site.actor(ADA), match.id)
        with statements() as sent:
            after = [await _states(lines) for lines in pages]
    assert len(pages) == watchers and all(one != other for one, other in zip(before, after, strict=True))
    assert len([line for line in sent if "page_sessions" in line]) == 0, "sessions were looked up lately"
    loads = [line for line in sent if line.startswith("SELECT matches.id") and "game" in line]
    assert 1 <= len(loads) < watchers / 2, sent


async def test_watchers_ask_the_database_only_two_questions_at_a_time() -> None:
    hub, asking, most = Hub(Mock(), Turns(access.WATCHERS_AT_ONCE)), 0, 0

    async def ask() -> None:
        nonlocal asking, most
        asking += 1
        most = max(most, asking)
        await asyncio.sleep(0)
        asking -= 1

    await asyncio.gather(*(hub.once(number, ask) for number in range(30)), *(hub.in_turn(1, ask) for _ in range(30)))
    assert most == 2


async def test_neither_an_open_page_nor_a_program_waits_for_the_questions_of_those_who_ask_a_lot() -> None:
    hub, asked, go_on = Hub(Mock(), Turns(access.WATCHERS_AT_ONCE)), list[str](), asyncio.Event()

    async def ask(whose: str) -> None:
        asked.append(whose)
        await go_on.wait()

    many = [hub.in_turn(asker, partial(ask, "theirs")) for asker in (1, 2) for _ in range(30)]
    waiting = asyncio.gather(*many, hub.once("match", partial(ask, "page")), hub.in_turn(3, partial(ask, "program")))
    await asyncio.sleep(0)
    go_on.set()
    await waiting
    assert max(asked.index("page"), asked.index("program")) < 10


async def test_a_page_that_opens_does_not_wait_for_the_many_that_another_network_opens(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, find, go_on = f"/matches/{(await site.match()).id}/events", sessions.find, asyncio.Event()
    ada, ben, arrived, found = await site.session(ADA), await site.session(BEN), asyncio.Queue[str](), list[str]()

    def asker_of(request: web.Request, visitor: Visitor | None) -> Asker:
        arrived.put_nowait(request.headers["User-Agent"])
        return request.headers["User-Agent"] if visitor is None else visitor.asker

    async def slow(context: Context, token: str) -> Session | None:
        found.append(token)
        await go_on.wait()
        return await find(context, token)

    def open_from(network: str, cookie: str) -> asyncio.Task[int]:
        headers = {"User-Agent": network, "Cookie": f"{access.COOKIE}={cookie}"}
        return asyncio.create_task(site.watch(path, headers))

    monkeypatch.setattr(access, "asker_of", asker_of)
    monkeypatch.setattr(sessions, "find", slow)
    opening = [open_from("another", ada) for _ in range(20)]
    async with asyncio.timeout(10):
        for _ in opening:
            await arrived.get()
        opening.append(open_from("home", ben))
        while await arrived.get() != "home":
            pass
        go_on.set()
        await asyncio.gather(*opening)
    assert found.index(ben) < 10


async def test_hundreds_who_come_at_once_use_two_connections_and_all_are_let_in(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, cookies = await site.match(), [await site.session(who) for who in (ADA, BEN, CLEO) for _ in range(5)]
    find, asking, most = sessions.find, 0, 0

    async def found(*about: Any) -> Any:
        nonlocal asking, most
        asking += 1
        most = max(most, asking)
        try:
            return await find(*about)
        finally:
            asking -= 1

    monkeypatch.setattr(sessions, "find", found)
    opening = (site.watch(f"/matches/{match.id}/events", {"Cookie": f"{access.COOKIE}={one}"}) for one in cookies)
    assert await asyncio.gather(*opening) == [200] * 15 and most <= 2


async def test_a_question_that_failed_is_asked_again() -> None:
    hub, asked = Hub(Mock(), Turns(access.WATCHERS_AT_ONCE)), AsyncMock(side_effect=[OSError("away"), 7])
    with pytest.raises(OSError, match="away"):
        await hub.once("match", asked)
    assert [await hub.once("match", asked) for _ in range(3)] == [7] * 3 and asked.await_count == 2


async def test_a_page_that_was_left_does_not_count_among_the_streams_of_a_person(site: Visited) -> None:
    match, cookie = await site.match(), await site.session(BEN)
    path, headers = f"/matches/{match.id}/events", {"Cookie": f"{access.COOKIE}={cookie}"}
    left = [(await site.ask("GET", path, headers, b"")).status for _ in range(2 * MOST_STREAMS)]
    stayed = [await site.watch(path, headers) for _ in range(MOST_STREAMS + 1)]
    assert (set(left), stayed) == ({200}, [200] * MOST_STREAMS + [429])


async def test_a_stream_ends_with_its_session_and_tells_nothing_more(site: Visited) -> None:
    match, browser = await site.match(), await site.visit(BEN)
    headers = {"Cookie": f"{access.COOKIE}={browser.cookie}"}
    async with site.stream(f"/matches/{match.id}/events", headers) as lines:
        assert await _states(lines)
        await browser.post("/leave", csrf=await browser.csrf())
        await site.matches.resign(site.actor(ADA), match.id)
        assert not [line async for line in lines if "event" in line]


async def test_a_stream_ends_once_its_visitor_may_not_watch_any_more(site: Visited) -> None:
    match, cookie = await site.match(), await site.session(CLEO)
    async with site.stream(f"/matches/{match.id}/events", {"Cookie": f"{access.COOKIE}={cookie}"}) as lines:
        assert await _states(lines)
        site.members.clear()
        await site.matches.resign(site.actor(ADA), match.id)
        assert not [line async for line in lines if "event" in line]


async def test_no_stream_is_sent_as_the_body_that_an_answer_to_head_does_not_have(site: Visited) -> None:
    match, cookie = await site.match(), await site.session(BEN)
    for path in f"/matches/{match.id}/events", "/api/v1/events":
        assert (await site.ask("HEAD", path, {"Cookie": f"{access.COOKIE}={cookie}"}, b"")).status == 405, path


async def test_a_stream_names_the_session_that_the_page_has(site: Visited) -> None:
    match, browser = await site.match(), await site.visit(BEN)
    page = await browser.get(f"/matches/{match.id}")
    for cookie, is_same in (browser.cookie, True), (await site.session(BEN), False):
        async with site.stream(f"/matches/{match.id}/events", {"Cookie": f"{access.COOKIE}={cookie}"}) as lines:
            token = [await anext(lines) for _ in range(2)][-1].removeprefix("data: ")
        assert token and (f'data-visitor="{token}"' in page.text) is is_same


async def test_a_page_that_is_left_before_its_stream_begins_is_no_error(
    site: Visited, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, cookie = await site.match(), await site.session(BEN)

    async def left(_response: web.StreamResponse, request: web.Request) -> None:
        assert request.transport is not None
        request.transport.abort()
        raise ClientConnectionResetError("Cannot write to closing transport")

    monkeypatch.setattr(web.StreamResponse, "prepare", left)
    with pytest.raises(ServerDisconnectedError):
        await site.watch(f"/matches/{match.id}/events", {"Cookie": f"{access.COOKIE}={cookie}"})
    assert not caplog.records
