"""Takebacks: what they undo, what prevents them, and that no earlier button fits afterwards."""

from collections.abc import Sequence

import pytest

from bot.actions import people
from bot.model.challenges import AskedTerms, terms_for
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.offer_rules import takeback_ply, takebacks_since_shown, takebacks_to_tell
from bot.model.offers import OfferState
from bot.model.people import Person
from bot.model.refusals.challenges import RatedWithTakebacks
from bot.model.refusals.matches import MatchIsOver, NotPlaying, StaleBoard
from bot.model.refusals.offers import NothingToTakeBack, OfferClosed, RefusedBefore, TakebackBlocked
from rules.core import Seat
from tests.bot.rounds import granted
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, Hall, dump, here, update_match

THREE_DAYS = Terms(3)


@pytest.fixture(autouse=True)
def _rounds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Rounds is one of the games."""


async def rounds(hall: Hall, *moves: str, players: Sequence[Person] = (ADA, BEN)) -> Match:
    return await hall.running(*players, game=ROUNDS, moves=moves, terms=THREE_DAYS)


async def test_a_move_that_was_taken_back_was_never_played_and_its_player_is_to_move(hall: Hall) -> None:
    match = await rounds(hall, "on", "hop", "back")
    after = await granted(hall, match, ADA)
    assert after.history.tokens == ("on", "hop", "land") and after.to_move == ADA and after.open_offers == ()
    assert len((await dump(hall.database))["moves"]) == 3


async def test_nothing_is_undone_before_the_others_have_agreed(hall: Hall) -> None:
    match = await rounds(hall, "on", "on", "back", players=(ADA, BEN, CLEO))
    asking = await hall.matches.ask_takeback(here(CLEO), match.id)
    waiting = await hall.matches.accept_offer(here(ADA), match.id, asking.offers[0].id)
    assert waiting.history.tokens == match.history.tokens and waiting.revision == match.revision
    after = await hall.matches.accept_offer(here(BEN), match.id, asking.offers[0].id)
    assert after.history.tokens == ("on", "on") and after.to_move == CLEO


async def test_later_moves_of_the_others_are_undone_too(hall: Hall) -> None:
    match = await rounds(hall, "on", "back", "on", "on")
    assert (await granted(hall, match, ADA)).history.tokens == ("on", "back")


async def test_steps_that_the_bot_has_played_because_they_left_no_choice_are_undone_with_their_move(hall: Hall) -> None:
    match = await rounds(hall, "on", "hop")
    assert match.history.tokens[-1] == "land"
    assert (await granted(hall, match, BEN)).history.tokens == ("on",)


async def test_a_player_who_has_not_decided_anything_has_nothing_to_take_back(hall: Hall) -> None:
    match = await rounds(hall, "on")
    async with hall.refusing(NothingToTakeBack):
        await hall.matches.ask_takeback(here(BEN), match.id)


async def test_no_takeback_goes_across_a_roll(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["roll"])
    async with hall.refusing(TakebackBlocked) as caught:
        await hall.matches.ask_takeback(here(ADA), match.id)
    assert caught.value.leaver is None
    match = (await hall.matches.play(here(BEN), match.id, "one")).match
    assert (await granted(hall, match, BEN)).to_move == BEN
    async with hall.refusing(TakebackBlocked):
        await hall.matches.ask_takeback(here(ADA), match.id)


async def test_no_takeback_goes_across_a_player_leaving(hall: Hall) -> None:
    match = await rounds(hall, "on", "on", players=(ADA, BEN, CLEO))
    await hall.matches.resign(here(CLEO), match.id)
    async with hall.refusing(TakebackBlocked) as caught:
        await hall.matches.ask_takeback(here(BEN), match.id)
    assert caught.value.leaver == CLEO


async def test_no_move_is_taken_back_by_spectators_or_after_the_end(hall: Hall) -> None:
    match = await rounds(hall, "on")
    async with hall.refusing(NotPlaying):
        await hall.matches.ask_takeback(here(CLEO), match.id)
    await hall.matches.play(here(BEN), match.id, "end")
    async with hall.refusing(MatchIsOver):
        await hall.matches.ask_takeback(here(BEN), match.id)


async def test_a_move_overtakes_the_request(hall: Hall) -> None:
    match = await rounds(hall, "on")
    asking = await hall.matches.ask_takeback(here(ADA), match.id)
    await hall.matches.play(here(BEN), match.id, "on")
    async with hall.refusing(OfferClosed):
        await hall.matches.accept_offer(here(BEN), match.id, asking.offers[0].id)


async def test_a_takeback_overtakes_what_else_was_offered(hall: Hall) -> None:
    match = await rounds(hall, "on")
    await hall.matches.offer_draw(here(BEN), match.id)
    after = await granted(hall, match, ADA)
    assert [offer.state for offer in after.offers] == [OfferState.OVERTAKEN, OfferState.ACCEPTED]


async def test_a_request_that_was_declined_can_be_made_again_after_another_move(hall: Hall) -> None:
    match = await rounds(hall, "on")
    asking = await hall.matches.ask_takeback(here(ADA), match.id)
    await hall.matches.decline_offer(here(BEN), match.id, asking.offers[0].id)
    async with hall.refusing(RefusedBefore):
        await hall.matches.ask_takeback(here(ADA), match.id)
    for person in (BEN, ADA):
        await hall.matches.play(here(person), match.id, "on")
    assert (await granted(hall, match, ADA)).to_move == ADA


async def test_a_player_who_was_refused_has_moved_once_they_move_after_a_takeback(hall: Hall) -> None:
    match = await rounds(hall, "on", "on", "on")
    asking = await hall.matches.offer_draw(here(BEN), match.id)
    await hall.matches.decline_offer(here(ADA), match.id, asking.offers[0].id)
    await granted(hall, match, BEN)
    async with hall.refusing(RefusedBefore):
        await hall.matches.offer_draw(here(BEN), match.id)
    await hall.matches.play(here(BEN), match.id, "back")
    assert (await hall.matches.offer_draw(here(BEN), match.id)).open_offers != ()


async def test_the_clock_begins_anew_without_the_days_that_were_given(hall: Hall) -> None:
    match = await rounds(hall, "on")
    await hall.matches.more_time(here(ADA), match.id)
    hall.clock.go_on(days=1)
    after = await granted(hall, match, ADA)
    assert after.clock is not None and (after.clock.began_at, after.clock.given_days) == (hall.clock.at, 0)
    assert (after.clock.deadline - hall.clock.at).days == 3


async def test_plans_are_dropped_with_the_positions_that_they_were_made_for(hall: Hall) -> None:
    match = await rounds(hall, "on")
    await hall.matches.plan(here(ADA), match.id, "on back")
    after = await granted(hall, match, ADA)
    assert after.plans == () and after.history.tokens == () and after.to_move == ADA


async def test_the_new_board_is_to_be_shown_in_a_new_message(hall: Hall) -> None:
    match = await rounds(hall, "on", "on")
    async with hall.database.write() as connection:
        await update_match(connection, match.id, {"message_id": 7, "message_ply": 2})
    before = len((await dump(hall.database))["boards"])
    after = await granted(hall, match, BEN)
    waiting = (await dump(hall.database))["boards"][before:]
    assert [job.data["is_new_message"] for job in waiting] == [False, True] and after.place.message_ply == 1
    assert takebacks_to_tell(after) == takebacks_since_shown(after) == after.offers


async def shown(hall: Hall, match: Match, message_id: int) -> Match:
    """The match once a new message shows its board."""
    async with hall.database.write() as connection:
        await update_match(connection, match.id, {"message_id": message_id, "message_ply": match.ply})
    return await hall.matches.load(match.id)


async def test_only_the_board_that_came_about_by_it_tells_of_a_takeback(hall: Hall) -> None:
    match = await granted(hall, await shown(hall, await rounds(hall, "on", "on"), 7), BEN)
    match = await shown(hall, match, 8)
    assert takebacks_to_tell(match) == match.offers and takebacks_since_shown(match) == ()
    played = (await hall.matches.play(here(BEN), match.id, "back")).match
    assert takebacks_to_tell(played) == ()
    again = await granted(hall, played, ADA)
    assert takebacks_to_tell(again) == again.offers[-1:]


async def test_takebacks_that_could_not_be_shown_are_announced_on_the_next_board(hall: Hall) -> None:
    match = await granted(hall, await shown(hall, await rounds(hall, "on", "on"), 7), BEN)
    match = (await hall.matches.play(here(BEN), match.id, "back")).match
    match = (await hall.matches.play(here(ADA), match.id, "hop")).match
    match = await granted(hall, match, ADA)
    assert takebacks_to_tell(match) == match.offers and match.place.message_ply == 1
    assert [offer.undone for offer in match.offers] == [("on",), ("hop", "land")]
    match = (await hall.matches.play(here(ADA), match.id, "end")).match
    assert takebacks_to_tell(match) == match.offers
    assert takebacks_to_tell(await shown(hall, match, 8)) == ()


async def test_a_board_that_was_sent_during_a_takeback_is_known_to_be_out_of_date(hall: Hall) -> None:
    before = await shown(hall, await rounds(hall, "on", "on"), 7)
    await granted(hall, before, BEN)
    late = await shown(hall, before, 8)
    assert late.place.message_ply == 2 and takebacks_since_shown(late) == late.offers


async def test_no_button_of_before_fits_a_board_that_looks_the_same(hall: Hall) -> None:
    match = await rounds(hall)
    revisions = [match.revision]
    for move in ("on", "back"):
        match = (await hall.matches.play(here(ADA), match.id, move)).match
        revisions.append(match.revision)
        match = await granted(hall, match, ADA)
        revisions.append(match.revision)
    assert match.ply == 0 and revisions == sorted(set(revisions))
    for revision in revisions[:-1]:
        async with hall.refusing(StaleBoard):
            await hall.matches.play(here(ADA), match.id, "on", revision=revision)
    assert (await hall.matches.play(here(ADA), match.id, "on", revision=revisions[-1])).match.ply == 1


async def test_a_takeback_undoes_everything_since_the_last_decision(hall: Hall) -> None:
    match = await rounds(hall, "hop", "on", "hop", "hop")
    assert [takeback_ply(match, Seat(seat)) for seat in range(2)] == [3, 5]
    assert (await granted(hall, match, ADA)).offers[-1].undone == ("hop", "land", "hop", "land")


# --- takebacks that grant themselves ---


AT_ONCE = Terms(3, grants_takebacks=True)


async def test_where_it_was_agreed_a_takeback_grants_itself_until_another_player_moves(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=ROUNDS, moves=["on", "on"], terms=AT_ONCE)
    after = await hall.matches.ask_takeback(here(BEN), match.id)
    assert after.history.tokens == ("on",) and after.to_move == BEN and not after.open_offers
    assert {job.person_id for job in (await dump(hall.database))["notices"]} <= {BEN.id}, "nobody is asked"
    match = (await hall.matches.play(here(BEN), match.id, "on")).match
    asking = await hall.matches.ask_takeback(here(ADA), match.id)
    assert asking.history.tokens == ("on", "on") and [offer.by_id for offer in asking.open_offers] == [ADA.id]


async def test_forced_steps_of_the_same_player_do_not_stand_in_its_way(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS, moves=["on", "hop"], terms=AT_ONCE)
    assert (await hall.matches.ask_takeback(here(BEN), match.id)).history.tokens == ("on",)


async def test_neither_a_refusal_nor_a_block_takes_away_what_was_agreed(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS, moves=["on", "on"], terms=AT_ONCE)
    asking = await hall.matches.ask_takeback(here(ADA), match.id)
    await hall.matches.decline_offer(here(BEN), match.id, asking.open_offers[-1].id)
    match = (await hall.matches.play(here(ADA), match.id, "on")).match
    await people.block(hall.matches, BEN, ADA)
    assert (await hall.matches.ask_takeback(here(ADA), match.id)).ply == 2


async def test_it_grants_itself_only_once_in_a_turn_and_never_across_a_roll(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS, moves=["on"], terms=AT_ONCE)
    await hall.matches.ask_takeback(here(ADA), match.id)
    async with hall.refusing(NothingToTakeBack):
        await hall.matches.ask_takeback(here(ADA), match.id)
    match = await hall.running(game=STICKS, moves=["roll"], terms=AT_ONCE)
    async with hall.refusing(TakebackBlocked):
        await hall.matches.ask_takeback(here(ADA), match.id)


async def test_nobody_holds_the_others_by_taking_the_same_move_back_again_and_again(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS, terms=AT_ONCE)
    for ply in (0, 1):
        await hall.matches.play(here(ADA), match.id, "on")
        hall.clock.go_on(days=2)
        assert (await hall.matches.ask_takeback(here(ADA), match.id)).ply == ply
    asking = await hall.matches.load(match.id)
    assert asking.to_move == BEN and [offer.by_id for offer in asking.open_offers] == [ADA.id], "Ben is asked"
    after = await hall.matches.accept_offer(here(BEN), match.id, asking.open_offers[0].id)
    assert after.to_move == ADA


async def test_each_move_of_a_player_can_be_taken_back_at_once(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS, terms=AT_ONCE)
    for ply in (0, 2, 4):
        for _again in range(2):
            await hall.matches.play(here(ADA), match.id, "on")
            if _again == 0:
                assert (await hall.matches.ask_takeback(here(ADA), match.id)).ply == ply
        await hall.matches.play(here(BEN), match.id, "on")


def test_such_a_match_is_casual() -> None:
    assert not terms_for(AskedTerms(grants_takebacks=True), 3, [BEN], by_player=False).is_rated
    with pytest.raises(RatedWithTakebacks):
        terms_for(AskedTerms(grants_takebacks=True, is_rated=True), 3, [BEN], by_player=False)
