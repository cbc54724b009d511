"""Dice that anyone can check: a seeded stream of exactly uniform rolls, committed to before play starts.

The host publishes `commitment(seed)` when a match starts and the seed when it ends. Roll number n with bound b is
HMAC-SHA256(seed, "n:attempt") read as a big-endian integer, modulo b. Values past the largest multiple of b are
rejected and the next attempt is made, so that every result is equally likely.
"""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

_DIGEST_VALUES: Final = 1 << 256
"""The number of values of a SHA-256 digest."""


def commitment(seed: bytes) -> str:
    """The hexadecimal SHA-256 of `seed`: publishing it commits the host to the seed without revealing it."""
    return hashlib.sha256(seed).hexdigest()


def mixed_seed(secret: bytes, *, fixed_later: str) -> bytes:
    """The seed of a match: the committed `secret` mixed with a text that was unknown at the time of the commitment.

    Without that text a host could search for a secret with favourable rolls before committing to it.
    """
    return hmac.digest(secret, fixed_later.encode(), "sha256")


@dataclass(frozen=True, slots=True)
class Dice:
    """The rolls that follow from a seed."""

    seed: bytes

    def roll(self, number: int, bound: int) -> int:
        """The result of roll `number` (counted from 0 within the match): an integer in `range(bound)`.

        Raises ValueError for a bound below 1 or above 2**256, the number of values of one digest.
        """
        if not 1 <= bound <= _DIGEST_VALUES:
            raise ValueError(f"a roll has between 1 and 2**256 possible results, not {bound}")
        limit = _DIGEST_VALUES - _DIGEST_VALUES % bound
        attempt = 0
        while True:
            digest = hmac.digest(self.seed, f"{number}:{attempt}".encode(), "sha256")
            value = int.from_bytes(digest, "big")
            if value < limit:
                return value % bound
            attempt += 1
