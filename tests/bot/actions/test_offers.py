"""Offers: who may make one, who may answer it, when it is too early for another, and when it lapses."""

import pytest

from bot.actions.offers import MOST_GIVEN_DAYS
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.offer_rules import asked, awaited, offers_to, open_offer
from bot.model.offers import OfferKind, OfferState
from bot.model.people import Actor, Person
from bot.model.refusals.matches import HasLeft, MatchElsewhere, MatchIsOver, NotPlaying, NotStarted, StaleBoard
from bot.model.refusals.offers import (
    AgreedAlready,
    NoClock,
    NoMoreTime,
    OfferClosed,
    OfferedAlready,
    OfferedThisTurn,
    OfferForOthers,
    RefusedBefore,
)
from bot.model.result import Ending
from tests.bot.store.rounds import CIRCLE, ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, DAN, ELSEWHERE, Hall, dump, here

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


async def test_a_draw_that_was_offered_and_accepted_ends_the_match_without_a_winner(hall: Hall) -> None:
    match = await rounds(hall, moves=("on",))
    over = await accept(hall, match, BEN, await offered(hall, match))
    assert over.state is State.FINISHED and over.to_move is None and over.clock is None and over.open_offers == ()
    assert over.result is not None and (over.result.ending, over.result.places) == (Ending.AGREED, (1, 1))
    assert over.result.by is None and over.offers[0].state is OfferState.ACCEPTED


async def test_either_player_may_offer_a_draw_in_either_turn(hall: Hall) -> None:
    for person in (ADA, BEN):
        match = await rounds(hall)
        assert [offer.by_id for offer in (await hall.matches.offer_draw(here(person), match.id)).offers] == [person.id]


async def test_a_player_who_wants_a_draw_too_accepts_the_one_that_was_offered(hall: Hall) -> None:
    match = await rounds(hall)
    await offered(hall, match, ADA)
    over = await hall.matches.offer_draw(here(BEN), match.id)
    assert over.result is not None and over.result.ending is Ending.AGREED and len(over.offers) == 1


async def test_an_offer_changes_neither_the_board_nor_whose_turn_it_is(hall: Hall) -> None:
    match = await rounds(hall, moves=("on",))
    await offered(hall, match)
    now = await hall.matches.load(match.id)
    assert (now.history.tokens, now.revision, now.to_move, now.clock, now.changed_at) == (
        match.history.tokens,
        match.revision,
        match.to_move,
        match.clock,
        match.changed_at,
    )


