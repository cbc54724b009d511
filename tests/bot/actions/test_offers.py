"""Offers: who may make one, who may answer it, when it is too early for another, and when it lapses."""

import pytest

from bot.actions.offers import MOST_GIVEN_DAYS
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.offer_rules import open_offer
from bot.model.offers import OfferKind
from bot.model.people import Actor, Person
from bot.model.refusals.matches import MatchElsewhere
from bot.model.refusals.offers import (
    OfferClosed,
    OfferForOthers,
)
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, CLEO, ELSEWHERE, Hall, dump, here

THREE_DAYS = Terms(3)


@pytest.fixture(autouse=True)
def _rounds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Rounds is one of the games."""


async def rounds(hall: Hall, *players: Person, moves: tuple[str, ...] = (), terms: Terms = THREE_DAYS) -> Match:
    return await hall.running(*players, game=ROUNDS, moves=moves, terms=terms)


async def offered(hall: Hall, match: Match, person: Person = ADA) -> int:
    """Have a person offer a draw; returns the offer's number."""
    offer = open_offer(await hall.matches.offer_draw(here(person), match.id), OfferKind.DRAW)
    assert offer is not None
    return offer.id


async def accept(hall: Hall, match: Match, person: Person, offer_id: int) -> Match:
    return await hall.matches.accept_offer(here(person), match.id, offer_id)


async def decline(hall: Hall, match: Match, person: Person, offer_id: int) -> Match:
    return await hall.matches.decline_offer(here(person), match.id, offer_id)


# --- draw ---


async def test_nobody_is_told_of_an_offer_that_was_answered_before_its_notice_was_sent(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    await offered(hall, match, BEN)
    [offer] = (await hall.matches.load(match.id)).open_offers
    await decline(hall, match, ADA, offer.id)
    told = [job.data["notice"] for job in (await dump(hall.database))["notices"]]
    assert "offer" not in told


async def test_only_a_player_who_is_asked_can_answer(hall: Hall) -> None:
    match = await rounds(hall)
    number = await offered(hall, match)
    for person in (ADA, CLEO):
        async with hall.refusing(OfferForOthers):
            await accept(hall, match, person, number)
        async with hall.refusing(OfferForOthers):
            await decline(hall, match, person, number)
    async with hall.refusing(MatchElsewhere):
        await hall.matches.accept_offer(Actor(BEN, ELSEWHERE), match.id, number)


async def test_an_offer_of_another_match_is_not_found_in_this_one(hall: Hall) -> None:
    number = await offered(hall, await rounds(hall))
    other = await rounds(hall)
    for offer_id in (number, 0, 99):
        async with hall.refusing(OfferClosed):
            await accept(hall, other, BEN, offer_id)


# --- a position that comes for the third time ---


# --- three and four ---


# --- more time ---


async def test_time_is_paused_on_weekends_for_given_days_too(hall: Hall) -> None:
    hall.clock.go_on(days=3)  # a Friday at noon
    match = await rounds(hall, terms=Terms(1, pauses_weekends=True))
    after = await hall.matches.more_time(here(BEN), match.id)
    assert match.clock is not None and match.clock.deadline.isoweekday() == 1
    assert after.clock is not None and after.clock.deadline.isoweekday() == 2


async def test_a_reminder_that_was_sent_is_not_sent_again_for_a_given_day(hall: Hall) -> None:
    match = await rounds(hall)
    hall.clock.go_on(days=2, hours=20)
    assert await hall.matches.remind(match.id)
    after = await hall.matches.more_time(here(BEN), match.id)
    assert after.clock is not None and after.clock.is_reminded


async def test_a_day_too_many_that_was_asked_for_before_is_not_given(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    for _ in range(MOST_GIVEN_DAYS - 1):
        await hall.matches.more_time(here(BEN), match.id)
    asking = await hall.matches.more_time(here(ADA), match.id)
    full = await hall.matches.more_time(here(CLEO), match.id)
    assert full.clock is not None and full.clock.given_days == MOST_GIVEN_DAYS and full.open_offers == ()
    async with hall.refusing(OfferClosed):
        await accept(hall, match, BEN, asking.offers[0].id)
