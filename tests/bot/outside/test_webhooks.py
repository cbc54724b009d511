"""The addresses that webhooks may have, and their signatures."""

import hmac
import json
from base64 import b64decode

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from multidict import CIMultiDict, CIMultiDictProxy

from bot.model.webhooks import LONGEST_ADDRESS
from bot.outside.webhooks import address_in, public_key, signed, signing_secret
from tests.bot.receiver import Posted

_SECRET = "5e" * 32
_BODY = json.dumps({"type": "match", "data": {"id": 1}}).encode()


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("https://example.com", "https://example.com"),
        (" https://example.com/hook?key=a%26b#part ", "https://example.com/hook?key=a%26b"),
        ("https://EXAMPLE.com:443/", "https://example.com/"),
        ("https://bücher.example/Straße", "https://xn--bcher-kva.example/Stra%C3%9Fe"),
        ("https://a-b.c1.example/", "https://a-b.c1.example/"),
    ],
)
def test_an_address_is_kept_as_it_is_asked_for(typed: str, stored: str) -> None:
    assert address_in(typed) == stored
    assert address_in(stored) == stored


@pytest.mark.parametrize(
    "typed",
    [
        *("", "example.com", "http://example.com/", "ftp://example.com/", "wss://example.com/", "javascript:alert(1)"),
        *("https://", "https:///hook", "//example.com/", "https:example.com", "https://example.com:8443/"),
        *("https://example.com:0/", "https://example.com:99999/", "https://example.com:x/", "https://.example.com/"),
        *("https://user@example.com/", "https://user:word@example.com/", "https://:@example.com/"),
        *(
            "https://localhost/",
            "https://router/",
            "https://example.com./",
            "https://-a.example/",
            "https://a_b.example/",
        ),
        *("https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/", "https://0x7f000001/"),
        *("https://017700000001/", "https://0177.0.0.1/", "https://１２７.0.0.1/", "https://127。0。0。1/"),
        *("https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://[fe80::1%25eth0]/", "https://10.0.0.1.5/"),
        *("https://exa\u0000mple.com/", "https://b%2ecom/", "https://example.com\\@evil.example/", "https://xn--/"),
        f"https://example.com/{'a' * LONGEST_ADDRESS}",
        f"https://{'a' * 64}.example/",
    ],
)
def test_what_is_no_public_host_by_https_is_refused(typed: str) -> None:
    assert address_in(typed) is None


def test_a_signature_is_of_the_id_the_time_and_the_body_as_published() -> None:
    posted = Posted("/", CIMultiDictProxy(CIMultiDict(signed(_SECRET, 7, "abc", 1_900_000_000, _BODY))), _BODY)
    assert posted.headers["webhook-id"] == "abc" and posted.headers["webhook-timestamp"] == "1900000000"
    assert posted.checked(public_key(_SECRET, 7)) == json.loads(_BODY)
    for other in (public_key(_SECRET, 8), public_key("5f" * 32, 7)):
        with pytest.raises(InvalidSignature):
            posted.checked(other)
    for headers in ({"webhook-id": "abd"}, {"webhook-timestamp": "1900000001"}):
        changed = CIMultiDictProxy(CIMultiDict({**posted.headers, **headers}))
        with pytest.raises(InvalidSignature):
            Posted("/", changed, _BODY).checked(public_key(_SECRET, 7))
    with pytest.raises(InvalidSignature):
        Posted("/", posted.headers, _BODY + b" ").checked(public_key(_SECRET, 7))


def test_a_library_that_knows_no_public_keys_checks_the_same_with_a_secret() -> None:
    signatures = dict(
        one.split(",") for one in signed(_SECRET, 7, "abc", 1_900_000_000, _BODY)["webhook-signature"].split()
    )
    secrets = [b64decode(signing_secret(_SECRET, number).removeprefix("whsec_"), validate=True) for number in (7, 8)]
    of_both = [hmac.digest(secret, b"abc.1900000000." + _BODY, "sha256") for secret in secrets]
    assert b64decode(signatures["v1"]) == of_both[0] != of_both[1] and len(secrets[0]) == 32


def test_the_keys_are_those_of_ed25519() -> None:
    raw = b64decode(public_key(_SECRET, 1).removeprefix("whpk_"), validate=True)
    assert len(raw) == 32 and Ed25519PublicKey.from_public_bytes(raw).public_bytes_raw() == raw
