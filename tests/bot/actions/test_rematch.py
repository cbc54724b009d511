"""Rematches: the same people and terms, other seats, new dice, and never more than one rematch of a match."""

import pytest

from bot.actions import privacy
from bot.actions.challenges import MOST_OPEN
from bot.model.challenges import MOST_INVITATIONS, Proposal
from bot.model.clock import Terms
from bot.model.fairness import Fairness, RollCheck, check_rolls
from bot.model.match import Match, State
from bot.model.offer_rules import rematch_of
from bot.model.offers import OfferState, Rematch
from bot.model.people import Person
from bot.model.place import Place
from bot.model.refusals.challenges import InvitedTooOften
from bot.model.refusals.matches import NotPlaying
from bot.model.refusals.offers import (
    AgreedAlready,
    NoRematchYet,
    OfferClosed,
    OfferedAlready,
    OfferForOthers,
    PlayerForgotten,
    RefusedBefore,
)
from bot.texts import offers
from rules.core import Seat
from tests.bot.matches import START_MESSAGES
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, FURL, SERVER, Hall, dump, here, update_match


@pytest.fixture(autouse=True)
def _rounds(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall in which Rounds is one of the games."""


async def over(hall: Hall, *players: Person) -> Match:
    """A match of Rounds that the first player has won."""
    return await hall.running(*(players or (ADA, BEN)), game=ROUNDS, moves=["end"], terms=Terms(3))


async def begun(hall: Hall, match: Match) -> Match:
    rematch = rematch_of(await hall.matches.load(match.id))
    assert rematch is not None
    return await hall.matches.load(rematch.id)


async def offered(hall: Hall, match: Match, person: Person = ADA) -> int:
    return (await hall.matches.offer_rematch(here(person), match.id)).open_offers[0].id


async def played_again(hall: Hall, match: Match) -> Match:
    """Have everybody ask for a rematch; returns it."""
    for player in match.players:
        if player != match.players[0]:
            number = (await hall.matches.load(match.id)).open_offers[0].id
            await hall.matches.accept_offer(here(player), match.id, number)
        else:
            await offered(hall, match, player)
    return await begun(hall, match)


async def test_an_accepted_rematch_begins_at_once_with_the_seats_swapped(hall: Hall) -> None:
    match = await over(hall)
    await hall.matches.accept_offer(here(BEN), match.id, await offered(hall, match))
    rematch = await begun(hall, match)
    assert rematch.state is State.RUNNING and rematch.id != match.id
    assert rematch.players == (BEN, ADA) and rematch.to_move == BEN and rematch.history.tokens == ()


async def test_a_rematch_is_on_the_same_terms_in_the_same_place(hall: Hall) -> None:
    terms = Terms(5, pauses_weekends=True, is_rated=True)
    proposal = Proposal(FURL, CHANNEL, (BEN,), Seat(0), terms=terms, wants_thread=True)
    match = await hall.matches.propose(here(ADA), SERVER, proposal)
    await hall.matches.join(here(BEN), match.id)
    await hall.matches.resign(here(ADA), match.id)
    rematch = await played_again(hall, match := await hall.matches.load(match.id))
    assert (rematch.game, rematch.terms, rematch.place.wants_thread) == (FURL, terms, True)
    assert (rematch.place.server_id, rematch.place.channel_id) == (match.place.server_id, match.place.channel_id)
    assert rematch.clock is not None and rematch.place.message_id is None and rematch.place.thread_id is None


async def test_of_more_than_two_everybody_moves_up_a_seat_and_all_must_agree(hall: Hall) -> None:
    match = await over(hall, ADA, BEN, CLEO, DAN)
    number = await offered(hall, match, CLEO)
    for person in (DAN, ADA):
        await hall.matches.accept_offer(here(person), match.id, number)
        assert rematch_of(await hall.matches.load(match.id)) is None
    async with hall.refusing(AgreedAlready):
        await hall.matches.accept_offer(here(ADA), match.id, number)
    await hall.matches.accept_offer(here(BEN), match.id, number)
    assert (await begun(hall, match)).players == (BEN, CLEO, DAN, ADA)


async def test_a_player_who_had_left_is_asked_to_play_again_too(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=ROUNDS)
    await hall.matches.resign(here(CLEO), match.id)
    await hall.matches.play(here(ADA), match.id, "end")
    number = await offered(hall, match)
    await hall.matches.accept_offer(here(BEN), match.id, number)
    await hall.matches.accept_offer(here(CLEO), match.id, number)
    assert (await begun(hall, match)).players == (BEN, CLEO, ADA)


async def test_a_second_request_for_a_rematch_accepts_it(hall: Hall) -> None:
    match = await over(hall)
    await offered(hall, match, BEN)
    await hall.matches.offer_rematch(here(ADA), match.id)
    assert (await begun(hall, match)).state is State.RUNNING


async def test_a_match_has_one_rematch_to_which_everybody_is_led(hall: Hall) -> None:
    match = await over(hall)
    rematch = await played_again(hall, match)
    before = await dump(hall.database)
    for person in (ADA, BEN):
        led_to = rematch_of(await hall.matches.offer_rematch(here(person), match.id))
        assert led_to is not None and led_to.id == rematch.id
    assert await dump(hall.database) == before
    async with hall.refusing(OfferClosed):
        await hall.matches.accept_offer(here(BEN), match.id, 1)


async def sealed(hall: Hall, *players: Person) -> tuple[Match, Fairness]:
    """A match of a game with chance in which the first player has offered a rematch, and the dice sealed for that."""
    match = await hall.running(*players, game=STICKS)
    match = await hall.matches.resign(here(match.players[0]), match.id)
    [offer] = (await hall.matches.offer_rematch(here(match.players[0]), match.id)).offers
    assert offer.fairness is not None
    return match, offer.fairness


async def test_the_dice_of_a_rematch_are_sealed_when_it_is_offered_and_do_not_change(hall: Hall) -> None:
    match, fairness = await sealed(hall, ADA, BEN)
    assert fairness.keeps_its_word and fairness.fixed_later == ""
    assert match.fairness is not None and match.fairness.secret != fairness.secret
    await hall.matches.accept_offer(here(BEN), match.id, 1)
    rematch = await begun(hall, match)
    assert rematch.fairness == fairness.mixed_with(START_MESSAGES + rematch.id)


async def test_every_offer_of_a_rematch_has_a_seal_of_its_own(hall: Hall) -> None:
    match, fairness = await sealed(hall, ADA, BEN)
    await hall.matches.decline_offer(here(BEN), match.id, 1)
    await offered(hall, match, BEN)
    await hall.matches.accept_offer(here(ADA), match.id, 2)
    rematch = await begun(hall, match)
    assert rematch.fairness is not None and rematch.fairness.secret != fairness.secret


async def test_the_secret_of_an_offer_is_in_no_text_that_might_be_logged(hall: Hall) -> None:
    match, fairness = await sealed(hall, ADA, BEN)
    offer = (await hall.matches.load(match.id)).offers[0]
    for shown in (repr(offer), repr(OfferForOthers(match, offer, CLEO)), offers.offer_line(match, offer)):
        assert fairness.secret.hex() not in shown and repr(fairness.secret) not in shown


async def test_nothing_is_sealed_where_nothing_is_left_to_chance(hall: Hall) -> None:
    match = await over(hall)
    await offered(hall, match)
    offer = (await hall.matches.load(match.id)).offers[0]
    assert offer.fairness is None and "sealed" not in offers.offer_line(match, offer)
    drawn = await hall.matches.offer_draw(here(ADA), (await hall.running(game=STICKS)).id)
    assert drawn.offers[0].fairness is None


async def test_the_rolls_of_a_rematch_are_what_was_sealed_gives(hall: Hall) -> None:
    match, fairness = await sealed(hall, ADA, BEN)
    await hall.matches.accept_offer(here(BEN), match.id, 1)
    rematch = await begun(hall, match)
    for person in (BEN, ADA):
        await hall.matches.play(here(person), rematch.id, "roll")
    record = (await hall.matches.load(rematch.id)).history.tokens
    assert check_rolls(STICKS, 2, record, fairness.mixed_with(START_MESSAGES + rematch.id).dice) == RollCheck(2, ())


async def test_a_match_with_a_forgotten_player_has_no_rematch(hall: Hall) -> None:
    match = await over(hall)
    await privacy.forget(hall.matches, ADA)
    async with hall.refusing(PlayerForgotten):
        await hall.matches.offer_rematch(here(BEN), match.id)


async def test_where_a_rematch_is_shown_is_known_from_the_match_before_it(hall: Hall) -> None:
    match = await over(hall)
    rematch = await played_again(hall, match)
    assert await led_to(hall, match) == Rematch(rematch.id, Place(SERVER, CHANNEL))
    for columns, shown_in in (({"message_ply": 0, "thread_id": 5}, 5), ({"thread_id": None}, CHANNEL)):
        place = Place(SERVER, CHANNEL, columns["thread_id"], 7, 0)
        assert place.shown_in == shown_in
        async with hall.database.write() as connection:
            await update_match(connection, rematch.id, {"message_id": 7, **columns})
        assert await led_to(hall, match) == Rematch(rematch.id, place)


async def led_to(hall: Hall, match: Match) -> Rematch | None:
    return rematch_of(await hall.matches.load(match.id))


async def test_a_rematch_that_was_declined_is_not_offered_again_but_may_be_by_a_player_who_declined(hall: Hall) -> None:
    match = await over(hall)
    await hall.matches.decline_offer(here(BEN), match.id, await offered(hall, match))
    async with hall.refusing(RefusedBefore):
        await hall.matches.offer_rematch(here(ADA), match.id)
    await hall.matches.accept_offer(here(ADA), match.id, await offered(hall, match, BEN))
    assert (await begun(hall, match)).players == (BEN, ADA)


async def test_rematches_that_were_not_accepted_count_as_invitations(hall: Hall) -> None:
    matches = [await over(hall) for _ in range(MOST_INVITATIONS)]
    for match in matches[:-1]:
        await offered(hall, match)
    await hall.challenge(BEN)
    async with hall.refusing(InvitedTooOften):
        await hall.matches.offer_rematch(here(ADA), matches[-1].id)
    await hall.matches.accept_offer(here(ADA), matches[-1].id, await offered(hall, matches[-1], BEN))
    await hall.matches.accept_offer(here(BEN), matches[0].id, (await hall.matches.load(matches[0].id)).offers[0].id)
    await hall.challenge(BEN)


async def test_only_those_who_have_played_offer_or_accept_a_rematch(hall: Hall) -> None:
    match = await over(hall)
    async with hall.refusing(NotPlaying):
        await hall.matches.offer_rematch(here(CLEO), match.id)
    number = await offered(hall, match)
    for person in (CLEO, ADA):
        async with hall.refusing(OfferForOthers):
            await hall.matches.accept_offer(here(person), match.id, number)
    async with hall.refusing(OfferedAlready):
        await hall.matches.offer_rematch(here(ADA), match.id)


async def test_an_unfinished_or_called_off_match_has_no_rematch(hall: Hall) -> None:
    match = await hall.running()
    async with hall.refusing(NoRematchYet):
        await hall.matches.offer_rematch(here(ADA), match.id)
    challenge = await hall.challenge()
    await hall.matches.decline(here(BEN), challenge.id)
    async with hall.refusing(NoRematchYet):
        await hall.matches.offer_rematch(here(ADA), challenge.id)


async def test_waiting_challenges_do_not_prevent_a_rematch(hall: Hall) -> None:
    match = await over(hall)
    for number in range(MOST_OPEN):
        await hall.challenge(BEN if number == 0 else CLEO if number < 3 else DAN)
    assert (await played_again(hall, match)).state is State.RUNNING


async def test_a_rematch_is_played_under_the_names_that_people_go_by_now(hall: Hall) -> None:
    match = await over(hall)
    number = await offered(hall, match, Person(ADA.id, "Ada II"))
    await hall.matches.accept_offer(here(Person(BEN.id, "Ben II")), match.id, number)
    assert [player.name for player in (await begun(hall, match)).players] == ["Ben II", "Ada II"]


async def test_a_rematch_can_have_a_rematch(hall: Hall) -> None:
    rematch = await played_again(hall, await over(hall))
    await hall.matches.resign(here(ADA), rematch.id)
    again = await played_again(hall, await hall.matches.load(rematch.id))
    assert again.players == (ADA, BEN) and again.id not in (rematch.id, 1)


async def test_an_offer_of_a_rematch_stays_open_until_it_is_answered(hall: Hall) -> None:
    match = await over(hall)
    number = await offered(hall, match)
    hall.clock.go_on(days=30)
    other = await hall.running(game=ROUNDS)
    await hall.matches.play(here(ADA), other.id, "on")
    assert (await hall.matches.load(match.id)).offers[0].state is OfferState.OPEN
    await hall.matches.accept_offer(here(BEN), match.id, number)
    assert (await begun(hall, match)).players == (BEN, ADA)


async def test_the_old_board_is_changed_in_place_and_the_new_one_is_a_new_message(hall: Hall) -> None:
    match = await over(hall)
    number = await offered(hall, match)
    before = len((await dump(hall.database))["boards"])
    await hall.matches.accept_offer(here(BEN), match.id, number)
    waiting = [(job.match_id, job.data["is_new_message"]) for job in (await dump(hall.database))["boards"][before:]]
    assert waiting == [((await begun(hall, match)).id, True), (match.id, False)]
