"""Addresses and signatures of webhooks.

Requests are signed as Standard Webhooks describes it (https://www.standardwebhooks.com), with Ed25519.
"""

import hmac
import re
from base64 import b64encode
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from yarl import URL

from bot.model.webhooks import LONGEST_ADDRESS

if TYPE_CHECKING:  # it is in an extra
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_HOST: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
"""A name of a host with a domain; what ends in a number is an IP address in one of its many spellings."""

_HTTPS: Final = 443


class Webhooks:
    """Where events may be posted. With a `service`, such as `http://127.0.0.1:8080`, to this one alone, wherever it is."""

    def __init__(self, service: str = "") -> None:
        """Take addresses of public hosts, or of a service alone."""
        self._service: Final = service

    @property
    def is_anywhere(self) -> bool:
        """Whether the host may be a private one."""
        return bool(self._service)

    def address_in(self, typed: str) -> str | None:
        """The address that a person has typed, as it is stored; None if events cannot be posted there.

        It begins with `https`, and has the name of a host, no port but the usual one, and no password.
        """
        if len(typed) > LONGEST_ADDRESS:
            return None
        with suppress(ValueError):
            parts = URL(typed.strip()).with_fragment(None)
            address = f"{parts}"
            is_there = address.startswith(f"{self._service}/") if self._service else _is_plain(parts)
            if is_there and len(address) <= LONGEST_ADDRESS and address.isascii() and address.isprintable():
                return address
        return None


def _is_plain(parts: URL) -> bool:
    is_bare = parts.user is None and parts.password is None and parts.port == _HTTPS
    return parts.scheme == "https" and is_bare and _HOST.fullmatch(parts.raw_host or "") is not None


def public_key(secret: str, token_id: int) -> str:
    """The public key of the webhook of a token, as receivers need it."""
    return f"whpk_{b64encode(_key(secret, token_id).public_key().public_bytes_raw()).decode()}"


def signed(secret: str, token_id: int, event: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers that sign an event with an id and a body, posted at an instant in seconds since 1970."""
    signature = _key(secret, token_id).sign(f"{event}.{seconds}.".encode() + body)
    return {
        "webhook-id": event,
        "webhook-timestamp": f"{seconds}",
        "webhook-signature": f"v1a,{b64encode(signature).decode()}",
    }


def _key(secret: str, token_id: int) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - in an extra

    seed = hmac.digest(bytes.fromhex(secret), f"webhook {token_id}".encode(), "sha256")
    return Ed25519PrivateKey.from_private_bytes(seed)
