"""Nobody is left waiting: characters play on for players who leave, or finish a match for one of two players."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.actions import offers, playing, standing_in, weeks
from bot.actions import people as people_actions
from bot.actions import privacy as privacy_actions
from bot.actions.ratings import profile
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.offers import OFFER_LASTS, OfferKind, OfferState
from bot.model.people import Person
from bot.model.refusals.offers import SeatNotFree
from bot.model.result import Ending
from bot.store import people as people_store
from bot.store import weeks as stored_weeks
from bot.texts import boards as board_texts
from bot.texts import matches as match_texts
from players.characters import MOLE
from rules import GAMES
from rules.core import Seat
from tests.bot.tables import ADA, BEN, CLEO, DAN, FURL, SERVER, Hall, here

FARLANDER = GAMES["farlander"]


async def _table(hall: Hall, *people: Person, terms: Terms = Terms(3)) -> Match:  # noqa: B008 - a frozen value
    match = await hall.challenge(*people[1:], game=FARLANDER, terms=terms)
    for person in people[1:]:
        match = await hall.matches.join(here(person), match.id)
    return await hall.matches.begun(match)


async def _leaves(hall: Hall, match: Match, person: Person) -> Match:
    async with hall.matches.change(match.id, here(person)) as change:
        playing.resign(change, person)
    return change.match


def _to_move(match: Match) -> Person:
    assert match.to_move is not None
    return match.to_move


def _another(match: Match, *people: Person) -> Person:
    """A person who plays and is none of these."""
    return next(player for player in match.players if player.id not in {person.id for person in people})


async def _all_agree(hall: Hall, match: Match, *people: Person) -> Match:
    for person in people:
        match = await hall.matches.accept_offer(here(person), match.id, match.open_offers[0].id)
    return match


@pytest.mark.parametrize("people", [(ADA, BEN, CLEO), (ADA, BEN, CLEO, DAN)])
async def test_whoever_stays_alone_has_won_whatever_was_asked_before(hall: Hall, people: tuple[Person, ...]) -> None:
    match = await _table(hall, *people)
    for leaver in people[:-2]:
        match = await _leaves(hall, match, leaver)
        assert match.state is State.RUNNING and match.open_offers
    match = await _leaves(hall, match, people[-2])
    assert match.state is State.FINISHED and match.result is not None and match.result.ending is Ending.RULES
    assert [place == 1 for place in match.result.places] == [False] * (len(people) - 1) + [True]
    assert not match.open_offers


@pytest.mark.parametrize("people", [(ADA, BEN, CLEO), (ADA, BEN, CLEO, DAN)])
async def test_whoever_leaves_characters_alone_as_the_last_has_won_and_nothing_says_the_opposite(
    hall: Hall, people: tuple[Person, ...]
) -> None:
    match, last = await _table(hall, *people), people[-1]
    for number, leaver in enumerate(people[:-2], 1):
        match = await _all_agree(hall, await _leaves(hall, match, leaver), *people[number:])
    match = await _leaves(hall, match, people[-2])
    assert match.state is State.RUNNING, "characters play on against the person who stays"
    assert "so it ends, and you win." in match_texts.resign_question(match, last)
    match = await _leaves(hall, match, last)
    assert match.result is not None and match.result.places == tuple(range(len(people), 0, -1))
    assert "resigns" not in board_texts.ending(match)
    assert f"**{last.name}** was the last to leave." in board_texts.ending(
        match
    ) or "all the others" in board_texts.ending(match)
    assert any(
        f"**{last.name}** ({side}) wins" in board_texts.ending(match) for side in ("Green", "Yellow", "Blue", "Red")
    )


async def test_whoever_leaves_one_person_alone_is_told_that_this_one_wins_at_once(hall: Hall) -> None:
    match = await _leaves(hall, await _table(hall, ADA, BEN, CLEO), ADA)
    assert match.open_offers, "what is asked about Ada's seat decides nothing then"
    assert "**Ben** would win at once" in match_texts.resign_question(match, CLEO)
    match = await _leaves(hall, match, CLEO)
    assert match.state is State.FINISHED and match.result is not None and match.result.places[1] == 1


async def test_whoever_leaves_characters_alone_that_sat_there_from_the_beginning_finishes_behind_them(
    hall: Hall,
) -> None:
    match = await hall.challenge(*seated(MOLE, 2), game=FARLANDER)
    match = await hall.matches.begun(match)
    assert "Only characters would be left" in match_texts.resign_question(match, ADA)
    match = await _leaves(hall, match, ADA)
    assert "**Ada** resigns." in board_texts.ending(match)


async def test_with_characters_at_the_table_the_people_alone_are_asked(hall: Hall) -> None:
    match = await hall.challenge(BEN, *seated(MOLE, 2), game=FARLANDER)
    match = await hall.matches.begun(await hall.matches.join(here(BEN), match.id))
    match = await _all_agree(hall, await _leaves(hall, match, ADA), BEN)
    assert match.seated[0].name == "Badger for Ada"
    over = await _leaves(hall, match, BEN)
    assert over.state is State.FINISHED


@pytest.mark.parametrize("leaver", [ADA, BEN])
async def test_a_match_that_a_character_finished_for_a_person_is_a_result_of_neither_player(
    hall: Hall, leaver: Person
) -> None:
    match = await hall.running(ADA, BEN, game=FURL, moves=(), terms=Terms(3))
    other = _another(match, leaver)
    async with hall.matches.change(match.id, here(leaver)) as change:
        offers.offer_handover(change, here(leaver), MOLE)
    match = await hall.matches.accept_offer(here(other), match.id, change.match.open_offers[0].id)
    async with hall.matches.change(match.id, here(other)) as change:
        playing.resign(change, other)
    assert change.match.state is State.FINISHED
    for person in (leaver, other):
        found = await profile(hall.matches, person, SERVER, frozenset())
        assert (found.matches, found.streak, found.best_streak, found.rivals, found.characters) == (0, 0, 0, (), ())
        async with hall.database.read() as connection:
            assert await stored_weeks.wins_in_a_row(connection, SERVER, person.id) == 0
    week = await weeks.load(hall.matches, SERVER, hall.clock.at.date() - timedelta(days=1))
    assert not week.results and not week.streaks
    won = await hall.running(ADA, BEN, game=FURL, moves=(), terms=Terms(3))
    async with hall.matches.change(won.id, here(leaver)) as change:
        playing.resign(change, leaver)
    assert (await profile(hall.matches, other, SERVER, frozenset())).streak == 1, "others count as ever"


async def _replaced(hall: Hall, match: Match, leaver: Person, substitute: Person) -> Match:
    """Have a person leave and another one take the seat, with the consent of all who stay."""
    match = await _leaves(hall, match, leaver)
    seat = match.seat_of(leaver.id)
    assert seat is not None
    async with hall.matches.change(match.id, here(substitute)) as change:
        standing_in.replace_in(change, seat, substitute)
    offer = change.match.open_offers[-1]
    for person in (player for player in match.players if player.id != leaver.id):
        match = await hall.matches.accept_offer(here(person), match.id, offer.id)
    return match


async def test_whoever_plays_on_for_another_and_stays_alone_has_won_whatever_was_asked_before(hall: Hall) -> None:
    match = await _replaced(hall, await _table(hall, ADA, BEN, CLEO), ADA, DAN)
    match = await _leaves(hall, match, BEN)
    assert match.state is State.RUNNING and match.open_offers
    match = await _leaves(hall, match, CLEO)
    assert match.state is State.FINISHED and not match.open_offers


async def test_a_seat_that_has_retired_keeps_nobody_who_stays_alone_from_winning(hall: Hall) -> None:
    match = await _all_agree(hall, await _leaves(hall, await _table(hall, ADA, BEN, CLEO), ADA), BEN, CLEO)
    async with hall.matches.change(match.id, here(DAN)) as change:
        standing_in.replace_in(change, Seat(0), DAN)
    match = await _all_agree(hall, change.match, BEN, CLEO)
    match = await _leaves(hall, await _leaves(hall, match, BEN), DAN)
    assert match.state is State.FINISHED and not match.open_offers
    assert match.result is not None and match.result.places[2] == 1


async def test_the_seat_retires_if_the_person_who_plays_on_leaves_or_is_forgotten(hall: Hall) -> None:
    match = await _table(hall, ADA, BEN, CLEO)
    leaver = _to_move(match)
    match = await _replaced(hall, match, leaver, DAN)
    await privacy_actions.forget(hall.matches, DAN)
    match = await hall.matches.load(match.id)
    assert match.substitutes == () and match.state is State.RUNNING
    assert match.history.tokens[-1] == f"retires:{match.seat_of(leaver.id)}"
    async with hall.database.read() as connection:
        assert await people_store.name_of(connection, DAN.id) is None


async def test_a_person_who_only_asked_for_a_seat_is_out_when_it_retires(hall: Hall) -> None:
    match = await _leaves(hall, await _table(hall, ADA, BEN, CLEO), ADA)
    async with hall.matches.change(match.id, here(DAN)) as change:
        standing_in.replace_in(change, Seat(0), DAN)
    match = await hall.matches.decline_offer(here(BEN), match.id, match.open_offers[0].id)
    assert match.substitutes == () and not match.open_offers
    async with hall.refusing(SeatNotFree), hall.matches.change(match.id, here(DAN)) as change:
        standing_in.replace_in(change, Seat(0), DAN)


async def _asked_for(hall: Hall, match: Match) -> Match:
    """The match after Dan has asked for Ada's seat, which she has left."""
    await _leaves(hall, match, ADA)
    async with hall.matches.change(match.id, here(DAN)) as change:
        standing_in.replace_in(change, Seat(0), DAN)
    return change.match


