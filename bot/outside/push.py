"""Web push: short notices to browsers, through the push services of their makers.

A browser that agrees gives an address of its push service and two keys. A notice is encrypted so that only this browser
can read it (RFC 8291), and signed with the key of this installation (VAPID, RFC 8292). The address comes from a
visitor, so a request goes only to the services of known browsers, by https, follows no redirect, and reads nothing of
the answer but its status.
"""

import json
import re
from base64 import urlsafe_b64decode
from binascii import Error
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from aiohttp import BaseConnector

from bot.model.sessions import Subscription
from bot.outside.requests import post, to_public_hosts

LONGEST_ADDRESS: Final = 1_000
"""The most characters of an address at a push service; those of all known services have fewer than 500."""

_LONGEST_KEY: Final = 120  # characters
_POINT, _SECRET = 65, 16  # bytes of a browser's public key, uncompressed, and of its secret
_KEPT: Final = 86_400  # seconds for which a push service keeps a notice for a browser that is away
_HTTPS: Final = 443
_SERVICES: Final = re.compile(
    r"(?:[a-z0-9-]{1,63}\.){0,3}"
    r"(?:fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)"
)
"""The hosts of the push services of browsers: any other could be slow on purpose, or lead into the host's own network."""

_GONE: Final = frozenset(
    {
        *(HTTPStatus.NOT_FOUND, HTTPStatus.GONE),  # the browser has withdrawn its consent, or is no more
        *(HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN),  # it was for another key
    }
)
"""The answers after which a subscription is of no use any more."""


class Answer(Enum):
    """What a push service does with a notice."""

    TAKEN = auto()
    GONE = auto()
    """The subscription is of no use any more."""

    REFUSED = auto()
    """It takes nothing at present, or cannot be reached."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The key of this installation, as PEM: the private part and the public one."""

    private: str = field(repr=False)
    public: str

    @classmethod
    def load(cls, stored: str) -> "Keys":
        """Keys as `stored` has them."""
        return cls(**json.loads(stored))

    @property
    def stored(self) -> str:
        """The keys as they are stored."""
        return json.dumps({"private": self.private, "public": self.public})


class Pusher:
    """Sends notices to browsers. `contact` is the host's mail address, which push services may want to write to."""

    def __init__(self, contact: str, connector: Callable[[], BaseConnector] = to_public_hosts) -> None:
        """Begin without a connection; each notice gets a connector of its own."""
        self._contact: Final = contact
        self._connector: Final = connector

    @staticmethod
    def new_keys() -> Keys:
        """New keys, of which an installation needs one pair for ever."""
        from webpush.vapid import VAPID  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415 - in an extra

        private, public, _for_browsers = VAPID.generate_keys()
        return Keys(private.decode(), public.decode())

    @staticmethod
    def for_browsers(keys: Keys) -> str:
        """The public key as browsers want it."""
        from cryptography.hazmat.primitives.serialization import load_pem_public_key  # noqa: PLC0415 - in an extra
        from webpush.vapid import VAPID  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415 - in an extra

        return VAPID.get_application_server_key(load_pem_public_key(keys.public.encode()))

    def takes(self, subscription: Subscription) -> bool:
        """Whether a subscription is one that notices can be sent to."""
        key, secret = _decoded(subscription.key), _decoded(subscription.secret)
        return _may_reach(subscription.address) and len(secret) == _SECRET and _is_point(key)

    async def send(self, keys: Keys, subscription: Subscription, notice: Mapping[str, str]) -> Answer:
        """Send a notice to a browser."""
        from webpush import (  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415 - in an extra
            WebPush,
            WebPushSubscription,
        )

        if not self.takes(subscription):
            return Answer.GONE
        encoder = WebPush(keys.private.encode(), keys.public.encode(), self._contact, ttl=_KEPT)
        given = {"auth": subscription.secret, "p256dh": subscription.key}
        to = WebPushSubscription.model_validate({"endpoint": subscription.address, "keys": given})
        message = encoder.get(json.dumps(notice, ensure_ascii=False), to)
        headers = {name: str(value) for name, value in message.headers.items()}
        status = await post(subscription.address, message.encrypted, headers, self._connector)
        return Answer.REFUSED if status is None else _meaning(status)


def _may_reach(address: str) -> bool:
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        return False
    with suppress(ValueError):
        parts = urlsplit(address)
        is_plain = "@" not in parts.netloc and parts.port in (None, _HTTPS)
        return parts.scheme == "https" and is_plain and _SERVICES.fullmatch(parts.hostname or "") is not None
    return False


def _meaning(status: int) -> Answer:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return Answer.TAKEN
    return Answer.GONE if status in _GONE else Answer.REFUSED


def _decoded(text: str) -> bytes:
    """Bytes written in the alphabet for addresses; none if they are not."""
    if len(text) > _LONGEST_KEY or not re.fullmatch(r"[A-Za-z0-9_-]+={0,2}", text):
        return b""
    with suppress(Error, ValueError):
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    return b""


def _is_point(key: bytes) -> bool:
    """Whether these bytes are a public key on the curve P-256."""
    from cryptography.hazmat.primitives.asymmetric.ec import (  # noqa: PLC0415 - in an extra
        SECP256R1,
        EllipticCurvePublicKey,
    )

    if len(key) != _POINT:
        return False
    with suppress(ValueError):
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
        return True
    return False
