"""Addresses and signatures of webhooks.

Requests are signed as Standard Webhooks describes it (https://www.standardwebhooks.com), in both of its ways: with a
secret (`v1`) and with a public key (`v1a`).
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


def address_in(typed: str) -> str | None:
    """The address that a person has typed, as it is stored; None if events cannot be posted there.

    It begins with `https`, and has the name of a host, no port but the usual one, and no password.
    """
    if len(typed) > LONGEST_ADDRESS:
        return None
    with suppress(ValueError):
        parts = URL(typed.strip()).with_fragment(None)
        address = f"{parts}"
        if _is_plain(parts) and len(address) <= LONGEST_ADDRESS and address.isascii() and address.isprintable():
            return address
    return None


def _is_plain(parts: URL) -> bool:
    is_bare = parts.user is None and parts.password is None and parts.port == _HTTPS
    return parts.scheme == "https" and is_bare and _HOST.fullmatch(parts.raw_host or "") is not None


def public_key(secret: str, token_id: int) -> str:
    """The public key of the webhook of a token, as receivers need it."""
    return f"whpk_{b64encode(_key(secret, token_id).public_key().public_bytes_raw()).decode()}"


def signing_secret(secret: str, token_id: int) -> str:
    """The secret of the webhook of a token, as receivers need it that know no public keys."""
    return f"whsec_{b64encode(_derived(secret, f'webhook secret {token_id}')).decode()}"


def signed(secret: str, token_id: int, event: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers that sign an event with an id and a body, posted at an instant in seconds since 1970."""
    content = f"{event}.{seconds}.".encode() + body
    shared = hmac.digest(_derived(secret, f"webhook secret {token_id}"), content, "sha256")
    own = _key(secret, token_id).sign(content)
    return {
        "webhook-id": event,
        "webhook-timestamp": f"{seconds}",
        "webhook-signature": f"v1,{b64encode(shared).decode()} v1a,{b64encode(own).decode()}",
    }


def _key(secret: str, token_id: int) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - in an extra

    return Ed25519PrivateKey.from_private_bytes(_derived(secret, f"webhook {token_id}"))


def _derived(secret: str, use: str) -> bytes:
    """32 bytes that follow from the secret of the installation, for one use."""
    return hmac.digest(bytes.fromhex(secret), use.encode(), "sha256")
