"""The labels along the axes of a chart."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from render.axes import Span, rating_ticks, time_ticks

RATINGS = st.floats(-3_000, 9_000)
TIMES = st.floats(0, 8e9)


def moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def texts(start: str, end: str) -> list[str]:
    return [text for _, text in time_ticks(Span(moment(start), moment(end)))]


@given(one=RATINGS, other=RATINGS)
@example(one=-5e-324, other=25.0)
def test_rating_ticks_are_few_round_evenly_spaced_and_cover_all_ratings(one: float, other: float) -> None:
    low, high = sorted((one, other))
    ticks = rating_ticks(Span(low, high))
    (step,) = {later - earlier for earlier, later in pairwise(ticks)}
    assert step % 25 == 0
    assert 3 <= len(ticks) <= 7
    assert ticks[0] <= low
    assert ticks[-1] >= high


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (1500, 1500, [1475, 1500, 1525]),
        (1490, 1510, [1475, 1500, 1525]),
        (1400, 1799, [1400, 1500, 1600, 1700, 1800]),
        (1502, 1520, [1475, 1500, 1525]),
        (0, 3000, [0, 1000, 2000, 3000]),
    ],
)
def test_rating_ticks_of_usual_spans(low: float, high: float, ticks: list[int]) -> None:
    assert rating_ticks(Span(low, high)) == ticks


@given(one=TIMES, other=TIMES)
def test_dates_are_few_in_order_and_inside_the_span(one: float, other: float) -> None:
    low, high = sorted((one, other))
    ticks = time_ticks(Span(low, high))
    times = [at for at, _ in ticks]
    assert 1 <= len(ticks) <= 4
    assert times == sorted(set(times))
    assert low <= times[0] <= times[-1] <= high
    assert len({text for _, text in ticks}) == len(ticks)


@pytest.mark.parametrize(
    ("start", "end", "written"),
    [
        ("2024-11-03T12:00", "2024-11-03T12:00", ["3 Nov"]),
        ("2024-11-03T09:00", "2024-11-03T22:00", ["3 Nov"]),
        ("2024-11-03T23:00", "2024-11-04T01:00", ["3 Nov", "4 Nov"]),
        ("2024-11-03T23:00", "2024-11-07T01:00", ["4 Nov", "5 Nov", "6 Nov", "7 Nov"]),
        ("2024-11-20", "2025-02-20", ["Dec 2024", "Jan 2025", "Feb 2025"]),
        ("2022-05-01", "2025-02-20", ["2023", "2024", "2025"]),
    ],
)
def test_dates_of_usual_spans(start: str, end: str, written: list[str]) -> None:
    assert texts(start, end) == written


def test_a_value_is_placed_by_its_share_of_the_span_and_a_lone_one_in_the_middle() -> None:
    assert [Span(0, 10).place(value, 100, 200) for value in (0, 5, 10)] == [100, 150, 200]
    assert [Span(0, 10).place(value, 200, 100) for value in (0, 10)] == [200, 100]
    assert Span(7, 7).place(7, 100, 200) == 150
