"""Nobody is left waiting: characters play on for those who leave a table, or finish a match for one of two."""

from datetime import timedelta

import pytest

from bot.actions import offering, playing
from bot.actions.deadlines import Deadlines
from bot.actions.heartbeat import Heartbeat
from bot.model.characters import LYNX, MOLE, character_of, seated
from bot.model.clock import Terms
from bot.model.match import Ending, Match, State
from bot.model.offer import OfferKind, OfferState
from bot.model.person import Person
from bot.model.refusals.matches import HasLeft
from bot.model.refusals.offers import HandoverForTwo, OfferClosed, OfferForOthers
from bot.store import notices
from rules import GAMES
from rules.core import Seat
from tests.bot.tables import ADA, BEN, CLEO, DAN, FURL, Hall, here

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
    """Somebody who plays and is none of these."""
    return next(player for player in match.players if player.id not in {person.id for person in people})


async def _all_agree(hall: Hall, match: Match, *people: Person) -> Match:
    for person in people:
        match = await hall.matches.accept_offer(here(person), match.id, match.open_offers[0].id)
    return match


async def test_the_others_are_asked_whether_a_character_plays_on(hall: Hall) -> None:
    match = await _table(hall, ADA, BEN, CLEO)
    leaver = _to_move(match)
    others = [player for player in match.players if player != leaver]
    match = await _leaves(hall, match, leaver)
    assert match.state is State.RUNNING and match.to_move is None and match.clock is None
    async with hall.database.read() as connection:
        asked = await notices.due(connection, hall.clock(), 9)
    assert len(asked) == len(others)
    match = await _all_agree(hall, match, *others)
    seat = match.seat_of(leaver.id)
    assert seat is not None and match.is_thinking and match.clock is None
    assert character_of(match.seated[seat]) and match.seated[seat].name == f"Badger for {leaver.name}"
    assert match.players[seat] == leaver and match.terms.is_rated is False
    async with hall.refusing(HasLeft):
        await hall.matches.play(here(leaver), match.id, match.position.legal_moves()[0])
    async with hall.matches.change(match.id) as change:
        playing.play_as_found(change, [change.match.position.legal_moves()[0]])
    assert _to_move(change.match) in others and change.match.clock is not None


async def test_the_seat_retires_if_one_of_them_does_not_agree(hall: Hall) -> None:
    match = await _leaves(hall, await _table(hall, ADA, BEN, CLEO), ADA)
    match = await _all_agree(hall, match, BEN)
    match = await hall.matches.decline_offer(here(CLEO), match.id, match.open_offers[0].id)
    assert match.history.tokens[-1] == "retires:0" and match.offers[-1].state is OfferState.REFUSED
    async with hall.refusing(OfferClosed):
        await hall.matches.accept_offer(here(CLEO), match.id, match.offers[-1].id)


@pytest.mark.parametrize("is_late", [False, True])
async def test_the_seat_retires_if_not_all_have_agreed_within_a_day(hall: Hall, is_late: bool) -> None:
    match = await _leaves(hall, await _table(hall, ADA, BEN, CLEO), ADA)
    await _all_agree(hall, match, BEN)
    hall.clock.go_on(hours=24 if is_late else 23)
    await Deadlines(hall.matches, Heartbeat(hall.database, now=hall.clock, every=timedelta(days=2))).tend()
    match = await hall.matches.load(match.id)
    assert ("retires:0" in match.history.tokens) is is_late and bool(match.open_offers) is not is_late


async def test_whose_time_runs_out_is_stood_in_for_too(hall: Hall) -> None:
    match = await _table(hall, ADA, BEN, CLEO)
    while not all(match.has_moved(Seat(seat)) for seat in range(3)):
        match = (await hall.matches.play(here(_to_move(match)), match.id, match.position.legal_moves()[0])).match
    leaver = _to_move(match)
    hall.clock.go_on(days=3)
    async with hall.matches.change(match.id) as change:
        assert playing.flag(change)
    match = await _all_agree(hall, change.match, *(player for player in match.players if player != leaver))
    assert match.is_thinking and [offer.by_id for offer in match.offers] == [leaver.id]


async def test_a_match_goes_on_meanwhile_and_only_the_others_are_asked(hall: Hall) -> None:
    match = await _table(hall, ADA, BEN, CLEO)
    leaver = _another(match, _to_move(match))
    match = await _leaves(hall, match, leaver)
    before = match.clock
    async with hall.refusing(OfferForOthers):
        await hall.matches.accept_offer(here(leaver), match.id, match.open_offers[0].id)
    assert before is not None
    match = (await hall.matches.play(here(_to_move(match)), match.id, match.position.legal_moves()[0])).match
    assert match.open_offers[0].kind is OfferKind.STAND_IN


async def test_where_nobody_is_left_to_ask_the_seat_retires_at_once(hall: Hall) -> None:
    match = await _table(hall, ADA, BEN, CLEO, DAN)
    match = await _leaves(hall, match, ADA)
    match = await _leaves(hall, match, BEN)
    match = await _leaves(hall, match, CLEO)
    assert match.state is State.RUNNING and len(match.open_offers) == 2
    match = await _leaves(hall, match, DAN)
    assert match.state is State.FINISHED
    assert match.result is not None and match.result.places[3] == 1


async def test_with_characters_at_the_table_the_people_alone_are_asked(hall: Hall) -> None:
    match = await hall.challenge(BEN, *seated(MOLE, 2), game=FARLANDER)
    match = await hall.matches.begun(await hall.matches.join(here(BEN), match.id))
    match = await _all_agree(hall, await _leaves(hall, match, ADA), BEN)
    assert match.seated[0].name == "Badger for Ada"
    over = await _leaves(hall, match, BEN)
    assert over.state is State.FINISHED


async def test_who_left_comes_last_and_the_character_counts_for_nobody(hall: Hall) -> None:
    match = await _all_agree(hall, await _leaves(hall, await _table(hall, ADA, BEN, CLEO), ADA), BEN, CLEO)
    async with hall.matches.change(match.id) as change:
        while change.match.state is State.RUNNING:
            playing.play_as_found(change, [change.match.position.legal_moves()[0]])
    match, outcome = change.match, change.match.position.outcome()
    assert match.result is not None and match.result.ending is Ending.RULES and outcome is not None
    ahead = outcome.places[1] < outcome.places[2]
    is_tie = outcome.places[1] == outcome.places[2]
    assert match.result.places == ((3, 1, 1) if is_tie else (3, 1, 2) if ahead else (3, 2, 1))
    assert match.result.points == outcome.points


async def test_two_people_may_agree_that_a_character_finishes_their_match(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, game=FURL, moves=(), terms=Terms(3, is_rated=True))
    async with hall.matches.change(match.id, here(ADA)) as change:
        offering.offer_handover(change, here(ADA), LYNX)
    match = await _all_agree(hall, change.match, BEN)
    assert match.seated[0].name == "Lynx for Ada" and not match.terms.is_rated and match.is_thinking
    async with hall.matches.change(match.id) as change:
        playing.play_as_found(change, [change.match.position.legal_moves()[0]])
    assert _to_move(change.match) == BEN
    resigned = await _leaves(hall, change.match, BEN)
    assert resigned.result is not None and resigned.result.places == (1, 2)


async def test_a_table_is_not_handed_over(hall: Hall) -> None:
    match = await _table(hall, ADA, BEN, CLEO)
    async with hall.refusing(HandoverForTwo), hall.matches.change(match.id, here(ADA)) as change:
        offering.offer_handover(change, here(ADA), LYNX)
