"""The dice: the same for everyone who has the seed, exactly uniform, and committed to before play."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Dice, commitment, mixed_seed

SEEDS = [bytes([number]) * 32 for number in range(4)]
HALF_REJECTED = 2**255 + 1
"""A bound whose only full multiple below 2**256 is itself, so that about every second digest is rejected."""


def digest_by_hand(key: bytes, message: bytes) -> int:
    """HMAC-SHA256 as RFC 2104 defines it, for keys of at most one block."""
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return int.from_bytes(hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest(), "big")


def chi_square(rolls: list[int], bound: int) -> float:
    expected, counts = len(rolls) / bound, Counter(rolls)
    return sum((counts[value] - expected) ** 2 / expected for value in range(bound))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("bound", [1, 2, 6, 36, 1_000_003])
def test_a_roll_is_the_digest_of_its_number_modulo_the_bound(seed: bytes, bound: int) -> None:
    dice = Dice(seed)
    for number in range(50):
        assert dice.roll(number, bound) == digest_by_hand(seed, f"{number}:0".encode()) % bound


def test_the_first_rolls_of_a_known_seed_stay_the_same_for_ever() -> None:
    dice = Dice(b"furlong")
    assert [dice.roll(number, 6) + 1 for number in range(12)] == [1, 5, 5, 1, 5, 1, 4, 1, 6, 1, 2, 1]


@pytest.mark.parametrize("seed", SEEDS)
def test_values_past_the_largest_multiple_of_the_bound_are_rejected_and_the_next_attempt_counts(seed: bytes) -> None:
    dice, attempts_needed = Dice(seed), Counter[int]()
    for number in range(40):
        attempt = 0
        while digest_by_hand(seed, f"{number}:{attempt}".encode()) >= HALF_REJECTED:
            attempt += 1
        attempts_needed[attempt] += 1
        assert dice.roll(number, HALF_REJECTED) == digest_by_hand(seed, f"{number}:{attempt}".encode())
    assert attempts_needed[0] and attempts_needed[1], "these seeds show both cases"


# The chance that honest dice exceed these limits is 1 in 1,000; the seeds are fixed, so the outcome is too.
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("bound", "limit"), [(2, 10.83), (6, 20.52), (7, 22.46), (36, 66.62)])
def test_all_results_come_equally_often(seed: bytes, bound: int, limit: float) -> None:
    dice = Dice(seed)
    assert chi_square([dice.roll(number, bound) for number in range(5_000)], bound) < limit


def test_the_measure_of_uniformity_notices_a_loaded_die() -> None:
    dice = Dice(SEEDS[0])
    loaded = [min(dice.roll(number, 7), 5) for number in range(5_000)]
    assert chi_square(loaded, 6) > 20.52


@given(seed=st.binary(max_size=80), number=st.integers(0, 10**9), bound=st.integers(1, 2**256))
def test_a_roll_is_within_its_bound_and_depends_on_nothing_else(seed: bytes, number: int, bound: int) -> None:
    rolled = Dice(seed).roll(number, bound)
    assert rolled in range(bound)
    assert Dice(seed).roll(number, bound) == rolled


@pytest.mark.parametrize("bound", [0, -1, 2**256 + 1])
def test_a_roll_without_results_or_with_more_than_a_digest_has_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="between 1 and 2"):
        Dice(b"").roll(0, bound)


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@given(secret=st.binary(max_size=80), fixed_later=st.text())
def test_the_seed_of_a_match_follows_from_the_secret_and_from_what_was_fixed_later(
    secret: bytes, fixed_later: str
) -> None:
    seed = mixed_seed(secret, fixed_later=fixed_later)
    assert seed == hmac.new(secret, fixed_later.encode(), hashlib.sha256).digest()
    assert seed != mixed_seed(secret, fixed_later=fixed_later + "0")
    assert seed != mixed_seed(secret + b"1", fixed_later=fixed_later)
