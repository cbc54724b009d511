"""Concurrent answers: an offer takes effect once, wherever the answers come from, and all other answers are refused."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.offer_rules import rematch_of
from bot.model.refusals import Refusal
from bot.model.refusals.matches import MatchIsOver, StaleBoard
from bot.model.refusals.offers import OfferClosed, OfferedAlready
from tests.bot.matches import Matches
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, Hall, dump, hall_at, here

_CLICKS = 25
Ask = Callable[[Matches, int], Coroutine[Any, Any, Match]]


@pytest.fixture(autouse=True)
def _rounds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Rounds is one of the games."""


@asynccontextmanager
async def another(hall: Hall) -> AsyncGenerator[Hall]:
    """A second hall with its own connections to the same database."""
    opened = await hall_at(hall.url)
    yield opened
    await opened.database.close()


async def all_at_once(*deeds: Coroutine[Any, Any, Match]) -> tuple[list[Match], list[Refusal]]:
    """The results that succeeded, and the refusals."""
    results = await asyncio.gather(*deeds, return_exceptions=True)
    for result in results:
        if not isinstance(result, (Match, Refusal)):
            raise result
    done = [result for result in results if isinstance(result, Match)]
    return done, [result for result in results if isinstance(result, Refusal)]


async def _ready(hall: Hall, ask: Ask, *moves: str) -> tuple[Match, int]:
    """A match in which Ada has made an offer, and the offer's number."""
    match = await hall.running(game=ROUNDS, moves=moves, terms=Terms(3))
    asking = await ask(hall.matches, match.id)
    return asking, asking.open_offers[-1].id


async def _accepted_many_times(hall: Hall, match: Match, number: int) -> Match:
    """Have Ben accept fifty times at once, in two processes; exactly one acceptance counts."""
    async with another(hall) as other:
        done, refused = await all_at_once(
            *(
                place.matches.accept_offer(here(BEN), match.id, number)
                for _ in range(_CLICKS)
                for place in (hall, other)
            )
        )
    assert len(done) == 1 and {type(refusal) for refusal in refused} == {OfferClosed}
    return done[0]


async def test_a_draw_that_is_accepted_fifty_times_at_once_ends_the_match_once(hall: Hall) -> None:
    match, number = await _ready(hall, lambda matches, match_id: matches.offer_draw(here(ADA), match_id))
    before = len((await dump(hall.database))["boards"])
    assert (await _accepted_many_times(hall, match, number)).state is State.FINISHED
    assert len((await dump(hall.database))["boards"]) == before + 1


async def test_a_takeback_that_is_accepted_fifty_times_at_once_undoes_one_move(hall: Hall) -> None:
    match, number = await _ready(
        hall, lambda matches, match_id: matches.ask_takeback(here(ADA), match_id), "on", "on", "on"
    )
    after = await _accepted_many_times(hall, match, number)
    assert after.history.tokens == ("on", "on") and after.revision == match.revision + 1


async def test_a_day_that_is_given_fifty_times_at_once_is_one_day(hall: Hall) -> None:
    match, number = await _ready(hall, lambda matches, match_id: matches.more_time(here(ADA), match_id))
    after = await _accepted_many_times(hall, match, number)
    assert after.clock is not None and after.clock.given_days == 1


async def test_a_rematch_that_is_accepted_fifty_times_at_once_is_one_match(hall: Hall) -> None:
    match, number = await _ready(hall, lambda matches, match_id: matches.offer_rematch(here(ADA), match_id), "end")
    after = await _accepted_many_times(hall, match, number)
    rematch = rematch_of(after)
    assert rematch is not None
    assert [row[0] for row in (await dump(hall.database))["matches"]] == [match.id, rematch.id]


async def test_both_who_want_a_rematch_at_the_same_time_get_one(hall: Hall) -> None:
    for _ in range(3):
        match = await hall.running(game=ROUNDS, moves=["end"])
        async with another(hall) as other:
            done, refused = await all_at_once(
                *(
                    place.matches.offer_rematch(here(person), match.id)
                    for place in (hall, other)
                    for person in (ADA, BEN)
                )
            )
        assert len(done) >= 2 and {type(refusal) for refusal in refused} <= {OfferedAlready}
        numbers = {rematch.id for result in done if (rematch := rematch_of(result)) is not None}
        assert len(numbers) == 1
    assert len((await dump(hall.database))["matches"]) == 6


async def test_accepting_and_declining_at_once_have_one_winner(hall: Hall) -> None:
    for _ in range(3):
        match, number = await _ready(hall, lambda matches, match_id: matches.offer_draw(here(ADA), match_id))
        async with another(hall) as other:
            done, refused = await all_at_once(
                hall.matches.accept_offer(here(BEN), match.id, number),
                other.matches.decline_offer(here(BEN), match.id, number),
            )
        assert len(done) == len(refused) == 1 and isinstance(refused[0], OfferClosed)


async def test_a_takeback_and_a_move_at_once_leave_one_of_them(hall: Hall) -> None:
    for _ in range(3):
        match, number = await _ready(hall, lambda matches, match_id: matches.ask_takeback(here(ADA), match_id), "on")

        async def move(match: Match = match) -> Match:
            return (await hall.matches.play(here(BEN), match.id, "back", revision=match.revision)).match

        async with another(hall) as other:
            done, refused = await all_at_once(move(), other.matches.accept_offer(here(BEN), match.id, number))
        assert len(done) == len(refused) == 1 and isinstance(refused[0], (OfferClosed, StaleBoard))
        assert done[0].history.tokens in ((), ("on", "back"))


async def test_a_draw_and_a_resignation_at_once_end_the_match_once(hall: Hall) -> None:
    match, number = await _ready(hall, lambda matches, match_id: matches.offer_draw(here(ADA), match_id))
    done, refused = await all_at_once(
        hall.matches.accept_offer(here(BEN), match.id, number), hall.matches.resign(here(BEN), match.id)
    )
    assert len(done) == len(refused) == 1 and isinstance(refused[0], (OfferClosed, MatchIsOver))
