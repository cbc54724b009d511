"""The proxy of the playground, for requests that its page does not send."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import simcord.preview
from aiohttp import ClientSession

from studio.playground import proxy

_JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("path", ["/api/action", "/api/pages"])
async def test_a_request_that_is_no_action_is_refused(path: str) -> None:
    preview: Any = SimpleNamespace(url="http://127.0.0.1:9/#x", capability="x")
    async with proxy.served(preview, 0) as (_proxy, address), ClientSession(headers=_JSON) as page:
        begun = address.partition("/#")[0]
        for body in (b"", b"[]", b"1", b"{", b"\xff", b"[" * 100_000, b'{"kind": "configure_presentation"}' * 2):
            async with page.post(f"{begun}{path}", data=body) as answer:
                assert answer.status == 400, body[:40]
        async with page.post(f"{begun}{path}", data=b"{}", headers={"Host": "elsewhere.example"}) as answer:
            assert answer.status == 403
        if path == "/api/action":
            async with page.post(
                f"{begun}{path}", data=b'{"kind": "configure_presentation", "sequence": "x"}'
            ) as answer:
                assert answer.status == 400


async def test_a_request_that_does_not_arrive_keeps_nobody_waiting() -> None:
    preview: Any = SimpleNamespace(url="http://127.0.0.1:9/#x", capability="x")
    settled = b'{"kind": "configure_presentation", "sequence": 2, "request_id": "r", "published_revision": 1}'
    async with proxy.served(preview, 0) as (_proxy, address), ClientSession(headers=_JSON) as page, asyncio.timeout(20):
        host, _, port = address.partition("/#")[0].removeprefix("http://").partition(":")
        _reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"POST /api/action HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{")
        await writer.drain()
        async with page.post(f"http://{host}:{port}/api/action", data=settled) as answer:
            assert answer.status == 200
        writer.close()


@pytest.mark.parametrize("path", proxy.PATCHES)
def test_each_text_to_replace_is_on_the_page_of_this_release(path: str) -> None:
    folder = Path(simcord.preview.__file__).with_name("static")
    text = (folder / (path.strip("/") or "index.html")).read_text()
    assert [patch.old for patch in proxy.PATCHES[path] if patch.old not in text] == []
