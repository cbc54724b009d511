"""Takebacks: what they undo, what prevents them, and that no earlier button fits afterwards."""

from collections.abc import Sequence

import pytest

from bot.actions import people
from bot.model import offer_rules
from bot.model.challenges import Proposal, Wishes, terms_for
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.offer_rules import takebacks_since_shown, takebacks_to_tell
from bot.model.people import Person
from bot.model.refusals.challenges import RatedWithTakebacks
from bot.model.refusals.matches import StaleBoard
from bot.model.refusals.offers import RefusedBefore, TooManyOffers
from players.characters import MOLE
from rules.core import Seat
from tests.bot.rounds import granted
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, CHANNEL, FURL, SERVER, Hall, here, update_match

THREE_DAYS = Terms(3)


@pytest.fixture(autouse=True)
def _rounds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Rounds is one of the games."""


async def rounds(hall: Hall, *moves: str, players: Sequence[Person] = (ADA, BEN)) -> Match:
    return await hall.running(*players, game=ROUNDS, moves=moves, terms=THREE_DAYS)


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


# --- takebacks that grant themselves ---


AT_ONCE = Terms(3, grants_takebacks=True)


async def test_neither_a_refusal_nor_a_block_takes_away_what_was_agreed(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS, moves=["on", "on"], terms=AT_ONCE)
    asking = await hall.matches.ask_takeback(here(ADA), match.id)
    await hall.matches.decline_offer(here(BEN), match.id, asking.open_offers[-1].id)
    match = (await hall.matches.play(here(ADA), match.id, "on")).match
    await people.block(hall.matches, BEN, ADA)
    assert (await hall.matches.ask_takeback(here(ADA), match.id)).ply == 2


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


def test_such_a_match_is_casual() -> None:
    assert not terms_for(Wishes(grants_takebacks=True), 3, [BEN], by_player=False).is_rated
    with pytest.raises(RatedWithTakebacks):
        terms_for(Wishes(grants_takebacks=True, is_rated=True), 3, [BEN], by_player=False)


async def test_whoever_plays_alone_takes_back_so_often_and_no_more(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is taken back stays in the match, which would take ever longer to read."""
    monkeypatch.setattr(offer_rules, "MOST_OFFERS", 3)
    match = await hall.matches.propose(here(ADA), SERVER, Proposal(FURL, CHANNEL, seated(MOLE, 1), Seat(0)))
    for number in range(4):
        await hall.matches.play(here(ADA), match.id, "a4<c4")
        if number == 3:
            async with hall.refusing(TooManyOffers):
                await hall.matches.ask_takeback(here(ADA), match.id)
        else:
            assert (await hall.matches.ask_takeback(here(ADA), match.id)).ply == 0