async def _nobody_answers(hall: Hall, match: Match) -> None:
    for person in (BEN, CLEO):  # a character may play on meanwhile
        await hall.matches.accept_offer(here(person), match.id, match.open_offers[0].id)
    hall.clock.at += OFFER_LASTS
    async with hall.matches.change(match.id) as change:
        assert offers.close_due(change)


async def _withdraws(hall: Hall, match: Match) -> None:
    async with hall.matches.change(match.id, here(DAN)) as change:
        playing.withdraw(change, DAN)


async def _is_declined(hall: Hall, match: Match) -> None:
    await hall.matches.decline_offer(here(BEN), match.id, match.open_offers[1].id)


async def _is_blocked(hall: Hall, _match: Match) -> None:
    await people_actions.block(hall.matches, BEN, DAN)


@pytest.mark.parametrize(
    ("what", "state"),
    [
        (_nobody_answers, OfferState.LAPSED),
        (_withdraws, OfferState.REFUSED),
        (_is_declined, OfferState.REFUSED),
        (_is_blocked, OfferState.LAPSED),
    ],
)
async def test_a_person_whose_wish_for_a_seat_comes_to_nothing_is_forgotten_by_the_match_which_goes_on(
    hall: Hall, what: Callable[[Hall, Match], Awaitable[None]], state: OfferState
) -> None:
    match = await _asked_for(hall, await _table(hall, ADA, BEN, CLEO, terms=Terms()))
    assert match.substitutes == (DAN,)
    await what(hall, match)
    match = await hall.matches.load(match.id)
    assert match.substitutes == () and match.state is State.RUNNING
    [wish] = [offer for offer in match.offers if offer.kind is OfferKind.REPLACEMENT]
    assert wish.state is state and wish not in match.open_offers


async def test_who_plays_on_in_a_seat_begins_with_a_full_bank(hall: Hall) -> None:
    match = await _table(hall, ADA, BEN, CLEO, terms=Terms(bank=7 * 86_400))
    leaver = _to_move(match)
    hall.clock.go_on(days=3)
    match = await _replaced(hall, match, leaver, DAN)
    assert match.clock is not None and match.clock.deadline == hall.clock.at + timedelta(days=7)
