"""Requests to addresses that visitors name: only to public hosts, in time, without following or reading the answer."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Sequence
from time import monotonic

import pytest
from aiohttp import TCPConnector, web

from bot.outside import requests
from bot.outside.requests import PublicHosts, is_public, post
from tests.bot.receiver import Receiver, receiving


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as found:
        yield found


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.255.255.254"),
        *("169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.254", "192.0.0.1", "192.0.0.170", "192.0.2.1"),
        *("192.168.0.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1"),
        *("255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8"),
        *("::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::a00:1", "64:ff9b:1::1"),
        *("100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "5f00::1", "fc00::1"),
        *("fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1"),
    ],
)
def test_no_private_address_is_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700:4700::1111", "64:ff9b::8.8.8.8"])
def test_a_host_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


def _leads_to(monkeypatch: pytest.MonkeyPatch, found: Sequence[object]) -> None:
    """Every name is that of these addresses."""

    def look_up(*_: object, **__: object) -> Sequence[object]:
        return found

    monkeypatch.setattr(socket, "getaddrinfo", look_up)


async def test_a_name_that_leads_here_is_not_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    _leads_to(monkeypatch, [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", receiver.port))])
    address = f"http://example.com:{receiver.port}/"
    assert await post(address, b"", {}) is None and await post(address, b"", {}, receiver.connector) is None
    assert receiver.posted == []
    assert await post(address, b"", {}, lambda: TCPConnector(force_close=True)) == 200


async def test_a_name_server_that_takes_its_time_holds_up_nothing_but_such_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goes_on, asked, is_asked, loop = threading.Event(), list[object](), asyncio.Event(), asyncio.get_running_loop()

    def look_up(host: object, *_: object, **__: object) -> Sequence[object]:
        asked.append(host)
        loop.call_soon_threadsafe(is_asked.set)
        goes_on.wait(30)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    posts = [asyncio.create_task(post(f"https://{number}.example.com/", b"", {})) for number in range(40)]
    try:
        await is_asked.wait()
        assert await asyncio.wait_for(asyncio.to_thread(len, "painted"), 5) == 7
    finally:
        goes_on.set()
    assert set(await asyncio.gather(*posts)) == {None} and len(asked) == 40


async def test_lookups_that_were_given_up_keep_no_other_name_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system goes on looking for a name for up to a minute, while eight webhooks at a time give up after ten seconds."""
    monkeypatch.setattr(requests, "WITHIN", 0.05)
    goes_on = threading.Event()

    def look_up(host: str, *_: object, **__: object) -> Sequence[object]:
        if host != "example.com":
            goes_on.wait(30)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    try:
        for _ in range(6):
            given_up = await asyncio.gather(*(post(f"https://{number}.example.com/", b"", {}) for number in range(8)))
            assert given_up == [None] * 8
        found = await asyncio.wait_for(PublicHosts().resolve("example.com", 443), 5)
        assert [one["host"] for one in found] == ["8.8.8.8"]
    finally:
        goes_on.set()


async def test_the_address_that_was_checked_is_the_one_that_is_asked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads elsewhere when it is looked up again, as in an attack by rebinding, is looked up once."""
    port, looked_up, connected = receiver.port, list[str](), list[object]()

    def found(host: str, *_: object, **__: object) -> list[object]:
        looked_up.append(host)
        address = "93.184.216.34" if len(looked_up) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    async def connect(_loop: object, _socket: object, address: object) -> None:
        connected.append(address)
        raise OSError("this test connects to nothing")

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(asyncio.get_running_loop().__class__, "sock_connect", connect)
    assert await post(f"http://example.com:{port}/", b"", {}) is None
    assert looked_up == ["example.com"] and connected == [("93.184.216.34", port)]


async def test_of_several_addresses_private_ones_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in ("10.0.0.1", "8.8.8.8", "127.0.0.1")
    ]
    _leads_to(monkeypatch, both)
    assert [one["host"] for one in await PublicHosts().resolve("example.com", 443)] == ["8.8.8.8"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_no_redirect_is_followed(receiver: Receiver, status: int) -> None:
    receiver.status = status
    assert await post(receiver.address, b"{}", {}, receiver.connector) == status
    assert [one.path for one in receiver.posted] == ["/hook"]


async def test_what_hangs_has_no_answer(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "WITHIN", 0.1)

    receiver.answers = receiver.hang
    assert await post(receiver.address, b"{}", {}, receiver.connector) is None
    assert len(receiver.posted) == 1


async def test_an_endless_answer_is_not_read(receiver: Receiver) -> None:
    sent, ended = 0, asyncio.Event()

    async def go_on(request: web.Request) -> web.StreamResponse:
        nonlocal sent
        response = web.StreamResponse()
        await response.prepare(request)
        try:
            while True:
                await response.write(b"x" * 65_536)
                sent += 65_536
        except ConnectionError:
            return response
        finally:
            ended.set()

    receiver.answers = go_on
    begun = monotonic()
    assert await post(receiver.address, b"{}", {}, receiver.connector) == 200
    async with asyncio.timeout(requests.WITHIN):
        await ended.wait()
    assert monotonic() - begun < requests.WITHIN and sent < 50_000_000


@pytest.mark.parametrize(
    "answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000, b"HTTP/1.1 99999 No\r\n\r\n"]
)
async def test_what_speaks_no_http_has_no_answer(answer: bytes) -> None:
    async def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(speak, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert await post("https://receiver.example/", b"{}", {}, Receiver(port).connector) is None
