"""Live pages: every open page of a match hears of changes."""

import pytest
from aiohttp import ClientConnectionResetError, ServerDisconnectedError, web

from bot.web import access
from bot.web.live import MOST_STREAMS
from tests.bot.web.visiting import ADA, BEN, CLEO, Visited

pytestmark = pytest.mark.each_database


async def test_a_page_hears_of_a_change_made_as_soon_as_it_is_open(site: Visited) -> None:
    match, cookie = await site.match(), await site.session(BEN)
    path = f"/matches/{match.id}/events"
    assert await site.heard(path, cookie, lambda: site.matches.resign(site.actor(ADA), match.id)) == "changed"


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
        assert await anext(lines) == "retry: 1000"
        await browser.post("/leave", csrf=await browser.csrf())
        await site.matches.resign(site.actor(ADA), match.id)
        assert not [line async for line in lines if "changed" in line]


async def test_a_stream_ends_once_its_visitor_may_not_watch_any_more(site: Visited) -> None:
    match, cookie = await site.match(), await site.session(CLEO)
    async with site.stream(f"/matches/{match.id}/events", {"Cookie": f"{access.COOKIE}={cookie}"}) as lines:
        assert await anext(lines) == "retry: 1000"
        site.members.clear()
        await site.matches.resign(site.actor(ADA), match.id)
        assert not [line async for line in lines if "changed" in line]


async def test_a_stream_names_the_session_that_the_page_has(site: Visited) -> None:
    match, browser = await site.match(), await site.visit(BEN)
    page = await browser.get(f"/matches/{match.id}")
    for cookie, is_same in (browser.cookie, True), (await site.session(BEN), False):
        async with site.stream(f"/matches/{match.id}/events", {"Cookie": f"{access.COOKIE}={cookie}"}) as lines:
            token = [await anext(lines) for _ in range(3)][-1].removeprefix("data: ")
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
