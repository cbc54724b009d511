"""A push service of our own on this machine, and browsers that can read what it was sent."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from multidict import CIMultiDictProxy

from bot.model.sessions import Subscription
from studio.playground.loopback import Loopback

CONTACT = "host@furlong.example"
PUSH_HOST = "https://fcm.googleapis.com"
_SALT, _LENGTHS = 16, 21  # bytes before the length of the sender's key, and before the key


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


@dataclass
class Received:
    """A request of the push service: the path of the browser, its headers and its body."""

    path: str
    headers: CIMultiDictProxy[str]
    body: bytes


class PushedBrowser:
    """A browser that agreed to get notices, with keys of its own."""

    def __init__(self, service: str, name: str = "one") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = bytes(range(16))
        self.path = f"/{name}"
        point = _point(self._key.public_key())
        self.subscription = Subscription(f"{service}{self.path}", text_of(point), text_of(self._secret))

    @property
    def form(self) -> dict[str, str]:
        """What its page sends."""
        known = self.subscription
        return {"address": known.address, "key": known.key, "secret": known.secret}

    def read(self, received: Received) -> Any:
        """Decrypt what only this browser can read, as RFC 8188 and RFC 8291 say."""
        assert received.headers["Content-Encoding"] == "aes128gcm" and int(received.headers["TTL"]) > 0
        salt, body = received.body[:_SALT], received.body
        end = _LENGTHS + body[_LENGTHS - 1]
        sender = body[_LENGTHS:end]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        own = _point(self._key.public_key())
        secret = _derived(shared, self._secret, b"WebPush: info\0" + own + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, body[end:], None).rstrip(b"\0")
        assert text[-1] == 2, "the last record"
        return json.loads(text[:-1])


def sender_of(received: Received) -> tuple[str, Any]:
    """The key with which a request was signed, once the signature was checked (RFC 8292), and what it claims."""
    scheme, _, parts = received.headers["Authorization"].partition(" ")
    given = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert scheme == "vapid"
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(given["k"]))
    return given["k"], jwt.decode(given["t"], key, algorithms=["ES256"], audience=PUSH_HOST)


@dataclass
class PushService:
    """The push service: where it is, what it received, and its answers by path."""

    port: int = 0
    address: str = PUSH_HOST
    received: list[Received] = field(default_factory=list[Received])
    statuses: dict[str, int] = field(default_factory=dict[str, int])

    def connector(self) -> Loopback:
        """A connector that leads to this service."""
        return Loopback("fcm.googleapis.com", self.port)


@asynccontextmanager
async def push_service() -> AsyncGenerator[PushService]:
    """A push service on this machine within the context."""
    service = PushService()

    async def take(request: web.Request) -> web.Response:
        service.received.append(Received(request.path, request.headers, await request.read()))
        status = service.statuses.get(request.path, 201)
        headers = {"Location": f"{service.address}/elsewhere"} if 300 <= status < 400 else None
        return web.Response(status=status, headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.port = runner.addresses[0][1]
    yield service
    await runner.cleanup()