async def test_an_offer_is_shown_on_the_present_board_and_announced_to_those_asked(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    before = (await dump(hall.database))["boards"]
    await offered(hall, match, BEN)
    tables = await dump(hall.database)
    [announced] = tables["boards"][len(before) :]
    assert announced.match_id == match.id and not announced.data["is_new_message"]
    assert {(job.person_id, job.data["notice"]) for job in tables["notices"]} == {(ADA.id, "offer"), (CLEO.id, "offer")}


async def test_nobody_is_told_of_an_offer_that_was_answered_before_its_notice_was_sent(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    await offered(hall, match, BEN)
    [offer] = (await hall.matches.load(match.id)).open_offers
    await decline(hall, match, ADA, offer.id)
    told = [job.data["notice"] for job in (await dump(hall.database))["notices"]]
    assert "offer" not in told


async def test_there_is_one_open_offer_of_a_kind(hall: Hall) -> None:
    match = await rounds(hall, moves=("on",))
    await offered(hall, match)
    async with hall.refusing(OfferedAlready):
        await hall.matches.offer_draw(here(ADA), match.id)
    await hall.matches.ask_takeback(here(ADA), match.id)
    assert {offer.kind for offer in (await hall.matches.load(match.id)).open_offers} == {
        OfferKind.DRAW,
        OfferKind.TAKEBACK,
    }


async def test_a_draw_that_was_declined_leaves_the_match_as_it_is(hall: Hall) -> None:
    match = await rounds(hall)
    after = await decline(hall, match, BEN, await offered(hall, match))
    assert after.state is State.RUNNING and after.open_offers == ()
    assert after.offers[0].state is OfferState.REFUSED


async def test_a_player_who_was_refused_may_offer_again_only_after_they_have_moved(hall: Hall) -> None:
    match = await rounds(hall)
    await decline(hall, match, BEN, await offered(hall, match))
    async with hall.refusing(RefusedBefore):
        await hall.matches.offer_draw(here(ADA), match.id)
    await hall.matches.play(here(ADA), match.id, "on")
    await offered(hall, match)


async def test_the_opponents_move_does_not_let_a_player_ask_again(hall: Hall) -> None:
    match = await rounds(hall, moves=("on",))
    await decline(hall, match, BEN, await offered(hall, match))
    await hall.matches.play(here(BEN), match.id, "on")
    async with hall.refusing(RefusedBefore):
        await hall.matches.offer_draw(here(ADA), match.id)


async def test_a_player_who_has_declined_may_offer_themselves(hall: Hall) -> None:
    match = await rounds(hall)
    await decline(hall, match, BEN, await offered(hall, match, ADA))
    await accept(hall, match, ADA, await offered(hall, match, BEN))
    assert (await hall.matches.load(match.id)).state is State.FINISHED


async def test_a_draw_offer_stays_open_until_the_other_side_has_moved(hall: Hall) -> None:
    match = await rounds(hall)
    number = await offered(hall, match)
    await hall.matches.play(here(ADA), match.id, "on")
    assert (await hall.matches.load(match.id)).offers[0].state is OfferState.OPEN
    await hall.matches.play(here(BEN), match.id, "on")
    assert (await hall.matches.load(match.id)).offers[0].state is OfferState.OVERTAKEN
    async with hall.refusing(OfferClosed):
        await accept(hall, match, BEN, number)
    async with hall.refusing(OfferClosed):
        await decline(hall, match, BEN, number)
    await offered(hall, match)


async def test_a_draw_offer_stays_open_while_only_those_who_have_agreed_move(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    number = await offered(hall, match)
    await accept(hall, match, BEN, number)
    for person in (ADA, BEN):
        await hall.matches.play(here(person), match.id, "on")
    assert (await accept(hall, match, CLEO, number)).state is State.FINISHED


async def test_nobody_offers_the_same_twice_in_a_turn_of_many_steps(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=("more",), terms=THREE_DAYS)
    await decline(hall, match, BEN, await offered(hall, match))
    await hall.matches.ask_takeback(here(ADA), match.id)
    await hall.matches.more_time(here(ADA), match.id)
    await hall.matches.play(here(ADA), match.id, "more")
    for ask in (hall.matches.offer_draw, hall.matches.ask_takeback, hall.matches.more_time):
        async with hall.refusing(OfferedThisTurn):
            await ask(here(ADA), match.id)
    await offered(hall, match, BEN)
    await hall.matches.play(here(ADA), match.id, "more")
    async with hall.refusing(OfferedThisTurn):
        await hall.matches.offer_draw(here(BEN), match.id)
    await hall.matches.play(here(ADA), match.id, "one")
    await offered(hall, match, BEN)


async def test_the_end_of_a_match_overtakes_what_was_offered(hall: Hall) -> None:
    match = await rounds(hall)
    number = await offered(hall, match)
    await hall.matches.resign(here(BEN), match.id)
    async with hall.refusing(OfferClosed):
        await accept(hall, match, BEN, number)
    async with hall.refusing(MatchIsOver):
        await hall.matches.offer_draw(here(ADA), match.id)


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


async def test_a_draw_cannot_be_offered_by_those_who_do_not_play_or_before_the_match_runs(hall: Hall) -> None:
    challenge = await hall.challenge()
    async with hall.refusing(NotStarted):
        await hall.matches.offer_draw(here(ADA), challenge.id)
    match = await rounds(hall)
    async with hall.refusing(NotPlaying):
        await hall.matches.offer_draw(here(CLEO), match.id)


async def test_a_question_about_an_earlier_board_offers_nothing(hall: Hall) -> None:
    match = await rounds(hall, moves=("on",))
    await hall.matches.play(here(BEN), match.id, "on")
    async with hall.refusing(StaleBoard):
        await hall.matches.offer_draw(here(ADA), match.id, revision=match.revision)


# --- a position that comes for the third time ---


async def test_the_third_time_that_a_position_comes_either_player_may_claim_the_draw(hall: Hall) -> None:
    for person in (ADA, BEN):
        match = await rounds(hall, moves=CIRCLE * 2)
        over = await hall.matches.offer_draw(here(person), match.id)
        assert over.state is State.FINISHED and over.result is not None
        assert (over.result.ending, over.result.places, over.result.by) == (Ending.REPEATED, (1, 1), person)


async def test_a_position_that_came_twice_only_lets_a_draw_be_offered(hall: Hall) -> None:
    match = await rounds(hall, moves=CIRCLE)
    assert (await hall.matches.offer_draw(here(ADA), match.id)).state is State.RUNNING


async def test_a_draw_can_be_claimed_only_in_that_position(hall: Hall) -> None:
    match = await rounds(hall, moves=(*CIRCLE * 2, "hop"))
    assert (await hall.matches.offer_draw(here(ADA), match.id)).state is State.RUNNING


async def test_a_claim_needs_no_answer_even_after_a_refusal(hall: Hall) -> None:
    match = await rounds(hall, moves=(*CIRCLE, "hop"))
    await decline(hall, match, BEN, await offered(hall, match))
    await hall.matches.play(here(BEN), match.id, "hop")
    assert (await hall.matches.offer_draw(here(ADA), match.id)).state is State.FINISHED


# --- three and four ---


async def test_at_a_table_of_three_everybody_else_must_agree(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    number = await offered(hall, match)
    waiting = await accept(hall, match, BEN, number)
    assert waiting.state is State.RUNNING and offers_to(waiting, BEN.id) == ()
    assert awaited(waiting, waiting.offers[0]) == (CLEO,)
    async with hall.refusing(AgreedAlready):
        await accept(hall, match, BEN, number)
    over = await accept(hall, match, CLEO, number)
    assert over.result is not None and over.result.places == (1, 1, 1)


async def test_at_a_table_of_three_one_refusal_is_enough_also_after_having_agreed(hall: Hall) -> None:
    for order in ((CLEO,), (BEN, CLEO), (BEN, BEN)):
        match = await rounds(hall, ADA, BEN, CLEO)
        number = await offered(hall, match)
        for person in order[:-1]:
            await accept(hall, match, person, number)
        refused = await decline(hall, match, order[-1], number)
        assert refused.offers[0].state is OfferState.REFUSED and refused.state is State.RUNNING


async def test_a_player_who_has_left_is_not_asked_and_finishes_behind_those_who_share_the_draw(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO, DAN)
    await hall.matches.resign(here(CLEO), match.id)
    await hall.matches.resign(here(ADA), match.id)
    async with hall.refusing(HasLeft):
        await hall.matches.offer_draw(here(CLEO), match.id)
    now = await hall.matches.offer_draw(here(BEN), match.id)
    assert asked(now, now.offers[0]) == (DAN,)
    async with hall.refusing(OfferForOthers):
        await accept(hall, match, ADA, now.offers[0].id)
    over = await accept(hall, match, DAN, now.offers[0].id)
    assert over.result is not None and over.result.places == (3, 1, 4, 1)


async def test_a_player_who_leaves_overtakes_what_was_offered(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    number = await offered(hall, match)
    await hall.matches.resign(here(CLEO), match.id)
    async with hall.refusing(OfferClosed):
        await accept(hall, match, BEN, number)


# --- more time ---


async def test_the_player_to_move_asks_for_a_day_and_gets_it_when_it_is_given(hall: Hall) -> None:
    match = await rounds(hall)
    asking = await hall.matches.more_time(here(ADA), match.id)
    assert match.clock is not None and asking.clock == match.clock and asking.open_offers[0].kind is OfferKind.TIME
    after = await accept(hall, match, BEN, asking.offers[0].id)
    assert after.clock is not None and after.clock.given_days == 1
    assert (after.clock.deadline - match.clock.deadline).days == 1 and after.open_offers == ()
    assert after.revision == match.revision and after.to_move == ADA


async def test_a_day_is_given_at_once_to_an_opponent_who_is_to_move(hall: Hall) -> None:
    match = await rounds(hall)
    after = await hall.matches.more_time(here(BEN), match.id)
    assert after.clock is not None and after.clock.given_days == 1 and after.offers == ()


async def test_a_day_that_was_asked_for_is_given_once_by_a_player_who_gives_one(hall: Hall) -> None:
    match = await rounds(hall)
    await hall.matches.more_time(here(ADA), match.id)
    after = await hall.matches.more_time(here(BEN), match.id)
    assert after.clock is not None and after.clock.given_days == 1
    assert [offer.state for offer in after.offers] == [OfferState.ACCEPTED]


async def test_of_several_opponents_one_is_enough_to_give_a_day(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    asking = await hall.matches.more_time(here(ADA), match.id)
    after = await accept(hall, match, CLEO, asking.offers[0].id)
    assert after.clock is not None and after.clock.given_days == 1


async def test_days_that_were_given_are_for_one_move(hall: Hall) -> None:
    match = await rounds(hall)
    await hall.matches.more_time(here(BEN), match.id)
    after = (await hall.matches.play(here(ADA), match.id, "on")).match
    assert after.clock is not None and after.clock.given_days == 0


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


async def test_at_most_two_weeks_are_given_for_a_move(hall: Hall) -> None:
    match = await rounds(hall)
    for _ in range(MOST_GIVEN_DAYS):
        await hall.matches.more_time(here(BEN), match.id)
    for person in (ADA, BEN):
        async with hall.refusing(NoMoreTime):
            await hall.matches.more_time(here(person), match.id)


async def test_a_day_too_many_that_was_asked_for_before_is_not_given(hall: Hall) -> None:
    match = await rounds(hall, ADA, BEN, CLEO)
    for _ in range(MOST_GIVEN_DAYS - 1):
        await hall.matches.more_time(here(BEN), match.id)
    asking = await hall.matches.more_time(here(ADA), match.id)
    full = await hall.matches.more_time(here(CLEO), match.id)
    assert full.clock is not None and full.clock.given_days == MOST_GIVEN_DAYS and full.open_offers == ()
    async with hall.refusing(OfferClosed):
        await accept(hall, match, BEN, asking.offers[0].id)


async def test_a_player_who_was_refused_more_time_may_be_given_it_still(hall: Hall) -> None:
    match = await rounds(hall)
    asking = await hall.matches.more_time(here(ADA), match.id)
    await decline(hall, match, BEN, asking.offers[0].id)
    async with hall.refusing(RefusedBefore):
        await hall.matches.more_time(here(ADA), match.id)
    after = await hall.matches.more_time(here(BEN), match.id)
    assert after.clock is not None and after.clock.given_days == 1


async def test_there_is_no_more_time_where_there_is_no_limit(hall: Hall) -> None:
    match = await rounds(hall, terms=Terms())
    for person in (ADA, BEN):
        async with hall.refusing(NoClock):
            await hall.matches.more_time(here(person), match.id)
    async with hall.refusing(NotPlaying):
        await hall.matches.more_time(here(CLEO), match.id)
