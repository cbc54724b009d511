"""Ladders: places follow from who has joined, the matches, and the time."""

from datetime import UTC, datetime, timedelta
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.ladder import (
    QUIET,
    REACH,
    Ladder,
    LadderMatch,
    LadderStep,
    climbed,
    wakes_at,
)
from bot.model.match import State
from bot.model.result import Ending

START = datetime(2030, 1, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def joined(*people: int, at: datetime = START) -> list[LadderStep]:
    """People who join one after the other."""
    return [
        LadderStep(person, at + number * timedelta(minutes=1), is_there=True) for number, person in enumerate(people)
    ]


def played(one: int, other: int, at: datetime, points: tuple[float, float] | None = (1.0, 0.0)) -> LadderMatch:
    """A match by a challenge that was accepted and over an hour later."""
    ended_at = None if points is None else at + HOUR
    state = State.RUNNING if points is None else State.FINISHED
    return LadderMatch(1, one, other, at, at, ended_at, state, None, points)


def declined(one: int, other: int, at: datetime, ending: Ending = Ending.DECLINED) -> LadderMatch:
    """A challenge that was not accepted."""
    return LadderMatch(1, one, other, at, None, at + HOUR, State.CALLED_OFF, ending)


def order(steps: list[LadderStep], matches: list[LadderMatch], days: float = 1) -> list[int]:
    return climbed(steps, matches, START + days * DAY).order


def test_a_challenger_who_wins_takes_the_place_and_those_between_go_down_one() -> None:
    steps = joined(1, 2, 3, 4, 5)
    ladder = climbed(steps, [], START + HOUR)
    assert ladder.order == [1, 2, 3, 4, 5] and ladder.reach_of(5) == [4, 3, 2] and ladder.reach_of(1) == []
    assert order(steps, [played(5, 2, START + HOUR)]) == [1, 5, 2, 3, 4]
    for points in ((0.0, 1.0), (0.5, 0.5), None):
        assert order(steps, [played(5, 2, START + HOUR, points)]) == [1, 2, 3, 4, 5]
    assert order(steps, [played(2, 5, START + HOUR)]) == [1, 2, 3, 4, 5], "who stands higher already stays there"


def test_an_entrant_who_declines_two_in_a_row_loses_the_place_and_playing_offsets_one() -> None:
    steps = joined(1, 2, 3)
    first, second = declined(2, 1, START + HOUR), declined(3, 1, START + 3 * HOUR, Ending.UNANSWERED)
    assert order(steps, [first]) == [1, 2, 3]
    assert order(steps, [first, second]) == [3, 1, 2]
    assert order(steps, [first, second, declined(1, 3, START + 5 * HOUR)]) == [3, 1, 2], "it begins anew"
    between = played(2, 1, START + 2.5 * HOUR, (0.0, 1.0))
    assert order(steps, [first, between, declined(3, 1, START + 4 * HOUR)]) == [1, 2, 3]
    withdrawn = declined(2, 1, START + HOUR, Ending.CANCELLED)
    assert order(steps, [withdrawn, withdrawn]) == [1, 2, 3], "what is taken back was not declined"


def test_no_ghosts_stay_at_the_top() -> None:
    """People who are inactive for thirty days go down a place every midnight, past all who are active."""
    steps, busy = joined(1, 2, 3, 4), [played(4, 3, START + 20 * DAY, (0.0, 1.0))]
    assert order(steps, busy, 30) == [1, 2, 3, 4]
    assert order(steps, busy, 31) == [3, 1, 2, 4]
    assert order(steps, busy, 32) == [3, 4, 1, 2]
    assert order(steps, busy, 40) == [3, 4, 1, 2]
    assert order(steps, [], 90) == [1, 2, 3, 4], "where all are quiet nobody passes anybody"
    assert order(steps, [played(2, 1, START + HOUR, None)], 90) == [1, 2, 3, 4], "who plays is not quiet"
    sleeping = climbed(steps, busy, START + 10 * DAY)
    assert wakes_at(sleeping, START + 10 * DAY) == datetime(2030, 2, 1, tzinfo=UTC)


def test_a_player_who_leaves_returns_at_the_bottom_and_an_earlier_result_counts_for_nobody_else() -> None:
    steps = [*joined(1, 2, 3), LadderStep(2, START + 2 * HOUR, is_there=False)]
    match = played(2, 1, START + HOUR)
    assert order(steps, [match]) == [1, 3], "they had left when it ended"
    assert order([*steps, *joined(2, at=START + 9 * HOUR)], [match]) == [1, 3, 2]


@given(
    st.lists(st.tuples(st.integers(1, 6), st.booleans(), st.integers(0, 99)), max_size=12),
    st.lists(
        st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(0, 99), st.sampled_from(("win", "loss", "no"))),
        max_size=12,
    ),
)
def test_whatever_happens_everybody_there_has_one_place_and_later_looks_change_no_past(
    reply_text: list[tuple[int, bool, int]], met: list[tuple[int, int, int, str]]
) -> None:
    steps = [LadderStep(person, START + days * DAY, is_there=there) for person, there, days in reply_text]
    made = {"win": played, "loss": partial(played, points=(0.0, 1.0)), "no": declined}
    matches = [made[how](one, other, START + days * DAY) for one, other, days, how in met if one != other]
    then, now = START + 50 * DAY, START + 200 * DAY
    there = {step.person_id: step.is_there for step in sorted(steps, key=lambda step: step.at) if step.at <= now}
    ladder = climbed(steps, matches, now)
    assert sorted(ladder.order) == sorted(person for person, is_there in there.items() if is_there)
    assert not ladder.going_on and all(len(ladder.reach_of(one)) <= REACH for one in ladder.order)
    known = (
        [step for step in steps if step.at <= then],
        [one for one in matches if one.ended_at and one.ended_at <= then],
    )
    unfinished = [one for one in matches if one not in known[1] and one.made_at <= then]
    if not unfinished:
        assert climbed(steps, matches, then).order == climbed(*known, then).order
    assert QUIET > DAY and isinstance(ladder, Ladder)
