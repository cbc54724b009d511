"""Web push against a service of our own: encryption and signature are real, and no notice leaves for anywhere else."""

import socket
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from cryptography.exceptions import InvalidTag

from bot.outside.push import LONGEST_ADDRESS, Answer, Keys, Pusher
from bot.outside.requests import PublicHosts
from tests.bot.pushed import CONTACT, PushedBrowser, PushService, push_service, sender_of, text_of

_NOTICE = {"title": "Furl · #1", "text": "It's your turn against Žofie.", "address": "/matches/1", "tag": "match-1"}
_PUBLIC = "https://updates.push.services.mozilla.com/wpush/v2/1"


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as service:
        yield service


async def test_a_notice_is_read_by_its_browser_alone_and_signed_by_this_installation(service: PushService) -> None:
    pusher, keys = Pusher(CONTACT, service.connector), Pusher.new_keys()
    one, other = PushedBrowser(service.address), PushedBrowser(service.address, "other")
    assert Keys.load(keys.stored) == keys
    assert await pusher.send(keys, one.subscription, _NOTICE) is Answer.TAKEN
    [received] = service.received
    assert received.path == one.path and one.read(received) == _NOTICE
    with pytest.raises(InvalidTag):
        other.read(received)
    key, claims = sender_of(received)
    assert key == pusher.for_browsers(keys) and claims["sub"] == f"mailto:{CONTACT}"


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (200, Answer.TAKEN),
        (202, Answer.TAKEN),
        (301, Answer.REFUSED),
        (307, Answer.REFUSED),
        (400, Answer.GONE),
        (403, Answer.GONE),
        (404, Answer.GONE),
        (410, Answer.GONE),
        (413, Answer.REFUSED),
        (429, Answer.REFUSED),
        (500, Answer.REFUSED),
    ],
)
async def test_the_status_says_what_became_of_a_notice_and_no_redirect_is_followed(
    service: PushService, status: int, answer: Answer
) -> None:
    browser = PushedBrowser(service.address)
    service.statuses[browser.path] = status
    assert await Pusher(CONTACT, service.connector).send(Pusher.new_keys(), browser.subscription, _NOTICE) is answer
    assert [received.path for received in service.received] == [browser.path]


async def test_a_service_that_is_away_refuses() -> None:
    away = PushService(port=9)
    browser, pusher = PushedBrowser(away.address), Pusher(CONTACT, away.connector)
    assert await pusher.send(Pusher.new_keys(), browser.subscription, _NOTICE) is Answer.REFUSED


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://fcm.googleapis.com/1",
        "ftp://fcm.googleapis.com/1",
        "https://fcm.googleapis.com:8443/1",
        "https://push.example.com/1",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com.evil.example/1",
        "https://notfcm.googleapis.com.example/1",
        "https://user@fcm.googleapis.com/1",
        "https://fcm.googleapis.com@127.0.0.1/1",
        "https://127.0.0.1/1",
        "https://127.1/1",
        "https://2130706433/1",
        "https://0x7f.0.0.1/1",
        "https://[::1]/1",
        "https://[::ffff:10.0.0.1]/1",
        "https://10.0.0.1/1",
        "https://169.254.169.254/latest",
        "https://localhost/1",
        "https://fcm.googleapis.com\\@evil.example/1",
        "https://fcm.googleapis.com /1",
        "https://fcm.googleapis.com/\r\nHost: x",
        "https://pusch.exämple.com/1",
        "https:///1",
        "https://fcm.googleapis.com:99999/1",
        f"https://fcm.googleapis.com/{'a' * LONGEST_ADDRESS}",
    ],
)
async def test_no_address_but_a_public_host_by_https_is_taken(address: str) -> None:
    browser, pusher = PushedBrowser("https://fcm.googleapis.com"), Pusher(CONTACT)
    assert pusher.takes(replace(browser.subscription, address=_PUBLIC))
    hostile = replace(browser.subscription, address=address)
    assert not pusher.takes(hostile)
    assert await pusher.send(Pusher.new_keys(), hostile, _NOTICE) is Answer.GONE


@pytest.mark.parametrize("host", ["localhost", "localhost.localdomain"])
async def test_a_name_of_a_private_host_is_not_found(host: str) -> None:
    with pytest.raises(OSError, match=r"no public host|not known|resolution"):
        await PublicHosts().resolve(host, 443)


async def test_a_public_name_that_leads_to_this_machine_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def found(host: str, *_: object, **__: object) -> list[object]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    browser = replace(PushedBrowser("https://fcm.googleapis.com").subscription, address=_PUBLIC)
    assert await Pusher(CONTACT).send(Pusher.new_keys(), browser, _NOTICE) is Answer.REFUSED
    assert asked == ["updates.push.services.mozilla.com"]


@pytest.mark.parametrize(
    "key", ["", "x", text_of(b"\4" + b"a" * 64), text_of(b"\2" + b"a" * 32), "é" * 87, "a" * 5_000]
)
async def test_a_key_is_a_point_on_the_curve(key: str) -> None:
    browser = replace(PushedBrowser("https://fcm.googleapis.com").subscription, address=_PUBLIC)
    assert not Pusher(CONTACT).takes(replace(browser, key=key))


@pytest.mark.parametrize("secret", ["", "x", text_of(b"a" * 15), text_of(b"a" * 17), "=" * 22])
async def test_a_secret_has_sixteen_bytes(secret: str) -> None:
    browser = replace(PushedBrowser("https://fcm.googleapis.com").subscription, address=_PUBLIC)
    assert not Pusher(CONTACT).takes(replace(browser, secret=secret))
