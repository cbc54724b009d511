"""Sharing the requests that Discord permits a token: all are used, no more than that, and small needs are met first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.shards import PER_SECOND, Lease, rate_of

_WANTED = st.floats(0.1, 500)


def _settled(wants: list[float]) -> list[float]:
    """The rates of processes that want this much, once each has leased a few times."""
    leases = [Lease(want) for want in wants]
    for _ in range(3):
        for number, want in enumerate(wants):
            others = leases[:number] + leases[number + 1 :]
            leases[number] = Lease(want, rate_of(want, others))
    return [lease.rate for lease in leases]


@given(st.lists(st.tuples(_WANTED, st.floats(0, PER_SECOND)), max_size=8), _WANTED)
def test_a_process_never_gets_what_another_holds(others: list[tuple[float, float]], wanted: float) -> None:
    leases = [Lease(want, rate) for want, rate in others]
    held = sum(lease.rate for lease in leases)
    assert 0 <= rate_of(wanted, leases) <= max(0, PER_SECOND - held) + 1e-9


@given(st.lists(_WANTED, min_size=1, max_size=8))
def test_everything_is_shared_out_and_small_requests_are_met_in_full(wants: list[float]) -> None:
    rates = _settled(wants)
    assert sum(rates) == pytest.approx(PER_SECOND)
    level = PER_SECOND / len(wants)
    assert all(rate >= min(want, level) - 1e-9 for want, rate in zip(wants, rates, strict=True))


def test_processes_that_want_the_same_get_the_same() -> None:
    assert _settled([100.0] * 6) == pytest.approx([PER_SECOND / 6] * 6)
    assert _settled([2.0, 100.0, 100.0]) == pytest.approx([2.0, 22.0, 22.0])


def test_a_process_that_is_alone_or_beside_idle_ones_gets_all() -> None:
    assert rate_of(1.0, []) == rate_of(100.0, [Lease(), Lease()]) == PER_SECOND
